//! What GL calls limits beside the name of their row, and the limits that have one value in every preset.

use super::LimitRow;
use super::rows::{LIMITS, Limit, Limits};

/// Other names of limits, without `GL_` and without the letters of a vendor.
///
/// Sources: ARB_tessellation_shader, ARB_geometry_shader4 and ARB_vertex_shader for texture units and components of a stage,
/// which are the same for every stage here; ARB_shader_subroutine; OpenGL 4.6 13.7 (clip distances);
/// ARB_compute_variable_group_size.
const OTHERS: &[(Limit, &[&str])] = &[
    (Limit::ClipPlanes, &["MAX_CLIP_DISTANCES"]),
    (
        Limit::TextureImageUnits,
        &[
            "MAX_TESS_CONTROL_TEXTURE_IMAGE_UNITS",
            "MAX_TESS_EVALUATION_TEXTURE_IMAGE_UNITS",
            "MAX_COMPUTE_TEXTURE_IMAGE_UNITS",
        ],
    ),
    (
        Limit::AttributeComponents,
        &[
            "MAX_TESS_CONTROL_INPUT_COMPONENTS",
            "MAX_TESS_EVALUATION_INPUT_COMPONENTS",
            "MAX_GEOMETRY_INPUT_COMPONENTS",
            "MAX_FRAGMENT_INPUT_COMPONENTS",
        ],
    ),
    (
        Limit::ResultComponents,
        &[
            "MAX_TESS_CONTROL_OUTPUT_COMPONENTS",
            "MAX_TESS_EVALUATION_OUTPUT_COMPONENTS",
            "MAX_VERTEX_OUTPUT_COMPONENTS",
            "MAX_GEOMETRY_OUTPUT_COMPONENTS",
        ],
    ),
    (Limit::OutputVertices, &["MAX_GEOMETRY_OUTPUT_VERTICES"]),
    (
        Limit::TotalOutputComponents,
        &["MAX_GEOMETRY_TOTAL_OUTPUT_COMPONENTS"],
    ),
    (Limit::SubroutineNumbers, &["MAX_SUBROUTINES"]),
    (Limit::SubroutineParameters, &["MAX_SUBROUTINE_UNIFORM_LOCATIONS"]),
    (
        Limit::WorkGroupInvocations,
        &[
            "MAX_COMPUTE_WORK_GROUP_INVOCATIONS",
            "MAX_COMPUTE_VARIABLE_GROUP_INVOCATIONS",
        ],
    ),
];

/// A limit that no preset and no caller changes.
#[derive(Debug)]
pub struct FixedLimit {
    /// The name of its page.
    pub name: &'static str,
    /// GL's names, without `GL_` and without the letters of a vendor.
    pub gl: &'static [&'static str],
    /// The value.
    pub value: u32,
    /// The quantity that it limits.
    pub doc: &'static str,
}

macro_rules! fixed {
    ($($name:literal [$($gl:literal)*] $value:literal $doc:literal;)*) => {
        /// The limits of the pipeline that programs are not loaded by; what they bound says so too, and a test compares them.
        pub const FIXED: &[FixedLimit] = &[
            $(FixedLimit { name: $name, gl: &[$($gl),*], value: $value, doc: $doc },)*
        ];
    };
}

fixed! {
    "anisotropy" ["MAX_TEXTURE_MAX_ANISOTROPY"] 16 "Samples of an anisotropic lookup along the longer side of a pixel's area.";
    "color-attachments" ["MAX_COLOR_ATTACHMENTS"] 8 "Colour attachments of a framebuffer.";
    "dual-source-draw-buffers" ["MAX_DUAL_SOURCE_DRAW_BUFFERS"] 8 "Draw buffers whose colours may have a second source.";
    "framebuffer-layers" ["MAX_FRAMEBUFFER_LAYERS"] 256 "Layers of a framebuffer.";
    "framebuffer-samples" ["MAX_SAMPLES"] 16 "Samples of a pixel of a framebuffer.";
    "framebuffer-size" ["MAX_RENDERBUFFER_SIZE" "MAX_VIEWPORT_DIMS"] 16384 "Width and height of a framebuffer.";
    "sample-mask-words" ["MAX_SAMPLE_MASK_WORDS"] 1 "Words of a sample mask.";
    "texture-buffer-size" ["MAX_TEXTURE_BUFFER_SIZE"] 134217728 "Texels of a buffer texture.";
    "texture-layers" ["MAX_ARRAY_TEXTURE_LAYERS"] 2048 "Layers of a texture.";
    "texture-size" ["MAX_TEXTURE_SIZE" "MAX_CUBE_MAP_TEXTURE_SIZE" "MAX_RECTANGLE_TEXTURE_SIZE"] 16384 "Width and height of a texture.";
    "texture-size-3d" ["MAX_3D_TEXTURE_SIZE"] 2048 "Width, height and depth of a three-dimensional texture.";
}

