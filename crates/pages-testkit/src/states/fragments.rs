//! Scenes about the per-fragment operations.

use std::fmt::Write;

use super::{COMPARISONS, StateScene, say, scene};

const FACTORS: [&str; 15] = [
    "ZERO",
    "ONE",
    "SRC_COLOR",
    "ONE_MINUS_SRC_COLOR",
    "DST_COLOR",
    "ONE_MINUS_DST_COLOR",
    "SRC_ALPHA",
    "ONE_MINUS_SRC_ALPHA",
    "DST_ALPHA",
    "ONE_MINUS_DST_ALPHA",
    "CONSTANT_COLOR",
    "ONE_MINUS_CONSTANT_COLOR",
    "CONSTANT_ALPHA",
    "ONE_MINUS_CONSTANT_ALPHA",
    "SRC_ALPHA_SATURATE",
];
const EQUATIONS: [&str; 5] = ["FUNC_ADD", "FUNC_SUBTRACT", "FUNC_REVERSE_SUBTRACT", "MIN", "MAX"];
const STENCIL: [&str; 8] = [
    "KEEP",
    "ZERO",
    "REPLACE",
    "INCR",
    "DECR",
    "INVERT",
    "INCR_WRAP",
    "DECR_WRAP",
];
const LOGIC: [&str; 16] = [
    "CLEAR",
    "AND",
    "AND_REVERSE",
    "COPY",
    "AND_INVERTED",
    "NOOP",
    "XOR",
    "OR",
    "NOR",
    "EQUIV",
    "INVERT",
    "OR_REVERSE",
    "COPY_INVERTED",
    "OR_INVERTED",
    "NAND",
    "SET",
];

pub(super) fn blend_factors() -> StateScene {
    let mut test = String::from(
        "clear color 0.2 0.4 0.6 0.3\nclear\nenable BLEND\nblend color 0.9 0.7 0.5 0.1\ncolor 0.7 0.3 0.1 0.8\n",
    );
    for (x, factor) in FACTORS.iter().enumerate() {
        for (y, all) in [
            "F ZERO ONE ZERO",
            "ZERO F ONE ZERO",
            "ONE ZERO F ZERO",
            "ONE ZERO ZERO F",
        ]
        .iter()
        .enumerate()
        {
            say!(
                test,
                "blend func {}\ndraw rect {x} {y} 1 1",
                all.replace('F', factor)
            );
        }
    }
    scene("blend factors", [FACTORS.len(), 4], &test)
}

pub(super) fn blend_equations() -> StateScene {
    let mut test = String::from(
        "clear color 0.2 0.4 0.6 0.3\nclear\nenable BLEND\nblend func ONE ONE\ncolor 0.3 0.9 0.1 0.5\n",
    );
    for (x, color) in EQUATIONS.iter().enumerate() {
        for (y, alpha) in EQUATIONS.iter().enumerate() {
            say!(test, "blend equation {color} {alpha}\ndraw rect {x} {y} 1 1");
        }
    }
    scene("blend equations", [EQUATIONS.len(); 2], &test)
}

pub(super) fn logic_operations() -> StateScene {
    // Every pair of bits occurs: 0x33 and 0x55 in a byte.
    let mut test = String::from(
        "clear color 0.2 0.2 0.2 0.2\nclear\nenable COLOR_LOGIC_OP\ncolor 0.333334 0.333334 0.333334 0.333334\n",
    );
    for (x, operation) in LOGIC.iter().enumerate() {
        say!(test, "logicop {operation}\ndraw rect {x} 0 1 1");
    }
    scene("logic operations", [LOGIC.len(), 1], &test)
}

pub(super) fn depth_functions() -> StateScene {
    let mut test =
        String::from("clear color 0 0 0 0\nclear depth 0.25\nclear\nenable DEPTH_TEST\ncolor 1 1 1 1\n");
    for (x, function) in COMPARISONS.iter().enumerate() {
        for (y, depth) in ["0.125", "0.25", "0.75"].iter().enumerate() {
            say!(
                test,
                "depthfunc {function}\ndepthrange {depth} {depth}\ndraw rect {x} {y} 1 1"
            );
        }
    }
    scene("depth functions", [COMPARISONS.len(), 3], &test)
}

pub(super) fn alpha_functions() -> StateScene {
    let mut test = String::from("clear color 0 0 0 0\nclear\nenable ALPHA_TEST\n");
    for (x, function) in COMPARISONS.iter().enumerate() {
        for (y, alpha) in ["0.25", "0.5", "0.75"].iter().enumerate() {
            say!(
                test,
                "alphafunc {function} 0.5\ncolor 1 1 1 {alpha}\ndraw rect {x} {y} 1 1"
            );
        }
    }
    scene("alpha functions", [COMPARISONS.len(), 3], &test)
}

