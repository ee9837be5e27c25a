//! What programs are translated to, and how.

use std::ffi::{CString, c_char};
use std::sync::LazyLock;

use quadrille::Stage;
use quadrille::translate::{
    APPROXIMATIONS, DepthMode, EMULATIONS, Emulation, ImageFormat, Options, Packing, Semantics, TARGETS,
    Target, VertexAttributes, arb,
};

use super::ffi::{change, free, guard, out_pointer, string};
use super::numbered::numbered;
use super::stage::stage as stage_of;
use super::status::QuadrilleStatus;
use super::texts::c_string;

/// What programs are translated to, and how.
pub struct QuadrilleTranslateOptions(pub(crate) Options);

/// What is done about special values: infinities, NaN, zeros, numbers on an edge.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum QuadrilleSemantics {
    /// They are what the source language says, as far as the target can compute them.
    Exact = 0,
    /// They are what the target's own operations make of them.
    Fast = 1,
}

numbered!(QuadrilleSemantics: Exact, Fast);

/// How parameters reach the shader.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum QuadrillePacking {
    /// Uniforms of their own.
    Plain = 0,
    /// One uniform block with the std140 layout.
    Block = 1,
    /// Push constants.
    PushConstants = 2,
}

numbered!(QuadrillePacking: Plain, Block, PushConstants);

/// How the result of a depth comparison fills four components, which in OpenGL is DEPTH_TEXTURE_MODE.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum QuadrilleDepthMode {
    /// (r, r, r, 1)
    Luminance = 0,
    /// (r, r, r, r)
    Intensity = 1,
    /// (0, 0, 0, r)
    Alpha = 2,
    /// (r, 0, 0, 1)
    Red = 3,
}

numbered!(QuadrilleDepthMode: Luminance, Intensity, Alpha, Red);

/// The vertex arrays that shaders of the compatibility profile read.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum QuadrilleVertexAttributes {
    /// Those that the program names.
    AsNamed = 0,
    /// Generic ones, by number, for engines that call VertexAttribPointer.
    Generic = 1,
    /// Conventional ones, wherever a number has one.
    Conventional = 2,
}

numbered!(QuadrilleVertexAttributes: AsNamed, Generic, Conventional);

/// Names that C reads, made once.
static TARGET_NAMES: LazyLock<Vec<CString>> =
    LazyLock::new(|| TARGETS.iter().map(|row| c_string(row.name)).collect());
static EMULATION_NAMES: LazyLock<Vec<CString>> =
    LazyLock::new(|| EMULATIONS.iter().map(|row| c_string(row.1)).collect());
static APPROXIMATION_NAMES: LazyLock<Vec<CString>> =
    LazyLock::new(|| APPROXIMATIONS.iter().map(|row| c_string(row.1)).collect());
static PROFILE_NAMES: LazyLock<Vec<CString>> =
    LazyLock::new(|| arb::PROFILES.iter().map(|row| c_string(row.0)).collect());

/// The name of a target, counted from 0: "glsl120" and so on; NULL after the last.
#[unsafe(no_mangle)]
pub extern "C" fn quadrille_target_name(index: usize) -> *const c_char {
    TARGET_NAMES
        .get(index)
        .map_or(std::ptr::null(), |name| name.as_ptr())
}

/// The name of an emulation, counted from 0: "rect-as-2d" and so on; NULL after the last.
#[unsafe(no_mangle)]
pub extern "C" fn quadrille_emulation_name(index: usize) -> *const c_char {
    EMULATION_NAMES
        .get(index)
        .map_or(std::ptr::null(), |name| name.as_ptr())
}

/// The name of an approximation of ARB programs, counted from 0: "implicit-levels" and so on; NULL after the last.
#[unsafe(no_mangle)]
pub extern "C" fn quadrille_approximation_name(index: usize) -> *const c_char {
    APPROXIMATION_NAMES
        .get(index)
        .map_or(std::ptr::null(), |name| name.as_ptr())
}

/// The name of a set of limits of ARB programs, counted from 0: "minimum" and so on; NULL after the last.
#[unsafe(no_mangle)]
pub extern "C" fn quadrille_profile_name(index: usize) -> *const c_char {
    PROFILE_NAMES
        .get(index)
        .map_or(std::ptr::null(), |name| name.as_ptr())
}

