//! Results: where what the program gives goes.
//!
//! Names and locations between the stages are those of [`varying`].

use quadrille_isa::gl::{Binding, Family, Stage};
use quadrille_program::layout::Passthrough;
use quadrille_program::resources::Interpolation;
use quadrille_program::{File, Layout, Program, Variable};

use crate::form::{Expression, InputKind, Output, OutputKind, Root, Scalar, Type};
use crate::options::Emulation;
use crate::raise::draft::Draft;
use crate::raise::interface::kinds::Kinds;
use crate::raise::interface::reading::{Reading, Writing};
use crate::raise::interface::{clip, fog, perspective, primitives, varying};
use crate::refusal::Reason;
use crate::sample::Sample;
use crate::target::Feature;

/// Results that a shader may have.
const MOST_RESULTS: usize = 256;

/// A result that a geometry program copies from each vertex that comes in (NV_geometry_shader_passthrough).
pub(crate) struct Passed {
    /// The place that it goes to.
    pub(crate) to: Writing,
    /// What it is of the first vertex.
    pub(crate) from: Reading,
    /// The components that are copied, bit 0 for x.
    pub(crate) mask: u8,
}

/// The places that results are written to.
pub(crate) struct Results {
    /// By slot.
    pub(crate) slots: Vec<Writing>,
    /// The variable of the samples that the program writes, where one sample is made of them.
    pub(crate) sample_mask: Option<u32>,
    /// The number of the vertex that an invocation makes of a patch, where each makes one.
    pub(crate) invocation: Option<Expression>,
    /// Results that are copied from each vertex that comes in.
    pub(crate) passed: Vec<Passed>,
}

impl Results {
    /// Declares the results that the program writes, and those that its partner reads.
    pub(crate) fn declare(draft: &mut Draft<'_>, kinds: &Kinds) -> Results {
        let program = draft.context.program;
        let mut results = Results {
            slots: vec![Writing::Nowhere; program.results().len()],
            sample_mask: None,
            invocation: vertices_out(draft).map(|_| {
                let of = (Family::PrimitiveInvocation, 0);
                draft.added_input("number", Type::INT, InputKind::InvocationId, of, 1)
            }),
            passed: Vec::new(),
        };
        if results.slots.len() > MOST_RESULTS {
            draft.unsupported(draft.context.span(None), Reason::Places("results"));
            return results;
        }
        // An array of varyings may be declared for the sake of a few of its elements.
        let is_varying = |variable: &Variable| varying::location(variable.binding).is_some();
        let written = |variable: &Variable| variable.used != 0 || !is_varying(variable);
        for (slot, variable) in program
            .results()
            .iter()
            .enumerate()
            .filter(|(_, variable)| written(variable))
        {
            let use_of = draft.context.first_use(File::Result, slot);
            let writing = draft.refusing_at(use_of, |draft| results.result(draft, kinds, variable));
            if let Writing::Vector(root @ Root::Output(at)) = writing
                && let output = &draft.shader.outputs[at as usize]
                && (output.vertices.is_none() || is_varying(variable) && !output.is_built_in)
            {
                draft.alias(File::Result, slot, root, None);
            }
            results.slots[slot] = writing;
        }
        if let Layout::Geometry(geometry) = program.layout() {
            for copied in &geometry.passthrough {
                results.pass(draft, kinds, copied);
            }
        }
        if draft.context.precedes_partner()
            && let Some(partner) = draft.context.partner
        {
            results.expected(draft, kinds, partner);
        }
        results
    }

    /// Declares a result that is copied, and the attribute that it comes from.
    fn pass(&mut self, draft: &mut Draft<'_>, kinds: &Kinds, copied: &Passthrough) {
        let Some(attribute) = copied.binding.attribute() else {
            return;
        };
        let of = |binding| Variable {
            binding,
            long: false,
            used: copied.mask,
            interpolation: Default::default(),
        };
        let to = self.result(draft, kinds, &of(copied.binding));
        if let Writing::Nowhere = to {
            return;
        }
        if let Some(from) = primitives::of_vertex(draft, copied.binding, &of(attribute)) {
            let mask = copied.mask;
            self.passed.push(Passed { to, from, mask });
        }
    }

