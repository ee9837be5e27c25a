// Buttons and a slider that go through the steps of something, forwards and backwards.

import { el } from "./dom.ts";

export class Stepper {
    readonly element: HTMLElement;
    readonly #slider: HTMLInputElement;
    readonly #label: HTMLElement;
    readonly #count: number;
    readonly #what: string;
    readonly #show: (at: number) => void;

    /** Of so many steps, each a `what`; `show` is told which is shown. Nothing is shown before the first move. */
    constructor(what: string, count: number, show: (at: number) => void) {
        this.#what = what;
        this.#count = count;
        this.#show = show;
        const move = (by: number) => (): void => this.go(this.at + by);
        this.#slider = el("input", {
            type: "range",
            min: 0,
            max: Math.max(count - 1, 0),
            value: 0,
            "aria-label": what,
            oninput: () => this.go(this.at),
        });
        this.#label = el("span", { class: "count" }, `${count} ${what}s`);
        this.element = el(
            "div",
            { class: "stepper", role: "group", "aria-label": `Steps: ${what}` },
            el("button", { class: "first", title: "first", onclick: () => this.go(0) }, "|◀"),
            el("button", { class: "back", title: "step back", onclick: move(-1) }, "◀ Back"),
            el("button", { class: "forward", title: "step forward", onclick: move(1) }, "Step ▶"),
            el("button", { class: "last", title: "last", onclick: () => this.go(count - 1) }, "▶|"),
            this.#slider,
            this.#label,
        );
    }

    get at(): number {
        return Number(this.#slider.value);
    }

    go(at: number): void {
        if (this.#count === 0) return;
        const inside = Math.max(0, Math.min(this.#count - 1, at));
        this.#slider.value = String(inside);
        this.#label.textContent = `${this.#what} ${inside + 1} of ${this.#count}`;
        this.#show(inside);
    }
}
