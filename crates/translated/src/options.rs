//! The state that shaders implement themselves, as it acts behind a program's back.

use std::collections::BTreeMap;

use quadrille_pipeline::primitive::Primitive;
use quadrille_pipeline::{Bindings, BoundProgram, DeviceDispatch, DeviceDraw, TextureUnits};
use quadrille_texture::{Access, DepthMode};
use quadrille_translate::{self as translate, Feature, ImageFormat, Options, Sample, Support, Target};

use crate::images::own_format;
use crate::{Resources, TranslatedError};

/// The options for a dispatch.
pub(crate) fn of_dispatch(
    dispatch: &DeviceDispatch<'_>,
    resources: &Resources<'_>,
    wanted: &Options,
) -> Result<Options, TranslatedError> {
    let mut options = common(&[dispatch.program], resources, wanted)?;
    options.group_size = Some(dispatch.size);
    Ok(options)
}

/// The options for programs, whatever they are used for.
fn common(
    programs: &[&BoundProgram],
    resources: &Resources<'_>,
    wanted: &Options,
) -> Result<Options, TranslatedError> {
    let mut options = wanted.clone();
    options.comments = false;
    options.image_formats = image_formats(resources.bindings, wanted.target);
    options.depth_mode = match depth_mode(programs, resources.textures)? {
        DepthMode::Luminance => translate::DepthMode::Luminance,
        DepthMode::Intensity => translate::DepthMode::Intensity,
        DepthMode::Alpha => translate::DepthMode::Alpha,
        DepthMode::Red => translate::DepthMode::Red,
    };
    Ok(options)
}

/// The programs of a draw, in the order of their stages.
pub(crate) fn programs<'a>(draw: &DeviceDraw<'a>) -> Vec<&'a BoundProgram> {
    let first = std::iter::once(draw.vertex);
    first
        .chain(draw.between.programs())
        .chain([draw.fragment])
        .collect()
}

/// The options for a draw.
pub(crate) fn of_draw(
    draw: &DeviceDraw<'_>,
    resources: &Resources<'_>,
    wanted: &Options,
) -> Result<Options, TranslatedError> {
    let context = draw.context;
    let mut options = common(&programs(draw), resources, wanted)?;
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
        round_points: draw.primitive() == Primitive::Point && !context.point.sprite,
        alpha_to_coverage: multisample.alpha_to_coverage,
        alpha_to_one: multisample.alpha_to_one,
    });
    options.layer_and_viewport = Some([draw.layer, draw.viewport]);
    let call = &draw.call;
    options.draw_parameters = Some([
        call.base_vertex,
        call.base_instance.cast_signed(),
        call.number.cast_signed(),
    ]);
    Ok(options)
}

/// The formats of image units, where the target wants to know them.
fn image_formats(bindings: &Bindings, target: Target) -> BTreeMap<u32, ImageFormat> {
    if target.support(Feature::ImagesOfAnyFormat) != Support::Missing {
        return BTreeMap::new();
    }
    let units = (0..).zip(&bindings.images);
    units
        .filter_map(|(unit, bound)| Some((unit, own_format(bound.as_ref()?)?)))
        .collect()
}

/// The one mode of all depth textures that are compared with.
fn depth_mode(programs: &[&BoundProgram], units: &TextureUnits) -> Result<DepthMode, TranslatedError> {
    let mut mode = None;
    for program in programs {
        let textures = program.kernel.program().textures().iter();
        for texture in textures.filter(|texture| texture.target.is_shadow()) {
            let target = Access::of(texture.target).target;
            let bound = units.0.get(texture.unit, target);
            let own = bound.map_or(DepthMode::Luminance, |bound| bound.sampler().depth_mode);
            if mode.is_some_and(|mode| mode != own) {
                return Err(TranslatedError::DepthModes);
            }
            mode = Some(own);
        }
    }
    Ok(mode.unwrap_or(DepthMode::Luminance))
}
