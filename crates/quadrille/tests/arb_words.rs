//! Single instructions and ways of flow as plain ARB programs, with results that were worked out by hand from the
//! sentences of the specifications.

use quadrille::translate::{Options, Reason, SourceProgram, Target, arb, translate};
use quadrille::{Inputs, Session};

/// What a program gives after its translation, in `result.color`, for a vertex of which every attribute is
/// (-2.5, 1.5, 7, 1).
fn color(text: &str) -> [f32; 4] {
    let session = Session::new();
    let loaded = session
        .load("source", text)
        .unwrap_or_else(|rejected| panic!("{rejected}"));
    let source = SourceProgram {
        program: loaded.program(),
        text,
        partner: None,
    };
    let translated = translate(source, &Options::new(Target::ArbVp1));
    let translated = translated
        .unwrap_or_else(|problems| panic!("{text}\n{problems:?}"))
        .text;
    let plain = session
        .load("translated", &translated)
        .unwrap_or_else(|rejected| panic!("{rejected}\n{translated}"));
    let mut inputs = Inputs::default();
    for attribute in plain.attributes() {
        inputs.set(attribute.name, [-2.5, 1.5, 7.0, 1.0]);
    }
    let outputs = plain.evaluate(&inputs).expect("it runs");
    outputs.get("result.color").expect("it is written")
}

/// Of a vertex program of NV4 and of a fragment program of NV4 with the same instructions.
fn both(declarations: &str, body: &str) -> [[f32; 4]; 2] {
    let vertex = format!(
        "!!NVvp4.0\nATTRIB v = vertex.attrib[1];\n{declarations}\n{body}\nMOV result.position, 0;\nEND\n"
    );
    let fragment = format!("!!NVfp4.0\nATTRIB v = fragment.texcoord[0];\n{declarations}\n{body}\nEND\n");
    [color(&vertex), color(&fragment)]
}

#[track_caller]
fn gives(declarations: &str, body: &str, expected: [f32; 4]) {
    for found in both(declarations, body) {
        let close = |at: usize| (found[at] - expected[at]).abs() <= 1e-6 * expected[at].abs().max(1.0);
        assert!((0..4).all(close), "{body}\n{found:?} and not {expected:?}");
    }
}

/// source: NV_gpu_program4 2.X.8 CEIL, FLR, ROUND (to the nearest, ties to even), TRUNC (towards zero)
#[test]
fn roundings() {
    gives("", "FLR result.color, v;", [-3.0, 1.0, 7.0, 1.0]);
    gives("", "CEIL result.color, v;", [-2.0, 2.0, 7.0, 1.0]);
    gives("", "TRUNC result.color, v;", [-2.0, 1.0, 7.0, 1.0]);
    gives("", "ROUND result.color, v;", [-2.0, 2.0, 7.0, 1.0]);
}

/// source: NV_gpu_program4 2.X.8 SEQ to SNE, SSG, and 2.X.4.3 for SAT and SSAT
#[test]
fn comparisons_and_clamps() {
    gives("", "SGT result.color, v, 1.5;", [0.0, 0.0, 1.0, 0.0]);
    gives("", "SLE result.color, v, 1.5;", [1.0, 1.0, 0.0, 1.0]);
    gives("", "SEQ result.color, v, 1.5;", [0.0, 1.0, 0.0, 0.0]);
    gives("", "SNE result.color, v, 1.5;", [1.0, 0.0, 1.0, 1.0]);
    gives("", "SSG result.color, v;", [-1.0, 1.0, 1.0, 1.0]);
    gives("", "MOV.SAT result.color, v;", [0.0, 1.0, 1.0, 1.0]);
    gives("", "MOV.SSAT result.color, v;", [-1.0, 1.0, 1.0, 1.0]);
}

/// source: NV_gpu_program4 2.X.4.4: components whose test fails keep what they had
#[test]
fn writes_under_a_condition() {
    let body = "MOV.CC t, v;\nMOV t, 5;\nMOV t (LT), 2;\nMOV t.w (GE.z), 3;\nMOV result.color, t;";
    gives("TEMP t;", body, [2.0, 5.0, 5.0, 3.0]);
}

