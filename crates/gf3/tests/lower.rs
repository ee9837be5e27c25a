//! Vertex programs of OpenGL: what words they become, and what those compute.

#[path = "random/cases.rs"]
mod cases;

use cases::cases;
use proptest::prelude::*;
use quadrille_gf3::function::{Constants, ORIGIN, Options, Program};
use quadrille_gf3::lower::{Lowered, lower, schedule};
use quadrille_gf3::word::{Numbering, assemble::assemble, print};

/// What a text comes to, or the first thing that is wrong with it.
fn lowered(source: &str) -> Result<Lowered, Box<quadrille_base::Diagnostic>> {
    let checked = quadrille_check::check(source, &quadrille_check::Options::default());
    match (checked.program, checked.diagnostics.into_iter().next()) {
        (Some(program), _) => lower(&program),
        (None, Some(problem)) => Err(Box::new(problem)),
        (None, None) => panic!("neither a program nor a problem: {source}"),
    }
}

fn text_of(source: &str) -> String {
    let lowered = lowered(source).unwrap_or_else(|e| panic!("{source}: {}", e.message));
    let words = lowered.words().expect("one word an instruction");
    print::program(&words, Numbering::Nv2a)
}

/// source: NV_vertex_program 2.14.1.10 and NV_vertex_program1_1 for the operations; constant 96 is `c[0]`,
/// ADD takes A and C, SUB and ABS are ADD and MAX (the hardware description).
#[test]
fn every_instruction_is_one_word() {
    let source = "!!VP1.1
        ARL A0.x, v[TEX0].y; MOV R0, -v[NRML].wzyx; MUL R1.xy, R0, c[A0.x-3];
        ADD R2, R0, +R1.x; MAD R3, R0, R1, c[95]; SUB R4, R0, R1; SUB R4, R0, -c[1].y;
        ABS R5.z, -R4; RCP R6.w, R5.z; RCC R6, -c[2].w; RSQ R7, R6.x; EXP R8.z, R7.y; LOG R9, v[5].x;
        LIT o[COL0], R9; DP3 R10, R0, R1; DPH R10, R0, R1; DP4 o[HPOS].x, R0, R1; DST R11, R0, R1;
        MIN R0, R0, R1; MAX R0, R0, R1; SLT R0, R0, R1; SGE o[TEX3], R0, R1; END";
    let expected = "\
ARL A0, v8.y
MOV R0.xyzw, -v2.wzyx
MUL R1.xy, R0, c[A0+93]
ADD R2.xyzw, R0, R1.x
MAD R3.xyzw, R0, R1, c[191]
ADD R4.xyzw, R0, -R1
ADD R4.xyzw, R0, c[97].y
MAX R5.z, -R4, R4
RCP R6.w, R5.z
RCC R6.xyzw, -c[98].w
RSQ R7.xyzw, R6.x
EXP R8.z, R7.y
LOG R9.xyzw, v5.x
LIT oD0.xyzw, R9
DP3 R10.xyzw, R0, R1
DPH R10.xyzw, R0, R1
DP4 oPos.x, R0, R1
DST R11.xyzw, R0, R1
MIN R0.xyzw, R0, R1
MAX R0.xyzw, R0, R1
SLT R0.xyzw, R0, R1
SGE oT3.xyzw, R0, R1
";
    assert_eq!(text_of(source), expected);
}

/// source: NV_vertex_program1_1 2.14.B: the position is that of the fixed-function pipeline.
#[test]
fn position_invariant_programs_begin_with_the_transform() {
    let text = text_of("!!VP1.1 OPTION NV_position_invariant; MOV o[COL0], v[COL0]; END");
    assert!(
        text.starts_with("DP4 oPos.x, c[0], v0\nDP4 oPos.y, c[1], v0\n")
            && text.ends_with("MOV oD0.xyzw, v3\n")
    );
}

