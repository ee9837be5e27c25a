//! Small scenes about state, with a pixel for each value: where a driver takes a value for another, one pixel differs.

mod fragments;
mod primitives;
mod stages;
mod textures;

use std::fmt::Write;

/// A scene about one kind of state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StateScene {
    /// What it is about.
    pub name: &'static str,
    /// Its text.
    pub text: String,
}

const COMPARISONS: [&str; 8] = [
    "NEVER", "LESS", "EQUAL", "LEQUAL", "GREATER", "NOTEQUAL", "GEQUAL", "ALWAYS",
];

/// The scenes; each draws with every value of its kind.
pub fn state_scenes() -> Vec<StateScene> {
    vec![
        fragments::blend_factors(),
        fragments::blend_equations(),
        fragments::logic_operations(),
        fragments::depth_functions(),
        fragments::alpha_functions(),
        fragments::stencil_functions(),
        fragments::stencil_operations(),
        fragments::masks(),
        primitives::faces(),
        primitives::rectangles(),
        primitives::clip_planes(),
        textures::wraps(),
        textures::filters(),
        textures::shadows(),
        primitives::primitives(),
        primitives::polygon_modes(),
        parameters(),
    ]
}

/// Scenes of stages and memory that few drivers take as assembly; each has what it must give.
pub fn stage_scenes() -> Vec<StateScene> {
    vec![
        stages::counters(),
        stages::passed_vertices(),
        stages::streams(),
        stages::read_back(),
    ]
}

/// Scenes of work groups, which draw nothing; each has what it must give.
pub fn group_scenes() -> Vec<StateScene> {
    vec![stages::long_words()]
}

/// A scene whose pixels are squares of one unit.
fn scene(name: &'static str, [width, height]: [usize; 2], test: &str) -> StateScene {
    let text = format!("[require]\nSIZE {width} {height}\n[test]\northo\n{test}");
    StateScene { name, text }
}

/// Adds a line to a text.
macro_rules! say {
    ($text:ident, $($line:tt)*) => {
        // Nothing fails that is written to a text.
        let _ = writeln!($text, $($line)*);
    };
}

use say;

/// Parameters of every kind that a program reads, each in a pixel of its own.
fn parameters() -> StateScene {
    let mut programs = String::from(
        "[vertex program]\n!!ARBvp1.0\nPARAM m[4] = { state.matrix.mvp };\nPARAM l[3] = { program.local[0..2] };\nPARAM e = program.env[5];\nPARAM c = { 0.125, 0.25, 0.5, 1 };\nTEMP t;\n",
    );
    programs.push_str("DP4 result.position.x, m[0], vertex.position;\nDP4 result.position.y, m[1], vertex.position;\nDP4 result.position.z, m[2], vertex.position;\nDP4 result.position.w, m[3], vertex.position;\n");
    programs.push_str("MUL t, l[0], c;\nMAD t, l[1], c.y, t;\nMAD t, l[2], c.z, t;\nADD result.color, t, e;\nMOV result.texcoord[0], vertex.texcoord[0];\nEND\n");
    programs.push_str("[fragment program]\n!!ARBfp1.0\nPARAM a[4] = { program.env[1..4] };\nPARAM d = state.depth.range;\nPARAM f = state.fog.color;\nTEMP t;\n");
    programs.push_str("MOV t, fragment.color;\nMAD t, a[0], fragment.texcoord[0].x, t;\nMAD t, a[1], fragment.texcoord[0].y, t;\nMUL t, t, a[2];\nADD t, t, a[3];\nMAD t, f, d.y, t;\nMUL result.color, t, 0.25;\nEND\n");
    let mut test = String::from("ortho\nclear color 0 0 0 0\nclear\n");
    for at in 0..3 {
        say!(
            test,
            "parameter local_vp {at} (0.{}, 0.{}, 0.{}, 0.{})",
            at + 1,
            at + 3,
            at + 5,
            at + 2
        );
    }
    say!(
        test,
        "parameter env_vp 5 (0.05, 0.1, 0.15, 0.2)\nfog color 0.3 0.1 0.2 0.4\ndepthrange 0.25 0.75"
    );
    for at in 1..5 {
        say!(
            test,
            "parameter env_fp {at} (0.{}, 0.{}, 0.{}, 0.{})",
            at,
            9 - at,
            at + 3,
            8 - at
        );
    }
    say!(test, "draw rect tex 0 0 4 4 0 0 1 1");
    let text = format!("[require]\nSIZE 4 4\n{programs}[test]\n{test}");
    StateScene {
        name: "parameters",
        text,
    }
}
