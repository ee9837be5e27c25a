//! What editors need of the tables: TextMate grammars for VS Code, and a tree-sitter grammar with its parser and queries
//! for Neovim and Helix. The words in them are the tables', so that none gets old.

mod scheme;
mod textmate;
mod words;

use std::fs;
use std::io;
use std::path::Path;
use std::process::{Command, ExitCode};

use crate::generated::{Files, failed};

/// The folder of all editors.
const FOLDER: &str = "editors";

/// What makes the parser of the grammar.
const GENERATOR: &str = "editors/tree-sitter-quadrille/generate/Cargo.toml";

/// Why the files are not made.
#[derive(Debug, thiserror::Error)]
enum EditorsError {
    #[error("{FOLDER}: {0}")]
    File(#[from] io::Error),
    #[error("{GENERATOR} makes no parser")]
    Parser,
}

/// Writes the files, or checks that they are fresh.
pub(crate) fn run(root: &Path, check: bool) -> ExitCode {
    let mut files = Files::new(root, check);
    match write(root, &mut files) {
        Ok(()) => files.finish("editors", "the tables"),
        Err(error) => failed("editors", &error),
    }
}

fn write(root: &Path, files: &mut Files<'_>) -> Result<(), EditorsError> {
    let folder = Path::new(FOLDER);
    for (name, grammar) in textmate::grammars() {
        let path = format!("vscode/syntaxes/{name}.tmLanguage.json");
        files.put(folder.join(path), &format!("{grammar:#}\n"))?;
    }
    let tree_sitter = folder.join("tree-sitter-quadrille");
    let grammar = scheme::text();
    files.put(tree_sitter.join("src/grammar.json"), &grammar)?;
    let queries = scheme::highlights();
    let folders = [
        tree_sitter.join("queries"),
        folder.join("nvim/queries/quadrille"),
        folder.join("helix/queries/quadrille"),
    ];
    for folder in folders {
        files.put(folder.join("highlights.scm"), &queries)?;
    }
    let parser = tree_sitter.join("src/parser.c");
    if fs::read_to_string(root.join(&parser)).is_ok_and(|text| scheme::is_of(&text, &grammar)) {
        return Ok(());
    }
    files.stale(&parser, |_| make_parser(root))
}

/// Has the parser be made of the grammar.
fn make_parser(root: &Path) -> Result<(), EditorsError> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let made = Command::new(cargo)
        .args(["run", "--quiet", "--manifest-path"])
        .arg(root.join(GENERATOR))
        .arg("--target-dir")
        .arg(root.join("target/editors-parser"))
        .status()?;
    match made.success() {
        true => Ok(()),
        false => Err(EditorsError::Parser),
    }
}
