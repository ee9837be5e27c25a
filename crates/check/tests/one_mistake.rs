//! One mistake is one error: what follows from it is not told again.

use quadrille_check::{Options, check, fixed};

/// The rules that a program breaks, each with the line.
fn broken(text: &str) -> Vec<(&'static str, usize)> {
    let checked = check(text, &Options::default());
    let line = |at: u32| text[..at as usize].matches('\n').count() + 1;
    let errors = checked.errors();
    errors
        .map(|error| (error.rule.name, line(error.span.start)))
        .collect()
}

/// source: ARB_vertex_program 2.14.2: the name that no statement declares is used in lines 2 to 4.
#[test]
fn a_name_is_unknown_once() {
    let text = "!!ARBvp1.0\nMOV b, vertex.position;\nADD b, b, b;\nMOV result.position, b;\nEND";
    assert_eq!(broken(text), [("undeclared-name", 2)]);
    let text = "!!VP1.0\nMOV R99, v[0];\nADD R99, R99, R98;\nMOV o[HPOS], R99;\nEND";
    assert_eq!(broken(text), [("unknown-register", 2), ("unknown-register", 3)]);
}

/// source: NV_gpu_program4 2.X.5: blocks are nested; ENDIF in line 5 closes across REP of line 4.
#[test]
fn blocks_cross_once() {
    let text = "!!NVfp4.0\nTEMP R;\nIF GT.x;\nREP 3;\nENDIF;\nENDREP;\nMOV result.color, R;\nEND";
    assert_eq!(broken(text), [("mismatched-block", 5)]);
    let text = "!!NVfp4.0\nTEMP R;\nIF GT.x;\nREP 3;\nENDIF;\nMOV result.color, R;\nEND";
    assert_eq!(broken(text), [("mismatched-block", 5)]);
    let text = "!!NVfp4.0\nTEMP R;\nIF GT.x;\nENDIF;\nENDREP;\nMOV result.color, R;\nEND";
    assert_eq!(broken(text), [("mismatched-block", 5)]);
}

/// source: NV_shader_atomic_float: the option, whose name has two letters changed round, brings the addition of
/// floats.
#[test]
fn an_option_is_misspelled_once() {
    let text = "!!NVfp5.0\nOPTION NV_shader_atomic_flaot;\nTEMP R;\nATOM.ADD.F32 R.x, R, R.x;\n\
                MOV result.color, R;\nEND";
    assert_eq!(broken(text), [("unknown-option", 2)]);
}

/// source: NV_bindless_texture, "Interactions": the option is of the languages of NV_gpu_program5.
#[test]
fn an_option_of_another_language_is_told_once() {
    let text = "!!NVfp4.0\nOPTION NV_bindless_texture;\n\
                TEX result.color, fragment.texcoord[0], handle(program.local[0].x), 2D;\nEND";
    assert_eq!(broken(text), [("unknown-option", 2)]);
}

/// source: NV_gpu_program4 2.X.2: the word that opens a statement is one mistake; what it would have declared is
/// neither unknown nor missing.
#[test]
fn an_opening_word_is_misspelled_once() {
    let text =
        "!!ARBfp1.0\nTEPM R0, R1;\nMOV R0, fragment.color;\nADD R1, R0, R0;\nMOV result.color, R1;\nEND";
    assert_eq!(broken(text), [("unknown-opcode", 2)]);
    let text = "!!NVfp4.0\nINT TMEP c;\nMOV.S c, 1;\nEND";
    assert_eq!(broken(text), [("syntax-error", 2)]);
    let text = "!!NVtcp5.0\nVERTCIES_OUT 4;\nMOV result.position, vertex[0].position;\nEND";
    assert_eq!(broken(text), [("unknown-opcode", 2)]);
    let text = "!!NVfp4.0\nOTPION ARB_draw_buffers;\nMOV result.color[1], fragment.color;\nEND";
    assert_eq!(broken(text), [("unknown-opcode", 2)]);
    let text = "!!NVgp4.0\nPRIMITIVE_IN POINTS POINTS;\nPRIMITIVE_OUT POINTS;\nVERTICES_OUT 1;\nEMIT;\nEND";
    assert_eq!(broken(text), [("unknown-opcode", 2)]);
}

