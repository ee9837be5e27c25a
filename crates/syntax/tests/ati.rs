//! ATI_text_fragment_shader: the one language with another lexis.

mod common;

use common::{ATI, written};
use quadrille_syntax::{format, parse};

const PROGRAM: &str = include_str!("programs/reflect.atifs");

#[test]
fn selectors_may_begin_with_a_digit() {
    // source: ATI_text_fragment_shader, section 3.10.1, grammar.
    let tree = parse(PROGRAM, &ATI);
    assert_eq!(tree.errors, []);
    let statements: Vec<String> = tree
        .statements
        .iter()
        .map(|statement| written(&tree, &statement.kind))
        .collect();
    let expected = [
        "StartConstants<>",
        "CONSTANT .c0 = .program.local[0]",
        "CONSTANT .c1 = .program.env[7]",
        "CONSTANT .c2 = {0, 1., .5, 1.0e-1}",
        "EndConstants<>",
        "StartPrelimPass<>",
        "PassTexCoord<.r3; .t3.stq_dq>",
        "SampleMap<.r0; .t0.str>",
        "ADD<.r1.half; .r0.bias; .r1.2x.bias>",
        "DOT3<.r2; 1.neg; .r2>",
        "MAD<.r3.rg.8x.sat; 0; .c0.r; 0.r.comp>",
        "EndPass<>",
        "StartOutputPass<>",
        "SampleMap<.r3; .r3.str_dr>",
        "LERP<.r0.rgb; .color0.a.neg.2x.bias.comp; .r3; 1.2x>",
        "EndPass<>",
    ];
    assert_eq!(statements, expected);
}

#[test]
fn formatted_it_is_the_same_program() {
    let squeezed = PROGRAM.replace("\n    ", "\n");
    assert_eq!(format(&squeezed, &ATI), PROGRAM);
    assert_eq!(format(PROGRAM, &ATI), PROGRAM);
}
