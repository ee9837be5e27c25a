//! The requirements that scenes may have: versions of GL and of GLSL, and extensions.

use quadrille_scene::{Requirement, Scene};

/// The GL version that scenes meet, as major × 10 + minor.
pub const VERSION: u32 = 21;

/// The version of GLSL that scenes meet, which is that of GL 2.1, as major × 100 + minor. There are no shaders in it: a
/// scene may ask for it and have programs.
pub const SHADING_LANGUAGE: u32 = 120;

/// The extensions that scenes meet.
pub const EXTENSIONS: &[&str] = &[
    "GL_ARB_color_buffer_float",
    "GL_ARB_compute_variable_group_size",
    "GL_ARB_depth_buffer_float",
    "GL_ARB_depth_clamp",
    "GL_ARB_depth_texture",
    "GL_ARB_draw_buffers",
    "GL_ARB_draw_instanced",
    "GL_ARB_fragment_coord_conventions",
    "GL_ARB_fragment_layer_viewport",
    "GL_ARB_fragment_program",
    "GL_ARB_fragment_program_shadow",
    "GL_ARB_half_float_pixel",
    "GL_ARB_multisample",
    "GL_ARB_multitexture",
    "GL_ARB_occlusion_query",
    "GL_ARB_occlusion_query2",
    "GL_ARB_pipeline_statistics_query",
    "GL_ARB_point_parameters",
    "GL_ARB_point_sprite",
    "GL_ARB_post_depth_coverage",
    "GL_ARB_sample_shading",
    "GL_ARB_seamless_cube_map",
    "GL_ARB_seamless_cubemap_per_texture",
    "GL_ARB_shadow",
    "GL_ARB_stencil_texturing",
    "GL_ARB_texture_border_clamp",
    "GL_ARB_texture_compression_bptc",
    "GL_ARB_texture_compression_rgtc",
    "GL_ARB_texture_cube_map",
    "GL_ARB_texture_env_add",
    "GL_ARB_texture_env_combine",
    "GL_ARB_texture_env_crossbar",
    "GL_ARB_texture_env_dot3",
    "GL_ARB_texture_float",
    "GL_ARB_texture_mirrored_repeat",
    "GL_ARB_texture_non_power_of_two",
    "GL_ARB_texture_rectangle",
    "GL_ARB_texture_rg",
    "GL_ARB_texture_stencil8",
    "GL_ARB_texture_view",
    "GL_ARB_transform_feedback_overflow_query",
    "GL_ARB_vertex_program",
    "GL_ARB_viewport_array",
    "GL_ARB_window_pos",
    "GL_ATI_draw_buffers",
    "GL_ATI_text_fragment_shader",
    "GL_ATI_texture_mirror_once",
    "GL_EXT_blend_color",
    "GL_EXT_blend_equation_separate",
    "GL_EXT_blend_func_separate",
    "GL_EXT_blend_minmax",
    "GL_EXT_blend_subtract",
    "GL_EXT_draw_instanced",
    "GL_EXT_fog_coord",
    "GL_EXT_packed_depth_stencil",
    "GL_EXT_point_parameters",
    "GL_EXT_post_depth_coverage",
    "GL_EXT_secondary_color",
    "GL_EXT_shader_image_load_store",
    "GL_EXT_shadow_funcs",
    "GL_EXT_stencil_two_side",
    "GL_EXT_stencil_wrap",
    "GL_EXT_texture3D",
    "GL_EXT_texture_compression_rgtc",
    "GL_EXT_texture_compression_s3tc",
    "GL_EXT_texture_cube_map",
    "GL_EXT_texture_edge_clamp",
    "GL_EXT_texture_filter_anisotropic",
    "GL_EXT_texture_lod_bias",
    "GL_EXT_texture_mirror_clamp",
    "GL_EXT_texture_rectangle",
    "GL_EXT_texture_shared_exponent",
    "GL_EXT_texture_swizzle",
    "GL_KHR_texture_compression_astc_ldr",
    "GL_NV_bindless_texture",
    "GL_NV_compute_program5",
    "GL_NV_conditional_render",
    "GL_NV_depth_clamp",
    "GL_NV_explicit_multisample",
    "GL_NV_fragment_program",
    "GL_NV_fragment_program2",
    "GL_NV_fragment_program4",
    "GL_NV_fragment_program_option",
    "GL_NV_geometry_program4",
    "GL_NV_geometry_shader_passthrough",
    "GL_NV_gpu_program4",
    "GL_NV_gpu_program5",
    "GL_NV_parameter_buffer_object",
    "GL_NV_parameter_buffer_object2",
    "GL_NV_sample_mask_override_coverage",
    "GL_NV_shader_atomic_counters",
    "GL_NV_shader_buffer_load",
    "GL_NV_shader_buffer_store",
    "GL_NV_shader_storage_buffer_object",
    "GL_NV_shader_thread_group",
    "GL_NV_shader_thread_shuffle",
    "GL_NV_tessellation_program5",
    "GL_NV_texture_multisample",
    "GL_NV_texture_rectangle",
    "GL_NV_transform_feedback",
    "GL_NV_vertex_program",
    "GL_NV_vertex_program1_1",
    "GL_NV_vertex_program2",
    "GL_NV_vertex_program2_option",
    "GL_NV_vertex_program3",
    "GL_NV_vertex_program4",
    "GL_NV_viewport_array2",
    "GL_SGIS_generate_mipmap",
];

