// The history of a pixel: each command that changed it, each fragment that covered it, and what its program did,
// instruction by instruction, forwards and backwards.

import type { ColorOutput, Fragment, FragmentTest, History, PixelValue, TraceStep } from "../core/core.ts";
import { byId, el, fill } from "./dom.ts";
import type { Editor } from "./editor.ts";
import { Stepper } from "./stepper.ts";

const DROPPED: Record<NonNullable<Fragment["dropped"]>, string> = {
    discarded: "the program discards it",
    coverage: "no sample is left of its coverage",
    alpha: "it fails the alpha test",
    stencil: "it fails the stencil test",
    depth: "it fails the depth test",
};

function short(value: number): string {
    return Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(7)));
}

function shown({ colors, depth, stencil }: PixelValue): string {
    const parts = colors.map((color, buffer) => {
        const name = colors.length === 1 ? "colour" : `colour ${buffer}`;
        return `${name} (${color.map(short).join(", ")})`;
    });
    if (depth !== null) parts.push(`depth ${short(depth)}`);
    if (stencil !== null) parts.push(`stencil ${stencil}`);
    return parts.join(", ");
}

function change(before: PixelValue, after: PixelValue): string {
    const [from, to] = [shown(before), shown(after)];
    return from === to ? `nothing changes: ${to}` : `${from} becomes ${to}`;
}

function tested({ test, function: compare, value, against }: FragmentTest, dropped: Fragment["dropped"]): string {
    const verb = dropped === test ? "fails" : "passes";
    return `${verb} the ${test} test: ${short(value)} ${compare} ${short(against)}`;
}

function blended({ buffer, blend }: ColorOutput): string {
    const part = (of: 0 | 1): string => `${blend!.equation[of]}(${blend!.source[of]}, ${blend!.destination[of]})`;
    const [colors, alpha] = [part(0), part(1)];
    return `colour ${buffer} is blended: ${colors}${alpha === colors ? "" : `, alpha ${alpha}`}`;
}

function variables(of: { name: string; value: (number | null)[] }[]): HTMLElement | null {
    if (of.length === 0) return null;
    const rows = of.map(({ name, value }) => {
        const numbers = value.map((one) => (one === null ? "NaN or Inf" : short(one)));
        return el("li", {}, el("code", {}, name), ` = ${numbers.join(", ")}`);
    });
    return el("ul", { class: "values" }, ...rows);
}

/** Shows a history. */
export function show(history: History, editor: Editor): void {
    const where = el("h3", {}, `Pixel (${history.x}, ${history.y}), counted from the lower left`);
    if (!history.value) {
        fill(byId("history"), where, el("p", {}, "It is outside of the framebuffer."));
        return;
    }
    const commands = history.commands.map((entry) =>
        el(
            "li",
            {},
            line(editor, entry.line, entry.command),
            entry.framebuffer ? ` (framebuffer ${entry.framebuffer})` : null,
            entry.fragments.length === 0 ? el("p", {}, change(entry.before, entry.after)) : null,
            ...entry.fragments.map((fragment, number) => fragmentOf(fragment, number + 1, editor)),
        ),
    );
    const more = history.unlisted_fragments;
    fill(
        byId("history"),
        where,
        el("p", { class: "result" }, `At the end: ${shown(history.value)}`),
        el("ol", { class: "commands" }, ...commands),
        more > 0 ? el("p", {}, `${more} more fragments are not listed.`) : null,
    );
}

/** A line of the text, which a click goes to. */
function line(editor: Editor, number: number, text: string): HTMLElement {
    const go = (): void => editor.go(editor.lineStart(number));
    return el("button", { class: "place", onclick: go }, `line ${number}: `, el("code", {}, text));
}

function fragmentOf(of: Fragment, number: number, editor: Editor): HTMLElement {
    const side = of.front ? "front" : "back";
    const title = `fragment ${number}: primitive ${of.primitive}, ${side}, depth ${short(of.depth)}`;
    const { trace } = of;
    return el(
        "section",
        { class: of.dropped ? "fragment dropped" : "fragment" },
        el("h4", {}, title, of.dropped ? ` – dropped: ${DROPPED[of.dropped]}` : null),
        of.vertices.length > 0 ? el("p", { class: "number" }, `vertices ${of.vertices.join(", ")}`) : null,
        variables(of.attributes),
        trace === null ? el("p", {}, "The fragment stage is fixed function.") : traced(trace, of, editor),
        variables(of.results),
        ...of.tests.map((test) => el("p", { class: "number" }, tested(test, of.dropped))),
        ...of.outputs.map((output) => (output.blend ? el("p", { class: "number" }, blended(output)) : null)),
        el("p", { class: "result" }, change(of.before, of.after)),
    );
}

function traced(trace: TraceStep[], of: Fragment, editor: Editor): HTMLElement {
    const vector = (numbers: string[]): string => `(${numbers.join(", ")})`;
    const stepper = new Stepper("instruction", trace.length, (at) => {
        const step = trace[at]!;
        editor.step(step.line);
        fill(
            body,
            el("p", {}, `line ${step.line}: `, el("code", {}, step.instruction)),
            ...step.reads.map((read) => el("p", { class: "number" }, `reads ${vector(read)}`)),
            step.gives ? el("p", { class: "number" }, `gives ${vector(step.gives)}`) : null,
        );
    });
    const body = el("div", { class: "step", "aria-live": "polite" });
    const rows = trace.map((step, at) =>
        el(
            "tr",
            {},
            el("td", {}, el("button", { class: "place", onclick: () => stepper.go(at) }, String(step.line))),
            el("td", {}, el("code", {}, step.instruction)),
            el("td", { class: "number" }, step.gives ? vector(step.gives) : ""),
        ),
    );
    const unlisted = of.unlisted_instructions ?? 0;
    return el(
        "details",
        { open: true },
        el("summary", {}, `its program, ${trace.length} instructions`),
        stepper.element,
        body,
        el("table", { class: "trace" }, el("tbody", {}, ...rows)),
        unlisted > 0 ? el("p", {}, `${unlisted} more instructions are not listed.`) : null,
    );
}
