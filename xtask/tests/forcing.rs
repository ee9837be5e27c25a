//! The examples in forced mode: a program of C makes the calls of each scene through plain EGL, the vendor library translates
//! every program in assembly, and what is drawn and written is what the reference engine draws and writes.

#[path = "driver/calls/mod.rs"]
mod calls;
#[path = "driver/setup.rs"]
#[allow(dead_code, reason = "other tests use the rest")]
mod setup;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use calls::Calls;
use quadrille::scene::{Report, SceneOptions, Verdict};
use quadrille::{FileError, Files, Picture, PictureDifference, Session, run_scene};
use quadrille_base::Source;
use quadrille_pages_testkit::{Scene, root, scenes};
use quadrille_scene::{BufferCommand, Command as SceneCommand};
use quadrille_tools_testkit::{Group, skip};
use setup::{compiled, folder, installed, quadrille};

/// llvmpipe filters 8-bit textures and chooses levels exactly with these; other drivers do not know them.
const EXACT: (&str, &str) = (
    "GALLIVM_PERF",
    "no_brilinear,no_rho_approx,no_quad_lod,no_aos_sampling,no_filter_hacks",
);

/// What else becomes of a scene than the reference's picture and buffers, within 1/255.
enum Otherwise {
    /// It is for another machine than OpenGL's.
    NotOpenGl,
    /// The player ends with a call of which the library or the driver says this.
    Ends(&'static str),
    /// So many pixels at most are as a displaced edge has them.
    Edges(usize),
    /// OpenGL leaves it to the driver: it is as the driver draws it in another way.
    As(Way),
}

/// Another way in which the same driver draws.
enum Way {
    /// Without the library, by the same calls.
    Alone,
    /// By an engine of ours, which hands it shaders.
    Engine(&'static str),
}

use Otherwise::{As, Edges, Ends, NotOpenGl};

/// The scenes that are otherwise with llvmpipe, and why; all of them.
const OTHERWISE: &[(&str, Otherwise, &str)] = &[
    (
        "anisotropy",
        As(Way::Alone),
        "the footprint of an anisotropic filter is the driver's (EXT_texture_filter_anisotropic)",
    ),
    (
        "bezier",
        As(Way::Engine("gl:glsl450")),
        "where the two shorter parts lie of an edge that is cut with FRACTIONAL_ODD is the driver's (OpenGL 4.5, 11.2.2)",
    ),
    (
        "compute/linked-list",
        Ends("GLSL has memory by GPU addresses for Vulkan alone"),
        "no driver of GLSL has it",
    ),
    (
        "compute/mandelbrot",
        Edges(4),
        "what is not `precise` may be computed otherwise than it is written (GLSL 4.50, 4.7.1): at the border, a point leaves a step later",
    ),
    (
        "compute/matrix-fp64",
        Ends("GLSL has memory by GPU addresses for Vulkan alone"),
        "no driver of GLSL has it",
    ),
    (
        "fog",
        Edges(4),
        "centres of pixels that lie on an edge after rounding",
    ),
    (
        "mirror",
        Edges(6),
        "centres of pixels that lie on an edge after rounding",
    ),
    ("qpu/saxpy", NotOpenGl, "a QPU program"),
    (
        "reflection",
        As(Way::Alone),
        "the driver chooses the level of a whole quad of pixels, of which two may look at two faces",
    ),
    (
        "samples",
        Ends("glRenderbufferStorageMultisample"),
        "llvmpipe has four samples a pixel at most, the scene wants eight",
    ),
    (
        "spikes",
        Edges(6),
        "centres of pixels that lie on an edge after rounding",
    ),
    (
        "terrain",
        As(Way::Engine("gl:glsl450")),
        "where the shorter parts of FRACTIONAL_EVEN lie, and how a patch is cut at its edges, is the driver's (OpenGL 4.5, 11.2.2)",
    ),
    ("vc4/crate", NotOpenGl, "control lists of the VideoCore IV"),
    ("vc4/texture", NotOpenGl, "control lists of the VideoCore IV"),
];

/// The files beside a scene.
struct Beside(PathBuf);

impl Files for Beside {
    fn read(&self, path: &str, _most: u64) -> Result<Vec<u8>, FileError> {
        std::fs::read(self.0.join(path)).map_err(|_| FileError::Missing)
    }
}

/// An example, with all that is asked about it.
struct Example {
    /// Its path in `examples/`, without what scenes end with.
    name: String,
    scene: Scene,
    read: quadrille_scene::Scene,
    files: Beside,
}

impl Example {
    fn all() -> Vec<Example> {
        let all = scenes().into_iter();
        let own = all.filter_map(|scene| {
            let name = scene.name.strip_prefix("examples/")?;
            let name = name.strip_suffix(".shader_test")?.to_owned();
            let read = quadrille_scene::read(&scene.text).expect("a scene");
            let folder = root().join(&scene.name).parent().map(Path::to_owned);
            let files = Beside(folder.expect("a scene lies in a folder"));
            Some(Example {
                name,
                scene,
                read,
                files,
            })
        });
        own.collect()
    }

