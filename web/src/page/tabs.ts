// Tabs as the patterns of ARIA have them: arrow keys go from tab to tab, the panel of one is shown.

import { byId } from "./dom.ts";

export class Tabs {
    readonly #tabs: HTMLElement[];
    /** Is told the name of the tab that is shown. */
    onshow: (name: string) => void = () => {};
    #shown: string;

    constructor(list: HTMLElement) {
        this.#tabs = [...list.querySelectorAll<HTMLElement>("[role=tab]")];
        this.#shown = this.#tabs[0]?.dataset["tab"] ?? "";
        this.#tabs.forEach((tab, index) => {
            tab.addEventListener("click", () => this.show(tab.dataset["tab"]!));
            tab.addEventListener("keydown", (event) => {
                const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
                if (step === undefined) return;
                const next = this.#tabs[(index + step + this.#tabs.length) % this.#tabs.length]!;
                next.focus();
                this.show(next.dataset["tab"]!);
                event.preventDefault();
            });
        });
    }

    get shown(): string {
        return this.#shown;
    }

    show(name: string): void {
        this.#shown = name;
        for (const tab of this.#tabs) {
            const own = tab.dataset["tab"]!;
            tab.setAttribute("aria-selected", String(own === name));
            tab.tabIndex = own === name ? 0 : -1;
            byId(`panel-${own}`).hidden = own !== name;
        }
        this.onshow(name);
    }
}
