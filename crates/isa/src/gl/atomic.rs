//! Atomic operations: what they compute, and on which formats where.

use quadrille_numerics::convert::{Binary, Format, Rounding};

use super::availability::Features;
use super::language::LanguageSet;
use super::operation::Space;
use super::option::ProgramOption;
use super::storage::Storage;

/// The operation of an atomic opcode on memory.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AtomicOperation {
    /// `ADD`: the sum.
    Add,
    /// `MIN`: the smaller.
    Minimum,
    /// `MAX`: the larger.
    Maximum,
    /// `IWRAP`: 0 where memory holds the operand or more, else one more.
    IncrementWrap,
    /// `DWRAP`: the operand where memory holds 0 or more than the operand, else one less.
    DecrementWrap,
    /// `AND`: bitwise and.
    And,
    /// `OR`: bitwise or.
    Or,
    /// `XOR`: bitwise exclusive or.
    Xor,
    /// `EXCH`: the operand.
    Exchange,
    /// `CSWAP`: the operand's y where memory holds its x.
    CompareSwap,
}

/// The operation of ATOMCTR on a counter.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CounterOperation {
    /// `INCR`: adds one and gives the old value.
    Increment,
    /// `DECR`: takes one off and gives the new value.
    Decrement,
    /// `GET`: gives the value.
    Get,
}

/// A row of the table of formats: which operations take a format, where, and by which option.
#[derive(Debug)]
pub struct AtomicRow {
    /// The format and how many of it.
    pub storage: Storage,
    /// The operations.
    pub operations: &'static [AtomicOperation],
    /// The kinds of memory.
    pub spaces: &'static [Space],
    /// The option that adds the row; `None` is always there.
    pub option: Option<ProgramOption>,
}

use AtomicOperation::{
    Add, And, CompareSwap, DecrementWrap, Exchange, IncrementWrap, Maximum, Minimum, Or, Xor,
};
use Space::{Global, Image, Shared};

const STORAGE_BUFFER: Space = Space::Storage;
const BUFFERS: &[Space] = &[Global, STORAGE_BUFFER, Shared];
const EVERYWHERE: &[Space] = &[Global, STORAGE_BUFFER, Shared, Image];

macro_rules! atomics {
    ($($format:ident $(x $count:literal)?: [$($operation:ident)*] in $spaces:expr $(, option $option:ident)?;)*) => {
        /// Which formats atomic operations take (the tables of ATOM, ATOMB, ATOMS and ATOMIM).
        pub static ATOMICS: &[AtomicRow] = &[
            $(AtomicRow {
                storage: Storage { format: Format::$format, count: 1 $(- 1 + $count)? },
                operations: &[$($operation),*],
                spaces: $spaces,
                option: atomics!(@option $($option)?),
            },)*
        ];
    };
    (@option) => { None };
    (@option $option:ident) => { Some(ProgramOption::$option) };
}

atomics! {
    U32: [Add Minimum Maximum And Or Xor Exchange CompareSwap IncrementWrap DecrementWrap] in EVERYWHERE;
    S32: [Add Minimum Maximum And Or Xor Exchange CompareSwap] in EVERYWHERE;
    U64: [Add Exchange CompareSwap] in BUFFERS;
    F32: [Add Exchange] in &[STORAGE_BUFFER, Shared];
    F32: [Add Exchange] in &[Global, Image], option NvShaderAtomicFloat;
    F64: [Add Exchange] in &[Global], option NvShaderAtomicFloat64;
    S64: [Add Minimum Maximum And Or Xor Exchange CompareSwap] in BUFFERS, option NvShaderAtomicInt64;
    U64: [Minimum Maximum And Or Xor] in BUFFERS, option NvShaderAtomicInt64;
    F16 x 2: [Add Minimum Maximum Exchange] in EVERYWHERE, option NvShaderAtomicFp16Vector;
    F16 x 4: [Add Minimum Maximum Exchange] in EVERYWHERE, option NvShaderAtomicFp16Vector;
}

/// Whether an operation takes a format in a kind of memory; otherwise the option that would add it, if any.
pub fn check(
    operation: AtomicOperation,
    storage: Storage,
    space: Space,
    features: &Features,
) -> Result<(), Option<ProgramOption>> {
    if !features.languages.meets(LanguageSet::NV5) {
        return Err(None);
    }
    let rows = ATOMICS.iter().filter(|row| {
        row.storage == storage && row.operations.contains(&operation) && row.spaces.contains(&space)
    });
    let mut missing = None;
    for row in rows {
        match row.option {
            Some(option) if !features.options.contains(option) => missing = Some(option),
            _ => return Ok(()),
        }
    }
    Err(missing)
}

