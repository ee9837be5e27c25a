//! Pages of `docs`, and a shell in which `quadrille` is the program under test.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The repository.
pub(crate) fn root() -> PathBuf {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("a folder");
    crates.parent().expect("the root").to_path_buf()
}

/// A new folder with the repository's examples in it.
pub(crate) fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder of our own");
    let mut copy = Command::new("cp");
    let copied = copy.arg("-r").args([&root().join("examples"), &folder]).status();
    assert!(copied.expect("the examples").success());
    folder
}

/// Blocks of a page: the words behind the fence, and the lines.
pub(crate) fn blocks(page: &str) -> Vec<(&str, String)> {
    let mut blocks = Vec::new();
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        if let Some(info) = line.strip_prefix("```") {
            let body = lines.by_ref().take_while(|line| *line != "```");
            blocks.push((info, body.flat_map(|line| [line, "\n"]).collect()));
        }
    }
    blocks
}

/// Runs a line in a folder.
pub(crate) fn shell(folder: &Path, line: &str) -> Output {
    let program = Path::new(env!("CARGO_BIN_EXE_quadrille"));
    let path = std::env::var("PATH").unwrap_or_default();
    let path = format!("{}:{path}", program.parent().expect("a folder").display());
    let mut shell = Command::new("sh");
    shell.args(["-c", line]).current_dir(folder).env("PATH", path);
    shell.output().expect("a shell")
}