/// Limits that `INT` lines may ask about.
const LIMITS: &[(&str, i64)] = &[
    ("GL_MAX_TEXTURE_UNITS", 8),
    ("GL_MAX_TEXTURE_COORDS", 8),
    ("GL_MAX_TEXTURE_IMAGE_UNITS", 16),
    ("GL_MAX_DRAW_BUFFERS", 8),
    ("GL_MAX_LIGHTS", 8),
    ("GL_MAX_CLIP_PLANES", 6),
    ("GL_MAX_VERTEX_ATTRIBS", 16),
    ("GL_MAX_VERTEX_ATTRIBS_ARB", 16),
    ("GL_MAX_VERTEX_TEXTURE_IMAGE_UNITS", 16),
];

/// A requirement of a scene that is not met.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unmet {
    /// It is of OpenGL ES or of the core profile.
    #[error("it asks for another API than GL")]
    Api,
    /// It is of another version than [`VERSION`].
    #[error("it asks for another version than GL {}.{}", VERSION / 10, VERSION % 10)]
    Version,
    /// It is of another version of GLSL than [`SHADING_LANGUAGE`].
    #[error("it asks for another version than GLSL {}.{}", SHADING_LANGUAGE / 100, SHADING_LANGUAGE % 100)]
    ShadingLanguage,
    /// It has a section with a shader.
    #[error("[{0}] is no program in assembly")]
    Shader(String),
    /// It wants an extension that is not among [`EXTENSIONS`].
    #[error("{0} is not here")]
    Lacking(String),
    /// It wants one not to be there that is.
    #[error("{0} is here")]
    Present(String),
    /// It wants what programs in assembly do not have.
    #[error("it asks for {0}")]
    Foreign(String),
    /// It wants another value of a limit.
    #[error("{name} is {value}")]
    Limit {
        /// The limit.
        name: String,
        /// Its value.
        value: i64,
    },
    /// It asks for a limit that has no value here.
    #[error("{0} is not known")]
    UnknownLimit(String),
}

/// The first requirement of a scene that is not met: of one, nothing else counts, and it is skipped, as the format's first
/// runner does.
pub fn unmet(scene: &Scene) -> Option<Unmet> {
    scene
        .requirements
        .iter()
        .find_map(|requirement| match requirement {
            Requirement::Version { other_api: true, .. } => Some(Unmet::Api),
            Requirement::Version {
                comparison, version, ..
            } => (!comparison.holds(VERSION, *version)).then_some(Unmet::Version),
            Requirement::ShadingLanguage { other_api: true, .. } => Some(Unmet::Api),
            Requirement::ShadingLanguage {
                comparison, version, ..
            } => (!comparison.holds(SHADING_LANGUAGE, *version)).then_some(Unmet::ShadingLanguage),
            Requirement::Shader(name) => Some(Unmet::Shader(name.clone())),
            Requirement::Extension { name, present } => match (EXTENSIONS.contains(&name.as_str()), *present)
            {
                (false, true) => Some(Unmet::Lacking(name.clone())),
                (true, false) => Some(Unmet::Present(name.clone())),
                (true, true) | (false, false) => None,
            },
            Requirement::DepthBuffer => None,
            Requirement::Foreign(word) => Some(Unmet::Foreign(word.clone())),
            Requirement::Limit {
                name,
                comparison,
                value,
            } => match LIMITS.iter().find(|(other, _)| other == name) {
                Some((_, own)) if comparison.holds(*own, *value) => None,
                Some((_, own)) => Some(Unmet::Limit {
                    name: name.clone(),
                    value: *own,
                }),
                None => Some(Unmet::UnknownLimit(name.clone())),
            },
        })
}
