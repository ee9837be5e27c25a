//! Operations: what engines execute. Opcode, language and variant are behind; what is left is a closed set, a
//! group of them for each part of an engine.

mod address;
mod arithmetic;
mod conversion;
mod derivative;
mod flow;
mod group;
mod memory;
mod stage;
mod texture;

mod class;
mod undefined;

pub use address::{AddressOp, AddressRange};
pub use arithmetic::{
    Addition, ArithmeticOp, Carry, Comparison, Evaluator, carry, evaluate_float, evaluate_integer,
};
pub use class::Class;
pub use conversion::{ConversionOp, Packing, convert, convert_between, pack64, unpack64};
pub use derivative::{Axis, DerivativeControl, Location};
pub use flow::FlowOp;
pub use group::{GroupOp, Shuffle, ShuffleSource, Vote, shuffle, vote};
pub use memory::{MemoryOp, Space};
pub use stage::StageOp;
pub use texture::{Lod, TextureOp};
pub use undefined::{Undefined, undefined_conversion, undefined_projection};

/// An enum of operations, each with a sentence that says what it does.
macro_rules! operations {
    (
        $(#[doc = $about:literal])* $name:ident
        $($(#[doc = $doc:literal])* $id:ident $(($parameter:ty))?;)*
    ) => {
        $(#[doc = $about])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum $name {
            $($(#[doc = $doc])* $id $(($parameter))?,)*
        }

        impl $name {
            /// The effect of the operation, in a sentence.
            pub const fn doc(self) -> &'static str {
                match self {
                    $($name::$id { .. } => concat!($($doc),*).trim_ascii(),)*
                }
            }
        }
    };
}
pub(crate) use operations;

/// The operation of an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Operation {
    /// Its result depends on nothing but its operands, and has their type.
    Arithmetic(ArithmeticOp),
    /// Its result depends on nothing but its operands, and has another type.
    Conversion(ConversionOp),
    /// Samples, fetches or queries a texture.
    Texture(TextureOp),
    /// The difference to a neighbouring invocation of the quad.
    Derivative(Axis),
    /// Evaluates an attribute again at another location.
    Interpolation(Location),
    /// Ends the fragment if any component is below zero, or by a condition test.
    Kill,
    /// Writes an address register or the address stack.
    Address(AddressOp),
    /// Decides which instruction comes next.
    Flow(FlowOp),
    /// Reads, writes or orders memory.
    Memory(MemoryOp),
    /// Exchanges values between the invocations of a thread group.
    Group(GroupOp),
    /// Tells the stage something: a vertex, a primitive, an ordered section.
    Stage(StageOp),
}

impl Operation {
    /// Its structure.
    pub const fn class(self) -> Class {
        match self {
            Operation::Arithmetic(operation) => operation.class(),
            Operation::Conversion(_) => Class::Conversion,
            Operation::Texture(_) => Class::Texture,
            Operation::Derivative(_) => Class::Derivative,
            Operation::Interpolation(_) => Class::Interpolation,
            Operation::Kill => Class::Kill,
            Operation::Address(_) => Class::Address,
            Operation::Flow(_) => Class::Flow,
            Operation::Memory(_) => Class::Memory,
            Operation::Group(_) => Class::Group,
            Operation::Stage(_) => Class::Stage,
        }
    }

    /// The effect of the operation, in a sentence.
    pub const fn doc(self) -> &'static str {
        match self {
            Operation::Arithmetic(ArithmeticOp::Round(rounding)) => arithmetic::rounding_doc(rounding),
            Operation::Arithmetic(operation) => operation.doc(),
            Operation::Conversion(ConversionOp::Pack(packing)) => packing.pack_doc(),
            Operation::Conversion(ConversionOp::Unpack(packing)) => packing.unpack_doc(),
            Operation::Conversion(operation) => operation.doc(),
            Operation::Texture(operation) => operation.doc(),
            Operation::Derivative(axis) => axis.doc(),
            Operation::Interpolation(location) => location.doc(),
            Operation::Kill => "Ends the fragment if any component is below zero, or by a condition test.",
            Operation::Address(operation) => operation.full_doc(),
            Operation::Flow(operation) => operation.doc(),
            Operation::Memory(operation) => operation.doc(),
            Operation::Group(operation) => operation.doc(),
            Operation::Stage(operation) => operation.doc(),
        }
    }

    /// The components of operand number `at`, as its swizzle gives it, that decide the components of the result in
    /// `mask`, bit 0 for x; `None` if the result depends on more than the operands.
    pub fn needs(self, at: usize, mask: u8) -> Option<u8> {
        match self {
            Operation::Arithmetic(operation) => Some(operation.needs(at, mask)),
            Operation::Conversion(operation) => Some(operation.needs(mask)),
            Operation::Texture(_)
            | Operation::Derivative(_)
            | Operation::Interpolation(_)
            | Operation::Kill
            | Operation::Address(_)
            | Operation::Flow(_)
            | Operation::Memory(_)
            | Operation::Group(_)
            | Operation::Stage(_) => None,
        }
    }
}
