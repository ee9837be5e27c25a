//! Opcodes: a row each.

use super::availability::Availability;
use super::language::{LanguageSet, StageSet};
use super::operation::Operation;
use super::option::ProgramOption;

/// What an opcode writes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ResultShape {
    /// Nothing.
    None,
    /// A vector, component by component.
    Vector,
    /// One value, replicated to every enabled component.
    Scalar,
    /// An address register.
    Address,
}

/// What an operand must be (facts 2, operand codes).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum OperandShape {
    /// `v`: a vector of the instruction's type.
    Vector,
    /// `vf`: a float vector whatever the instruction's type.
    VectorFloat,
    /// `vs`: a signed vector.
    VectorSigned,
    /// `vu`: an unsigned vector.
    VectorUnsigned,
    /// `s`: a scalar of the instruction's type.
    Scalar,
    /// `su`: an unsigned scalar.
    ScalarUnsigned,
    /// SWZ's operand: a register and four extended selectors.
    ExtendedSwizzle,
    /// An address register, as ARA and PUSHA take it.
    Address,
    /// `t`: a texture unit and a target.
    Texture,
    /// `i`: an image unit and a target.
    Image,
    /// A storage buffer, shared memory or counter variable.
    Memory,
    /// `c`: a condition test.
    Condition,
    /// `vc`: a vector or a condition test.
    VectorOrCondition,
    /// A label.
    Label,
    /// A subroutine variable.
    Subroutine,
}

/// One modifier column of NV_gpu_program4's Table X.13.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Column {
    /// `-`: not allowed.
    No,
    /// `X`: allowed.
    Yes,
    /// `6`: allowed, in the 5.0 languages with 64-bit types too.
    Long,
}

/// The default data type of an opcode (last column).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DefaultType {
    /// Not typed.
    None,
    /// `F`
    Float,
    /// `S`
    Signed,
    /// `U`
    Unsigned,
}

/// The modifier columns `F I C S H D` (Table X.13).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Columns {
    /// Float modifiers.
    pub float: Column,
    /// Integer modifiers.
    pub integer: Column,
    /// Condition-code update.
    pub condition: bool,
    /// Saturation.
    pub saturate: bool,
    /// Half precision suffix.
    pub half: bool,
    /// Default type.
    pub default: DefaultType,
}

/// A row of the opcode table.
#[derive(Debug)]
pub struct OpcodeRow {
    /// Which opcode.
    pub opcode: Opcode,
    /// As written, without suffix: `MAD`.
    pub mnemonic: &'static str,
    /// What it does, in a sentence.
    pub doc: &'static str,
    /// What it writes.
    pub result: ResultShape,
    /// Its operands in order.
    pub operands: &'static [OperandShape],
    /// Where it exists.
    pub availability: Availability,
    /// Its modifier columns in the NV4 and NV5 languages.
    pub columns: Columns,
    /// What it computes: the first entry whose languages meet the program's. The last is for all.
    pub operations: &'static [(LanguageSet, Operation)],
    /// Where it is defined.
    pub cite: &'static str,
}

macro_rules! shapes {
    (v) => {
        OperandShape::Vector
    };
    (vf) => {
        OperandShape::VectorFloat
    };
    (vs) => {
        OperandShape::VectorSigned
    };
    (vu) => {
        OperandShape::VectorUnsigned
    };
    (s) => {
        OperandShape::Scalar
    };
    (su) => {
        OperandShape::ScalarUnsigned
    };
    (swz) => {
        OperandShape::ExtendedSwizzle
    };
    (addr) => {
        OperandShape::Address
    };
    (t) => {
        OperandShape::Texture
    };
    (i) => {
        OperandShape::Image
    };
    (m) => {
        OperandShape::Memory
    };
    (c) => {
        OperandShape::Condition
    };
    (vc) => {
        OperandShape::VectorOrCondition
    };
    (label) => {
        OperandShape::Label
    };
    (subroutine) => {
        OperandShape::Subroutine
    };
}

