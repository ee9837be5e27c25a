//! `enable` and `disable`: capabilities by their GL names.

use quadrille_isa::gl::Stage;
use quadrille_pipeline::state::{
    CLIP_DISTANCES, CLIP_PLANES, ColorMaterial, Faces, FixedTarget, IndexedScissor, LineStipple,
    LogicOperation, Rectangle, VIEWPORTS,
};

use super::state::each_blend;
use crate::canvas::Canvas;

/// State that scenes keep besides the context, since the context folds it into one value.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Switches {
    /// The scissor test of each viewport.
    scissors: [Scissor; VIEWPORTS],
    pub(crate) logic: bool,
    pub(crate) logic_operation: Option<LogicOperation>,
    pub(crate) cull: bool,
    /// Front, back; without a `cullface` command, back.
    pub(crate) cull_faces: Option<[bool; 2]>,
    pub(crate) line_stipple: Pattern<LineStipple>,
    pub(crate) polygon_stipple: Pattern<[u32; 32]>,
    pub(crate) color_material: bool,
    pub(crate) color_material_mode: Option<(Faces, ColorMaterial)>,
}

/// A pattern, and whether it counts; without a command it has no gaps.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Pattern<T> {
    pub(crate) on: bool,
    pub(crate) value: Option<T>,
}

/// The scissor test of a viewport.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Scissor {
    pub(crate) enabled: bool,
    /// Without a `scissor` command, the framebuffer.
    pub(crate) rectangle: Option<Rectangle>,
}

impl Switches {
    /// Sets the scissor test of a viewport, or of all.
    pub(crate) fn set_scissor(&mut self, viewport: Option<usize>, set: impl Fn(&mut Scissor)) {
        match viewport {
            Some(viewport) => set(&mut self.scissors[viewport]),
            None => self.scissors.iter_mut().for_each(set),
        }
    }

    /// Folds the switches into the state, as a draw reads it.
    pub(crate) fn apply(&self, canvas: &mut Canvas) {
        let whole = Rectangle {
            x: 0,
            y: 0,
            width: canvas.draw_framebuffer().width(),
            height: canvas.draw_framebuffer().height(),
        };
        let context = &mut canvas.state;
        let [first, others @ ..] = self.scissors.each_ref().map(|scissor| {
            let rectangle = scissor.rectangle.unwrap_or(whole);
            scissor.enabled.then_some(rectangle)
        });
        context.scissor = first;
        context.scissors = others.map(|own| match own {
            own if own == first => IndexedScissor::AsFirst,
            Some(rectangle) => IndexedScissor::Within(rectangle),
            None => IndexedScissor::Off,
        });
        context.logic_operation = self
            .logic
            .then(|| self.logic_operation.unwrap_or(LogicOperation::Copy));
        context.line_stipple = self.line_stipple.value.filter(|_| self.line_stipple.on);
        context.polygon.stipple = self.polygon_stipple.value.filter(|_| self.polygon_stipple.on);
        context.polygon.cull = if self.cull {
            self.cull_faces.unwrap_or([false, true])
        } else {
            [false; 2]
        };
        let both = (Faces::FrontAndBack, ColorMaterial::AmbientAndDiffuse);
        context.lighting.color_material = self
            .color_material
            .then(|| self.color_material_mode.unwrap_or(both));
    }
}

/// Capabilities of GL 2.1 that change nothing in a scene: there is no dithering, and evaluators, colour indices and pixel
/// transfers are out of a scene's reach.
const INERT: &[&str] = &[
    "AUTO_NORMAL",
    "COLOR_TABLE",
    "CONVOLUTION_1D",
    "CONVOLUTION_2D",
    "DITHER",
    "HISTOGRAM",
    "INDEX_LOGIC_OP",
    "LOGIC_OP",
    "MINMAX",
    "POST_COLOR_MATRIX_COLOR_TABLE",
    "POST_CONVOLUTION_COLOR_TABLE",
    "SEPARABLE_2D",
    "STENCIL_TEST_TWO_SIDE",
];

