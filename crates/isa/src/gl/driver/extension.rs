//! The extensions that bring headers and options, by their names without `GL_`.

use crate::gl::option::ProgramOption;
use crate::gl::profile::Profile;

/// Headers, and the extensions without which no driver takes them. Those of the fourth and fifth generation have no name
/// strings of their own (NV_vertex_program4, "implied by GL_NV_gpu_program4").
const HEADERS: &[(&str, &str)] = &[
    ("!!ARBvp1.0", "ARB_vertex_program"),
    ("!!ARBfp1.0", "ARB_fragment_program"),
    ("!!VP1.0", "NV_vertex_program"),
    ("!!VSP1.0", "NV_vertex_program"),
    ("!!VP1.1", "NV_vertex_program1_1"),
    ("!!VP2.0", "NV_vertex_program2"),
    ("!!FP1.0", "NV_fragment_program"),
    ("!!NVvp4.0", "NV_gpu_program4"),
    ("!!NVgp4.0", "NV_gpu_program4"),
    ("!!NVfp4.0", "NV_gpu_program4"),
    ("!!NVvp4.1", "NV_gpu_program4_1"),
    ("!!NVgp4.1", "NV_gpu_program4_1"),
    ("!!NVfp4.1", "NV_gpu_program4_1"),
    ("!!NVvp5.0", "NV_gpu_program5"),
    ("!!NVtcp5.0", "NV_gpu_program5"),
    ("!!NVtep5.0", "NV_gpu_program5"),
    ("!!NVgp5.0", "NV_gpu_program5"),
    ("!!NVfp5.0", "NV_gpu_program5"),
    ("!!NVcp5.0", "NV_compute_program5"),
    ("!!ATIfs1.0", "ATI_text_fragment_shader"),
];

/// Options that are not called as their extension is.
const OPTIONS: &[(ProgramOption, &str)] = &[
    (ProgramOption::NvPositionInvariant, "NV_vertex_program1_1"),
    (ProgramOption::ArbPositionInvariant, "ARB_vertex_program"),
    (ProgramOption::NvVertexProgram2, "NV_vertex_program2_option"),
    (ProgramOption::ArbFogExp, "ARB_fragment_program"),
    (ProgramOption::ArbFogExp2, "ARB_fragment_program"),
    (ProgramOption::ArbFogLinear, "ARB_fragment_program"),
    (ProgramOption::ArbPrecisionHintFastest, "ARB_fragment_program"),
    (ProgramOption::ArbPrecisionHintNicest, "ARB_fragment_program"),
    (ProgramOption::NvFragmentProgram, "NV_fragment_program_option"),
    (
        ProgramOption::ArbFragmentCoordOriginUpperLeft,
        "ARB_fragment_coord_conventions",
    ),
    (
        ProgramOption::ArbFragmentCoordPixelCenterInteger,
        "ARB_fragment_coord_conventions",
    ),
    (ProgramOption::NvEarlyFragmentTests, "NV_gpu_program5"),
    (
        ProgramOption::NvShaderStorageBuffer,
        "NV_shader_storage_buffer_object",
    ),
    (ProgramOption::NvLayerViewportRelative, "NV_viewport_array2"),
    (
        ProgramOption::NvGeometryProgramPassthrough,
        "NV_geometry_shader_passthrough",
    ),
    (
        ProgramOption::NvPixelInterlockOrdered,
        "NV_fragment_shader_interlock",
    ),
    (
        ProgramOption::NvPixelInterlockUnordered,
        "NV_fragment_shader_interlock",
    ),
    (
        ProgramOption::NvSampleInterlockOrdered,
        "NV_fragment_shader_interlock",
    ),
    (
        ProgramOption::NvSampleInterlockUnordered,
        "NV_fragment_shader_interlock",
    ),
];

impl Profile {
    /// The extension that brings the header, without `GL_`.
    pub fn extension(&self) -> &'static str {
        let row = HEADERS.iter().find(|(header, _)| *header == self.header);
        row.map_or("", |(_, extension)| extension)
    }
}

impl ProgramOption {
    /// The extension that brings the option, without `GL_`.
    pub fn extension(self) -> &'static str {
        let row = OPTIONS.iter().find(|(option, _)| *option == self);
        row.map_or_else(|| self.row().name(), |(_, extension)| extension)
    }
}

#[cfg(test)]
mod tests {
    use crate::gl::profile::PROFILES;

    #[test]
    fn every_header_has_an_extension() {
        for profile in PROFILES {
            assert!(!profile.extension().is_empty(), "{}", profile.header);
        }
    }
}
