//! What each result of a program is made of.

use quadrille_gf3::function::ancestry::{Ancestry, Origin, Step};
use quadrille_gf3::word::assemble::assemble;
use quadrille_gf3::word::{Instruction, Numbering, decode_program};

fn program(text: &str) -> Vec<Instruction> {
    let words =
        assemble(text, Numbering::Nv2a).unwrap_or_else(|errors| panic!("{text}: {}", errors[0].message));
    decode_program(&words).expect("a program")
}

/// source: the program itself, read by eye
#[test]
fn results_know_what_they_are_made_of() {
    let text = "MOV R0, v0\nRCP R1.x, v1.w\nMUL R0.xy, R0, R1.x\nMUL oPos, R0, c[96] + MOV R1.y, v2\nMUL oD0, R12, R1";
    let ancestry = Ancestry::of(&program(text));
    let vector = |instruction| Step {
        instruction,
        special: false,
    };
    let special = |instruction| Step {
        instruction,
        special: true,
    };
    let of = |step| -> Vec<(Origin, u8)> {
        ancestry
            .sources(step)
            .map(|source| (source.origin, source.components))
            .collect()
    };
    assert_eq!(
        of(vector(2)),
        [(Origin::Step(vector(0)), 12), (Origin::Step(special(1)), 8)]
    );
    let third = [
        (Origin::Step(vector(2)), 12),
        (Origin::Step(vector(0)), 3),
        (Origin::Constant(96, false), 15),
    ];
    assert_eq!(of(vector(3)), third);
    assert_eq!(ancestry.writers(0, 15), [vector(3)]);
    assert_eq!(
        ancestry.closure(&[vector(3)]),
        [vector(0), special(1), vector(2), vector(3)]
    );
    let last = [
        (Origin::Step(vector(3)), 15),
        (Origin::Step(special(1)), 8),
        (Origin::Step(special(3)), 4),
        (Origin::Initial(1), 3),
    ];
    assert_eq!(of(vector(4)), last);
}