/// Sets a capability; `false` if there is none of that name. `unit` is the active texture unit.
pub(crate) fn set(name: &str, on: bool, unit: usize, canvas: &mut Canvas, switches: &mut Switches) -> bool {
    let context = &mut canvas.state;
    let name = name.strip_prefix("GL_").unwrap_or(name);
    let name = ["_ARB", "_EXT", "_NV"]
        .iter()
        .find_map(|suffix| name.strip_suffix(suffix))
        .unwrap_or(name);
    let numbered = |prefix: &str, most: usize| {
        name.strip_prefix(prefix)
            .and_then(|number| number.parse::<usize>().ok())
            .filter(|number| *number < most)
    };
    if let Some(plane) =
        numbered("CLIP_PLANE", CLIP_PLANES).or_else(|| numbered("CLIP_DISTANCE", CLIP_DISTANCES))
    {
        let bit = 1 << plane;
        let enabled = &mut context.transform.clip_enabled;
        *enabled = if on { *enabled | bit } else { *enabled & !bit };
        return true;
    }
    if let Some(light) = numbered("LIGHT", 8) {
        context.lighting.lights[light].enabled = on;
        return true;
    }
    if let Some(coordinate) = name.strip_prefix("TEXTURE_GEN_").and_then(|c| "STRQ".find(c)) {
        if let Some(unit) = context.textures.get_mut(unit) {
            unit.generation[coordinate].enabled = on;
        }
        return true;
    }
    let target = match name {
        "TEXTURE_1D" => Some(FixedTarget::T1D),
        "TEXTURE_2D" => Some(FixedTarget::T2D),
        "TEXTURE_RECTANGLE" => Some(FixedTarget::Rect),
        "TEXTURE_3D" => Some(FixedTarget::T3D),
        "TEXTURE_CUBE_MAP" => Some(FixedTarget::Cube),
        _ => None,
    };
    if let Some(target) = target {
        if let Some(unit) = context.textures.get_mut(unit) {
            unit.enabled[target as usize] = on;
        }
        return true;
    }
    match name {
        "VERTEX_PROGRAM" => return canvas.enable_program(Stage::Vertex, on).is_ok(),
        "TESS_CONTROL_PROGRAM" => return canvas.enable_program(Stage::TessellationControl, on).is_ok(),
        "TESS_EVALUATION_PROGRAM" => return canvas.enable_program(Stage::TessellationEvaluation, on).is_ok(),
        "GEOMETRY_PROGRAM" => return canvas.enable_program(Stage::Geometry, on).is_ok(),
        "FRAGMENT_PROGRAM" => return canvas.enable_program(Stage::Fragment, on).is_ok(),
        "VERTEX_PROGRAM_TWO_SIDE" => context.vertex_program_two_side = on,
        "VERTEX_PROGRAM_POINT_SIZE" | "PROGRAM_POINT_SIZE" => context.vertex_program_point_size = on,
        "DEPTH_TEST" => context.depth.enabled = on,
        "DEPTH_CLAMP" => context.transform.depth_clamp = on,
        "STENCIL_TEST" => context.stencil.enabled = on,
        "ALPHA_TEST" => context.alpha_test.enabled = on,
        "BLEND" => each_blend(context, None, |blend| blend.enabled = on),
        "FRAMEBUFFER_SRGB" => context.framebuffer_srgb = on,
        "COLOR_LOGIC_OP" => switches.logic = on,
        "SCISSOR_TEST" => switches.set_scissor(None, |scissor| scissor.enabled = on),
        "PRIMITIVE_RESTART" => context.restart.enabled = on,
        "PRIMITIVE_RESTART_FIXED_INDEX" => context.restart.fixed = on,
        "CULL_FACE" => switches.cull = on,
        "POLYGON_OFFSET_POINT" => context.polygon.offset_enabled[0] = on,
        "POLYGON_OFFSET_LINE" => context.polygon.offset_enabled[1] = on,
        "POLYGON_OFFSET_FILL" => context.polygon.offset_enabled[2] = on,
        "LINE_SMOOTH" => context.line_smooth = on,
        "LINE_STIPPLE" => switches.line_stipple.on = on,
        "POINT_SMOOTH" => context.point.smooth = on,
        "POLYGON_SMOOTH" => context.polygon.smooth = on,
        "POLYGON_STIPPLE" => switches.polygon_stipple.on = on,
        "CONSERVATIVE_RASTERIZATION" => context.conservative = on,
        "LIGHTING" => context.lighting.enabled = on,
        "COLOR_MATERIAL" => switches.color_material = on,
        "NORMALIZE" => context.transform.normalize = on,
        "RESCALE_NORMAL" => context.transform.rescale_normal = on,
        "FOG" => context.fog.enabled = on,
        "COLOR_SUM" => context.color_sum = on,
        "TEXTURE_CUBE_MAP_SEAMLESS" => canvas.set_seamless(on),
        "RASTERIZER_DISCARD" => context.rasterizer_discard = on,
        "POINT_SPRITE" => context.point.sprite = on,
        "MULTISAMPLE" => context.multisample.enabled = on,
        "SAMPLE_ALPHA_TO_COVERAGE" => context.multisample.alpha_to_coverage = on,
        "SAMPLE_ALPHA_TO_ONE" => context.multisample.alpha_to_one = on,
        "SAMPLE_COVERAGE" => context.multisample.coverage_enabled = on,
        "SAMPLE_MASK" => context.multisample.mask_enabled = on,
        "SAMPLE_SHADING" => context.multisample.shading_enabled = on,
        name if INERT.contains(&name) => {}
        _ => return false,
    }
    true
}
