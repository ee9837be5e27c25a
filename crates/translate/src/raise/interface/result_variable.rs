//! What a result is in the shader: its name, its type and its destination.

use quadrille_isa::gl::{Binding, Family, Stage};
use quadrille_program::resources::Interpolation;
use quadrille_program::{File, Layout, Program, Variable};

use crate::form::{Output, OutputKind, Scalar, Type};
use crate::options::Emulation;
use crate::raise::draft::Draft;
use crate::raise::interface::kinds::Kinds;
use crate::raise::interface::reading::Writing;
use crate::raise::interface::{clip, perspective, primitives, varying};
use crate::refusal::Reason;
use crate::target::Feature;

/// A result as the shader declares it.
pub(crate) struct ResultVariable {
    name: String,
    ty: Type,
    kind: OutputKind,
}

impl ResultVariable {
    fn new(name: impl Into<String>, ty: Type, kind: OutputKind) -> ResultVariable {
        let name = name.into();
        ResultVariable { name, ty, kind }
    }

    /// A signed integer.
    fn integer(draft: &mut Draft<'_>, name: impl Into<String>, kind: OutputKind) -> ResultVariable {
        draft.need(Feature::Integers, draft.context.entry());
        ResultVariable::new(name, Type::INT, kind)
    }

    /// A result of a stage before the rasterizer; none where nothing is kept of it, or where it is refused.
    pub(crate) fn before_rasterizer(draft: &mut Draft<'_>, binding: Binding) -> Option<ResultVariable> {
        let [first, ..] = binding.index;
        let span = draft.context.entry();
        let options = draft.context.options;
        let next = draft.context.next_stage();
        let interpolation = partner_interpolation(draft, binding);
        let location = varying::location(binding).unwrap_or(0);
        let varying = OutputKind::Varying(location, interpolation);
        let name = |to| varying::name(binding, to);
        Some(match binding.family {
            Family::ResultPosition => ResultVariable::new("position", Type::VEC4, OutputKind::Position),
            Family::ResultColor | Family::ResultTexcoord | Family::ResultAttrib => {
                ResultVariable::new(name(next), Type::VEC4, varying)
            }
            Family::ResultFogcoord => ResultVariable::new(name(next), Type::FLOAT, varying),
            // Fragments have no use for it.
            Family::ResultId if next == Stage::Fragment => return None,
            Family::ResultId => ResultVariable::integer(draft, name(next), varying),
            Family::ResultPatchAttrib => {
                let name = name(Stage::TessellationEvaluation);
                ResultVariable::new(name, Type::VEC4, OutputKind::Patch(location))
            }
            Family::ResultPatchTessouter => ResultVariable::new(
                format!("outer{first}"),
                Type::FLOAT,
                OutputKind::OuterLevel(first),
            ),
            Family::ResultPatchTessinner => ResultVariable::new(
                format!("inner{first}"),
                Type::FLOAT,
                OutputKind::InnerLevel(first),
            ),
            Family::ResultPrimid => ResultVariable::integer(draft, "primitive_id", OutputKind::PrimitiveId),
            Family::ResultPointsize => {
                // A parameter is the size.
                if options.point_size && draft.context.is_rasterized() {
                    return None;
                }
                if draft.shader.stage != Stage::Vertex {
                    primitives::point_size(draft);
                } else if draft.need_or(Feature::PointSize, Emulation::NoPointSize, span)
                    && options.allows(Emulation::NoPointSize)
                {
                    return None;
                }
                ResultVariable::new("point_size", Type::FLOAT, OutputKind::PointSize)
            }
            Family::ResultClip => {
                let is_disabled = options.clip_planes.is_some_and(|planes| planes >> first & 1 == 0);
                if is_disabled || !clip::is_written(draft, first, span) {
                    return None;
                }
                let (name, kind) = clip::output(draft.context, first);
                ResultVariable::new(name, Type::FLOAT, kind)
            }
            Family::ResultLayer => {
                need_layers(draft);
                ResultVariable::integer(draft, "layer", OutputKind::Layer)
            }
            Family::ResultViewport => {
                need_layers(draft);
                ResultVariable::integer(draft, "viewport", OutputKind::Viewport)
            }
            // The option has one word of 32 viewports.
            Family::ResultViewportmask => {
                draft.need(Feature::ViewportMask, span);
                ResultVariable::new("viewport_mask", Type::INT, OutputKind::ViewportMask)
            }
            _ => {
                let reason = Reason::Binding(binding.text(draft.context.program.features()));
                draft.unsupported(draft.context.span(None), reason);
                return None;
            }
        })
    }