/// source: NV_gpu_program4 2.X.8 IF, REP, BRK: sums 1, 1 + 1, … until above 1.5
#[test]
fn loops_that_are_left() {
    let body = "MOV t, 0;\nREP.S 8;\n  ADD t.x, t.x, 1;\n  SUB.CC t.y, t.x, v.y;\n  BRK (GT.y);\n  ADD t.z, t.z, 10;\n\
                ENDREP;\nMOV t.w, 1;\nMOV result.color, t;";
    gives("TEMP t;", body, [2.0, 0.5, 10.0, 1.0]);
}

/// source: NV_gpu_program4 2.X.8 CONT: the rest of the round is passed over
#[test]
fn rounds_that_are_cut_short() {
    let body = "MOV t, 0;\nREP.S 4;\n  ADD t.x, t.x, 1;\n  SUB.CC t.y, t.x, v.y;\n  CONT (LT.y);\n  ADD t.z, t.z, 1;\n\
                ENDREP;\nMOV t.w, 1;\nMOV result.color, t;";
    gives("TEMP t;", body, [4.0, 2.5, 3.0, 1.0]);
}

/// source: NV_gpu_program4 2.X.8 CAL and RET: the second half of the subroutine runs for what is above 0
#[test]
fn subroutines_that_return_early() {
    let body = "main:\nMOV t, 0;\nMOV t.x, v.x;\nCAL f;\nMOV t.x, v.y;\nCAL f;\nMOV t.w, 1;\nMOV result.color, t;\nRET;\n\
                f:\nADD t.y, t.y, 1;\nMOV.CC t.z, t.x;\nRET (LE.z);\nADD t.y, t.y, 10;\nRET;";
    // A subroutine lies behind what the text of both programs ends with: of fragment programs alone.
    let text = format!("!!NVfp4.0\nATTRIB v = fragment.texcoord[0];\nTEMP t;\n{body}\nEND\n");
    assert_eq!(color(&text), [1.5, 12.0, 1.5, 1.0]);
}

/// source: NV_gpu_program4 2.X.8 DIV, MOD, AND, SHL, SHR, OR of integers: −3, 1, 7 from the floors of v
#[test]
fn integers() {
    let ints = "INT TEMP i, j;\nTEMP t;";
    let end = "I2F t, j;\nMOV result.color, t;";
    gives(
        ints,
        &format!("FLR.S i, v;\nMAD.S j, i, 3, 1;\n{end}"),
        [-8.0, 4.0, 22.0, 4.0],
    );
    gives(
        ints,
        &format!("FLR.S i, v;\nDIV.S j, i, 2;\n{end}"),
        [-1.0, 0.0, 3.0, 0.0],
    );
    gives(
        ints,
        &format!("FLR.S i, v;\nAND.S j, i, 6;\n{end}"),
        [4.0, 0.0, 6.0, 0.0],
    );
    gives(
        ints,
        &format!("FLR.S i, v;\nSHR.S j, i, 1;\n{end}"),
        [-2.0, 0.0, 3.0, 0.0],
    );
    let fields = "FLR.S i, v;\nAND.S i, i, 3;\nSHL.S j, i, 4;\nOR.S j, j, i;\n";
    gives(ints, &format!("{fields}{end}"), [17.0, 17.0, 51.0, 17.0]);
    gives(
        ints,
        &format!("FLR.S i, v;\nSLT.S j, i, 2;\n{end}"),
        [-1.0, -1.0, 0.0, -1.0],
    );
    gives(
        ints,
        &format!("FLR.S i, v;\nNOT.S j, i;\n{end}"),
        [2.0, -2.0, -8.0, -2.0],
    );
}