    /// What the reference engine draws.
    fn reference(&self) -> Report {
        let session = Session::new().engine("reference").expect("an engine");
        let options = SceneOptions {
            threads: 2,
            ..SceneOptions::new(&session, &self.files)
        };
        let report = run_scene(&self.scene.name, &self.scene.text, &options);
        assert_eq!(report.verdict, Verdict::Pass, "{}", self.name);
        report
    }

    /// The buffers that it looks at.
    fn probed(&self) -> BTreeSet<&str> {
        let statements = self.read.statements.iter();
        let names = statements.filter_map(|statement| match &statement.command {
            SceneCommand::Buffer(BufferCommand::Probe { name, .. }) => Some(name.as_str()),
            _ => None,
        });
        names.collect()
    }
}

/// The player, and where its scenes are drawn.
struct Player {
    folder: PathBuf,
    program: PathBuf,
    library: PathBuf,
    quadrille: PathBuf,
}

impl Player {
    /// A new folder for what is drawn of a scene in some way.
    fn folder(&self, example: &Example, way: &str) -> PathBuf {
        let folder = self.folder.join(way).join(example.name.replace('/', "-"));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).expect("a folder");
        folder
    }

    fn play(&self, example: &Example, mut command: Command, way: &str) -> (PathBuf, Output) {
        let folder = self.folder(example, way);
        command.arg(self.folder.join("data")).arg(&example.scene.name);
        command.current_dir(&folder).env(EXACT.0, EXACT.1);
        // All is linked anew.
        command.env("QUADRILLE_CACHE", "");
        let done = command.output().expect("it runs");
        (folder, done)
    }

    fn forced(&self, example: &Example) -> (PathBuf, Output) {
        let mut command = Command::new(&self.quadrille);
        command.args(["play", "--force", "--library"]).arg(&self.library);
        command.arg("--").arg(&self.program);
        self.play(example, command, "forced")
    }

    /// The pictures of a scene in another way, opaque.
    fn pictures(&self, example: &Example, way: &Way, like: &Report) -> Vec<Picture> {
        let pictures = like.outputs.iter();
        match way {
            Way::Alone => {
                let (folder, done) = self.play(example, Command::new(&self.program), "alone");
                assert!(done.status.success(), "{}: {done:?}", example.name);
                pictures
                    .map(|(path, picture)| opaque(drawn(&folder, path, picture)))
                    .collect()
            }
            Way::Engine(engine) => {
                let folder = self.folder(example, "engine");
                let mut run = Command::new(&self.quadrille);
                run.args(["run", "--engine", engine, "--output"]).arg(&folder);
                run.arg(root().join(&example.scene.name)).env(EXACT.0, EXACT.1);
                let done = run.output().expect("it runs");
                assert!(done.status.success(), "{}: {done:?}", example.name);
                let read = |path: &String| std::fs::read(folder.join(path)).expect("it was written");
                pictures
                    .map(|(path, _)| Picture::from_png(&read(path)).expect("a picture"))
                    .collect()
            }
        }
    }
}

/// A picture that the player wrote, which has the size of another.
fn drawn(folder: &Path, path: &str, like: &Picture) -> Picture {
    let rgba = std::fs::read(folder.join(path)).expect("it was written");
    let picture = Picture { rgba, ..*like };
    // The player has the lowest row first.
    Picture {
        rgba: picture.bottom_up(),
        ..*like
    }
}

fn opaque(mut picture: Picture) -> Picture {
    picture
        .rgba
        .iter_mut()
        .skip(3)
        .step_by(4)
        .for_each(|alpha| *alpha = 255);
    picture
}

/// How far pictures lie apart, all together: pixels at edges and others, and in words.
fn apart<'a>(pairs: impl Iterator<Item = (&'a Picture, &'a Picture)>) -> (usize, usize, String) {
    let (mut edges, mut inside, mut said) = (0, 0, String::new());
    for (wanted, found) in pairs {
        let difference =
            PictureDifference::between_pictures(wanted, found, 1.0).expect("pictures of one size");
        edges += difference.at_edges;
        inside += difference.inside();
        said += &format!(" {difference}");
    }
    (edges, inside, said)
}

