//! Table X.17 and Table X.18 of NV_gpu_program4: the texture that each target of an instruction reads, and the
//! component of the coordinate that is the layer, the reference value or the sample.

use crate::Target;
use quadrille_isa::gl::TextureTarget;

/// A component of the coordinate operand, or the second coordinate operand's first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[expect(missing_docs, reason = "each name is the specification's own")]
pub enum Slot {
    X,
    Y,
    Z,
    W,
    /// `x` of the second coordinate operand, which only SHADOWARRAYCUBE reads.
    SecondX,
}

/// How a target of an instruction reads a texture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Access {
    /// The target of the texture that is read.
    pub target: Target,
    /// The component that selects the layer.
    pub layer: Option<Slot>,
    /// The component with the reference value of a depth comparison; present for every SHADOW form.
    pub reference: Option<Slot>,
}

impl Access {
    /// The row of Table X.17 for a target as an instruction names it.
    ///
    /// Sources: NV_gpu_program4 section 2.X.4.4; NV_gpu_program5 for the cube arrays; MESAX_texture_stack for
    /// the stacks, which are array textures under an older name.
    pub fn of(target: TextureTarget) -> Access {
        use TextureTarget as T;
        let (target, layer, reference) = match target {
            T::T1D => (Target::OneDimensional, None, None),
            T::T2D => (Target::TwoDimensional, None, None),
            T::T3D => (Target::ThreeDimensional, None, None),
            T::Cube => (Target::Cube, None, None),
            T::Rect => (Target::Rectangle, None, None),
            T::Array1D | T::Stack1D => (Target::OneDimensionalArray, Some(Slot::Y), None),
            T::Array2D | T::Stack2D => (Target::TwoDimensionalArray, Some(Slot::Z), None),
            T::ArrayCube => (Target::CubeArray, Some(Slot::W), None),
            T::Shadow1D => (Target::OneDimensional, None, Some(Slot::Z)),
            T::Shadow2D => (Target::TwoDimensional, None, Some(Slot::Z)),
            T::ShadowRect => (Target::Rectangle, None, Some(Slot::Z)),
            T::ShadowCube => (Target::Cube, None, Some(Slot::W)),
            T::ShadowArray1D => (Target::OneDimensionalArray, Some(Slot::Y), Some(Slot::Z)),
            T::ShadowArray2D => (Target::TwoDimensionalArray, Some(Slot::Z), Some(Slot::W)),
            T::ShadowArrayCube => (Target::CubeArray, Some(Slot::W), Some(Slot::SecondX)),
            T::Buffer => (Target::Buffer, None, None),
            T::T2DMS => (Target::TwoDimensionalMultisample, None, None),
            T::Array2DMS => (Target::TwoDimensionalMultisampleArray, Some(Slot::Z), None),
            T::Renderbuffer => (Target::Renderbuffer, None, None),
        };
        Access {
            target,
            layer,
            reference,
        }
    }
}
