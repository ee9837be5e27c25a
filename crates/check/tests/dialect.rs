//! What a dialect admits is a warning that names it, and an error without it.

use quadrille_base::{Diagnostic, Severity};
use quadrille_check::dialect::HABITS;
use quadrille_check::{Dialect, Options, check};
use quadrille_program::print::{print, same};

/// Programs by the name of the habit that they have.
///
/// source: each is a program of the language's grammar (ARB_vertex_program 2.14.2, ARB_fragment_program 3.11.2,
/// NV_fragment_program2 3.11.2, NV_gpu_program4 2.X.2) but for the one thing that the habit's row states
const PROGRAMS: &[(&str, &str)] = &[
    (
        "before-header",
        " \n!!ARBfp1.0\nMOV result.color, fragment.color;\nEND\n",
    ),
    (
        "before-header",
        "# from a file\n!!VP1.0\nMOV o[HPOS], v[0];\nEND\n",
    ),
    (
        "undocumented-header",
        "!!FP2.0\nDECLARE tint = {1, 0.5, 0, 1};\nTEX R0, f[TEX2].xyxx, TEX2, 2D;\nMOVRC R1.x, R0;\nIF GT.x;\n\
         MULR R0, R0, tint;\nELSE;\nDIVR R0, R0, R1.x;\nENDIF;\nNRMR R2.xyz, R0;\nMOVR o[COLR], R2;\nEND\n",
    ),
    (
        "alias-of-binding",
        "!!ARBvp1.0\nALIAS x = result.position;\nMOV x, vertex.position;\nEND\n",
    ),
    (
        "alias-of-binding",
        "!!ARBfp1.0\nALIAS c = fragment.color.secondary;\nMOV result.color, c;\nEND\n",
    ),
    (
        "selector-on-number",
        "!!ARBfp1.0\nOPTION NV_fragment_program2;\nMOV result.color, 2.0.x;\nEND\n",
    ),
    (
        "selector-on-number",
        "!!NVvp4.0\nMOV result.position, 2.0.x;\nEND\n",
    ),
    ("number-as-scalar", "!!ARBfp1.0\nRCP result.color, 2.0;\nEND\n"),
    (
        "index-in-temporary",
        "!!ARBvp1.0\nTEMP R1;\nPARAM c[4] = { program.local[0..3] };\nMOV R1, vertex.position;\nMOV result.position, c[R1.x];\nEND\n",
    ),
    (
        "far-offset",
        "!!ARBvp1.0\nADDRESS A;\nPARAM c[4] = { program.local[0..3] };\nARL A.x, vertex.position.x;\nMOV result.position, c[A.x + 99];\nEND\n",
    ),
    (
        "reversed-range",
        "!!ARBvp1.0\nPARAM a[] = { program.env[3..1] };\nMOV result.position, vertex.position;\nEND\n",
    ),
    (
        "reversed-range",
        "!!ARBfp1.0\nPARAM a[2] = { program.local[0], program.local[3..1], {1, 2, 3, 4} };\nMOV result.color, a[1];\nEND\n",
    ),
    (
        "mark-after-end",
        "!!ARBvp1.0\nMOV result.position, vertex.position;\nEND\n\0",
    ),
    (
        "declared-position",
        "!!ARBvp1.0\nOPTION ARB_position_invariant;\nOUTPUT p = result.position;\nMOV result.color, vertex.color;\nEND\n",
    ),
    (
        "padded-selector",
        "!!ARBvp1.0\nSWZ result.position, vertex.position, x, 00, -z, 01;\nEND\n",
    ),
    (
        "temporary-arrays",
        "!!ARBvp1.0\nADDRESS A;\nTEMP t[4];\nARL A.x, vertex.position.x;\nMOV t[1], vertex.position;\nMOV t[A.x + 1], vertex.position;\nMOV result.position, t[A.x];\nEND\n",
    ),
    (
        "null-registers",
        "!!ARBfp1.0\nOPTION NV_fragment_program2;\nMOVC RC.x, fragment.color;\nMOV result.color (GT.x), fragment.color;\nEND\n",
    ),
    (
        "null-registers",
        "!!NVvp4.0\nMOV.CC HC, vertex.position;\nMOV result.position (GT.x), vertex.position;\nEND\n",
    ),
    (
        "condition-parentheses",
        "!!ARBfp1.0\nOPTION NV_fragment_program2;\nIF (GT.x);\nMOV result.color, fragment.color;\nENDIF;\nEND\n",
    ),
    (
        "condition-parentheses",
        "!!ARBfp1.0\nOPTION NV_fragment_program2;\nREP { 3 };\nBRK GT.x;\nENDREP;\nMOV result.color, fragment.color;\nEND\n",
    ),
    (
        "condition-parentheses",
        "!!FP1.0\nKIL (GT.x);\nMOV o[COLR], f[COL0];\nEND\n",
    ),
    (
        "derivative-control",
        "!!NVfp5.0\nTEMP a, b;\nDDX.FINE a, fragment.color;\nDDY.F.COARSE b, fragment.color;\nADD.F result.color, a, b;\nEND\n",
    ),
    (
        "draw-parameters",
        "!!NVvp5.0\nTEMP n;\nADD.S n.x, vertex.baseVertex, vertex.baseInstance;\nADD.S n.x, n, vertex.draw.id;\n\
         I2F n.x, n;\nMOV result.position, n;\nEND\n",
    ),
    (
        "long-high-product",
        "!!NVvp5.0\nLONG TEMP a;\nTEMP b;\nMUL.U64.HI a, {1, 2, 3, 4}, {5, 6, 7, 8};\nMUL.S64.HI a.x, a, a;\nUP64.U b, a;\n\
         MOV result.position, b;\nEND\n",
    ),
    (
        "graded-shadow-arrays",
        "!!NVfp5.0\nTEMP b;\nATTRIB c = fragment.texcoord[0];\nTXB.F b, c, c.x, texture[0], SHADOWARRAY2D;\n\
         TXL.F b, c, c, texture[0], SHADOWARRAY2D;\nTXB.F.LODCLAMP b, c, c, texture[0], SHADOWARRAY2D;\n\
         MOV result.color, b;\nEND\n",
    ),
    (
        "graded-shadow-arrays",
        "!!NVfp5.0\nTEMP b;\nATTRIB c = fragment.texcoord[0];\nTXB.F b, c, c, texture[0], SHADOWARRAYCUBE;\n\
         TXL.F result.color, c, b, texture[0], SHADOWARRAYCUBE;\nEND\n",
    ),
    (
        "bare-level-clamp",
        "!!NVfp5.0\nTEMP b;\nTEX.F.LODCLAMP b, fragment.texcoord[0], texture[0], 2D;\nTXB.F.LODCLAMP result.color, b, texture[0], 2D;\nEND\n",
    ),
    (
        "internal-options",
        "!!NVvp4.0\nOPTION NV_internal;\nMOV result.position, vertex.position;\nEND\n",
    ),
    (
        "internal-options",
        "!!NVvp5.0\nOPTION NV_gpu_program_fp64;\nMOV result.position, vertex.position;\nEND\n",
    ),
    (
        "internal-options",
        "!!NVfp5.0\nOPTION EXT_sparse_texture2;\nTEX.F.SPARSE result.color, fragment.texcoord[0], texture[0], 2D;\nEND\n",
    ),
];

