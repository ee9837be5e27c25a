//! Functions that expressions can call without a definition: mathematics, and the words of VPM and DMA
//! set-up (guide tables 32 to 37).
//!
//! A definition in the text goes before one of these.

use quadrille_isa::qpu::SmallImmediate;

use super::name_table::NameTable;
use super::register::{Turn, access};
use super::value::{ElementsError, Sign, Value, ValueKind};

/// One function.
pub(super) struct Function {
    name: &'static str,
    /// Fewest and most arguments.
    pub(super) arguments: (usize, usize),
    /// The value.
    call: fn(&[Value]) -> Result<Value, ArgumentError>,
}

/// An error in the arguments of a function. Arguments are numbered from 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub(super) enum ArgumentError {
    #[error("this function takes {} arguments, not {given}", counts(*least, *most))]
    Count { least: usize, most: usize, given: usize },
    #[error("the argument must be a number, not {0}")]
    Number(ValueKind),
    #[error("argument {} must be an integer, not {kind}", at + 1)]
    Integer { at: usize, kind: ValueKind },
    #[error("argument {} must be from {least} to {most}, not {value}", at + 1)]
    Range {
        at: usize,
        least: i64,
        most: i64,
        value: i64,
    },
    #[error("the argument must be a list of elements")]
    List,
    #[error(transparent)]
    Elements(#[from] ElementsError),
    #[error("a vertical access begins at row 0, 16, 32 or 48")]
    Row,
    #[error("the memory pitch is 8 bytes times a power of two")]
    MemoryPitch,
}

fn counts(least: usize, most: usize) -> String {
    if least == most {
        least.to_string()
    } else {
        format!("{least} to {most}")
    }
}

impl Function {
    /// The value for these arguments.
    pub(super) fn value(&self, arguments: &[Value]) -> Result<Value, ArgumentError> {
        let (least, most) = self.arguments;
        let given = arguments.len();
        if !(least..=most).contains(&given) {
            return Err(ArgumentError::Count { least, most, given });
        }
        (self.call)(arguments)
    }
}

macro_rules! functions {
    ($($name:literal, $least:literal ..= $most:literal, $call:expr;)*) => {
        const NAMES: &[&str] = &[$($name),*];
        static FUNCTIONS: &[Function] = &[
            $(Function { name: $name, arguments: ($least, $most), call: $call }),*
        ];
    };
}

