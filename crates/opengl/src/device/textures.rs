//! Textures and their samplers, as the shaders look them up.
//!
//! Texels go to the driver as four floats or four integers each: swizzles, missing components and the modes of depth
//! textures are done here. Depths that are compared keep a format of depths.

use quadrille_texture::format::FormatKind;
use quadrille_texture::{BoundTexture, Format, Image, LayerAxis, Sampler, Wrap};
use quadrille_translate::form::{Scalar, TextureShape};
use quadrille_translated::{Lookup, Translated};

use crate::enumerant;
use crate::error::{DrawError, TextureError, Unsupported};
use crate::gl::{Gl, Layout};
use crate::state_value;

/// Makes the textures of the shaders and binds each to its unit.
pub(super) fn bind(gl: &Gl, linked: u32, translated: &Translated<'_>) -> Result<(), DrawError> {
    for lookup in translated.textures()? {
        let texture = lookup.texture;
        gl.active_texture(enumerant::TEXTURE0 + lookup.unit);
        let made = match lookup.bound {
            Some(bound) => define(gl, bound, &texture.shape),
            None => absent(gl, &lookup),
        };
        made.map_err(|reason| DrawError::Texture {
            unit: lookup.unit,
            reason,
        })?;
    }
    for side in translated.sides() {
        for texture in &side.shader.textures {
            if let Some(unit) = texture.unit {
                gl.uniform_number(gl.uniform(linked, &texture.name), unit as i32);
            }
        }
    }
    Ok(())
}

/// The target of a texture of the shader, and how many dimensions its images have, layers among them.
pub(super) fn target(shape: &TextureShape) -> Result<(u32, usize), Unsupported> {
    let row = shape.row();
    match row.is_filtered() {
        true => Ok((row.enumerant, usize::from(shape.sizes()))),
        false => Err(Unsupported::TextureShape),
    }
}

/// The targets of the images of a texture: its own, or those of its faces.
pub(super) fn faces(target: u32, shape: &TextureShape) -> Vec<u32> {
    let first = enumerant::TEXTURE_CUBE_MAP_POSITIVE_X;
    match shape.row().faces {
        1 => vec![target],
        faces => (first..first + faces).collect(),
    }
}

/// Makes a texture that stands in for one that is absent or incomplete.
fn absent(gl: &Gl, lookup: &Lookup<'_>) -> Result<(), TextureError> {
    let shape = &lookup.texture.shape;
    let (target, dimensions) = target(shape)?;
    gl.new_texture(target);
    let layers = if shape.cube() && shape.array() { 6 } else { 1 };
    let integers = lookup.absent.map(|value| (value as i32).to_ne_bytes());
    let integers = integers.as_flattened();
    let (layout, texel) = match lookup.texture.texel {
        // A comparison that always gives 0; its alpha is that of the depth mode.
        _ if shape.shadow => (Layout::DEPTH32F, 0_f32.to_ne_bytes().to_vec()),
        Scalar::Int => (Layout::RGBA32I, integers.to_vec()),
        Scalar::Uint => (Layout::RGBA32UI, integers.to_vec()),
        Scalar::Float | Scalar::Double | Scalar::Bool | Scalar::Long | Scalar::Ulong => (
            Layout::RGBA32F,
            lookup.absent.map(f32::to_ne_bytes).as_flattened().to_vec(),
        ),
    };
    for face in faces(target, shape) {
        gl.define(
            face,
            0,
            dimensions,
            [1, 1, layers],
            layout,
            &texel.repeat(layers as usize),
        )?;
    }
    for filter in [enumerant::TEXTURE_MIN_FILTER, enumerant::TEXTURE_MAG_FILTER] {
        gl.texture_parameter_name(target, filter, enumerant::NEAREST);
    }
    if shape.shadow {
        compare(gl, target, enumerant::NEVER);
    }
    Ok(())
}

fn compare(gl: &Gl, target: u32, function: u32) {
    gl.texture_parameter_name(
        target,
        enumerant::TEXTURE_COMPARE_MODE,
        enumerant::COMPARE_R_TO_TEXTURE,
    );
    gl.texture_parameter_name(target, enumerant::TEXTURE_COMPARE_FUNC, function);
}