/// Whether a note of a problem has these words.
fn says(problem: &Diagnostic, words: &str) -> bool {
    problem.notes.iter().any(|note| note.contains(words))
}

/// Habits that the specifications have no other spelling for.
const WITHOUT_ANOTHER: &[&str] = &[
    "undocumented-header",
    "index-in-temporary",
    "far-offset",
    "temporary-arrays",
    "derivative-control",
    "draw-parameters",
    "long-high-product",
    "graded-shadow-arrays",
];

/// source: `print` writes what a program means, and the strict check goes by the grammars.
#[test]
fn what_a_dialect_admits_is_printed_as_the_specifications_have_it() {
    let strict = Options::default();
    for (name, text) in PROGRAMS {
        let row = HABITS.iter().find(|row| row.name == *name).expect(name);
        let dialect = row.dialects[0];
        let admitting = Options {
            dialect,
            ..Options::default()
        };
        let program = check(text, &admitting).program.expect(name);
        let printed = print(&program).expect(name);
        let again = check(&printed, &strict);
        let errors: Vec<_> = again.errors().map(|error| &error.message).collect();
        // The NV languages since NV_gpu_program4 have no register that keeps nothing.
        let no_register = *name == "null-registers" && text.starts_with("!!NV");
        let may = no_register || WITHOUT_ANOTHER.contains(name);
        assert_eq!(again.accepted(), !may, "{name}: {errors:?}\n{printed}");
        let again = again
            .program
            .or_else(|| check(&printed, &admitting).program)
            .expect(name);
        assert!(same(&program, &again), "{name}\n{printed}");
    }
}