/// source: NV_gpu_program4 2.X.2: where the grammar is breached, nothing behind it is read as it was meant.
#[test]
fn a_breach_of_the_grammar_is_told_once() {
    let gpu = |line: &str| format!("!!NVfp4.0\nTEMP R;\n{line}\nMOV result.color, R;\nEND");
    for line in [
        "KIL KIL LT.x;",
        "MOV MOV R, R;",
        "ATTRIB a = fragment.[0];",
        "ATTRIB a[] = { fragment fragment.texcoord[0..1] };",
        "MOV R, fragment.texcoord[,];",
    ] {
        assert_eq!(broken(&gpu(line)), [("syntax-error", 3)], "{line}");
    }
    // What stands before the breach is a mistake of its own.
    assert_eq!(
        broken(&gpu("MOV S R, R;")),
        [("syntax-error", 3)],
        "an unknown name at the breach"
    );
    assert_eq!(
        broken(&gpu(
            "PARAM p[] = { program.evn[0], program.env[1] program.env[2] };"
        )),
        [("unknown-binding", 3), ("syntax-error", 3)]
    );
}

/// source: NV_gpu_program4 2.X.2 and 2.X.5: a statement that cannot be read still opens or closes its block, ends
/// the program or is a label.
#[test]
fn a_statement_that_cannot_be_read_is_told_once() {
    let gpu = |body: &str| format!("!!NVfp4.0\nTEMP R;\n{body}\nMOV result.color, R;\nEND");
    for body in ["IF GT.x;\nENIDF;", "REP 3;\nENDERP;"] {
        assert_eq!(broken(&gpu(body)), [("unknown-opcode", 4)], "{body}");
    }
    for body in ["IF NE.;\nELSE;\nENDIF;", "REP. ;\nBRK (NE.x);\nENDREP;"] {
        assert_eq!(broken(&gpu(body)), [("syntax-error", 3)], "{body}");
    }
    for option in ["OPTION ;", "OPTION ARB_draw_buffers ATI_draw_buffers;"] {
        let text = format!("!!NVfp4.0\n{option}\nMOV result.color, fragment.color;\nEND");
        assert_eq!(broken(&text), [("syntax-error", 2)], "{option}");
    }
    let text = "!!NVfp4.0\nOPTION ARB_draw_buffers a;\nMOV result.color[1], fragment.color;\nEND";
    assert_eq!(broken(text), [("syntax-error", 2)]);
    let text = "!!NVfp4.0\nMOV result.color, fragment.color;\nNED\n";
    assert_eq!(broken(text), [("unknown-opcode", 3)]);
    let text = "!!NVfp4.0\nTEMP R;\nMOV R, 0;\nCAL helper;\nRET;\nhelper\nMOV R, 1;\nEND";
    assert_eq!(broken(text), [("unknown-opcode", 6)]);
    let text = "!!NVcp5.0\n[ 64;\nEND";
    assert_eq!(broken(text), [("syntax-error", 2)]);
}

/// source: ARB_vertex_program 2.14.2: a semicolon ends a statement, and what stands behind it is the rest of the one
/// that it cut in two.
#[test]
fn a_semicolon_in_a_statement_is_told_once() {
    let program = |line: &str| format!("!!ARBfp1.0\nTEMP R;\n{line}\nMOV result.color, R;\nEND");
    for (line, rule) in [
        ("ADD R, R; fragment.color;", "wrong-operand-count"),
        ("MOV R, fragment.tex;coord[0];", "unknown-binding"),
        ("MOV R, fragment.;color;", "syntax-error"),
        ("MUL R, R, ;;", "syntax-error"),
        ("PARAM p = { 1, 2; 3, 4 };", "syntax-error"),
        ("M;OV R, R;", "unknown-opcode"),
    ] {
        assert_eq!(broken(&program(line)), [(rule, 3)], "{line}");
    }
    // Each statement of a line may have a mistake of its own, and so may the next line.
    let two = broken(&program("ADD R, R; MUL R, R, S;"));
    assert_eq!(two, [("wrong-operand-count", 3), ("undeclared-name", 3)]);
    let two = broken(&program("ADD R, R;\nMULL R, R, R;"));
    assert_eq!(two, [("wrong-operand-count", 3), ("unknown-opcode", 4)]);
}

/// source: ARB_vertex_program 2.14.2, the grammar of <namingStatement>: what a declaration names is not known where
/// it cannot be read.
#[test]
fn a_declaration_without_a_name_is_told_once() {
    let program = |line: &str| {
        format!("!!ARBfp1.0\n{line}\nMOV a, fragment.color;\nADD a, a, a;\nMOV result.color, a;\nEND")
    };
    for line in [
        "TEMP ;",
        "TEMP 9;",
        "TEMP b, , c;",
        "TEMP b. a;",
        "TEMP b, {a, c;",
    ] {
        assert_eq!(broken(&program(line)), [("syntax-error", 2)], "{line}");
    }
    for line in ["EMP a;", " a;", "fragment a;"] {
        assert_eq!(broken(&program(line)), [("unknown-opcode", 2)], "{line}");
    }
    let text = "!!ARBvp1.0\nATTRIB w , vertex.position;\nMOV result.position, w;\nEND";
    assert_eq!(broken(text), [("syntax-error", 2)]);
    let text = "!!ARBvp1.0\nPARAM c{4] = { program.env[0..3] };\nMOV result.position, c[1];\nEND";
    assert_eq!(broken(text), [("syntax-error", 2)]);
    // A name too many is still unknown.
    let text = "!!ARBfp1.0\nTEMP ;\nMOV a, fragment.color;\nMOV result.color, b;\nEND";
    assert_eq!(broken(text), [("syntax-error", 2), ("undeclared-name", 4)]);
}

