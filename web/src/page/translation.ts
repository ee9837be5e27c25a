// The translation of the text's programs beside it, in the target that is chosen, with what to bind.

import type { About, Shader, Translated } from "../core/core.ts";
import { byId, el, fill } from "./dom.ts";

export class TranslationView {
    readonly #target = byId<HTMLSelectElement>("target");
    /** Is told that another target is chosen. */
    onchange: () => void = () => {};

    constructor() {
        this.#target.addEventListener("change", () => this.onchange());
        byId("fast").addEventListener("change", () => this.onchange());
    }

    offer(about: About): void {
        const options = about.targets.map(({ name, description }) => el("option", { value: name, title: description }, name));
        fill(this.#target, ...options);
        this.#target.value = "glsl330";
        if (this.#target.selectedIndex < 0) this.#target.selectedIndex = 0;
    }

    get target(): string {
        return this.#target.value;
    }

    get fast(): boolean {
        return byId<HTMLInputElement>("fast").checked;
    }

    show(translated: Translated): void {
        const refused = translated.problems.filter((problem) => problem.severity === "error");
        fill(
            byId("shaders"),
            ...translated.shaders.map(shader),
            ...refused.map((problem) =>
                el("p", { class: "refused" }, [problem.message, problem.hint, ...problem.notes].filter(Boolean).join(": ")),
            ),
            translated.shaders.length + refused.length === 0 ? el("p", {}, "There is no program to translate.") : null,
        );
    }
}

function shader(of: Shader): HTMLElement {
    const code = el("pre", { class: "code", tabindex: 0, "aria-label": `${of.stage} shader` }, of.text);
    const told = el("span", { "aria-live": "polite" });
    const copy = async (): Promise<void> => {
        told.textContent = (await copied(of.text, code)) ? " copied" : " select it and copy it by hand";
    };
    return el(
        "section",
        { class: "shader" },
        el("h3", {}, `${of.stage} shader `, el("button", { class: "copy", onclick: copy }, "Copy"), told),
        code,
        el(
            "details",
            {},
            el("summary", {}, "what to bind"),
            el("pre", { class: "code" }, JSON.stringify(of.reflection, null, 2)),
        ),
    );
}

/** Copies a text; where the browser has no clipboard for pages of files, by a selection. */
async function copied(text: string, shown: HTMLElement): Promise<boolean> {
    try {
        await navigator.clipboard.writeText(text);
        return true;
    } catch {
        const selection = getSelection();
        selection?.selectAllChildren(shown);
        return document.execCommand("copy");
    }
}
