//! Scenes of the programs in the style of games, and what becomes of them.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use quadrille::Session;
use quadrille_isa::gl::{Family, Stage};
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
    MOV result.color.secondary, { 0.25, 0.5, 0.125, 1 };\n\
    MAD result.fogcoord.x, vertex.texcoord[0].x, 10, 5;\n\
    END\n";

/// A scene that draws with a program of games, or with what it became: one of vertices with a fragment program behind it
/// that shows what the program of games writes.
pub(crate) fn scene(session: &Session, program: &str, text: &str) -> String {
    let loaded = session.load("program", program).expect("a program of games");
    let program = loaded.program();
    let is_vertex = program.profile().stage == Stage::Vertex;
    let mut shown = "!!ARBfp1.0\nTEMP sum;\nMOV sum, 0.125;\n".to_owned();
    for result in program.results() {
        let [face, second, ..] = result.binding.index;
        let attribute = match result.binding.family {
            Family::ResultColor if face == 0 => ["color", "color.secondary"][second as usize].to_owned(),
            Family::ResultTexcoord => format!("texcoord[{face}]"),
            _ => continue,
        };
        for (at, component) in "xyzw".chars().enumerate() {
            if result.used >> at & 1 != 0 {
                let weights = "{ 0.25, 0.125, 0.0625, 0.25 }";
                let _ = writeln!(
                    shown,
                    "MAD sum, fragment.{attribute}.{component}, {weights}, sum;"
                );
            }
        }
    }
    shown.push_str("MOV result.color, sum;\nEND\n");
    let (vertex, fragment) = if is_vertex {
        (text, shown.as_str())
    } else {
        (VERTEX, text)
    };
    let mut scene = format!(
        "[require]\nGL >= 1.3\nSIZE 64 64\n\n[vertex program]\n{vertex}\n[fragment program]\n{fragment}\n\
         [test]\nclear color 0.0 0.0 0.0 0.0\nclear\n"
    );
    for texture in program.textures() {
        let (unit, target) = (texture.unit, texture.target.row().name);
        let (size, format) = match target {
            "3D" => ("(8,8,8)", "GL_RGBA8"),
            "SHADOW2D" | "SHADOWRECT" | "SHADOW1D" => ("(8,8,1)", "GL_DEPTH_COMPONENT24"),
            "ARRAY2D" => ("(8,8,4)", "GL_RGBA8"),
            "1D" => ("(8,1,1)", "GL_RGBA8"),
            _ => ("(8,8,1)", "GL_RGBA8"),
        };
        let _ = writeln!(scene, "texture places {unit} {target} {size} {format}");
    }
    let stage = if is_vertex { "vp" } else { "fp" };
    for number in 0..12_u8 {
        let place = f64::from(number) / 16.0;
        let vector = format!("({}, {}, 0.125, 0.75)", 0.5 - place, 0.25 + place);
        let _ = writeln!(scene, "parameter local_{stage} {number} {vector}");
        if is_vertex {
            // The first rows are those of a matrix.
            let row: Vec<String> = (0..4)
                .map(|column| u8::from(column == number).to_string())
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

/// A program of games.
pub(crate) struct Game {
    pub(crate) name: String,
    pub(crate) text: String,
}

/// All of them, by name.
pub(crate) fn games() -> Vec<Game> {
    let entries = std::fs::read_dir(root().join("corpus/games")).expect("a folder of programs");
    let files = entries.map(|entry| entry.expect("an entry").path());
    let is_program = |file: &PathBuf| {
        let ending = file.extension().unwrap_or_default();
        ending == "vp" || ending == "fp"
    };
    let mut games: Vec<Game> = files
        .filter(is_program)
        .map(|file| Game {
            name: file
                .file_name()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned(),
            text: std::fs::read_to_string(&file).expect("a program"),
        })
        .collect();
    games.sort_by(|one, other| one.name.cmp(&other.name));
    games
}

/// Writes scenes into a folder of their own, each under a name.
pub(crate) fn written(folder: &str, scenes: impl IntoIterator<Item = (String, String)>) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(folder);
    std::fs::create_dir_all(&folder).expect("a folder for scenes");
    let scenes = scenes.into_iter();
    scenes
        .map(|(name, text)| {
            let to = folder.join(format!("{name}.shader_test"));
            std::fs::write(&to, text).expect("the scene is written");
            to
        })
        .collect()
}

/// What the tool says of scenes that it draws by two engines, an object a scene.
pub(crate) fn compared(engines: &str, scenes: &[PathBuf]) -> Vec<Value> {
    let run = Command::new(env!("CARGO_BIN_EXE_quadrille"))
        .args(["compare", "--json", "--allow-edges", "--engines", engines])
        .args(scenes)
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
    results
}

/// Whether the machine has an OpenGL; a test without skips.
pub(crate) fn is_here() -> bool {
    match quadrille_opengl::Gl::open(1, 1) {
        Ok(_) => true,
        Err(error) => {
            skip(Group::Drivers, &error.to_string());
            false
        }
    }
}
