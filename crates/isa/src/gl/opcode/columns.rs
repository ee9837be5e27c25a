//! The modifier columns `F I C S H D` of NV_gpu_program4 and 5, Table X.13.

/// One modifier column.
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

/// The modifiers that an opcode takes in the NV4 and NV5 languages.
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

pub(super) use column;
pub(super) use default_type;
pub(super) use flag;
