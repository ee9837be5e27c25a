//! AVX2: vectors of 8 words, truths as vectors.

use iced_x86::{Code, IcedError, Instruction, Register};

use super::operands::{Source, load, shift, source, store, two, two_and, unary};
use super::{Assembler, InstructionSet, large};
use crate::operation::{Binary, Comparison, Unary};
use crate::step::{Memory, Place, Registers, Step, Test};

pub(super) struct Avx2;

const VECTOR: u32 = 32;

/// What has no instruction here: functions that need it are refused, and it could not be encoded.
const ABSENT: Code = Code::INVALID;

/// Registers that no value is in: a truth on its way, and the opposite of one or an operand of it.
const MASK: Register = Register::YMM15;
const OTHER: Register = Register::YMM14;

fn ymm(number: u8) -> Register {
    Register::YMM0 + u32::from(number)
}

impl InstructionSet for Avx2 {
    const REGISTERS: Registers = Registers {
        count: 14,
        broadcasts: false,
    };
    const BYTES: u32 = VECTOR;
    // Side by side they take constants from one register, where an operand is no word of memory for all lanes.
    const APART: usize = 0;
    const MOVE: [Code; 3] = [
        Code::VEX_Vmovups_ymm_ymmm256,
        Code::VEX_Vmovups_ymm_ymmm256,
        Code::VEX_Vmovups_ymmm256_ymm,
    ];
    const BROADCAST: Code = Code::VEX_Vbroadcastss_ymm_m32;
    const SHIFTS: [Code; 3] = [
        Code::VEX_Vpslld_ymm_ymm_imm8,
        Code::VEX_Vpsrld_ymm_ymm_imm8,
        Code::VEX_Vpsrad_ymm_ymm_imm8,
    ];

    fn unary(op: Unary) -> Code {
        match op {
            Unary::SquareRoot => Code::VEX_Vsqrtps_ymm_ymmm256,
            Unary::FromSigned => Code::VEX_Vcvtdq2ps_ymm_ymmm256,
            Unary::ToSigned => Code::VEX_Vcvttps2dq_ymm_ymmm256,
            Unary::Round | Unary::Floor | Unary::Ceiling | Unary::Truncate => {
                Code::VEX_Vroundps_ymm_ymmm256_imm8
            }
            Unary::Exponent | Unary::Significand | Unary::BesideNearest => ABSENT,
        }
    }

    fn register(number: u8) -> Register {
        ymm(number)
    }

    fn jump_if_any_above(code: &mut Assembler, word: u8, other: Place) -> Result<(), IcedError> {
        two::<Avx2>(code, Code::VEX_Vpcmpgtd_ymm_ymm_ymmm256, MASK, ymm(word), other)?;
        code.push(Instruction::with2(
            Code::VEX_Vmovmskps_r32_ymm,
            Register::EAX,
            MASK,
        )?);
        code.push(Instruction::with2(
            Code::Test_rm32_r32,
            Register::EAX,
            Register::EAX,
        )?);
        code.push(Instruction::with_branch(Code::Jne_rel32_64, 1)?);
        Ok(())
    }

    fn step(code: &mut Assembler, step: Step) -> Result<(), IcedError> {
        match step {
            Step::Load { to, from } => load::<Avx2>(code, to, from)?,
            Step::Save { slot, from } => store::<Avx2>(code, Memory::Slot(slot), from)?,
            Step::Store { plane, vector, from } => store::<Avx2>(code, Memory::Plane(plane, vector), from)?,
            Step::Unary { op, to, a } => unary::<Avx2>(code, op, to, a)?,
            Step::Binary { op, to, a, b } => binary(code, op, to, a, b)?,
            Step::Shift { op, to, a, places } => shift::<Avx2>(code, op, to, a, places)?,
            Step::Select {
                to,
                mask,
                when,
                otherwise,
            } => blend(code, to, ymm(mask), when, otherwise)?,
            Step::Choose {
                test,
                a,
                b,
                to,
                when,
                otherwise,
            } => {
                compare(code, test, MASK, a, b)?;
                blend(code, to, MASK, when, otherwise)?;
            }
            Step::Angle {
                of,
                to,
                magnitude,
                most,
                angle,
                small,
            } => large::step::<Avx2>(code, of, to, magnitude, most, angle, small)?,
        }
        Ok(())
    }
}

