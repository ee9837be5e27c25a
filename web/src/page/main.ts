// The page: what happens when the text changes, and when something is asked of it.

import script from "embedded:worker";

import type { Checked, Diagnostic, Run } from "../core/core.ts";
import * as cost from "./cost.ts";
import { DebugView, type Where } from "./debug.ts";
import { byId, el, fill } from "./dom.ts";
import { Editor } from "./editor.ts";
import * as examples from "./examples.ts";
import * as history from "./history.ts";
import { Cancelled, Machine } from "./machine.ts";
import { page as manualPage } from "./markdown.ts";
import { module } from "./module.ts";
import { PictureView, type Pixel } from "./picture.ts";
import { PipelineView } from "./pipeline.ts";
import * as problems from "./problems.ts";
import { QpuView } from "./qpu.ts";
import { isScene, sceneOf } from "./scene.ts";
import { Sliders } from "./sliders.ts";
import { Tabs } from "./tabs.ts";
import { TranslationView } from "./translation.ts";

/** Milliseconds of rest after which a changed text is judged. */
const REST = 200;

/** Milliseconds after which what is not over yet is said to be under way. */
const MOMENT = 150;

/** What a run may take: a few seconds of a fast machine; the user can end it before. */
const BUDGET = { memory: 512 * 2 ** 20, work: 4e9 };

const compiled = module();
/** Answers at once: checks, numbers, pages of the manual. */
const quick = new Machine(compiled, script);
/** Draws, translates and runs. */
const heavy = new Machine(compiled, script);

let name = examples.FIRST;
let checked: Checked = { kind: "programs", diagnostics: [], programs: [] };
/** What the last run says of the text; gone when the text changes. */
let runProblems: Diagnostic[] = [];
/** The text that is drawn, or was drawn last. */
let drawn: string | null = null;
/** The pixel that was chosen last. */
let chosenPixel: Pixel | null = null;
/** Files that the user gave. */
const own = new Map<string, Uint8Array>();

const editor = new Editor(byId("editor"), { changed: () => later(), explain: hover });
const tabs = new Tabs(byId("tabs"));
const picture = new PictureView();
const sliders = new Sliders(editor);
const translation = new TranslationView();
const pipeline = new PipelineView();
const qpu = new QpuView(editor);
const debug = new DebugView(editor);

let timer: ReturnType<typeof setTimeout> | undefined;

function later(): void {
    clearTimeout(timer);
    timer = setTimeout(() => void changed(), REST);
}

/** Says what happens, or what went wrong; a request that was given up is neither. */
function say(text: string): void {
    byId("status").textContent = text;
}

async function attempt(work: () => Promise<void>): Promise<void> {
    try {
        await work();
    } catch (error) {
        if (error instanceof Cancelled) return;
        say(error instanceof Error ? error.message : String(error));
    }
}

/** The text has changed: it is judged, then what is shown of it is made anew. */
function changed(): Promise<void> {
    return attempt(async () => {
        const text = editor.text;
        editor.step(null);
        debug.forget();
        const [judged, rows] = await Promise.all([
            quick.ask({ do: "check", name, text, files: files(text) }),
            quick.ask({ do: "adjustable", text }),
        ]);
        if (editor.text !== text) return;
        checked = judged;
        if (drawn !== text) runProblems = [];
        showProblems();
        sliders.show(checked.kind === "programs" ? rows : []);
        byId("make-scene").hidden = checked.kind !== "programs" || isScene(name, text) || sceneOf(text) === null;
        refresh();
    });
}

function showProblems(): void {
    const all = [...checked.diagnostics];
    const isThere = (other: Diagnostic): boolean =>
        all.some((one) => one.from === other.from && one.rule === other.rule && one.message === other.message);
    for (const problem of runProblems) if (!isThere(problem)) all.push(problem);
    all.sort((one, other) => one.from - other.from);
    editor.show(all);
    problems.show(all, editor, (rule) => void explain(rule));
}

function files(text: string): Record<string, Uint8Array> {
    return { ...examples.filesOf(text), ...Object.fromEntries(own) };
}

/** What the shown tab shows, made anew. */
function refresh(): void {
    const hasErrors = checked.diagnostics.some((problem) => problem.severity === "error");
    switch (tabs.shown) {
        case "picture":
            // A picture that is there stays, with the history of its pixel.
            if (!hasErrors && drawn !== editor.text) void draw();
            break;
        case "translation":
            void translate();
            break;
        case "cost":
            void attempt(async () => cost.show(await heavy.ask({ do: "statistics", name, text: editor.text })));
            break;
        case "pipeline":
            void time();
            break;
        case "debug":
            offerRuns();
            debug.begin();
            break;
        case "qpu":
        case "manual":
            break;
    }
}

