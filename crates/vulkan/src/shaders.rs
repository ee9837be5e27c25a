//! The programs of a draw as SPIR-V, and what of the state has to be said in them.

use quadrille_base::Diagnostic;
use quadrille_isa::gl::Family;
use quadrille_pipeline::DeviceDraw;
use quadrille_pipeline::primitive::Shape;
use quadrille_pipeline::state::Compare;
use quadrille_texture::{Access, DepthMode};
use quadrille_translate::form::{OutputKind, Shader};
use quadrille_translate::{self as translate, AlphaTest, Emulation, Feature, Options, Target};

use crate::gpu::Gpu;

/// Both shaders of a draw.
pub(crate) struct Shaders {
    pub(crate) vertex: Shader,
    pub(crate) fragment: Shader,
    /// How they were translated.
    pub(crate) options: Options,
    words: [Vec<u32>; 2],
}

impl Shaders {
    pub(crate) fn new(gpu: &Gpu, draw: &DeviceDraw<'_>) -> Result<Shaders, String> {
        let options = options(draw)?;
        let programs = [draw.vertex.kernel.program(), draw.fragment.kernel.program()];
        // The text is for comments only.
        let [vertex, fragment] = programs.map(|program| (&**program, ""));
        let pair = translate::translate_pair(vertex, fragment, &options).map_err(|problems| {
            let of = |stage: &str, problems: &[Diagnostic]| {
                let first = problems.first()?;
                Some(format!("{stage} program: {}", first.message))
            };
            let found = of("vertex", &problems.vertex).or_else(|| of("fragment", &problems.fragment));
            found.unwrap_or_else(|| "a program is not translated".to_owned())
        })?;
        let words = |words: Option<Vec<u32>>| words.ok_or("a program gives no SPIR-V");
        let shaders = Shaders {
            words: [words(pair.vertex.words)?, words(pair.fragment.words)?],
            vertex: pair.vertex.shader,
            fragment: pair.fragment.shader,
            options,
        };
        if !shaders.vertex.storages.is_empty() || !shaders.fragment.storages.is_empty() {
            return Err("storage buffers are not bound on Vulkan".to_owned());
        }
        let writes = |wanted: fn(OutputKind) -> bool| {
            let mut outputs = shaders.vertex.outputs.iter();
            outputs.any(|output| wanted(output.kind))
        };
        let chooses = |kind| {
            matches!(
                kind,
                OutputKind::Layer | OutputKind::Viewport | OutputKind::ViewportMask
            )
        };
        if writes(chooses) {
            return Err("layers and viewports that programs choose are not drawn on Vulkan".to_owned());
        }
        let size = shaders.options.point_size.then_some(draw.context.point.size);
        if draw.primitive.shape() == Shape::Point && gpu.features.large_points == 0 && size != Some(1.0) {
            return Err("the Vulkan device has no large points".to_owned());
        }
        if writes(|kind| matches!(kind, OutputKind::ClipDistance(_)))
            && gpu.features.shader_clip_distance == 0
        {
            return Err("the Vulkan device has no clip distances".to_owned());
        }
        for (feature, has, what) in [
            (Feature::Doubles, gpu.features.shader_float64, "floats"),
            (Feature::LongIntegers, gpu.features.shader_int64, "integers"),
        ] {
            let mut stages = [&shaders.vertex, &shaders.fragment].into_iter();
            if has == 0 && stages.any(|shader| shader.features.contains(&feature)) {
                return Err(format!("the Vulkan device has no 64-bit {what}"));
            }
        }
        Ok(shaders)
    }

    /// The words of both shaders.
    pub(crate) fn words(&self) -> [&[u32]; 2] {
        [&self.words[0], &self.words[1]]
    }
}

/// How the programs are translated.
fn options(draw: &DeviceDraw<'_>) -> Result<Options, String> {
    let context = draw.context;
    let vertex = draw.vertex.kernel.program();
    let mut options = Options::new(Target::SpirvVulkan);
    options.comments = false;
    options.clamp_colors = context.clamping.vertex;
    options.allow = vec![Emulation::RectAs2d, Emulation::OffsetsBySize];
    // Vulkan clips by every distance that the shader writes, and has no size of points but the shader's.
    options.clip_planes = Some(context.transform.clip_enabled.into());
    let mut results = vertex.results().iter();
    let writes_size = results.any(|result| result.binding.family == Family::ResultPointsize);
    let takes_size = draw.is_fixed || context.vertex_program_point_size;
    options.point_size = draw.primitive.shape() == Shape::Point && !(writes_size && takes_size);
    options.two_sided = if draw.is_fixed {
        context.lighting.enabled && context.lighting.model.two_side
    } else {
        context.vertex_program_two_side
    };
    options.flat_colors = context.lighting.flat;
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
    let mut mode = None;
    for program in [vertex, draw.fragment.kernel.program()] {
        for texture in program
            .textures()
            .iter()
            .filter(|texture| texture.target.is_shadow())
        {
            let bound = draw
                .textures
                .0
                .get(texture.unit, Access::of(texture.target).target);
            let own = bound.map_or(DepthMode::Luminance, |bound| bound.sampler().depth_mode);
            if mode.is_some_and(|mode| mode != own) {
                return Err("depth textures of different modes are not drawn with on Vulkan".to_owned());
            }
            mode = Some(own);
        }
    }
    options.depth_mode = match mode {
        Some(DepthMode::Intensity) => translate::DepthMode::Intensity,
        Some(DepthMode::Alpha) => translate::DepthMode::Alpha,
        Some(DepthMode::Red) => translate::DepthMode::Red,
        Some(DepthMode::Luminance) | None => translate::DepthMode::Luminance,
    };
    Ok(options)
}
