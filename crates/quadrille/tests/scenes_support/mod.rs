//! Scenes that are written into tests.
#![allow(dead_code, reason = "each test file uses a part")]

use quadrille::scene::{NoFiles, SceneOptions, Verdict};
use quadrille::{Session, run_scene};

/// Runs a scene on one thread and on three; every probe must hold, and the pictures must be the same.
#[track_caller]
pub(crate) fn passes(scene: &str) {
    let session = Session::new();
    let mut pictures = Vec::new();
    for threads in [1, 3] {
        let options = SceneOptions {
            threads,
            ..SceneOptions::new(&session, &NoFiles)
        };
        let report = run_scene("draw.shader_test", scene, &options);
        assert_eq!(report.verdict, Verdict::Pass, "{scene}");
        pictures.push(report.picture.map(|picture| picture.rgba));
    }
    assert_eq!(pictures[0], pictures[1]);
}

/// The problem that stops a scene.
#[track_caller]
pub(crate) fn problem(scene: &str) -> String {
    let session = Session::new();
    let report = run_scene("draw.shader_test", scene, &SceneOptions::new(&session, &NoFiles));
    match report.verdict {
        Verdict::Error(problems) => problems[0].message.clone(),
        other => panic!("{other:?}\n{scene}"),
    }
}
