//! Texture targets as instructions name them: the textures that each reads, and where its coordinates stand
//! (NV_gpu_program4 Table X.17).

use super::availability::Availability;
use super::language::{LanguageSet, StageSet};
use super::operation::Lod;
use super::option::ProgramOption;
use super::texture::ObjectTarget;

/// The place of one of the numbers of a lookup, in one of its coordinate vectors.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Slot {
    /// In this component of the coordinates.
    First(u8),
    /// In this component of a second coordinate vector.
    Second(u8),
}

/// A row of the target table.
#[derive(Debug)]
pub struct TargetRow {
    /// Which target.
    pub target: TextureTarget,
    /// Its name.
    pub name: &'static str,
    /// The description of the target, in a phrase.
    pub doc: &'static str,
    /// The target of the textures that it reads.
    pub texture: ObjectTarget,
    /// The number of coordinates among s, t and r; they are the first components of the coordinates.
    pub coordinates: u8,
    /// The component that selects the layer.
    pub layer: Option<u8>,
    /// The place of the reference value; the target is a SHADOW target if it has one.
    pub reference: Option<Slot>,
    /// The place of the bias of TXB and of the level of TXL; `None` where the coordinates leave no component for them.
    pub lod: Option<Slot>,
    /// The place of the smallest level of detail of LODCLAMP, but for TXD; see [`TargetRow::smallest_level`].
    pub lod_clamp: Option<Slot>,
    /// The component of TXFMS's operand that selects the sample.
    pub sample: Option<u8>,
    /// Whether s, t and r point to one of six faces.
    pub cube: bool,
    /// The availability of the target.
    pub availability: Availability,
}

macro_rules! component {
    (-) => {
        None
    };
    (y) => {
        Some(1)
    };
    (z) => {
        Some(2)
    };
    (w) => {
        Some(3)
    };
}

macro_rules! slot {
    (x2) => {
        Some(Slot::Second(0))
    };
    (y2) => {
        Some(Slot::Second(1))
    };
    (-) => {
        None
    };
    (z) => {
        Some(Slot::First(2))
    };
    (w) => {
        Some(Slot::First(3))
    };
}

macro_rules! targets {
    ($($id:ident $name:literal $texture:ident [$layer:tt $reference:tt $lod:tt $clamp:tt],
        in [$($language:ident)*] $(option [$(($($by:ident)*) $option:ident),*])?, $doc:literal;)*) => {
        /// A texture target.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum TextureTarget {
            $(#[doc = concat!("`", $name, "`: ", $doc, ".")] $id,)*
        }

        /// All targets.
        pub static TARGETS: &[TargetRow] = &[
            $(TargetRow {
                target: TextureTarget::$id,
                name: $name,
                doc: $doc,
                texture: ObjectTarget::$texture,
                coordinates: ObjectTarget::$texture.row().coordinates,
                layer: component!($layer),
                reference: slot!($reference),
                lod: slot!($lod),
                lod_clamp: slot!($clamp),
                sample: if ObjectTarget::$texture.row().is_multisample() { component!(w) } else { None },
                cube: ObjectTarget::$texture.row().cube,
                availability: Availability {
                    languages: LanguageSet::NONE$(.or(LanguageSet::$language))*,
                    by_option: &[$($((LanguageSet::NONE$(.or(LanguageSet::$by))*, ProgramOption::$option)),*)?],
                    stages: StageSet::ALL,
                },
            },)*
        ];
    };
}