functions! {
    "f", 1..=1, |a| float(a, |x| x);
    "int", 1..=1, |a| Ok(Value::Int(number(a, 0)? as i64));
    "abs", 1..=1, |a| match a[0] {
        Value::Int(value) => Ok(Value::Int(value.wrapping_abs())),
        _ => float(a, f64::abs),
    };
    "ceil", 1..=1, |a| Ok(Value::Int(libm::ceil(number(a, 0)?) as i64));
    "floor", 1..=1, |a| Ok(Value::Int(libm::floor(number(a, 0)?) as i64));
    "sqrt", 1..=1, |a| float(a, libm::sqrt);
    "exp", 1..=1, |a| float(a, libm::exp);
    "exp2", 1..=1, |a| float(a, libm::exp2);
    "exp10", 1..=1, |a| float(a, libm::exp10);
    "log", 1..=1, |a| float(a, libm::log);
    "log2", 1..=1, |a| float(a, libm::log2);
    "log10", 1..=1, |a| float(a, libm::log10);
    "sin", 1..=1, |a| float(a, libm::sin);
    "cos", 1..=1, |a| float(a, libm::cos);
    "tan", 1..=1, |a| float(a, libm::tan);
    "asin", 1..=1, |a| float(a, libm::asin);
    "acos", 1..=1, |a| float(a, libm::acos);
    "atan", 1..=1, |a| float(a, libm::atan);
    "sinh", 1..=1, |a| float(a, libm::sinh);
    "cosh", 1..=1, |a| float(a, libm::cosh);
    "tanh", 1..=1, |a| float(a, libm::tanh);
    "asinh", 1..=1, |a| float(a, libm::asinh);
    "acosh", 1..=1, |a| float(a, libm::acosh);
    "atanh", 1..=1, |a| float(a, libm::atanh);
    "erf", 1..=1, |a| float(a, libm::erf);
    "erfc", 1..=1, |a| float(a, libm::erfc);
    "min", 2..=2, |a| Ok(if number(a, 0)? < number(a, 1)? { a[0] } else { a[1] });
    "max", 2..=2, |a| Ok(if number(a, 0)? > number(a, 1)? { a[0] } else { a[1] });
    "ilog2", 1..=1, |a| Ok(Value::Int(63 - i64::from(integer(a, 0)?.leading_zeros())));
    "countBits", 1..=1, |a| Ok(Value::Int(i64::from(integer(a, 0)?.count_ones())));
    "reverseBits", 2..=2, |a| reverse(a, field(a, 1, 1, 64)? as u32);
    "reverseBits4", 1..=1, |a| reverse(a, 4);
    "reverseBits8", 1..=1, |a| reverse(a, 8);
    "reverseBits16", 1..=1, |a| reverse(a, 16);
    "reverseBits32", 1..=1, |a| reverse(a, 32);
    "reverseBits64", 1..=1, |a| reverse(a, 64);
    "isConstant", 1..=1, |a| is(matches!(a[0], Value::Int(_) | Value::Float(_)));
    "isRegister", 1..=1, |a| is(matches!(a[0], Value::Register(_)));
    "isRegfileA", 1..=1, |a| has_access(a, access::READ_A | access::WRITE_A);
    "isRegfileB", 1..=1, |a| has_access(a, access::READ_B | access::WRITE_B);
    "isAccu", 1..=1, |a| has_access(a, access::ACCUMULATOR);
    "isReadable", 1..=1, |a| has_access(a, access::READ_A | access::READ_B | access::ACCUMULATOR);
    "isWritable", 1..=1, |a| has_access(a, access::WRITE_A | access::WRITE_B);
    "isRotate", 1..=1, |a| is(matches!(a[0], Value::Register(register) if register.turn != Turn::By(0)));
    "isSmallImmd", 1..=1, |a| is(match a[0] {
        Value::Int(value) => SmallImmediate::of_value(value as u32).is_some(),
        Value::Float(value) => SmallImmediate::of_value(Value::single(value)).is_some(),
        _ => false,
    });
    "isSemaphore", 1..=1, |a| is(matches!(a[0], Value::Semaphore(_)));
    "isLabel", 1..=1, |a| is(matches!(a[0], Value::Label { .. }));
    "isLdPE", 1..=1, |a| is(matches!(a[0], Value::Elements(..)));
    "isLdPES", 1..=1, |a| is(matches!(a[0], Value::Elements(_, Sign::Open | Sign::Signed)));
    "isLdPEU", 1..=1, |a| is(matches!(a[0], Value::Elements(_, Sign::Open | Sign::Unsigned)));
    "sacq", 1..=1, |a| Ok(Value::Semaphore(16 | field(a, 0, 0, 15)? as u32));
    "srel", 1..=1, |a| Ok(Value::Semaphore(field(a, 0, 0, 15)? as u32));
    "elems", 0..=16, |a| {
        let mut list = [0; 16];
        for at in 0..a.len() {
            list[field(a, at, 0, 15)? as usize] = 1;
        }
        list_of(&list)
    };
    "elem_range", 2..=2, |a| {
        let (first, count) = (field(a, 0, 0, 16)?, field(a, 1, 0, 16)?);
        let list: Vec<i64> = (0..16).map(|at| i64::from(at >= first && at < first + count)).collect();
        list_of(&list)
    };
    "neg_elems", 1..=1, |a| map_elements(a, |element| -element);
    "not_elems", 1..=1, |a| map_elements(a, |element| i64::from(element == 0));
    "vpm_setup", 3..=3, |a| word(&[
        (field(a, 0, 0, 16)? & 15, 20),
        (field(a, 1, -64, 64)? & 63, 12),
        (field(a, 2, 0, 0xfff)?, 0),
    ]);
    "h32", 1..=1, |a| word(&[(0xa00, 0), (field(a, 0, 0, 63)?, 0)]);
    "h16p", 2..=2, |a| word(&[(0x900, 0), (field(a, 0, 0, 63)?, 1), (field(a, 1, 0, 1)?, 0)]);
    "h16l", 2..=2, |a| word(&[(0xd00, 0), (field(a, 0, 0, 63)?, 1), (field(a, 1, 0, 1)?, 0)]);
    "h8p", 2..=2, |a| word(&[(0x800, 0), (field(a, 0, 0, 63)?, 2), (field(a, 1, 0, 3)?, 0)]);
    "h8l", 2..=2, |a| word(&[(0xc00, 0), (field(a, 0, 0, 63)?, 2), (field(a, 1, 0, 3)?, 0)]);
    "v32", 2..=2, |a| word(&[(0x200, 0), (column(a)?, 0)]);
    "v16p", 3..=3, |a| word(&[(0x100, 0), (column(a)?, 1), (field(a, 2, 0, 1)?, 0)]);
    "v16l", 3..=3, |a| word(&[(0x500, 0), (column(a)?, 1), (field(a, 2, 0, 1)?, 0)]);
    "v8p", 3..=3, |a| word(&[(column(a)?, 2), (field(a, 2, 0, 3)?, 0)]);
    "v8l", 3..=3, |a| word(&[(0x400, 0), (column(a)?, 2), (field(a, 2, 0, 3)?, 0)]);
    "dma_h32", 2..=2, |a| store(a, 0x4000, 0);
    "dma_h16p", 3..=3, |a| store(a, 0x4002, 1);
    "dma_h8p", 3..=3, |a| store(a, 0x4004, 3);
    "dma_v32", 2..=2, |a| store(a, 0, 0);
    "dma_v16p", 3..=3, |a| store(a, 2, 1);
    "dma_v8p", 3..=3, |a| store(a, 4, 3);
    "vdw_setup_0", 3..=3, |a| word(&[
        (0x8000_0000, 0),
        (field(a, 0, 0, 128)? & 127, 23),
        (field(a, 1, 0, 128)? & 127, 16),
        (field(a, 2, 0, 0x7fff)?, 0),
    ]);
    "vdw_setup_1", 1..=1, |a| word(&[(0xc000_0000, 0), (field(a, 0, 0, 0xffff)?, 0)]);
    "vdw_setup_1p", 1..=1, |a| word(&[(0xc001_0000, 0), (field(a, 0, 0, 0xffff)?, 0)]);
    "vdr_h32", 3..=3, |a| load(a, 0);
    "vdr_v32", 3..=3, |a| load(a, 0x800);
    "vdr_setup_0", 4..=5, vdr_setup_0;
    "vdr_setup_1", 1..=1, |a| word(&[(0x9000_0000, 0), (field(a, 0, 0, 0xffff)?, 0)]);
}

