//! Instruction modifiers: `.SAT`, `.CC1`, `.F32X2` (NV_gpu_program4 and 5, Table X.14), and the suffixes that
//! say the same (Table X.15).

use quadrille_numerics::convert::{Format, Rounding};

use super::atomic::{AtomicOperation, CounterOperation};
use super::availability::Availability;
use super::language::{LanguageSet, Stage, StageSet};
use super::numeric::Clamp;
use super::operation::DerivativeControl;
use super::option::ProgramOption;
use super::storage::Storage;

/// A base data type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BaseType {
    /// `F`
    Float,
    /// `S`
    Signed,
    /// `U`
    Unsigned,
}

/// The kind of a modifier. At most one of each kind may stand on an instruction; CVT takes two of
/// [`ModifierKind::Storage`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ModifierKind {
    /// The data type, its size left open.
    Base(BaseType),
    /// The data type with its size on arithmetic opcodes; what is accessed on memory opcodes; one side of a
    /// conversion on CVT.
    Storage(Storage),
    /// The condition-code register that is updated.
    Update(u8),
    /// The clamp of the result.
    Clamp(Clamp),
    /// `NTC`
    NoTypeCheck,
    /// `S24`, `U24`: a product of 24-bit integers.
    Multiply24(BaseType),
    /// `HI`: the high half of a product.
    High,
    /// The operation of an atomic opcode.
    Atomic(AtomicOperation),
    /// The operation of ATOMCTR.
    Counter(CounterOperation),
    /// `COH`
    Coherent,
    /// `VOL`
    Volatile,
    /// The rounding of CVT.
    Rounding(Rounding),
    /// `PREC`
    Precise,
    /// `CTA`: MEMBAR for the work group alone.
    WorkGroup,
    /// `SPARSE`: residency goes to the sparse condition code.
    Sparse,
    /// `LODCLAMP`: a smallest level of detail is given.
    LodClamp,
    /// `COARSE`, `FINE`: the neighbours that a derivative compares.
    Derivative(DerivativeControl),
}

/// A row of the modifier table.
#[derive(Debug)]
pub struct ModifierRow {
    /// Its name, without the point.
    pub name: &'static str,
    /// The kind of the modifier.
    pub kind: ModifierKind,
    /// The effect of the modifier, in a phrase.
    pub doc: &'static str,
    /// The availability of the modifier. Which opcodes take it, their rows say.
    pub availability: Availability,
}

const ALL: StageSet = StageSet::ALL;
const COMPUTE: StageSet = StageSet::of(&[Stage::Compute]);
const FRAGMENT: StageSet = StageSet::of(&[Stage::Fragment]);

const fn base(base: BaseType) -> ModifierKind {
    ModifierKind::Base(base)
}

const fn storage(format: Format, count: u8) -> ModifierKind {
    ModifierKind::Storage(Storage { format, count })
}

macro_rules! modifiers {
    ($($name:literal $kind:expr, in [$($language:ident)*] $(option [$(($($by:ident)*) $option:ident),*])?,
        stages $stages:ident, $doc:literal;)*) => {
        /// All stand-alone modifiers.
        pub static MODIFIERS: &[ModifierRow] = &[
            $(ModifierRow {
                name: $name,
                kind: $kind,
                doc: $doc,
                availability: Availability {
                    languages: LanguageSet::NONE$(.or(LanguageSet::$language))*,
                    by_option: &[$($((LanguageSet::NONE$(.or(LanguageSet::$by))*, ProgramOption::$option)),*)?],
                    stages: $stages,
                },
            },)*
        ];
    };
}

use AtomicOperation as Atomic;
use ModifierKind as Kind;

