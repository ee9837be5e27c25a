//! Files: what is shipped opens, makes and looks for them in one module of the command line, which knows what is
//! granted. Libraries get bytes.

use super::File;

/// Where files are opened.
const DOOR: &str = "crates/cli/src/files/";

/// Places beside it: development only, run when the program is built, or a folder that the environment names.
const FREE: &[&str] = &[
    "crates/testkit/",
    "crates/pages-testkit/",
    "crates/capi/build.rs",
    "crates/driver/src/files/",
    "/tests/",
    "/benches/",
];

/// What reaches the file system, of the standard library and of others.
const WORDS: &[&str] = &[
    "fs::",
    "File::open(",
    "File::create(",
    "File::options(",
    "OpenOptions",
    ".exists()",
    ".try_exists()",
    ".is_dir()",
    ".is_file()",
    ".is_symlink()",
    ".metadata()",
    ".symlink_metadata()",
    ".canonicalize()",
    ".read_dir()",
    ".read_link()",
    "tempfile::",
    "image::open",
    "load_obj(",
];

pub(crate) fn check(files: &[File]) -> Vec<String> {
    let shipped = files.iter().filter(|file| {
        file.path.starts_with("crates/")
            && file.path.ends_with(".rs")
            && !file.path.starts_with(DOOR)
            && !FREE.iter().any(|place| file.path.contains(place))
    });
    shipped
        .flat_map(|file| {
            let lines = file.text.lines().enumerate().filter(|(_, line)| reaches(line));
            lines.map(|(at, _)| format!("{}:{}: files are for {DOOR}", file.path, at + 1))
        })
        .collect()
}

/// Whether a line reaches the file system.
fn reaches(line: &str) -> bool {
    let code = line.trim_start();
    if code.starts_with("//") {
        return false;
    }
    let is_word = |at: usize| !code[..at].ends_with(|before: char| before.is_alphanumeric() || before == '_');
    let imports = code.starts_with("use std::")
        && code
            .split(|character: char| !character.is_alphanumeric())
            .any(|word| word == "fs");
    imports
        || WORDS.iter().any(|word| {
            code.match_indices(word)
                .any(|(at, _)| word.starts_with('.') || is_word(at))
        })
}

#[cfg(test)]
mod tests {
    use super::{check, reaches};
    use crate::tidy::File;

    #[test]
    fn what_reaches_the_file_system() {
        for line in [
            "use std::fs;",
            "use std::{fs, io};",
            "    let text = std::fs::read(path)?;",
            "fs::write(path, bytes)",
            "use std::os::unix::fs::OpenOptionsExt;",
            "if path.is_dir() {",
            "File::open(path)",
        ] {
            assert!(reaches(line), "{line}");
        }
        for line in [
            "RegisterFile::openable",
            "let offs::x = 1;",
            "// std::fs::read is not here",
            "File::Open",
        ] {
            assert!(!reaches(line), "{line}");
        }
    }

    #[test]
    fn only_the_door_does() {
        let file = |path: &str| File {
            path: path.to_owned(),
            text: "//! It.\n\nuse std::fs;\n".to_owned(),
        };
        let found = check(&[
            file("crates/quadrille/src/mesh/mod.rs"),
            file("crates/cli/src/commands/fmt.rs"),
            file("crates/cli/src/files/named.rs"),
            file("crates/cli/tests/stored.rs"),
            file("xtask/src/main.rs"),
        ]);
        assert_eq!(found.len(), 2, "{found:?}");
        assert!(
            found[0].starts_with("crates/quadrille/src/mesh/mod.rs:3: "),
            "{found:?}"
        );
    }
}
