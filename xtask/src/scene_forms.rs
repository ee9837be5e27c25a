//! The forms of scene commands, `crates/scene/src/forms.rs`, from the tables of the pages that describe them: what editors
//! offer and show.

use std::fs;
use std::io;
use std::path::Path;
use std::process::ExitCode;

use quadrille_scene::{Problem, Unknown, recover};

use crate::generated::{Files, failed};

/// The pages whose tables of commands are taken.
const PAGES: [&str; 2] = ["docs/scenes.md", "docs/compute.md"];

/// Where they are written.
const PATH: &str = "crates/scene/src/forms.rs";

const OPENING: &str = "\
//! The forms of commands, as docs/scenes.md and docs/compute.md have them; `cargo xtask gen` writes this file.

/// A form of a command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Form {
    /// The words that stand at its beginning as they are: `draw rect`.
    pub words: &'static str,
    /// All of it, with names for what changes: `draw rect x y w h`.
    pub text: &'static str,
    /// What the command does, in Markdown.
    pub does: &'static str,
}

/// All forms, in the order of the pages.
#[rustfmt::skip]
pub const FORMS: &[Form] = &[
";

/// Writes the forms, or checks that they are fresh.
pub(crate) fn run(root: &Path, check: bool) -> ExitCode {
    let mut files = Files::new(root, check);
    match text(root).and_then(|text| files.put(PATH, &text)) {
        Ok(()) => files.finish("the forms of scene commands", "the pages about scenes"),
        Err(error) => failed("the forms of scene commands", &error),
    }
}

fn text(root: &Path) -> io::Result<String> {
    let mut text = OPENING.to_owned();
    let mut known: Vec<String> = Vec::new();
    for page in PAGES {
        for (form, does) in rows(&fs::read_to_string(root.join(page))?) {
            let Some(words) = words(&form) else { continue };
            if known.contains(&form) {
                continue;
            }
            text.push_str(&format!(
                "    Form {{ words: {words:?}, text: {form:?}, does: {does:?} }},\n"
            ));
            known.push(form);
        }
    }
    Ok(text + "];\n")
}

/// The forms in the tables of commands of a page, each with what stands beside it.
fn rows(page: &str) -> Vec<(String, String)> {
    let mut is_table = false;
    let mut rows = Vec::new();
    for line in page.lines() {
        let Some(row) = line.strip_prefix("| ").and_then(|row| row.strip_suffix(" |")) else {
            is_table &= line.starts_with("|---");
            continue;
        };
        if row == "command | does" {
            is_table = true;
        } else if is_table && let Some((forms, does)) = row.split_once(" | ") {
            let forms = forms.replace("\\|", "|");
            // What stands between two backquotes.
            let forms = forms.split('`').skip(1).step_by(2);
            rows.extend(forms.map(|form| (form.to_owned(), unlinked(does))));
        }
    }
    rows
}

/// A text whose links are their words.
fn unlinked(text: &str) -> String {
    let mut found = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("](") {
        let (before, behind) = rest.split_at(at);
        let open = before.rfind('[').unwrap_or(before.len());
        found.push_str(&before[..open]);
        found.push_str(before.get(open + 1..).unwrap_or_default());
        rest = behind.split_once(')').map_or("", |(_, rest)| rest);
    }
    (found + rest).replace("\\|", "|")
}

/// The words at the beginning of a form that stand as they are; `None` if it is a part of another.
fn words(form: &str) -> Option<String> {
    let is_word = |word: &&str| {
        word.starts_with(|c: char| c.is_ascii_lowercase())
            && word.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
    };
    let mut words: Vec<&str> = form.split(' ').take_while(is_word).collect();
    // A word that the reader does not want is a name for something else.
    loop {
        let line = words.join(" ");
        let head = "[test]\n";
        let problem = recover(&format!("{head}{line}\n")).1;
        match problem {
            Some(problem) if problem.problem == Problem::Unknown(Unknown::Command) => return None,
            Some(problem) if problem.span.start < (head.len() + line.len()) as u32 && words.len() > 1 => {
                words.pop();
            }
            Some(_) | None => return (!line.is_empty()).then_some(line),
        }
    }
}
