//! The requirements that scenes may have: versions of GL and of GLSL, and extensions.

use quadrille_isa::gl::limit::{Limits, bare};
use quadrille_pipeline::state::{
    CLIP_PLANES, LIGHTS, MAX_DRAW_BUFFERS, TEXTURE_COORDINATES, TEXTURE_IMAGE_UNITS, VIEWPORTS,
};
use quadrille_scene::{Requirement, Scene};

/// The GL version that scenes meet, as major × 10 + minor.
pub const VERSION: u32 = 21;

/// The version of GLSL that scenes meet, which is that of GL 2.1, as major × 100 + minor. There are no shaders in it: a
/// scene may ask for it and have programs.
pub const SHADING_LANGUAGE: u32 = 120;

/// The extensions that scenes meet.
pub const EXTENSIONS: &[&str] = &[
    "GL_ARB_base_instance",
    "GL_ARB_bindless_texture",
    "GL_ARB_blend_func_extended",
    "GL_ARB_clip_control",
    "GL_ARB_color_buffer_float",
    "GL_ARB_compute_variable_group_size",
    "GL_ARB_conditional_render_inverted",
    "GL_ARB_depth_buffer_float",
    "GL_ARB_depth_clamp",
    "GL_ARB_depth_texture",
    "GL_ARB_draw_buffers",
    "GL_ARB_draw_buffers_blend",
    "GL_ARB_draw_elements_base_vertex",
    "GL_ARB_draw_indirect",
    "GL_ARB_draw_instanced",
    "GL_ARB_fragment_coord_conventions",
    "GL_ARB_fragment_layer_viewport",
    "GL_ARB_fragment_program",
    "GL_ARB_fragment_program_shadow",
    "GL_ARB_framebuffer_object",
    "GL_ARB_framebuffer_sRGB",
    "GL_ARB_half_float_pixel",
    "GL_ARB_half_float_vertex",
    "GL_ARB_indirect_parameters",
    "GL_ARB_instanced_arrays",
    "GL_ARB_multi_draw_indirect",
    "GL_ARB_multisample",
    "GL_ARB_multitexture",
    "GL_ARB_occlusion_query",
    "GL_ARB_occlusion_query2",
    "GL_ARB_pipeline_statistics_query",
    "GL_ARB_point_parameters",
    "GL_ARB_point_sprite",
    "GL_ARB_polygon_offset_clamp",
    "GL_ARB_post_depth_coverage",
    "GL_ARB_provoking_vertex",
    "GL_ARB_sample_locations",
    "GL_ARB_sample_shading",
    "GL_ARB_seamless_cube_map",
    "GL_ARB_seamless_cubemap_per_texture",
    "GL_ARB_shader_image_size",
    "GL_ARB_shader_texture_image_samples",
    "GL_ARB_shadow",
    "GL_ARB_sparse_texture",
    "GL_ARB_stencil_texturing",
    "GL_ARB_texture_border_clamp",
    "GL_ARB_texture_buffer_object",
    "GL_ARB_texture_buffer_object_rgb32",
    "GL_ARB_texture_buffer_range",
    "GL_ARB_texture_compression_bptc",
    "GL_ARB_texture_compression_rgtc",
    "GL_ARB_texture_cube_map",
    "GL_ARB_texture_cube_map_array",
    "GL_ARB_texture_env_add",
    "GL_ARB_texture_env_combine",
    "GL_ARB_texture_env_crossbar",
    "GL_ARB_texture_env_dot3",
    "GL_ARB_texture_filter_anisotropic",
    "GL_ARB_texture_float",
    "GL_ARB_texture_mirror_clamp_to_edge",
    "GL_ARB_texture_mirrored_repeat",
    "GL_ARB_texture_multisample",
    "GL_ARB_texture_non_power_of_two",
    "GL_ARB_texture_rectangle",
    "GL_ARB_texture_rg",
    "GL_ARB_texture_rgb10_a2ui",
    "GL_ARB_texture_stencil8",
    "GL_ARB_texture_storage",
    "GL_ARB_texture_swizzle",
    "GL_ARB_texture_view",
    "GL_ARB_transform_feedback2",
    "GL_ARB_transform_feedback3",
    "GL_ARB_transform_feedback_instanced",
    "GL_ARB_transform_feedback_overflow_query",
    "GL_ARB_vertex_array_bgra",
    "GL_ARB_vertex_attrib_64bit",
    "GL_ARB_vertex_buffer_object",
    "GL_ARB_vertex_program",
    "GL_ARB_vertex_type_10f_11f_11f_rev",
    "GL_ARB_vertex_type_2_10_10_10_rev",
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
    "GL_EXT_draw_buffers2",
    "GL_EXT_draw_instanced",
    "GL_EXT_fog_coord",
    "GL_EXT_framebuffer_blit",
    "GL_EXT_framebuffer_multisample",
    "GL_EXT_framebuffer_object",
    "GL_EXT_framebuffer_sRGB",
    "GL_EXT_multi_draw_arrays",
    "GL_EXT_packed_depth_stencil",
    "GL_EXT_packed_float",
    "GL_EXT_point_parameters",
    "GL_EXT_polygon_offset_clamp",
    "GL_EXT_post_depth_coverage",
    "GL_EXT_provoking_vertex",
    "GL_EXT_secondary_color",
    "GL_EXT_shader_image_load_formatted",
    "GL_EXT_shader_image_load_store",
    "GL_EXT_shadow_funcs",
    "GL_EXT_stencil_two_side",
    "GL_EXT_stencil_wrap",
    "GL_EXT_texture3D",
    "GL_EXT_texture_array",
    "GL_EXT_texture_buffer_object",
    "GL_EXT_texture_compression_rgtc",
    "GL_EXT_texture_compression_s3tc",
    "GL_EXT_texture_cube_map",
    "GL_EXT_texture_edge_clamp",
    "GL_EXT_texture_env_add",
    "GL_EXT_texture_env_combine",
    "GL_EXT_texture_filter_anisotropic",
    "GL_EXT_texture_integer",
    "GL_EXT_texture_lod_bias",
    "GL_EXT_texture_mirror_clamp",
    "GL_EXT_texture_rectangle",
    "GL_EXT_texture_sRGB",
    "GL_EXT_texture_shared_exponent",
    "GL_EXT_texture_snorm",
    "GL_EXT_texture_swizzle",
    "GL_EXT_transform_feedback",
    "GL_EXT_vertex_array_bgra",
    "GL_EXT_vertex_attrib_64bit",
    "GL_IBM_texture_mirrored_repeat",
    "GL_KHR_texture_compression_astc_ldr",
    "GL_NV_bindless_texture",
    "GL_NV_blend_square",
    "GL_NV_compute_program5",
    "GL_NV_conditional_render",
    "GL_NV_conservative_raster",
    "GL_NV_conservative_raster_underestimation",
    "GL_NV_depth_clamp",
    "GL_NV_explicit_multisample",
    "GL_NV_fragment_program",
    "GL_NV_fragment_program2",
    "GL_NV_fragment_program4",
    "GL_NV_fragment_program_option",
    "GL_NV_fragment_shader_interlock",
    "GL_NV_geometry_program4",
    "GL_NV_geometry_shader_passthrough",
    "GL_NV_gpu_program4",
    "GL_NV_gpu_program4_1",
    "GL_NV_gpu_program5",
    "GL_NV_gpu_program5_mem_extended",
    "GL_NV_gpu_program_fp64",
    "GL_NV_packed_depth_stencil",
    "GL_NV_parameter_buffer_object",
    "GL_NV_parameter_buffer_object2",
    "GL_NV_primitive_restart",
    "GL_NV_sample_locations",
    "GL_NV_sample_mask_override_coverage",
    "GL_NV_shader_atomic_counters",
    "GL_NV_shader_atomic_float",
    "GL_NV_shader_atomic_float64",
    "GL_NV_shader_atomic_fp16_vector",
    "GL_NV_shader_atomic_int64",
    "GL_NV_shader_buffer_load",
    "GL_NV_shader_buffer_store",
    "GL_NV_shader_storage_buffer_object",
    "GL_NV_shader_thread_group",
    "GL_NV_shader_thread_shuffle",
    "GL_NV_stereo_view_rendering",
    "GL_NV_tessellation_program5",
    "GL_NV_texgen_reflection",
    "GL_NV_texture_multisample",
    "GL_NV_texture_rectangle",
    "GL_NV_transform_feedback",
    "GL_NV_transform_feedback2",
    "GL_NV_vertex_attrib_integer_64bit",
    "GL_NV_vertex_program",
    "GL_NV_vertex_program1_1",
    "GL_NV_vertex_program2",
    "GL_NV_vertex_program2_option",
    "GL_NV_vertex_program3",
    "GL_NV_vertex_program4",
    "GL_NV_viewport_array2",
    "GL_NV_viewport_swizzle",
    "GL_SGIS_generate_mipmap",
    "GL_SGIS_texture_border_clamp",
    "GL_SGIS_texture_edge_clamp",
    "GL_SGIS_texture_lod",
];

