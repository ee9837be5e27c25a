//! Translations to ARB programs by picture: the machine's own OpenGL loads each, and draws what the reference engine
//! draws. That they give the values of their sources, `quadrille/tests/arb_targets.rs` holds.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use quadrille_pages_testkit::root;
use quadrille_tools_testkit::{Group, skip};
use serde_json::Value;

/// llvmpipe filters 8-bit textures and chooses levels exactly with these; other drivers do not know them.
const EXACT: (&str, &str) = (
    "GALLIVM_PERF",
    "no_brilinear,no_rho_approx,no_quad_lod,no_aos_sampling,no_filter_hacks",
);

/// What goes before a fragment program.
const VERTEX: &str = "!!ARBvp1.0\n\
    MOV result.position, vertex.position;\n\
    MOV result.texcoord[0], vertex.texcoord[0];\n\
    MAD result.texcoord[1], vertex.texcoord[0].yxzw, { 0.5, -0.75, 1, 1 }, { 0.25, 0.5, 0.75, 0 };\n\
    MAD result.texcoord[2], vertex.texcoord[0], { -0.5, 0.25, 1, 1 }, { 0.5, 0.125, 0.5, 0 };\n\
    MAD result.texcoord[3], vertex.texcoord[0].yxzw, 0.5, { 0.25, 0.25, 0.5, 0.5 };\n\
    MOV result.color, { 0.75, 0.5, 1, 1 };\n\
    MAD result.fogcoord.x, vertex.texcoord[0].x, 10, 5;\n\
    END\n";

/// What comes behind a vertex program: a fragment program that shows the components that it writes.
fn fragment(vertex: &str) -> String {
    let mut text = "!!ARBfp1.0\nTEMP sum;\nMOV sum, 0.125;\n".to_owned();
    for (result, attribute) in [
        ("color", "color"),
        ("color.secondary", "color.secondary"),
        ("texcoord", "texcoord[0]"),
        ("texcoord[1]", "texcoord[1]"),
        ("texcoord[2]", "texcoord[2]"),
    ] {
        for component in "xyzw".chars() {
            let is_written = vertex.lines().any(|line| {
                let target = line.split([' ', ',']).nth(1).unwrap_or_default();
                let Some(mask) = target.strip_prefix(&format!("result.{result}")) else {
                    return false;
                };
                let mask = mask.strip_prefix('.').unwrap_or(mask);
                mask.is_empty()
                    || mask.chars().all(|letter| "xyzw".contains(letter)) && mask.contains(component)
            });
            if is_written {
                let weights = "{ 0.25, 0.125, 0.0625, 0.25 }";
                let _ = writeln!(text, "MAD sum, fragment.{attribute}.{component}, {weights}, sum;");
            }
        }
    }
    text.push_str("MOV result.color, sum;\nEND\n");
    text
}

/// The translations of the programs of games: by the tool, as a user has them.
fn translations() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("arb");
    let _ = std::fs::remove_dir_all(&folder);
    let run = Command::new(env!("CARGO_BIN_EXE_quadrille"))
        .args([
            "translate",
            "--to",
            "arbvp1",
            "--profile",
            "mesa",
            "--allow",
            "attribs-as-texcoords",
        ])
        .arg(root().join("corpus/games"))
        .arg("-o")
        .arg(&folder)
        .output()
        .expect("the command runs");
    // Some are refused.
    assert_eq!(
        run.status.code(),
        Some(1),
        "{}",
        String::from_utf8_lossy(&run.stderr)
    );
    let entries = std::fs::read_dir(&folder).expect("a folder of programs");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    files.sort();
    assert!(files.len() > 60, "{} translations", files.len());
    files
}

/// A scene that draws with a program.
fn scene(text: &str) -> String {
    let is_vertex = text.starts_with("!!ARBvp");
    let shown = fragment(text);
    let (vertex, fragment) = if is_vertex {
        (text, shown.as_str())
    } else {
        (VERTEX, text)
    };
    let mut scene = format!(
        "[require]\nGL >= 1.3\nGL_ARB_vertex_program\nGL_ARB_fragment_program\nSIZE 64 64\n\n\
         [vertex program]\n{vertex}\n[fragment program]\n{fragment}\n[test]\nclear color 0.0 0.0 0.0 0.0\nclear\n"
    );
    for unit in 0..4 {
        let target = ["2D", "CUBE", "RECT"].into_iter().find(|target| {
            let lookup = format!("texture[{unit}], {target};");
            text.contains(&lookup)
        });
        if let Some(target) = target {
            let _ = writeln!(scene, "texture places {unit} {target} (8,8,1) GL_RGBA8");
        } else if text.contains(&format!("texture[{unit}], SHADOW2D;")) {
            let _ = writeln!(
                scene,
                "texture places {unit} SHADOW2D (8,8,1) GL_DEPTH_COMPONENT24"
            );
        }
    }
    let stage = if is_vertex { "vp" } else { "fp" };
    for number in 0..12 {
        let place = f64::from(number) / 16.0;
        let vector = format!("({}, {}, {}, {})", 0.5 - place, 0.25 + place, 0.125, 0.75);
        let _ = writeln!(scene, "parameter local_{stage} {number} {vector}");
        if is_vertex {
            // The first rows are those of a matrix.
            let row: Vec<String> = (0..4)
                .map(|column| {
                    if column == number {
                        "1".to_owned()
                    } else {
                        "0".to_owned()
                    }
                })
                .collect();
            let vector = if number < 4 {
                format!("({})", row.join(", "))
            } else {
                vector
            };
            let _ = writeln!(scene, "parameter env_vp {number} {vector}");
        }
    }
    if is_vertex {
        // Where the programs of VP2.0, which has no constants, keep theirs.
        scene.push_str("parameter env_vp 90 (0, 1, 0.5, 3)\nparameter env_vp 91 (0.25, 0.001, 0, 0)\n");
    }
    scene.push_str("draw rect tex -1 -1 2 2 0 0 1 1\n");
    scene
}

#[test]
fn the_driver_loads_translations_and_draws_the_same() {
    if let Err(error) = quadrille_opengl::Gl::open(1, 1) {
        return skip(Group::Drivers, &error.to_string());
    }
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("arb-scenes");
    std::fs::create_dir_all(&folder).expect("a folder for scenes");
    let scenes: Vec<PathBuf> = translations()
        .into_iter()
        .map(|file| {
            let text = std::fs::read_to_string(&file).expect("a translation");
            let name = file
                .file_stem()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned();
            let to = folder.join(format!("{name}.shader_test"));
            std::fs::write(&to, scene(&text)).expect("the scene is written");
            to
        })
        .collect();
    let run = Command::new(env!("CARGO_BIN_EXE_quadrille"))
        .args([
            "compare",
            "--json",
            "--allow-edges",
            "--engines",
            "reference,gl",
            "--output",
        ])
        .arg(folder.join("differences"))
        .args(&scenes)
        .env(EXACT.0, EXACT.1)
        .output()
        .expect("the command runs");
    let problem = String::from_utf8_lossy(&run.stderr);
    let said = String::from_utf8(run.stdout).expect("it is text");
    let objects = said
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).expect("an object a line"));
    let results: Vec<Value> = objects.collect();
    assert_eq!(results.len(), scenes.len(), "{problem}");
    let wrong: Vec<String> = results
        .iter()
        .filter(|one| one["result"] != "within")
        .map(Value::to_string)
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
