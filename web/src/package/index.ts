// The JavaScript package: the module beside this file, loaded by node, by a bundler or by a browser.

import { Quadrille } from "../core/core.ts";

export * from "../core/core.ts";

/** Where the module comes from: its bytes, a response with them, or the compiled module. */
export type ModuleSource = BufferSource | Response | WebAssembly.Module;

/** Loads the module; without a source, the one of this package. */
export async function load(source?: ModuleSource): Promise<Quadrille> {
    return Quadrille.of(await compiled(source ?? (await own())));
}

async function compiled(source: ModuleSource): Promise<WebAssembly.Module> {
    if (source instanceof WebAssembly.Module) return source;
    if (typeof Response !== "undefined" && source instanceof Response) {
        return WebAssembly.compile(await source.arrayBuffer());
    }
    return WebAssembly.compile(source as BufferSource);
}

/** The module of this package: node reads the file, all else fetches it. */
async function own(): Promise<ModuleSource> {
    const url = new URL("./quadrille.wasm", import.meta.url);
    if (url.protocol !== "file:") return fetch(url);
    const { readFile } = await import("node:fs/promises");
    return readFile(url);
}