static TABLE: NameTable<256> = NameTable::new(NAMES);

/// All names.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    NAMES.iter().copied()
}

/// The function of a name.
pub(super) fn find(name: &[u8]) -> Option<&'static Function> {
    TABLE
        .find(name, |row| FUNCTIONS[row].name)
        .map(|row| &FUNCTIONS[row])
}

/// The argument as a number.
fn number(arguments: &[Value], at: usize) -> Result<f64, ArgumentError> {
    arguments[at]
        .as_float()
        .ok_or_else(|| ArgumentError::Number(arguments[at].kind()))
}

fn integer(arguments: &[Value], at: usize) -> Result<i64, ArgumentError> {
    match arguments[at] {
        Value::Int(value) => Ok(value),
        other => Err(ArgumentError::Integer {
            at,
            kind: other.kind(),
        }),
    }
}

fn field(arguments: &[Value], at: usize, least: i64, most: i64) -> Result<i64, ArgumentError> {
    let value = integer(arguments, at)?;
    if (least..=most).contains(&value) {
        Ok(value)
    } else {
        Err(ArgumentError::Range {
            at,
            least,
            most,
            value,
        })
    }
}

fn float(arguments: &[Value], function: fn(f64) -> f64) -> Result<Value, ArgumentError> {
    Ok(Value::Float(function(number(arguments, 0)?)))
}

