// The WebAssembly module as an object: one method a request. Nothing of a browser is needed, and nothing of node.

import type {
    About,
    AdjustableRow,
    Checked,
    Debugged,
    Pipeline,
    ProgramCost,
    QpuRun,
    Run,
    Translated,
    Word,
} from "./answers.ts";
import type {
    CheckRequest,
    DebugRequest,
    Files,
    Geforce3Request,
    QpuRequest,
    Request,
    RunRequest,
    StatisticsRequest,
    TranslateRequest,
} from "./requests.ts";

export type * from "./answers.ts";
export type * from "./requests.ts";

/** A request that was not answered: it is wrong, or the module failed. */
export class QuadrilleError extends Error {
    override name = "QuadrilleError";
    /** Whether the module is broken: no more is to be asked of it. */
    readonly broken: boolean;

    constructor(message: string, broken = false) {
        super(message);
        this.broken = broken;
    }
}

interface Exports {
    memory: WebAssembly.Memory;
    quadrille_start(): void;
    quadrille_input(length: number): number;
    quadrille_call(): number;
    quadrille_output(): number;
    quadrille_output_length(): number;
}

interface Place {
    offset: number;
    length: number;
}

/** Fields of a request without the word that says which it is. */
type Of<R> = Omit<R, "do">;

/** An instance of the module. Calls run to their end: who must not wait calls from a worker. */
export class Quadrille {
    readonly #exports: Exports;

    private constructor(exports: Exports) {
        this.#exports = exports;
        exports.quadrille_start();
    }

    /** An instance of a compiled module. */
    static async of(module: WebAssembly.Module): Promise<Quadrille> {
        const instance = await WebAssembly.instantiate(module, {});
        return new Quadrille(instance.exports as unknown as Exports);
    }

    /** Every problem of a text. */
    check(request: Of<CheckRequest>): Checked {
        return this.#ask({ do: "check", ...request }).json as Checked;
    }

    /** Draws a scene and probes it. */
    run(request: Of<RunRequest>): Run {
        const { json, bytes } = this.#ask({ do: "run", ...request });
        const run = json as Run;
        const data = (of: object): void => void ((of as { data: Uint8Array }).data = piece(bytes, of));
        if (run.picture) data(run.picture);
        [run.outputs, run.buffers, run.files].forEach((list) => list.forEach(data));
        return run;
    }

    /** The programs of a text in another language. */
    translate(request: Of<TranslateRequest>): Translated {
        const { json, bytes } = this.#ask({ do: "translate", ...request });
        const translated = json as Translated;
        for (const shader of translated.shaders) {
            if (shader.words) shader.words = piece(bytes, shader.words);
        }
        return translated;
    }

    /** What the programs of a text cost. */
    statistics(request: Of<StatisticsRequest>): ProgramCost[] {
        const { json } = this.#ask({ do: "statistics", ...request });
        return (json as { programs: ProgramCost[] }).programs;
    }