/// New options for a target by its name: exact, no emulations, plain uniforms where the target has them.
/// Given back to quadrille_translate_options_free.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadrille_translate_options_new(
    target: *const c_char,
    options: *mut *mut QuadrilleTranslateOptions,
) -> QuadrilleStatus {
    guard(|| {
        // SAFETY: the contract of the header.
        let (out, target) = unsafe { (out_pointer(options)?, string(target)?) };
        let target = Target::of_name(target).ok_or(QuadrilleStatus::UnknownName)?;
        out.fill(QuadrilleTranslateOptions(Options::new(target)));
        Ok(QuadrilleStatus::Ok)
    })
}

/// Ends options. NULL is allowed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadrille_translate_options_free(options: *mut QuadrilleTranslateOptions) {
    // SAFETY: the contract of the header.
    unsafe { free(options) }
}

/// Sets one of the options.
pub(super) unsafe fn set(
    options: *mut QuadrilleTranslateOptions,
    body: impl FnOnce(&mut Options) -> Result<(), QuadrilleStatus>,
) -> QuadrilleStatus {
    guard(|| {
        // SAFETY: the contract of the header.
        let options = unsafe { change(options)? };
        body(&mut options.0).map(|()| QuadrilleStatus::Ok)
    })
}

/// What is done about special values, a QuadrilleSemantics.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadrille_translate_options_set_semantics(
    options: *mut QuadrilleTranslateOptions,
    semantics: u32,
) -> QuadrilleStatus {
    // SAFETY: the contract of the header.
    unsafe {
        set(options, |options| {
            options.semantics = match QuadrilleSemantics::of(semantics)? {
                QuadrilleSemantics::Exact => Semantics::Exact,
                QuadrilleSemantics::Fast => Semantics::Fast,
            };
            Ok(())
        })
    }
}

/// How parameters reach the shader, a QuadrillePacking.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadrille_translate_options_set_packing(
    options: *mut QuadrilleTranslateOptions,
    packing: u32,
) -> QuadrilleStatus {
    // SAFETY: the contract of the header.
    unsafe {
        set(options, |options| {
            options.packing = match QuadrillePacking::of(packing)? {
                QuadrillePacking::Plain => Packing::Plain,
                QuadrillePacking::Block => Packing::Block,
                QuadrillePacking::PushConstants => Packing::PushConstants,
            };
            Ok(())
        })
    }
}

/// Sets one of the options to what can only be right.
unsafe fn assign<T>(
    options: *mut QuadrilleTranslateOptions,
    body: impl FnOnce(&mut Options) -> T,
) -> QuadrilleStatus {
    // SAFETY: the contract of the header.
    unsafe {
        set(options, |options| {
            body(options);
            Ok(())
        })
    }
}

/// The vertex arrays that shaders of the compatibility profile read, a QuadrilleVertexAttributes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadrille_translate_options_set_attributes(
    options: *mut QuadrilleTranslateOptions,
    attributes: u32,
) -> QuadrilleStatus {
    // SAFETY: the contract of the header.
    unsafe {
        set(options, |options| {
            options.attributes = match QuadrilleVertexAttributes::of(attributes)? {
                QuadrilleVertexAttributes::AsNamed => VertexAttributes::AsNamed,
                QuadrilleVertexAttributes::Generic => VertexAttributes::Generic,
                QuadrilleVertexAttributes::Conventional => VertexAttributes::Conventional,
            };
            Ok(())
        })
    }
}

/// How depth comparisons fill four components, a QuadrilleDepthMode.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadrille_translate_options_set_depth_mode(
    options: *mut QuadrilleTranslateOptions,
    mode: u32,
) -> QuadrilleStatus {
    // SAFETY: the contract of the header.
    unsafe {
        set(options, |options| {
            options.depth_mode = match QuadrilleDepthMode::of(mode)? {
                QuadrilleDepthMode::Luminance => DepthMode::Luminance,
                QuadrilleDepthMode::Intensity => DepthMode::Intensity,
                QuadrilleDepthMode::Alpha => DepthMode::Alpha,
                QuadrilleDepthMode::Red => DepthMode::Red,
            };
            Ok(())
        })
    }
}

/// Whether back faces take the back colours (VERTEX_PROGRAM_TWO_SIDE); they do not by default.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadrille_translate_options_set_two_sided(
    options: *mut QuadrilleTranslateOptions,
    on: bool,
) -> QuadrilleStatus {
    // SAFETY: the contract of the header.
    unsafe { assign(options, |options| options.two_sided = on) }
}