/// source: ARB_vertex_program 2.14.2: an instruction has commas; a list of bindings that cannot be read has no
/// length; END ends the program.
#[test]
fn one_sign_for_another_is_told_once() {
    let program = |line: &str| format!("!!ARBfp1.0\nTEMP R;\n{line}\nMOV result.color, R;\nEND");
    for line in [
        "ADD R.x= R, R;",
        "ADD R = R, R;",
        "PARAM p[2] = { {1}] , {2} };",
        "PARAM p[2] = { {1}, program.local[0 };",
    ] {
        assert_eq!(broken(&program(line)), [("syntax-error", 3)], "{line}");
    }
    let text = "!!ARBfp1.0\nMOV result.color, fragment.color;\nFINISH\n";
    assert_eq!(broken(text), [("unknown-opcode", 3)]);
    let text = "!!ARBvp1.0\nDP4 END";
    assert_eq!(broken(text), [("wrong-operand-count", 2)]);
}

/// source: NV_gpu_program4 2.X.2 and NV_fragment_program2 3.11.3: what stands before the word that opens a declaration
/// does not keep it from declaring; a word that is nearly one of a block opens or closes that block.
#[test]
fn a_statement_that_begins_wrongly_is_told_once() {
    let program =
        |line: &str| format!("!!NVfp4.0\n{line}\nMOV.S a, 1;\nI2F a, a;\nMOV result.color, a;\nEND");
    for line in ["2 TEMP a;", ". TEMP a;", "TEMP TEMP a;", "PARAM { TEMP a;"] {
        assert_eq!(broken(&program(line)), [("syntax-error", 2)], "{line}");
    }
    let text = "!!NVfp4.0\nOPTION OPTION ARB_draw_buffers;\nMOV result.color[1], fragment.color;\nEND";
    assert_eq!(broken(text), [("syntax-error", 2)]);
    let text = "!!NVfp4.0\nTEMP a;\nRPE 4;\n  BRK;\nENDREP;\nMOV result.color, a;\nEND";
    assert_eq!(broken(text), [("unknown-opcode", 3)]);
}

/// source: ATI_text_fragment_shader 3.8.11: a constant is bound once, a pass is opened by its word.
#[test]
fn a_mistake_of_ati_is_told_once() {
    let program = |constant: &str, start: &str| {
        format!(
            "!!ATIfs1.0\nStartConstants;\n{constant}\nEndConstants;\n{start}\nSampleMap r0, t0.str;\n\
             MUL r0, r0, c1;\nEndPass;"
        )
    };
    let good = "CONSTANT c1 = { 1, 0.5, 0.25, 1 };";
    assert_eq!(broken(&program(good, "StartOutputPass;")), []);
    assert_eq!(broken(&program(good, "StartOutputPas;")), [("unknown-opcode", 5)]);
    for constant in [
        "CONSTANT c1 = { 1, 0.5, 0.25, 1 ;",
        "CONSTANT c9 = { 1, 0, 0, 1 };",
    ] {
        assert_eq!(
            broken(&program(constant, "StartOutputPass;")),
            [("syntax-error", 3)],
            "{constant}"
        );
    }
}

/// source: ARB_fragment_program 3.11.2, <texImageUnit>: the number of a unit stands in brackets, as those of bindings do
#[test]
fn numbers_in_parentheses_are_one_mistake() {
    let text = "!!ARBfp1.0\nTEMP r;\nTEX r, fragment.texcoord(0), texture(0), 2D;\nMUL r, r, program.env(3);\n\
                MOV result.color, r;\nEND";
    assert_eq!(broken(text), [("index-in-brackets", 3)]);
    let mended = fixed(text, &Options::default());
    assert_eq!(broken(&mended.text), [], "{}", mended.text);
}

