//! ARB programs and programs of VP1.x: what instructions, constants and registers become.

use quadrille_isa::gl::{Binding, Family, Limits, ProgramOption};
use quadrille_translate::arb;
use quadrille_translate::{Options, Reason, SourceProgram, Target, translate};

fn program(text: &str) -> quadrille_program::Program {
    let checked = quadrille_check::check(text, &Default::default());
    let said = || panic!("{:?}\n{text}", checked.diagnostics);
    checked.program.unwrap_or_else(said)
}

/// What becomes of a program, which loads again.
fn assembly(text: &str, options: &Options) -> String {
    let program = program(text);
    let source = SourceProgram {
        program: &program,
        text,
        partner: None,
    };
    let assembly = translate(source, options).expect("it is supported").text;
    self::program(&assembly);
    assembly
}

/// Why a program is refused.
fn reasons(text: &str, options: &Options) -> Vec<Reason> {
    let program = program(text);
    let source = SourceProgram {
        program: &program,
        text,
        partner: None,
    };
    let refusals = translate(source, options).expect_err("it is refused");
    refusals.into_iter().map(|refusal| refusal.reason).collect()
}

/// The instructions of a program with an operation, without their ends.
fn lines<'a>(assembly: &'a str, operation: &str) -> Vec<&'a str> {
    let lines = assembly.lines().filter(|line| line.starts_with(operation));
    lines.map(|line| line.trim_end_matches(';')).collect()
}

/// source: NV_fragment_program2 3.11.5.48: DIV divides each component by the scalar that its second operand is, whatever
/// components are written
#[test]
fn a_divisor_is_the_scalar_of_the_source() {
    let text = "!!ARBfp1.0\nOPTION NV_fragment_program2;\nPARAM c = { 1, 4, 3, 2 };\nTEMP R0;\n\
                MOVR R0, fragment.texcoord[0];\nDIVR R0.y, R0.x, c.y;\n\
                DIVR R0.zw, R0, |fragment.texcoord[1].y|;\nMOVR result.color, R0;\nEND\n";
    let mut options = Options::new(Target::ArbFp1);
    options.vendor_options = vec![ProgramOption::NvFragmentProgram2];
    let assembly = assembly(text, &options);
    assert!(
        assembly.contains("PARAM k0 = { 4.0, 0.0, 0.0, 0.0 };"),
        "{assembly}"
    );
    let magnitude = lines(&assembly, "ABS");
    let [magnitude] = magnitude.as_slice() else {
        panic!("{assembly}");
    };
    // The component that ABS writes is the one that divides.
    let (written, _) = magnitude[4..].split_once(',').expect("a target");
    let divisors = lines(&assembly, "DIV")
        .into_iter()
        .filter_map(|line| line.rsplit(' ').next());
    assert_eq!(divisors.collect::<Vec<_>>(), ["k0.x", written], "{assembly}");
}

/// source: ARB_fragment_program 3.11.5: RCP of 0 is an infinity, LG2 of 0 and a product beyond the range as well; no
/// constant of a text is one, so that the instructions stay
#[test]
fn instructions_stay_where_their_result_is_no_constant() {
    for (operation, operands) in [("RCP", "k.x"), ("LG2", "k.x"), ("MUL", "k.z, k.z")] {
        let text = format!(
            "!!ARBfp1.0\nPARAM k = {{ 0, 1, 1e38, 0.5 }};\nTEMP a;\n{operation} a, {operands};\n\
             MAD result.color, fragment.color, a, k.y;\nEND\n"
        );
        let assembly = assembly(&text, &Options::new(Target::ArbFp1));
        assert_eq!(lines(&assembly, operation).len(), 1, "{assembly}");
    }
}

/// source: the program: numbers that are too large for a float stay so
#[test]
fn an_infinite_constant_is_written_again() {
    let text = "!!ARBfp1.0\nMOV result.color, { 1e39, -1e39, 1, 2 };\nEND\n";
    let assembly = assembly(text, &Options::new(Target::ArbFp1));
    assert!(assembly.contains("{ 1e39, -1e39, 1.0, 2.0 }"), "{assembly}");
}

/// source: ARB_fragment_program table X.10: at least 2 texture image units and sets of texture coordinates, 24 local and
/// 24 environment parameters
#[test]
fn numbers_are_below_the_limits_too() {
    let mut options = Options::new(Target::ArbFp1);
    options.limits = Some(Limits::MINIMUM);
    let binding = |family, number| arb::Numbered::Binding(Binding::new(family, [number, 0, 0, 0]));
    let cases = [
        (
            "TEX a, fragment.texcoord[0], texture[12], 2D",
            arb::Numbered::TextureUnit(12),
            2,
        ),
        (
            "MOV a, fragment.texcoord[7]",
            binding(Family::FragmentTexcoord, 7),
            2,
        ),
        (
            "MOV a, program.local[200]",
            binding(Family::ProgramLocal, 200),
            24,
        ),
        ("MOV a, program.env[30]", binding(Family::ProgramEnv, 30), 24),
    ];
    for (instruction, what, limit) in cases {
        let text = format!("!!ARBfp1.0\nTEMP a;\n{instruction};\nMUL result.color, a, a;\nEND\n");
        let reason = arb::Reason::Number { what, limit };
        assert_eq!(reasons(&text, &options), [Reason::Assembly(reason)]);
    }
}

