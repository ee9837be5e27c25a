// The way from the page to its workers: requests are answered in their order, a later one of the same kind takes the
// place of one that waits, and what takes too long is ended with its worker, which is then started again.

import type {
    About,
    AdjustableRow,
    Checked,
    Debugged,
    Pipeline,
    ProgramCost,
    QpuRun,
    Request,
    Run,
    Translated,
    Word,
} from "../core/core.ts";
import type { Done } from "./worker.ts";

/** What each request gives. */
interface Answers {
    check: Checked;
    run: Run;
    translate: Translated;
    statistics: ProgramCost[];
    adjustable: AdjustableRow[];
    geforce3: Pipeline;
    qpu: QpuRun;
    debug: Debugged;
    explain: string;
    words: Word[];
    about: About;
}

/** A request was given up: a later one took its place, or the user ended it. */
export class Cancelled extends Error {
    override name = "Cancelled";
}

interface Waiting {
    id: number;
    request: Request;
    resolve(value: unknown): void;
    reject(error: Error): void;
}

/** Milliseconds after which work that a later request replaces is not waited for. */
const LONG = 1000;

/** A worker with its queue. */
export class Machine {
    readonly #module: Promise<WebAssembly.Module>;
    readonly #script: string;
    /** Is told whenever work begins or ends. */
    onbusy: (busy: boolean) => void = () => {};
    #worker: Promise<Worker> | undefined;
    #next = 0;
    #running: Waiting | undefined;
    #begun = 0;
    #queue: Waiting[] = [];

    /** Each machine has a worker of its own, made of the script's text. */
    constructor(module: Promise<WebAssembly.Module>, script: string) {
        this.#module = module;
        this.#script = script;
    }

    /** Asks; the answer, or `Cancelled`. */
    ask<R extends Request>(request: R): Promise<Answers[R["do"]]> {
        return new Promise((resolve, reject) => {
            const older = this.#queue.findIndex((waiting) => waiting.request.do === request.do);
            if (older >= 0) this.#queue.splice(older, 1)[0]!.reject(new Cancelled("a later request"));
            const running = this.#running;
            if (running?.request.do === request.do && performance.now() - this.#begun > LONG) {
                this.#end();
                running.reject(new Cancelled("a later request"));
            }
            const id = this.#next++;
            this.#queue.push({ id, request, resolve: resolve as (value: unknown) => void, reject });
            this.#work();
        });
    }

    /** Ends what runs, and gives up what waits. */
    cancel(): void {
        const given = [this.#running, ...this.#queue].filter((waiting) => waiting !== undefined);
        this.#queue = [];
        this.#end();
        given.forEach((waiting) => waiting.reject(new Cancelled("ended by the user")));
    }

    #end(): void {
        this.#worker?.then((worker) => worker.terminate(), () => {});
        this.#worker = undefined;
        if (this.#running) {
            this.#running = undefined;
            this.onbusy(false);
        }
    }

    async #work(): Promise<void> {
        if (this.#running || this.#queue.length === 0) return;
        const job = this.#queue.shift()!;
        this.#running = job;
        this.#begun = performance.now();
        this.onbusy(true);
        try {
            const worker = await (this.#worker ??= this.#started());
            // It may have been cancelled while the module was compiled.
            if (this.#running !== job) return;
            this.#begun = performance.now();
            worker.postMessage({ id: job.id, request: job.request });
        } catch (error) {
            if (this.#running === job) this.#end();
            job.reject(error instanceof Error ? error : new Error(String(error)));
        }
    }

    async #started(): Promise<Worker> {
        const module = await this.#module;
        const url = URL.createObjectURL(new Blob([this.#script], { type: "text/javascript" }));
        const worker = new Worker(url);
        URL.revokeObjectURL(url);
        worker.onmessage = ({ data }: MessageEvent<Done>) => this.#done(data);
        worker.onerror = (event) => {
            const job = this.#running;
            this.#end();
            job?.reject(new Error(event.message || "the worker failed"));
            this.#work();
        };
        worker.postMessage({ module });
        return worker;
    }

    #done(done: Done): void {
        const job = this.#running;
        if (!job || job.id !== done.id) return;
        this.#running = undefined;
        this.onbusy(false);
        if ("error" in done) {
            // A trap leaves memory as it was in the middle of something.
            if (done.broken) this.#end();
            job.reject(new Error(done.error));
        } else {
            job.resolve(done.value);
        }
        this.#work();
    }
}