/// What is wrong with a scene in forced mode; nothing if it is as the table says.
fn judged(player: &Player, example: &Example, row: Option<&Otherwise>) -> Option<String> {
    let (folder, done) = player.forced(example);
    let said = String::from_utf8_lossy(&done.stderr);
    let is_llvmpipe = said.contains("llvmpipe");
    if !is_llvmpipe && row.is_some() {
        // The table is not for that driver.
        return None;
    }
    if let Some(Ends(why)) = row {
        return (done.status.code() != Some(1) || !said.contains(why))
            .then(|| format!("it does not end: {said}"));
    }
    let programs = example.read.programs.len();
    let counted = format!(": 0 native, {programs} translated, 0 refused");
    if !done.status.success() || !said.contains(&counted) {
        return Some(said.into_owned());
    }
    let report = example.reference();
    for name in example.probed() {
        let found = std::fs::read(folder.join(name)).expect("it was written");
        let (_, wanted) = report.buffers.iter().find(|(own, _)| own == name)?;
        if *wanted != found {
            return Some(format!("the buffer `{name}` holds something else"));
        }
    }
    let wanted = report.outputs.iter();
    let found: Vec<Picture> = wanted
        .map(|(path, picture)| drawn(&folder, path, picture))
        .collect();
    if found.is_empty() && example.probed().is_empty() {
        return Some("it neither draws nor writes".to_owned());
    }
    let (edges, inside, how) = apart(report.outputs.iter().map(|(_, picture)| picture).zip(&found));
    let in_vain = || Some("it is as the reference draws it; its row is in vain".to_owned());
    match row {
        None | Some(NotOpenGl | Ends(_)) => (inside > 0 || edges > 0 && is_llvmpipe).then_some(how),
        Some(Edges(_)) if edges + inside == 0 => in_vain(),
        Some(Edges(most)) => (inside > 0 || edges > *most).then_some(how),
        Some(As(_)) if inside == 0 => in_vain(),
        Some(As(way)) => {
            let found: Vec<Picture> = found.into_iter().map(opaque).collect();
            let wanted = player.pictures(example, way, &report);
            let (edges, inside, how) = apart(wanted.iter().zip(&found));
            (edges + inside > 0).then_some(how)
        }
    }
}

/// source: the reference engine, and where OpenGL leaves a choice, the driver of the machine
#[test]
fn examples_are_drawn_as_by_the_reference() {
    let folder = folder("forcing");
    let (mut calls, mut wrong) = (Calls::default(), Vec::new());
    let row = |example: &Example| {
        OTHERWISE
            .iter()
            .find(|(name, ..)| *name == example.name)
            .map(|(_, row, _)| row)
    };
    let mut examples = Example::all();
    for (name, ..) in OTHERWISE {
        if !examples.iter().any(|example| example.name == *name) {
            wrong.push(format!("{name}: there is no such scene"));
        }
    }
    examples.retain(|example| {
        let source = Source::new(example.scene.name.clone(), example.scene.text.clone());
        let size = example.read.size.unwrap_or((250, 250));
        let written = calls.add(&source, &example.read, &example.files, size);
        match (&written, row(example)) {
            (Ok(()), Some(NotOpenGl)) => wrong.push(format!("{}: it is for OpenGL", example.name)),
            (Err(error), row) if !matches!(row, Some(NotOpenGl)) => {
                wrong.push(format!("{}: {error}", example.name));
            }
            _ => {}
        }
        written.is_ok()
    });
    std::fs::write(folder.join("scenes.h"), calls.header()).expect("it is written");
    std::fs::write(folder.join("data"), calls.data()).expect("it is written");
    let include = format!("-I{}", folder.display());
    let Some(program) = compiled("player.c", &folder, &[&include, "-lEGL", "-lGL", "-lm"]) else {
        return skip(
            Group::Drivers,
            "there is no compiler, or EGL and OpenGL have no headers; they are in Debian's libegl-dev and libgl-dev",
        );
    };
    let player = Player {
        library: installed(&folder),
        quadrille: quadrille(),
        program,
        folder,
    };
    let first = examples.first().expect("there are examples");
    let (_, done) = player.play(first, Command::new(&player.program), "alone");
    if done.status.code() == Some(3) {
        return skip(
            Group::Drivers,
            "EGL has no surfaceless display of OpenGL; it is in Debian's libegl-mesa0",
        );
    }
    for example in &examples {
        if let Some(how) = judged(&player, example, row(example)) {
            wrong.push(format!("{}: {how}", example.name));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