/// Whether colours between the stages are clamped to [0, 1] (CLAMP_VERTEX_COLOR); they are by default.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadrille_translate_options_set_color_clamp(
    options: *mut QuadrilleTranslateOptions,
    on: bool,
) -> QuadrilleStatus {
    // SAFETY: the contract of the header.
    unsafe { assign(options, |options| options.clamp_colors = on) }
}

/// Whether comments of the source are kept; they are by default.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadrille_translate_options_set_comments(
    options: *mut QuadrilleTranslateOptions,
    on: bool,
) -> QuadrilleStatus {
    // SAFETY: the contract of the header.
    unsafe { assign(options, |options| options.comments = on) }
}

/// Allows an emulation by its name.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadrille_translate_options_allow(
    options: *mut QuadrilleTranslateOptions,
    emulation: *const c_char,
) -> QuadrilleStatus {
    // SAFETY: the contract of the header.
    unsafe {
        set(options, |options| {
            let emulation = Emulation::of_name(string(emulation)?).ok_or(QuadrilleStatus::UnknownName)?;
            if !options.allows(emulation) {
                options.allow.push(emulation);
            }
            Ok(())
        })
    }
}

/// Gives the texture of a unit a binding number of the engine's; the rule is the unit itself.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadrille_translate_options_bind_texture(
    options: *mut QuadrilleTranslateOptions,
    unit: u32,
    binding: u32,
) -> QuadrilleStatus {
    // SAFETY: the contract of the header.
    unsafe { assign(options, |options| options.texture_bindings.insert(unit, binding)) }
}

/// Gives the uniform blocks of vertex and fragment shaders their binding numbers.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadrille_translate_options_bind_blocks(
    options: *mut QuadrilleTranslateOptions,
    vertex: u32,
    fragment: u32,
) -> QuadrilleStatus {
    // SAFETY: the contract of the header.
    unsafe {
        assign(options, |options| {
            options.block_bindings[Stage::Vertex as usize] = Some(vertex);
            options.block_bindings[Stage::Fragment as usize] = Some(fragment);
        })
    }
}

/// Gives a program parameter buffer of a stage, such as QUADRILLE_STAGE_VERTEX, a binding number of the engine's.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadrille_translate_options_bind_buffer(
    options: *mut QuadrilleTranslateOptions,
    stage: u32,
    buffer: u32,
    binding: u32,
) -> QuadrilleStatus {
    // SAFETY: the contract of the header.
    unsafe {
        set(options, |options| {
            options.buffer_bindings[stage_of(stage)? as usize].insert(buffer, binding);
            Ok(())
        })
    }
}

/// Gives a storage buffer a binding number of the engine's, the same for both stages.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadrille_translate_options_bind_storage(
    options: *mut QuadrilleTranslateOptions,
    buffer: u32,
    binding: u32,
) -> QuadrilleStatus {
    // SAFETY: the contract of the header.
    unsafe {
        assign(options, |options| {
            options.storage_bindings.insert(buffer, binding)
        })
    }
}

/// Gives a buffer of atomic counters a binding number of the engine's, one of storage buffers and the same for all stages.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadrille_translate_options_bind_counters(
    options: *mut QuadrilleTranslateOptions,
    buffer: u32,
    binding: u32,
) -> QuadrilleStatus {
    // SAFETY: the contract of the header.
    unsafe {
        assign(options, |options| {
            options.counter_bindings.insert(buffer, binding)
        })
    }
}

/// Gives an image unit a binding number of the engine's. With `converted` it is that of the image whose texels are
/// converted, where the program takes others of the unit as words.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadrille_translate_options_bind_image(
    options: *mut QuadrilleTranslateOptions,
    unit: u32,
    converted: bool,
    binding: u32,
) -> QuadrilleStatus {
    // SAFETY: the contract of the header.
    unsafe {
        assign(options, |options| {
            options.image_bindings[usize::from(converted)].insert(unit, binding)
        })
    }
}

/// Names the format that an image unit has, such as "rgba8", for targets that want to know what texels are converted
/// to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadrille_translate_options_set_image_format(
    options: *mut QuadrilleTranslateOptions,
    unit: u32,
    format: *const c_char,
) -> QuadrilleStatus {
    // SAFETY: the contract of the header.
    unsafe {
        set(options, |options| {
            let format = ImageFormat::of_name(string(format)?).ok_or(QuadrilleStatus::UnknownName)?;
            options.image_formats.insert(unit, format);
            Ok(())
        })
    }
}
