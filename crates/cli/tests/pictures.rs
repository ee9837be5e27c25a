//! Round trip by picture: every scene of `examples/` and `spec/pictures/` drawn by the reference engine and by the
//! drivers of this machine, as assembly and through every language that they take.
//!
//! A driver that is not here is skipped. Scenes that are known to differ stand in docs/compare.md with the reason,
//! and nowhere else.
#![allow(clippy::print_stderr, reason = "a test says that it skips")]

use std::path::{Path, PathBuf};
use std::process::Command;

/// llvmpipe filters 8-bit textures and chooses levels exactly with these; other drivers do not know them.
const EXACT: (&str, &str) = (
    "GALLIVM_PERF",
    "no_brilinear,no_rho_approx,no_quad_lod,no_aos_sampling,no_filter_hacks",
);

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The scenes below a folder.
fn scenes(folder: &Path, found: &mut Vec<PathBuf>) {
    let entries = std::fs::read_dir(folder).expect("the folder is there");
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            scenes(&path, found);
        } else if path
            .extension()
            .is_some_and(|extension| extension == "shader_test")
        {
            found.push(path);
        }
    }
}

/// The scenes that docs/compare.md says differ, with the engines that draw them otherwise.
fn known() -> Vec<(String, Vec<String>)> {
    let page = std::fs::read_to_string(root().join("docs/compare.md")).expect("the page is there");
    let rows = page
        .lines()
        .filter(|line| line.starts_with("| `") && line.contains(".shader_test`"));
    let cells = |line: &str| {
        line.split('|')
            .map(|cell| cell.trim().replace('`', ""))
            .collect::<Vec<_>>()
    };
    rows.map(cells)
        .map(|cells| {
            let engines = cells[2].split(", ").map(str::to_owned).collect();
            (cells[1].clone(), engines)
        })
        .collect()
}

/// Draws all scenes with an engine and compares the pictures.
fn same_as_the_reference(engine: &str) {
    let known = known();
    let differs = |path: &Path| {
        let name = path.to_string_lossy();
        let own = |(scene, engines): &(String, Vec<String>)| {
            let driver = |other: &String| engine == other || engine.starts_with(&format!("{other}:"));
            name.ends_with(scene.as_str()) && engines.iter().any(driver)
        };
        known.iter().any(own)
    };
    let mut paths = Vec::new();
    scenes(&root().join("examples"), &mut paths);
    scenes(&root().join("spec/pictures"), &mut paths);
    let draws = |path: &Path| std::fs::read_to_string(path).is_ok_and(|text| text.contains("\ndraw "));
    paths.retain(|path| !differs(path) && draws(path));
    paths.sort();
    let output = Path::new(env!("CARGO_TARGET_TMPDIR")).join("compare");
    let run = Command::new(env!("CARGO_BIN_EXE_quadrille"))
        .arg("compare")
        .args(&paths)
        .args([
            "--engines",
            &format!("reference,{engine}"),
            "--allow-edges",
            "--output",
        ])
        .arg(&output)
        .env(EXACT.0, EXACT.1)
        .output()
        .expect("the command runs");
    let said = String::from_utf8_lossy(&run.stdout);
    let problem = String::from_utf8_lossy(&run.stderr);
    if run.status.code() == Some(2) && problem.contains("there is no ") {
        eprintln!("skipped: {}", problem.trim());
        return;
    }
    assert!(run.status.success(), "{engine}:\n{said}\n{problem}");
    assert!(said.contains(": equal"), "{engine} draws nothing:\n{said}");
}

#[test]
fn vulkan_draws_the_same() {
    same_as_the_reference("vulkan");
}

#[test]
fn opengl_draws_the_same_from_assembly() {
    same_as_the_reference("gl");
}

#[test]
fn opengl_draws_the_same_from_glsl() {
    for target in ["glsl120", "glsl330", "glsl450"] {
        same_as_the_reference(&format!("gl:{target}"));
    }
}

#[test]
fn opengl_draws_the_same_from_glsl_es() {
    for target in ["glsl-es100", "glsl-es300", "glsl-es310"] {
        same_as_the_reference(&format!("gl:{target}"));
    }
}

/// A machine without Vulkan gets a sentence and status 2, not a crash.
#[test]
fn a_missing_driver_is_told() {
    let run = Command::new(env!("CARGO_BIN_EXE_quadrille"))
        .args(["run", "--engine", "vulkan"])
        .arg(root().join("examples/toon.shader_test"))
        .env("VK_ICD_FILENAMES", "/nowhere.json")
        .env("VK_DRIVER_FILES", "/nowhere.json")
        .output()
        .expect("the command runs");
    let problem = String::from_utf8_lossy(&run.stderr);
    assert_eq!(run.status.code(), Some(2), "{problem}");
    assert!(problem.contains("quadrille: there is no Vulkan"), "{problem}");
}
