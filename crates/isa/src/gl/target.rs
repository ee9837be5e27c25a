//! Texture targets as instructions name them, and where each reads its coordinates (NV_gpu_program4 Table
//! X.17).

use super::availability::Availability;
use super::language::{LanguageSet, StageSet};
use super::option::ProgramOption;

/// Where a lookup with a SHADOW target finds its reference value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reference {
    /// In this component of the coordinates.
    Component(u8),
    /// In the first component of a second coordinate vector.
    SecondVector,
}

/// A row of the target table.
#[derive(Debug)]
pub struct TargetRow {
    /// Which target.
    pub target: TextureTarget,
    /// Its name.
    pub name: &'static str,
    /// What it is, in a phrase.
    pub doc: &'static str,
    /// How many of s, t and r it has; they are the first components of the coordinates.
    pub coordinates: u8,
    /// The component that selects the layer.
    pub layer: Option<u8>,
    /// Where the reference value stands; the target is a SHADOW target if it has one.
    pub reference: Option<Reference>,
    /// The component of TXFMS's operand that selects the sample.
    pub sample: Option<u8>,
    /// Whether s, t and r point to one of six faces.
    pub cube: bool,
    /// Where it exists.
    pub availability: Availability,
}

macro_rules! reference {
    () => {
        None
    };
    (second) => {
        Some(Reference::SecondVector)
    };
    ($component:literal) => {
        Some(Reference::Component($component))
    };
}

macro_rules! optional {
    () => {
        None
    };
    ($value:literal) => {
        Some($value)
    };
}

macro_rules! targets {
    ($($id:ident $name:literal coordinates $coordinates:literal
        $(layer $layer:literal)? $(reference $reference:tt)? $(sample $sample:literal)?,
        cube $cube:literal, in [$($language:ident)*] $(option [$(($($by:ident)*) $option:ident),*])?, $doc:literal;)*) => {
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
                coordinates: $coordinates,
                layer: optional!($($layer)?),
                reference: reference!($($reference)?),
                sample: optional!($($sample)?),
                cube: $cube,
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
    T1D "1D" coordinates 1, cube false, in [F10 AF AV3 GPU], "one-dimensional texture";
    T2D "2D" coordinates 2, cube false, in [F10 AF AV3 GPU], "two-dimensional texture";
    T3D "3D" coordinates 3, cube false, in [F10 AF AV3 GPU], "three-dimensional texture";
    Rect "RECT" coordinates 2, cube false, in [F10 AF AV3 GPU], "rectangle texture, addressed by texels";
    Cube "CUBE" coordinates 3, cube true, in [F10 AF AV3 GPU], "cube map";
    Shadow1D "SHADOW1D" coordinates 1 reference 2, cube false, in [GPU] option [(AF AV3) ArbFragmentProgramShadow],
        "one-dimensional depth texture with comparison";
    Shadow2D "SHADOW2D" coordinates 2 reference 2, cube false, in [GPU] option [(AF AV3) ArbFragmentProgramShadow],
        "two-dimensional depth texture with comparison";
    ShadowRect "SHADOWRECT" coordinates 2 reference 2, cube false, in [GPU] option [(AF AV3) ArbFragmentProgramShadow],
        "rectangle depth texture with comparison";
    ShadowCube "SHADOWCUBE" coordinates 3 reference 3, cube true, in [GPU], "depth cube map with comparison";
    Array1D "ARRAY1D" coordinates 1 layer 1, cube false, in [GPU], "array of one-dimensional textures";
    Array2D "ARRAY2D" coordinates 2 layer 2, cube false, in [GPU], "array of two-dimensional textures";
    ShadowArray1D "SHADOWARRAY1D" coordinates 1 layer 1 reference 2, cube false, in [GPU],
        "array of one-dimensional depth textures with comparison";
    ShadowArray2D "SHADOWARRAY2D" coordinates 2 layer 2 reference 3, cube false, in [GPU],
        "array of two-dimensional depth textures with comparison";
    Buffer "BUFFER" coordinates 1, cube false, in [GPU], "buffer texture, for TXF and TXQ";
    ArrayCube "ARRAYCUBE" coordinates 3 layer 3, cube true, in [N41 NV5], "array of cube maps";
    ShadowArrayCube "SHADOWARRAYCUBE" coordinates 3 layer 3 reference second, cube true, in [N41 NV5],
        "array of depth cube maps with comparison";
    Renderbuffer "RENDERBUFFER" coordinates 2 sample 3, cube false, in [] option [(GPU) NvExplicitMultisample],
        "multisample renderbuffer, for TXFMS and TXQ";
    T2DMS "2DMS" coordinates 2 sample 3, cube false, in [NV5] option [(NV4) NvTextureMultisample],
        "multisample texture, for TXFMS and TXQ";
    Array2DMS "ARRAY2DMS" coordinates 2 layer 2 sample 3, cube false, in [NV5] option [(NV4) NvTextureMultisample],
        "array of multisample textures, for TXFMS and TXQ";
    Stack1D "1D_STACK" coordinates 1 layer 1, cube false, in [] option [(AF) MesaxTextureStack],
        "stack of one-dimensional textures";
    Stack2D "2D_STACK" coordinates 2 layer 2, cube false, in [] option [(AF) MesaxTextureStack],
        "stack of two-dimensional textures";
}

impl TextureTarget {
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
            assert_eq!(
                row.name.contains("ARRAY") || row.name.contains("STACK"),
                row.layer.is_some()
            );
        }
    }
}
