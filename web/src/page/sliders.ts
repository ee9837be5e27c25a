// Sliders for the numbers of a scene. A slider changes the text, which is where the numbers are.

import type { AdjustableRow, Range } from "../core/core.ts";
import { byId, el, fill } from "./dom.ts";
import type { Editor } from "./editor.ts";

interface Slider {
    range: Range;
    slider: HTMLInputElement;
    number: HTMLInputElement;
}

export class Sliders {
    readonly #editor: Editor;
    #sliders: Slider[] = [];
    /** Labels and numbers of values: while they stay, so do the elements. */
    #shape = "";

    constructor(editor: Editor) {
        this.#editor = editor;
    }

    show(rows: AdjustableRow[]): void {
        const shape = JSON.stringify(rows.map((row) => [row.label, row.numbers.length]));
        if (shape !== this.#shape) this.#build(rows, shape);
        const numbers = rows.flatMap((row) => row.numbers);
        this.#sliders.forEach((slider, index) => {
            const now = numbers[index]!;
            slider.range = { from: now.from, to: now.to };
            if (Number(slider.number.value) === now.value) return;
            spread(slider.slider, now.value);
            slider.slider.value = slider.number.value = String(now.value);
        });
    }

    #build(rows: AdjustableRow[], shape: string): void {
        this.#shape = shape;
        this.#sliders = [];
        const made = rows.map((row) => {
            const pairs = row.numbers.map((one, index) => {
                const label = `${row.label}, number ${index + 1}`;
                const slider = el("input", { type: "range", step: "any", "aria-label": label });
                const number = el("input", { type: "number", step: "any", "aria-label": `${label} as a number` });
                spread(slider, one.value);
                slider.value = number.value = String(one.value);
                const own: Slider = { range: { from: one.from, to: one.to }, slider, number };
                slider.addEventListener("input", () => this.#set(own, Number(slider.value)));
                number.addEventListener("change", () => this.#set(own, Number(number.value)));
                this.#sliders.push(own);
                return el("div", { class: "pair" }, slider, number);
            });
            return el("fieldset", {}, el("legend", {}, row.label), ...pairs);
        });
        fill(byId("sliders"), ...made);
        byId("no-sliders").hidden = rows.length > 0;
    }

    #set(own: Slider, value: number): void {
        if (!Number.isFinite(value)) return;
        const text = String(Number(value.toPrecision(4)));
        own.number.value = own.slider.value = text;
        const { from, to } = own.range;
        this.#editor.change({ from, to, insert: text });
        const more = text.length - (to - from);
        own.range = { from, to: to + more };
        for (const { range } of this.#sliders) {
            if (range.from > from) {
                range.from += more;
                range.to += more;
            }
        }
    }
}

/** The ends of a slider: parts of one for what looks like such, else some times the value on both sides. */
function spread(slider: HTMLInputElement, value: number): void {
    const far = Math.abs(value) <= 1 ? 1 : Math.abs(value) * 2;
    slider.max = String(far);
    slider.min = String(value <= 0 || far > 1 ? -far : 0);
}