/// The text with the fix of its only error.
fn with_fix(text: &str) -> String {
    let checked = check(text, &Options::default());
    let errors: Vec<_> = checked.errors().collect();
    assert_eq!(errors.len(), 1, "{text}\n{errors:#?}");
    let fix = errors[0].fix.as_ref().expect("a remedy");
    let mut text = text.to_owned();
    text.replace_range(fix.span.range(), &fix.replacement);
    text
}

/// source: NV_fragment_program2 3.11.2 (new keywords of the option) and ARB_fragment_program 3.11.3.3, <TEMP_statement>:
/// registers are declared; cgc's programs of profile fp40 declare `RC` and `HC` as temporaries
#[test]
fn a_program_for_nvidia_without_its_option_is_told_once() {
    for body in [
        "TEMP R0;\nMOVC RC.x, fragment.color;\nMOV R0, fragment.texcoord[0];\nMOV R0 (GT.x), fragment.texcoord[1];\n\
         MOV result.color, R0;",
        "TEMP R0;\nMOVC CC.x, fragment.color;\nMOV R0, fragment.texcoord[0];\nIF GT.x;\n\
         TXL R0, fragment.texcoord[1], texture[0], 2D;\nENDIF;\nMOV result.color, R0;",
        "OPTION ARB_precision_hint_nicest;\nOUTPUT oCol = result.color;\nMOVR R0.xy, fragment.texcoord[0];\n\
         SUBRC HC.x, R0, R0.y;\nKIL LT.x;\nMULX H0.xy, R0, {0.5}.x;\nMOVH oCol, H0.xyxy;",
    ] {
        let text = format!("!!ARBfp1.0\n{body}\nEND\n");
        assert_eq!(broken(&text)[0].0, "missing-option");
        assert_eq!(broken(&with_fix(&text)), []);
    }
    let text = "!!ARBvp1.0\nMOVC RC.x, vertex.color;\nMOV R0, vertex.position;\nMOV R0.x (LT.x), vertex.normal;\n\
                MOV result.position, R0;\nEND\n";
    assert_eq!(broken(&with_fix(text)), []);
    // A precision that no option brings is left out, but the registers are still declared.
    let text = "!!ARBfp1.0\nTEX R0, fragment.texcoord[0], texture[0], 2D;\nMULH H0, R0, fragment.color;\n\
                MOVH result.color, H0;\nEND\n";
    assert_eq!(broken(text), [("missing-option", 3)]);
    assert_eq!(
        broken(&with_fix(text).replace("H H0", " H0").replace("MOVH", "MOV")),
        []
    );
}

/// source: ARB_fragment_program 3.11.3.3: temporaries are declared; NV_fragment_program 3.11.1: `R0` and `H0` are not
#[test]
fn registers_without_declarations_are_one_habit() {
    let text = "!!ARBfp1.0\nOPTION NV_fragment_program;\nTEX R0, fragment.texcoord[0], texture[0], 2D;\n\
                TEX R1, fragment.texcoord[1], texture[1], 2D;\nMULH H0, R0, R1;\nMOV result.color, H0;\nEND\n";
    assert_eq!(broken(text), [("undeclared-name", 3)]);
    assert_eq!(broken(&with_fix(text)), []);
    // `RC` is no slip of the pen for `R0`.
    let text = "!!ARBfp1.0\nOPTION NV_fragment_program2;\nTEMP R0;\nMOVC RC.x, fragment.color;\nMOV R0, 0;\n\
                MOV R0 (GT.x), 1;\nMOV result.color, R0;\nEND\n";
    let mended = with_fix(text);
    assert!(mended.contains("TEMP RC;"), "{mended}");
    assert_eq!(broken(&mended), []);
    // Other names are a mistake each.
    let text = "!!ARBfp1.0\nMOV a, fragment.color;\nADD b, a, a;\nMOV result.color, b;\nEND\n";
    assert_eq!(broken(text), [("undeclared-name", 2), ("undeclared-name", 3)]);
}

/// source: programs in the style of games, each accepted as it stands: without the lines that name NVIDIA's options one
/// thing is wrong at most
#[test]
fn programs_of_games_without_their_options_are_told_once() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../corpus/games");
    let mut count = 0;
    for entry in std::fs::read_dir(folder).expect("the corpus") {
        let path = entry.expect("an entry").path();
        let text = std::fs::read_to_string(&path).expect("a program");
        let lines = text.lines().filter(|line| !line.starts_with("OPTION NV_"));
        let without: String = lines.map(|line| format!("{line}\n")).collect();
        if without.lines().count() < text.lines().count() {
            let broken = broken(&without);
            assert!(broken.len() <= 1, "{}: {broken:?}", path.display());
            count += broken.len();
        }
    }
    assert!(count > 30, "{count}");
}
