//! Sizes: a file stays small enough for one head.

use super::File;

/// Lines above which a file needs to be on [`LONG`].
const MOST: usize = 400;

/// Lines above which no file but a table or test data lands.
const NEVER: usize = 800;

/// Files that may be longer than [`MOST`], with the reason.
const LONG: &[(&str, &str)] = &[
    (
        "crates/vc4/src/asm/instruction.rs",
        "the grammar of one line, which reads as one piece",
    ),
    (
        "crates/syntax/src/preprocess/mod.rs",
        "one pass over lines: its state is shared by every directive",
    ),
    (
        "crates/quadrille/tests/sample_draws.rs",
        "a draw for each rule of samples, on one scene",
    ),
    (
        "crates/check/src/walk.rs",
        "the statements of a program, each in an arm, over one state",
    ),
    (
        "crates/pipeline/src/mesh/format.rs",
        "the formats of vertex arrays: a row each, and how its words are read",
    ),
    (
        "crates/quadrille/src/scene/buffer/mod.rs",
        "the commands about buffers, each in an arm",
    ),
    ("crates/scene/src/state/read.rs", "the state commands: a row each"),
    (
        "crates/scene/src/stored.rs",
        "vertex arrays, indices and draws that read buffers, as one family of commands",
    ),
    (
        "crates/texture-files/tests/files.rs",
        "files made byte by byte, whole and broken",
    ),
];

/// Tables and test data, which may be of any length.
const TABLES: &[(&str, &str)] = &[
    ("crates/isa/src/gl/binding/rows.rs", "the table of bindings"),
    ("crates/isa/src/gl/opcode/table.rs", "the table of opcodes"),
    (
        "crates/driver/src/entry/generated.rs",
        "the table of entry points",
    ),
];

pub(crate) fn check(files: &[File]) -> Vec<String> {
    let mut complaints = Vec::new();
    let code = files
        .iter()
        .filter(|file| file.path.ends_with(".rs") && !file.path.starts_with("oracle/"));
    for file in code {
        let lines = file.text.lines().count();
        let listed = |list: &[(&str, &str)]| list.iter().any(|(path, _)| *path == file.path);
        if lines > NEVER && !listed(TABLES) {
            complaints.push(format!("{}: {lines} lines, and {NEVER} is the most", file.path));
        } else if lines > MOST && !listed(LONG) && !listed(TABLES) {
            complaints.push(format!(
                "{}: {lines} lines; over {MOST} needs a reason on the list",
                file.path
            ));
        }
    }
    for (path, _) in LONG.iter().chain(TABLES) {
        if !files
            .iter()
            .any(|file| file.path == *path && file.text.lines().count() > MOST)
        {
            complaints.push(format!("{path}: on the list of long files, and is none"));
        }
    }
    complaints
}