fn is(truth: bool) -> Result<Value, ArgumentError> {
    Ok(Value::Int(i64::from(truth)))
}

/// Whether the argument is a register that can be reached in one of these ways.
fn has_access(arguments: &[Value], ways: u8) -> Result<Value, ArgumentError> {
    is(matches!(arguments[0], Value::Register(register) if register.access & ways != 0))
}

fn reverse(arguments: &[Value], bits: u32) -> Result<Value, ArgumentError> {
    let reversed = integer(arguments, 0)?.reverse_bits() as u64;
    Ok(Value::Int((reversed >> (64 - bits)) as i64))
}

fn list_of(list: &[i64]) -> Result<Value, ArgumentError> {
    Ok(Value::elements(list)?)
}

fn map_elements(arguments: &[Value], map: fn(i64) -> i64) -> Result<Value, ArgumentError> {
    let list = arguments[0].list().ok_or(ArgumentError::List)?;
    list_of(&list.into_iter().map(map).collect::<Vec<_>>())
}

/// Fields, each with its lowest bit, or'ed together.
fn word(fields: &[(i64, u32)]) -> Result<Value, ArgumentError> {
    Ok(Value::Int(
        fields.iter().fold(0, |word, (value, low)| word | value << low),
    ))
}

/// Row block and column of a vertical access: y in steps of 16, x below 16.
fn column(arguments: &[Value]) -> Result<i64, ArgumentError> {
    let y = field(arguments, 0, 0, 63)?;
    if y & 15 != 0 {
        return Err(ArgumentError::Row);
    }
    Ok(y | field(arguments, 1, 0, 15)?)
}

/// Address and width of a memory store.
fn store(arguments: &[Value], code: i64, most_part: i64) -> Result<Value, ArgumentError> {
    let part = if most_part == 0 {
        0
    } else {
        field(arguments, 2, 0, most_part)?
    };
    word(&[
        (code, 0),
        (field(arguments, 0, 0, 127)?, 7),
        (field(arguments, 1, 0, 15)?, 3),
        (part, 0),
    ])
}

/// Pitch and address of a memory load.
fn load(arguments: &[Value], direction: i64) -> Result<Value, ArgumentError> {
    word(&[
        (direction, 0),
        (field(arguments, 0, 0, 16)? & 15, 12),
        (field(arguments, 1, 0, 63)?, 4),
        (field(arguments, 2, 0, 15)?, 0),
    ])
}

/// Two published forms: memory pitch code, row length, rows, pitch and address (4 arguments); and rows,
/// row length, address as for a store, pitch, memory pitch in bytes (5 arguments, Broadcom).
fn vdr_setup_0(a: &[Value]) -> Result<Value, ArgumentError> {
    if a.len() == 4 {
        return word(&[
            (0x8000_0000, 0),
            (field(a, 0, 0, 15)?, 24),
            (field(a, 1, 0, 16)? & 15, 20),
            (field(a, 2, 0, 16)? & 15, 16),
            (field(a, 3, 0, 0x7000_ffff)?, 0),
        ]);
    }
    let dma = field(a, 2, 0, 0x7fff)?;
    let memory_pitch = integer(a, 4)?;
    if !(8..=8 << 15).contains(&memory_pitch) || memory_pitch & (memory_pitch - 1) != 0 {
        return Err(ArgumentError::MemoryPitch);
    }
    word(&[
        (0x8000_0000, 0),
        (dma & 7, 28),
        (i64::from(memory_pitch.trailing_zeros()) - 3, 24),
        (field(a, 1, 0, 16)? & 15, 20),
        (field(a, 0, 0, 16)? & 15, 16),
        (field(a, 3, 0, 16)? & 15, 12),
        (!dma >> 14 & 1, 11),
        (dma >> 3 & 0x7ff, 0),
    ])
}