    /// A colour of a fragment: `result.color[n].secondary` has the numbers n and 1.
    pub(crate) fn color(draft: &mut Draft<'_>, kinds: &Kinds, binding: Binding) -> ResultVariable {
        let [buffer, index, ..] = binding.index;
        let span = draft.context.entry();
        if buffer > 0 {
            draft.need(Feature::DrawBuffers, span);
        }
        if index > 0 {
            draft.need(Feature::DualSource, span);
        }
        let which = ["", "_secondary"][index as usize & 1];
        let ty = Type::new(written_kind(draft.context.program, kinds, binding), 4);
        ResultVariable::new(
            format!("o_color{buffer}{which}"),
            ty,
            OutputKind::Color(buffer, index),
        )
    }

    /// The depth of a fragment.
    pub(crate) fn depth(draft: &mut Draft<'_>) -> ResultVariable {
        draft.need(Feature::DepthOutput, draft.context.entry());
        ResultVariable::new("depth", Type::FLOAT, OutputKind::Depth)
    }

    /// The samples of a fragment that are written.
    pub(crate) fn sample_mask(draft: &mut Draft<'_>) -> ResultVariable {
        let mask = ResultVariable::integer(draft, "sample_mask", OutputKind::SampleMask);
        draft.need(Feature::SampleMaskOutput, draft.context.entry());
        mask
    }

    /// Declares it, with the components that the program writes.
    pub(crate) fn declare(self, draft: &mut Draft<'_>, variable: &Variable) -> Writing {
        let ResultVariable { name, ty, kind } = self;
        let is_of_patch = matches!(
            kind,
            OutputKind::Patch(_) | OutputKind::OuterLevel(_) | OutputKind::InnerLevel(_)
        );
        let vertices = vertices_out(draft).filter(|_| !is_of_patch);
        let root = draft.output(Output {
            name,
            ty,
            kind,
            binding: variable.binding,
            is_built_in: false,
            used: variable.used,
            vertices,
        });
        // Programs write depth as z.
        let component = if kind == OutputKind::Depth { 2 } else { 0 };
        if ty.is_scalar() {
            Writing::Scalar(root, component)
        } else {
            Writing::Vector(root)
        }
    }
}

/// The vertices of a patch that comes out, of which each invocation makes one.
pub(crate) fn vertices_out(draft: &Draft<'_>) -> Option<u32> {
    match draft.shader.layout {
        Layout::TessellationControl { vertices } => Some(vertices),
        Layout::None | Layout::Geometry(_) | Layout::TessellationEvaluation(_) | Layout::Compute { .. } => {
            None
        }
    }
}

/// Layers and viewports, which geometry shaders have wherever they are.
fn need_layers(draft: &mut Draft<'_>) {
    if draft.shader.stage != Stage::Geometry {
        draft.need(Feature::LayerOutput, draft.context.entry());
    }
}

/// The scalar type that the program writes to a result: floats, or the integers of an integer framebuffer.
fn written_kind(program: &Program, kinds: &Kinds, binding: Binding) -> Scalar {
    let mut results = program.results().iter();
    let slot = results.position(|result| result.binding == binding);
    slot.map_or(Scalar::Float, |slot| kinds.of(File::Result, slot))
}

/// The interpolation of a value by the fragment program of a pair.
fn partner_interpolation(draft: &mut Draft<'_>, binding: Binding) -> Interpolation {
    let context = draft.context;
    let mut attributes = context.partner.iter().flat_map(|partner| partner.attributes());
    let location = varying::location(binding);
    let same =
        attributes.find(|attribute| location.is_some() && varying::location(attribute.binding) == location);
    let mut interpolation: Interpolation = same.map(|attribute| attribute.interpolation).unwrap_or_default();
    interpolation.flat |= context.options.flat_colors && binding.family == Family::ResultColor;
    // What the target lacks the partner does not read, or it is refused itself.
    let has = |feature| context.supports(feature);
    interpolation.flat &= has(Feature::FlatVaryings);
    interpolation.no_perspective &= has(Feature::NoPerspective) || perspective::divides_by_w(context);
    interpolation = varying::placed(context.options, interpolation);
    interpolation.sample &= has(Feature::SampleVaryings);
    let features = varying::asked(interpolation).filter(|feature| has(*feature));
    draft.shader.features.extend(features.collect::<Vec<_>>());
    interpolation
}