    /// Declares the outputs that the program behind reads, written or not.
    fn expected(&mut self, draft: &mut Draft<'_>, kinds: &Kinds, partner: &Program) {
        let fogcoord = Binding::new(Family::FragmentFogcoord, [0; 4]);
        let read = partner.attributes().iter().map(|attribute| attribute.binding);
        let wanted: Vec<Binding> = read
            .chain(fog::of_program(partner).map(|_| fogcoord))
            .filter_map(|binding| {
                let [number, ..] = binding.index;
                Some(match binding.family {
                    Family::FragmentColor => Binding::new(Family::ResultColor, [0, number, 0, 0]),
                    Family::FragmentTexcoord => Binding::new(Family::ResultTexcoord, [number, 0, 0, 0]),
                    Family::FragmentAttrib => Binding::new(Family::ResultAttrib, [number, 0, 0, 0]),
                    Family::FragmentFogcoord => Binding::new(Family::ResultFogcoord, [0; 4]),
                    _ => {
                        return binding
                            .passed()
                            .filter(|result| varying::location(*result).is_some());
                    }
                })
            })
            .collect();
        let own: &[Binding] = match draft.context.is_vertex() {
            true => &draft.context.options.vertex_results,
            false => &[],
        };
        for binding in wanted.into_iter().chain(own.iter().copied()) {
            if draft
                .shader
                .outputs
                .iter()
                .all(|output| output.binding != binding)
            {
                let used = Variable {
                    binding,
                    long: false,
                    used: 0,
                    interpolation: Default::default(),
                };
                self.result(draft, kinds, &used);
            }
        }
    }

