//! The raised form: one shader as typed statements and expressions, and the list of what it needs from
//! outside. It is the same for every target; printers read it and decide nothing.
//!
//! - A [`Shader`] has the [interface](resource) (inputs, outputs, parameters, buffers, textures, images), variables, constants
//!   and functions. Everything in it has a name that is fit for the target.
//! - [`Function::body`] is a list of [statements](statement): flow is structured, loops are left by
//!   `Break`. A statement knows the instruction that it comes from, and the comments around it.
//! - [Expressions](expression) are trees whose every node knows its [`Type`]: a scalar kind and a width of 1
//!   to 4. A scalar beside a vector in arithmetic stands for all its components; nothing else is implied.
//! - What the source language says about special values is in the tree already, as selections or as calls of
//!   functions that the shader brings with it, themselves in this form.
//!
//! A printer for a new target needs a name for each [`BuiltIn`], a way to declare each resource, and a word
//! for each statement. What a target cannot say, the passes have refused before, by the target's
//! [row](crate::target).

pub mod added;
pub mod build;
pub mod built_in;
pub mod constant;
mod conversion;
pub mod expression;
pub mod id;
pub mod image;
pub mod image_format;
pub mod resource;
pub mod shader;
mod shorthand;
pub mod stage;
pub mod statement;
pub mod texture_shape;
pub mod types;
pub mod walk;

pub use added::AddedParameter;
pub use built_in::{BuiltIn, QuadPlace};
pub use expression::{
    Binary, Components, Expression, ExpressionKind, Lookup, LookupKind, LookupLod, Lvalue, Offset, Root,
    Texel, Unary,
};
pub use id::{FunctionId, SubroutineId};
pub use image::Image;
pub use image_format::{IMAGE_FORMATS, ImageFormat};
pub(crate) use resource::word_at;
pub use resource::{
    Buffer, Input, InputKind, Output, OutputKind, Parameter, SharedMemory, StorageBuffer, StorageKind,
    SubroutineParameter, Texture,
};
pub use shader::{Alias, Constant, Function, Interlock, Listing, Shader, Variable};
pub use stage::{STAGES, file_ending, stage_word, stages};
pub(crate) use stage::{block_name, order, parameters_name, place, storage_name};
pub use statement::{Atomic, Block, SparseRead, Statement, StatementKind, Word};
pub use texture_shape::TextureShape;
pub use types::{Scalar, Type};
