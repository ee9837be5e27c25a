//! What editors need of the tables: TextMate grammars for VS Code, and a tree-sitter grammar with its parser and queries
//! for Neovim and Helix. The words in them are the tables', so that none gets old.

mod scheme;
mod textmate;
mod words;

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

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
    match write(root, check) {
        Ok(stale) if check && !stale.is_empty() => {
            for path in stale {
                eprintln!("{} is not what the tables give", path.display());
            }
            eprintln!("`cargo xtask gen` writes it anew");
            ExitCode::FAILURE
        }
        Ok(stale) => {
            let verb = if check {
                "stands as the tables give it"
            } else {
                "written"
            };
            println!("gen: {FOLDER} {verb}, {} changed", stale.len());
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("gen: {error}");
            ExitCode::FAILURE
        }
    }
}

/// The paths of files that differ from what the tables give, which are written unless they are only looked at.
fn write(root: &Path, check: bool) -> Result<Vec<PathBuf>, EditorsError> {
    let mut wanted: BTreeMap<PathBuf, String> = BTreeMap::new();
    for (name, grammar) in textmate::grammars() {
        let path = PathBuf::from(format!("vscode/syntaxes/{name}.tmLanguage.json"));
        wanted.insert(path, format!("{grammar:#}\n"));
    }
    let folder = Path::new("tree-sitter-quadrille");
    let grammar = scheme::text();
    wanted.insert(folder.join("src/grammar.json"), grammar.clone());
    let queries = scheme::highlights();
    wanted.insert(folder.join("queries/highlights.scm"), queries.clone());
    wanted.insert(
        PathBuf::from("nvim/queries/quadrille/highlights.scm"),
        queries.clone(),
    );
    wanted.insert(PathBuf::from("helix/queries/quadrille/highlights.scm"), queries);
    let mut stale = Vec::new();
    for (path, text) in wanted {
        let at = root.join(FOLDER).join(&path);
        if fs::read_to_string(&at).is_ok_and(|old| old == text) {
            continue;
        }
        stale.push(Path::new(FOLDER).join(path));
        if !check {
            if let Some(parent) = at.parent() {
                fs::create_dir_all(parent)?;
            }
            fs::write(&at, text)?;
        }
    }
    let parser = Path::new(FOLDER).join(folder).join("src/parser.c");
    if !fs::read_to_string(root.join(&parser)).is_ok_and(|text| scheme::is_of(&text, &grammar)) {
        if !check {
            let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
            let made = Command::new(cargo)
                .args(["run", "--quiet", "--manifest-path"])
                .arg(root.join(GENERATOR))
                .arg("--target-dir")
                .arg(root.join("target/editors-parser"))
                .status()?;
            if !made.success() {
                return Err(EditorsError::Parser);
            }
        }
        stale.push(parser);
    }
    Ok(stale)
}
