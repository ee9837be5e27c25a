//! The entry points of OpenGL that the crate `driver` replaces or calls, with the signatures of the registry (`gl.xml`,
//! in Debian's `khronos-api`), those that Windows' opengl32.dll exports, and the page that says what becomes of each of an
//! extension with programs. Where the registry is not installed, what is there stays.
//!
//! In the lists, a line that begins with `#` says what happens to the entry points below it.

mod exports;
mod page;

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};

use roxmltree::{Document, Node};

use crate::generated::{Files, failed};

/// Where Debian has the registry.
const REGISTRY: &str = "/usr/share/khronos-api/gl.xml";

/// The files that are written.
const PATH: &str = "crates/driver/src/entry/generated.rs";
const EXPORTS: &str = "crates/driver/src/entry/exports.rs";
const PAGE: &str = "docs/api.md";

/// What is replaced, by what the replacement does; `crates/driver/src/entry/table.rs` says it of each group.
const GROUPS: &[(&str, &str)] = &[
    ("draw", include_str!("entry_points/draw.txt")),
    ("change", include_str!("entry_points/change.txt")),
    ("array", include_str!("entry_points/array.txt")),
    ("matrix", include_str!("entry_points/matrix.txt")),
    ("buffer", include_str!("entry_points/buffer.txt")),
    ("own", include_str!("entry_points/own.txt")),
    ("called", include_str!("entry_points/called.txt")),
];

/// Entry points that stand for others.
const ALIASES: &str = include_str!("entry_points/alias.txt");

