// Bytes of base64: the browser's own way where it has one.

declare global {
    interface Uint8ArrayConstructor {
        fromBase64?(text: string): Uint8Array<ArrayBuffer>;
    }
}

export function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
    if (Uint8Array.fromBase64) return Uint8Array.fromBase64(base64);
    const letters = atob(base64);
    const bytes = new Uint8Array(letters.length);
    for (let at = 0; at < letters.length; at++) bytes[at] = letters.charCodeAt(at);
    return bytes;
}
