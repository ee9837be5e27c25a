//! AVX-512: vectors of 16 words, choices by mask registers, words of memory for all lanes.

use iced_x86::{Code, IcedError, Instruction, Register};

use super::operands::{load, shift, store, two, two_and, unary};
use super::{Assembler, InstructionSet, large};
use crate::operation::{Binary, Comparison, Unary};
use crate::step::{Memory, Place, Registers, Step, Test};

pub(super) struct Avx512;

const VECTOR: u32 = 64;

/// The mask of what is not kept: truths as vectors, and jumps.
const MASK: Register = Register::K1;

/// The masks of comparisons that choices are made by, which are kept for the next choices: those of the other
/// components of a vector.
const KEPT_MASKS: [Register; 6] = [
    Register::K2,
    Register::K3,
    Register::K4,
    Register::K5,
    Register::K6,
    Register::K7,
];

fn zmm(number: u8) -> Register {
    Register::ZMM0 + u32::from(number)
}

impl InstructionSet for Avx512 {
    const REGISTERS: Registers = Registers {
        count: 32,
        broadcasts: true,
    };
    const BYTES: u32 = VECTOR;
    // On Sapphire Rapids a tenth less time than side by side; 12 and 40 are less good.
    const APART: usize = 24;
    const MOVE: [Code; 3] = [
        Code::EVEX_Vmovups_zmm_k1z_zmmm512,
        Code::EVEX_Vmovups_zmm_k1z_zmmm512,
        Code::EVEX_Vmovups_zmmm512_k1z_zmm,
    ];
    const BROADCAST: Code = Code::EVEX_Vbroadcastss_zmm_k1z_xmmm32;
    const SHIFTS: [Code; 3] = [
        Code::EVEX_Vpslld_zmm_k1z_zmmm512b32_imm8,
        Code::EVEX_Vpsrld_zmm_k1z_zmmm512b32_imm8,
        Code::EVEX_Vpsrad_zmm_k1z_zmmm512b32_imm8,
    ];

    fn unary(op: Unary) -> Code {
        match op {
            Unary::SquareRoot => Code::EVEX_Vsqrtps_zmm_k1z_zmmm512b32_er,
            Unary::FromSigned => Code::EVEX_Vcvtdq2ps_zmm_k1z_zmmm512b32_er,
            Unary::ToSigned => Code::EVEX_Vcvttps2dq_zmm_k1z_zmmm512b32_sae,
            Unary::Round | Unary::Floor | Unary::Ceiling | Unary::Truncate => {
                Code::EVEX_Vrndscaleps_zmm_k1z_zmmm512b32_imm8_sae
            }
            Unary::Exponent => Code::EVEX_Vgetexpps_zmm_k1z_zmmm512b32_sae,
            Unary::Significand => Code::EVEX_Vgetmantps_zmm_k1z_zmmm512b32_imm8_sae,
            Unary::BesideNearest => Code::EVEX_Vreduceps_zmm_k1z_zmmm512b32_imm8_sae,
        }
    }

    fn register(number: u8) -> Register {
        zmm(number)
    }

    fn jump_if_any_above(code: &mut Assembler, word: u8, other: Place) -> Result<(), IcedError> {
        let greater = Code::EVEX_Vpcmpd_kr_k1_zmm_zmmm512b32_imm8;
        two_and::<Avx512>(code, greater, MASK, zmm(word), other, 6)?;
        code.push(Instruction::with2(Code::VEX_Kortestw_kr_kr, MASK, MASK)?);
        code.push(Instruction::with_branch(Code::Jne_rel32_64, 1)?);
        Ok(())
    }

    fn step(code: &mut Assembler, step: Step) -> Result<(), IcedError> {
        match step {
            Step::Load { to, from } => load::<Avx512>(code, to, from)?,
            Step::Save { slot, from } => store::<Avx512>(code, Memory::Slot(slot), from)?,
            Step::Store { plane, vector, from } => store::<Avx512>(code, Memory::Plane(plane, vector), from)?,
            Step::Unary { op, to, a } => unary::<Avx512>(code, op, to, a)?,
            Step::Binary { op, to, a, b } => binary(code, op, to, a, b)?,
            Step::Shift { op, to, a, places } => shift::<Avx512>(code, op, to, a, places)?,
            Step::Select {
                to,
                mask,
                when,
                otherwise,
            } => {
                let mask = zmm(mask);
                code.push(Instruction::with2(Code::EVEX_Vpmovd2m_kr_zmm, MASK, mask)?);
                blend(code, MASK, to, when, otherwise)?;
            }
            Step::Choose {
                test,
                a,
                b,
                to,
                when,
                otherwise,
            } => {
                let mask = kept(code, test, a, b)?;
                blend(code, mask, to, when, otherwise)?;
            }
            Step::Angle {
                of,
                to,
                magnitude,
                most,
                angle,
                small,
            } => large::step::<Avx512>(code, of, to, magnitude, most, angle, small)?,
        }
        forget(code, step);
        Ok(())
    }
}

