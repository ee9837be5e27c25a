//! `[require]`: what a line says, and where the problem is when it says nothing.

use quadrille_base::{Diagnostic, Severity};
use quadrille_check::Dialect;
use quadrille_scene::{Comparison, Expected, Meant, Problem, Requirement, read};

/// The text that the first problem points at, and the problem.
fn problem(text: &str) -> (&str, Problem) {
    let error = read(text).expect_err(text);
    (&text[error.span.range()], error.problem)
}

/// source: docs/scenes.md; each place is that of the word that has no meaning.
#[test]
fn words_without_a_meaning_are_told() {
    for (line, at) in [
        ("SIZE 3 4 5", "5"),
        ("GL >= 1.3 or so", "or"),
        ("GL 1.3", "GL"),
        ("INT GL_MAX_LIGHTS 8", "8"),
        ("GL_MAX_VERTEX_ATTRIBS >= x", "x"),
        ("DIALECT nvidiaa", "nvidiaa"),
        ("DIALECT", ""),
    ] {
        let text = format!("[require]\n{line}\n[test]\nclear\n");
        let (found, _) = problem(&text);
        assert_eq!(found, at, "{line}");
    }
}

/// source: piglit's shader_runner.c, process_requirement(): it ends in `return PIGLIT_PASS` for a line that begins with
/// none of its words, and its scenes have lines such as the first and the last.
#[test]
fn lines_that_begin_with_no_such_word_are_passed_over() {
    for (line, word, meant) in [
        ("ARB_vertex_program", "ARB_vertex_program", Some(Meant::Extension)),
        ("!NV_vertex_program4", "!NV_vertex_program4", None),
        ("depthbufer", "depthbufer", Some(Meant::Word("depthbuffer"))),
        ("  SIZES 3 4", "SIZES", Some(Meant::Word("SIZE"))),
        ("*/", "*/", None),
        (
            "sizes between vertex and fragment shaders.",
            "sizes",
            Some(Meant::Word("SIZE")),
        ),
    ] {
        let text = format!("[require]\n{line}\nGL >= 1.3\n[test]\nclear\n");
        let scene = read(&text).expect(line);
        assert_eq!((scene.requirements.len(), scene.size), (1, None), "{line}");
        assert_eq!(scene.statements.len(), 1, "{line}");
        let [ignored] = &scene.ignored[..] else {
            panic!("{line}: {:?}", scene.ignored);
        };
        assert_eq!(&text[ignored.span.range()], word, "{line}");
        assert_eq!(ignored.meant, meant, "{line}");
        let told = Diagnostic::from(ignored);
        assert_eq!(told.severity, Severity::Warning, "{line}");
        assert_eq!(told.fix.is_some(), meant.is_some(), "{line}");
    }
}

/// source: piglit's parser_utils.c: parse_str and parse_comparison_op want no blank between words and signs, and of a line
/// with an extension one word is read.
#[test]
fn requirements_are_read_as_piglit_reads_them() {
    let version = |comparison, version, other_api| Requirement::Version {
        comparison,
        version,
        other_api,
    };
    let extension = |present| Requirement::Extension {
        name: "GL_ARB_vertex_program".to_owned(),
        present,
    };
    let limit = |name: &str, value| Requirement::Limit {
        name: name.to_owned(),
        comparison: Comparison::GreaterOrEqual,
        value,
    };
    for (line, requirement) in [
        ("GL>= 1.3", version(Comparison::GreaterOrEqual, 13, false)),
        ("GL >=1.3", version(Comparison::GreaterOrEqual, 13, false)),
        ("GL<2.1", version(Comparison::Less, 21, false)),
        ("GL ES>= 2.0", version(Comparison::GreaterOrEqual, 20, true)),
        ("GL COMPAT >= 1.4", version(Comparison::GreaterOrEqual, 14, false)),
        ("GL_ARB_vertex_program # needed", extension(true)),
        ("! GL_ARB_vertex_program now", extension(false)),
        (
            "GL_MAX_VERTEX_UNIFORM_COMPONENTS >= 64",
            limit("GL_MAX_VERTEX_UNIFORM_COMPONENTS", 64),
        ),
        (
            "GL_MAX_VERTEX_ATTRIBS>=16 # many",
            limit("GL_MAX_VERTEX_ATTRIBS", 16),
        ),
        ("INT GL_MAX_LIGHTS >= 8", limit("GL_MAX_LIGHTS", 8)),
        (
            "SEPARABLE PROGRAM ENABLED",
            Requirement::Foreign("SEPARABLE".to_owned()),
        ),
    ] {
        let scene = read(&format!("[require]\n{line}\n[test]\n")).expect(line);
        assert_eq!(scene.requirements, [requirement], "{line}");
        assert_eq!(scene.ignored, [], "{line}");
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
