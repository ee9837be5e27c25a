//! What targets of textures have of formats and levels.

use quadrille_texture::{Extent, Format, ObjectTarget};

use super::MakeError;

/// Refuses a format that textures of a target do not have.
pub(super) fn check_format(target: ObjectTarget, format: Format) -> Result<(), MakeError> {
    let has_blocks = match target {
        ObjectTarget::Buffer if !format.row().is_buffered() => {
            return Err(MakeError::BufferFormat(format.row().name));
        }
        ObjectTarget::OneDimensional
        | ObjectTarget::OneDimensionalArray
        | ObjectTarget::Rectangle
        | ObjectTarget::Buffer
        | ObjectTarget::TwoDimensionalMultisample
        | ObjectTarget::TwoDimensionalMultisampleArray
        | ObjectTarget::Renderbuffer => false,
        ObjectTarget::TwoDimensional
        | ObjectTarget::ThreeDimensional
        | ObjectTarget::Cube
        | ObjectTarget::TwoDimensionalArray
        | ObjectTarget::CubeArray => true,
    };
    if format.row().compression.is_some() && !has_blocks {
        return Err(MakeError::Compressed {
            target: target.row().name,
            format: format.row().name,
        });
    }
    Ok(())
}

/// The levels that a texture may have at most.
pub(super) fn most_levels(target: ObjectTarget, base: Extent) -> u32 {
    let row = target.row();
    let sides = base.sizes().into_iter().take(row.dimensions);
    match row.is_mipmapped() {
        true => sides.max().map_or(1, |side| side.max(1)).ilog2() + 1,
        false => 1,
    }
}
