// The debugger: a program of the text, or the fragments at the chosen pixel of its picture, forwards and backwards. The run
// itself is in the module; here is only where it stands.

import type { DebugRequest, Debugged, Texels } from "../core/core.ts";
import { byId, el, fill, table } from "./dom.ts";
import type { Editor } from "./editor.ts";
import type { Pixel } from "./picture.ts";

/** What is gone through. */
export type Subject = { pixel: Pixel } | { program: number };

/** What the machine is asked besides the text. */
export type Where = Pick<DebugRequest, "pixel" | "program" | "invocation" | "step" | "thread" | "breakpoints" | "commands">;

/** Keys of the panel, as in the terminal. */
const KEYS: Record<string, string> = {
    ArrowRight: "step",
    ArrowLeft: "back",
    ArrowDown: "next",
    ArrowUp: "back-next",
};

/** A texture, its highest row first. */
function drawn({ name, width, height, pixels }: Texels): HTMLElement {
    const canvas = el("canvas", { class: "texels", width, height, role: "img", "aria-label": name });
    const image = new ImageData(width, height);
    for (let row = 0; row < height; row++) {
        image.data.set(pixels.slice(4 * width * row, 4 * width * (row + 1)), 4 * width * (height - 1 - row));
    }
    canvas.getContext("2d")?.putImageData(image, 0, 0);
    return canvas;
}

export class DebugView {
    readonly #editor: Editor;
    /** Is told that the run is to be asked. */
    onask: (where: Where) => void = () => {};
    #subjects: Subject[] = [];
    #breakpoints: number[] = [];
    #at: Debugged | null = null;

    constructor(editor: Editor) {
        this.#editor = editor;
        for (const button of byId("debug-controls").querySelectorAll<HTMLElement>("[data-command]")) {
            button.addEventListener("click", () => this.ask(button.dataset["command"]!));
        }
        byId("debug-fragment").addEventListener("click", () => this.#move(1));
        byId("debug-fragment-back").addEventListener("click", () => this.#move(-1));
        byId("debug-break").addEventListener("click", () => this.#toggle(editor.line));
        byId("debug-of").addEventListener("change", () => this.begin());
        byId("debug-ask").addEventListener("submit", (event) => {
            event.preventDefault();
            const input = byId<HTMLInputElement>("debug-command");
            if (input.value.trim() !== "") this.ask(input.value.trim());
            input.value = "";
        });
        byId("debug-run").addEventListener("keydown", (event) => {
            const command = KEYS[event.key];
            if (command === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
            event.preventDefault();
            this.ask(command);
        });
    }

    /** What can be gone through, with words for each. What was chosen stays if it is still there. */
    offer(subjects: { subject: Subject; words: string }[]): void {
        const select = byId<HTMLSelectElement>("debug-of");
        const before = JSON.stringify(this.#subjects[Number(select.value)] ?? null);
        this.#subjects = subjects.map(({ subject }) => subject);
        fill(select, ...subjects.map(({ words }, index) => el("option", { value: index }, words)));
        const same = this.#subjects.findIndex((subject) => JSON.stringify(subject) === before);
        select.value = String(Math.max(same, 0));
    }

    /** A pixel was chosen: it is what is gone through next. */
    pixelChosen(): void {
        this.#subjects = [];
    }

    /** Goes to the beginning of what is chosen. */
    begin(): void {
        this.#at = null;
        this.#send([]);
    }

    /** The text has changed: where a run stood says nothing any more. */
    forget(): void {
        this.#at = null;
        this.#breakpoints = [];
        this.#list();
    }

    /** Has a command carried out where the run stands. */
    ask(command: string): void {
        this.#send([command]);
    }

    #move(by: number): void {
        const invocation = Math.max((this.#at?.invocation ?? 0) + by, 0);
        this.#at = null;
        this.#send([], invocation);
    }

    #send(commands: string[], invocation = this.#at?.invocation ?? 0): void {
        const subject = this.#subjects[Number(byId<HTMLSelectElement>("debug-of").value)];
        if (!subject) {
            this.refuse("There is nothing to go through: a program of OpenGL, or a pixel of a scene’s picture.");
            return;
        }
        const where: Where = {
            ...subject,
            invocation,
            step: this.#at?.step ?? 0,
            breakpoints: this.#breakpoints.map(String),
            commands,
        };
        if (this.#at) where.thread = this.#at.thread;
        this.onask(where);
    }

    #toggle(line: number): void {
        const known = this.#breakpoints.indexOf(line);
        if (known >= 0) this.#breakpoints.splice(known, 1);
        else this.#breakpoints.push(line);
        this.#breakpoints.sort((one, other) => one - other);
        this.#list();
    }

    #list(): void {
        const rows = this.#breakpoints.map((line) =>
            el("li", {}, `line ${line} `, el("button", { onclick: () => this.#toggle(line) }, "Remove")),
        );
        fill(byId("debug-breakpoints"), ...rows);
    }

    /** There is no run. */
    refuse(why: string): void {
        this.#at = null;
        byId("debug-where").textContent = why;
        for (const id of ["debug-registers", "debug-threads", "debug-replies"]) fill(byId(id));
        this.#editor.step(null);
    }

    /** Shows where a run stands. */
    show(at: Debugged): void {
        if (at.refused !== undefined) {
            this.refuse(at.refused);
            return;
        }
        this.#at = at;
        const place = at.line === null ? (at.end ?? "no instruction is next") : `line ${at.line}: ${at.instruction}`;
        byId("debug-where").textContent = `step ${at.step}, ${at.threads[at.thread]?.name ?? "thread"}: ${place}`;
        this.#editor.step(at.line);
        const registers = at.registers.map(({ name, group, value, written }) => [
            el("code", { class: written ? "written" : "" }, name),
            el("span", { class: "number" }, value),
            group,
        ]);
        fill(byId("debug-registers"), table(["register", "value", "kind"], registers));
        const threads = at.threads.map((thread, number) => [
            el("button", { class: "place", onclick: () => this.#look(number) }, thread.name),
            thread.line === null ? "" : `line ${thread.line}`,
            thread.activity,
        ]);
        fill(byId("debug-threads"), table(["thread", "at", "is"], threads));
        const replies = at.replies.flatMap(({ command, text, picture }) => [
            el("pre", {}, `> ${command}\n${text}`),
            picture === null ? null : drawn(picture),
        ]);
        fill(byId("debug-replies"), ...replies);
    }

    #look(thread: number): void {
        if (!this.#at) return;
        this.#at = { ...this.#at, thread };
        this.#send([]);
    }
}
