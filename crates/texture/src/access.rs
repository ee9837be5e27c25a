//! Table X.17 and Table X.18 of NV_gpu_program4: the texture that each target of an instruction reads, and the
//! component of the coordinate that is the layer or the reference value.

use crate::ObjectTarget;
use quadrille_isa::gl::TextureTarget;
use quadrille_isa::gl::target::Slot;

/// The texture that a target of an instruction reads, and the components that hold layer and reference value;
/// [`Access::of`] makes one.
#[non_exhaustive]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Access {
    /// The target of the texture that is read.
    pub target: ObjectTarget,
    /// The component that selects the layer.
    pub layer: Option<u8>,
    /// The slot of the reference value of a depth comparison; present for every SHADOW form.
    pub reference: Option<Slot>,
}

impl Access {
    /// The row of Table X.17 for a target as an instruction names it.
    pub fn of(target: TextureTarget) -> Access {
        let row = target.row();
        Access {
            target: row.texture,
            layer: row.layer,
            reference: row.reference,
        }
    }
}