/// source: the grammars of NV_vertex_program 2.14.1.7 and 2.14.4 and of NV_vertex_program1_1 2.14.A and B,
/// and the load conditions under them.
#[test]
fn verdicts() {
    let accepted = [
        "!!VP1.0 MOV o [ HPOS ] . x , v [ 0 ] . xyzw ; END # end",
        "!!VP1.0 MOV o[HPOS],v[OPOS];END",
        "!!VP1.0\r\n# comment\rADD R0, c[5], c[5].x; MUL o[HPOS].w, v[3], v[COL0].y; END",
        "!!VP1.0 MOV R0, c[A0.x+63]; ADD o[HPOS], c[A0.x-64], -c[A0.x-64].x; END",
        "!!VP1.0 MOV o[HPOS], v[0]; MOV o[TEX7], v[15]; END",
        "!!VP1.1 ADD o[HPOS], +v[0], -R0; END",
        "!!VSP1.0 MOV c[0].x, v[0]; END",
    ];
    for source in accepted {
        let found = lowered(source);
        assert!(found.is_ok(), "{source}: {:?}", found.err().map(|e| e.message));
    }
    let rejected = [
        "!!VP1.2 MOV o[HPOS], v[0]; END",
        " !!VP1.0 MOV o[HPOS], v[0]; END",
        "!!VP1.0 END",
        "!!VP1.0 mov o[HPOS], v[0]; END",
        "!!VP1.0 MOV o[HPOS], v[0] END",
        "!!VP1.0 MOV o[HPOS], v[0]; ",
        "!!VP1.0 MOV o[HPOS], v[0]; END MOV",
        "!!VP1.0 MOV o[0], v[0]; END",
        "!!VP1.0 MOV o[HPOS], o[HPOS]; END",
        "!!VP1.0 MOV v[0], v[1]; END",
        "!!VP1.0 MOV c[0], v[1]; END",
        "!!VP1.0 MOV R12, v[1]; END",
        "!!VP1.0 MOV R01, v[1]; END",
        "!!VP1.0 MOV R0, v[16]; END",
        "!!VP1.0 MOV R0, c[96]; END",
        "!!VP1.0 MOV R0, c[A0.x+64]; END",
        "!!VP1.0 MOV R0, c[A0.x-65]; END",
        "!!VP1.0 MOV R0, c[A0]; END",
        "!!VP1.0 MOV R0, c[A0.y]; END",
        "!!VP1.0 MOV R0.yx, v[0]; END",
        "!!VP1.0 MOV R0, v[0].xy; END",
        "!!VP1.0 MOV R0, v[0].rgba; END",
        "!!VP1.0 MOV R0, +v[0]; END",
        "!!VP1.0 RCP R0, R1; END",
        "!!VP1.0 RCP R0, R1.xxxx; END",
        "!!VP1.0 ARL R0.x, v[0].x; END",
        "!!VP1.0 ARL A0, v[0].x; END",
        "!!VP1.0 DPH R0, R1, R2; END",
        "!!VSP1.0 SUB R0, R1, R2; END",
        "!!VP1.0 OPTION NV_position_invariant; MOV o[HPOS], v[0]; END",
        "!!VP1.1 OPTION ARB_position_invariant; MOV o[HPOS], v[0]; END",
        "!!VP1.1 OPTION NV_position_invariant; MOV o[HPOS], v[0]; END",
        "!!VP1.1 OPTION NV_position_invariant; MOV R0, c[A0.x+1]; END",
        "!!VSP1.0 MOV o[HPOS], v[0]; END",
        "!!VSP1.0 MOV c[0], v[1]; END",
        "!!VSP1.0 MOV c[0], v[OPOS]; END",
        "!!VSP1.0 MOV c[A0.x], v[0]; END",
        "!!VP1.0 ADD R0, c[0], c[1]; END",
        "!!VP1.0 ADD R0, c[0], c[A0.x]; END",
        "!!VP1.0 ADD R0, c[A0.x+1], c[A0.x+2]; END",
        "!!VP1.0 ADD R0, v[0], v[1]; END",
        "!!VP1.0 MOV R0, v[0]; END",
        "!!VSP1.0 MOV R0, v[0]; END",
    ];
    for source in rejected {
        assert!(lowered(source).is_err(), "{source}");
    }
}

