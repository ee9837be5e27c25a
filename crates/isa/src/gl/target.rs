//! Texture targets as instructions name them (facts 3.7).

use super::availability::Availability;
use super::language::{LanguageSet, StageSet};
use super::option::ProgramOption;

/// A row of the target table.
#[derive(Debug)]
pub struct TargetRow {
    /// Which target.
    pub target: TextureTarget,
    /// As written.
    pub name: &'static str,
    /// Where it exists.
    pub availability: Availability,
}

macro_rules! targets {
    ($($id:ident $name:literal in [$($language:ident)*] option [$(($($by:ident)*) $option:ident),*];)*) => {
        /// A texture target.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum TextureTarget {
            $(#[doc = concat!("`", $name, "`")] $id,)*
        }

        /// All targets, in the order of [`TextureTarget`].
        pub static TARGETS: &[TargetRow] = &[
            $(TargetRow {
                target: TextureTarget::$id,
                name: $name,
                availability: Availability {
                    languages: LanguageSet::NONE$(.or(LanguageSet::$language))*,
                    by_option: &[$((LanguageSet::NONE$(.or(LanguageSet::$by))*, ProgramOption::$option)),*],
                    stages: StageSet::ALL,
                },
            },)*
        ];
    };
}

targets! {
    T1D "1D" in [F10 AF AV3 N40 N41 N50 C50] option [];
    T2D "2D" in [F10 AF AV3 N40 N41 N50 C50] option [];
    T3D "3D" in [F10 AF AV3 N40 N41 N50 C50] option [];
    Rect "RECT" in [F10 AF AV3 N40 N41 N50 C50] option [];
    Cube "CUBE" in [F10 AF AV3 N40 N41 N50 C50] option [];
    Shadow1D "SHADOW1D" in [N40 N41 N50 C50] option [(AF AV3) ArbFragmentProgramShadow];
    Shadow2D "SHADOW2D" in [N40 N41 N50 C50] option [(AF AV3) ArbFragmentProgramShadow];
    ShadowRect "SHADOWRECT" in [N40 N41 N50 C50] option [(AF AV3) ArbFragmentProgramShadow];
    ShadowCube "SHADOWCUBE" in [N40 N41 N50 C50] option [];
    Array1D "ARRAY1D" in [N40 N41 N50 C50] option [];
    Array2D "ARRAY2D" in [N40 N41 N50 C50] option [];
    ShadowArray1D "SHADOWARRAY1D" in [N40 N41 N50 C50] option [];
    ShadowArray2D "SHADOWARRAY2D" in [N40 N41 N50 C50] option [];
    Buffer "BUFFER" in [N40 N41 N50 C50] option [];
    ArrayCube "ARRAYCUBE" in [N41 N50 C50] option [];
    ShadowArrayCube "SHADOWARRAYCUBE" in [N41 N50 C50] option [];
    Renderbuffer "RENDERBUFFER" in [] option [];
    T2DMS "2DMS" in [] option [];
    Array2DMS "ARRAY2DMS" in [] option [];
    Stack1D "1D_STACK" in [] option [];
    Stack2D "2D_STACK" in [] option [];
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
}
