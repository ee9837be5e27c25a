//! The scalar form: a checked program as typed single assignment over single components, which fast engines execute.
//!
//! Vectors, swizzles, write masks, registers and condition codes are gone. A [`Form`] has values, each computed by an
//! [`Expression`] from others, and statements in nested regions that say in which order and for which lanes. What an
//! arithmetic operation computes is not listed here: the bodies of its row (`isa::gl::operation`) are recorded, so
//! that the operations of the form are the methods of `numerics::lane` and nothing else.
//!
//! What is absent on purpose: lanes. A form says what happens in each of them; how many are computed at once, where
//! values lie and when a mask is empty is an engine's business.

pub mod call;
pub mod call_execution;
mod compute;
pub mod evaluate;
pub mod expression;
pub mod form;
mod lane;
mod lower;
pub mod number;
pub mod op;
mod operands;
pub mod passes;
mod recorded;
mod recorder;
pub mod statement;
pub mod text;
pub mod unlowered;
pub mod verify;

pub use call::{Call, CallId};
pub use compute::compute;
pub use evaluate::{Nan, evaluate};
pub use expression::{Conversion, Expression, SlotRange, Type, Value, ValueId};
pub use form::{Array, ArrayId, Form, VariableId};
pub use number::Number;
pub use op::{FloatBinary, FloatCompare, FloatUnary, IntBinary, IntCompare, IntUnary};
pub use statement::{Region, RegionId, Statement};
pub use unlowered::{Reason, Unlowered};
pub use verify::{Invalid, verify};

/// A program in scalar form, all passes done.
///
/// # Errors
///
/// It has an instruction for which there is none.
pub fn lower(program: &quadrille_program::Program) -> Result<Form, Unlowered> {
    let mut form = lower::lower(program)?;
    passes::run(&mut form);
    Ok(form)
}