macro_rules! results {
    (none) => {
        ResultShape::None
    };
    (v) => {
        ResultShape::Vector
    };
    (s) => {
        ResultShape::Scalar
    };
    (addr) => {
        ResultShape::Address
    };
}

macro_rules! column {
    (-) => {
        Column::No
    };
    (X) => {
        Column::Yes
    };
    (6) => {
        Column::Long
    };
}

macro_rules! flag {
    (-) => {
        false
    };
    (X) => {
        true
    };
}

macro_rules! default_type {
    (-) => {
        DefaultType::None
    };
    (F) => {
        DefaultType::Float
    };
    (S) => {
        DefaultType::Signed
    };
    (U) => {
        DefaultType::Unsigned
    };
}

macro_rules! opcodes {
    ($($(#[doc = $doc:literal])* $id:ident $mnemonic:literal ($result:ident $(, $operand:ident)*),
        in [$($language:ident)*] $(option [$(($($by:ident)*) $option:ident),*])?, stages $stages:expr,
        columns [$f:tt $i:tt $c:tt $s:tt $h:tt $d:tt],
        does [$($(($($for:ident)*))? $operation:expr),*], cite $cite:literal;)*) => {
        /// An opcode of any of the languages.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        pub enum Opcode {
            $($(#[doc = $doc])* $id,)*
        }

        /// All opcodes, in the order of [`Opcode`].
        pub static OPCODES: &[OpcodeRow] = &[
            $(OpcodeRow {
                opcode: Opcode::$id,
                mnemonic: $mnemonic,
                doc: concat!($($doc),*),
                result: results!($result),
                operands: &[$(shapes!($operand)),*],
                availability: Availability {
                    languages: LanguageSet::NONE$(.or(LanguageSet::$language))*,
                    by_option: &[$($((LanguageSet::NONE$(.or(LanguageSet::$by))*, ProgramOption::$option)),*)?],
                    stages: $stages,
                },
                columns: Columns {
                    float: column!($f),
                    integer: column!($i),
                    condition: flag!($c),
                    saturate: flag!($s),
                    half: flag!($h),
                    default: default_type!($d),
                },
                operations: &[$((LanguageSet::NONE$($(.or(LanguageSet::$for))*)?, $operation)),*],
                cite: $cite,
            },)*
        ];
    };
}

use StageSet as Stages;

opcodes! {
    /// Component-wise sum.
    Add "ADD" (v, v, v), in [V10 VS V11 V20 F10 AV AF N40 N41 N50 C50], stages Stages::ALL,
        columns [6 6 X X X F], does [Operation::Add], cite "ARB_vertex_program 2.14.5.2; gp4 2.X.8 ADD";
    /// Product, rounded, and sum.
    Mad "MAD" (v, v, v, v), in [V10 VS V11 V20 F10 AV AF N40 N41 N50 C50], stages Stages::ALL,
        columns [6 6 X X X F], does [Operation::MultiplyAdd], cite "ARB_vertex_program 2.14.5.15; gp4 2.X.8 MAD";
    /// Copy.
    Mov "MOV" (v, v), in [V10 VS V11 V20 F10 AV AF N40 N41 N50 C50], stages Stages::ALL,
        columns [6 6 X X X F], does [Operation::Move], cite "ARB_vertex_program 2.14.5.18; gp4 2.X.8 MOV";
    /// Component-wise product.
    Mul "MUL" (v, v, v), in [V10 VS V11 V20 F10 AV AF N40 N41 N50 C50], stages Stages::ALL,
        columns [6 6 X X X F], does [Operation::Multiply], cite "ARB_vertex_program 2.14.5.19; gp4 2.X.8 MUL";
}

impl Opcode {
    /// Its row.
    pub fn row(self) -> &'static OpcodeRow {
        &OPCODES[self as usize]
    }
}
