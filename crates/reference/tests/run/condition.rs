//! Condition codes: updates, tests, masks.

use crate::support::vector;

const NAN: f32 = f32::NAN;

fn same(found: [f32; 4], expected: [f32; 4]) {
    for (found, expected) in found.iter().zip(expected) {
        assert!(
            found.to_bits() == expected.to_bits() || found.is_nan() && expected.is_nan(),
            "{found} {expected}"
        );
    }
}

/// source: NV_vertex_program2 2.14.2.2, the example of three MOVC with R1 = (-2, 0, 2, NaN), and the same in
/// NV_fragment_program 3.11.4.4
#[test]
fn the_example_of_the_specification() {
    let input = [-2.0, 0.0, 2.0, NAN];
    for (head, out, source) in [("!!VP2.0", "o[HPOS]", "v[0]"), ("!!FP1.0", "o[COLR]", "f[COL0]")] {
        let text = |steps: &str| format!("{head} MOV R1, {source}; {steps} MOV {out}, R0; END");
        let first = "MOVC R0, R1;";
        same(vector(&text(first), input), [-2.0, 0.0, 2.0, NAN]);
        let second = format!("{first} MOVC R0.xyz, R1.yzwx;");
        same(vector(&text(&second), input), [0.0, 2.0, NAN, NAN]);
        let third = format!("{second} MOVC R0 (NE), R1.zywx;");
        same(vector(&text(&third), input), [0.0, 0.0, NAN, -2.0]);
        // !!VP2.0 has no constants to write.
        if head == "!!VP2.0" {
            continue;
        }
        // The condition code is then (EQ, EQ, UN, LT): each component says so of itself.
        for (test, expected) in [
            ("EQ", [9.0, 9.0, NAN, -2.0]),
            ("NE", [0.0, 0.0, 9.0, 9.0]),
            ("LT", [0.0, 0.0, NAN, 9.0]),
            ("GE", [9.0, 9.0, NAN, -2.0]),
            ("GT", [0.0, 0.0, NAN, -2.0]),
            ("LE", [9.0, 9.0, NAN, 9.0]),
            ("TR", [9.0, 9.0, 9.0, 9.0]),
            ("FL", [0.0, 0.0, NAN, -2.0]),
        ] {
            let steps = format!("MOV R2, {{9, 9, 9, 9}}; {third} MOV R0 ({test}), R2;");
            same(vector(&text(&steps), input), expected);
        }
    }
}

/// source: NV_vertex_program2 2.14.2.2: of the code (GT, LT, EQ, GT) the mask (NE.zyxw) loads (EQ, LT, GT, GT)
/// and enables y, z and w
#[test]
fn swizzles_of_a_mask() {
    let text = "!!VP2.0 MOVC CC, v[0]; MOV R0, v[0]; MOV R0 (NE.zyxw), -v[0]; MOV o[HPOS], R0; END";
    same(vector(text, [1.0, -2.0, 0.0, 3.0]), [1.0, 2.0, -0.0, -3.0]);
}

/// source: NV_vertex_program2 2.14.2.2: a component that is not enabled keeps its condition code; NV_vertex_program2
/// 2.14.1.6: condition codes are EQ at first
#[test]
fn what_is_not_written_stays() {
    let text = "!!VP2.0 MOVC R1.xz, v[0]; MOV R0, v[0]; MOV R0 (EQ), v[0].wwww; MOV o[HPOS], R0; END";
    same(vector(text, [1.0, 2.0, 3.0, 4.0]), [1.0, 4.0, 3.0, 4.0]);
    let text = "!!VP2.0 MOVC R1, v[0]; MOVC CC (FL), -v[0]; MOV R0, v[0]; MOV R0 (LT), v[0].wwww; MOV o[HPOS], R0; END";
    same(vector(text, [1.0, 2.0, 3.0, 4.0]), [1.0, 2.0, 3.0, 4.0]);
}

/// source: NV_fragment_program 3.11.4.4, GenerateCC(resultDst): the code is of the number as the register
/// holds it. 2^-26 is 0 in binary16.
#[test]
fn codes_are_of_what_is_written() {
    let text = "!!FP1.0 MOVRC HC, f[COL0]; MOV R0, f[COL0]; MOV R0 (EQ), {9, 9, 9, 9}; MOV o[COLR], R0; END";
    let small = 1.0 / 67_108_864.0;
    same(vector(text, [small, 1.0, 0.0, -small]), [9.0, 1.0, 9.0, 9.0]);
}

/// source: NV_fragment_program 3.11.5.11: KIL discards the fragment if any component of the tested code passes
#[test]
fn fragments_are_killed_by_condition() {
    use quadrille_reference::Quiet;
    let text = "!!FP1.0 MOVC RC, f[COL0]; KIL LT.xyxy; MOV o[COLR], f[COL0]; END";
    let inputs = [
        [-1.0f32, 1.0, 1.0, 1.0],
        [1.0, -1.0, 1.0, 1.0],
        [1.0, 1.0, -1.0, -1.0],
        [0.0; 4],
    ];
    let inputs = inputs.map(|input| input.map(f32::to_bits));
    let (batch, end) = crate::support::run(text, &inputs, 100, &mut Quiet);
    end.expect("an end");
    let killed: Vec<usize> = batch.killed.iter().collect();
    assert_eq!(killed, [0, 1]);
}

/// source: NV_gpu_program4 2.X.4.3: carry and overflow are of integer ADD, MAD, SAD and SUB; whatever else updates a
/// condition code clears both
#[test]
fn other_instructions_clear_carry_and_overflow() {
    let text = |other: &str| {
        format!(
            "!!NVvp4.0 UINT TEMP u; INT TEMP s; TEMP f; MOV.U u, {{ 0xffffffff, 0xffffffff, 0x80000000, 1 }};\
             ADD.U.CC0 u, u, u; {other} MOV f, 0; MOV f (CF0), 1; MOV result.position, f; END"
        )
    };
    same(vector(&text(""), [2.5; 4]), [1.0, 1.0, 1.0, 0.0]);
    same(
        vector(&text("TRUNC.S.CC0 s, vertex.position;"), [2.5; 4]),
        [0.0; 4],
    );
    same(vector(&text("MOV.U.CC0 u, u;"), [2.5; 4]), [0.0; 4]);
}
