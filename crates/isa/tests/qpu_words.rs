//! Words and typed instructions of the QPU: nothing is lost between them, and the words of published
//! shaders decode to what their authors wrote beside them.

use proptest::prelude::*;
use quadrille_isa::qpu::*;

proptest! {
    #![proptest_config(ProptestConfig { cases: 20_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn decode_then_encode_is_identity(word: u64) {
        if let Ok(instruction) = decode(word) {
            prop_assert_eq!(encode(&instruction), word);
        }
    }

    #[test]
    fn a_reserved_word_names_a_field_that_it_holds(word: u64) {
        if let Err(reserved) = decode(word) {
            prop_assert_eq!(reserved.field.byte(word), reserved.code);
        }
    }
}

/// source: VideoCore IV 3D Architecture Reference Guide, section 3, which reserves these codes.
#[test]
fn reserved_codes_are_refused_and_no_others() {
    let nop = 0x1000_09e7_009e_7000u64;
    for op in 0..32u64 {
        let reserved = matches!(op, 9..=11 | 25..=29);
        assert_eq!(
            decode(field::OP_ADD.with(nop, op)).is_err(),
            reserved,
            "op_add {op}"
        );
    }
    let mul = field::PM.with(nop, 1);
    for pack in 0..16u64 {
        assert!(decode(field::PACK.with(nop, pack)).is_ok());
        let reserved = !matches!(pack, 0 | 3..=7 | 11..=15);
        assert_eq!(
            decode(field::PACK.with(mul, pack)).is_err(),
            reserved,
            "pack {pack}"
        );
    }
    let load = 0xe002_0827_0000_0000u64;
    for mode in 0..8u64 {
        let reserved = !matches!(mode, 0 | 1 | 3 | 4);
        assert_eq!(
            decode(field::MODE.with(load, mode)).is_err(),
            reserved,
            "mode {mode}"
        );
    }
    let branch = 0xf0f8_09e7_0000_0000u64;
    for condition in 0..16u64 {
        let reserved = matches!(condition, 12..=14);
        assert_eq!(
            decode(field::COND_BR.with(branch, condition)).is_err(),
            reserved,
            "{condition}"
        );
    }
    for zero in 0..16u64 {
        assert_eq!(
            decode(field::BRANCH_ZERO.with(branch, zero)).is_err(),
            zero != 0,
            "{zero}"
        );
    }
}

/// source: the field list printed with the word 0x20820DF7, 0xD14059E5 in the JayStation page on
/// uniforms and varyings.
#[test]
fn the_uniform_to_red_word_of_the_field_list() {
    let word = 0xd140_59e5_2082_0df7u64;
    let Ok(Instruction::Alu(alu)) = decode(word) else {
        panic!("an ALU word");
    };
    assert_eq!(alu.mul_operands, [Mux::FileA, Mux::FileB]);
    assert_eq!(alu.add_operands, [Mux::FileA, Mux::FileB]);
    let OperandB::Small(small) = alu.operand_b else {
        panic!("a small immediate");
    };
    assert_eq!((small.code(), small.value()), (32, 1.0f32.to_bits()));
    assert_eq!(alu.read_a.read(RegisterFile::A), Read::Uniform);
    assert_eq!((alu.add_op, alu.mul_op), (AddOp::Nop, MulOp::Fmul));
    assert_eq!(alu.results.mul_write.number(), 37);
    assert_eq!(alu.results.mul_target(), Write::R5Quad);
    assert_eq!(alu.results.add_target(), Write::Nop);
    assert!(alu.results.write_swap && !alu.results.set_flags);
    assert_eq!(alu.results.mul_condition, Condition::Always);
    assert_eq!(alu.results.add_condition, Condition::Never);
    assert_eq!(alu.results.pack, Pack::Mul(MulPack::Byte0));
    assert_eq!(alu.unpack, Unpack::None);
}

/// source: VideoCore IV 3D Architecture Reference Guide, section 3, "Signaling Bits": signal 13 says that raddr_b is a
/// small immediate, and 14 and 15 that the word is no ALU instruction; so a register goes with none of them.
#[test]
fn a_register_has_no_signal_of_another_form() {
    let Ok(Instruction::Alu(nop)) = decode(0x1000_09e7_009e_7000) else {
        panic!("an ALU word");
    };
    let word = |signal| {
        encode(&Instruction::Alu(Alu {
            operand_b: OperandB::Register(Address::from_bits(5), signal),
            ..nop
        }))
    };
    for signal in [Signal::SmallImmediate, Signal::LoadImmediate, Signal::Branch] {
        assert_eq!(word(signal), word(Signal::None), "{signal:?}");
    }
    let last = word(Signal::LoadAlpha);
    assert_eq!((field::SIGNAL.get(last), field::RADDR_B.get(last)), (12, 5));
}

/// source: VideoCore IV 3D Architecture Reference Guide, section 3, "Semaphore Instruction": bits 3:0 number the
/// semaphore, bit 4 is set to acquire it.
#[test]
fn numbers_of_semaphores() {
    for (low, number, action) in [
        (0x0000_0000, 0, SemaphoreAction::Release),
        (0x0000_0013, 3, SemaphoreAction::Acquire),
        (0xffff_ffef, 15, SemaphoreAction::Release),
        (0x0000_0120, 0, SemaphoreAction::Release),
    ] {
        let Ok(Instruction::Semaphore(semaphore)) = decode(0xe800_09e7_0000_0000 | low) else {
            panic!("a semaphore word");
        };
        assert_eq!(
            (semaphore.number(), semaphore.action()),
            (number, action),
            "{low:#x}"
        );
    }
}

/// source: VideoCore IV 3D Architecture Reference Guide, section 3, the layout of per-element immediates.
#[test]
fn elements_of_immediates() {
    let value = 0x8001_0003;
    let signed: Vec<i32> = (0..16)
        .map(|i| ImmediateKind::Signed.element(value, i) as i32)
        .collect();
    assert_eq!(signed, [-1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -2]);
    let unsigned: Vec<u32> = (0..16)
        .map(|i| ImmediateKind::Unsigned.element(value, i))
        .collect();
    assert_eq!(unsigned, [3, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2]);
}
