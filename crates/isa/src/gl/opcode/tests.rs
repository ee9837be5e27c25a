//! The opcode table against what the specifications count and show.

use quadrille_numerics::environment::Ieee;

use super::{Legacy, OPCODES, Opcode};
use crate::gl::language::LanguageSet;
use crate::gl::operation::evaluate_float;

/// source: "There are N … program instructions" in NV_vertex_program 2.14.1.10, NV_vertex_program1_1,
/// NV_vertex_program2 2.14.2, NV_fragment_program 3.11.4, ARB_vertex_program 2.14.4, ARB_fragment_program
/// 3.11.4 and the option specifications; Table X.13 of NV_gpu_program4 (with NV_fragment_program4 and
/// NV_geometry_program4) and of NV_gpu_program5 (with EXT_shader_image_load_store and ARB_shader_subroutine).
#[test]
fn every_language_has_as_many_opcodes_as_its_specification_says() {
    let count = |language| {
        OPCODES
            .iter()
            .filter(|row| row.availability.languages.meets(language))
            .count()
    };
    for (language, expected) in [
        (LanguageSet::V10, 17),
        (LanguageSet::VS, 17),
        (LanguageSet::V11, 21),
        (LanguageSet::V20, 39),
        (LanguageSet::F10, 45),
        (LanguageSet::AV, 27),
        (LanguageSet::AF, 33),
        (LanguageSet::AV2, 42),
        (LanguageSet::AF1, 52),
        (LanguageSet::AV3, 48),
        (LanguageSet::AF2, 67),
        (LanguageSet::N40, 84),
        (LanguageSet::N41, 86),
        (LanguageSet::N50, 113),
        (LanguageSet::C50, 108),
    ] {
        assert_eq!(count(language), expected, "{language:?}");
    }
    assert_eq!(OPCODES.len(), 147);
}

#[test]
fn rows_are_in_order_and_mnemonics_unique() {
    for (number, row) in OPCODES.iter().enumerate() {
        assert_eq!(row.opcode as usize, number);
        assert_eq!(Opcode::of_mnemonic(row.mnemonic), Some(row.opcode));
        assert!(
            row.mnemonic
                .bytes()
                .all(|b| b.is_ascii_uppercase() || b.is_ascii_digit())
        );
        assert!(row.doc.ends_with('.') && !row.cite.is_empty(), "{}", row.mnemonic);
    }
}

#[test]
fn every_example_is_true_in_every_variant() {
    let mut shown = 0;
    for row in OPCODES {
        let Some(example) = row.example else { continue };
        let mut operands = [[Ieee(0.0); 4]; 3];
        for (operand, given) in operands.iter_mut().zip(example.operands) {
            *operand = std::array::from_fn(|i| Ieee(given[if given.len() == 1 { 0 } else { i }]));
        }
        assert_eq!(example.operands.len(), row.operands.len(), "{}", row.mnemonic);
        let variants = row.variants.iter().map(|(_, operation)| operation);
        for operation in variants.chain([&row.operation]) {
            let result = evaluate_float(*operation, operands).expect(row.mnemonic);
            let shown = if example.result.len() == 1 {
                4
            } else {
                example.result.len()
            };
            for (number, component) in result[..shown].iter().enumerate() {
                let expected = example.result[number % example.result.len()];
                assert_eq!(
                    component.0.to_bits(),
                    expected.to_bits(),
                    "{} {operation:?} {number}",
                    row.mnemonic
                );
            }
        }
        shown += 1;
    }
    assert!(shown > 45, "{shown}");
}

/// source: NV_fragment_program Table X.4: twenty instructions with [RHX][C][_SAT] and fourteen with
/// [RH][C][_SAT]; the count of the former is that of `RHX` in the table.
#[test]
fn suffixes_of_fp1() {
    let count = |legacy| {
        let rows = OPCODES
            .iter()
            .filter(|row| row.availability.languages.meets(LanguageSet::F10));
        rows.filter(|row| row.legacy == legacy).count()
    };
    assert_eq!(count(Legacy::Full), 20);
    assert_eq!(count(Legacy::Half), 13);
    assert_eq!(count(Legacy::Update), 7);
    assert_eq!(count(Legacy::None), 5);
}
