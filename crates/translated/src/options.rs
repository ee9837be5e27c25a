//! The state that shaders implement themselves, as it acts behind a program's back.

use std::collections::BTreeMap;

use quadrille_pipeline::DeviceDraw;
use quadrille_pipeline::primitive::Primitive;
use quadrille_texture::{Access, DepthMode};
use quadrille_translate::{self as translate, Feature, ImageFormat, Options, Sample, Support, Target};

use crate::TranslatedError;
use crate::images::own_format;

/// The options for a draw.
pub(crate) fn of(draw: &DeviceDraw<'_>, wanted: &Options) -> Result<Options, TranslatedError> {
    let context = draw.context;
    let mut options = wanted.clone();
    options.comments = false;
    options.clamp_colors = context.clamping.vertex;
    options.clip_planes = Some(context.transform.clip_enabled.into());
    options.two_sided = if draw.is_fixed {
        context.lighting.enabled && context.lighting.model.two_side
    } else {
        context.vertex_program_two_side
    };
    options.flat_colors = context.lighting.flat;
    let (sample, multisample) = (draw.sample, &context.multisample);
    options.sample = Some(Sample {
        number: sample.number,
        places: sample.places.to_vec(),
        centered: sample.centered,
        round_points: draw.call.topology.primitive() == Primitive::Point && !context.point.sprite,
        alpha_to_coverage: multisample.alpha_to_coverage,
        alpha_to_one: multisample.alpha_to_one,
    });
    options.layer_and_viewport = Some([draw.layer, draw.viewport]);
    options.image_formats = image_formats(draw, wanted.target);
    options.depth_mode = match depth_mode(draw)? {
        DepthMode::Luminance => translate::DepthMode::Luminance,
        DepthMode::Intensity => translate::DepthMode::Intensity,
        DepthMode::Alpha => translate::DepthMode::Alpha,
        DepthMode::Red => translate::DepthMode::Red,
    };
    Ok(options)
}

/// The formats of image units, where the target wants to know them.
fn image_formats(draw: &DeviceDraw<'_>, target: Target) -> BTreeMap<u32, ImageFormat> {
    if target.support(Feature::ImagesOfAnyFormat) != Support::Missing {
        return BTreeMap::new();
    }
    let units = (0..).zip(&draw.call.bindings.images);
    units
        .filter_map(|(unit, bound)| Some((unit, own_format(bound.as_ref()?)?)))
        .collect()
}

/// The one mode of all depth textures that are compared with.
fn depth_mode(draw: &DeviceDraw<'_>) -> Result<DepthMode, TranslatedError> {
    let mut mode = None;
    for program in [draw.vertex, draw.fragment] {
        let textures = program.kernel.program().textures().iter();
        for texture in textures.filter(|texture| texture.target.is_shadow()) {
            let target = Access::of(texture.target).target;
            let bound = draw.call.textures.0.get(texture.unit, target);
            let own = bound.map_or(DepthMode::Luminance, |bound| bound.sampler().depth_mode);
            if mode.is_some_and(|mode| mode != own) {
                return Err(TranslatedError::DepthModes);
            }
            mode = Some(own);
        }
    }
    Ok(mode.unwrap_or(DepthMode::Luminance))
}