fn binary(code: &mut Assembler, op: Binary, to: u8, a: u8, b: Place) -> Result<(), IcedError> {
    let op = match op {
        Binary::FloatAdd => Code::VEX_Vaddps_ymm_ymm_ymmm256,
        Binary::FloatSubtract => Code::VEX_Vsubps_ymm_ymm_ymmm256,
        Binary::FloatMultiply => Code::VEX_Vmulps_ymm_ymm_ymmm256,
        Binary::FloatDivide => Code::VEX_Vdivps_ymm_ymm_ymmm256,
        Binary::FloatMinimum => Code::VEX_Vminps_ymm_ymm_ymmm256,
        Binary::FloatMaximum => Code::VEX_Vmaxps_ymm_ymm_ymmm256,
        Binary::Add => Code::VEX_Vpaddd_ymm_ymm_ymmm256,
        Binary::Subtract => Code::VEX_Vpsubd_ymm_ymm_ymmm256,
        Binary::Multiply => Code::VEX_Vpmulld_ymm_ymm_ymmm256,
        Binary::And => Code::VEX_Vpand_ymm_ymm_ymmm256,
        Binary::Or => Code::VEX_Vpor_ymm_ymm_ymmm256,
        Binary::Xor => Code::VEX_Vpxor_ymm_ymm_ymmm256,
        Binary::ShiftLeft => Code::VEX_Vpsllvd_ymm_ymm_ymmm256,
        Binary::ShiftRight => Code::VEX_Vpsrlvd_ymm_ymm_ymmm256,
        Binary::ShiftRightSigned => Code::VEX_Vpsravd_ymm_ymm_ymmm256,
        Binary::Scale => ABSENT,
        Binary::Compare(comparison) => {
            let test = Test {
                comparison,
                opposite: false,
            };
            return compare(code, test, ymm(to), a, b);
        }
    };
    two::<Avx2>(code, op, ymm(to), ymm(a), b)
}

/// Sets a register to the truths of a test.
fn compare(code: &mut Assembler, test: Test, to: Register, a: u8, b: Place) -> Result<(), IcedError> {
    // The predicates of each and of its opposite. Those of numbers raise nothing for quiet NaN.
    let float = match test.comparison {
        Comparison::FloatLess => Some([0x11, 0x15]),
        Comparison::FloatLessOrEqual => Some([0x12, 0x16]),
        Comparison::FloatEqual => Some([0x00, 0x04]),
        Comparison::FloatUnordered => Some([0x03, 0x07]),
        Comparison::Less | Comparison::Below | Comparison::Equal | Comparison::Disjoint => None,
    };
    if let Some(predicates) = float {
        let predicate: u32 = predicates[usize::from(test.opposite)];
        let op = Code::VEX_Vcmpps_ymm_ymm_ymmm256_imm8;
        return two_and::<Avx2>(code, op, to, ymm(a), b, predicate);
    }
    match test.comparison {
        Comparison::Equal => two::<Avx2>(code, Code::VEX_Vpcmpeqd_ymm_ymm_ymmm256, to, ymm(a), b)?,
        Comparison::Disjoint => {
            two::<Avx2>(code, Code::VEX_Vpand_ymm_ymm_ymmm256, OTHER, ymm(a), b)?;
            code.push(Instruction::with3(Code::VEX_Vpxor_ymm_ymm_ymmm256, to, to, to)?);
            let equal = Code::VEX_Vpcmpeqd_ymm_ymm_ymmm256;
            code.push(Instruction::with3(equal, to, OTHER, to)?);
        }
        Comparison::Below => {
            // a < b is the opposite of max(a, b) = a.
            two::<Avx2>(code, Code::VEX_Vpmaxud_ymm_ymm_ymmm256, OTHER, ymm(a), b)?;
            let equal = Code::VEX_Vpcmpeqd_ymm_ymm_ymmm256;
            code.push(Instruction::with3(equal, to, OTHER, ymm(a))?);
            if !test.opposite {
                invert(code, to)?;
            }
            return Ok(());
        }
        Comparison::Less
        | Comparison::FloatLess
        | Comparison::FloatLessOrEqual
        | Comparison::FloatEqual
        | Comparison::FloatUnordered => {
            // There is only "greater"; those of floats have had their predicates.
            let b = match source::<Avx2>(code, b)? {
                Source::Register(b) => b,
                Source::Memory(b) => {
                    code.push(Instruction::with2(Code::VEX_Vmovups_ymm_ymmm256, OTHER, b)?);
                    OTHER
                }
            };
            code.push(Instruction::with3(
                Code::VEX_Vpcmpgtd_ymm_ymm_ymmm256,
                to,
                b,
                ymm(a),
            )?);
        }
    }
    if test.opposite {
        invert(code, to)?;
    }
    Ok(())
}

fn invert(code: &mut Assembler, register: Register) -> Result<(), IcedError> {
    code.push(Instruction::with3(
        Code::VEX_Vpcmpeqd_ymm_ymm_ymmm256,
        OTHER,
        OTHER,
        OTHER,
    )?);
    code.push(Instruction::with3(
        Code::VEX_Vpxor_ymm_ymm_ymmm256,
        register,
        register,
        OTHER,
    )?);
    Ok(())
}

/// Chooses by the truths in a register.
fn blend(code: &mut Assembler, to: u8, mask: Register, when: Place, otherwise: u8) -> Result<(), IcedError> {
    let op = Code::VEX_Vblendvps_ymm_ymm_ymmm256_ymm;
    let instruction = match source::<Avx2>(code, when)? {
        Source::Register(when) => Instruction::with4(op, ymm(to), ymm(otherwise), when, mask)?,
        Source::Memory(when) => Instruction::with4(op, ymm(to), ymm(otherwise), when, mask)?,
    };
    code.push(instruction);
    Ok(())
}
