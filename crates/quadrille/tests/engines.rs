//! Every engine draws the lecture's lit torus, and the pictures are near each other.

use quadrille::scene::{FileError, NoFiles, PROGRAM_REFUSED, SceneOptions, Verdict};
use quadrille::{ENGINES, Framebuffer, Inputs, Picture, PictureDifference, Session, Vector, run_scene};

const LIGHTING: &str = include_str!("../../../examples/lecture/lighting.shader_test");
const TORUS: &[u8] = include_bytes!("../../../examples/torus.obj");

/// The one file that the scene names.
struct Torus;

impl quadrille::scene::Files for Torus {
    fn read(&self, path: &str, most: u64) -> Result<Vec<u8>, FileError> {
        match path {
            "../torus.obj" => Ok(TORUS.to_vec()),
            _ => NoFiles.read(path, most),
        }
    }
}

fn drawn(engine: &str) -> Framebuffer {
    let session = Session::new().engine(engine).expect("its name is listed");
    let report = run_scene(
        "lighting.shader_test",
        LIGHTING,
        &SceneOptions::new(&session, &Torus),
    );
    assert_eq!(report.verdict, Verdict::Pass, "{engine}");
    report.framebuffer.expect("the scene draws")
}

/// source: the reference engine. Colours differ by rounding only, which is one step of 255 at most; along
/// edges, a vertex that is moved by less than a pixel's 2^-8 gives some pixels to another shape, so one in a
/// thousand may differ by more.
#[test]
fn engines_draw_the_same_picture() {
    let wanted = drawn("reference");
    for engine in ["wide", "jit"] {
        assert_eq!(
            Picture::of(&drawn(engine), 0),
            Picture::of(&wanted, 0),
            "to the bit"
        );
    }
    let covered = |picture: &Picture| picture.rgba.chunks(4).filter(|pixel| pixel[0] > 64).count();
    assert!(covered(&Picture::of(&wanted, 0)) > 10_000, "the torus is there");
    for engine in ENGINES.iter().map(|row| row.name) {
        let found =
            PictureDifference::between(&wanted, &drawn(engine), 1.0).expect("their sizes are the same");
        let pixels = found.picture.rgba.len() / 4;
        assert!(found.beyond * 1000 <= pixels, "{engine}: {found}");
    }
}

/// source: `Session::load`: a program that an engine refuses runs on the reference.
#[test]
fn refused_programs_load() {
    for engine in ENGINES.iter().map(|row| row.name) {
        let session = Session::new().engine(engine).expect("its name is listed");
        let fragment = session.load("program", "!!ARBfp1.0 MOV result.color, fragment.color; END");
        assert!(fragment.is_ok(), "{engine}");
    }
    let unknown = Session::new().engine("gf4").err().map(|unknown| unknown.name);
    assert_eq!(unknown.as_deref(), Some("gf4"));
}

/// A scene whose fragment program, or fixed-function stage, the engine gf3 does not take.
const FRAGMENTS: &str = "[vertex program]\n!!ARBvp1.0\nMOV result.position, vertex.position;\nEND\n\
                         [fragment program]\n!!ARBfp1.0\nMOV result.color, {1, 0, 0, 1};\nEND\n\
                         [test]\ndraw rect -1 -1 2 2\n";
const FIXED: &str =
    "[vertex program]\n!!ARBvp1.0\nMOV result.position, vertex.position;\nEND\n[test]\ndraw rect -1 -1 2 2\n";
const OLD_FORM: &str = "!!ARBfp1.0\nMOV result.color, {0, 1, 0, 1};\nEND\n!!test\nexpected 0 1 0 1\n";

/// source: `SceneOptions::strict_engine`: what the engine leaves to the reference engine is a note, or fails the scene.
#[test]
fn a_program_that_is_left_to_the_reference_engine_is_noted_or_fails() {
    let session = Session::new().engine("gf3").expect("its name is listed");
    for (name, text) in [
        ("a.shader_test", FRAGMENTS),
        ("b.shader_test", FIXED),
        ("c.vpfp", OLD_FORM),
    ] {
        let options = SceneOptions::new(&session, &NoFiles);
        let report = run_scene(name, text, &options);
        assert_eq!(report.verdict, Verdict::Pass, "{name}");
        let is_noted = report.notes.iter().any(|note| *note.rule == PROGRAM_REFUSED);
        assert!(is_noted, "{name}");
        let strict = SceneOptions {
            strict_engine: true,
            ..options
        };
        let Verdict::Error(problems) = run_scene(name, text, &strict).verdict else {
            panic!("{name} passes");
        };
        assert!(
            problems.iter().all(|problem| *problem.rule == PROGRAM_REFUSED),
            "{name}: {problems:?}"
        );
    }
}

