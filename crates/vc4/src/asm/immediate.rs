//! The one small immediate of a word: which operands can share it, and what the other constants become.

use quadrille_isa::qpu::{AddOp, MulOp, Signal, SmallImmediate};

use super::dialect::ZeroMove;
use super::operation::{Line, OperandSource, Operation, OperationKind, Problem};
use super::ports::{FILE_B, Ports, Refused, Sides, refuse};
use super::register::{Turn, access};
use super::{constant, rule};

pub(super) fn small_code(bits: u32) -> Option<SmallImmediate> {
    SmallImmediate::of_value(bits)
}

/// Takes the small immediates that operands ask for. An addition of 16 becomes a subtraction of -16 and
/// shift counts from 16 up count from -16, because small immediates end at 15; the ADD operation may change.
pub(super) fn take_values(
    op: &Operation,
    add: Option<AddOp>,
    ports: &mut Ports,
) -> Result<Option<AddOp>, Refused> {
    let mut changed = None;
    for (at, source) in op.operands().iter().enumerate() {
        let OperandSource::Value(bits) = *source else {
            continue;
        };
        let mut bits = bits;
        match add {
            Some(AddOp::Add | AddOp::Sub) if at == 1 && negated_fits(bits, ports) => {
                changed = Some(if add == Some(AddOp::Add) {
                    AddOp::Sub
                } else {
                    AddOp::Add
                });
                bits = bits.wrapping_neg();
            }
            Some(AddOp::Shl | AddOp::Shr | AddOp::Asr | AddOp::Ror)
                if at == 1 && small_code(bits).is_none() =>
            {
                bits = ((bits << 27) as i32 >> 27) as u32;
            }
            _ => {}
        }
        let Some(code) = small_code(bits) else {
            let message = "this operation cannot take the number, because it is no small immediate";
            let problem = Problem::new(&rule::SMALL_IMMEDIATE, op.span, message);
            return Err(Box::new(problem.note("move it into a register first")));
        };
        take_code(ports, code).map_err(|()| clash(op))?;
    }
    Ok(changed)
}

/// Whether the number fits only with the other sign: 16, or the opposite of what is there already.
fn negated_fits(bits: u32, ports: &Ports) -> bool {
    bits == 16
        || ports
            .small
            .is_some_and(|small| small.value() == bits.wrapping_neg() && small.value() != bits)
}

fn clash(op: &Operation) -> Refused {
    let message = "this asks for a second small immediate";
    Box::new(
        Problem::new(&rule::SMALL_IMMEDIATE, op.span, message).note("rotations are small immediates too"),
    )
}

pub(super) fn take_small(
    ports: &mut Ports,
    code: Option<SmallImmediate>,
    line: &Line,
) -> Result<(), Refused> {
    code.and_then(|code| take_code(ports, code).ok()).ok_or_else(|| {
        let message = "the number must be a small immediate, and the only one";
        Box::new(Problem::new(&rule::SMALL_IMMEDIATE, line.span, message))
    })
}

/// Takes a small immediate. A rotation reads as -16 to -1, so that it and such a number can be one.
fn take_code(ports: &mut Ports, code: SmallImmediate) -> Result<(), ()> {
    ports.small = Some(match ports.small {
        None => code,
        Some(taken) if taken == code => code,
        Some(taken) if taken.value() == code.value() => {
            SmallImmediate::from_bits(taken.code().max(code.code()))
        }
        Some(_) => return Err(()),
    });
    Ok(())
}