fn binary(code: &mut Assembler, op: Binary, to: u8, a: u8, b: Place) -> Result<(), IcedError> {
    let op = match op {
        Binary::FloatAdd => Code::EVEX_Vaddps_zmm_k1z_zmm_zmmm512b32_er,
        Binary::FloatSubtract => Code::EVEX_Vsubps_zmm_k1z_zmm_zmmm512b32_er,
        Binary::FloatMultiply => Code::EVEX_Vmulps_zmm_k1z_zmm_zmmm512b32_er,
        Binary::FloatDivide => Code::EVEX_Vdivps_zmm_k1z_zmm_zmmm512b32_er,
        Binary::FloatMinimum => Code::EVEX_Vminps_zmm_k1z_zmm_zmmm512b32_sae,
        Binary::FloatMaximum => Code::EVEX_Vmaxps_zmm_k1z_zmm_zmmm512b32_sae,
        Binary::Add => Code::EVEX_Vpaddd_zmm_k1z_zmm_zmmm512b32,
        Binary::Subtract => Code::EVEX_Vpsubd_zmm_k1z_zmm_zmmm512b32,
        Binary::Multiply => Code::EVEX_Vpmulld_zmm_k1z_zmm_zmmm512b32,
        Binary::And => Code::EVEX_Vpandd_zmm_k1z_zmm_zmmm512b32,
        Binary::Or => Code::EVEX_Vpord_zmm_k1z_zmm_zmmm512b32,
        Binary::Xor => Code::EVEX_Vpxord_zmm_k1z_zmm_zmmm512b32,
        Binary::ShiftLeft => Code::EVEX_Vpsllvd_zmm_k1z_zmm_zmmm512b32,
        Binary::ShiftRight => Code::EVEX_Vpsrlvd_zmm_k1z_zmm_zmmm512b32,
        Binary::ShiftRightSigned => Code::EVEX_Vpsravd_zmm_k1z_zmm_zmmm512b32,
        Binary::Scale => Code::EVEX_Vscalefps_zmm_k1z_zmm_zmmm512b32_er,
        Binary::Compare(comparison) => {
            let test = Test {
                comparison,
                opposite: false,
            };
            compare(code, MASK, test, a, b)?;
            code.push(Instruction::with2(Code::EVEX_Vpmovm2d_zmm_kr, zmm(to), MASK)?);
            return Ok(());
        }
    };
    two::<Avx512>(code, op, zmm(to), zmm(a), b)
}

/// A mask of where a test holds, which may be there from an earlier choice.
fn kept(code: &mut Assembler, test: Test, a: u8, b: Place) -> Result<Register, IcedError> {
    let known = code
        .masks
        .iter()
        .find(|mask| (mask.1, mask.2, mask.3) == (test, a, b));
    if let Some((mask, ..)) = known {
        return Ok(*mask);
    }
    // The one that was set first gives way.
    let free = KEPT_MASKS
        .into_iter()
        .find(|mask| code.masks.iter().all(|held| held.0 != *mask));
    let mask = match free {
        Some(mask) => mask,
        None => code.masks.remove(0).0,
    };
    compare(code, mask, test, a, b)?;
    code.masks.push((mask, test, a, b));
    Ok(mask)
}

/// Forgets the masks whose comparisons would no longer give them after a step.
fn forget(code: &mut Assembler, step: Step) {
    let written = match step {
        Step::Load { to, .. }
        | Step::Unary { to, .. }
        | Step::Binary { to, .. }
        | Step::Shift { to, .. }
        | Step::Select { to, .. }
        | Step::Choose { to, .. } => Place::Register(to),
        Step::Save { slot, .. } => Place::Memory(Memory::Slot(slot)),
        // Planes that are written are none of those that are read.
        Step::Store { .. } => return,
        // What may be called keeps no mask.
        Step::Angle { .. } => return code.masks.clear(),
    };
    code.masks
        .retain(|(_, _, a, b)| Place::Register(*a) != written && *b != written);
}

/// Sets a mask to where a test holds.
fn compare(code: &mut Assembler, mask: Register, test: Test, a: u8, b: Place) -> Result<(), IcedError> {
    let float = Code::EVEX_Vcmpps_kr_k1_zmm_zmmm512b32_imm8_sae;
    let signed = Code::EVEX_Vpcmpd_kr_k1_zmm_zmmm512b32_imm8;
    let unsigned = Code::EVEX_Vpcmpud_kr_k1_zmm_zmmm512b32_imm8;
    // The predicates of each and of its opposite. Those of numbers raise nothing for quiet NaN.
    let (op, [holds, opposite]) = match test.comparison {
        Comparison::FloatLess => (float, [0x11, 0x15]),
        Comparison::FloatLessOrEqual => (float, [0x12, 0x16]),
        Comparison::FloatEqual => (float, [0x00, 0x04]),
        Comparison::FloatUnordered => (float, [0x03, 0x07]),
        Comparison::Less => (signed, [1, 5]),
        Comparison::Below => (unsigned, [1, 5]),
        Comparison::Equal => (signed, [0, 4]),
        Comparison::Disjoint => {
            let op = if test.opposite {
                Code::EVEX_Vptestmd_kr_k1_zmm_zmmm512b32
            } else {
                Code::EVEX_Vptestnmd_kr_k1_zmm_zmmm512b32
            };
            return two::<Avx512>(code, op, mask, zmm(a), b);
        }
    };
    let predicate: u32 = if test.opposite { opposite } else { holds };
    two_and::<Avx512>(code, op, mask, zmm(a), b, predicate)
}

/// Chooses by a mask.
fn blend(code: &mut Assembler, mask: Register, to: u8, when: Place, otherwise: u8) -> Result<(), IcedError> {
    let op = Code::EVEX_Vpblendmd_zmm_k1z_zmm_zmmm512b32;
    two::<Avx512>(code, op, zmm(to), zmm(otherwise), when)?;
    if let Some(blend) = code.list.last_mut() {
        blend.set_op_mask(mask);
    }
    Ok(())
}