/// source: `SceneOptions::sanitize`: no other engine is run under the reference engine's sanitizer in its place.
#[test]
fn an_engine_without_a_sanitizer_says_so() {
    let exact = ["reference", "wide", "jit"];
    for row in ENGINES.iter().filter(|row| !exact.contains(&row.name)) {
        let session = Session::new().engine(row.name).expect("its name is listed");
        let options = SceneOptions {
            sanitize: true,
            ..SceneOptions::new(&session, &NoFiles)
        };
        let report = run_scene("a.shader_test", FRAGMENTS, &options);
        let Verdict::Error(problems) = report.verdict else {
            panic!("{} has no sanitizer", row.name);
        };
        assert_eq!(
            problems[0].message,
            format!("the engine {} has no sanitizer", row.name)
        );
    }
}

/// A load of four numbers of which one is read, at an offset that is read no more.
const LOAD: &str = "!!NVvp5.0\nCBUFFER bytes[] = { program.buffer[0] };\nINT TEMP n;\nMOV.S n, vertex.attrib[0];\n\
                    LDC.U32X4 result.texcoord.w, bytes[n.x];\nEND\n";

/// source: NV_gpu_program5 2.X.4.5, the bytes of four numbers from an offset on, which count from 0 in the test buffer; ours
/// for offsets that are no multiple of 16 or outside, where nothing is loaded
#[test]
fn some_invocations_load_and_others_have_a_fault() {
    let offsets = [3_u32, 16, 0xffff_fff0, 0, 240, 256, 4, 32];
    for engine in ["reference", "wide", "jit"] {
        let session = Session::new().engine(engine).expect("its name is listed");
        let loaded = session.load("load", LOAD).expect("it is accepted");
        let mut inputs = Inputs::default();
        inputs.set_lanes(offsets.len());
        for (lane, offset) in offsets.into_iter().enumerate() {
            let vector = Vector::floats([f32::from_bits(offset), 0.0, 0.0, 0.0]);
            inputs.set_vector("vertex.attrib[0]", Some(lane), vector);
        }
        let outputs = loaded.evaluate(&inputs).expect("it runs");
        let found = (0..offsets.len()).map(|lane| outputs.bits("result.texcoord", lane).map(|bits| bits[3]));
        let expected = [0, 0x1f1e_1d1c, 0, 0x0f0e_0d0c, 0xfffe_fdfc, 0, 0, 0x2f2e_2d2c].map(Some);
        assert_eq!(found.collect::<Vec<_>>(), expected, "{engine}");
    }
}

/// Example scenes with vertex programs, and where their files are.
const SCENES: &[(&str, &str)] = &[
    ("../../examples/lecture", "lighting"),
    ("../../examples/lecture", "transform"),
    ("../../examples", "bump"),
    ("../../examples", "fog"),
    ("../../examples/geforce3", "tracked"),
];

/// A folder of the repository.
struct Folder(&'static str);

impl quadrille::scene::Files for Folder {
    fn read(&self, path: &str, _: u64) -> Result<Vec<u8>, FileError> {
        Ok(std::fs::read(format!("{}/{path}", self.0))?)
    }
}

/// source: the machine's words against the NV20's numeric environment, which share no step but the arithmetic. What
/// plain floats give differs.
#[test]
fn the_machine_and_its_numbers_draw_the_same_bits() {
    let mut programs_differ = 0;
    for (folder, name) in SCENES {
        let file = format!("{folder}/{name}.shader_test");
        let text = std::fs::read_to_string(&file).expect("the scene is there");
        let drawn = |second: &str| {
            let session = Session::new().engine("gf3").expect("its name is listed");
            let (session, differences) = session.compared_with(second).expect("its name is listed");
            let folder = Folder(folder);
            let options = SceneOptions::new(&session, &folder);
            let report = run_scene(&file, &text, &options);
            let (found, refused) = differences.take();
            let other = Session::new().engine(second).expect("its name is listed");
            let other = run_scene(
                &file,
                &text,
                &SceneOptions {
                    session: &other,
                    ..options
                },
            );
            assert_eq!(
                (&report.verdict, &other.verdict),
                (&Verdict::Pass, &Verdict::Pass),
                "{name}"
            );
            let same = report.picture == other.picture && report.picture.is_some();
            let vertex: Vec<_> = found
                .into_iter()
                .filter(|row| row.stage == quadrille::Stage::Vertex)
                .collect();
            assert!(
                refused.iter().all(|row| row.stage != quadrille::Stage::Vertex),
                "{name}: {refused:?}"
            );
            (vertex, same)
        };
        let (same, same_picture) = drawn("reference-nv20");
        assert!(!same.is_empty(), "{name} has a vertex program");
        assert!(
            same.iter().all(|row| row.invocations > 0 && row.differing == 0),
            "{name}: {same:?}"
        );
        assert!(same_picture, "{name}");
        let (plain, _) = drawn("reference");
        programs_differ += usize::from(plain.iter().any(|row| row.ulps > 0));
    }
    assert!(
        programs_differ >= 4,
        "truncation shows in most scenes: {programs_differ}"
    );
}
