// Pages of the manual as elements: the little of Markdown that they are written in.

import { el } from "./dom.ts";

/** A page. */
export function page(markdown: string): HTMLElement {
    const article = el("article", { class: "manual" });
    const lines = markdown.split("\n");
    for (let at = 0; at < lines.length; at++) {
        const line = lines[at]!;
        if (line.startsWith("```")) {
            const end = lines.findIndex((other, index) => index > at && other.startsWith("```"));
            const last = end < 0 ? lines.length : end;
            const kind = line.slice(3).trim().split(" ").pop() ?? "";
            const code = el("pre", {}, lines.slice(at + 1, last).join("\n"));
            const said = kind === "reject" ? "is refused:" : kind === "accept" ? "is right:" : null;
            article.append(...(said ? [el("p", { class: "said" }, said)] : []), code);
            at = last;
        } else if (line.startsWith("#")) {
            const level = line.search(/[^#]/);
            article.append(el(level === 1 ? "h2" : "h3", {}, ...inline(line.slice(level).trim())));
        } else if (line.startsWith("- ")) {
            const last = article.lastElementChild;
            const list = last instanceof HTMLUListElement ? last : el("ul");
            list.append(el("li", {}, ...inline(line.slice(2))));
            if (list !== last) article.append(list);
        } else if (line.startsWith("|") && !/^[|\s:-]+$/.test(line)) {
            const last = article.lastElementChild;
            const table = last instanceof HTMLTableElement ? last : el("table");
            const cells = line.split("|").slice(1, -1);
            table.append(el("tr", {}, ...cells.map((cell) => el("td", {}, ...inline(cell.trim())))));
            if (table !== last) article.append(table);
        } else if (line.trim() !== "" && !line.startsWith("|")) {
            // A paragraph goes on up to an empty line.
            const last = article.lastElementChild;
            const goesOn = last instanceof HTMLParagraphElement && lines[at - 1]?.trim() !== "";
            if (goesOn) last.append(" ", ...inline(line));
            else article.append(el("p", {}, ...inline(line)));
        }
    }
    return article;
}

/** Code between backquotes; of links the text. */
function inline(text: string): (Node | string)[] {
    const plain = text.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").replace(/\*\*/g, "");
    return plain.split("`").map((piece, index) => (index % 2 === 1 ? el("code", {}, piece) : piece));
}
