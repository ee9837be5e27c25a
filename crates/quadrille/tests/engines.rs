//! Every engine draws the lecture's lit torus, and the pictures are near each other.

use quadrille::scene::{NoFiles, SceneOptions, Verdict};
use quadrille::{Picture, Session, run_scene};

const LIGHTING: &str = include_str!("../../../examples/lecture/lighting.shader_test");
const TORUS: &[u8] = include_bytes!("../../../examples/torus.obj");

/// The one file that the scene names.
struct Torus;

impl quadrille::scene::Files for Torus {
    fn read(&self, path: &str) -> Result<Vec<u8>, String> {
        match path {
            "../torus.obj" => Ok(TORUS.to_vec()),
            _ => NoFiles.read(path),
        }
    }
}

fn drawn(engine: &str) -> Picture {
    let session = Session::new().engine(engine).expect("its name is listed");
    let report = run_scene(
        "lighting.shader_test",
        LIGHTING,
        &SceneOptions::new(&session, &Torus),
    );
    assert_eq!(report.verdict, Verdict::Pass, "{engine}");
    report.picture.expect("the scene draws")
}

/// source: the reference engine. Colours differ by rounding only, which is one step of 255 at most; along
/// edges, a vertex that is moved by less than a pixel's 2^-8 gives some pixels to another shape, so one in a
/// thousand may differ by more.
#[test]
fn engines_draw_the_same_picture() {
    let names = Session::engines();
    let wanted = drawn(names[0]);
    let covered = |picture: &Picture| picture.rgba.chunks(4).filter(|pixel| pixel[0] > 64).count();
    assert!(covered(&wanted) > 10_000, "the torus is there");
    for engine in &names[1..] {
        let found = drawn(engine);
        let pairs = found.rgba.chunks(4).zip(wanted.rgba.chunks(4));
        let far =
            |(found, wanted): &(&[u8], &[u8])| found.iter().zip(*wanted).any(|(a, b)| a.abs_diff(*b) > 1);
        let far = pairs.filter(far).count();
        assert!(far * 1000 <= wanted.rgba.len() / 4, "{engine}: {far} pixels");
    }
}

/// source: `Session::load`: a program that an engine refuses runs on the reference.
#[test]
fn refused_programs_load() {
    for engine in Session::engines() {
        let session = Session::new().engine(engine).expect("its name is listed");
        let fragment = session.load("program", "!!ARBfp1.0 MOV result.color, fragment.color; END");
        assert!(fragment.is_ok(), "{engine}");
    }
    assert!(Session::new().engine("gf4").is_none());
}
