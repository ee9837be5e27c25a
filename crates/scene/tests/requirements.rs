//! `[require]`: what a line says, and where the problem is when it says nothing.

use quadrille_base::Diagnostic;
use quadrille_check::Dialect;
use quadrille_scene::{Comparison, Expected, Problem, Requirement, read};

/// The text that the first problem points at, and the problem.
fn problem(text: &str) -> (&str, Problem) {
    let error = read(text).expect_err(text);
    (&text[error.span.range()], error.problem)
}

/// source: docs/scenes.md; each place is that of the word that has no meaning.
#[test]
fn words_without_a_meaning_are_told() {
    for (line, at) in [
        ("depthbufer", "depthbufer"),
        ("SIZES 3 4", "SIZES"),
        ("ARB_vertex_program", "ARB_vertex_program"),
        ("SIZE 3 4 5", "5"),
        ("GL_ARB_vertex_program now", "now"),
        ("GL >= 1.3 or so", "or"),
        ("DIALECT nvidiaa", "nvidiaa"),
        ("DIALECT", ""),
    ] {
        let text = format!("[require]\n{line}\n[test]\nclear\n");
        let (found, _) = problem(&text);
        assert_eq!(found, at, "{line}");
    }
}

/// source: piglit's shader runner has these words and sections too, for shaders of GLSL.
#[test]
fn what_shaders_need_is_a_requirement() {
    let scene = read("[require]\nGLSL ES >= 3.00\nSPIRV ONLY\n[test]\n").expect("a scene");
    let language = Requirement::ShadingLanguage {
        comparison: Comparison::GreaterOrEqual,
        version: 300,
        other_api: true,
    };
    assert_eq!(
        scene.requirements,
        [language, Requirement::Foreign("SPIRV".to_owned())]
    );
    // What is done with shaders is not read.
    let text = "[require]\n[geometry shader]\n[vertex data]\nname\n[test]\nuniform float x 1\n";
    let scene = read(text).expect("a scene");
    assert_eq!(
        scene.requirements,
        [Requirement::Shader("geometry shader".to_owned())]
    );
    assert_eq!(problem("[require]\nGLSL >= x\n").0, "x");
    assert_eq!(problem("[require]\nGLSL\n").0, "");
}

#[test]
fn a_scene_names_its_dialect() {
    let scene = read("[require]\nGL >= 1.3\nDIALECT nvidia\n[test]\n").expect("a scene");
    assert_eq!(scene.dialect, Some(Dialect::Nvidia));
    assert_eq!(read("[test]\n").expect("a scene").dialect, None);
}

/// source: docs/scenes.md, `matrix NAME n (m0, m1, …, m15)`.
#[test]
fn a_matrix_without_commas_is_told_what_it_lacks() {
    let sixteen = "16 numbers in parentheses, with commas between them, belong here";
    for (line, mark) in [
        ("matrix modelview 0 (1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1)", ','),
        ("matrix modelview 0 1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1", '('),
        ("matrix modelview 0 (1, 2, 3)", ','),
    ] {
        let text = format!("[test]\n{line}\n");
        let numbers = Some(16);
        assert_eq!(
            problem(&text).1,
            Expected::Mark { mark, numbers }.into(),
            "{line}"
        );
        let told = Diagnostic::from(read(&text).expect_err(line));
        assert_eq!(told.notes, [sixteen], "{line}");
    }
}
