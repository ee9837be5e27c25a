//! The parts of a word: an operation for each ALU, and the read ports that their operands share.

use quadrille_isa::qpu::SmallImmediate;

use super::operation::{OperandSource, Operation, Problem};
use super::register::access;

/// One operation for each ALU.
#[derive(Clone, Copy)]
pub(super) struct Sides<'l> {
    pub(super) add: Option<&'l Operation>,
    pub(super) mul: Option<&'l Operation>,
}

/// Multiplexer input of the value read from file A.
pub(super) const FILE_A: u8 = 6;
/// Multiplexer input of the value read from file B.
pub(super) const FILE_B: u8 = 7;

/// The read ports as far as they are taken.
#[derive(Clone, Copy)]
pub(super) struct Ports {
    pub(super) a: Option<u8>,
    pub(super) b: Option<u8>,
    pub(super) small: Option<SmallImmediate>,
}

pub(super) type Refused = Box<Problem>;

pub(super) fn refuse<T>(
    rule: &'static quadrille_base::Rule,
    op: &Operation,
    message: &'static str,
) -> Result<T, Refused> {
    Err(Box::new(Problem::new(rule, op.span, message)))
}

/// The multiplexer input that delivers an operand.
#[inline]
pub(super) fn mux(source: OperandSource, ports: &Ports) -> u8 {
    match source {
        OperandSource::Value(_) => FILE_B,
        OperandSource::Register(register) if register.is_accumulator() => register.number,
        OperandSource::Register(register) => {
            let through_a = register.access & access::READ_A != 0 && ports.a == Some(register.number);
            if through_a { FILE_A } else { FILE_B }
        }
    }
}
