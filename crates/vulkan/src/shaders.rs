//! The programs of a draw as SPIR-V, and what of the state has to be said in them.

use quadrille_pipeline::DeviceDraw;
use quadrille_pipeline::primitive::Shape;
use quadrille_pipeline::state::Compare;
use quadrille_texture::{Access, DepthMode};
use quadrille_translate::form::{OutputKind, Shader};
use quadrille_translate::{self as translate, AlphaTest, Emulation, Options, Target};

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
            let first = problems.vertex.into_iter().chain(problems.fragment).next();
            first.map_or_else(
                || "a program is not translated".to_owned(),
                |problem| problem.message,
            )
        })?;
        let words = |words: Option<Vec<u32>>| words.ok_or("a program gives no SPIR-V");
        let shaders = Shaders {
            words: [words(pair.vertex.words)?, words(pair.fragment.words)?],
            vertex: pair.vertex.shader,
            fragment: pair.fragment.shader,
            options,
        };
        let bound = [&shaders.vertex, &shaders.fragment];
        if bound.iter().any(|shader| shader.asks_for_more()) {
            return Err("this engine binds no parameter buffers and chooses no subroutines".to_owned());
        }
        shaders.check_points(gpu, draw)?;
        shaders.check_planes(gpu, draw)?;
        Ok(shaders)
    }

    /// The words of both shaders.
    pub(crate) fn words(&self) -> [&[u32]; 2] {
        [&self.words[0], &self.words[1]]
    }

    fn writes(&self, wanted: impl Fn(OutputKind) -> bool) -> bool {
        self.vertex.outputs.iter().any(|output| wanted(output.kind))
    }

    /// Sizes of points: Vulkan takes the shader's, or 1.
    fn check_points(&self, gpu: &Gpu, draw: &DeviceDraw<'_>) -> Result<(), String> {
        let context = draw.context;
        if draw.primitive.shape() != Shape::Point {
            return Ok(());
        }
        let writes = self.writes(|kind| kind == OutputKind::PointSize);
        let taken = draw.is_fixed || context.vertex_program_point_size;
        if writes != taken && (writes || context.point.size != 1.0) {
            return Err("points take their size from the program or are one pixel on Vulkan".to_owned());
        }
        if writes && gpu.features.large_points == 0 {
            return Err("the Vulkan device has no large points".to_owned());
        }
        Ok(())
    }

    /// Clip planes: Vulkan clips by every distance that the shader writes, and by no plane.
    fn check_planes(&self, gpu: &Gpu, draw: &DeviceDraw<'_>) -> Result<(), String> {
        let enabled = draw.context.transform.clip_enabled;
        let program = draw.vertex.kernel.program();
        if enabled != 0 && (draw.is_fixed || program.features().options.position_invariant()) {
            return Err(
                "clip planes are not drawn with on Vulkan, only distances that a program gives".to_owned(),
            );
        }
        let off = |kind: OutputKind| match kind {
            OutputKind::ClipDistance(plane) => enabled >> plane & 1 == 0,
            _ => false,
        };
        if self.writes(off) {
            return Err("a clip distance that is switched off clips all the same on Vulkan".to_owned());
        }
        if enabled != 0 && gpu.features.shader_clip_distance == 0 {
            return Err("the Vulkan device has no clip distances".to_owned());
        }
        Ok(())
    }
}

/// How the programs are translated.
fn options(draw: &DeviceDraw<'_>) -> Result<Options, String> {
    let context = draw.context;
    let vertex = draw.vertex.kernel.program();
    let mut options = Options::new(Target::SpirvVulkan);
    options.comments = false;
    options.clamp_colors = context.clamping.vertex;
    options.allow = vec![Emulation::RectAs2d];
    if context.transform.clip_enabled == 0 {
        options.allow.push(Emulation::NoClipDistances);
    }
    if draw.primitive.shape() != Shape::Point {
        options.allow.push(Emulation::NoPointSize);
    }
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