targets! {
    // In brackets the columns "lay", "shd" and the two of "lod" of Table X.17 of ARB_sparse_texture_clamp, where x2 and
    // y2 are of a second coordinate vector. That table gives rectangles no level; TXB and TXL of NV_gpu_program4 take w.
    // Nor does it give arrays of depth textures one, of two dimensions and of cubes: it is where drivers have it.
    T1D "1D" OneDimensional [- - w x2], in [F10 AF AV3 GPU], "one-dimensional texture";
    T2D "2D" TwoDimensional [- - w x2], in [F10 AF AV3 GPU], "two-dimensional texture";
    T3D "3D" ThreeDimensional [- - w x2], in [F10 AF AV3 GPU], "three-dimensional texture";
    Rect "RECT" Rectangle [- - w -], in [F10 AF AV3 GPU], "rectangle texture, addressed by texels";
    Cube "CUBE" Cube [- - w x2], in [F10 AF AV3 GPU], "cube map";
    Shadow1D "SHADOW1D" OneDimensional [- z w x2], in [GPU] option [(AF AV3) ArbFragmentProgramShadow],
        "one-dimensional depth texture with comparison";
    Shadow2D "SHADOW2D" TwoDimensional [- z w x2], in [GPU] option [(AF AV3) ArbFragmentProgramShadow],
        "two-dimensional depth texture with comparison";
    ShadowRect "SHADOWRECT" Rectangle [- z w -], in [GPU] option [(AF AV3) ArbFragmentProgramShadow],
        "rectangle depth texture with comparison";
    ShadowCube "SHADOWCUBE" Cube [- w x2 y2], in [GPU], "depth cube map with comparison";
    Array1D "ARRAY1D" OneDimensionalArray [y - w x2], in [GPU], "array of one-dimensional textures";
    Array2D "ARRAY2D" TwoDimensionalArray [z - w x2], in [GPU], "array of two-dimensional textures";
    ShadowArray1D "SHADOWARRAY1D" OneDimensionalArray [y z w x2], in [GPU],
        "array of one-dimensional depth textures with comparison";
    ShadowArray2D "SHADOWARRAY2D" TwoDimensionalArray [z w x2 x2], in [GPU],
        "array of two-dimensional depth textures with comparison";
    Buffer "BUFFER" Buffer [- - - -], in [GPU], "buffer texture, for TXF and TXQ";
    ArrayCube "ARRAYCUBE" CubeArray [w - x2 y2], in [N41 NV5], "array of cube maps";
    ShadowArrayCube "SHADOWARRAYCUBE" CubeArray [w x2 y2 y2], in [N41 NV5],
        "array of depth cube maps with comparison";
    Renderbuffer "RENDERBUFFER" Renderbuffer [- - - -], in [] option [(GPU) NvExplicitMultisample],
        "multisample renderbuffer, for TXFMS and TXQ";
    T2DMS "2DMS" TwoDimensionalMultisample [- - - -], in [NV5] option [(NV4) NvTextureMultisample],
        "multisample texture, for TXFMS and TXQ";
    Array2DMS "ARRAY2DMS" TwoDimensionalMultisampleArray [z - - -], in [NV5] option [(NV4) NvTextureMultisample],
        "array of multisample textures, for TXFMS and TXQ";
    Stack1D "1D_STACK" OneDimensionalArray [y - w -], in [] option [(AF) MesaxTextureStack],
        "stack of one-dimensional textures";
    Stack2D "2D_STACK" TwoDimensionalArray [z - w -], in [] option [(AF) MesaxTextureStack],
        "stack of two-dimensional textures";
}

impl TargetRow {
    /// The place of the smallest level of detail of LODCLAMP in lookups that find their level so, but for TXD: that of
    /// the table, or behind a bias or level that has this place; `None` where there is no room behind it.
    pub fn smallest_level(&self, lod: Lod) -> Option<Slot> {
        match (lod, self.lod_clamp, self.lod) {
            (Lod::Bias | Lod::Explicit, Some(Slot::Second(place)), Some(Slot::Second(level)))
                if place == level =>
            {
                (place == 0).then_some(Slot::Second(1))
            }
            _ => self.lod_clamp,
        }
    }
}

impl TextureTarget {
    /// Whether no specification gives its lookups a bias or level, and drivers do, in a second coordinate vector.
    pub fn is_graded_by_drivers(self) -> bool {
        matches!(
            self,
            TextureTarget::ShadowArray2D | TextureTarget::ShadowArrayCube
        )
    }

    /// Its row.
    pub fn row(self) -> &'static TargetRow {
        &TARGETS[self as usize]
    }

    /// The row of a name.
    pub fn of_name(name: &str) -> Option<&'static TargetRow> {
        TARGETS.iter().find(|row| row.name == name)
    }

    /// Whether lookups compare depths.
    pub fn is_shadow(self) -> bool {
        self.row().reference.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// source: NV_gpu_program4 Table X.17 (14 targets), NV_gpu_program5 (2), NV_explicit_multisample and
    /// NV_texture_multisample (3), MESAX_texture_stack (2).
    #[test]
    fn there_are_21_targets_with_their_own_names() {
        assert_eq!(TARGETS.len(), 14 + 2 + 3 + 2);
        for (number, row) in TARGETS.iter().enumerate() {
            assert_eq!(row.target as usize, number);
            assert_eq!(
                TextureTarget::of_name(row.name).map(|row| row.target),
                Some(row.target)
            );
            assert_eq!(row.name.contains("SHADOW"), row.target.is_shadow());
            assert_eq!(row.name.contains("CUBE"), row.cube);
            let is_array = row.name.contains("ARRAY") || row.name.contains("STACK");
            assert_eq!(
                (row.layer.is_some(), row.texture.row().is_array()),
                (is_array, is_array)
            );
            // The layer is counted behind s, t and r.
            assert!(row.layer.is_none_or(|layer| layer == row.coordinates));
        }
    }
}
