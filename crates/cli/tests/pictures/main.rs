//! Round trip by picture and by buffer: every scene and every page of `spec/` that draws or dispatches, done by the
//! reference engine and by the drivers of this machine, as assembly and through every language that they take.
//!
//! What differs, and what an engine does not draw, are rows of the tables of docs/compare.md with the reason. On
//! llvmpipe and lavapipe, for which the tables are, a row that is no longer needed fails as well. A driver that is not
//! here is skipped.

mod table;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

use quadrille_pages_testkit::{PAGES, PageBlockKind, root, scenes};
use quadrille_tools_testkit::{Group, skip};
use serde_json::Value;

use table::{Key, Tables};

/// llvmpipe filters 8-bit textures and chooses levels exactly with these; other drivers do not know them.
const EXACT: (&str, &str) = (
    "GALLIVM_PERF",
    "no_brilinear,no_rho_approx,no_quad_lod,no_aos_sampling,no_filter_hacks",
);

/// All that draw with OpenGL.
const OPENGL: [&str; 7] = [
    "gl",
    "gl:glsl120",
    "gl:glsl330",
    "gl:glsl450",
    "gl:glsl-es100",
    "gl:glsl-es300",
    "gl:glsl-es310",
];

/// The files of all scenes that draw, with what they are called: their path, or the page and the line of a block.
fn drawn() -> BTreeMap<PathBuf, String> {
    let mut files = BTreeMap::new();
    for scene in scenes().into_iter().filter(|scene| scene.draws()) {
        files.insert(root().join(&scene.name), scene.name);
    }
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("pages");
    std::fs::create_dir_all(&folder).expect("a folder for scenes");
    for page in PAGES {
        for block in page.blocks() {
            let Some(text) = page.scene(&block) else { continue };
            let is_defined = matches!(
                block.kind,
                PageBlockKind::Run | PageBlockKind::Clean | PageBlockKind::Accept
            );
            if is_defined && text.lines().any(|line| line.starts_with("draw ")) {
                let name = format!("{}:{}", page.name, block.line);
                let file = folder.join(name.replace(['/', ':'], "-") + ".shader_test");
                std::fs::write(&file, text).expect("the scene is written");
                files.insert(file, name);
            }
        }
    }
    files
}

/// What comparing the pictures of some engines with the reference engine's finds: by scene and engine why a picture
/// differs or is not there.
fn compared(engines: &[&str]) -> BTreeMap<Key, Found> {
    let files = drawn();
    assert!(files.len() > 40, "{} scenes", files.len());
    let output = Path::new(env!("CARGO_TARGET_TMPDIR")).join("compare");
    let run = Command::new(env!("CARGO_BIN_EXE_quadrille"))
        .args(["compare", "--json", "--allow-edges", "--engines"])
        .arg(format!("reference,{}", engines.join(",")))
        .arg("--output")
        .arg(&output)
        .args(files.keys())
        // Scenes reach the mesh that they share below the folder in which the command runs.
        .current_dir(root())
        .env(EXACT.0, EXACT.1)
        .output()
        .expect("the command runs");
    let problem = String::from_utf8_lossy(&run.stderr);
    assert!(matches!(run.status.code(), Some(0 | 1)), "{problem}");
    let said = String::from_utf8(run.stdout).expect("it is text");
    let mut found = BTreeMap::new();
    for line in said.lines() {
        let object: Value = serde_json::from_str(line).expect("an object a line");
        let text = |value: &Value| value.as_str().expect("a text").to_owned();
        let key = Key {
            scene: files[Path::new(&text(&object["file"]))].clone(),
            engine: text(&object["engines"][1]),
        };
        let what = match object["result"].as_str() {
            Some("within") => Found::Same,
            Some("beyond") => Found::Differs(format!("{} {}", object["picture"], object["buffer"])),
            Some("not drawn") => Found::NotDrawn(without_line(&text(&object["reason"]))),
            _ => Found::Failed(line.to_owned()),
        };
        found.insert(key, what);
    }
    assert_eq!(found.len(), files.len() * engines.len(), "{problem}");
    found
}

/// What became of a scene on an engine.
enum Found {
    Same,
    Differs(String),
    NotDrawn(String),
    Failed(String),
}

/// A reason without the place in the scene that it begins with: a table tells it for many.
fn without_line(reason: &str) -> String {
    let rest = reason
        .strip_prefix("line ")
        .and_then(|rest| rest.split_once(": "));
    rest.filter(|(number, _)| number.bytes().all(|byte| byte.is_ascii_digit()))
        .map_or(reason, |(_, rest)| rest)
        .to_owned()
}

/// Every picture is the reference engine's, or stands in a table with its reason, and no row of one engine of these is
/// there in vain. `renderer` says what draws.
fn round_trip(engines: &[&str], renderer: &str) {
    let found = compared(engines);
    let known = Tables::read(engines);
    let same = found
        .values()
        .filter(|found| matches!(found, Found::Same))
        .count();
    assert!(same >= 10 * engines.len(), "{same} pictures are the same");
    let mut wrong = Vec::new();
    let (mut differing, mut not_drawn) = (BTreeSet::new(), BTreeMap::new());
    for (key, found) in found {
        match found {
            Found::Same => {}
            Found::Failed(line) => wrong.push(line),
            Found::Differs(how) => {
                if !known.differing.contains(&key) {
                    wrong.push(format!("{key}: {how}"));
                }
                differing.insert(key);
            }
            Found::NotDrawn(reason) => {
                not_drawn.insert(key, reason);
            }
        }
    }
    let is_mesa = renderer.contains("llvmpipe");
    if is_mesa {
        let in_vain = known.differing.difference(&differing);
        wrong.extend(
            in_vain.map(|key| format!("{key}: the picture is the same, and docs/compare.md says it differs")),
        );
        wrong.extend(known.check_not_drawn(engines, &not_drawn));
    }
    assert!(wrong.is_empty(), "{renderer}:\n{}", wrong.join("\n"));
}

#[test]
fn vulkan_draws_the_same() {
    match quadrille_vulkan::Vulkan::open() {
        Ok(device) => round_trip(&["vulkan"], &device.describe()),
        Err(error) => skip(Group::Drivers, &error.to_string()),
    }
}

#[test]
fn opengl_draws_the_same() {
    match quadrille_opengl::Gl::open(1, 1) {
        Ok(driver) => {
            let renderer = driver.describe();
            drop(driver);
            round_trip(&OPENGL, &renderer);
        }
        Err(error) => skip(Group::Drivers, &error.to_string()),
    }
}

/// A machine without a driver gets a sentence and status 2, not a crash.
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
