//! The programs of a draw as SPIR-V, and what the device has to have for them.

use quadrille_isa::gl::Family;
use quadrille_pipeline::DeviceDraw;
use quadrille_pipeline::primitive::Primitive;
use quadrille_pipeline::state::Compare;
use quadrille_pipeline::state::point::MAX_POINT_SIZE;
use quadrille_translate::form::OutputKind;
use quadrille_translate::{AlphaTest, Emulation, Feature, Options, Target};
use quadrille_translated::Translated;

use crate::error::{DrawError, Unsupported};
use crate::gpu::Gpu;

/// Translates both programs of a draw.
pub(crate) fn of<'a>(gpu: &Gpu, draw: &'a DeviceDraw<'a>) -> Result<Translated<'a>, DrawError> {
    let translated = Translated::new(draw, &options(draw))?;
    let outputs = &translated.pair.vertex.shader.outputs;
    let writes = |wanted: fn(OutputKind) -> bool| outputs.iter().any(|output| wanted(output.kind));
    let is_point = draw.call.topology.primitive() == Primitive::Point;
    let size = translated.options.point_size.then_some(draw.point_size());
    let point = &draw.context.point;
    let is_limited = point.min > 0.0 || point.max < MAX_POINT_SIZE;
    if is_point && draw.is_fixed && size.is_none() && is_limited {
        return Err(Unsupported::AttenuatedPointLimits.into());
    }
    if is_point && gpu.features.large_points == 0 && size != Some(1.0) {
        return Err(Unsupported::LargePoints.into());
    }
    if writes(|kind| matches!(kind, OutputKind::ClipDistance(_))) && gpu.features.shader_clip_distance == 0 {
        return Err(Unsupported::ClipDistances.into());
    }
    for (feature, has, what) in [
        (Feature::Doubles, gpu.features.shader_float64, "floats"),
        (Feature::LongIntegers, gpu.features.shader_int64, "integers"),
    ] {
        let mut sides = translated.sides().into_iter();
        if has == 0 && sides.any(|side| side.shader.features.contains(&feature)) {
            return Err(Unsupported::Long(what).into());
        }
    }
    Ok(translated)
}

/// The words of both shaders.
pub(crate) fn words<'a>(translated: &'a Translated<'_>) -> Result<[&'a [u32]; 2], Unsupported> {
    let pair = &translated.pair;
    match (&pair.vertex.words, &pair.fragment.words) {
        (Some(vertex), Some(fragment)) => Ok([vertex, fragment]),
        _ => Err(Unsupported::NoWords),
    }
}

/// The translation options of a draw: point size and alpha test go into shaders, as Vulkan has no such state.
fn options(draw: &DeviceDraw<'_>) -> Options {
    let context = draw.context;
    let mut options = Options::new(Target::SpirvVulkan);
    options.allow = vec![
        Emulation::RectAs2d,
        Emulation::OffsetsBySize,
        Emulation::LongAttributesAsWords,
    ];
    let mut results = draw.vertex.kernel.program().results().iter();
    let writes_size = results.any(|result| result.binding.family == Family::ResultPointsize);
    let takes_size = draw.is_fixed || context.vertex_program_point_size;
    options.point_size = draw.call.topology.primitive() == Primitive::Point && !(writes_size && takes_size);
    let alpha = &context.alpha_test;
    options.alpha_test = match alpha.function {
        _ if !alpha.enabled => None,
        Compare::Always => None,
        Compare::Never => Some(AlphaTest::Never),
        Compare::Less => Some(AlphaTest::Less),
        Compare::LessOrEqual => Some(AlphaTest::LessOrEqual),
        Compare::Equal => Some(AlphaTest::Equal),
        Compare::GreaterOrEqual => Some(AlphaTest::GreaterOrEqual),
        Compare::Greater => Some(AlphaTest::Greater),
        Compare::NotEqual => Some(AlphaTest::NotEqual),
    };
    options
}