/// Makes a texture of what is bound.
fn define(gl: &Gl, bound: &BoundTexture, shape: &TextureShape) -> Result<(), TextureError> {
    let (target, dimensions) = target(shape)?;
    gl.new_texture(target);
    let (own, sampler) = (bound.texture(), bound.sampler());
    if shape.shadow && !(sampler.compare && bound.shows_depths()) {
        return Err(Unsupported::Uncompared.into());
    }
    if sampler.maximum_anisotropy > 1.0 {
        return Err(Unsupported::Anisotropy.into());
    }
    if own.is_sparse() {
        return Err(Unsupported::Sparse.into());
    }
    if bound.is_seamless() {
        return Err(Unsupported::Seamless.into());
    }
    let row = own.target().row();
    let last = match sampler.minification.uses_mipmap() {
        true => bound.last_level(),
        false => sampler.base_level,
    };
    let layout = layout(bound, shape.shadow);
    for level in sampler.base_level..=last {
        for (face, face_target) in (0..).zip(faces(target, shape)) {
            let image = own.image(level, face).ok_or(Unsupported::Level)?;
            let extent = image.extent();
            // Rows of a one-dimensional array are its layers, whatever stands in for it.
            let size = match row.layers {
                LayerAxis::Height if dimensions == 3 => [extent.width, 1, extent.height],
                LayerAxis::None | LayerAxis::Height | LayerAxis::Depth => extent.sizes(),
            };
            let bytes = encoded(bound, image, layout);
            gl.define(
                face_target,
                level - sampler.base_level,
                dimensions,
                size,
                layout,
                &bytes,
            )?;
        }
    }
    let name = |parameter, wanted| gl.texture_parameter_name(target, parameter, wanted);
    let number = |parameter, wanted| gl.texture_parameter(target, parameter, wanted);
    name(
        enumerant::TEXTURE_MIN_FILTER,
        state_value::minification(sampler.minification),
    );
    name(
        enumerant::TEXTURE_MAG_FILTER,
        state_value::magnification(sampler.magnification),
    );
    let axes = [
        enumerant::TEXTURE_WRAP_S,
        enumerant::TEXTURE_WRAP_T,
        enumerant::TEXTURE_WRAP_R,
    ];
    for (axis, wrap) in axes.into_iter().zip(sampler.wrap).take(row.dimensions) {
        name(axis, state_value::wrap(wrap));
    }
    if !shape.rectangle() {
        number(enumerant::TEXTURE_MAX_LEVEL, (last - sampler.base_level) as f32);
        number(enumerant::TEXTURE_MIN_LOD, sampler.minimum_lod);
        number(enumerant::TEXTURE_MAX_LOD, sampler.maximum_lod);
        number(enumerant::TEXTURE_LOD_BIAS, sampler.lod_bias);
    }
    if shape.shadow {
        if sampler.swizzle != Sampler::default().swizzle {
            return Err(Unsupported::SwizzledComparison.into());
        }
        compare(
            gl,
            target,
            state_value::compare_function(sampler.compare_function),
        );
    }
    let stays_inside = |wrap: &Wrap| {
        matches!(
            wrap,
            Wrap::Repeat | Wrap::MirroredRepeat | Wrap::ClampToEdge | Wrap::MirrorClampToEdge
        )
    };
    if !sampler.wrap[..row.dimensions].iter().all(stays_inside) {
        let border = bound.border_color().ok_or(Unsupported::IntegerBorder)?;
        gl.texture_parameters(target, enumerant::TEXTURE_BORDER_COLOR, border);
    }
    Ok(())
}

/// The layout of a texture's texels in the driver.
fn layout(bound: &BoundTexture, shadow: bool) -> Layout {
    match (bound.format(), bound.kind()) {
        (Format::Depth16, _) if shadow => Layout::DEPTH16,
        (Format::Depth24, _) if shadow => Layout::DEPTH24,
        _ if shadow => Layout::DEPTH32F,
        (_, FormatKind::Float) => Layout::RGBA32F,
        (_, FormatKind::Signed) => Layout::RGBA32I,
        (_, FormatKind::Unsigned) => Layout::RGBA32UI,
    }
}

/// The texels of an image, as the driver has them.
fn encoded(bound: &BoundTexture, image: &Image, layout: Layout) -> Vec<u8> {
    match layout {
        Layout::DEPTH16 => image.bytes().to_vec(),
        Layout::DEPTH24 => {
            let (words, _) = image.bytes().as_chunks::<4>();
            let whole = |depth: u32| depth << 8 | depth >> 16;
            let words = words
                .iter()
                .map(|word| whole(u32::from_le_bytes(*word) & 0xff_ffff));
            words.flat_map(u32::to_ne_bytes).collect()
        }
        Layout::DEPTH32F => image.depths().flat_map(f32::to_ne_bytes).collect(),
        Layout::RGBA32F => bound.colors(image).flatten().flat_map(f32::to_ne_bytes).collect(),
        _ => bound
            .integers(image)
            .flatten()
            .flat_map(u32::to_ne_bytes)
            .collect(),
    }
}
