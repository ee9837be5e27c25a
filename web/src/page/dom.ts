// Elements, made of names, attributes and texts. Texts are texts: nothing of a source becomes markup here, and no other
// file of the page makes elements.

type Child = Node | string | null | undefined;

/** An element with attributes and children; `class`, `id`, `aria-…` and so on by their names, handlers by `on…`. */
export function el<K extends keyof HTMLElementTagNameMap>(
    name: K,
    attributes: Record<string, string | number | boolean | ((event: never) => void)> = {},
    ...children: Child[]
): HTMLElementTagNameMap[K] {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) {
        if (typeof value === "function") {
            element.addEventListener(key.slice(2), value as EventListener);
        } else if (typeof value === "boolean") {
            element.toggleAttribute(key, value);
        } else {
            element.setAttribute(key, String(value));
        }
    }
    element.append(...children.filter((child) => child !== null && child !== undefined));
    return element;
}

/** The element of the page with an id. */
export function byId<E extends HTMLElement = HTMLElement>(id: string): E {
    const found = document.getElementById(id);
    if (!found) throw new Error(`the page has no #${id}`);
    return found as E;
}

/** Puts children in the place of those that are there. */
export function fill(parent: Element, ...children: Child[]): void {
    parent.replaceChildren(...children.filter((child) => child !== null && child !== undefined));
}

/** A table: a row of heads, and rows of cells. */
export function table(heads: string[], rows: (Child | Child[])[][], attributes: Record<string, string> = {}): HTMLElement {
    const cell = (content: Child | Child[]): HTMLElement =>
        el("td", {}, ...(Array.isArray(content) ? content : [content]));
    return el(
        "table",
        attributes,
        el("thead", {}, el("tr", {}, ...heads.map((head) => el("th", { scope: "col" }, head)))),
        el("tbody", {}, ...rows.map((row) => el("tr", {}, ...row.map(cell)))),
    );
}
