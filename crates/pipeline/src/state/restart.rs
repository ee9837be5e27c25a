//! Primitive restart (OpenGL 4.6, 10.3.6).

/// The number among those of an element array that ends a primitive (PrimitiveRestartIndex).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Restart {
    /// Whether the number below does (PRIMITIVE_RESTART).
    pub enabled: bool,
    /// The number that does.
    pub index: u32,
    /// Whether the greatest number of its type does, in place of that (PRIMITIVE_RESTART_FIXED_INDEX).
    pub fixed: bool,
}
