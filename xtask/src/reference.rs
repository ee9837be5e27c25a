//! Writes the manual to `docs/reference/`: a page for every row of the tables, and an index.
//!
//! `cargo xtask gen` writes; with `--check` it only says which pages differ from what the tables give now.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use crate::generated::{Files, failed};
use crate::{engines, eval_only, load_rules};
use quadrille::manual::{self, Chapter, Page};

/// Writes or checks the manual under `root`.
pub(crate) fn run(root: &Path, check: bool) -> ExitCode {
    let mut generated = Files::new(root, check);
    let folder = Path::new("docs/reference");
    let wanted = files(root);
    let present = present(&root.join(folder));
    let mut unwanted = present.iter().filter(|path| !wanted.contains_key(*path));
    let written = unwanted
        .try_for_each(|path| generated.remove(folder.join(path)))
        .and_then(|()| {
            let mut wanted = wanted.iter();
            wanted.try_for_each(|(path, text)| generated.put(folder.join(path), text))
        });
    match written {
        Ok(()) => generated.finish("the manual", "the tables"),
        Err(error) => failed("the manual", &error),
    }
}

/// The files of the manual, by their path in its folder.
fn files(root: &Path) -> BTreeMap<PathBuf, String> {
    let pages = manual::pages();
    let mut files = BTreeMap::new();
    let mut index = "# Reference\n\nWritten by `cargo xtask gen` from the tables that the checker and the \
                     engines go by; `quadrille explain NAME` prints the same pages.\n"
        .to_owned();
    for chapter in Chapter::ALL {
        index += &format!("\n## {}\n\n", chapter.title());
        for page in pages.iter().filter(|page| page.chapter == chapter) {
            let path = file(page);
            index += &format!("- [{}]({}): {}\n", page.name, path.display(), page.summary);
            files.insert(path, page.text.clone());
        }
    }
    index += "\n[Load rules](load-rules.md): the numbered conditions and the programs that show them.\n";
    index += "\n[What only `quadrille eval` runs](eval-only.md): opcodes that no scene reaches.\n";
    index += "\n[Engines](engines.md): what runs programs, by name.\n";
    files.insert(PathBuf::from("engines.md"), engines::table());
    files.insert(PathBuf::from("load-rules.md"), load_rules::table(root));
    files.insert(PathBuf::from("eval-only.md"), eval_only::table());
    files.insert(PathBuf::from("README.md"), index);
    files
}

fn file(page: &Page) -> PathBuf {
    Path::new(page.chapter.folder()).join(format!("{}.md", page.name))
}

/// The files that are in the folder now.
fn present(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let folders = Chapter::ALL.map(|chapter| chapter.folder());
    for chapter in folders {
        let Ok(entries) = fs::read_dir(folder.join(chapter)) else {
            continue;
        };
        for entry in entries.flatten() {
            found.push(Path::new(chapter).join(entry.file_name()));
        }
    }
    found.sort();
    found
}
