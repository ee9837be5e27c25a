//! The interface: what a shader gets and gives beside memory and textures, and the variables that stand for registers.

pub(crate) mod attributes;
pub(crate) mod elsewhere;
pub(crate) mod parameters;
pub(crate) mod perspective;
pub(crate) mod registers;
pub(crate) mod results;
pub(crate) mod subroutines;
pub(crate) mod window;
