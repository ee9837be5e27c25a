//! The registers of a QPU, by numbers: file A, file B, accumulators, flags.

use quadrille_vc4::machine::PausedMachine;

use crate::machine::{Group, Register};
use crate::value::{Kind, Value};

/// The first register of file B.
pub(super) const B: usize = 32;
/// The first accumulator.
pub(super) const ACCUMULATORS: usize = 64;
/// The flags Z, N and C.
pub(super) const FLAGS: usize = ACCUMULATORS + 6;

/// All registers.
pub(super) fn all() -> Vec<Register> {
    let register = |name: String, group: Group| Register {
        name,
        aliases: Vec::new(),
        group,
    };
    let mut all = Vec::new();
    for file in ["ra", "rb"] {
        all.extend((0..32).map(|number| register(format!("{file}{number}"), Group::Temporaries)));
    }
    all.extend((0..6).map(|number| register(format!("r{number}"), Group::Temporaries)));
    all.extend(["Z", "N", "C"].map(|name| register(name.to_owned(), Group::Conditions)));
    all
}

/// The value of a register of a QPU, element by element.
pub(super) fn value(machine: &PausedMachine, register: usize, qpu: usize) -> Option<Value> {
    let qpu = machine.qpu(qpu)?;
    let lanes = match register {
        0..B => qpu.a(register as u8),
        B..ACCUMULATORS => qpu.b((register - B) as u8),
        ACCUMULATORS..FLAGS => qpu.accumulator((register - ACCUMULATORS) as u8),
        _ => {
            let bits = *qpu.flags().get(register - FLAGS)?;
            let elements = (0..16).map(|element| u64::from(bits >> element & 1));
            return Some(Value::new(Kind::Unsigned, elements));
        }
    };
    Some(Value::new(Kind::Bits, lanes.map(u64::from)))
}
