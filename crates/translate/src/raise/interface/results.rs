//! Results: where what the program gives goes.
//!
//! Names and locations between the stages are those of [`varying`].

use quadrille_isa::gl::{Binding, Family};
use quadrille_program::layout::Passthrough;
use quadrille_program::{File, Layout, Program, Variable};

use crate::form::{Expression, InputKind, Root, Type};
use crate::raise::draft::Draft;
use crate::raise::interface::kinds::Kinds;
use crate::raise::interface::reading::{Reading, Writing};
use crate::raise::interface::result_variable::{ResultVariable, vertices_out};
use crate::raise::interface::{fog, primitives, varying};
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

    /// Declares a result; gives the place that it is written to.
    fn result(&mut self, draft: &mut Draft<'_>, kinds: &Kinds, variable: &Variable) -> Writing {
        let binding = variable.binding;
        let result = match binding.family {
            // Declared and not written, they would be undefined for every fragment; and a target may have no such place.
            Family::ResultFragmentColor | Family::ResultDepth | Family::ResultSamplemask
                if variable.used == 0 =>
            {
                None
            }
            Family::ResultFragmentColor => Some(ResultVariable::color(draft, kinds, binding)),
            Family::ResultDepth => Some(ResultVariable::depth(draft)),
            Family::ResultSamplemask => match &draft.context.options.sample {
                Some(sample) => return self.mask_of_sample(draft, sample),
                None => Some(ResultVariable::sample_mask(draft)),
            },
            _ => ResultVariable::before_rasterizer(draft, binding),
        };
        result.map_or(Writing::Nowhere, |result| result.declare(draft, variable))
    }

    /// The mask of the samples, where one sample is drawn at a time.
    fn mask_of_sample(&mut self, draft: &mut Draft<'_>, sample: &Sample) -> Writing {
        // Where there is one sample the mask does not count (GL 2.1, 4.1.3; ARB_sample_shading 4.1.3).
        if !sample.is_one_of_several() {
            return Writing::Nowhere;
        }
        draft.need(Feature::Integers, draft.context.entry());
        let mask = draft.variable("sample_mask", Type::INT);
        self.sample_mask = Some(mask);
        Writing::Scalar(Root::Variable(mask), 0)
    }
}