modifiers! {
    "F" base(BaseType::Float), in [GPU], stages ALL, "float operation";
    "U" base(BaseType::Unsigned), in [GPU], stages ALL, "operation on unsigned integers";
    "S" base(BaseType::Signed), in [GPU], stages ALL, "operation on signed integers";
    "CC" Kind::Update(0), in [GPU], stages ALL, "updates condition code 0";
    "CC0" Kind::Update(0), in [GPU], stages ALL, "updates condition code 0";
    "CC1" Kind::Update(1), in [GPU], stages ALL, "updates condition code 1";
    "SAT" Kind::Clamp(Clamp::Saturate), in [GPU], stages ALL, "clamps the result to [0, 1]; on CVT, an integer result to its range";
    "SSAT" Kind::Clamp(Clamp::SignedSaturate), in [GPU], stages ALL, "clamps the result to [-1, 1]";
    "NTC" Kind::NoTypeCheck, in [GPU], stages ALL, "lets variables of any type stand";
    "S24" Kind::Multiply24(BaseType::Signed), in [GPU], stages ALL, "MUL of signed 24-bit integers";
    "U24" Kind::Multiply24(BaseType::Unsigned), in [GPU], stages ALL, "MUL of unsigned 24-bit integers";
    "HI" Kind::High, in [GPU], stages ALL, "MUL that gives the high half of the product";
    "F32" storage(Format::F32, 1), in [NV5] option [(NV4) NvParameterBufferObject2, (NV4) NvShaderBufferLoad], stages ALL, "one 32-bit float";
    "F32X2" storage(Format::F32, 2), in [NV5] option [(NV4) NvParameterBufferObject2, (NV4) NvShaderBufferLoad], stages ALL, "two 32-bit floats";
    "F32X4" storage(Format::F32, 4), in [NV5] option [(NV4) NvParameterBufferObject2, (NV4) NvShaderBufferLoad], stages ALL, "four 32-bit floats";
    "F64" storage(Format::F64, 1), in [NV5], stages ALL, "one 64-bit float";
    "F64X2" storage(Format::F64, 2), in [NV5], stages ALL, "two 64-bit floats";
    "F64X4" storage(Format::F64, 4), in [NV5], stages ALL, "four 64-bit floats";
    "S8" storage(Format::S8, 1), in [NV5] option [(NV4) NvParameterBufferObject2, (NV4) NvShaderBufferLoad], stages ALL, "one 8-bit signed integer";
    "S16" storage(Format::S16, 1), in [NV5] option [(NV4) NvParameterBufferObject2, (NV4) NvShaderBufferLoad], stages ALL, "one 16-bit signed integer";
    "S32" storage(Format::S32, 1), in [NV5] option [(NV4) NvParameterBufferObject2, (NV4) NvShaderBufferLoad], stages ALL, "one 32-bit signed integer";
    "S32X2" storage(Format::S32, 2), in [NV5] option [(NV4) NvParameterBufferObject2, (NV4) NvShaderBufferLoad], stages ALL, "two 32-bit signed integers";
    "S32X4" storage(Format::S32, 4), in [NV5] option [(NV4) NvParameterBufferObject2, (NV4) NvShaderBufferLoad], stages ALL, "four 32-bit signed integers";
    "S64" storage(Format::S64, 1), in [NV5], stages ALL, "one 64-bit signed integer";
    "S64X2" storage(Format::S64, 2), in [NV5], stages ALL, "two 64-bit signed integers";
    "S64X4" storage(Format::S64, 4), in [NV5], stages ALL, "four 64-bit signed integers";
    "U8" storage(Format::U8, 1), in [NV5] option [(NV4) NvParameterBufferObject2, (NV4) NvShaderBufferLoad], stages ALL, "one 8-bit unsigned integer";
    "U16" storage(Format::U16, 1), in [NV5] option [(NV4) NvParameterBufferObject2, (NV4) NvShaderBufferLoad], stages ALL, "one 16-bit unsigned integer";
    "U32" storage(Format::U32, 1), in [NV5] option [(NV4) NvParameterBufferObject2, (NV4) NvShaderBufferLoad], stages ALL, "one 32-bit unsigned integer";
    "U32X2" storage(Format::U32, 2), in [NV5] option [(NV4) NvParameterBufferObject2, (NV4) NvShaderBufferLoad], stages ALL, "two 32-bit unsigned integers";
    "U32X4" storage(Format::U32, 4), in [NV5] option [(NV4) NvParameterBufferObject2, (NV4) NvShaderBufferLoad], stages ALL, "four 32-bit unsigned integers";
    "U64" storage(Format::U64, 1), in [NV5], stages ALL, "one 64-bit unsigned integer";
    "U64X2" storage(Format::U64, 2), in [NV5], stages ALL, "two 64-bit unsigned integers";
    "U64X4" storage(Format::U64, 4), in [NV5], stages ALL, "four 64-bit unsigned integers";
    "F16" storage(Format::F16, 1), in [NV5], stages ALL, "one 16-bit float";
    "F16X2" storage(Format::F16, 2), in [] option [(NV5) NvGpuProgram5MemExtended, (NV5) NvShaderAtomicFp16Vector], stages ALL, "two 16-bit floats";
    "F16X4" storage(Format::F16, 4), in [] option [(NV5) NvGpuProgram5MemExtended, (NV5) NvShaderAtomicFp16Vector], stages ALL, "four 16-bit floats";
    "S8X2" storage(Format::S8, 2), in [] option [(NV5) NvGpuProgram5MemExtended], stages ALL, "two 8-bit signed integers";
    "S8X4" storage(Format::S8, 4), in [] option [(NV5) NvGpuProgram5MemExtended], stages ALL, "four 8-bit signed integers";
    "S16X2" storage(Format::S16, 2), in [] option [(NV5) NvGpuProgram5MemExtended], stages ALL, "two 16-bit signed integers";
    "S16X4" storage(Format::S16, 4), in [] option [(NV5) NvGpuProgram5MemExtended], stages ALL, "four 16-bit signed integers";
    "U8X2" storage(Format::U8, 2), in [] option [(NV5) NvGpuProgram5MemExtended], stages ALL, "two 8-bit unsigned integers";
    "U8X4" storage(Format::U8, 4), in [] option [(NV5) NvGpuProgram5MemExtended], stages ALL, "four 8-bit unsigned integers";
    "U16X2" storage(Format::U16, 2), in [] option [(NV5) NvGpuProgram5MemExtended], stages ALL, "two 16-bit unsigned integers";
    "U16X4" storage(Format::U16, 4), in [] option [(NV5) NvGpuProgram5MemExtended], stages ALL, "four 16-bit unsigned integers";
    "ADD" Kind::Atomic(Atomic::Add), in [NV5], stages ALL, "atomic sum";
    "MIN" Kind::Atomic(Atomic::Minimum), in [NV5], stages ALL, "atomic minimum";
    "MAX" Kind::Atomic(Atomic::Maximum), in [NV5], stages ALL, "atomic maximum";
    "IWRAP" Kind::Atomic(Atomic::IncrementWrap), in [NV5], stages ALL, "atomic increment up to a limit";
    "DWRAP" Kind::Atomic(Atomic::DecrementWrap), in [NV5], stages ALL, "atomic decrement from a limit";
    "AND" Kind::Atomic(Atomic::And), in [NV5], stages ALL, "atomic bitwise and";
    "OR" Kind::Atomic(Atomic::Or), in [NV5], stages ALL, "atomic bitwise or";
    "XOR" Kind::Atomic(Atomic::Xor), in [NV5], stages ALL, "atomic bitwise exclusive or";
    "EXCH" Kind::Atomic(Atomic::Exchange), in [NV5], stages ALL, "atomic exchange";
    "CSWAP" Kind::Atomic(Atomic::CompareSwap), in [NV5], stages ALL, "atomic compare and swap";
    "COH" Kind::Coherent, in [NV5], stages ALL, "access through a coherent level of the caches";
    "VOL" Kind::Volatile, in [NV5], stages ALL, "access to memory every time";
    "PREC" Kind::Precise, in [NV5], stages ALL, "result that does not depend on the instructions around";
    "ROUND" Kind::Rounding(Rounding::Nearest), in [NV5], stages ALL, "conversion to the nearest, ties to even";
    "CEIL" Kind::Rounding(Rounding::Up), in [NV5], stages ALL, "conversion to the larger";
    "FLR" Kind::Rounding(Rounding::Down), in [NV5], stages ALL, "conversion to the smaller";
    "TRUNC" Kind::Rounding(Rounding::TowardZero), in [NV5], stages ALL, "conversion towards zero";
    "CTA" Kind::WorkGroup, in [C50], stages COMPUTE, "barrier for the work group alone";
    "INCR" Kind::Counter(CounterOperation::Increment), in [] option [(NV5) NvShaderAtomicCounters], stages ALL, "adds one to a counter";
    "DECR" Kind::Counter(CounterOperation::Decrement), in [] option [(NV5) NvShaderAtomicCounters], stages ALL, "takes one off a counter";
    "GET" Kind::Counter(CounterOperation::Get), in [] option [(NV5) NvShaderAtomicCounters], stages ALL, "reads a counter";
    "SPARSE" Kind::Sparse, in [NV5], stages ALL, "lookup that reports whether its texels are resident";
    "LODCLAMP" Kind::LodClamp, in [NV5], stages ALL, "lookup with a smallest level of detail";
    "COARSE" Kind::Derivative(DerivativeControl::Coarse), in [NV5], stages FRAGMENT, "derivative that may be one for the whole quad";
    "FINE" Kind::Derivative(DerivativeControl::Fine), in [NV5], stages FRAGMENT, "derivative by the neighbour of the fragment itself";
}

