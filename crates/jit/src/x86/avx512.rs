//! AVX-512: vectors of 16 words, choices by mask registers, words of memory for all lanes.

use iced_x86::{Code, IcedError, Instruction, Register};

use super::operands::{load, shift, store, two, two_and, unary};
use super::{Assembler, InstructionSet, large};
use crate::operation::{Binary, Comparison, Unary};
use crate::step::{Memory, Place, Registers, Step, Test};

pub(super) struct Avx512;

const VECTOR: u32 = 64;

/// The mask of a choice.
const MASK: Register = Register::K1;

fn zmm(number: u8) -> Register {
    Register::ZMM0 + u32::from(number)
}

impl InstructionSet for Avx512 {
    const REGISTERS: Registers = Registers {
        count: 32,
        broadcasts: true,
    };
    const BYTES: u32 = VECTOR;
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
        }
    }

    fn register(number: u8) -> Register {
        zmm(number)
    }

    fn jump_if_any(code: &mut Assembler, mask: Register) -> Result<(), IcedError> {
        code.push(Instruction::with2(Code::EVEX_Vpmovd2m_kr_zmm, MASK, mask)?);
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
                blend(code, to, when, otherwise)?;
            }
            Step::Choose {
                test,
                a,
                b,
                to,
                when,
                otherwise,
            } => {
                compare(code, test, a, b)?;
                blend(code, to, when, otherwise)?;
            }
            Step::Angle {
                of,
                to,
                is_large,
                angle,
                small,
            } => large::step::<Avx512>(code, of, to, is_large, angle, small)?,
        }
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
        Binary::Compare(comparison) => {
            let test = Test {
                comparison,
                opposite: false,
            };
            compare(code, test, a, b)?;
            code.push(Instruction::with2(Code::EVEX_Vpmovm2d_zmm_kr, zmm(to), MASK)?);
            return Ok(());
        }
    };
    two::<Avx512>(code, op, zmm(to), zmm(a), b)
}

/// Sets the mask to where a test holds.
fn compare(code: &mut Assembler, test: Test, a: u8, b: Place) -> Result<(), IcedError> {
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
    };
    let predicate: u32 = if test.opposite { opposite } else { holds };
    two_and::<Avx512>(code, op, MASK, zmm(a), b, predicate)
}

/// Chooses by the mask.
fn blend(code: &mut Assembler, to: u8, when: Place, otherwise: u8) -> Result<(), IcedError> {
    let op = Code::EVEX_Vpblendmd_zmm_k1z_zmm_zmmm512b32;
    two::<Avx512>(code, op, zmm(to), zmm(otherwise), when)?;
    if let Some(blend) = code.list.last_mut() {
        blend.set_op_mask(MASK);
    }
    Ok(())
}