    fn result(&mut self, draft: &mut Draft<'_>, kinds: &Kinds, variable: &Variable) -> Writing {
        let binding = variable.binding;
        let [first, second, ..] = binding.index;
        let span = draft.context.entry();
        let options = draft.context.options;
        let next = draft.context.next_stage();
        let interpolation = partner_interpolation(draft, binding);
        let varying = || OutputKind::Varying(varying::location(binding).unwrap_or(0), interpolation);
        let (name, ty, kind, component) = match binding.family {
            Family::ResultPosition => ("position".to_owned(), Type::VEC4, OutputKind::Position, 0),
            Family::ResultColor | Family::ResultTexcoord | Family::ResultAttrib => {
                (varying::name(binding, next), Type::VEC4, varying(), 0)
            }
            Family::ResultFogcoord => (varying::name(binding, next), Type::FLOAT, varying(), 0),
            // Fragments have no use for it.
            Family::ResultId if next == Stage::Fragment => return Writing::Nowhere,
            Family::ResultId => {
                draft.need(Feature::Integers, span);
                (varying::name(binding, next), Type::INT, varying(), 0)
            }
            Family::ResultPatchAttrib => {
                let kind = OutputKind::Patch(varying::location(binding).unwrap_or(0));
                (
                    varying::name(binding, Stage::TessellationEvaluation),
                    Type::VEC4,
                    kind,
                    0,
                )
            }
            Family::ResultPatchTessouter => (
                format!("outer{first}"),
                Type::FLOAT,
                OutputKind::OuterLevel(first),
                0,
            ),
            Family::ResultPatchTessinner => (
                format!("inner{first}"),
                Type::FLOAT,
                OutputKind::InnerLevel(first),
                0,
            ),
            Family::ResultPrimid => {
                draft.need(Feature::Integers, span);
                ("primitive_id".to_owned(), Type::INT, OutputKind::PrimitiveId, 0)
            }
            // A parameter is the size.
            Family::ResultPointsize if options.point_size && draft.context.is_rasterized() => {
                return Writing::Nowhere;
            }
            Family::ResultPointsize if draft.shader.stage != Stage::Vertex => {
                primitives::point_size(draft);
                ("point_size".to_owned(), Type::FLOAT, OutputKind::PointSize, 0)
            }
            Family::ResultPointsize => {
                if !draft.context.supports(Feature::PointSize) && options.allows(Emulation::NoPointSize) {
                    return Writing::Nowhere;
                }
                draft.need_or(Feature::PointSize, Emulation::NoPointSize, span);
                ("point_size".to_owned(), Type::FLOAT, OutputKind::PointSize, 0)
            }
            Family::ResultClip if options.clip_planes.is_some_and(|planes| planes >> first & 1 == 0) => {
                return Writing::Nowhere;
            }
            Family::ResultClip => {
                if !clip::is_written(draft, first, span) {
                    return Writing::Nowhere;
                }
                let (name, kind) = clip::output(draft.context, first);
                (name, Type::FLOAT, kind, 0)
            }
            // Declared and not written, they would be undefined for every fragment; and a target may have no such place.
            Family::ResultFragmentColor | Family::ResultDepth | Family::ResultSamplemask
                if variable.used == 0 =>
            {
                return Writing::Nowhere;
            }
            Family::ResultFragmentColor => {
                if first > 0 {
                    draft.need(Feature::DrawBuffers, span);
                }
                if second > 0 {
                    draft.need(Feature::DualSource, span);
                }
                let which = ["", "_secondary"][second as usize & 1];
                let ty = Type::new(written_kind(draft.context.program, kinds, binding), 4);
                (
                    format!("o_color{first}{which}"),
                    ty,
                    OutputKind::Color(first, second),
                    0,
                )
            }
            Family::ResultDepth => {
                draft.need(Feature::DepthOutput, span);
                ("depth".to_owned(), Type::FLOAT, OutputKind::Depth, 2)
            }
            // Where there is one sample the mask does not count (GL 2.1, 4.1.3; ARB_sample_shading 4.1.3).
            Family::ResultSamplemask
                if options
                    .sample
                    .as_ref()
                    .is_some_and(|sample: &Sample| !sample.is_one_of_several()) =>
            {
                return Writing::Nowhere;
            }
            Family::ResultSamplemask => {
                draft.need(Feature::Integers, span);
                if options.known_sample(Feature::SampleMaskOutput).is_some() {
                    let mask = draft.variable("sample_mask", Type::INT);
                    self.sample_mask = Some(mask);
                    return Writing::Scalar(Root::Variable(mask), 0);
                }
                draft.need(Feature::SampleMaskOutput, span);
                ("sample_mask".to_owned(), Type::INT, OutputKind::SampleMask, 0)
            }
            Family::ResultLayer => {
                layers(draft);
                draft.need(Feature::Integers, span);
                ("layer".to_owned(), Type::INT, OutputKind::Layer, 0)
            }
            Family::ResultViewport => {
                layers(draft);
                draft.need(Feature::Integers, span);
                ("viewport".to_owned(), Type::INT, OutputKind::Viewport, 0)
            }
            // The option has one word of 32 viewports.
            Family::ResultViewportmask => {
                draft.need(Feature::ViewportMask, span);
                ("viewport_mask".to_owned(), Type::INT, OutputKind::ViewportMask, 0)
            }
            _ => {
                let reason = Reason::Binding(binding.text(draft.context.program.features()));
                draft.unsupported(draft.context.span(None), reason);
                return Writing::Nowhere;
            }
        };
        let is_of_patch = matches!(
            kind,
            OutputKind::Patch(_) | OutputKind::OuterLevel(_) | OutputKind::InnerLevel(_)
        );
        let vertices = vertices_out(draft).filter(|_| !is_of_patch);
        let root = draft.output(Output {
            name,
            ty,
            kind,
            binding,
            is_built_in: false,
            used: variable.used,
            vertices,
        });
        if ty.is_scalar() {
            Writing::Scalar(root, component)
        } else {
            Writing::Vector(root)
        }
    }
}

/// The vertices of a patch that comes out, of which each invocation makes one.
fn vertices_out(draft: &Draft<'_>) -> Option<u32> {
    match draft.shader.layout {
        Layout::TessellationControl { vertices } => Some(vertices),
        Layout::None | Layout::Geometry(_) | Layout::TessellationEvaluation(_) | Layout::Compute { .. } => {
            None
        }
    }
}

/// Layers and viewports, which geometry shaders have wherever they are.
fn layers(draft: &mut Draft<'_>) {
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
