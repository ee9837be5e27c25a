//! Ids of functions.

/// A function of [`Shader::library`](super::Shader::library).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct FunctionId(pub u32);

/// A function of [`Shader::functions`](super::Shader::functions).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct SubroutineId(pub u32);
