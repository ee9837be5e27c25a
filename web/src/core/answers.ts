// The shapes of answers: what `crates/web` gives. Places are units of UTF-16, as JavaScript counts letters of a text.

/** A part of a text: from the first unit to the one behind the last. */
export interface Range {
    from: number;
    to: number;
}

/** A problem of a text. */
export interface Diagnostic extends Range {
    /** The rule that is broken, which `explain` knows. */
    rule: string;
    severity: "error" | "warning" | "note";
    message: string;
    /** A few words for the place; may be empty. */
    hint: string;
    /** Other places that help to understand. */
    labels: (Range & { text: string })[];
    notes: string[];
    /** A change of the text that removes the problem. */
    fix: (Range & { title: string; replacement: string }) | null;
}

/** A text, judged. */
export interface Checked {
    kind: "programs" | "geforce3" | "qpu";
    diagnostics: Diagnostic[];
    /** The OpenGL programs of the text. */
    programs: (Range & { header: string | null; accepted: boolean })[];
}

/** A picture: four bytes a pixel (red, green, blue, alpha), the top row first. */
export interface Picture {
    width: number;
    height: number;
    data: Uint8Array;
}

/** A probe that found something else than it expected. */
export interface Failure extends Range {
    pixel?: [number, number];
    byte?: number;
    query?: number;
    expected: string;
    found: string;
}

/** What the buffers of a pixel hold. */
export interface PixelValue {
    colors: [number, number, number, number][];
    /** The same in the encodings of the buffers' formats, byte by byte. */
    texels: number[][];
    depth: number | null;
    stencil: number | null;
}

/** An instruction that a fragment's program executed. */
export interface TraceStep {
    /** From 1. */
    line: number;
    instruction: string;
    reads: string[][];
    gives: string[] | null;
}

/** A variable of a fragment. */
export interface Variable {
    name: string;
    value: (number | null)[];
    bits: number[];
}

/** A test that a fragment was put to. */
export interface FragmentTest {
    test: "alpha" | "stencil" | "depth";
    /** The comparison of `value` with `against`, by GL's name. */
    function: string;
    value: number;
    against: number;
}

/** How a colour came into a colour buffer; names are GL's, pairs are of red, green, blue, and of alpha. */
export interface ColorOutput {
    buffer: number;
    blend: {
        equation: [string, string];
        source: [string, string];
        destination: [string, string];
        constant: number[];
    } | null;
    logic_operation: string | null;
    /** Components that were stored, bit 0 for red. */
    components: number;
}

/** A fragment that covered a pixel. */
export interface Fragment {
    primitive: number;
    /** The primitive's vertices by number; none where a tessellation or geometry program made it. */
    vertices: number[];
    instance: number;
    front: boolean;
    depth: number;
    attributes: Variable[];
    results: Variable[];
    /** `null` where the fragment stage is fixed function. */
    trace: TraceStep[] | null;
    unlisted_instructions: number | null;
    tests: FragmentTest[];
    dropped: "discarded" | "coverage" | "alpha" | "stencil" | "depth" | null;
    /** How its colours came into the buffers; none of one that was dropped. */
    outputs: ColorOutput[];
    before: PixelValue;
    after: PixelValue;
}

/** How a pixel came to its colour: `docs/pixel-history.md`. */
export interface History {
    x: number;
    y: number;
    sample: number;
    layer: number;
    value: PixelValue | null;
    commands: {
        line: number;
        command: string;
        framebuffer: string | null;
        before: PixelValue;
        after: PixelValue;
        fragments: Fragment[];
    }[];
    unlisted_fragments: number;
}

/** A scene, drawn. */
export interface Run {
    verdict: "pass" | "fail" | "skip" | "error";
    /** Why it is skipped. */
    reason: string | null;
    failures: Failure[];
    problems: Diagnostic[];
    notes: Diagnostic[];
    picture: Picture | null;
    /** The pictures of `output` commands. */
    outputs: (Picture & { path: string })[];
    /** The scene's buffers at the end. */
    buffers: { name: string; data: Uint8Array }[];
    /** The files of `output buffer` commands. */
    files: { name: string; data: Uint8Array }[];
    history: History | null;
}

