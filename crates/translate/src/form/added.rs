//! Parameters that no program has: state that a shader needs and its target does not give.

use super::types::{Scalar, Type};

/// The content of a parameter that the translation adds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AddedParameter {
    /// The reference of the alpha test ([`Options::alpha_test`](crate::Options::alpha_test)): a float.
    AlphaReference,
    /// The size of points ([`Options::point_size`](crate::Options::point_size)): a float.
    PointSize,
    /// The height of the framebuffer, for programs whose window positions count from above where the target's count
    /// from the first row: a float.
    FramebufferHeight,
    /// Width and height of a unit's texture under [`Emulation::RectAs2d`](crate::Emulation::RectAs2d), where the target
    /// cannot ask for them.
    TextureSize(u32),
}

impl AddedParameter {
    /// Its name, where the program takes no part of the interface by that name.
    pub fn name(self) -> String {
        match self {
            AddedParameter::AlphaReference => "u_alpha_reference".to_owned(),
            AddedParameter::PointSize => "u_point_size".to_owned(),
            AddedParameter::FramebufferHeight => "u_framebuffer_height".to_owned(),
            AddedParameter::TextureSize(unit) => format!("u_texture{unit}_size"),
        }
    }

    /// Its type.
    pub fn ty(self) -> Type {
        match self {
            AddedParameter::AlphaReference
            | AddedParameter::PointSize
            | AddedParameter::FramebufferHeight => Type::FLOAT,
            AddedParameter::TextureSize(_) => Type::new(Scalar::Float, 2),
        }
    }
}
