//! Results: where what the program gives goes.
//!
//! Between the stages, names and locations go by what a value is, so that a vertex and a fragment shader fit
//! each other however they were translated:
//!
//! | in a vertex program | in a fragment program | name | location |
//! |---|---|---|---|
//! | `result.color` | `fragment.color` | `v_color` | 0 |
//! | `result.color.secondary` | `fragment.color.secondary` | `v_color_secondary` | 1 |
//! | `result.color.back` | | `v_back_color` | 2 |
//! | `result.color.back.secondary` | | `v_back_color_secondary` | 3 |
//! | `result.fogcoord` | `fragment.fogcoord` | `v_fogcoord`, a float | 4 |
//! | `result.texcoord[n]` | `fragment.texcoord[n]` | `v_texcoordN` | 5 + n |
//! | `result.attrib[n]` | `fragment.attrib[n]` | `v_attribN` | 13 + n |

use quadrille_isa::gl::{Binding, Family};
use quadrille_program::resources::Interpolation;
use quadrille_program::{File, Variable};

use crate::form::{Output, OutputKind, Root, Scalar, Type};
use crate::options::Emulation;
use crate::raise::interface::attributes::{asked, indexed};
use crate::raise::interface::parameters::FOG_OPTIONS;
use crate::raise::raiser::{Raiser, Writing};
use crate::target::{Feature, Support};

/// Results that a shader may have.
const MOST_RESULTS: usize = 256;

