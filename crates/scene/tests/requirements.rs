//! `[require]`: what a line says, and where the problem is when it says nothing.

use quadrille_check::Dialect;
use quadrille_scene::{Requirement, read};

/// The text that the first problem points at, and what it says.
fn problem(text: &str) -> (String, String) {
    let problem = read(text).expect_err(text);
    let at = &text[problem.span.range()];
    let said = std::iter::once(problem.message.clone()).chain(problem.notes.clone());
    (at.to_owned(), said.collect::<Vec<_>>().join("; "))
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
        let (found, _) = problem(&format!("[require]\n{line}\n[test]\nclear\n"));
        assert_eq!(found, at, "{line}");
    }
}

/// source: piglit's shader runner has these words too, for shaders of GLSL.
#[test]
fn what_shaders_need_is_a_requirement_that_is_not_met() {
    let scene = read("[require]\nGLSL >= 1.10\n[test]\n").expect("a scene");
    assert_eq!(scene.requirements, [Requirement::Foreign("GLSL".to_owned())]);
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
    for line in [
        "matrix modelview 0 (1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1)",
        "matrix modelview 0 1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1",
        "matrix modelview 0 (1, 2, 3)",
    ] {
        let (_, said) = problem(&format!("[test]\n{line}\n"));
        assert!(said.contains(sixteen), "{line}: {said}");
    }
}
