//! Attributes: vertex arrays, values that the vertex stage gave, and what the machine itself knows.
//!
//! | in the program | in the shader |
//! |---|---|
//! | `vertex.position`, `vertex.texcoord[2]`, `vertex.attrib[7]` | `a_position`, `a_texcoord2`, `a_attrib7` |
//! | `fragment.color`, `fragment.color.secondary` | `v_color`, `v_color_secondary` |
//! | `fragment.texcoord[2]`, `fragment.fogcoord` | `v_texcoord2`, `v_fogcoord` |
//!
//! A vertex attribute lies at the number of the generic attribute that shares its place
//! (ARB_vertex_program, table X.2.1), the others from 15 downwards.

use quadrille_isa::gl::binding::generic_alias;
use quadrille_isa::gl::{Binding, Family};
use quadrille_program::resources::Interpolation;
use quadrille_program::{File, Variable};

use crate::form::{Binary, BuiltIn, Expression, Input, InputKind, Root, Scalar, Type};
use crate::options::Emulation;
use crate::raise::interface::parameters::flat;
use crate::raise::interface::results::varying_location;
use crate::raise::raiser::{Raiser, Reading};
use crate::rules;
use crate::target::Feature;

/// Attributes that a shader may read.
const MOST_ATTRIBUTES: usize = 256;

