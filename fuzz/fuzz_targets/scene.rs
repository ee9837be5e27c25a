//! Any bytes: the scene reader answers with a scene or with a problem at a place in the text.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    if let Err(problem) = quadrille_scene::read(&text) {
        assert!(text.get(problem.span.range()).is_some());
    }
    let _ = quadrille_scene::vpfp::read(&text);
});
