// The editor: CodeMirror with the colours of the page, diagnostics with their fixes, a marked line, and the manual on
// words under the pointer.

import type { CompletionContext, CompletionResult } from "@codemirror/autocomplete";
import { lintGutter, setDiagnostics, type Diagnostic as Marked } from "@codemirror/lint";
import { EditorState, StateEffect, StateField, type ChangeSpec } from "@codemirror/state";
import { Decoration, EditorView, hoverTooltip, type DecorationSet } from "@codemirror/view";
import { basicSetup } from "codemirror";

import type { Diagnostic, Word } from "../core/core.ts";
import { el } from "./dom.ts";
import { colours } from "./language.ts";

/** Puts the mark of a step on a line (from 1), or takes it away. */
const mark = StateEffect.define<number | null>();

const marked = StateField.define<DecorationSet>({
    create: () => Decoration.none,
    update(old, transaction) {
        let lines = old.map(transaction.changes);
        for (const effect of transaction.effects) {
            if (!effect.is(mark)) continue;
            const line = effect.value;
            const inside = line !== null && line >= 1 && line <= transaction.state.doc.lines;
            const start = inside ? transaction.state.doc.line(line).from : 0;
            lines = inside ? Decoration.set(Decoration.line({ class: "stepped" }).range(start)) : Decoration.none;
        }
        return lines;
    },
    provide: (field) => EditorView.decorations.from(field),
});

const theme = EditorView.theme({
    "&": { height: "100%", backgroundColor: "var(--paper)", color: "var(--ink)", fontSize: "13px" },
    ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.5" },
    ".cm-gutters": { backgroundColor: "var(--paper)", color: "var(--faint)", border: "none" },
    ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "var(--active)" },
    "&.cm-focused": { outline: "1px solid var(--accent)", outlineOffset: "-1px" },
    ".cm-cursor": { borderLeftColor: "var(--ink)" },
    "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
        backgroundColor: "var(--selection)",
    },
    ".cm-tooltip": { backgroundColor: "var(--raised)", color: "var(--ink)", border: "1px solid var(--line)" },
    ".cm-panels": { backgroundColor: "var(--raised)", color: "var(--ink)" },
    ".cm-diagnostic": { fontFamily: "var(--sans)", padding: "6px 10px" },
    ".stepped": { backgroundColor: "var(--step)" },
});

/** What the editor asks of the page. */
export interface Asked {
    /** The text has changed. */
    changed(): void;
    /** The manual on a word; `null` if it has no page. */
    explain(word: string): Promise<HTMLElement | null>;
}

const KINDS: Record<Word["chapter"], string> = { opcodes: "function", bindings: "variable", options: "keyword" };

export class Editor {
    readonly #view: EditorView;
    #words: Word[] = [];

    constructor(parent: HTMLElement, asked: Asked) {
        // One function for good: what another gave is thrown away.
        const data = [{ autocomplete: (at: CompletionContext) => this.#complete(at) }];
        this.#view = new EditorView({
            parent,
            extensions: [
                basicSetup,
                colours(),
                EditorState.languageData.of(() => data),
                lintGutter(),
                marked,
                theme,
                EditorView.contentAttributes.of({ "aria-label": "Program or scene", spellcheck: "false" }),
                EditorView.updateListener.of((update) => {
                    if (update.docChanged) asked.changed();
                }),
                hoverTooltip(async (view, at) => {
                    const word = wordAt(view.state.doc.lineAt(at).text, at - view.state.doc.lineAt(at).from);
                    const page = word && (await asked.explain(word.text));
                    if (!word || !page) return null;
                    const from = view.state.doc.lineAt(at).from + word.from;
                    return {
                        pos: from,
                        end: from + word.text.length,
                        above: true,
                        create: () => ({ dom: el("div", { class: "hover" }, page) }),
                    };
                }, { hoverTime: 500 }),
            ],
        });
    }

    /** Words that are offered while one is typed. */
    offer(words: Word[]): void {
        this.#words = words;
    }

    #complete(at: CompletionContext): CompletionResult | null {
        const word = at.matchBefore(/[A-Za-z_][\w.[\]]*/);
        if (!word || (word.to - word.from < 2 && !at.explicit)) return null;
        const options = this.#words.map(({ name, summary, chapter }) => ({
            label: name,
            info: summary,
            type: KINDS[chapter],
        }));
        return { from: word.from, options, validFor: /^[\w.[\]]*$/ };
    }

    get text(): string {
        return this.#view.state.doc.toString();
    }

    /** Puts another text there. */
    set text(text: string) {
        this.#view.dispatch({
            changes: { from: 0, to: this.#view.state.doc.length, insert: text },
            selection: { anchor: 0 },
            effects: mark.of(null),
            scrollIntoView: true,
        });
    }

    /** The line of the cursor, from 1. */
    get line(): number {
        return this.#view.state.doc.lineAt(this.#view.state.selection.main.head).number;
    }

    /** The word at the cursor. */
    get word(): string | undefined {
        const line = this.#view.state.doc.lineAt(this.#view.state.selection.main.head);
        return wordAt(line.text, this.#view.state.selection.main.head - line.from)?.text;
    }

    change(changes: ChangeSpec): void {
        this.#view.dispatch({ changes });
    }

    /** Underlines problems; each has its fix as a button. */
    show(problems: Diagnostic[]): void {
        const length = this.#view.state.doc.length;
        const found = problems.map((problem): Marked => {
            const { fix } = problem;
            const from = Math.min(problem.from, length);
            return {
                from,
                to: Math.min(Math.max(problem.to, from), length),
                severity: problem.severity === "note" ? "info" : problem.severity,
                source: problem.rule,
                message: [problem.message, problem.hint, ...problem.notes].filter((part) => part !== "").join("\n"),
                actions: fix
                    ? [{ name: `Fix: ${fix.title}`, apply: () => this.fix(fix) }]
                    : [],
            };
        });
        this.#view.dispatch(setDiagnostics(this.#view.state, found));
    }

    /** Makes the change that a problem proposes. */
    fix(fix: { from: number; to: number; replacement: string }): void {
        this.change({ from: fix.from, to: fix.to, insert: fix.replacement });
        this.#view.focus();
    }

    /** Goes to a place. */
    go(at: number): void {
        const anchor = Math.min(at, this.#view.state.doc.length);
        this.#view.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: "center" }) });
        this.#view.focus();
    }

    /** Marks a line (from 1) as the one that was stepped to, and shows it; `null` marks none. */
    step(line: number | null): void {
        const { doc } = this.#view.state;
        const effects: StateEffect<unknown>[] = [mark.of(line)];
        if (line !== null && line >= 1 && line <= doc.lines) {
            effects.push(EditorView.scrollIntoView(doc.line(line).from, { y: "nearest", yMargin: 60 }));
        }
        this.#view.dispatch({ effects });
    }

    /** Where a line begins. */
    lineStart(line: number): number {
        const { doc } = this.#view.state;
        return doc.line(Math.min(Math.max(line, 1), doc.lines)).from;
    }

    /** The number of the line of a place. */
    lineOf(at: number): number {
        const { doc } = this.#view.state;
        return doc.lineAt(Math.min(at, doc.length)).number;
    }
}

/** The name around a place of a line: with points and brackets, as bindings have them. */
function wordAt(line: string, at: number): { text: string; from: number } | null {
    for (const match of line.matchAll(/[A-Za-z_][\w.]*(\[[\w.]*\][\w.]*)*/g)) {
        if (match.index <= at && at <= match.index + match[0].length) {
            return { text: match[0].replace(/\.$/, ""), from: match.index };
        }
    }
    return null;
}
