//! Scenes: read.

/// The reader answers with a scene, or with a problem at a place in the text.
pub(super) fn read(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let read = quadrille_scene::read(&text).map(drop);
    let old = quadrille_scene::vpfp::read(&text).map(drop);
    for problem in [read.err(), old.err()].into_iter().flatten() {
        assert!(text.get(problem.span.range()).is_some());
    }
}