/** A program in another language. */
export interface Shader extends Range {
    stage: string;
    /** Of SPIR-V, a listing. */
    text: string;
    /** The words of a SPIR-V module, little end first. */
    words: Uint8Array | null;
    /** What to bind: `docs/translate.md`. */
    reflection: unknown;
}

/** The programs of a text in another language. */
export interface Translated {
    shaders: Shader[];
    problems: Diagnostic[];
}

/** What a program costs: `docs/stats.md`. */
export interface ProgramCost {
    file: string;
    start: number;
    header: string;
    classes: Record<string, number>;
    resources: Record<string, { used: number; limit: number }>;
    temporaries: { used: number; live: number };
    depth: number;
    texture_depth: number;
}

/** Numbers of a text that may be moved. */
export interface AdjustableRow {
    label: string;
    numbers: (Range & { value: number })[];
}

/** A program of the GeForce 3 in its pipeline; only `problems` where it is none. */
export interface Pipeline {
    problems: Diagnostic[];
    reason?: string;
    cycles: number;
    vertices: number;
    issued: number;
    cycles_per_vertex: number;
    instructions_per_cycle: number;
    threads: number;
    program: { word: number; text: string; bits: string[]; lost: Record<string, number> }[];
    rows: { vertex: number; thread: number; word: number; waited: number; reason: string | null }[];
    /** Of each row the stages with the cycle in which each begins. */
    stages: [string, number][][];
    /** Why cycles are lost, in words. */
    reasons: Record<string, string>;
    lost: Record<string, number>;
    /** The diagram as text. */
    diagram: string;
    summary: string;
}

/** An instruction that a QPU executed. */
export interface QpuStep {
    qpu: number;
    thread: number;
    clock: number;
    waited: number;
    /** The number of its word in the program. */
    word: number;
    bits: string;
    text: string;
    /** Where it stands in the text, unless in an included one. */
    place: { at: number; line: number } | null;
}

/** A run on the QPUs; only `problems` where the text is no program. */
export interface QpuRun {
    problems: Diagnostic[];
    words: number;
    end: "finished" | "budget" | "deadlock" | "stopped";
    instructions: number;
    clocks: number;
    findings: string[];
    buffers: { name: string; data: Uint8Array }[];
    steps: QpuStep[];
    /** Instructions beyond those that are listed. */
    unlisted: number;
    /** Of each step three vectors of sixteen words: the ADD target, the MUL target, r4. */
    lanes: Uint32Array;
}

/** A word of programs that the manual has a page on. */
export interface Word {
    chapter: "opcodes" | "bindings" | "options";
    name: string;
    summary: string;
}

/** What there is. */
export interface About {
    version: string;
    targets: { name: string; description: string; words: boolean }[];
    emulations: string[];
    dialects: string[];
    engines: string[];
}

/** Texels of a texture as colours. */
export interface Texels {
    /** The texture that they are of. */
    name: string;
    width: number;
    height: number;
    /** Red, green, blue and alpha, row by row from the lowest. */
    pixels: number[];
}

/** Where a run stands. */
export interface Debugged {
    /** Why there is no run; then there is nothing else. */
    refused?: string;
    /** What is wrong with a scene. */
    problems?: Diagnostic[];
    invocation: number;
    step: number;
    thread: number;
    /** The line of the next instruction of the thread, from 1. */
    line: number | null;
    instruction: string | null;
    /** Why there is no next step. */
    end: string | null;
    threads: { name: string; activity: "next" | "ready" | "waiting" | "idle"; line: number | null }[];
    /** The registers of the thread; `written` are those that the last step wrote. */
    registers: { name: string; group: string; value: string; written: boolean }[];
    /** Lines that have instructions. */
    lines: number[];
    replies: { command: string; text: string; failed: boolean; picture: Texels | null }[];
}