/// source: NV_gpu_program4 2.X.8 AND, of −3, 1 and 7 in two's complement: above bit 2 the bits of −3 are all set, of 1 and 7
/// all clear
#[test]
fn high_bits_of_integers() {
    for low in 3..31 {
        let mask = -(1_i64 << low);
        let body = format!("FLR.S i, v;\nAND.S j, i, {mask};\nI2F t, j;\nMOV result.color, t;");
        gives(
            "INT TEMP i, j;\nTEMP t;",
            &body,
            [-f64::from(low).exp2() as f32, 0.0, 0.0, 0.0],
        );
    }
}

/// source: NV_gpu_program4 2.X.8 PK4UB: round(255 · clamp(x, 0, 1)); 7 and 1.5 clamp to 1
#[test]
fn packed_and_unpacked() {
    let body = "MUL t, v, { 1, 0.1, 1, 0.5 };\nPK4UB w.x, t;\nUP4UB result.color, w.x;";
    // 0.15 · 255 = 38.25, 0.5 · 255 = 127.5: the even neighbour or the other, by rounding.
    let [found, _] = both("TEMP t, w;", body);
    assert_eq!(found[0], 0.0);
    assert!(
        (found[1] - 38.0 / 255.0).abs() < 1e-6 && found[2] == 1.0,
        "{found:?}"
    );
}

/// source: NV_gpu_program4 2.X.8 SIN, COS, SCS, DP2, NRM: sin −2.5 = −0.598472, cos −2.5 = −0.801144
#[test]
fn vectors_and_angles() {
    let near = |body: &str, expected: [f32; 2]| {
        for found in both("TEMP t;", body) {
            let close = |at: usize| (found[at] - expected[at]).abs() < 1e-5;
            assert!(close(0) && close(1), "{body}\n{found:?} and not {expected:?}");
        }
    };
    near(
        "SIN t.x, v.x;\nCOS t.y, v.x;\nMOV t.zw, 0;\nMOV result.color, t;",
        [-0.598_472, -0.801_144],
    );
    near(
        "SCS t.xy, v.x;\nMOV t.zw, 0;\nMOV result.color, t;",
        [-0.801_144, -0.598_472],
    );
    // 6.25 + 2.25; the length of v is √(6.25 + 2.25 + 49) = 7.582875
    near(
        "DP2 t.w, v, v;\nNRM t.xyz, v;\nMOV result.color, t.wxyz;",
        [8.5, -0.329_690],
    );
}

/// source: NV_gpu_program4 2.X.4.4: the result and the condition code are both written by the code as it was before
#[test]
fn a_code_that_is_tested_and_written() {
    let body = "MOV.CC t, v;\nMOV t, v;\nADD.CC t (LT), v, 10;\nMOV result.color, t;";
    gives("TEMP t;", body, [7.5, 1.5, 7.0, 1.0]);
}

/// source: NV_gpu_program4 2.X.8 I2F: the two's complement of 7, 4294967289, to the nearest float
#[test]
fn the_opposite_of_a_number_without_a_sign() {
    let body = "MOV.U w, 7;\nI2F.U result.color, -w;";
    gives("UINT TEMP w;", body, [4_294_967_296.0; 4]);
}

/// source: NV_fragment_program 3.11.4.1: fx12 lies in [-2, 2 - 1/1024], and operands are converted before they are added;
/// 3.11.3.1: what reads a texture coordinate computes in fp32 whatever its suffix
#[test]
fn fixed_point_is_clamped_but_where_coordinates_are_read() {
    let program = |body: &str| color(&format!("!!FP1.0\n{body}\nEND\n"));
    let most = 2047.0 / 1024.0;
    let clamped = program("MOVR R0, f[TEX0];\nADDX R1, R0, 0.5;\nMOVR o[COLR], R1;");
    assert_eq!(clamped, [-1.5, most, most, 1.5]);
    let of_coordinates = program("ADDX o[COLR], f[TEX0], 0.5;");
    assert_eq!(of_coordinates, [-2.0, 2.0, 7.5, 1.5]);
}