/// A name of GL without its prefix and without the letters of a vendor.
pub fn bare(name: &str) -> &str {
    let name = name.strip_prefix("GL_").unwrap_or(name);
    let vendors = ["_ARB", "_EXT", "_NV"];
    let bare = vendors.iter().find_map(|vendor| name.strip_suffix(vendor));
    bare.unwrap_or(name)
}

impl LimitRow {
    /// What GL calls it beside [`LimitRow::gl`], without the letters of vendors.
    pub fn others(&self) -> &'static [&'static str] {
        let row = OTHERS.iter().find(|(limit, _)| *limit == self.limit);
        row.map_or(&[], |(_, names)| *names)
    }
}

impl FixedLimit {
    /// The limit of one of GL's names.
    pub fn of_name(name: &str) -> Option<&'static FixedLimit> {
        let name = bare(name);
        FIXED.iter().find(|row| row.gl.contains(&name))
    }
}

impl Limits {
    /// The value of one of GL's names, with its sign: `GL_MAX_CLIP_DISTANCES`, `MIN_PROGRAM_TEXEL_OFFSET_EXT`.
    pub fn of_gl(&self, name: &str) -> Option<i64> {
        let name = bare(name);
        let value = |row: &LimitRow| i64::from(self.get(row.limit));
        let found = LIMITS.iter().find_map(|row| match row.gl.strip_prefix('-') {
            Some(negative) => (bare(negative) == name).then(|| -value(row)),
            None => (bare(row.gl) == name || row.others().contains(&name)).then(|| value(row)),
        });
        found.or_else(|| FixedLimit::of_name(name).map(|row| i64::from(row.value)))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn each_name_is_of_one_limit() {
        let mut seen = HashSet::new();
        let fixed = FIXED.iter().flat_map(|row| row.gl.iter().copied());
        let rows = LIMITS
            .iter()
            .flat_map(|row| row.others().iter().copied().chain([bare(row.gl)]))
            // Some limits are numbers that a specification gives without a name.
            .filter(|name| !name.starts_with(|first: char| first.is_ascii_digit()));
        for name in rows.chain(fixed) {
            assert!(seen.insert(bare(name)), "{name}");
        }
        let fixed = FIXED.iter().flat_map(|row| row.gl.iter().copied());
        for name in OTHERS
            .iter()
            .flat_map(|(_, names)| names.iter().copied())
            .chain(fixed)
        {
            assert_eq!(bare(name), name, "it has no letters of a vendor");
        }
    }

    /// source: OpenGL 4.6 table 23.53 and 23.54: MAX_CLIP_DISTANCES 8, MIN_PROGRAM_TEXEL_OFFSET -8, MAX_PATCH_VERTICES 32;
    /// EXT_texture_filter_anisotropic: at least 2
    #[test]
    fn names_of_gl_have_values() {
        let of = |name| Limits::DESKTOP.of_gl(name);
        assert_eq!(of("GL_MAX_CLIP_DISTANCES"), Some(8));
        assert_eq!(of("MAX_CLIP_PLANES"), Some(8));
        assert_eq!(of("GL_MIN_PROGRAM_TEXEL_OFFSET"), Some(-8));
        assert_eq!(of("GL_MAX_PATCH_VERTICES"), Some(32));
        assert!(of("GL_MAX_TEXTURE_MAX_ANISOTROPY_EXT") >= Some(2));
        assert_eq!(of("GL_MAX_SHOE_SIZE"), None);
    }
}