/** What can be gone through: the chosen pixel, and each program that is accepted. */
function offerRuns(): void {
    const pixel = chosenPixel;
    const ofPixel = pixel && isScene(name, editor.text) ? [{ subject: { pixel }, words: `pixel (${pixel.x}, ${pixel.y})` }] : [];
    const programs = checked.programs.flatMap(({ header, accepted, from }, program) =>
        accepted ? [{ subject: { program }, words: `${header ?? "program"} of line ${editor.lineOf(from)}` }] : [],
    );
    debug.offer([...ofPixel, ...programs]);
}

/** Asks where a run stands after some commands. */
function goThrough(where: Where): Promise<void> {
    return attempt(async () => {
        const text = editor.text;
        const at = await heavy.ask({ do: "debug", name, text, files: files(text), ...where });
        if (editor.text === text) debug.show(at);
    });
}

/** Draws the scene; with a pixel, its history too. */
function draw(pixel?: Pixel): Promise<void> {
    return attempt(async () => {
        const text = editor.text;
        if (checked.kind !== "programs" || !isScene(name, text)) {
            picture.show(null);
            byId("no-picture-why").textContent = noPicture(checked.kind);
            return;
        }
        const begun = performance.now();
        drawn = text;
        const request = { do: "run", name, text, files: files(text), budget: BUDGET } as const;
        const slow = setTimeout(() => say("Drawing…"), MOMENT);
        let run: Run;
        try {
            run = await heavy.ask(pixel ? { ...request, pixel } : request);
        } catch (error) {
            drawn = null;
            throw error;
        } finally {
            clearTimeout(slow);
        }
        if (editor.text !== text) {
            say("");
            return;
        }
        const spent = performance.now() - begun;
        picture.show(run.picture);
        if (!run.picture) byId("no-picture-why").textContent = "It draws nothing.";
        runProblems = [...run.problems, ...run.notes];
        showProblems();
        verdict(run, spent);
        if (run.history) {
            history.show(run.history, editor);
        } else {
            fill(byId("history"), el("p", { class: "hint" }, "Choose a pixel to see how it came to its colour."));
        }
    });
}

function noPicture(kind: Checked["kind"]): string {
    switch (kind) {
        case "programs":
            return "A program by itself draws nothing: a scene does.";
        case "geforce3":
            return "This is text of the GeForce 3: the tab “GeForce 3” shows it in the pipeline.";
        case "qpu":
            return "This is a program of the QPU: the tab “QPU” runs it.";
    }
}

function verdict(run: Run, spent: number): void {
    const words = { pass: "Drawn", fail: "A probe failed", skip: "Skipped", error: "Not drawn" };
    const time = run.verdict === "skip" ? "" : ` in ${Math.round(spent)} ms`;
    say(`${words[run.verdict]}${time}${run.reason ? `: ${run.reason}` : ""}`);
    fill(
        byId("probes"),
        ...run.failures.slice(0, 20).map((failure) => {
            const place = failure.pixel
                ? `at (${failure.pixel.join(", ")})`
                : failure.byte !== undefined
                  ? `at byte ${failure.byte}`
                  : `of query ${failure.query}`;
            const said = `line ${editor.lineOf(failure.from)}: ${place} expected ${failure.expected}, found ${failure.found}`;
            return el("li", {}, el("button", { class: "place", onclick: () => editor.go(failure.from) }, said));
        }),
        ...run.buffers.map(({ name, data }) => el("li", {}, `buffer ${name}: ${data.length} bytes`)),
    );
}

function translate(): Promise<void> {
    return attempt(async () => {
        const request = { do: "translate", name, text: editor.text, target: translation.target } as const;
        translation.show(await heavy.ask({ ...request, fast: translation.fast }));
    });
}

/** The vertex program of the text in the pipeline of the GeForce 3. */
function time(): Promise<void> {
    return attempt(async () => {
        const text = vertexProgram();
        if (text === null) {
            pipeline.refuse("The GeForce 3 runs vertex programs, and there is none that is accepted.");
            return;
        }
        pipeline.show(await heavy.ask({ do: "geforce3", text, vertices: pipeline.vertices, profile: pipeline.profile }));
    });
}

function vertexProgram(): string | null {
    if (checked.kind === "geforce3") return editor.text;
    const isVertex = (header: string | null): boolean => /^!!(ARBvp1\.0|VP1\.[01]|VSP1\.0)/.test(header ?? "");
    const found = checked.programs.find((program) => program.accepted && isVertex(program.header));
    return found ? editor.text.slice(found.from, found.to) : null;
}

function runQpu(): Promise<void> {
    return attempt(async () => {
        if (checked.kind !== "qpu") {
            qpu.refuse("This is no program of the QPU. The examples have some.");
            return;
        }
        const text = editor.text;
        try {
            const { launches, buffers } = qpu;
            qpu.show(await heavy.ask({ do: "qpu", name, text, files: files(text), launches, buffers, budget: 2e7 }));
        } catch (error) {
            if (error instanceof Cancelled) throw error;
            qpu.refuse(error instanceof Error ? error.message : String(error));
        }
    });
}