/// A suffix of an opcode name and the modifier that it stands for.
#[derive(Debug)]
pub struct SuffixRow {
    /// The text, as it is appended.
    pub name: &'static str,
    /// The kind of the suffix; `R` and `H` also state a least precision, 32 and 16 bits.
    pub kind: ModifierKind,
    /// 0 for types, 1 for condition codes, 2 for clamps: suffixes stand in this order.
    pub place: u8,
}

/// The suffixes of the NV_gpu_program languages (Table X.15).
pub static SUFFIXES: &[SuffixRow] = &[
    SuffixRow {
        name: "R",
        kind: base(BaseType::Float),
        place: 0,
    },
    SuffixRow {
        name: "H",
        kind: base(BaseType::Float),
        place: 0,
    },
    SuffixRow {
        name: "C",
        kind: Kind::Update(0),
        place: 1,
    },
    SuffixRow {
        name: "C0",
        kind: Kind::Update(0),
        place: 1,
    },
    SuffixRow {
        name: "C1",
        kind: Kind::Update(1),
        place: 1,
    },
    SuffixRow {
        name: "_SAT",
        kind: Kind::Clamp(Clamp::Saturate),
        place: 2,
    },
    SuffixRow {
        name: "_SSAT",
        kind: Kind::Clamp(Clamp::SignedSaturate),
        place: 2,
    },
];