    /** The numbers of a scene or a program that a slider may move. */
    adjustable(text: string): AdjustableRow[] {
        return (this.#ask({ do: "adjustable", text }).json as { rows: AdjustableRow[] }).rows;
    }

    /** A vertex program in the pipeline of the GeForce 3. */
    geforce3(request: Of<Geforce3Request>): Pipeline {
        return this.#ask({ do: "geforce3", ...request }).json as Pipeline;
    }

    /** A program on the QPUs of the VideoCore IV, instruction by instruction. */
    qpu(request: Of<QpuRequest>): QpuRun {
        const { json, bytes } = this.#ask({ do: "qpu", ...request });
        const run = json as QpuRun;
        if (run.problems.length > 0) return run;
        run.buffers.forEach((buffer) => void (buffer.data = piece(bytes, buffer)));
        const lanes = piece(bytes, run.lanes);
        run.lanes = new Uint32Array(lanes.buffer, lanes.byteOffset, lanes.length / 4);
        return run;
    }

    /** A run forwards and backwards: where it stands after some commands. */
    debug(request: Of<DebugRequest>): Debugged {
        return this.#ask({ do: "debug", ...request }).json as Debugged;
    }

    /** The page of the manual on a rule, an opcode, a binding, an option or a limit, as Markdown. */
    explain(name: string): string {
        return (this.#ask({ do: "explain", name }).json as { markdown: string }).markdown;
    }

    /** Opcodes, bindings and options, each with the sentence of the manual's index. */
    words(): Word[] {
        return (this.#ask({ do: "words" }).json as { words: Word[] }).words;
    }

    /** Version, targets, dialects, engines. */
    about(): About {
        return this.#ask({ do: "about" }).json as About;
    }

    #ask(request: Request): { json: unknown; bytes: Uint8Array } {
        const message = encode(request);
        let answer: Uint8Array;
        try {
            const at = this.#exports.quadrille_input(message.length);
            new Uint8Array(this.#exports.memory.buffer, at, message.length).set(message);
            answer = this.#output(this.#exports.quadrille_call());
        } catch (error) {
            throw new QuadrilleError(this.#told(error), true);
        }
        const length = new DataView(answer.buffer).getUint32(0, true);
        const json = JSON.parse(new TextDecoder().decode(answer.subarray(4, 4 + length)));
        if (json.error !== undefined) throw new QuadrilleError(json.error);
        return { json: json.ok, bytes: answer.subarray(4 + length) };
    }

    /** A copy of the answer, for the next call overwrites it. */
    #output(length: number): Uint8Array {
        return new Uint8Array(this.#exports.memory.buffer, this.#exports.quadrille_output(), length).slice();
    }

    /** What the module said before it trapped, or what the engine of JavaScript says. */
    #told(error: unknown): string {
        const said = new TextDecoder().decode(this.#output(this.#exports.quadrille_output_length()));
        return `the module failed: ${said.startsWith("panicked") ? said : String(error)}`;
    }
}

/** The length of the JSON text, the text, and the files that it speaks of. */
function encode(request: Request): Uint8Array {
    const given: Files = ("files" in request && request.files) || {};
    const files = Object.entries(given).map(([path, content]) => [path, bytesOf(path, content)] as const);
    const places: Record<string, Place> = {};
    let offset = 0;
    for (const [path, bytes] of files) {
        places[wellFormed(path)] = { offset, length: bytes.length };
        offset += bytes.length;
    }
    const text = new TextEncoder().encode(json({ ...request, files: places }));
    const message = new Uint8Array(4 + text.length + offset);
    new DataView(message.buffer).setUint32(0, text.length, true);
    message.set(text, 4);
    let at = 4 + text.length;
    for (const [, bytes] of files) {
        message.set(bytes, at);
        at += bytes.length;
    }
    return message;
}

/** The bytes of a file; of another realm too, whose classes are others. */
function bytesOf(path: string, content: unknown): Uint8Array {
    switch (Object.prototype.toString.call(content)) {
        case "[object Uint8Array]":
            return content as Uint8Array;
        case "[object ArrayBuffer]":
            return new Uint8Array(content as ArrayBuffer);
        default:
            throw new QuadrilleError(`the file ${path} is neither a Uint8Array nor an ArrayBuffer`);
    }
}

function json(request: object): string {
    try {
        return JSON.stringify(request, (_, value) => (typeof value === "string" ? wellFormed(value) : value));
    } catch (error) {
        throw new QuadrilleError(`this is no request: ${error instanceof Error ? error.message : String(error)}`);
    }
}

/** A text with the replacement character for each half of a pair without the other, which UTF-8 cannot say: of the same
 * length, so that places in it are places in the text. */
function wellFormed(text: string): string {
    return text.replace(/\p{Surrogate}/gu, "\uFFFD");
}

function piece(bytes: Uint8Array, place: object): Uint8Array {
    const { offset, length } = place as Place;
    return bytes.slice(offset, offset + length);
}