pub(super) fn stencil_functions() -> StateScene {
    let mut test =
        String::from("clear color 0 0 0 0\nclear stencil 2\nclear\nenable STENCIL_TEST\ncolor 1 1 1 1\n");
    for (x, function) in COMPARISONS.iter().enumerate() {
        for (y, reference) in [1, 2, 3].iter().enumerate() {
            say!(
                test,
                "stencilfunc FRONT_AND_BACK {function} {reference} 255\ndraw rect {x} {y} 1 1"
            );
        }
        // Masks that leave nothing to compare, and other functions of the other face.
        say!(
            test,
            "stencilfunc FRONT_AND_BACK {function} 3 253\ndraw rect {x} 3 1 1"
        );
        say!(
            test,
            "stencilfunc FRONT {function} 1 255\nstencilfunc BACK NEVER 1 255\ndraw rect {x} 4 1 1"
        );
        say!(
            test,
            "frontface CW\nstencilfunc BACK {function} 3 255\nstencilfunc FRONT NEVER 1 255"
        );
        say!(test, "draw rect {x} 5 1 1\nfrontface CCW");
    }
    scene("stencil functions", [COMPARISONS.len(), 6], &test)
}

/// What operations leave is seen by their stencil values, and by a colour where the value is 2.
pub(super) fn stencil_operations() -> StateScene {
    let mut test =
        String::from("clear color 0 0 0 0\nclear depth 0.5\nenable STENCIL_TEST\nenable DEPTH_TEST\n");
    say!(
        test,
        "clear stencil 0\nclear\ndepthrange 0.25 0.25\ncolor 0 0 1 1"
    );
    for (x, operation) in STENCIL.iter().enumerate() {
        let mut y = 0;
        for value in [0, 3, 255] {
            for (function, depth, operations) in [
                ("NEVER", "0.25", "O KEEP KEEP"),
                ("ALWAYS", "0.75", "KEEP O KEEP"),
                ("ALWAYS", "0.25", "KEEP KEEP O"),
            ] {
                say!(test, "depthrange 0.25 0.25\nstencilmask FRONT_AND_BACK 255");
                say!(
                    test,
                    "depthmask false\nstencilfunc FRONT_AND_BACK ALWAYS {value} 255"
                );
                say!(
                    test,
                    "stencilop FRONT_AND_BACK REPLACE REPLACE REPLACE\ndraw rect {x} {y} 1 1"
                );
                say!(
                    test,
                    "depthrange {depth} {depth}\nstencilfunc FRONT_AND_BACK {function} 6 255"
                );
                say!(
                    test,
                    "stencilop FRONT_AND_BACK {}",
                    operations.replace('O', operation)
                );
                say!(test, "stencilmask FRONT_AND_BACK 127\ndraw rect {x} {y} 1 1");
                y += 1;
            }
        }
    }
    // The value as a colour, a bit a draw, so that it is seen without a stencil buffer to look at.
    say!(test, "disable DEPTH_TEST\nenable BLEND\nblend func ONE ONE");
    say!(test, "stencilop FRONT_AND_BACK KEEP KEEP KEEP");
    for bit in 0..8 {
        let color = [
            "0.5 0 0 0",
            "0.25 0 0 0",
            "0.125 0 0 0",
            "0 0.5 0 0",
            "0 0.25 0 0",
            "0 0.125 0 0",
            "0 0 0 0.5",
            "0 0 0 0.25",
        ][bit];
        let mask = 1 << bit;
        say!(
            test,
            "stencilfunc FRONT_AND_BACK EQUAL {mask} {mask}\ncolor {color}\ndraw rect 0 0 {} 9",
            STENCIL.len()
        );
    }
    scene("stencil operations", [STENCIL.len(), 9], &test)
}

pub(super) fn masks() -> StateScene {
    let mut test = String::from(
        "clear color 0.2 0.4 0.6 0.3\nclear depth 0.5\nclear\ncolor 1 0.9 0.8 0.7\nenable DEPTH_TEST\n",
    );
    for bits in 0..16 {
        let flags = [0, 1, 2, 3].map(|bit| if bits >> bit & 1 == 1 { "true" } else { "false" });
        say!(
            test,
            "colormask {}\ndepthrange 0.25 0.25\ndepthmask {}",
            flags.join(" "),
            bits % 2 == 0
        );
        say!(
            test,
            "draw rect {bits} 0 1 1\ncolormask true true true true\ndepthrange 0.375 0.375"
        );
        // Where the depth was written, this is behind it.
        say!(
            test,
            "draw rect {bits} 1 1 1\ndepthmask false\ndraw rect {bits} 0.5 1 1"
        );
    }
    scene("masks", [16, 2], &test)
}
