//! Profiles: what a header selects. Nothing else in the project asks which header a program has.

use super::availability::Features;
use super::language::{LanguageSet, Stage};
use super::numeric::NumericEnvironment;
use super::option::OptionSet;

/// A row of the header table.
#[derive(PartialEq, Eq, Debug)]
pub struct Profile {
    /// The header, `!!ARBvp1.0`.
    pub header: &'static str,
    /// Its language.
    pub language: LanguageSet,
    /// Its stage.
    pub stage: Stage,
    /// Its rules of arithmetic.
    pub numeric: NumericEnvironment,
    /// Whether programs declare variables or name registers.
    pub variables: Variables,
    /// Whether a document defines it; the three that no document defines are inferred from others.
    pub documented: bool,
    /// The specification that defines it.
    pub cite: &'static str,
}

/// The origin of a program's variables.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Variables {
    /// The program declares them; what is read before it is written is undefined.
    Declared,
    /// The language has registers with names of their own (`gl::register`); temporaries and address
    /// registers start at 0 (NV_vertex_program 2.14.1.3 and 2.14.1.4, NV_fragment_program 3.11.1.2).
    Registers,
}

macro_rules! profiles {
    ($(#[$doc:meta])* $name:ident: $($header:literal $language:ident $stage:ident $numeric:ident $variables:ident $documented:literal $cite:literal;)*) => {
        $(#[$doc])*
        pub static $name: &[Profile] = &[
            $(Profile {
                header: $header,
                language: LanguageSet::$language,
                stage: Stage::$stage,
                numeric: NumericEnvironment::$numeric,
                variables: Variables::$variables,
                documented: $documented,
                cite: $cite,
            },)*
        ];
    };
}

profiles! {
    /// All profiles of specifications.
    PROFILES:
    "!!ARBvp1.0" AV Vertex Ieee Declared true "ARB_vertex_program 2.14.2";
    "!!ARBfp1.0" AF Fragment Ieee Declared true "ARB_fragment_program 3.11.2";
    "!!VP1.0" V10 Vertex Vp1 Registers true "NV_vertex_program 2.14.1.7";
    "!!VSP1.0" VS VertexState Vp1 Registers true "NV_vertex_program 2.14.4";
    "!!VP1.1" V11 Vertex Vp1 Registers true "NV_vertex_program1_1 2.14.1.7";
    "!!VP2.0" V20 Vertex Flushing Registers true "NV_vertex_program2 2.14.1.8";
    "!!FP1.0" F10 Fragment Flushing Registers true "NV_fragment_program 3.11.3";
    "!!NVvp4.0" N40 Vertex Ieee Declared true "NV_vertex_program4 2.X.2";
    "!!NVgp4.0" N40 Geometry Ieee Declared true "NV_geometry_program4 2.X.2";
    "!!NVfp4.0" N40 Fragment Ieee Declared true "NV_fragment_program4 2.X.2";
    "!!NVvp4.1" N41 Vertex Ieee Declared false "NV_gpu_program4_1, by the version column of NV_gpu_program5 Table X.13";
    "!!NVgp4.1" N41 Geometry Ieee Declared false "NV_gpu_program4_1, by the version column of NV_gpu_program5 Table X.13";
    "!!NVfp4.1" N41 Fragment Ieee Declared false "NV_gpu_program4_1, by the version column of NV_gpu_program5 Table X.13";
    "!!NVvp5.0" N50 Vertex Ieee Declared true "NV_gpu_program5 2.X.2";
    "!!NVtcp5.0" N50 TessellationControl Ieee Declared true "NV_tessellation_program5 2.X.2";
    "!!NVtep5.0" N50 TessellationEvaluation Ieee Declared true "NV_tessellation_program5 2.X.2";
    "!!NVgp5.0" N50 Geometry Ieee Declared true "NV_gpu_program5 2.X.2";
    "!!NVfp5.0" N50 Fragment Ieee Declared true "NV_gpu_program5 2.X.2";
    "!!NVcp5.0" C50 Compute Ieee Declared true "NV_compute_program5 2.X.2";
    "!!ATIfs1.0" ATI Fragment Ieee Declared true "ATI_text_fragment_shader 3.10.1";
}

profiles! {
    /// Profiles of headers that no specification has, and a vendor's driver takes: of programs that were written for it.
    DRIVER_PROFILES:
    "!!FP2.0" F20 Fragment Flushing Registers false "programs of arcade machines for NVIDIA's driver, which DECLARE, and write o[COLR]";
}

impl Profile {
    /// The profile whose header the text begins with. What follows the header may follow without a space.
    pub fn of(text: &str) -> Option<&'static Profile> {
        let mut all = PROFILES.iter().chain(DRIVER_PROFILES);
        all.find(|profile| text.starts_with(profile.header))
    }

    /// The result of a filtered lookup where no texture is bound, or an incomplete one: black, whose
    /// alpha is 1 (ARB_fragment_program 3.11.6), or 0 (NV_fragment_program 3.11.5.38).
    pub const fn absent_texel(&self) -> [f32; 4] {
        let alpha = if self.language.meets(LanguageSet::F10) {
            0.0
        } else {
            1.0
        };
        [0.0, 0.0, 0.0, alpha]
    }

    /// The features of a program with this header before its first option.
    pub const fn features(&self) -> Features {
        Features {
            languages: self.language,
            stage: self.stage,
            options: OptionSet::NONE,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{PROFILES, Profile};

    #[test]
    fn headers_are_those_of_the_specifications() {
        // source: the OpenGL registry, which documents 17 headers; it lacks NV_gpu_program4_1, which has the other 3
        assert_eq!(PROFILES.iter().filter(|profile| profile.documented).count(), 17);
        assert_eq!(PROFILES.iter().filter(|profile| !profile.documented).count(), 3);
        for profile in PROFILES {
            assert_eq!(Profile::of(profile.header), Some(profile));
        }
        assert_eq!(Profile::of("!!ARBvp1.1"), None);
        assert_eq!(Profile::of(" !!ARBvp1.0"), None);
    }
}