/// source: ARB_vertex_program 2.14.2, <namingStatement>: a binding is named by ATTRIB, PARAM and OUTPUT.
#[test]
fn an_alias_of_a_binding_is_mended_by_the_word_that_declares_it() {
    for (alias, declared) in [
        ("ALIAS x = result.position;", "OUTPUT x = result.position;"),
        ("ALIAS x = vertex.color;", "ATTRIB x = vertex.color;"),
        ("ALIAS x = state.fog.color;", "PARAM x = state.fog.color;"),
    ] {
        let text = format!("!!ARBvp1.0\n{alias}\nMOV result.position, vertex.position;\nEND\n");
        let checked = check(&text, &Options::default());
        let [problem] = &checked.diagnostics[..] else {
            panic!("{:?}", checked.diagnostics)
        };
        assert!(says(problem, "nvidia, apple"), "{:?}", problem.notes);
        let fix = problem.fix.as_ref().expect("a fix");
        let mut mended = text.clone();
        mended.replace_range(fix.span.range(), &fix.replacement);
        assert_eq!(mended, text.replace(alias, declared));
        assert!(check(&mended, &Options::default()).accepted(), "{mended}");
    }
}

#[test]
fn habits_are_admitted_by_name() {
    let deep = format!(
        "!!ARBfp1.0\nOPTION NV_fragment_program2;\n{}MOV result.color, fragment.color;\n{}END\n",
        "IF GT.x;\n".repeat(96),
        "ENDIF;\n".repeat(96)
    );
    let programs = PROGRAMS.iter().copied().chain([("deep-blocks", deep.as_str())]);
    let mut wrong = Vec::new();
    for (name, text) in programs {
        let row = HABITS.iter().find(|row| row.name == name).expect(name);
        for dialect in Dialect::ALL {
            let options = Options {
                dialect,
                ..Options::default()
            };
            let checked = check(text, &options);
            let admitted = row.dialects.contains(&dialect);
            let severities: Vec<_> = checked.diagnostics.iter().map(|d| d.severity).collect();
            let wanted = if admitted {
                Severity::Warning
            } else {
                Severity::Error
            };
            let named = checked
                .diagnostics
                .iter()
                .all(|d| !admitted || d.message.contains(dialect.name()) && says(d, row.instead));
            if checked.accepted() != admitted || severities.first() != Some(&wanted) || !named {
                let messages: Vec<_> = checked.diagnostics.iter().map(|d| &d.message).collect();
                wrong.push(format!("{name} {dialect:?} {messages:?}\n{text}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_habit_has_a_program_and_stands_on_the_page() {
    let page = include_str!("../../../docs/dialects.md");
    for row in HABITS {
        let has = PROGRAMS.iter().any(|(name, _)| *name == row.name) || row.name == "deep-blocks";
        assert!(has, "{}", row.name);
        let dialects: Vec<_> = row.dialects.iter().map(|dialect| dialect.name()).collect();
        let (name, dialects) = (row.name, dialects.join(", "));
        let line = format!("| {name} | {dialects} | {} | {} |", row.doc, row.instead);
        assert!(page.contains(&line), "docs/dialects.md lacks the line\n{line}");
    }
}

/// source: Mesa 22.3.6, which takes each of these lines with one semicolon, and says `unexpected ';'` to the second
#[test]
fn a_second_semicolon_is_told_behind_what_is_admitted() {
    for line in ["SWZ r, r, 00, 01, x, y;;", "MOV r, p[A.x + 99];;"] {
        let text = format!(
            "!!ARBvp1.0\nTEMP r;\nADDRESS A;\nPARAM p[96] = {{ program.env[0..95] }};\nMOV r, vertex.position;\n\
             ARL A.x, r.x;\n{line}\nMOV result.position, r;\nEND\n"
        );
        let options = Options {
            dialect: Dialect::Mesa,
            ..Options::default()
        };
        let checked = check(&text, &options);
        let errors: Vec<&str> = checked
            .diagnostics
            .iter()
            .filter(|told| told.severity == Severity::Error)
            .map(|told| told.message.as_str())
            .collect();
        assert_eq!(errors, ["this semicolon ends no statement"], "{line}");
        let one = check(&text.replace(";;", ";"), &options);
        assert!(one.program.is_some(), "{line}: {:?}", one.diagnostics);
    }
}