/// Takes the rotation of the MUL operation; whether an operand turns that did not ask for it.
pub(super) fn take_rotation(op: &Operation, ports: &mut Ports) -> Result<bool, Refused> {
    let code = |turn: Turn, is_target: bool| -> Result<u8, Refused> {
        Ok(match (turn, is_target) {
            (Turn::By(0), _) => 0,
            (Turn::By(by), false) => 48 + by,
            (Turn::By(by), true) => 64 - by,
            (Turn::Right5, false) | (Turn::Left5, true) => 48,
            (Turn::Right5, true) => {
                return refuse(&rule::ROTATION, op, "a target turns by r5 to the left only");
            }
            (Turn::Left5, false) => {
                return refuse(&rule::ROTATION, op, "an operand turns by r5 to the right only");
            }
        })
    };
    let target = code(op.target.turn, true)?;
    let mut turned = target;
    let mut still = false;
    for source in op.operands() {
        let OperandSource::Register(register) = source else {
            continue;
        };
        let here = code(register.turn, false)?;
        let in_quads = !(register.is_accumulator() && register.number < 4);
        if here == 0 {
            still |= turned != 0 || op.count == 2;
        } else if turned == 0 || turned == here {
            turned = here;
        } else if target != 0 || !in_quads || (turned ^ here) & 3 != 0 {
            return refuse(&rule::ROTATION, op, "one operation can be rotated once only");
        }
    }
    if turned == 0 {
        return Ok(false);
    }
    take_code(ports, SmallImmediate::from_bits(turned)).map_err(|()| clash(op))?;
    Ok(still && target == 0)
}

/// Chooses operation and small immediate for moves of numbers; for a zero without small immediate it gives
/// the multiplexer input to use.
pub(super) fn choose_constants(
    line: &Line,
    sides: Sides<'_>,
    add: &mut AddOp,
    mul: &mut MulOp,
    ports: &mut Ports,
    zero: ZeroMove,
) -> Result<Option<u8>, Refused> {
    let number = |op: Option<&Operation>| match op.map(|op| op.kind) {
        Some(OperationKind::Constant(_, value)) => Some(value),
        _ => None,
    };
    let (mut of_add, mut of_mul) = (number(sides.add), number(sides.mul));
    if of_add.is_none() && of_mul.is_none() {
        return Ok(None);
    }
    let mut zero_mux = None;
    if of_add == Some(0) || of_mul == Some(0) {
        let small_zero = SmallImmediate::from_bits(0);
        let b_is_free = line.signal.is_none_or(|signal| signal == Signal::None)
            && ports.small.is_none_or(|small| small == small_zero)
            && !needs_file_b(sides);
        if zero != ZeroMove::SmallImmediate || !b_is_free {
            if of_add == Some(0) {
                *add = AddOp::Xor;
                of_add = None;
            }
            if of_mul == Some(0) {
                *mul = MulOp::V8subs;
                of_mul = None;
            }
            zero_mux = Some(if zero == ZeroMove::FileB { FILE_B } else { 0 });
        }
    }
    let adds = of_add.map(constant::in_add);
    let found = match (adds, of_mul) {
        (None, None) => return Ok(zero_mux),
        (Some(ways), None) => ways
            .into_iter()
            .find(|way| matches(way.1, ports))
            .map(|way| (Some(way.0), None, way.1)),
        (None, Some(value)) => constant::in_mul(value)
            .find(|way| matches(way.1, ports))
            .map(|way| (None, Some(way.0), way.1)),
        (Some(ways), Some(value)) => ways.filter(|way| matches(way.1, ports)).find_map(|way| {
            constant::in_mul(value)
                .find(|other| other.1 == way.1)
                .map(|other| (Some(way.0), Some(other.0), way.1))
        }),
    };
    let Some((add_way, mul_way, code)) = found else {
        let message = "no small immediate makes the number beside the rest of the instruction";
        let problem = Problem::new(&rule::SMALL_IMMEDIATE, line.span, message);
        return Err(Box::new(
            problem.note("a load immediate needs an instruction of its own"),
        ));
    };
    *add = add_way.unwrap_or(*add);
    *mul = mul_way.unwrap_or(*mul);
    take_code(ports, code).ok();
    Ok(zero_mux)
}

fn matches(code: SmallImmediate, ports: &Ports) -> bool {
    ports.small.is_none_or(|taken| taken.value() == code.value())
}

/// Whether an operand can only come from file B.
pub(super) fn needs_file_b(sides: Sides<'_>) -> bool {
    [sides.add, sides.mul].into_iter().flatten().any(|op| {
        op.operands().iter().any(|source| {
            matches!(source, OperandSource::Register(register)
                if register.access & (access::READ_A | access::READ_B) == access::READ_B
                    && !register.is_accumulator())
        })
    })
}
