//! The kinds of texture that hold texels. How an instruction names them, with its SHADOW forms, is
//! [`crate::access`].

/// The target of a texture object.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[expect(missing_docs, reason = "each name is the specification's own")]
pub enum Target {
    OneDimensional,
    TwoDimensional,
    ThreeDimensional,
    Cube,
    Rectangle,
    OneDimensionalArray,
    TwoDimensionalArray,
    CubeArray,
    Buffer,
    TwoDimensionalMultisample,
    TwoDimensionalMultisampleArray,
    Renderbuffer,
}

/// Which dimension of an image counts layers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LayerAxis {
    /// The texture has no layers.
    None,
    /// `height` counts layers, as in one-dimensional arrays.
    Height,
    /// `depth` counts layers, as in two-dimensional arrays; in cube arrays it counts layer-faces.
    Depth,
}

/// What is true of every texture with a target.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TargetRow {
    /// The target.
    pub target: Target,
    /// The name of the GL constant without `GL_`.
    pub name: &'static str,
    /// How many of width, height and depth are filtered: 1, 2 or 3.
    pub dimensions: usize,
    /// Where layers are counted.
    pub layers: LayerAxis,
    /// Separate images at each level: 6 for a cube map, else 1.
    pub faces: u32,
    /// Coordinates run from 0 to 1 rather than over texels.
    pub normalized: bool,
    /// Levels above 0 may exist.
    pub mipmapped: bool,
    /// Texels hold samples, which only texel fetches read.
    pub multisample: bool,
}

const fn row(
    target: Target,
    name: &'static str,
    dimensions: usize,
    layers: LayerAxis,
    faces: u32,
    [normalized, mipmapped, multisample]: [bool; 3],
) -> TargetRow {
    TargetRow {
        target,
        name,
        dimensions,
        layers,
        faces,
        normalized,
        mipmapped,
        multisample,
    }
}

const MIPMAPPED: [bool; 3] = [true, true, false];
const UNNORMALIZED: [bool; 3] = [false, false, false];
const MULTISAMPLE: [bool; 3] = [false, false, true];

/// A row for each target, in the order of [`Target`].
///
/// Sources: OpenGL 2.1 section 3.8.1; ARB_texture_rectangle; EXT_texture_array; ARB_texture_cube_map_array;
/// EXT_texture_buffer_object; ARB_texture_multisample; NV_explicit_multisample.
pub const TARGETS: [TargetRow; 12] = [
    row(
        Target::OneDimensional,
        "TEXTURE_1D",
        1,
        LayerAxis::None,
        1,
        MIPMAPPED,
    ),
    row(
        Target::TwoDimensional,
        "TEXTURE_2D",
        2,
        LayerAxis::None,
        1,
        MIPMAPPED,
    ),
    row(
        Target::ThreeDimensional,
        "TEXTURE_3D",
        3,
        LayerAxis::None,
        1,
        MIPMAPPED,
    ),
    row(Target::Cube, "TEXTURE_CUBE_MAP", 2, LayerAxis::None, 6, MIPMAPPED),
    row(
        Target::Rectangle,
        "TEXTURE_RECTANGLE",
        2,
        LayerAxis::None,
        1,
        UNNORMALIZED,
    ),
    row(
        Target::OneDimensionalArray,
        "TEXTURE_1D_ARRAY",
        1,
        LayerAxis::Height,
        1,
        MIPMAPPED,
    ),
    row(
        Target::TwoDimensionalArray,
        "TEXTURE_2D_ARRAY",
        2,
        LayerAxis::Depth,
        1,
        MIPMAPPED,
    ),
    row(
        Target::CubeArray,
        "TEXTURE_CUBE_MAP_ARRAY",
        2,
        LayerAxis::Depth,
        1,
        MIPMAPPED,
    ),
    row(
        Target::Buffer,
        "TEXTURE_BUFFER",
        1,
        LayerAxis::None,
        1,
        UNNORMALIZED,
    ),
    row(
        Target::TwoDimensionalMultisample,
        "TEXTURE_2D_MULTISAMPLE",
        2,
        LayerAxis::None,
        1,
        MULTISAMPLE,
    ),
    row(
        Target::TwoDimensionalMultisampleArray,
        "TEXTURE_2D_MULTISAMPLE_ARRAY",
        2,
        LayerAxis::Depth,
        1,
        MULTISAMPLE,
    ),
    row(
        Target::Renderbuffer,
        "TEXTURE_RENDERBUFFER",
        2,
        LayerAxis::None,
        1,
        MULTISAMPLE,
    ),
];

impl Target {
    /// What is true of every texture with this target.
    pub fn row(self) -> &'static TargetRow {
        &TARGETS[self as usize]
    }

    /// Whether lookups project a direction onto a face.
    pub fn is_cube(self) -> bool {
        matches!(self, Target::Cube | Target::CubeArray)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_stand_in_the_order_of_the_targets_and_names_are_unique() {
        for (index, row) in TARGETS.iter().enumerate() {
            assert_eq!(row.target as usize, index);
            assert_eq!(TARGETS.iter().filter(|other| other.name == row.name).count(), 1);
        }
    }
}
