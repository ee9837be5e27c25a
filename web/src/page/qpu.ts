// A program on the QPUs of the VideoCore IV: what it is started with, and its instructions one by one, forwards and
// backwards, with the vectors that each left.

import type { QpuBuffer, QpuRun } from "../core/core.ts";
import { byId, el, fill, table } from "./dom.ts";
import type { Editor } from "./editor.ts";
import { launchOf } from "./launches.ts";
import { Stepper } from "./stepper.ts";

const VECTORS = ["add", "mul", "r4"];

export class QpuView {
    readonly #editor: Editor;
    /** Is told that the program is to be run. */
    onrun: () => void = () => {};
    #run: QpuRun | null = null;
    #at = -1;

    constructor(editor: Editor) {
        this.#editor = editor;
        byId("qpu-run").addEventListener("click", () => this.onrun());
        byId("qpu-floats").addEventListener("change", () => this.#step());
    }

    /** What a program of the examples is started with. */
    prepare(name: string): void {
        const { launches, buffers } = launchOf(name);
        byId<HTMLTextAreaElement>("launches").value = launches.join("\n");
        byId<HTMLTextAreaElement>("buffers").value = buffers.join("\n");
        this.clear();
    }

    clear(): void {
        this.#run = null;
        this.#at = -1;
        fill(byId("qpu-steps"));
        fill(byId("qpu-result"));
    }

    get launches(): string[] {
        const lines = byId<HTMLTextAreaElement>("launches").value.split("\n");
        return lines.map((line) => line.trim()).filter((line) => line !== "");
    }

    /** The buffers; an error names the line that is none. */
    get buffers(): QpuBuffer[] {
        const lines = byId<HTMLTextAreaElement>("buffers").value.split("\n");
        return lines.filter((line) => line.trim() !== "").map(bufferOf);
    }

    refuse(why: string): void {
        this.clear();
        fill(byId("qpu-result"), el("p", { class: "refused" }, why));
    }

    show(run: QpuRun): void {
        this.clear();
        if (run.problems.length > 0) {
            this.refuse(`It does not assemble: ${run.problems[0]!.message}`);
            return;
        }
        this.#run = run;
        const stepper = new Stepper("instruction", run.steps.length, (at) => {
            this.#at = at;
            this.#step();
        });
        fill(byId("qpu-steps"), stepper.element, el("div", { id: "qpu-step", class: "step", "aria-live": "polite" }));
        this.#result(run);
        stepper.go(0);
    }

    #result(run: QpuRun): void {
        const ends = {
            finished: "The program ended",
            budget: "It was ended: its budget of instructions is used up",
            deadlock: "It was ended: every QPU waits",
            stopped: "It was stopped",
        };
        fill(
            byId("qpu-result"),
            el("p", {}, `${ends[run.end]} after ${run.instructions} instructions and ${run.clocks} clocks.`),
            run.unlisted > 0 ? el("p", {}, `The last ${run.unlisted} instructions are not listed.`) : null,
            ...run.findings.map((finding) => el("p", { class: "refused" }, finding)),
            ...run.buffers.map(({ name, data }) => {
                const floats = new Float32Array(data.buffer, 0, Math.floor(data.length / 4)).subarray(0, 64);
                const words = new Uint32Array(data.buffer, 0, Math.floor(data.length / 4)).subarray(0, 64);
                const shown = this.#floats ? [...floats].map(String) : [...words].map(String);
                const more = data.length / 4 > 64 ? " …" : "";
                return el("details", { open: true }, el("summary", {}, `buffer ${name}, ${data.length} bytes`), el("pre", { class: "code" }, shown.join(" ") + more));
            }),
        );
    }

    get #floats(): boolean {
        return byId<HTMLInputElement>("qpu-floats").checked;
    }

    #step(): void {
        const run = this.#run;
        const step = run?.steps[this.#at];
        if (!run || !step) return;
        this.#editor.step(step.place?.line ?? null);
        const spell = (word: number): string => {
            if (!this.#floats) return word.toString(16).padStart(8, "0");
            const view = new DataView(new ArrayBuffer(4));
            view.setUint32(0, word);
            const float = view.getFloat32(0);
            // The QPU has no denormal numbers: such bits are more often an integer.
            const isNumber = word === 0 || (Number.isFinite(float) && Math.abs(float) >= 2 ** -126);
            return isNumber ? String(Number(float.toPrecision(6))) : `0x${word.toString(16)}`;
        };
        const rows = VECTORS.map((name, vector) => {
            const first = (this.#at * VECTORS.length + vector) * 16;
            return [el("code", {}, name), ...[...run.lanes.subarray(first, first + 16)].map(spell)];
        });
        const waited = step.waited > 0 ? `, waited ${step.waited}` : "";
        fill(
            byId("qpu-step"),
            el("p", {}, `QPU ${step.qpu}, clock ${step.clock}${waited}, word ${step.word}: `, el("code", {}, step.text)),
            table(["", ...Array.from({ length: 16 }, (_, lane) => String(lane))], rows, { class: "lanes" }),
        );
        this.#result(run);
    }
}

/** `x = 64 zeros`, `x = f32 1 2 3`, `x = u32 1 2 3`, `x = f32 0..31`. */
function bufferOf(line: string): QpuBuffer {
    const wrong = (): Error => new Error(`a buffer is NAME = 64 zeros, NAME = f32 1 2 3 or NAME = u32 0..15, and not: ${line}`);
    const match = /^\s*(\w+)\s*=\s*(.+?)\s*$/.exec(line);
    if (!match) throw wrong();
    const [, name, content] = match as unknown as [string, string, string];
    const words = content.split(/[\s,]+/);
    const [first, ...rest] = words as [string, ...string[]];
    if (words.length === 2 && words[1] === "zeros" && /^\d+$/.test(first)) return { name, zeros: Number(first) };
    const numbers = rest.flatMap((word) => {
        const range = /^(\d+)\.\.(\d+)$/.exec(word);
        if (!range) return [Number(word)];
        const [from, to] = [Number(range[1]), Number(range[2])];
        if (to < from || to - from > 1_000_000) throw wrong();
        return Array.from({ length: to - from + 1 }, (_, index) => from + index);
    });
    if (numbers.length === 0 || numbers.some((number) => !Number.isFinite(number))) throw wrong();
    if (first === "f32") return { name, floats: numbers };
    const whole = numbers.every((number) => Number.isInteger(number) && number >= 0 && number < 2 ** 32);
    if (first === "u32" && whole) return { name, words: numbers };
    throw wrong();
}