/// source: NV_vertex_program 2.14.1.2: 96 registers, `c[0]` to `c[95]`
#[test]
fn an_environment_parameter_without_a_register_is_named() {
    let text = "!!ARBvp1.0\nMUL result.color, vertex.color, program.env[120];\nMOV result.position, vertex.position;\nEND\n";
    let reason = arb::Reason::Number {
        what: arb::Numbered::Binding(Binding::new(Family::ProgramEnv, [120, 0, 0, 0])),
        limit: 96,
    };
    assert_eq!(
        reasons(text, &Options::new(Target::Vp11)),
        [Reason::Assembly(reason)]
    );
}

/// source: docs/translate.md, "Programs of VP1.x": comments say what the engine puts into registers, of an environment
/// parameter where it is not the register of its number
#[test]
fn copies_of_environment_parameters_are_told() {
    let text = "!!ARBvp1.0\nPARAM bones[3] = { program.env[20..21], program.env[30] };\nADDRESS A;\n\
                ARL A.x, vertex.attrib[8].x;\nMOV result.color, bones[A.x];\nMOV result.position, vertex.position;\nEND\n";
    let assembly = assembly(text, &Options::new(Target::Vp11));
    let told = lines(&assembly, "# c[");
    let wanted = [
        "# c[0] = program.env[20]",
        "# c[1] = program.env[21]",
        "# c[2] = program.env[30]",
    ];
    assert_eq!(told, wanted, "{assembly}");
}

/// source: NV_vertex_program 2.14.1.10.1: ARL takes the floor; ARB_vertex_program 2.14.5.3: as well
#[test]
fn an_index_is_loaded_from_where_it_lies() {
    let text = "!!ARBvp1.0\nPARAM bones[3] = { program.env[20..22] };\nADDRESS A;\nARL A.x, vertex.attrib[8].x;\n\
                MOV result.color, bones[A.x + 1];\nMOV result.position, vertex.position;\nEND\n";
    for (target, wanted) in [
        (Target::Vp10, "ARL A0.x, v[8].x"),
        (Target::Vp11, "ARL A0.x, v[8].x"),
        (Target::ArbVp1, "ARL A0.x, vertex.attrib[8].x"),
    ] {
        let assembly = assembly(text, &Options::new(target));
        let instructions = assembly.lines().filter(|line| {
            let operation = line.split(' ').next();
            matches!(operation, Some("ARL" | "MOV" | "FLR" | "EXP" | "ADD"))
        });
        assert_eq!(instructions.count(), 3, "{assembly}");
        assert_eq!(lines(&assembly, "ARL"), [wanted], "{assembly}");
    }
}

/// source: NV_vertex_program 2.14.1.10.10 and .15 to .17: LIT's w, DST's x, EXP's and LOG's w are 1; NV_vertex_program1_1
/// 2.14.1.10.19: RCC. All registers are the array's, so that no constant has one.
#[test]
fn programs_of_vp1_with_all_registers_go_to_their_own_language() {
    let cases = [
        (Target::Vp10, "!!VP1.0", "LIT R0.w, R0"),
        (Target::Vp10, "!!VP1.0", "DST R0.x, R0, R0"),
        (Target::Vp10, "!!VP1.0", "EXP R0.w, R0.x"),
        (Target::Vp11, "!!VP1.1", "LOG R0.w, R0.x"),
        (Target::Vp11, "!!VP1.1", "RCC R0.x, R0.w"),
    ];
    for (target, header, instruction) in cases {
        let text = format!(
            "{header}\nMOV R0, v[8];\nARL A0.x, R0.y;\nMOV o[HPOS], c[A0.x+4];\n{instruction};\nMOV o[TEX0], R0;\nEND\n"
        );
        let assembly = assembly(&text, &Options::new(target));
        assert_eq!(lines(&assembly, &instruction[..4]).len(), 1, "{assembly}");
        assert!(lines(&assembly, "# c[").is_empty(), "{assembly}");
    }
}

/// source: the program: what is refused is the write, at its line
#[test]
fn a_write_at_an_index_of_the_run_is_refused_where_it_stands() {
    let text = "!!NVvp4.0\nTEMP a[4];\nINT TEMP i;\nMOV.F a[0], vertex.normal;\nMOV.F a[1], vertex.normal;\n\
                MOV.F a[2], vertex.normal;\nMOV.F a[3], vertex.normal;\nTRUNC.S i.x, vertex.attrib[6].x;\n\
                MOV.F a[i.x], 1;\nMOV.F result.color, a[2];\nMOV.F result.position, vertex.position;\nEND\n";
    let program = program(text);
    let source = SourceProgram {
        program: &program,
        text,
        partner: None,
    };
    let refusals = translate(source, &Options::new(Target::ArbVp1)).expect_err("it is refused");
    let [refusal] = refusals.as_slice() else {
        panic!("{refusals:?}");
    };
    assert_eq!(refusal.reason, Reason::Assembly(arb::Reason::ArrayWrite));
    let before = &text[..refusal.diagnostic.span.start as usize];
    assert_eq!(before.lines().count() + 1, 9);
}