/// source: NV_gpu_program4 2.X.8 UP2US: the operand is a word, of whose integer the modifiers take the magnitude and the
/// sign: -0 is 0, and -65536 has the fields 0 and 65535
#[test]
fn the_sign_of_a_packed_word_is_that_of_an_integer() {
    let zero = "UP2US result.color, -|{ 0, 8, 1, 2 }.x|;";
    gives("", zero, [0.0; 4]);
    let word = "MOV.U w, 65536;\nUP2US result.color, -w.x;";
    gives("TEMP w;", word, [0.0, 1.0, 0.0, 1.0]);
}

/// source: NV_gpu_program4 2.X.8 IF: on the way that is not taken nothing is written, whatever the other reads
#[test]
fn a_constant_that_one_way_writes_and_reads_stays_there() {
    let body = "MOV t, v;\nMOV.CC t, t;\nIF LT.y;\n  SFL t.xyz, v, v;\n  ADD s, -|t|, v;\nENDIF;\nMOV result.color, t;";
    gives("TEMP t, s;", body, [-2.5, 1.5, 7.0, 1.0]);
}

/// source: NV_gpu_program4 2.X.8 KIL: numbers without a sign are not below zero
#[test]
fn numbers_without_a_sign_discard_nothing() {
    let text = "!!NVfp4.0\nKIL.U -0x80000000;\nMOV result.color, fragment.texcoord[0];\nEND\n";
    assert_eq!(color(text), [-2.5, 1.5, 7.0, 1.0]);
}

/// source: NV_vertex_program 2.14.1.4: results begin as (0, 0, 0, 1)
#[test]
fn results_begin_as_the_language_says() {
    let text = "!!VP1.0\nMOV o[HPOS], v[OPOS];\nMOV o[COL0].y, v[1].y;\nEND\n";
    assert_eq!(color(text), [0.0, 1.5, 0.0, 1.0]);
}

/// source: NV_early_fragment_tests: depths are those of the primitive, and the depth that a program gives is ignored
#[test]
fn depths_that_were_tested_early_are_not_replaced() {
    let text = "!!NVfp5.0\nOPTION NV_early_fragment_tests;\nMOV result.color, fragment.texcoord[0];\n\
                MOV result.depth.z, 0.25;\nEND\n";
    let session = Session::new();
    let loaded = session
        .load("early", text)
        .unwrap_or_else(|rejected| panic!("{rejected}"));
    let source = SourceProgram {
        program: loaded.program(),
        text,
        partner: None,
    };
    let plain = translate(source, &Options::new(Target::ArbFp1))
        .expect("it is translated")
        .text;
    assert!(!plain.contains("result.depth"), "{plain}");
}

/// Subroutines that call the next one twice, thirty deep, and loops in loops: of neither is more than a sum left, and
/// both end with a reason.
#[test]
fn what_runs_too_long_is_refused() {
    use std::fmt::Write;
    let mut calls = "!!NVfp4.0\nTEMP t;\nMOV t, 1;\nCAL f0;\nMOV result.color, t;\nRET;\n".to_owned();
    for number in 0..29 {
        let next = number + 1;
        let _ = write!(calls, "f{number}:\nCAL f{next};\nCAL f{next};\nRET;\n");
    }
    calls.push_str("f29:\nADD t, t, 1;\nRET;\nEND\n");
    let round = "REP.S 1000;\nREP.S 1000;\nREP.S 1000;\nADD t, t, 1;\nENDREP;\nENDREP;\nENDREP;\n";
    let loops = format!("!!NVfp4.0\nTEMP t;\nMOV t, 1;\n{round}MOV result.color, t;\nEND\n");
    let session = Session::new();
    for text in [calls, loops] {
        let loaded = session
            .load("long", &text)
            .unwrap_or_else(|rejected| panic!("{rejected}"));
        let source = SourceProgram {
            program: loaded.program(),
            text: &text,
            partner: None,
        };
        let refusals = translate(source, &Options::new(Target::ArbFp1)).expect_err("it is too long");
        assert!(
            matches!(refusals[0].reason, Reason::Assembly(arb::Reason::Length(_))),
            "{refusals:?}"
        );
    }
}
