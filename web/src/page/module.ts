// The WebAssembly module, which a script beside this one holds as text: compressed by gzip, in base64. So it is there when
// the page is opened from a file too, where nothing can be fetched.

import { bytesOf } from "./base64.ts";

declare global {
    var QUADRILLE_MODULE: string | undefined;
}

export async function module(): Promise<WebAssembly.Module> {
    const text = globalThis.QUADRILLE_MODULE;
    if (text === undefined) throw new Error("quadrille.wasm.js is not beside the page");
    globalThis.QUADRILLE_MODULE = undefined;
    const bytes = bytesOf(text);
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    const response = new Response(stream, { headers: { "Content-Type": "application/wasm" } });
    return WebAssembly.compileStreaming(response);
}