/// Limits of shaders in GLSL that scenes may ask about: the least values of GL 2.1 (ARB_vertex_shader and
/// ARB_fragment_shader), and 0 of what came later, as piglit's runner takes it.
const SHADER_LIMITS: &[(&str, i64)] = &[
    ("MAX_FRAGMENT_UNIFORM_COMPONENTS", 64),
    ("MAX_VERTEX_UNIFORM_COMPONENTS", 512),
    ("MAX_VARYING_COMPONENTS", 32),
    ("MAX_VERTEX_OUTPUT_COMPONENTS", 0),
    ("NUM_PROGRAM_BINARY_FORMATS", 0),
];

/// The value of a limit that a line asks about, by its GL name.
fn limit(name: &str, limits: &Limits) -> Option<i64> {
    if let Some((_, value)) = SHADER_LIMITS.iter().find(|(own, _)| *own == bare(name)) {
        return Some(*value);
    }
    let value = limits.of_gl(name)?;
    // Programs may be loaded that name more units than there are.
    let most = match bare(name) {
        name if name.ends_with("TEXTURE_IMAGE_UNITS") => TEXTURE_IMAGE_UNITS,
        "MAX_CLIP_PLANES" | "MAX_CLIP_DISTANCES" => CLIP_PLANES,
        "MAX_DRAW_BUFFERS" => MAX_DRAW_BUFFERS,
        "MAX_LIGHTS" => LIGHTS,
        "MAX_VIEWPORTS" => VIEWPORTS,
        "MAX_TEXTURE_UNITS" | "MAX_TEXTURE_COORDS" => TEXTURE_COORDINATES,
        _ => return Some(value),
    };
    Some(value.min(most as i64))
}

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
/// `limits` are those that programs are loaded by.
pub fn unmet(scene: &Scene, limits: &Limits) -> Option<Unmet> {
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
            } => match limit(name, limits) {
                Some(own) if comparison.holds(own, *value) => None,
                Some(own) => Some(Unmet::Limit {
                    name: name.clone(),
                    value: own,
                }),
                None => Some(Unmet::UnknownLimit(name.clone())),
            },
        })
}