/// source: 128 instructions, 124 with the option (NV_vertex_program 2.14.1.7, NV_vertex_program1_1 2.14.B).
#[test]
fn length_limits() {
    let program = |header: &str, count: usize| {
        let body = "MOV o[COL0], v[0];".repeat(count - 1);
        lowered(&format!("{header} {body}MOV R0, v[0]; END"))
    };
    let option = "!!VP1.1 OPTION NV_position_invariant;";
    assert_eq!(
        program(option, 124)
            .map(|lowered| lowered.instructions.len())
            .ok(),
        Some(128)
    );
    assert!(program(option, 125).is_err());
    let position = "!!VP1.0 MOV o[HPOS], v[0];";
    assert!(program(position, 127).is_ok());
    assert!(program(position, 128).is_err());
}

/// Runs one vertex of an ARB program with attribute 0 and the constants of the program itself.
fn run_arb(source: &str, position: [f32; 4]) -> [f32; 4] {
    let lowered = lowered(source).unwrap_or_else(|e| panic!("{source}: {}", e.message));
    let program = Program::from_words(&lowered.words().expect("fits")).expect("a final bit");
    let mut constants = Constants::default();
    for (number, value) in &lowered.constants {
        constants.0[usize::from(*number)] = *value;
    }
    let mut inputs = [ORIGIN; 16];
    inputs[0] = position.map(f32::to_bits);
    program.run(&mut constants, &inputs, &Options::default()).0[0].map(f32::from_bits)
}

/// source: the definitions of ARB_vertex_program 2.14.5 with numbers that floats hold exactly.
#[test]
fn arb_operations_are_expanded() {
    let body = |text: &str| format!("!!ARBvp1.0 ATTRIB p = vertex.position; TEMP t; {text} END");
    let p = [1.25, -2.5, 3.0, 4.0];
    let rows: [(&str, [f32; 4]); 9] = [
        ("ABS result.position, p;", [1.25, 2.5, 3.0, 4.0]),
        ("FLR result.position, p;", [1.0, -3.0, 3.0, 4.0]),
        ("FRC result.position, p;", [0.25, 0.5, 0.0, 0.0]),
        ("SUB result.position, p, {1, 2, 3, 4};", [0.25, -4.5, 0.0, 0.0]),
        ("SWZ result.position, p, 0, -x, 1, -1;", [0.0, -1.25, 1.0, -1.0]),
        (
            "XPD result.position.xyz, p, {2, 0, 1, 0};",
            [-2.5, 4.75, 5.0, 1.0],
        ),
        ("ADD result.position, {1, 2, 3, 4}, {4, 3, 2, 1};", [5.0; 4]),
        (
            "EX2 result.position, p.z; LG2 t, p.w; MOV result.position.x, t;",
            [2.0, 8.0, 8.0, 8.0],
        ),
        ("POW result.position, p.w, p.z;", [64.0; 4]),
    ];
    for (text, expected) in rows {
        assert_eq!(run_arb(&body(text), p), expected, "{text}");
    }
    // EXP.y of the first is rounded down, and one less than the third is a tiny negative number.
    let hard = [0xbef4_ff07, 0xbf7f_ffff, 0x3f7f_ffff, 0xb3ff_ffff].map(f32::from_bits);
    let floor = run_arb(&body("FLR result.position, p;"), hard);
    assert_eq!(floor, [-1.0, -1.0, 0.0, -1.0]);
    let fraction = run_arb(&body("FRC result.position, p;"), hard);
    assert_eq!(fraction[0].to_bits(), 0x3f05_807c);
    let power = run_arb(&body("EX2 result.position, p.z;"), hard)[0];
    assert!((power / 2.0 - 1.0).abs() < 1e-6, "{power}");
}

