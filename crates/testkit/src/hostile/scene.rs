//! Scenes: read, and run.

use quadrille::scene::{SceneOptions, Verdict};
use quadrille::{Budget, FileError, Files, Session, run_scene};

/// Little, so that many scenes are run.
const BUDGET: Budget = Budget {
    memory: 64 << 20,
    work: 20_000_000,
    instructions: 200,
    stop: None,
};

/// The reader answers with a scene, or with a problem at a place in the text.
pub(super) fn read(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let read = quadrille_scene::read(&text).map(drop);
    let old = quadrille_scene::vpfp::read(&text).map(drop);
    for problem in [read.err(), old.err()].into_iter().flatten() {
        assert!(text.get(problem.span.range()).is_some());
    }
}

/// Small files of the kinds that scenes read, by their endings.
struct Small;

impl Files for Small {
    fn read(&self, path: &str, _: u64) -> Result<Vec<u8>, FileError> {
        let bytes: &[u8] = match path.rsplit('.').next() {
            Some("obj") => include_bytes!("../../../../fuzz/corpus/obj/square.obj"),
            Some("glb") => include_bytes!("../../../../fuzz/corpus/gltf/binary.glb"),
            Some("png") => include_bytes!("../../../../fuzz/corpus/picture/palette.png"),
            Some("ktx2") => include_bytes!("../../../../fuzz/corpus/ktx2/bc7-cube-zstd.ktx2"),
            Some("dds") => include_bytes!("../../../../fuzz/corpus/dds/dxt5.dds"),
            Some("txt" | "bin") => b"1 2 3 4",
            _ => return Err(FileError::Missing),
        };
        Ok(bytes.to_vec())
    }
}

/// A run ends within its budget, and tells of problems at places in the text.
pub(super) fn run(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let session = Session::new();
    let options = SceneOptions {
        size: (16, 16),
        budget: BUDGET,
        ..SceneOptions::new(&session, &Small)
    };
    for name in ["a.shader_test", "a.vpfp"] {
        match run_scene(name, &text, &options).verdict {
            Verdict::Pass | Verdict::Skip(_) => {}
            Verdict::Fail(failures) => {
                let at = |failure: &quadrille::scene::Failure| text.get(failure.span.range()).is_some();
                assert!(failures.iter().all(at));
            }
            Verdict::Error(problems) => {
                for problem in problems {
                    assert!(text.get(problem.span.range()).is_some(), "{}", problem.message);
                }
            }
        }
    }
}
