//! Scenes with `[control list]`: memory, lists, frames as pictures, probes, and what goes wrong with its place.

use std::path::Path;

use quadrille::scene::{FileError, Files, NoFiles, SceneOptions, Verdict};
use quadrille::{Budget, Session, run_scene};
use quadrille_base::Diagnostic;

/// Files beside the examples.
struct Folder;

impl Files for Folder {
    fn read(&self, path: &str, _: u64) -> Result<Vec<u8>, FileError> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/vc4");
        std::fs::read(folder.join(path)).map_err(FileError::from)
    }
}

fn run(text: &str, files: &dyn Files) -> quadrille::scene::Report {
    let session = Session::new();
    let options = SceneOptions {
        budget: Budget::of_instructions(1_000_000),
        ..SceneOptions::new(&session, files)
    };
    run_scene("test.shader_test", text, &options)
}

/// Line and message of each problem.
fn problems(text: &str) -> Vec<(usize, String)> {
    let Verdict::Error(problems) = run(text, &NoFiles).verdict else {
        panic!("{text} has no error");
    };
    let line = |offset: u32| text[..offset as usize].matches('\n').count() + 1;
    let list = problems.into_iter();
    list.map(|problem| (line(problem.span.start), problem.message))
        .collect()
}

/// A frame of one cleared tile: the first row of memory has another colour, by a poke.
const CLEAR: &str = "[require]
SIZE 4 2
[control list]
.equ frame, 0x100000
rendering:
    clear_colors color0=0xff0000ff color1=0xff0000ff
    tile_rendering_mode address=frame width=4 height=2 format=rgba8888 memory=raster
    tile_coordinates column=0 row=0
    store_general buffer=none
    tile_coordinates column=0 row=0
    store_resolved_end
rendering_end:
[test]
vc4 zero frame 32
vc4 render
";

/// source: ClearColors of packet 114: red is byte 0.
#[test]
fn a_frame_is_the_picture() {
    let passes = |text: &str| assert_eq!(run(text, &NoFiles).verdict, Verdict::Pass, "{text}");
    passes(&format!(
        "{CLEAR}probe all rgba 1 0 0 1\nprobe buffer memory 0x10001c u32 0xff0000ff\n"
    ));
    passes(&format!("{CLEAR}vc4 render bgra\nprobe all rgba 0 0 1 1\n"));
    let wrong = format!("{CLEAR}probe buffer memory 0x100000 u32 1\n");
    assert!(matches!(run(&wrong, &NoFiles).verdict, Verdict::Fail(_)));
}

/// The first row of memory is on top, which is the last one of a scene.
#[test]
fn rows_run_down() {
    let two = CLEAR
        .replace("width=4 height=2", "width=4 height=1")
        .replace("zero frame 32", "zero frame 32\nvc4 render");
    assert!(
        problems(&two)[0].1.contains("SIZE in [require]"),
        "{:?}",
        problems(&two)
    );
    // A frame of one row more than the list stores: the second row of memory stays 0.
    let short = CLEAR.replace(
        "vc4 zero frame 32",
        "vc4 zero frame 32\nvc4 render\nvc4 poke frame 0xff00ff00",
    );
    let short = short
        .replace("vc4 render\n", "")
        .replace("store_resolved_end", "store_resolved_end\n    halt");
    assert_eq!(
        run(&format!("{short}vc4 render\nprobe rgba 0 1 1 0 0 1\n"), &NoFiles).verdict,
        Verdict::Pass
    );
}

#[test]
fn the_examples_pass() {
    for text in [
        include_str!("../../../examples/vc4/texture.shader_test"),
        include_str!("../../../examples/vc4/crate.shader_test"),
    ] {
        let report = run(text, &Folder);
        assert_eq!(report.verdict, Verdict::Pass);
        assert_eq!(report.notes, []);
    }
}

#[test]
fn what_is_wrong_has_its_place() {
    let found = problems("[control list]\nrendering:\n    store_nothing\n[test]\nvc4 render\n");
    assert_eq!(found[0].0, 3, "{found:?}");
    assert_eq!(
        problems("[test]\nvc4 zero 0 4\nvc4 render\n"),
        [(3, "the list has no label `rendering`".to_owned())]
    );
    assert_eq!(
        problems("[test]\nvc4 zero frame 4\n"),
        [(
            2,
            "`frame` is neither a number nor a symbol of the list".to_owned()
        )]
    );
    let outside = CLEAR.replace("vc4 zero frame 32", "vc4 zero frame 4");
    let found = problems(&outside);
    assert_eq!(
        found[0],
        (15, "a tile is stored where there is no memory".to_owned())
    );
    assert_eq!(problems("[test]\nvc4 zero 0 0xf0000000\n").len(), 1);
}

/// A list that runs for ever ends with the scene's budget.
#[test]
fn the_budget_ends_lists() {
    let text = "[control list]\nrendering:\n    branch address=rendering\n[test]\nvc4 render\n";
    let session = Session::new();
    let options = SceneOptions {
        budget: Budget {
            work: 100_000,
            ..Budget::default()
        },
        size: (1, 1),
        ..SceneOptions::new(&session, &NoFiles)
    };
    let Verdict::Error(problems) = run_scene("test.shader_test", text, &options).verdict else {
        panic!("it ends");
    };
    let is_limit = |problem: &Diagnostic| problem.message == "the limit of packets is reached";
    assert!(problems.iter().any(is_limit), "{problems:?}");
}