impl Raiser<'_> {
    /// Declares the attributes that the program reads.
    pub(crate) fn attributes(&mut self) {
        let program = self.program;
        if program.attributes().len() > MOST_ATTRIBUTES {
            return self.unsaid("no target has so many attributes");
        }
        // An array of attributes may be declared for the sake of a few of its elements.
        let read = |variable: &Variable| variable.used != 0;
        for (slot, variable) in program
            .attributes()
            .iter()
            .enumerate()
            .filter(|(_, variable)| read(variable))
        {
            self.attribute_kind = self.kinds.of(File::Attribute, slot);
            let reading = self.attribute(variable);
            if let Some(Reading::Whole(whole)) = &reading
                && let crate::form::Kind::Read(place) = &whole.kind
            {
                self.alias(File::Attribute, slot, place.root, None);
            }
            self.attributes[slot] = reading;
        }
        self.long_attributes();
    }

    /// Of Vulkan and its kin four floats of 64 bits take two places, of which the second has to be free.
    fn long_attributes(&mut self) {
        let inputs = &self.shader.inputs;
        let taken = |kind: InputKind| inputs.iter().any(|input| input.kind == kind);
        let meets = inputs.iter().any(|input| match input.kind {
            InputKind::Attribute(location) if input.ty.scalar.is_long() => {
                taken(InputKind::Attribute(location + 1))
            }
            _ => false,
        });
        if meets && self.options.target.is_vulkan() {
            let name = self.options.target.row().doc;
            let what = format!("in {name} a vertex attribute of 64 bits takes the place of the next one too");
            self.problem(rules::unsaid(self.program.span(self.program.entry()), what));
        }
    }

    fn attribute(&mut self, variable: &Variable) -> Option<Reading> {
        let binding = variable.binding;
        let text = binding.to_string();
        let name = text.split_once('.').map_or(text.as_str(), |(_, rest)| rest);
        let zero = || Expression::float(0.0, 1);
        let one = || Expression::float(1.0, 1);
        let scalar = |value: Expression| Reading::Pieces([value, zero(), zero(), one()]);
        Some(match binding.family {
            Family::VertexPosition
            | Family::VertexWeight
            | Family::VertexNormal
            | Family::VertexColor
            | Family::VertexFogcoord
            | Family::VertexTexcoord
            | Family::VertexMatrixindex
            | Family::VertexAttrib => {
                let location = self.attribute_location(binding);
                let name = format!("a_{}", indexed(name, binding));
                let same = self
                    .shader
                    .inputs
                    .iter()
                    .find(|input| place(input) == Some(location));
                if same.is_some_and(|other| is_long(other) != self.attribute_kind.is_long()) {
                    self.unsaid("no translation has a vertex attribute in two sizes");
                }
                if self.attribute_kind.is_long() && self.options.allows(Emulation::LongAttributesAsWords) {
                    return Some(Reading::Whole(self.long_by_words(&name, location, variable)));
                }
                let kind = match self.attribute_kind.is_long() {
                    // What fetches vertices has no integers of 64 bits; their bits come through floats.
                    true => Scalar::Double,
                    false => self.attribute_kind,
                };
                let span = self.program.span(self.program.entry());
                match kind {
                    Scalar::Float => true,
                    Scalar::Double => {
                        self.need_or(Feature::LongAttributes, Emulation::LongAttributesAsWords, span);
                        self.need(Feature::Doubles, span)
                    }
                    _ => self.need(Feature::Integers, span),
                };
                let ty = Type::new(kind, 4);
                Reading::Whole(self.input(name, ty, InputKind::Attribute(location), variable))
            }
            Family::FragmentColor => Reading::Whole(self.fragment_color(variable)),
            Family::FragmentTexcoord | Family::FragmentAttrib => {
                let name = format!("v_{}", indexed(name, binding));
                Reading::Whole(self.varying(name, Type::VEC4, variable))
            }
            Family::FragmentFogcoord => scalar(self.fog_coordinate(variable)),
            Family::FragmentClip => {
                let number = binding.index[0];
                self.need(Feature::ClipDistances, self.program.span(self.program.entry()));
                scalar(self.input(
                    format!("clip{number}"),
                    Type::FLOAT,
                    InputKind::ClipDistance(number),
                    variable,
                ))
            }
            Family::FragmentPosition => {
                let whole = self.input(name.to_owned(), Type::VEC4, InputKind::FragmentPosition, variable);
                self.window_position(whole)
            }
            Family::FragmentFacing => {
                let front = self.input("front".to_owned(), Type::BOOL, InputKind::FrontFacing, variable);
                scalar(Expression::select(front, one(), Expression::float(-1.0, 1)))
            }
            Family::FragmentPointcoord => {
                self.need(Feature::PointCoordinate, self.program.span(self.program.entry()));
                let ty = Type::new(Scalar::Float, 2);
                let place = self.input("pointcoord".to_owned(), ty, InputKind::PointCoordinate, variable);
                let [s, mut t] = [0, 1].map(|at| place.clone().component(at));
                // GL's goes down from the upper edge (GL 2.1, 3.3); there it goes with the rows, of which the first is
                // taken for GL's lowest.
                if self.options.target.is_vulkan() {
                    t = Expression::binary(Binary::Subtract, one(), t);
                }
                Reading::Pieces([s, t, zero(), one()])
            }
            Family::VertexId => self.number(InputKind::VertexIndex, Feature::VertexIndex, variable)?,
            Family::VertexInstance => {
                self.number(InputKind::InstanceIndex, Feature::InstanceIndex, variable)?
            }
            Family::PrimitiveId => self.number(InputKind::PrimitiveId, Feature::PrimitiveId, variable)?,
            Family::FragmentSampleid => match self.options.known_sample(Feature::SampleId) {
                Some(sample) => self.known_number(sample.number),
                None => self.number(InputKind::SampleId, Feature::SampleId, variable)?,
            },
            Family::FragmentSamplemask => match self.options.known_sample(Feature::SampleMaskInput) {
                Some(sample) => self.known_number(1 << sample.number),
                None => self.number(InputKind::SampleMask, Feature::SampleMaskInput, variable)?,
            },
            Family::FragmentLayer => match self.options.layer_and_viewport {
                Some([layer, _]) => self.known_number(layer),
                None => self.number(InputKind::Layer, Feature::Layer, variable)?,
            },
            Family::FragmentViewport => match self.options.layer_and_viewport {
                Some([_, viewport]) => self.known_number(viewport),
                None => self.number(InputKind::Viewport, Feature::Layer, variable)?,
            },
            Family::Helperthread => {
                self.need(Feature::Helper, self.program.span(self.program.entry()));
                let helper = self.input("helper".to_owned(), Type::BOOL, InputKind::Helper, variable);
                let all = Expression::int(-1);
                let value = Expression::select(helper, all, Expression::int(0));
                scalar(value.reinterpret(Scalar::Float))
            }
            _ => {
                let what = format!("no translation has `{}`", binding.text(self.program.features()));
                self.unsaid(&what);
                return None;
            }
        })
    }

    /// An attribute of 64 bits, of words.
    fn long_by_words(&mut self, name: &str, location: u32, variable: &Variable) -> Expression {
        let span = self.program.span(self.program.entry());
        self.need(Feature::Doubles, span);
        self.need(Feature::Integers, span);
        let words = Type::new(Scalar::Uint, 4);
        let mut halves = self.shader.inputs.iter();
        let known = halves.find_map(|input| match input.kind {
            InputKind::AttributeHalf(at, 1) if input.binding == variable.binding => Some(at),
            _ => None,
        });
        let first = self.input(
            format!("{name}_xy"),
            words,
            InputKind::AttributeHalf(location, 0),
            variable,
        );
        let second = known.unwrap_or_else(|| self.free_location());
        let second = self.input(
            format!("{name}_zw"),
            words,
            InputKind::AttributeHalf(second, 1),
            variable,
        );
        let component = |half: &Expression, at: u8| {
            let pair = half.clone().components(&[2 * at, 2 * at + 1]);
            Expression::built_in(BuiltIn::PackLong, vec![pair]).reinterpret(Scalar::Double)
        };
        let halves = [&first, &second];
        let all = halves
            .into_iter()
            .flat_map(|half| [0, 1].map(|at| component(half, at)));
        Expression::construct(all.collect())
    }

    /// A vector with an integer in x that is known.
    fn known_number(&mut self, number: u32) -> Reading {
        self.need(Feature::Integers, self.program.span(self.program.entry()));
        let bits = Expression::bits(Scalar::Float, number, 1);
        let zero = || Expression::float(0.0, 1);
        Reading::Pieces([bits, zero(), zero(), zero()])
    }

    /// A vector with an integer in x.
    fn number(&mut self, kind: InputKind, feature: Feature, variable: &Variable) -> Option<Reading> {
        self.need(feature, self.program.span(self.program.entry()));
        self.need(Feature::Integers, self.program.span(self.program.entry()));
        let value = self.input("number".to_owned(), Type::INT, kind, variable);
        let zero = || Expression::float(0.0, 1);
        Some(Reading::Pieces([
            value.reinterpret(Scalar::Float),
            zero(),
            zero(),
            zero(),
        ]))
    }

    /// A colour; of back faces the back colour, where that is asked for and the vertex program gives one.
    fn fragment_color(&mut self, variable: &Variable) -> Expression {
        let secondary = variable.binding.index[0];
        let mut variable = *variable;
        variable.interpolation.flat |= self.options.flat_colors;
        let variable = &variable;
        let interpolation = self.placed(variable.interpolation);
        let suffix = ["", "_secondary"][secondary as usize & 1];
        let front = self.varying(format!("v_color{suffix}"), Type::VEC4, variable);
        let back = Binding::new(Family::ResultColor, [1, secondary, 0, 0]);
        let mut given = self.source.partner.iter().flat_map(|partner| partner.results());
        let written = self.source.partner.is_none() || given.any(|result| result.binding == back);
        if !self.options.two_sided || !written {
            return front;
        }
        let location = varying_location(back).unwrap_or(0);
        let kind = InputKind::Varying(location, interpolation);
        let behind = self.input(format!("v_back_color{suffix}"), Type::VEC4, kind, variable);
        let facing = self.input("front".to_owned(), Type::BOOL, InputKind::FrontFacing, variable);
        Expression::select(facing, front, behind)
    }

    /// The fog coordinate that comes from the vertex stage.
    pub(crate) fn fog_coordinate(&mut self, variable: &Variable) -> Expression {
        self.varying("v_fogcoord".to_owned(), Type::FLOAT, variable)
    }

    fn varying(&mut self, name: String, ty: Type, variable: &Variable) -> Expression {
        let interpolation = self.placed(variable.interpolation);
        let span = self.program.span(self.program.entry());
        for feature in asked(interpolation) {
            if feature == Feature::NoPerspective {
                self.need_or(feature, Emulation::NoPerspectiveByW, span);
            } else {
                self.need(feature, span);
            }
        }
        let location = varying_location(variable.binding).unwrap_or(0);
        self.input(name, ty, InputKind::Varying(location, interpolation), variable)
    }

    /// An interpolation of which the places are gone that a known sample stands in for.
    pub(crate) fn placed(&self, mut interpolation: Interpolation) -> Interpolation {
        let is_known = |feature| self.options.known_sample(feature).is_some();
        interpolation.centroid &= !is_known(Feature::Centroid);
        interpolation.sample &= !is_known(Feature::SampleVaryings);
        interpolation
    }

    /// Declares an input, once.
    pub(crate) fn input(
        &mut self,
        name: String,
        ty: Type,
        kind: InputKind,
        variable: &Variable,
    ) -> Expression {
        let known = self.shader.inputs.iter().position(|input| input.kind == kind);
        let at = known.unwrap_or_else(|| {
            let name = self.names.reserve(&name);
            self.shader.inputs.push(Input {
                name,
                ty,
                kind,
                binding: variable.binding,
                used: 0,
            });
            self.shader.inputs.len() - 1
        });
        // Attributes that share a place are one input, of the kind that the first of them has.
        let input = &mut self.shader.inputs[at];
        input.used |= variable.used;
        Expression::read(Root::Input(at as u32), input.ty)
    }

    /// Where a vertex attribute lies.
    fn attribute_location(&self, binding: Binding) -> u32 {
        if let Some(number) = generic_alias(binding) {
            return number;
        }
        if binding.family == Family::VertexAttrib {
            return binding.index[0];
        }
        self.free_location()
    }

    /// The last place of vertex attributes that nothing has.
    fn free_location(&self) -> u32 {
        let wanted = |number: &u32| {
            self.program.attributes().iter().all(|other| {
                let own = other.binding.family == Family::VertexAttrib && other.binding.index[0] == *number;
                !own && generic_alias(other.binding) != Some(*number)
            }) && self
                .shader
                .inputs
                .iter()
                .all(|input| place(input) != Some(*number))
        };
        (0..16).rev().find(wanted).unwrap_or(15)
    }
}

