//! ATI_text_fragment_shader, whose modifiers and pairs the checker takes apart.

use crate::support::vector;

/// One output pass in which r0 begins with s, t and r of the input, and 0.
fn pass(body: &str, input: [f32; 4]) -> [f32; 4] {
    let text = format!("!!ATIfs1.0\nStartOutputPass;\nPassTexCoord r0, t0.str;\n{body}EndPass;\n");
    vector(&text, input)
}

/// source: ATI_text_fragment_shader 3.10.1: the alpha instruction of a pair uses the value that a register had
/// before the colour instruction
#[test]
fn pairs_run_at_once() {
    let pair = "SUB r0.rgb, r0, r0;\nMUL r0.a, r0.r, 1.2x;\n";
    assert_eq!(pass(pair, [0.25, 0.5, 0.75, 9.0]), [0.0, 0.0, 0.0, 0.5]);
    // An implicit pair between them makes them two pairs, one after the other.
    let apart = "SUB r0.rgb, r0, r0;\nMOV r1, r0;\nMUL r0.a, r0.r, 1.2x;\n";
    assert_eq!(pass(apart, [0.25, 0.5, 0.75, 9.0]), [0.0, 0.0, 0.0, 0.0]);
}

/// source: ATI_text_fragment_shader, the equation below Table 3.24: s = -(2 * ((1 - s) - 0.5)); Table 3.23
#[test]
fn modifiers_apply_from_the_last() {
    let all = "MOV r0, r0.neg.2x.bias.comp;\n";
    assert_eq!(pass(all, [0.25, 0.5, 1.0, 0.0]), [-0.5, 0.0, 1.0, -1.0]);
    assert_eq!(pass("MOV r0, r0.g.bias;\n", [0.25, 0.75, 1.0, 0.0]), [0.25; 4]);
    assert_eq!(pass("MOV r0, 1.neg;\n", [0.0; 4]), [-1.0; 4]);
    assert_eq!(pass("MOV r0, 0.comp;\n", [0.0; 4]), [1.0; 4]);
}

/// source: ATI_text_fragment_shader, Table 3.22: the result is scaled, then clamped to [0, 1]
#[test]
fn results_are_scaled_and_clamped() {
    let input = [0.125, 0.5, -1.0, 0.0];
    assert_eq!(pass("ADD r0.2x.sat, r0, r0;\n", input), [0.5, 1.0, 0.0, 0.0]);
    assert_eq!(
        pass("ADD r0.eighth, r0, r0;\n", input),
        [0.03125, 0.125, -0.25, 0.0]
    );
    assert_eq!(pass("ADD r0.rb.8x, r0, r0;\n", input), [2.0, 0.5, -16.0, 0.0]);
}

/// source: ATI_text_fragment_shader, Table 3.20
#[test]
fn coordinates_are_selected() {
    let text = |selection: &str| {
        format!("!!ATIfs1.0\nStartOutputPass;\nPassTexCoord r0, t0.{selection};\nEndPass;\n")
    };
    let input = [2.0, 4.0, 8.0, 0.5];
    let first = |selection: &str| vector(&text(selection), input)[..3].to_vec();
    assert_eq!(first("str"), [2.0, 4.0, 8.0]);
    assert_eq!(first("stq"), [2.0, 4.0, 0.5]);
    assert_eq!(first("str_dr"), [0.25, 0.5, 0.125]);
    assert_eq!(first("stq_dq"), [4.0, 8.0, 2.0]);
}

/// source: ATI_text_fragment_shader 3.10.1: a set-up of the second pass gets the value that the first pass left
/// in a register, and so does each of two that exchange theirs
#[test]
fn passes_hand_on_registers() {
    let text = "!!ATIfs1.0
StartPrelimPass;
PassTexCoord r0, t0.str;
MOV r1, 1;
EndPass;
StartOutputPass;
PassTexCoord r0, r1.str;
PassTexCoord r1, r0.str;
MUL r0.rgb, r1, r0;
EndPass;
";
    assert_eq!(vector(text, [0.25, 0.5, 0.75, 9.0])[..3], [0.25, 0.5, 0.75]);
}

/// source: ATI_text_fragment_shader, Table 3.21, with small numbers
#[test]
fn instructions_compute() {
    let constants = |body: &str| {
        let text = format!(
            "!!ATIfs1.0\nStartConstants;\nCONSTANT c0 = {{ 0.25, 0.5, 0.75, 1.0 }};\nCONSTANT c1 = {{ 1, 0.5 }};\nEndConstants;\nStartOutputPass;\n{body}EndPass;\n"
        );
        vector(&text, [0.0; 4])
    };
    assert_eq!(constants("MOV r0, c1;\n"), [1.0, 0.5, 0.0, 1.0]);
    assert_eq!(constants("DOT3 r0, c0, c1;\n"), [0.5; 4]);
    assert_eq!(constants("DOT4 r0, c0, c1;\n"), [1.5; 4]);
    assert_eq!(constants("DOT2ADD r0, c0, c1, c0;\n"), [1.25; 4]);
    assert_eq!(constants("CND r0, 1, 0, c0;\n"), [0.0, 0.0, 1.0, 1.0]);
    assert_eq!(constants("CND0 r0, 1, 0, c0.neg.bias;\n"), [1.0, 1.0, 0.0, 0.0]);
    assert_eq!(constants("LERP r0, c0, 1, 0;\n"), [0.25, 0.5, 0.75, 1.0]);
    assert_eq!(constants("MAD r0, c0, c1, c0;\n"), [0.5, 0.75, 0.75, 2.0]);
    assert_eq!(constants("SUB r0, c0, c1;\n"), [-0.75, 0.0, 0.75, 0.0]);
}
