//! Any text: a scene, or a problem at a place in it.

use proptest::prelude::*;

proptest! {
    #[test]
    fn any_lines(lines in proptest::collection::vec(line(), 0..40)) {
        let text = lines.join("\n");
        if let Err(problem) = quadrille_scene::read(&text) {
            prop_assert!(text.get(problem.span.range()).is_some(), "{:?}", problem.span);
        }
        if let Err(problem) = quadrille_scene::vpfp::read(&text) {
            prop_assert!(text.get(problem.span.range()).is_some(), "{:?}", problem.span);
        }
    }
}

fn line() -> impl Strategy<Value = String> {
    prop_oneof![
        prop::sample::select(vec![
            "[test]",
            "[require]",
            "[vertex data]",
            "[fragment program]",
            "!!test",
            "!!ARBfp1.0",
            "clear color 1 2 3",
            "position/0/float/3",
            "1 2 3",
            "probe rgba 1 2 0 0 0 0",
            "relative probe rgb (0.5,0.5) (1,1,1)",
            "texture rgbw 0 (8,8)",
            "parameter local_fp 0 (1, -INF, NAN, 0x1.8p3)",
            "GL >= 1.3",
            "SIZE 1 99999999999",
            "INT GL_MAX_LIGHTS >= 8",
            "expected 1 2 3 4",
            "fragment.local[0] 1 2 3 4",
            "matrix program 0 mvp",
        ])
        .prop_map(str::to_owned),
        "\\PC{0,40}",
    ]
}

/// A byte order mark and the line ends of Windows change nothing; a text without sections is no scene.
#[test]
fn files_of_windows() {
    let text = "[require]\nGL_ARB_vertex_program\n[test]\nclear color 0 0 0 0\n";
    let windows = format!("\u{feff}{}", text.replace('\n', "\r\n"));
    let statements = |text: &str| quadrille_scene::read(text).map(|scene| scene.statements.len());
    assert_eq!((statements(text), statements(&windows)), (Ok(1), Ok(1)));
    assert!(statements("").is_err() && statements("!!ARBvp1.0\nEND\n").is_err());
}