/// The place of a vertex attribute.
fn place(input: &Input) -> Option<u32> {
    match input.kind {
        InputKind::Attribute(location) | InputKind::AttributeHalf(location, _) => Some(location),
        _ => None,
    }
}

/// Whether an input is a number of 64 bits or half of it.
fn is_long(input: &Input) -> bool {
    input.ty.scalar.is_long() || matches!(input.kind, InputKind::AttributeHalf(..))
}

/// The name of a binding that has a number, with the number even where the program may leave it out.
pub(crate) fn indexed(name: &str, binding: Binding) -> String {
    let name = flat(name);
    let numbered = matches!(
        binding.family,
        Family::VertexTexcoord
            | Family::FragmentTexcoord
            | Family::ResultTexcoord
            | Family::VertexWeight
            | Family::VertexMatrixindex
    );
    if numbered && !name.ends_with(|last: char| last.is_ascii_digit()) {
        format!("{name}{}", binding.index[0])
    } else {
        name
    }
}

/// What a target must have for an interpolation.
pub(crate) fn asked(interpolation: Interpolation) -> impl Iterator<Item = Feature> {
    let features = [
        (interpolation.flat, Feature::FlatVaryings),
        (interpolation.no_perspective, Feature::NoPerspective),
        (interpolation.centroid, Feature::Centroid),
        (interpolation.sample, Feature::SampleVaryings),
    ];
    features
        .into_iter()
        .filter_map(|(is_used, feature)| is_used.then_some(feature))
}
