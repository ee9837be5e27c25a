//! The three precisions of !!FP1.0.

use crate::support::vector;

/// source: NV_fragment_program 3.11.4.1 and 3.11.4.2: a result in an H register is rounded to binary16 (10
/// bits of fraction); 65520 and more are infinite in it; MULX clamps to [-2048/1024, 2047/1024] in steps of
/// 1/1024
#[test]
fn registers_and_suffixes_round() {
    let half = "!!FP1.0 MOVR H0, f[COL0]; MOV o[COLR], H0; END";
    let input = [1.0 + 1.0 / 4096.0, 65536.0, -70000.0, 1.0 / 3.0];
    assert_eq!(
        vector(half, input),
        [1.0, f32::INFINITY, f32::NEG_INFINITY, 0.333_251_95]
    );
    // 1365/4096 is the binary16 number next to 1/3.
    assert_eq!(0.333_251_95_f32, 1365.0 / 4096.0);
    let fixed = "!!FP1.0 MULX R0, f[COL0], {1, 1, 1, 1}; MOV o[COLR], R0; END";
    let input = [5.0, -5.0, 0.3, f32::NAN];
    assert_eq!(vector(fixed, input), [2047.0 / 1024.0, -2.0, 307.0 / 1024.0, 0.0]);
    // The sum is rounded to binary16 because the operation is, though its register is not.
    let adds = "!!FP1.0 ADDH R0, f[COL0], {1, 1, 1, 1}; MOV o[COLR], R0; END";
    let input = [1.0 / 4096.0, 1.0 / 1024.0, 2048.0, 0.0];
    assert_eq!(vector(adds, input), [1.0, 1.0 + 1.0 / 1024.0, 2048.0, 1.0]);
}

/// source: NV_fragment_program 3.11.4.2: instructions that read f[FOGC] or f[TEXn] are carried out in fp32
#[test]
fn coordinates_keep_their_precision() {
    let text = "!!FP1.0 ADDX R0, f[TEX0], f[TEX0]; MOV o[COLR], R0; END";
    assert_eq!(vector(text, [5.0, 0.3, -7.0, 0.0]), [10.0, 0.6, -14.0, 0.0]);
}

/// source: NV_fragment_program_option 3.11.3.3: SHORT variables hold 16-bit floats
#[test]
fn short_variables_round() {
    let text = "!!ARBfp1.0 OPTION NV_fragment_program; SHORT TEMP h; MOV h, fragment.texcoord[0]; MOV result.color, h; END";
    assert_eq!(
        vector(text, [1.0 + 1.0 / 4096.0, 65536.0, 2.0, -0.0]),
        [1.0, f32::INFINITY, 2.0, -0.0]
    );
}
