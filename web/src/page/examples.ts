// The examples that the build put into the page, and the files that they name.

import embedded from "embedded:examples";

import { bytesOf } from "./base64.ts";

/** The headings of the list, with the endings and folders of what stands below. */
const GROUPS: [string, (path: string) => boolean][] = [
    ["Scenes", (path) => /^[^/]+\.shader_test$/.test(path)],
    ["The lecture", (path) => path.startsWith("lecture/")],
    ["Compute", (path) => path.startsWith("compute/")],
    ["GeForce 3", (path) => /^geforce3\/.*\.(vsh|vp|shader_test)$/.test(path)],
    ["QPU", (path) => /^qpu\/.*\.(qasm|shader_test)$/.test(path)],
    ["VideoCore IV", (path) => /^vc4\/.*\.shader_test$/.test(path)],
    ["Light and shadow of old engines", (path) => path.endsWith(".vfp")],
];

/** The scene with which the page begins. */
export const FIRST = "toon.shader_test";

/** Headings, each with the paths of its examples. */
export function groups(): [string, string[]][] {
    const paths = Object.keys(embedded.texts).sort();
    return GROUPS.map(([title, belongs]): [string, string[]] => [title, paths.filter(belongs)]).filter(
        ([, own]) => own.length > 0,
    );
}

export function text(path: string): string {
    return embedded.texts[path] ?? "";
}

const binary = new Map<string, Uint8Array>();

/** The files that a text may mean: those whose names stand in it. */
export function filesOf(text: string): Record<string, Uint8Array> {
    const files: Record<string, Uint8Array> = {};
    const isNamed = (path: string): boolean => text.includes(path.slice(path.lastIndexOf("/") + 1));
    for (const [path, content] of Object.entries(embedded.texts)) {
        if (isNamed(path)) files[path] = new TextEncoder().encode(content);
    }
    for (const [path, content] of Object.entries(embedded.binaries)) {
        if (!isNamed(path)) continue;
        const bytes = binary.get(path) ?? bytesOf(content);
        binary.set(path, bytes);
        files[path] = bytes;
    }
    return files;
}
