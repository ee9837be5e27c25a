// What the QPU programs of the examples are started with; each says in its first lines what its uniforms are.

export interface LaunchText {
    /** Uniforms, a line a launch. */
    launches: string[];
    /** Buffers, a line each. */
    buffers: string[];
}

const LAUNCHES: Record<string, LaunchText> = {
    "qpu/saxpy.qasm": {
        launches: ["1, 2.5, @x, @y, 128, 0", "1, 2.5, @x+64, @y+64, 128, 1"],
        buffers: ["x = f32 0..31", "y = f32 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1"],
    },
    "qpu/reduce.qasm": { launches: ["@x, @out"], buffers: ["x = f32 1..16", "out = 64 zeros"] },
    "qpu/mandelbrot.qasm": {
        launches: ["4, 2, 50, -2.25, -1.125, 0.0234375, 0.0234375, @image, 128, 0"],
        buffers: ["image = 512 zeros"],
    },
};

/** Of a program that is none of these: one launch without uniforms. */
export function launchOf(name: string): LaunchText {
    return LAUNCHES[name] ?? { launches: [], buffers: [] };
}
