// The list of problems below the editor: each goes to its place, and its fix is a button.

import type { Diagnostic } from "../core/core.ts";
import { byId, el, fill } from "./dom.ts";
import type { Editor } from "./editor.ts";

/** The most problems that are listed; the editor marks all. */
const MOST = 50;

export function show(problems: Diagnostic[], editor: Editor, explain: (rule: string) => void): void {
    const rows = problems.slice(0, MOST).map((problem) => {
        const { fix } = problem;
        const said = [problem.message, problem.hint].filter((part) => part !== "").join(": ");
        return el(
            "li",
            { class: problem.severity },
            el(
                "button",
                { class: "place", onclick: () => editor.go(problem.from) },
                `line ${editor.lineOf(problem.from)}: ${said}`,
            ),
            fix ? el("button", { class: "fix", onclick: () => editor.fix(fix) }, `Fix: ${fix.title}`) : null,
            el("button", { class: "rule", title: "explain", onclick: () => explain(problem.rule) }, problem.rule),
        );
    });
    fill(byId("problems"), ...rows);
    const errors = problems.filter((problem) => problem.severity === "error").length;
    const others = problems.length - errors;
    const count = (number: number, what: string): string => `${number} ${what}${number === 1 ? "" : "s"}`;
    byId("problem-count").textContent =
        problems.length === 0 ? "No problems" : [errors && count(errors, "error"), others && count(others, "remark")]
            .filter((part) => part !== 0)
            .join(", ");
}