/** Shows a page of the manual in its tab. */
function explain(word: string): Promise<void> {
    return attempt(async () => {
        byId<HTMLInputElement>("word").value = word;
        tabs.show("manual");
        try {
            fill(byId("manual"), manualPage(await quick.ask({ do: "explain", name: word })));
        } catch (error) {
            if (error instanceof Cancelled) throw error;
            fill(byId("manual"), el("p", {}, error instanceof Error ? error.message : String(error)));
        }
    });
}

async function hover(word: string): Promise<HTMLElement | null> {
    // A name of the program itself may have a selector behind it; an opcode has its suffixes there.
    for (const candidate of [word, word.split(/[._]/)[0]!]) {
        if (candidate.length < 2) continue;
        try {
            return manualPage(await quick.ask({ do: "explain", name: candidate }));
        } catch {
            // There is no page of this name.
        }
    }
    return null;
}

/** Takes a text into the editor. */
function open(path: string, text: string): void {
    name = path;
    checked = { kind: "programs", diagnostics: [], programs: [] };
    qpu.prepare(path);
    say("");
    fill(byId("history"));
    document.title = `${path} – Quadrille`;
    editor.text = text;
    clearTimeout(timer);
    drawn = null;
    chosenPixel = null;
    void changed();
}

/** Names of programs and scenes. A `.qinc` is a part of a program, which includes it. */
const TEXTS =
    /\.(shader_test|vpfp|vfp|vp|fp|gp|tcp|tep|cp|vsp|avp|afp|arb|atifs|txt|vsh|nv20|nv2a|qasm|qpu|asm|s)$/i;

/** Files of the user: texts of programs and scenes are opened, what else there is can be named by scenes. */
async function take(list: FileList): Promise<void> {
    let last: [string, string] | null = null;
    for (const file of list) {
        if (TEXTS.test(file.name)) {
            last = [file.name, await file.text()];
        } else {
            own.set(file.name, new Uint8Array(await file.arrayBuffer()));
        }
    }
    if (last) open(...last);
    else later();
    say(`${list.length} file${list.length === 1 ? "" : "s"} taken`);
}

function save(): void {
    const url = URL.createObjectURL(new Blob([editor.text], { type: "text/plain" }));
    el("a", { href: url, download: name.slice(name.lastIndexOf("/") + 1) }).click();
    setTimeout(() => URL.revokeObjectURL(url), 1000);
}

function offerExamples(): void {
    const select = byId<HTMLSelectElement>("example");
    const groups = examples.groups().map(([title, paths]) => {
        const options = paths.map((path) => el("option", { value: path }, path.slice(path.lastIndexOf("/") + 1)));
        return el("optgroup", { label: title }, ...options);
    });
    fill(select, ...groups);
    select.value = examples.FIRST;
    select.addEventListener("change", () => open(select.value, examples.text(select.value)));
}

function begin(): void {
    offerExamples();
    tabs.onshow = refresh;
    picture.onpick = (pixel) => {
        chosenPixel = pixel;
        debug.pixelChosen();
        void draw(pixel);
    };
    translation.onchange = () => void translate();
    pipeline.onchange = () => void time();
    qpu.onrun = () => void runQpu();
    debug.onask = (where) => void goThrough(where);
    byId("run").addEventListener("click", () => (checked.kind === "qpu" ? (tabs.show("qpu"), runQpu()) : draw()));
    byId("cancel").addEventListener("click", () => {
        heavy.cancel();
        quick.cancel();
        say("Ended");
    });
    byId("save").addEventListener("click", save);
    const chosen = byId<HTMLInputElement>("open");
    chosen.addEventListener("change", () => {
        if (chosen.files) void attempt(() => take(chosen.files!)).then(() => (chosen.value = ""));
    });
    byId("make-scene").addEventListener("click", () => {
        const scene = sceneOf(editor.text);
        if (scene !== null) open(name.replace(/(\.\w+)?$/, ".shader_test"), scene);
    });
    byId("ask").addEventListener("submit", (event) => {
        event.preventDefault();
        void explain(byId<HTMLInputElement>("word").value.trim());
    });
    document.addEventListener("keydown", (event) => {
        if (event.key === "F1") {
            event.preventDefault();
            if (editor.word) void explain(editor.word);
        } else if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
            event.preventDefault();
            byId("run").click();
        }
    });
    let busy = 0;
    const told = (isBusy: boolean): void => {
        busy += isBusy ? 1 : -1;
        if (busy > 0) setTimeout(() => (byId<HTMLButtonElement>("cancel").disabled = busy === 0), MOMENT);
        else byId<HTMLButtonElement>("cancel").disabled = true;
    };
    quick.onbusy = heavy.onbusy = told;
    void attempt(async () => {
        const about = await quick.ask({ do: "about" });
        byId("version").textContent = about.version;
        translation.offer(about);
        editor.offer(await quick.ask({ do: "words" }));
    });
    open(examples.FIRST, examples.text(examples.FIRST));
    // Judged and drawn at once: it is right.
    void draw();
    say("Loading…");
}

begin();
