// The shapes of requests.

/** By which limits and whose habits programs are judged, and what runs them. */
export interface Settings {
    dialect?: string;
    limits?: string;
    engine?: string;
}

/** Files that a text may read, by path. */
export type Files = Record<string, Uint8Array>;

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
    | ExplainRequest
    | WordsRequest
    | AboutRequest;
