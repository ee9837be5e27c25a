//! What a name means: a register, a component of one, or memory.

use crate::expression::ExpressionError;
use crate::machine::Machine;
use crate::value::{Kind, Value, component};

/// A register or a word of memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Target {
    /// A register, or one component of it.
    Register {
        /// Its number.
        register: usize,
        /// The component.
        component: Option<usize>,
    },
    /// Memory.
    Memory {
        /// The number of the region.
        region: usize,
        /// The first byte.
        offset: u64,
        /// How many bytes.
        bytes: u64,
    },
}

impl Target {
    /// What a name means: a register (`R0`, `result.color`), a component of one (`R0.x`, `ra3[5]`), a region of memory
    /// (`storage[0]`), the word of it at a byte (`storage[0][16]`), or a range of bytes (`storage[0][16..32]`).
    ///
    /// # Errors
    ///
    /// [`ExpressionError::Name`], [`ExpressionError::Component`], [`ExpressionError::Outside`],
    /// [`ExpressionError::Empty`].
    pub fn find(machine: &dyn Machine, name: &str) -> Result<Target, ExpressionError> {
        if let Some(register) = register(machine, name) {
            return Ok(Target::Register {
                register,
                component: None,
            });
        }
        let regions = machine.regions();
        let region = |name: &str| regions.iter().position(|region| region.name == name);
        if let Some(region) = region(name) {
            let bytes = regions[region].bytes;
            return Ok(Target::Memory {
                region,
                offset: 0,
                bytes,
            });
        }
        if let Some((base, suffix)) = split_suffix(name) {
            if let Some(register) = register(machine, base) {
                let place = component(suffix).ok_or_else(|| ExpressionError::Component(name.to_owned()))?;
                let words = machine.value(register, 0).map_or(4, |value| value.words.len());
                if place >= words {
                    return Err(ExpressionError::Component(name.to_owned()));
                }
                return Ok(Target::Register {
                    register,
                    component: Some(place),
                });
            }
            if let (Some(region), Some((offset, bytes))) = (region(base), range(suffix)) {
                if bytes == 0 {
                    return Err(ExpressionError::Empty(name.to_owned()));
                }
                let all = regions[region].bytes;
                if offset.checked_add(bytes).is_none_or(|end| end > all) {
                    return Err(ExpressionError::Outside(name.to_owned(), all));
                }
                return Ok(Target::Memory {
                    region,
                    offset,
                    bytes,
                });
            }
        }
        Err(ExpressionError::Name(name.to_owned()))
    }

    /// Its value in a thread; of memory the words from it on, at most sixteen.
    pub fn value(&self, machine: &dyn Machine, thread: usize) -> Option<Value> {
        match *self {
            Target::Register { register, component } => {
                let value = machine.value(register, thread)?;
                match component {
                    Some(component) => Some(Value::new(value.kind, [*value.words.get(component)?])),
                    None => Some(value),
                }
            }
            Target::Memory {
                region,
                offset,
                bytes,
            } => {
                let bytes = machine.bytes(region, offset, bytes.min(64));
                let words = bytes.chunks(4).map(little_endian);
                let kind = machine
                    .regions()
                    .get(region)
                    .map_or(Kind::Bits, |region| region.kind);
                Some(Value::new(kind, words))
            }
        }
    }
}

fn little_endian(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .rev()
        .fold(0, |word, byte| word << 8 | u64::from(*byte))
}

fn register(machine: &dyn Machine, name: &str) -> Option<usize> {
    let is_it = |other: &String| other == name;
    let registers = machine.registers();
    let own = registers.iter().position(|register| register.name == name);
    own.or_else(|| {
        registers
            .iter()
            .position(|register| register.aliases.iter().any(is_it))
    })
}

/// A name without `.x` or `[n]` behind it, and these.
fn split_suffix(name: &str) -> Option<(&str, &str)> {
    if name.ends_with(']') {
        let at = name.rfind('[')?;
        return Some((&name[..at], &name[at..]));
    }
    name.rsplit_once('.')
}

/// `[16]` is the word there, `[16..32]` the bytes from one to before the other: none where that is no larger.
fn range(suffix: &str) -> Option<(u64, u64)> {
    let inside = suffix.strip_prefix('[')?.strip_suffix(']')?;
    match inside.split_once("..") {
        Some((from, to)) => {
            let (from, to) = (integer(from)?, integer(to)?);
            Some((from, to.saturating_sub(from)))
        }
        None => Some((integer(inside)?, 4)),
    }
}

/// A whole number, decimal or hexadecimal with 0x.
pub fn integer(text: &str) -> Option<u64> {
    match text.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16).ok(),
        None => text.parse().ok(),
    }
}
