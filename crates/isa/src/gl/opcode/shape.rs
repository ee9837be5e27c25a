//! The shapes of operands and results, in the notation of the specifications' instruction tables.

/// The shape of the result that an opcode writes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ResultShape {
    /// Nothing.
    None,
    /// `v`: a vector of the instruction's type, component by component.
    Vector,
    /// `vf`: a float vector whatever the instruction's type.
    VectorFloat,
    /// `vs`: a signed vector.
    VectorSigned,
    /// `vu`: an unsigned vector.
    VectorUnsigned,
    /// `s`: one value, replicated to every enabled component.
    Scalar,
    /// An address register.
    Address,
}

/// The shape of an operand, abbreviated as in the opcode tables of the extensions (NV_gpu_program4, table X.13).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum OperandShape {
    /// `v`: a vector of the instruction's type.
    Vector,
    /// `v` that may be left out: REP's count.
    OptionalVector,
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
    /// A constant buffer, storage buffer, shared memory or counter variable.
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

macro_rules! operand_shape {
    (v) => {
        OperandShape::Vector
    };
    (ov) => {
        OperandShape::OptionalVector
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

macro_rules! result_shape {
    (none) => {
        ResultShape::None
    };
    (v) => {
        ResultShape::Vector
    };
    (vf) => {
        ResultShape::VectorFloat
    };
    (vs) => {
        ResultShape::VectorSigned
    };
    (vu) => {
        ResultShape::VectorUnsigned
    };
    (s) => {
        ResultShape::Scalar
    };
    (addr) => {
        ResultShape::Address
    };
}

pub(super) use operand_shape;
pub(super) use result_shape;