/// source: ARB_vertex_program, issue 22: one part in 10^5; for LG2 of the distance from 1, as OpenGL 1.3, 2.1.1 asks
/// it of sums. The right values are the host's.
#[test]
fn powers_and_logarithms_are_as_good_as_asked() {
    let run = |text: &str, values: [f32; 4]| {
        run_arb(
            &format!("!!ARBvp1.0 ATTRIB p = vertex.position; {text} END"),
            values,
        )[0]
    };
    let close = |found: f32, right: f64, what: &str| {
        let error = (f64::from(found) - right).abs() / right.abs().max(f64::MIN_POSITIVE);
        assert!(error < 1e-5, "{what}: {found}, not {right}");
    };
    for n in -2500..2500 {
        let x = n as f32 * 0.05 + 1e-4;
        let found = run("EX2 result.position, p.x;", [x, 0.0, 0.0, 0.0]);
        close(found, f64::from(x).exp2(), &format!("EX2 {x}"));
        let y = x.exp2();
        let found = run("LG2 result.position, p.x;", [y, 0.0, 0.0, 0.0]);
        let right = f64::from(y).log2();
        let error = (f64::from(found) - right).abs();
        assert!(
            error < 1e-5 * right.abs().max(1.0),
            "LG2 {y}: {found}, not {right}"
        );
        let (a, b) = (1.0 + (n as f32).abs() * 0.003, n as f32 * 0.0017);
        let found = run("POW result.position, p.x, p.y;", [a, b, 0.0, 0.0]);
        close(found, f64::from(a).powf(f64::from(b)), &format!("POW {a} {b}"));
    }
    // Tiny negative numbers, for which the machine's EXP has the fraction 1 and the whole part 0.
    for x in [-1e-10f32, -1e-30, -0.0, 0.0] {
        assert_eq!(run("EX2 result.position, p.x;", [x, 0.0, 0.0, 0.0]), 1.0);
    }
    let special = [(f32::INFINITY, f32::INFINITY), (f32::NEG_INFINITY, 0.0)];
    for (x, right) in special {
        assert_eq!(run("EX2 result.position, p.x;", [x, 0.0, 0.0, 0.0]), right);
    }
    let parameters =
        "!!ARBvp1.0 PARAM c[2] = { { 3, 0.5 }, { 9, 2 } }; ADDRESS a; ARL a.x, vertex.position.x;
        POW result.position, c[a.x].x, c[1].y; END";
    close(run_arb(parameters, [0.0; 4])[0], 9.0, "POW of constants");
}

/// source: sixteen temporaries of which five live at once; their sum by hand.
#[test]
fn temporaries_share_registers() {
    let names: String = (0..16).map(|n| format!("TEMP t{n}; ")).collect();
    let mut body = String::new();
    for n in 0..16 {
        // Written in two halves, so that both have to be kept apart from what the others hold.
        body += &format!("MOV t{n}.xy, p; MOV t{n}.zw, p; ");
        if n >= 4 {
            body += &format!("ADD t{n}, t{n}, t{}; ", n - 4);
        }
    }
    let sum = "ADD t12, t12, t13; ADD t14, t14, t15; ADD result.position, t12, t14; END";
    let source = format!("!!ARBvp1.0 ATTRIB p = vertex.position; {names}{body}{sum}");
    assert_eq!(run_arb(&source, [1.0, 2.0, 3.0, 4.0]), [16.0, 32.0, 48.0, 64.0]);
    // All at once do not fit.
    let all: String = (0..16).map(|n| format!("MOV t{n}, p; ")).collect();
    let used: String = (0..16)
        .map(|n| format!("MAD result.position, t{n}, p, p; "))
        .collect();
    let error = lowered(&format!(
        "!!ARBvp1.0 ATTRIB p = vertex.position; {names}{all}{used}END"
    ))
    .expect_err("sixteen live");
    assert_eq!(error.rule.name, "nv20-fit");
}

/// source: the lecture's two programs are 4 and 35 instructions; each is one word.
#[test]
fn the_programs_of_the_lecture_fit() {
    let transform = "!!ARBvp1.0 PARAM c[5] = { program.local[0], state.matrix.mvp.transpose }; TEMP R0;
        MUL R0, vertex.position.y, c[2]; MAD R0, vertex.position.x, c[1], R0;
        MAD R0, vertex.position.z, c[3], R0; MAD result.position, vertex.position.w, c[4], R0; END";
    let lowered = lowered(transform).expect("fits");
    assert_eq!((lowered.instructions.len(), lowered.bindings.len()), (4, 5));
    let words = lowered.words().expect("one word each");
    let text = print::program(&words, Numbering::NvVertexProgram);
    assert!(
        text.starts_with("MUL R0.xyzw, v[0].y, c[2]\nMAD R0.xyzw, v[0].x, c[1], R0\n"),
        "{text}"
    );
}

