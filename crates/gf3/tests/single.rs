//! Single vertices: rows of matrices, which are computed together, and the order of steps, against the reference.

#[path = "random/cases.rs"]
mod cases;

use cases::cases;
use proptest::prelude::*;
use quadrille_gf3::function::{Access, Constants, Options, Program, Quad, Single};
use quadrille_gf3::word::{Numbering, assemble::assemble};

/// Bit patterns of every kind, small integers among them for the address register.
fn pattern() -> impl Strategy<Value = u32> {
    prop_oneof![
        any::<u32>(),
        (any::<u32>(), 120u32..135).prop_map(|(bits, e)| (bits & 0x807f_ffff) | (e << 23)),
        (-20i8..100).prop_map(|x| f32::from(x).to_bits()),
        prop::sample::select(vec![
            0,
            0x8000_0000,
            1,
            0x7f80_0000,
            0xff80_0000,
            0x7fff_ffff,
            0x7f7f_ffff
        ]),
    ]
}

/// Lines of machine text: often rows of one matrix, over few registers, which they read too.
fn lines() -> impl Strategy<Value = Vec<String>> {
    let select = |words: &[&'static str]| prop::sample::select(words.to_vec());
    let dot = select(&["DP3", "DPH", "DP4"]);
    let target = select(&["R0", "R1", "oPos", "oD0", "c[5]"]);
    let vector = select(&["v0", "v0", "R0", "-R1.yzxw", "R12", "v0.x"]);
    let masks = prop::sample::subsequence(vec!["x", "y", "z", "w", "xw"], 1..4).prop_shuffle();
    let row = select(&[
        "c[5]",
        "c[96]",
        "c[97]",
        "-c[98].wzyx",
        "R0",
        "R1",
        "R12.y",
        "c[A0+96]",
    ]);
    let rows = (dot, target, vector, masks, prop::array::uniform4(row)).prop_map(
        |(dot, target, vector, masks, rows)| {
            let rows = masks.iter().zip(rows);
            rows.map(|(mask, row)| format!("{dot} {target}.{mask}, {vector}, {row}"))
                .collect()
        },
    );
    let others = select(&[
        "ARL A0, v0.x",
        "MOV R0, c[96]",
        "ADD R1.xy, R0, v0",
        "MUL oPos, R0, R1",
        "RSQ R0.w, R1.x",
        "MAD R1, R0, R0.x, v0",
    ]);
    prop_oneof![2 => rows, 1 => others.prop_map(|line| vec![line.to_owned()])]
}

proptest! {
    #![proptest_config(cases(600))]

    /// Rows of matrices, which single vertices compute together, with what reads and writes the same registers between them.
    #[test]
    fn matrices_of_single_vertices_give_the_same_bits(
        lines in prop::collection::vec(lines(), 1..12),
        vertex in prop::array::uniform16(prop::array::uniform4(pattern())),
        constants in prop::collection::vec(prop::array::uniform4(pattern()), 192),
        full in any::<bool>(),
    ) {
        let words = assemble(&lines.concat().join("\n"), Numbering::Nv2a).expect("it is machine text");
        let program = Program::from_words(&words).expect("the assembler sets the final bit");
        let options = Options {
            access: if full { Access::Full } else { Access::UserOnly },
            ..Options::default()
        };
        let mut file: [Quad; 192] = std::array::from_fn(|number| constants[number]);
        let mut constants = Constants(constants);
        let expected = program.run(&mut constants, &vertex, &options);
        let mut outputs = [[7; 4]; 16];
        Single::new(&program, options).run(&mut file, &vertex, &mut outputs);
        prop_assert_eq!(outputs, expected.0);
        prop_assert_eq!(&file[..], &constants.0[..]);
    }
}
