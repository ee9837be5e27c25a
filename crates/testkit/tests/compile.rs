//! Shaders of random programs, handed to the compilers that the machine has: glslang for GLSL, spirv-val for SPIR-V.
//! What one of them refuses is our fault. Where it is not installed, its part is skipped.
#![allow(clippy::print_stderr, reason = "a test says that it skips")]

use std::path::{Path, PathBuf};
use std::process::Command;

use quadrille::Session;
use quadrille::translate::{EMULATIONS, Options, Semantics, Source, TARGETS, translate};
use quadrille_isa::gl::Stage;
use quadrille_testkit::choices::{Choices, bytes};
use quadrille_testkit::program::accepted;

/// What a program is made of.
const BYTES: usize = 2048;

/// Files that a compiler is given at once.
const BATCH: usize = 200;

/// A folder that goes when the test ends.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Folder {
        let path = std::env::temp_dir().join(format!("quadrille-compile-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a folder");
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// The shaders of the program of a seed, by the names of their files, for every target that can say it.
fn shaders(session: &Session, seed: u64) -> Vec<(String, Vec<u8>)> {
    let bytes = bytes(seed, BYTES);
    let Some(made) = accepted(session, &mut Choices::new(&bytes)) else {
        return Vec::new();
    };
    let stage = match made.loaded.program().profile().stage {
        Stage::Vertex => "vert",
        Stage::Fragment => "frag",
        _ => return Vec::new(),
    };
    let mut files = Vec::new();
    for row in TARGETS {
        let mut options = Options::new(row.target);
        options.allow = EMULATIONS.iter().map(|row| row.0).collect();
        options.two_sided = seed.is_multiple_of(2);
        if seed.is_multiple_of(3) {
            options.semantics = Semantics::Fast;
        }
        let source = Source {
            program: made.loaded.program(),
            text: &made.text,
            partner: None,
        };
        let Ok(shader) = translate(source, &options) else {
            continue;
        };
        let name = format!("{seed}-{}", row.name);
        match shader.words {
            Some(words) => {
                let bytes = words.iter().flat_map(|word| word.to_le_bytes()).collect();
                files.push((format!("{name}.spv"), bytes));
            }
            // glslang does not know this extension, which Mesa has.
            None if shader.text.contains("GL_EXT_texture_array") => {}
            None if row.name.starts_with("glsl") => {
                files.push((format!("{name}.{stage}"), shader.text.into_bytes()));
            }
            None => {}
        }
    }
    files
}

/// What a compiler says against files; `None` if it is not installed.
fn complaint(command: &str, arguments: &[&str], folder: &Path, files: &[String]) -> Option<String> {
    let mut command = Command::new(command);
    let output = command
        .current_dir(folder)
        .args(arguments)
        .args(files)
        .output()
        .ok()?;
    let said = [output.stdout, output.stderr].concat();
    Some(match output.status.success() {
        true => String::new(),
        false => String::from_utf8_lossy(&said).into_owned(),
    })
}

/// source: GLSL 1.20 to 4.60, GLSL ES 1.00 to 3.10 and SPIR-V 1.x, by the compiler and the validator of Khronos
#[test]
fn shaders_compile() {
    let rounds = std::env::var("FROM_TABLES").ok();
    let rounds: u64 = rounds.and_then(|rounds| rounds.parse().ok()).unwrap_or(150);
    let session = Session::new();
    let folder = Folder::new();
    let path = folder.0.as_path();
    let mut seed = 0;
    while seed < rounds {
        let mut glsl = Vec::new();
        let mut modules = Vec::new();
        while seed < rounds && glsl.len() < BATCH {
            for (name, contents) in shaders(&session, seed) {
                std::fs::write(path.join(&name), contents).expect("a file");
                match name.ends_with(".spv") {
                    true => modules.push(name),
                    false => glsl.push(name),
                }
            }
            seed += 1;
        }
        if glsl.is_empty() {
            continue;
        }
        let Some(said) = complaint("glslangValidator", &[], path, &glsl) else {
            eprintln!("glslang is not here, skipped");
            return;
        };
        let mut lines = said
            .lines()
            .filter(|line| line.starts_with("ERROR") || line.contains('-'));
        let about: Vec<&str> = lines.by_ref().collect();
        assert!(said.is_empty(), "{}", about.join("\n"));
        for name in &modules {
            let version = if name.contains("vulkan") {
                "vulkan1.1"
            } else {
                "opengl4.5"
            };
            let Some(said) = complaint(
                "spirv-val",
                &["--target-env", version],
                path,
                std::slice::from_ref(name),
            ) else {
                eprintln!("spirv-val is not here, skipped");
                break;
            };
            assert!(said.is_empty(), "{name}: {said}");
        }
        for name in glsl.iter().chain(&modules) {
            std::fs::remove_file(path.join(name)).expect("our own file");
        }
    }
}
