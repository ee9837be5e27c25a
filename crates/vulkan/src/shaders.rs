//! The programs of a draw or a dispatch as SPIR-V, and what the device has to have for them.

use ash::vk;
use quadrille_isa::gl::{Family, Stage};
use quadrille_pipeline::primitive::Primitive;
use quadrille_pipeline::state::point::MAX_POINT_SIZE;
use quadrille_pipeline::state::{Compare, PolygonMode};
use quadrille_pipeline::{DeviceDispatch, DeviceDraw, LeftHere};
use quadrille_translate::form::OutputKind;
use quadrille_translate::{AlphaTest, Emulation, Feature, Options, Target};
use quadrille_translated::Translated;

use crate::error::{DrawError, Unsupported};
use crate::gpu::Gpu;

/// Translates both programs of a draw.
pub(crate) fn of<'a>(gpu: &Gpu, draw: &DeviceDraw<'a>) -> Result<Translated<'a>, DrawError> {
    let translated = Translated::of_draw(draw, &options(gpu, draw))?;
    let writes = |wanted: fn(OutputKind) -> bool| {
        let last = translated.last();
        let mut outputs = last.iter().flat_map(|last| &last.shader.outputs);
        outputs.any(|output| wanted(output.kind))
    };
    let is_point = draws_points(draw);
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
    refuse_features(gpu, &translated)?;
    Ok(translated)
}

/// Why the device does not run the programs between vertices and fragments.
pub(crate) fn left_here(gpu: &Gpu, draw: &DeviceDraw<'_>) -> Option<LeftHere> {
    let between = &draw.between;
    if between.geometry.is_some() && gpu.features.geometry_shader == 0 {
        return Some(LeftHere::Stage(Stage::Geometry));
    }
    if between.evaluation.is_some() && gpu.features.tessellation_shader == 0 {
        return Some(LeftHere::Stage(Stage::TessellationEvaluation));
    }
    if between.evaluation.is_some() && between.control.is_none() {
        return Some(LeftHere::Control);
    }
    if draw.has_flat_values() && !gpu.extensions.provoking {
        return Some(LeftHere::Provoking);
    }
    match Translated::of_draw(draw, &options(gpu, draw)) {
        // Only devices that record transform feedback have streams.
        Ok(translated) => {
            let mut sides = translated.sides();
            let has_streams = sides.any(|side| side.shader.features.contains(&Feature::VertexStreams));
            has_streams.then_some(LeftHere::Streams)
        }
        Err(error) => error.left_here(),
    }
}

/// Translates the program of a dispatch.
pub(crate) fn of_dispatch<'a>(gpu: &Gpu, dispatch: &DeviceDispatch<'a>) -> Result<Translated<'a>, DrawError> {
    let limits = gpu.limits();
    let invocations = dispatch.size.iter().fold(1, |all, size| size.saturating_mul(all));
    let exceeds = |own: [u32; 3], most: [u32; 3]| own.iter().zip(most).any(|(own, most)| *own > most);
    if invocations > limits.max_compute_work_group_invocations
        || exceeds(dispatch.size, limits.max_compute_work_group_size)
        || exceeds(dispatch.groups, limits.max_compute_work_group_count)
    {
        return Err(Unsupported::WorkGroups.into());
    }
    let translated = Translated::of_dispatch(dispatch, &emulating(gpu))?;
    let shared = translated.sides().filter_map(|side| side.shader.shared.as_ref());
    if shared.map(|shared| 4 * shared.length).sum::<u32>() > limits.max_compute_shared_memory_size {
        return Err(Unsupported::SharedMemory.into());
    }
    refuse_features(gpu, &translated)?;
    Ok(translated)
}

/// Checks the device for numbers of 64 bits and residency, where shaders have them.
fn refuse_features(gpu: &Gpu, translated: &Translated<'_>) -> Result<(), Unsupported> {
    let can = &gpu.features;
    for (feature, has, lack) in [
        (Feature::Doubles, can.shader_float64, Unsupported::Long("floats")),
        (
            Feature::LongIntegers,
            can.shader_int64,
            Unsupported::Long("integers"),
        ),
        (
            Feature::LongAtomics,
            u32::from(gpu.extensions.long_atomics),
            Unsupported::Long("atomic operations"),
        ),
        (
            Feature::Residency,
            can.shader_resource_residency,
            Unsupported::Residency,
        ),
        (Feature::FragmentInterlock, 0, Unsupported::Interlock),
    ] {
        let mut sides = translated.sides();
        if has == 0 && sides.any(|side| side.shader.features.contains(&feature)) {
            return Err(lack);
        }
    }
    let mut shared = translated.sides().filter_map(|side| side.shader.shared.as_ref());
    match !gpu.extensions.shared_atomics && shared.any(|shared| shared.word.is_long()) {
        true => Err(Unsupported::Long("atomic operations of work groups")),
        false => Ok(()),
    }
}

/// The words of the shaders, by their stages.
pub(crate) fn words<'a>(
    translated: &'a Translated<'_>,
) -> Result<Vec<(vk::ShaderStageFlags, &'a [u32])>, Unsupported> {
    let shaders = translated.shaders().map(|(stage, shader)| {
        let words = shader.words.as_ref().ok_or(Unsupported::NoWords)?;
        Ok((flag(stage), words.as_slice()))
    });
    shaders.collect()
}

/// A stage as Vulkan names it.
const fn flag(stage: Stage) -> vk::ShaderStageFlags {
    match stage {
        Stage::Vertex | Stage::VertexState => vk::ShaderStageFlags::VERTEX,
        Stage::TessellationControl => vk::ShaderStageFlags::TESSELLATION_CONTROL,
        Stage::TessellationEvaluation => vk::ShaderStageFlags::TESSELLATION_EVALUATION,
        Stage::Geometry => vk::ShaderStageFlags::GEOMETRY,
        Stage::Fragment => vk::ShaderStageFlags::FRAGMENT,
        Stage::Compute => vk::ShaderStageFlags::COMPUTE,
    }
}

/// The translation options of all programs.
fn emulating(gpu: &Gpu) -> Options {
    let mut options = Options::new(Target::SpirvVulkan);
    options.preserve_special = gpu.extensions.special;
    options.allow = vec![
        Emulation::RectAs2d,
        Emulation::OffsetsBySize,
        Emulation::LongAttributesAsWords,
    ];
    options
}

/// Whether points are drawn, of polygons too: their size is the shader's in Vulkan.
fn draws_points(draw: &DeviceDraw<'_>) -> bool {
    let polygon = &draw.context.polygon;
    match draw.primitive() {
        Primitive::Point => true,
        Primitive::Line => false,
        Primitive::Triangle => {
            (0..2).any(|face| !polygon.cull[face] && polygon.mode[face] == PolygonMode::Point)
        }
    }
}

/// The translation options of a draw: point size and alpha test go into shaders, as Vulkan has no such state.
fn options(gpu: &Gpu, draw: &DeviceDraw<'_>) -> Options {
    let context = draw.context;
    let mut options = emulating(gpu);
    let mut results = draw.last().kernel.program().results().iter();
    let writes_size = results.any(|result| result.binding.family == Family::ResultPointsize);
    let takes_size = draw.is_fixed || context.vertex_program_point_size;
    options.point_size = draws_points(draw) && !(writes_size && takes_size);
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
