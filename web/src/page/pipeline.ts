// The pipeline diagram of the GeForce 3: a row an instruction of a vertex, a column a cycle.

import type { Pipeline } from "../core/core.ts";
import { byId, el, fill } from "./dom.ts";

/** The most rows and cycles that are drawn. */
const MOST_ROWS = 400;
const MOST_CYCLES = 400;

export class PipelineView {
    /** Is told that other vertices or another profile are wanted. */
    onchange: () => void = () => {};

    constructor() {
        for (const id of ["vertices", "profile"]) byId(id).addEventListener("change", () => this.onchange());
    }

    get vertices(): number {
        return Math.max(1, Math.min(1000, Math.floor(Number(byId<HTMLInputElement>("vertices").value)) || 1));
    }

    get profile(): string {
        return byId<HTMLSelectElement>("profile").value;
    }

    /** Says why there is no diagram. */
    refuse(why: string): void {
        fill(byId("diagram"), el("p", {}, why));
        byId("pipeline-summary").textContent = "";
    }

    show(of: Pipeline): void {
        if (of.stages === undefined) {
            const problem = of.problems[0];
            this.refuse(problem ? `The GeForce 3 does not run it: ${problem.message}` : (of.reason ?? "There are no instructions."));
            return;
        }
        const rows = of.stages.slice(0, MOST_ROWS);
        const last = rows.reduce((most, row) => Math.max(most, ...row.map((stage) => stage[1])), 0);
        const cycles = Math.min(last + 1, MOST_CYCLES);
        const head = Array.from({ length: cycles }, (_, cycle) => el("th", { scope: "col" }, String(cycle)));
        fill(
            byId("diagram"),
            el(
                "table",
                { class: "pipeline" },
                el("thead", {}, el("tr", {}, el("th", { scope: "col" }, "cycle"), ...head)),
                el("tbody", {}, ...rows.map((_, index) => row(of, index, cycles))),
            ),
            of.issued > rows.length ? el("p", {}, `${of.issued - rows.length} more instructions are not drawn.`) : null,
        );
        byId("pipeline-summary").textContent = of.summary;
    }
}

function row(of: Pipeline, index: number, cycles: number): HTMLElement {
    const { vertex, thread, word, waited, reason } = of.rows[index]!;
    const stages = of.stages[index]!;
    const cells: HTMLElement[] = [];
    const begin = stages[0]![1] - waited;
    let at = 0;
    const put = (until: number, name: string, kind: string): void => {
        const end = Math.min(until, cycles);
        if (end <= at) return;
        cells.push(el("td", { class: kind, colspan: end - at, title: name }, kind === "" ? "" : name));
        at = end;
    };
    put(begin, "", "");
    const why = reason ? (of.reasons[reason] ?? reason) : "";
    if (waited > 0) put(begin + waited, why, "waits");
    stages.forEach(([name, from], number) => {
        const next = stages[number + 1]?.[1] ?? from + 1;
        put(from + 1, name, name.startsWith("E") ? "execute" : name.toLowerCase());
        if (next > from + 1) put(next, why, "waits");
    });
    put(cycles, "", "");
    const text = of.program[word]?.text ?? "";
    const label = of.threads > 1 ? `t${thread} v${vertex}: ${text}` : `v${vertex}: ${text}`;
    return el("tr", { class: `thread${thread % 4}` }, el("th", { scope: "row" }, label), ...cells);
}
