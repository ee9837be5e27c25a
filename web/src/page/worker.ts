// The worker: it has an instance of the module and answers one request after the other.

import { Quadrille, QuadrilleError, type Request } from "../core/core.ts";

/** What the page sends first. */
export interface Start {
    module: WebAssembly.Module | ArrayBuffer;
}

/** A request with the number that its answer has. */
export interface Job {
    id: number;
    request: Request;
}

/** What comes back. */
export type Done = { id: number; value: unknown } | { id: number; error: string; broken: boolean };

let core: Promise<Quadrille> | undefined;

self.onmessage = async ({ data }: MessageEvent<Start | Job>) => {
    if ("module" in data) {
        const { module } = data;
        const compiled = module instanceof WebAssembly.Module ? module : WebAssembly.compile(module);
        core = Promise.resolve(compiled).then((module) => Quadrille.of(module));
        return;
    }
    try {
        if (!core) throw new QuadrilleError("the module has not arrived", true);
        answer({ id: data.id, value: asked(await core, data.request) });
    } catch (error) {
        const broken = !(error instanceof QuadrilleError) || error.broken;
        answer({ id: data.id, error: error instanceof Error ? error.message : String(error), broken });
    }
};

function answer(done: Done): void {
    self.postMessage(done);
}

function asked(core: Quadrille, request: Request): unknown {
    switch (request.do) {
        case "check":
            return core.check(request);
        case "run":
            return core.run(request);
        case "translate":
            return core.translate(request);
        case "statistics":
            return core.statistics(request);
        case "adjustable":
            return core.adjustable(request.text);
        case "geforce3":
            return core.geforce3(request);
        case "qpu":
            return core.qpu(request);
        case "debug":
            return core.debug(request);
        case "explain":
            return core.explain(request.name);
        case "words":
            return core.words();
        case "about":
            return core.about();
    }
}
