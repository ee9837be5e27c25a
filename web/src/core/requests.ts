// The shapes of requests.

/** By which limits and whose habits programs are judged, and what runs them. */
export interface Settings {
    dialect?: string;
    limits?: string;
    engine?: string;
}

/** The bytes of files that a text may read, by path. */
export type Files = Record<string, Uint8Array | ArrayBuffer>;

export interface CheckRequest {
    do: "check";
    name: string;
    text: string;
    files?: Files;
    settings?: Settings;
}

export interface RunRequest {
    do: "run";
    name: string;
    text: string;
    files?: Files;
    settings?: Settings;
    /** Width and height where the scene asks for none. */
    size?: [number, number];
    /** The pixel whose history is wanted, from the lower left. */
    pixel?: { x: number; y: number; sample?: number; layer?: number };
    /** Whether programs run under the sanitizer. */
    sanitize?: boolean;
    /** What the run may take. */
    budget?: { memory?: number; work?: number; instructions?: number };
}

export interface TranslateRequest {
    do: "translate";
    name: string;
    text: string;
    target: string;
    settings?: Settings;
    fast?: boolean;
    allow?: string[];
    comments?: boolean;
    /** Binding numbers that are given away already, as `--bindings` names them: `{ "texture[0]": 3, "counter[0]": 7 }`. */
    bindings?: Record<string, number>;
}

export interface StatisticsRequest {
    do: "statistics";
    name: string;
    text: string;
    settings?: Settings;
}

export interface AdjustableRequest {
    do: "adjustable";
    text: string;
}

export interface Geforce3Request {
    do: "geforce3";
    text: string;
    settings?: Settings;
    vertices?: number;
    profile?: string;
}

/** A buffer of a QPU program and what it holds at first: one of the three. */
export interface QpuBuffer {
    name: string;
    zeros?: number;
    floats?: number[];
    words?: number[];
}

export interface QpuRequest {
    do: "qpu";
    name: string;
    text: string;
    files?: Files;
    buffers?: QpuBuffer[];
    /** The uniforms of each launch. */
    launches?: string[];
    budget?: number;
    /** How many instructions are listed. */
    steps?: number;
}

/** A run forwards and backwards: where it stands, and what is done next. */
export interface DebugRequest {
    do: "debug";
    name: string;
    text: string;
    files?: Files;
    settings?: Settings;
    /** The fragments at this pixel of a scene; without it a program of the text runs by itself. */
    pixel?: { x: number; y: number; sample?: number; layer?: number };
    /** Which of the text's programs it is, from 0. */
    program?: number;
    /** What the program reads, by the names of its bindings. */
    inputs?: Record<string, [number, number, number, number]>;
    /** The fragments before, of a pixel. */
    invocation?: number;
    /** The steps before. */
    step?: number;
    /** The thread that is looked at. */
    thread?: number;
    /** Lines at which it stops, each with a condition (`12 if R0.x > 1`) or without. */
    breakpoints?: string[];
    /** Commands of `quadrille debug`. */
    commands?: string[];
}

export interface ExplainRequest {
    do: "explain";
    name: string;
}

export interface WordsRequest {
    do: "words";
}

export interface AboutRequest {
    do: "about";
}

export type Request =
    | CheckRequest
    | RunRequest
    | TranslateRequest
    | StatisticsRequest
    | AdjustableRequest
    | Geforce3Request
    | QpuRequest
    | DebugRequest
    | ExplainRequest
    | WordsRequest
    | AboutRequest;