/// Why the file is not written.
#[derive(Debug, thiserror::Error)]
enum GenerationError {
    #[error("{REGISTRY}: {0}")]
    Registry(#[from] roxmltree::Error),
    #[error("{0} is not in {REGISTRY}")]
    Missing(String),
    #[error("{name}: no type for `{ty}`")]
    Type { name: String, ty: String },
    #[error("{PATH}: {0}")]
    File(#[from] std::io::Error),
    #[error("rustfmt does not take {PATH}")]
    Format,
}

/// Writes the files, or checks that they are fresh.
pub(crate) fn run(root: &Path, check: bool) -> ExitCode {
    let Ok(registry) = fs::read_to_string(REGISTRY) else {
        println!(
            "gen: {PATH}, {EXPORTS} and {PAGE} stay as they are: there is no {REGISTRY} (Debian's khronos-api)"
        );
        return ExitCode::SUCCESS;
    };
    let mut files = Files::new(root, check);
    let written = wanted(&registry).and_then(|wanted| {
        let mut wanted = wanted.iter();
        Ok(wanted.try_for_each(|(path, text)| files.put(path, text))?)
    });
    match written {
        Ok(()) => files.finish("entry points", "the registry and the lists"),
        Err(error) => failed("entry points", &error),
    }
}

/// The files, with their texts.
fn wanted(registry: &str) -> Result<[(&'static str, String); 3], GenerationError> {
    let document = Document::parse(registry)?;
    let is_command = |node: &Node<'_, '_>| node.has_tag_name("command");
    let commands: BTreeMap<&str, Node<'_, '_>> = document
        .descendants()
        .filter(is_command)
        .filter_map(|command| Some((name(child(command, "proto")?)?, command)))
        .collect();
    Ok([
        (PATH, text(&commands)?),
        (EXPORTS, exports::text(&document, &commands)?),
        (PAGE, page::text(&document)?),
    ])
}

/// The names of a list, each with what happens to it.
fn names(list: &'static str) -> impl Iterator<Item = (&'static str, &'static str)> {
    let mut happens = "";
    list.lines().flat_map(move |line| {
        let (names, said) = match line.strip_prefix("# ") {
            Some(said) => ("", said),
            None => (line, happens),
        };
        happens = said;
        names.split_whitespace().map(move |name| (name, said))
    })
}

/// The entry points that stand for others.
fn aliases() -> impl Iterator<Item = (&'static str, &'static str)> {
    ALIASES.lines().filter_map(|line| line.split_once(' '))
}

fn text(commands: &BTreeMap<&str, Node<'_, '_>>) -> Result<String, GenerationError> {
    let mut out = String::from(
        "//! The entry points, by what is done with them. Written by `cargo xtask gen` from the registry's `gl.xml` and the lists\n\
         //! in `xtask/src/entry_points`.\n\nuse super::table::entry_points;\n\nentry_points! {\n",
    );
    for (group, list) in GROUPS {
        if *group == "called" {
            out.push_str("    alias {\n");
            for (alias, other) in aliases() {
                let _ = writeln!(out, "        {alias} = {other};");
            }
            out.push_str("    }\n");
        }
        let _ = writeln!(out, "    {group} {{");
        for (wanted, _) in names(list) {
            let command = commands
                .get(wanted)
                .ok_or_else(|| GenerationError::Missing(wanted.to_owned()))?;
            out.push_str(&row(wanted, *command)?);
        }
        out.push_str("    }\n");
    }
    out.push_str("}\n");
    formatted(&out)
}

/// The line of a command.
fn row(wanted: &str, command: Node<'_, '_>) -> Result<String, GenerationError> {
    let mut arguments = Vec::new();
    for parameter in command.children().filter(|node| node.has_tag_name("param")) {
        let argument = name(parameter).unwrap_or("value");
        let argument = match argument {
            "type" | "ref" | "in" => format!("{argument}_"),
            _ => snake(argument),
        };
        arguments.push(format!("{argument}: {}", rust(wanted, parameter)?));
    }
    let result = match child(command, "proto").map(|proto| rust(wanted, proto)) {
        Some(Ok(ty)) if ty != "c_void" => format!(" -> {ty}"),
        Some(Err(error)) => return Err(error),
        _ => String::new(),
    };
    Ok(format!("        {wanted}({}){result};\n", arguments.join(", ")))
}

fn child<'a, 'b>(node: Node<'a, 'b>, tag: &str) -> Option<Node<'a, 'b>> {
    node.children().find(|node| node.has_tag_name(tag))
}

fn name<'a>(node: Node<'a, '_>) -> Option<&'a str> {
    child(node, "name")?.text()
}

/// A name as Rust writes it.
fn snake(name: &str) -> String {
    let mut out = String::new();
    for character in name.chars() {
        if character.is_ascii_uppercase() && !out.is_empty() {
            out.push('_');
        }
        out.push(character.to_ascii_lowercase());
    }
    out
}

/// The type of a parameter or of a result, which is what stands before the name.
fn rust(of: &str, declared: Node<'_, '_>) -> Result<String, GenerationError> {
    let parts = declared.children().filter(|node| !node.has_tag_name("name"));
    let written: String = parts.filter_map(|node| node.text()).collect();
    let pointers = written.matches('*').count();
    let constants = written.matches("const").count();
    let base = written.replace("const", "").replace('*', "");
    let base = match base.trim() {
        "GLenum" | "GLuint" | "GLbitfield" | "GLhandleARB" => "u32",
        "GLint" | "GLsizei" => "i32",
        "GLfloat" | "GLclampf" => "f32",
        "GLdouble" | "GLclampd" => "f64",
        "GLboolean" | "GLubyte" => "u8",
        "GLbyte" => "i8",
        "GLshort" => "i16",
        "GLushort" => "u16",
        "GLchar" | "GLcharARB" => "c_char",
        "GLintptr" | "GLsizeiptr" | "GLintptrARB" | "GLsizeiptrARB" => "isize",
        "GLint64" | "GLint64EXT" => "i64",
        "GLuint64" | "GLuint64EXT" => "u64",
        "void" => "c_void",
        other => {
            return Err(GenerationError::Type {
                name: of.to_owned(),
                ty: other.to_owned(),
            });
        }
    };
    // `const T *` and `const T *const*`: the first constant is what is pointed to in the end.
    let mut ty = base.to_owned();
    for at in 0..pointers {
        let pointer = if at < constants { "*const" } else { "*mut" };
        ty = format!("{pointer} {ty}");
    }
    Ok(ty)
}

/// A text as rustfmt writes it.
fn formatted(text: &str) -> Result<String, GenerationError> {
    let mut rustfmt = Command::new("rustfmt")
        .args(["--edition", "2024", "--config", "max_width=110"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()?;
    if let Some(mut input) = rustfmt.stdin.take() {
        std::io::Write::write_all(&mut input, text.as_bytes())?;
    }
    let done = rustfmt.wait_with_output()?;
    match (done.status.success(), String::from_utf8(done.stdout)) {
        (true, Ok(text)) => Ok(text),
        _ => Err(GenerationError::Format),
    }
}
