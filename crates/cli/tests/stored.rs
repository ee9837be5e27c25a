//! What programs store, on the drivers of this machine: the pages of `spec/` whose bodies of programs leave numbers in a
//! storage buffer, drawn on one pixel, whose numbers are the pages' own, from the specifications; and the scenes of
//! `examples/compute`, whose probes say what must be in their buffers.
//!
//! A driver that is not here is skipped, and so is what it cannot be told.
#![allow(clippy::print_stderr, reason = "a test says what it found")]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use quadrille_pages_testkit::{PAGES, PageBlockKind};
use quadrille_tools_testkit::{Group, skip};
use serde_json::Value;

/// The scenes, with what they are called: the page and the line of a block.
fn stored() -> BTreeMap<PathBuf, String> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("stored");
    std::fs::create_dir_all(&folder).expect("a folder for scenes");
    let mut files = BTreeMap::new();
    for page in PAGES {
        for block in page.blocks() {
            let is_defined = matches!(block.kind, PageBlockKind::Run | PageBlockKind::Clean);
            let Some(text) = page.drawn(&block).filter(|_| is_defined) else {
                continue;
            };
            // A driver has a word where nothing is bound, which a program finds changed that stores there.
            if text.contains("program.storage[5]") {
                continue;
            }
            let name = format!("{}:{}", page.name, block.line);
            let file = folder.join(name.replace(['/', ':'], "-") + ".shader_test");
            std::fs::write(&file, text).expect("the scene is written");
            files.insert(file, name);
        }
    }
    files
}

/// Whether a driver is here; if not, the test skips its part and says so.
fn is_here(engine: &str) -> bool {
    let opened = match engine {
        "vulkan" => quadrille_vulkan::Vulkan::open()
            .map(drop)
            .map_err(|error| error.to_string()),
        _ => quadrille_opengl::Gl::open(1, 1)
            .map(drop)
            .map_err(|error| error.to_string()),
    };
    opened.map_err(|missing| skip(Group::Drivers, &missing)).is_ok()
}

/// What became of each file on an engine.
fn run(engine: &str, files: &BTreeMap<PathBuf, String>) -> BTreeMap<String, Value> {
    let run = Command::new(env!("CARGO_BIN_EXE_quadrille"))
        .args(["run", "--json", "--engine", engine])
        .args(files.keys())
        .output()
        .expect("the command runs");
    let problem = String::from_utf8_lossy(&run.stderr);
    assert!(matches!(run.status.code(), Some(0 | 1)), "{engine}: {problem}");
    let said = String::from_utf8(run.stdout).expect("it is text");
    let objects = said.lines().map(|line| {
        let object: Value = serde_json::from_str(line).expect("an object a line");
        let file = object["file"].as_str().map(Path::new).expect("a file");
        (files[file].clone(), object)
    });
    objects.collect()
}

/// source: the pages' own
#[test]
fn drivers_store_what_the_pages_say() {
    let mut files = stored();
    let own = run("reference", &files);
    // Some bodies are of compute programs only.
    files.retain(|_, name| own[name]["result"] == "pass");
    assert!(files.len() > 50, "{} scenes", files.len());
    let mut wrong = Vec::new();
    for engine in ["vulkan", "gl:glsl450", "gl:glsl-es310"] {
        if !is_here(engine) {
            continue;
        }
        let found = run(engine, &files);
        let count = |result: &str| found.values().filter(|object| object["result"] == result).count();
        eprintln!("{engine}: {} pass, {} are skipped", count("pass"), count("skip"));
        let fails = found.iter().filter(|(_, object)| {
            let result = object["result"].as_str();
            !matches!(result, Some("pass" | "skip"))
        });
        wrong.extend(fails.map(|(name, object)| format!("{engine}: {name}: {object}")));
        assert!(count("pass") > 20, "{engine}: {} pass", count("pass"));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Why a driver does not run an example of compute programs: addresses of the scene are other ones in the driver.
const NOT_COMPUTED: &str = "memory by GPU addresses";

/// source: the scenes' own: sums, sorted numbers and digests that are known
#[test]
fn drivers_compute_what_the_examples_say() {
    let scenes = quadrille_pages_testkit::scenes().into_iter();
    let scenes = scenes.filter(|scene| scene.name.starts_with("examples/compute/"));
    let files: BTreeMap<PathBuf, String> = scenes
        .map(|scene| (quadrille_pages_testkit::root().join(&scene.name), scene.name))
        .collect();
    assert!(files.len() >= 8, "{} scenes", files.len());
    let mut wrong = Vec::new();
    for engine in ["vulkan", "gl:glsl450", "gl:glsl-es310"] {
        if !is_here(engine) {
            continue;
        }
        let mut passed = 0;
        for (name, object) in run(engine, &files) {
            let said = object.to_string();
            match object["result"].as_str() {
                Some("pass") => passed += 1,
                Some("skip") if engine == "gl:glsl-es310" => {}
                Some("skip") if said.contains(NOT_COMPUTED) => {}
                _ => wrong.push(format!("{engine}: {name}: {said}")),
            }
        }
        assert!(passed >= 5, "{engine}: {passed} pass");
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
