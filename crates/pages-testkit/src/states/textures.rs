//! Scenes about samplers.

use std::fmt::Write;

use super::{COMPARISONS, StateScene, say, scene};

const WRAPS: [&str; 5] = [
    "repeat",
    "clamp_to_edge",
    "clamp_to_border",
    "mirrored_repeat",
    "clamp",
];

pub(super) fn wraps() -> StateScene {
    let mut test = String::from("clear color 0 0 0 0\nclear\ncolor 1 1 1 1\n");
    let columns = WRAPS.len() * 8;
    for (at, wrap) in WRAPS.iter().enumerate() {
        let x = 8 * at;
        for (y, axes) in [["wrap_s", "wrap_t"], ["wrap_t", "wrap_s"]].iter().enumerate() {
            say!(
                test,
                "texture rgbw 0 (4, 4)\ntexparameter 2D border 0.5 0.25 0.75 1"
            );
            say!(
                test,
                "texparameter 2D {} {wrap}\ntexparameter 2D {} clamp_to_edge",
                axes[0],
                axes[1]
            );
            say!(test, "enable TEXTURE_2D\ntexenv mode REPLACE");
            let coordinates = if y == 0 {
                "-1.25 0.125 3.5 0.5"
            } else {
                "0.125 -1.25 0.5 3.5"
            };
            say!(test, "draw rect tex {x} {} 8 8 {coordinates}", 8 * y);
        }
    }
    scene("wraps", [columns, 16], &test)
}

pub(super) fn filters() -> StateScene {
    let mut test = String::from("clear color 0 0 0 0\nclear\ncolor 1 1 1 1\n");
    let filters = [
        ("nearest", "nearest"),
        ("linear", "nearest"),
        ("nearest", "linear"),
        ("nearest_mipmap_nearest", "nearest"),
    ];
    for (at, (minification, magnification)) in filters.iter().enumerate() {
        say!(
            test,
            "texture miptree 0\ntexparameter 2D min {minification}\ntexparameter 2D mag {magnification}"
        );
        say!(test, "enable TEXTURE_2D\ntexenv mode REPLACE");
        // Eight texels a pixel, four, two, one, and a half: a level each.
        for (y, size) in [8, 4, 2, 1].iter().enumerate() {
            say!(test, "draw rect tex {} {} 4 4 0 0 {size} {size}", 4 * at, 4 * y);
        }
        say!(
            test,
            "texture rgbw 0 (4, 4) GL_RGBA32F\ntexparameter 2D min {}",
            minification.replace("_mipmap_nearest", "")
        );
        say!(
            test,
            "texparameter 2D mag {magnification}\ndraw rect tex {} 16 4 4 0 0 0.5 0.5",
            4 * at
        );
    }
    scene("filters", [16, 20], &test)
}

pub(super) fn shadows() -> StateScene {
    let mut test = String::from("clear color 0 0 0 0\nclear\n");
    for (at, function) in COMPARISONS.iter().enumerate() {
        // Only the first and the last depth, 0 and 1, are the same in every format.
        for (reference, y) in [(0, 2 * at), (1, 2 * at + 1)] {
            say!(
                test,
                "texture shadow2D 0 (5, 5)\ntexparameter 2D compare_func {function}\nparameter local_fp 0 ({reference}, 0, 0, 0)"
            );
            say!(test, "draw rect tex 0 {y} 5 1 0 0 1 1");
        }
    }
    let text = format!(
        "[require]\nSIZE 5 16\n[fragment program]\n!!ARBfp1.0\nOPTION ARB_fragment_program_shadow;\nTEMP t;\n\
         MOV t, fragment.texcoord[0];\nMOV t.z, program.local[0].x;\nTEX result.color, t, texture[0], SHADOW2D;\nEND\n\
         [test]\northo\n{test}"
    );
    StateScene {
        name: "texture comparisons",
        text,
    }
}
