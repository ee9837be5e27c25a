//! The opcode table against what the specifications count and show.

use quadrille_numerics::environment::Ieee;

use super::{Legacy, OPCODES, Opcode};
use crate::gl::language::LanguageSet;
use crate::gl::operation::{ArithmeticOp, Operation, evaluate_float};

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
            let Operation::Arithmetic(operation) = *operation else {
                panic!("{} is no arithmetic", row.mnemonic)
            };
            let result = evaluate_float(operation, operands).expect(row.mnemonic);
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

/// source: NV_gpu_program5 2.X.4.1, 2.X.8.Z CVT, LDC, ATOM; NV_gpu_program4 2.X.8.Z MUL; A105 on STORE
#[test]
fn modifiers_that_opcodes_take() {
    use crate::gl::availability::Features;
    use crate::gl::language::Stage;
    use crate::gl::modifier::ModifierRow;
    use crate::gl::option::{OptionSet, ProgramOption};
    let features = Features {
        languages: LanguageSet::N50,
        stage: Stage::Vertex,
        options: OptionSet::default(),
    };
    let takes = |opcode: &str, modifier: &str, features: &Features| {
        let kind = ModifierRow::of_name(modifier).expect(modifier).kind;
        Opcode::of_mnemonic(opcode)
            .expect(opcode)
            .row()
            .takes(kind, features)
            .is_ok()
    };
    for (opcode, yes, no) in [
        (
            "ADD",
            "F S U F32 F64 S64 U64 CC CC1 SAT SSAT NTC PREC",
            "HI S24 COH ROUND ADD F16 S8 F32X2 CTA SPARSE",
        ),
        ("MUL", "HI S24 U24 F64", "VOL"),
        ("DP4", "F F32 PREC", "F64 S U S32"),
        ("AND", "S U S64 U64 CC", "F F32 SAT SSAT"),
        ("RCP", "F64", "S U32"),
        ("BFE", "S32 U32 S U", "S64 U64 F SAT"),
        (
            "CVT",
            "F16 F32 F64 S8 S16 S64 U8 CEIL FLR TRUNC ROUND SAT CC",
            "F S U F32X2 HI",
        ),
        ("LDC", "F32 F32X4 S8 U16 U64X4 CC SAT", "F S U COH VOL ADD F16"),
        ("LOAD", "F32X2 COH VOL CC", "F EXCH F16"),
        ("STORE", "F64X4 COH VOL", "CC SAT F"),
        ("ATOM", "ADD CSWAP U32 CC", "SAT F COH INCR"),
        ("LOADIM", "F32X4 U8 COH SPARSE", "F64 S64X2 F16"),
        ("TEX", "F S U CC SAT LODCLAMP SPARSE", "HI F64"),
        ("TXL", "SPARSE", "LODCLAMP"),
        ("TXQ", "NTC", "F S U CC SAT SPARSE"),
        ("BRK", "", "CC NTC F PREC"),
        ("REP", "F S U F64", "CC SAT"),
    ] {
        for modifier in yes.split_whitespace() {
            assert!(takes(opcode, modifier, &features), "{opcode}.{modifier}");
        }
        for modifier in no.split_whitespace() {
            assert!(!takes(opcode, modifier, &features), "{opcode}.{modifier}");
        }
    }
    let extended = features.with(ProgramOption::NvGpuProgram5MemExtended);
    assert!(takes("LDC", "F16", &extended) && takes("STORE", "F16X4", &extended));
    let older = Features {
        languages: LanguageSet::N40,
        ..features
    };
    assert!(takes("ADD", "F", &older) && !takes("ADD", "F32", &older));
    let row = |opcode| Opcode::of_mnemonic(opcode).expect(opcode).row();
    assert_eq!(row("CVT").storage_modifiers(&features), 2..=2);
    assert_eq!(row("LDC").storage_modifiers(&features), 1..=1);
    assert_eq!(row("STOREIM").storage_modifiers(&features), 0..=1);
    assert!(row("ATOMS").needs_atomic() && !row("ATOMCTR").needs_atomic());
}

/// source: NV_gpu_program4 Table X.13, column D; 2.X.8 MUL: "If S24 or U24 is specified, the data type is implied"
#[test]
fn types_and_special_products() {
    use crate::gl::modifier::{BaseType, ModifierKind, ModifierRow};
    use crate::gl::numeric::DataType;
    let row = |opcode| Opcode::of_mnemonic(opcode).expect(opcode).row();
    let kind = |name| ModifierRow::of_name(name).map(|row| row.kind);
    assert_eq!(row("ADD").data_type(None), Some(DataType::F32));
    assert_eq!(row("AND").data_type(None), Some(DataType::S32));
    assert_eq!(row("BRK").data_type(None), None);
    assert_eq!(row("ADD").data_type(kind("U64")), Some(DataType::U64));
    assert_eq!(row("LDC").data_type(kind("F16")), Some(DataType::F32));
    let special = Some(ModifierKind::Multiply24(BaseType::Unsigned));
    assert_eq!(row("MUL").data_type(special), Some(DataType::U32));
    assert_eq!(
        row("MUL").operation_with(LanguageSet::N40, special),
        Operation::Arithmetic(ArithmeticOp::Multiply24)
    );
    assert_eq!(
        row("MUL").operation_with(LanguageSet::N40, kind("HI")),
        Operation::Arithmetic(ArithmeticOp::MultiplyHigh)
    );
    assert_eq!(
        row("MUL").operation_with(LanguageSet::N40, None),
        Operation::Arithmetic(ArithmeticOp::Multiply)
    );
}