impl ModifierRow {
    /// The row of a name.
    pub fn of_name(name: &str) -> Option<&'static ModifierRow> {
        MODIFIERS.iter().find(|row| row.name == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// source: NV_gpu_program4 Tables X.14 (12 modifiers) and X.15 (7 suffixes), NV_gpu_program5 Table X.14
    /// (22 storage modifiers, F16 for CVT, 10 atomic, COH VOL PREC, 4 roundings),
    /// NV_gpu_program5_mem_extended (10), NV_compute_program5 (CTA), NV_shader_atomic_counters (3),
    /// ARB_sparse_texture2 and ARB_sparse_texture_clamp (2); ARB_derivative_control in GLSL (2), which drivers take
    /// here.
    #[test]
    fn there_are_70_modifiers_and_7_suffixes() {
        assert_eq!(MODIFIERS.len(), 12 + 22 + 1 + 10 + 3 + 4 + 10 + 1 + 3 + 2 + 2);
        assert_eq!(SUFFIXES.len(), 7);
        for (number, row) in MODIFIERS.iter().enumerate() {
            assert!(
                MODIFIERS[..number].iter().all(|other| other.name != row.name),
                "{}",
                row.name
            );
            assert!(
                row.name
                    .bytes()
                    .all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit())
            );
        }
    }

    /// source: NV_gpu_program5 2.X.4.5 and NV_gpu_program5_mem_extended: "For F16, S8X2, S16, U8X2, and U16,
    /// the offset must be a multiple of two" and so on.
    #[test]
    fn storage_is_aligned_to_its_size() {
        for (name, bytes) in [
            ("S8", 1),
            ("U8", 1),
            ("F16", 2),
            ("S8X2", 2),
            ("S16", 2),
            ("U8X2", 2),
            ("U16", 2),
            ("F32", 4),
            ("S32", 4),
            ("U32", 4),
            ("F16X2", 4),
            ("S16X2", 4),
            ("U16X2", 4),
            ("S8X4", 4),
            ("U8X4", 4),
            ("F32X2", 8),
            ("F64", 8),
            ("S32X2", 8),
            ("S64", 8),
            ("U32X2", 8),
            ("U64", 8),
            ("S16X4", 8),
            ("U16X4", 8),
            ("F16X4", 8),
            ("F32X4", 16),
            ("F64X2", 16),
            ("S32X4", 16),
            ("S64X2", 16),
            ("U32X4", 16),
            ("U64X2", 16),
            ("F64X4", 32),
            ("S64X4", 32),
            ("U64X4", 32),
        ] {
            let row = ModifierRow::of_name(name).expect(name);
            let ModifierKind::Storage(storage) = row.kind else {
                panic!("{name}")
            };
            assert_eq!((storage.size(), storage.alignment()), (bytes, bytes), "{name}");
        }
    }
}