/// The new content of memory; `None` leaves it as it is.
///
/// `old`, `operand` and `swap` (the operand's second component, for CSWAP) are the bits of the storage, at
/// most 64; F16X4 is four independent numbers. Float sums round to the nearest; a minimum or maximum with a
/// NaN is that NaN.
#[inline(always)]
pub fn apply(operation: AtomicOperation, storage: Storage, old: u64, operand: u64, swap: u64) -> Option<u64> {
    let format = storage.format;
    if storage.count == 1 {
        return apply_one(operation, format, old, operand, swap);
    }
    let bits = format.bits();
    let part = |word: u64, i: u32| word >> (i * bits) & format.mask();
    Some((0..u32::from(storage.count)).fold(0, |new, i| {
        let result = apply_one(operation, format, part(old, i), part(operand, i), part(swap, i));
        new | result.unwrap_or(part(old, i)) << (i * bits)
    }))
}

/// The same of one number.
#[inline(always)]
fn apply_one(operation: AtomicOperation, format: Format, old: u64, operand: u64, swap: u64) -> Option<u64> {
    let mask = format.mask();
    let (old, operand, swap) = (old & mask, operand & mask, swap & mask);
    let operand_is_less = less(format, operand, old);
    let old_is_less = less(format, old, operand);
    Some(match operation {
        Add => add(format, old, operand) & mask,
        Minimum if operand_is_less => operand,
        Maximum if old_is_less => operand,
        Minimum | Maximum => old,
        IncrementWrap if old >= operand => 0,
        IncrementWrap => old + 1,
        DecrementWrap if old == 0 || old > operand => operand,
        DecrementWrap => old - 1,
        And => old & operand,
        Or => old | operand,
        Xor => old ^ operand,
        Exchange => operand,
        CompareSwap if old == operand => swap,
        CompareSwap => return None,
    })
}

#[inline(always)]
fn add(format: Format, a: u64, b: u64) -> u64 {
    match format.binary() {
        None => a.wrapping_add(b),
        Some(binary) => binary.encode(binary.decode(a) + binary.decode(b), Rounding::Nearest),
    }
}

#[inline(always)]
fn less(format: Format, a: u64, b: u64) -> bool {
    let float = |binary: Binary| {
        let (a, b) = (binary.decode(a), binary.decode(b));
        a < b || a.is_nan() && !b.is_nan()
    };
    let spare = 64 - format.bits();
    format.binary().map_or_else(
        || {
            if format.is_signed() {
                ((a << spare) as i64) < (b << spare) as i64
            } else {
                a < b
            }
        },
        float,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    const U32: Storage = Storage {
        format: Format::U32,
        count: 1,
    };
    const S32: Storage = Storage {
        format: Format::S32,
        count: 1,
    };

    /// source: NV_gpu_program5 2.X.8.Z ATOM: "IWRAP: if (memory >= operand) 0 else memory + 1", "DWRAP: if
    /// (memory == 0 || memory > operand) operand else memory - 1".
    #[test]
    fn wrapping_counts() {
        let iwrap = |old, limit| apply(IncrementWrap, U32, old, limit, 0);
        assert_eq!(
            [iwrap(0, 3), iwrap(2, 3), iwrap(3, 3), iwrap(9, 3)],
            [1, 3, 0, 0].map(Some)
        );
        let dwrap = |old, limit| apply(DecrementWrap, U32, old, limit, 0);
        assert_eq!(
            [dwrap(0, 3), dwrap(3, 3), dwrap(1, 3), dwrap(9, 3)],
            [3, 2, 0, 3].map(Some)
        );
    }

    /// source: NV_gpu_program5 2.X.8.Z ATOM, the table of operations; two's complement of −1 and 1.
    #[test]
    fn the_format_decides_what_is_less() {
        let minus_one = 0xffff_ffff;
        assert_eq!(apply(Minimum, U32, minus_one, 1, 0), Some(1));
        assert_eq!(apply(Minimum, S32, minus_one, 1, 0), Some(minus_one));
        assert_eq!(apply(Maximum, S32, minus_one, 1, 0), Some(1));
        assert_eq!(apply(Add, U32, minus_one, 2, 0), Some(1));
        assert_eq!(apply(CompareSwap, U32, 7, 7, 9), Some(9));
        assert_eq!(apply(CompareSwap, U32, 7, 8, 9), None);
    }

    /// source: NV_shader_atomic_fp16_vector: each component is its own atomic operation; binary16 of 1, 2, 3
    /// and 65504 (which is the largest: 65504 + 65504 overflows).
    #[test]
    fn vectors_of_half_floats() {
        let storage = Storage {
            format: Format::F16,
            count: 2,
        };
        assert_eq!(
            apply(Add, storage, 0x7bff_3c00, 0x7bff_4000, 0),
            Some(0x7c00_4200)
        );
        assert_eq!(
            apply(Maximum, storage, 0xbc00_3c00, 0x3c00_bc00, 0),
            Some(0x3c00_3c00)
        );
    }
}