impl Raiser<'_> {
    /// Declares the results that the program writes, and those that its partner reads.
    pub(crate) fn results(&mut self) {
        let program = self.program;
        if program.results().len() > MOST_RESULTS {
            return self.unsaid("no target has so many results");
        }
        // An array of values between the stages may be declared for the sake of a few of its elements.
        let between = |variable: &Variable| varying_location(variable.binding).is_some();
        let written = |variable: &Variable| variable.used != 0 || !between(variable);
        for (slot, variable) in program
            .results()
            .iter()
            .enumerate()
            .filter(|(_, variable)| written(variable))
        {
            let writing = self.result(variable);
            if let Writing::Vector(root) = writing {
                self.alias(File::Result, slot, root, None);
            }
            self.results[slot] = writing;
        }
        if self.is_vertex() {
            self.expected();
        }
    }

    /// What the fragment program of a pair reads must be there, written or not.
    fn expected(&mut self) {
        let Some(partner) = self.source.partner else {
            return;
        };
        let fog = FOG_OPTIONS
            .iter()
            .any(|option| partner.features().options.contains(*option));
        let fogcoord = Binding::new(Family::FragmentFogcoord, [0; 4]);
        let read = partner.attributes().iter().map(|attribute| attribute.binding);
        let wanted: Vec<Binding> = read
            .chain(fog.then_some(fogcoord))
            .filter_map(|binding| {
                let [number, ..] = binding.index;
                Some(match binding.family {
                    Family::FragmentColor => Binding::new(Family::ResultColor, [0, number, 0, 0]),
                    Family::FragmentTexcoord => Binding::new(Family::ResultTexcoord, [number, 0, 0, 0]),
                    Family::FragmentAttrib => Binding::new(Family::ResultAttrib, [number, 0, 0, 0]),
                    Family::FragmentFogcoord => Binding::new(Family::ResultFogcoord, [0; 4]),
                    _ => return None,
                })
            })
            .collect();
        for binding in wanted {
            if self.shader.outputs.iter().all(|output| output.binding != binding) {
                let used = Variable {
                    binding,
                    long: false,
                    used: 0,
                    interpolation: Default::default(),
                };
                self.result(&used);
            }
        }
    }

    /// What the program writes to a result: floats, or the integers of an integer framebuffer.
    fn written_kind(&self, binding: Binding) -> Scalar {
        let mut results = self.program.results().iter();
        let slot = results.position(|result| result.binding == binding);
        slot.map_or(Scalar::Float, |slot| self.kinds.of(File::Result, slot))
    }

    /// How the fragment program of a pair has a value interpolated.
    fn partner_interpolation(&mut self, binding: Binding) -> Interpolation {
        let mut attributes = self
            .source
            .partner
            .iter()
            .flat_map(|partner| partner.attributes());
        let location = varying_location(binding);
        let same = attributes
            .find(|attribute| location.is_some() && varying_location(attribute.binding) == location);
        let mut interpolation: Interpolation =
            same.map(|attribute| attribute.interpolation).unwrap_or_default();
        interpolation.flat |= self.options.flat_colors && binding.family == Family::ResultColor;
        // What the target lacks the partner does not read, or it is refused itself.
        let has = |feature| self.options.target.support(feature) != Support::Missing;
        interpolation.flat &= has(Feature::FlatVaryings);
        interpolation.no_perspective &= has(Feature::NoPerspective) || self.divides_by_w();
        interpolation = self.placed(interpolation);
        interpolation.sample &= has(Feature::SampleVaryings);
        let features = asked(interpolation).filter(|feature| has(*feature));
        self.shader.features.extend(features.collect::<Vec<_>>());
        interpolation
    }

    fn result(&mut self, variable: &Variable) -> Writing {
        let binding = variable.binding;
        let [first, second, ..] = binding.index;
        let span = self.program.span(self.program.entry());
        let interpolation = self.partner_interpolation(binding);
        let varying = || OutputKind::Varying(varying_location(binding).unwrap_or(0), interpolation);
        let (name, ty, kind, component) = match binding.family {
            Family::ResultPosition => ("position".to_owned(), Type::VEC4, OutputKind::Position, 0),
            Family::ResultColor => {
                let face = ["", "_back"][first as usize & 1];
                let which = ["", "_secondary"][second as usize & 1];
                (format!("v{face}_color{which}"), Type::VEC4, varying(), 0)
            }
            Family::ResultFogcoord => ("v_fogcoord".to_owned(), Type::FLOAT, varying(), 0),
            Family::ResultTexcoord | Family::ResultAttrib => {
                let text = binding.to_string();
                let name = text.trim_start_matches("result.");
                (format!("v_{}", indexed(name, binding)), Type::VEC4, varying(), 0)
            }
            // A parameter is the size.
            Family::ResultPointsize if self.options.point_size => return Writing::Nowhere,
            Family::ResultPointsize => {
                if self.options.target.support(Feature::PointSize) == Support::Missing
                    && self.options.allows(Emulation::NoPointSize)
                {
                    return Writing::Nowhere;
                }
                self.need_or(Feature::PointSize, Emulation::NoPointSize, span);
                ("point_size".to_owned(), Type::FLOAT, OutputKind::PointSize, 0)
            }
            Family::ResultClip
                if self
                    .options
                    .clip_planes
                    .is_some_and(|planes| planes >> first & 1 == 0) =>
            {
                return Writing::Nowhere;
            }
            Family::ResultClip => {
                if !self.clips(first, span) {
                    return Writing::Nowhere;
                }
                let (name, kind) = self.clip_output(first);
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
                    self.need(Feature::DrawBuffers, span);
                }
                if second > 0 {
                    self.need(Feature::DualSource, span);
                }
                let which = ["", "_secondary"][second as usize & 1];
                let ty = Type::new(self.written_kind(binding), 4);
                (
                    format!("o_color{first}{which}"),
                    ty,
                    OutputKind::Color(first, second),
                    0,
                )
            }
            Family::ResultDepth => {
                self.need(Feature::DepthOutput, span);
                ("depth".to_owned(), Type::FLOAT, OutputKind::Depth, 2)
            }
            // Where there is one sample the mask does not count (GL 2.1, 4.1.3; ARB_sample_shading 4.1.3).
            Family::ResultSamplemask
                if self
                    .options
                    .sample
                    .as_ref()
                    .is_some_and(|sample| !sample.is_one_of_several()) =>
            {
                return Writing::Nowhere;
            }
            Family::ResultSamplemask => {
                self.need(Feature::Integers, span);
                if self.options.known_sample(Feature::SampleMaskOutput).is_some() {
                    let mask = self.variable("sample_mask", Type::INT);
                    self.sample_mask = Some(mask);
                    return Writing::Scalar(Root::Variable(mask), 0);
                }
                self.need(Feature::SampleMaskOutput, span);
                ("sample_mask".to_owned(), Type::INT, OutputKind::SampleMask, 0)
            }
            Family::ResultLayer | Family::ResultViewport => {
                self.need(Feature::LayerOutput, span);
                self.need(Feature::Integers, span);
                let (name, kind) = match binding.family {
                    Family::ResultLayer => ("layer", OutputKind::Layer),
                    _ => ("viewport", OutputKind::Viewport),
                };
                (name.to_owned(), Type::INT, kind, 0)
            }
            // The option has one word of 32 viewports.
            Family::ResultViewportmask => {
                self.need(Feature::ViewportMask, span);
                ("viewport_mask".to_owned(), Type::INT, OutputKind::ViewportMask, 0)
            }
            _ => {
                let what = format!("no translation has `{}`", binding.text(self.program.features()));
                self.unsaid(&what);
                return Writing::Nowhere;
            }
        };
        let name = self.names.reserve(&name);
        self.shader.outputs.push(Output {
            name,
            ty,
            kind,
            binding,
            used: variable.used,
        });
        let root = Root::Output(self.shader.outputs.len() as u32 - 1);
        if ty.is_scalar() {
            Writing::Scalar(root, component)
        } else {
            Writing::Vector(root)
        }
    }
}

/// Where a value between the stages lies.
pub(crate) fn varying_location(binding: Binding) -> Option<u32> {
    let [first, second, ..] = binding.index;
    Some(match binding.family {
        Family::FragmentColor => first,
        Family::ResultColor => 2 * first + second,
        Family::FragmentFogcoord | Family::ResultFogcoord => 4,
        Family::FragmentTexcoord | Family::ResultTexcoord => 5 + first,
        Family::FragmentAttrib | Family::ResultAttrib => 13 + first,
        _ => return None,
    })
}