/// source: the second program of the lecture, as its slides print it: 35 instructions, none of which reads two
/// attributes or constants, so that each is one word; ABS is MAX with the negation.
#[test]
fn the_lighting_of_the_lecture_is_one_word_an_instruction() {
    let lowered = lowered(include_str!("../../../examples/lecture/lighting.vp")).expect("fits");
    let words = lowered.words().expect("one word each");
    assert_eq!(words.len(), 35);
    assert!(Program::from_words(&words).is_ok());
    let text = print::program(&words, Numbering::NvVertexProgram);
    assert_eq!(
        assemble(&text, Numbering::NvVertexProgram).as_deref(),
        Ok(words.as_slice())
    );
}

/// What does not fit is named, with its place.
#[test]
fn arb_programs_that_do_not_fit() {
    let temporaries: String = (0..13).map(|n| format!("TEMP t{n}; ")).collect();
    let moves: String = (0..13).map(|n| format!("MOV t{n}, vertex.position; ")).collect();
    let reads: String = (0..13).map(|n| format!("MOV result.position, t{n}; ")).collect();
    let many = format!("!!ARBvp1.0 {temporaries}{moves}{reads}END");
    let long = format!(
        "!!ARBvp1.0 TEMP t; {}MOV result.position, t; END",
        "FLR t, vertex.position; ".repeat(20)
    );
    for source in [many, long] {
        let error = lowered(&source)
            .and_then(|lowered| lowered.words().map(|_| ()))
            .expect_err("does not fit");
        assert_eq!(error.rule.name, "nv20-fit", "{}", error.message);
        assert!(!error.span.is_empty());
    }
}

/// Pairing saves words and changes no result.
#[test]
fn pairs_compute_the_same() {
    let source = "!!VP1.1
        DP4 R0.w, v[0], v[0]; RSQ R1.x, R0.w; MUL R2, v[0], c[4]; RCP R1.y, R0.w; MUL R3, R2, R1.x;
        LIT R1, R3; ADD R4, R3, R2; LOG o[TEX0], R4.x; MOV R5, R2; RCP R1.z, R5.x; MUL R0, R1, R0;
        MOV o[HPOS], R0; END";
    let mut lowered = lowered(source).expect("accepted");
    let run = |words: &[quadrille_gf3::word::Word]| {
        let program = Program::from_words(words).expect("a final bit");
        let mut constants = Constants::default();
        constants.set_gl(4, [0.5, 2.0, -3.0, 1.0]);
        let mut inputs = [ORIGIN; 16];
        inputs[0] = [1.0f32, 2.0, 3.0, 4.0].map(f32::to_bits);
        program.run(&mut constants, &inputs, &Options::default())
    };
    let plain = lowered.words().expect("fits");
    schedule::pair(&mut lowered);
    let paired = lowered.words().expect("fits");
    assert!(paired.len() < plain.len(), "{} {}", paired.len(), plain.len());
    assert_eq!(run(&paired), run(&plain));
    let text = print::program(&paired, Numbering::Nv2a);
    assert_eq!(assemble(&text, Numbering::Nv2a).as_deref(), Ok(paired.as_slice()));
}

proptest! {
    #![proptest_config(cases(2000))]

    #[test]
    fn no_program_panics(body in "(MOV|ADD|RCP|ARL|END|[a-zA-Z0-9. ,;\\[\\]+#-]|o\\[HPOS\\]|c\\[A0.x|R1|v\\[0\\]| ){0,40}") {
        for header in ["!!VP1.0", "!!VP1.1", "!!VSP1.0", ""] {
            let _ = lowered(&format!("{header} {body}"));
        }
    }
}
