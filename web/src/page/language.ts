// Colours of the editor: comments, headers, numbers, opcodes. It colours by shapes of words alone; what is right, the
// diagnostics say.

import { HighlightStyle, StreamLanguage, syntaxHighlighting } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import { tags } from "@lezer/highlight";

interface State {
    /** Whether the next word begins a statement. */
    begins: boolean;
    /** Whether `;` begins a comment, as in texts of the QPU assembler of gas. */
    semicolons: boolean;
}

const language = StreamLanguage.define<State>({
    name: "shader assembly",
    startState: () => ({ begins: true, semicolons: false }),
    token(stream, state) {
        if (stream.sol()) state.begins = true;
        if (stream.eatSpace()) return null;
        if (stream.match(/^!!\w+(\.\d+)?/)) return "meta";
        if (stream.sol() && stream.match(/^\[[a-z ]+\]/)) return "heading";
        if (stream.match(/^(#|\/\/).*/)) return "comment";
        if (stream.match(/^;/)) {
            state.begins = true;
            return null;
        }
        if (stream.match(/^-?(0x[0-9a-fA-F]+|\d+\.?\d*([eE][-+]?\d+)?|\.\d+)/)) {
            state.begins = false;
            return "number";
        }
        if (stream.match(/^:?[A-Za-z_$][\w$]*:?/)) {
            const begins = state.begins;
            state.begins = stream.current().endsWith(":");
            if (!begins) return "variableName";
            return stream.current().includes(":") ? "labelName" : "keyword";
        }
        stream.next();
        return null;
    },
    languageData: { commentTokens: { line: "#" } },
});

const style = HighlightStyle.define([
    { tag: tags.keyword, color: "var(--opcode)" },
    { tag: tags.comment, color: "var(--comment)", fontStyle: "italic" },
    { tag: tags.number, color: "var(--number)" },
    { tag: tags.meta, color: "var(--header)", fontWeight: "600" },
    { tag: tags.heading, color: "var(--header)", fontWeight: "600" },
    { tag: tags.labelName, color: "var(--header)" },
]);

export function colours(): Extension {
    return [language, syntaxHighlighting(style)];
}
