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
use quadrille_isa::gl::{Binding, Family, LanguageSet};
use quadrille_program::{File, Program, Variable};

use crate::form::{
    Binary, BuiltIn, Expression, ExpressionKind, Input, InputKind, Root, Scalar, Shader, Type,
};
use crate::options::Emulation;
use crate::raise::draft::Draft;
use crate::raise::interface::invocation::{self, known_number, number};
use crate::raise::interface::kinds::Kinds;
use crate::raise::interface::reading::Reading;
use crate::raise::interface::{primitives, varying, window};
use crate::refusal::Reason;
use crate::target::Feature;

/// Attributes that a shader may read.
const MOST_ATTRIBUTES: usize = 256;

/// Declares the attributes that the program reads: how each is read, by its slot, and none where nothing reads it.
pub(crate) fn declare(draft: &mut Draft<'_>, kinds: &Kinds) -> Vec<Option<Reading>> {
    let program = draft.context.program;
    let mut attributes = vec![None; program.attributes().len()];
    if attributes.len() > MOST_ATTRIBUTES {
        draft.unsupported(draft.context.span(None), Reason::Places("attributes"));
        return attributes;
    }
    // An array of attributes may be declared for the sake of a few of its elements.
    let read = |variable: &Variable| variable.used != 0;
    for (slot, variable) in program
        .attributes()
        .iter()
        .enumerate()
        .filter(|(_, variable)| read(variable))
    {
        let use_of = draft.context.first_use(File::Attribute, slot);
        let kind = kinds.of(File::Attribute, slot);
        let reading = draft.refusing_at(use_of, |draft| attribute(draft, variable, kind));
        if let Some(Reading::Whole(whole)) = &reading
            && let ExpressionKind::Read(place) = &whole.kind
            && !is_member(draft, place.root)
        {
            draft.alias(File::Attribute, slot, place.root, None);
        }
        attributes[slot] = reading;
    }
    refuse_overlaps(draft);
    attributes
}

/// Whether an input is a member of the language's own array of vertices, of which no name alone can stand for it.
fn is_member(draft: &Draft<'_>, root: Root) -> bool {
    match root {
        Root::Input(at) => {
            let input = &draft.shader.inputs[at as usize];
            let is_own = matches!(input.kind, InputKind::Varying(..)) && input.built_in.is_none();
            input.vertices.is_some() && !is_own
        }
        _ => false,
    }
}

/// In SPIR-V for Vulkan, WGSL, HLSL and MSL four floats of 64 bits take two places, of which the second has to be free.
fn refuse_overlaps(draft: &mut Draft<'_>) {
    let inputs = &draft.shader.inputs;
    let taken = |kind: InputKind| inputs.iter().any(|input| input.kind == kind);
    let meets = inputs.iter().any(|input| match input.kind {
        InputKind::Attribute(location) if input.ty.scalar.is_long() => {
            taken(InputKind::Attribute(location + 1))
        }
        _ => false,
    });
    let target = draft.context.options.target;
    if meets && target.is_vulkan() {
        draft.unsupported(draft.context.entry(), Reason::AttributeOverlap(target));
    }
}

/// The reading of an attribute whose numbers are of a kind.
fn attribute(draft: &mut Draft<'_>, variable: &Variable, kind: Scalar) -> Option<Reading> {
    let binding = variable.binding;
    let (program, options, entry) = (
        draft.context.program,
        draft.context.options,
        draft.context.entry(),
    );
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
            let name = format!("a_{}", varying::indexed(name, binding));
            Reading::Whole(vertex_attribute(draft, &name, variable, kind))
        }
        Family::FragmentColor => Reading::Whole(fragment_color(draft, variable)),
        Family::FragmentTexcoord | Family::FragmentAttrib => {
            let name = format!("v_{}", varying::indexed(name, binding));
            Reading::Whole(varying_input(draft, &name, Type::VEC4, variable))
        }
        // `f[FOGC]` has zeros behind it (NV_fragment_program Table X.1).
        Family::FragmentFogcoord if program.profile().language.meets(LanguageSet::F10) => {
            Reading::Pieces([fog_coordinate(draft, variable), zero(), zero(), zero()])
        }
        Family::FragmentFogcoord => scalar(fog_coordinate(draft, variable)),
        Family::FragmentClip => {
            let number = binding.index[0];
            draft.need(Feature::ClipDistances, entry);
            scalar(draft.input(
                &format!("clip{number}"),
                Type::FLOAT,
                InputKind::ClipDistance(number),
                variable,
            ))
        }
        Family::FragmentPosition => {
            let whole = draft.input(name, Type::VEC4, InputKind::FragmentPosition, variable);
            window::position(draft, whole)
        }
        Family::FragmentFacing => {
            let front = draft.input("front", Type::BOOL, InputKind::FrontFacing, variable);
            scalar(Expression::select(front, one(), Expression::float(-1.0, 1)))
        }
        Family::FragmentPointcoord => {
            draft.need(Feature::PointCoordinate, entry);
            let ty = Type::new(Scalar::Float, 2);
            let place = draft.input("pointcoord", ty, InputKind::PointCoordinate, variable);
            let [s, mut t] = [0, 1].map(|at| place.clone().component(at));
            // GL's goes down from the upper edge (GL 2.1, 3.3); there it goes with the rows, of which the first is
            // taken for GL's lowest.
            if options.target.is_vulkan() {
                t = Expression::binary(Binary::Subtract, one(), t);
            }
            Reading::Pieces([s, t, zero(), one()])
        }
        Family::PrimitivePosition
        | Family::PrimitivePointsize
        | Family::PrimitiveClip
        | Family::PrimitiveColor
        | Family::PrimitiveFogcoord
        | Family::PrimitiveTexcoord
        | Family::PrimitiveAttrib
        | Family::PrimitiveVertexId
        | Family::PrimitiveTessouter
        | Family::PrimitiveTessinner
        | Family::PatchAttrib
        | Family::PrimitiveInvocation
        | Family::PrimitiveVertexcount
        | Family::Tesscoord => return primitives::attribute(draft, variable),
        Family::VertexId => number(draft, InputKind::VertexIndex, Feature::VertexIndex, variable)?,
        Family::VertexInstance => number(draft, InputKind::InstanceIndex, Feature::InstanceIndex, variable)?,
        Family::VertexBaseVertex => draw_parameter(draft, InputKind::BaseVertex, 0, variable)?,
        Family::VertexBaseInstance => draw_parameter(draft, InputKind::BaseInstance, 1, variable)?,
        Family::VertexDrawId => draw_parameter(draft, InputKind::DrawId, 2, variable)?,
        Family::PrimitiveId => number(draft, InputKind::PrimitiveId, Feature::PrimitiveId, variable)?,
        Family::FragmentSampleid => match options.known_sample(Feature::SampleId) {
            Some(sample) => known_number(draft, sample.number),
            None => number(draft, InputKind::SampleId, Feature::SampleId, variable)?,
        },
        Family::FragmentSamplemask => match options.known_sample(Feature::SampleMaskInput) {
            Some(sample) => known_number(draft, 1 << sample.number),
            None => number(draft, InputKind::SampleMask, Feature::SampleMaskInput, variable)?,
        },
        Family::FragmentLayer => match options.layer_and_viewport {
            Some([layer, _]) => known_number(draft, layer),
            None => number(draft, InputKind::Layer, Feature::Layer, variable)?,
        },
        Family::FragmentViewport => match options.layer_and_viewport {
            Some([_, viewport]) => known_number(draft, viewport),
            None => number(draft, InputKind::Viewport, Feature::Layer, variable)?,
        },
        Family::InvocationLocalid => invocation::vector(draft, InputKind::LocalId, 3, variable),
        Family::InvocationGlobalid => invocation::vector(draft, InputKind::GlobalId, 3, variable),
        Family::InvocationGroupid => invocation::vector(draft, InputKind::GroupId, 3, variable),
        Family::InvocationGroupcount => invocation::vector(draft, InputKind::GroupCount, 3, variable),
        Family::InvocationLocalindex => invocation::vector(draft, InputKind::LocalIndex, 1, variable),
        Family::InvocationGroupsize => match invocation::group_size(draft) {
            Some(size) => {
                let [x, y, z] = size.map(|size| Expression::bits(Scalar::Float, size, 1));
                Reading::Pieces([x, y, z, zero()])
            }
            None => invocation::vector(draft, InputKind::GroupSize, 3, variable),
        },
        Family::Threadid
        | Family::Threadeqmask
        | Family::Threadltmask
        | Family::Threadlemask
        | Family::Threadgtmask
        | Family::Threadgemask
            if options.allows(Emulation::GroupsAsSubgroups) =>
        {
            invocation::thread(draft, variable)
        }
        Family::Helperthread => {
            draft.need(Feature::Helper, entry);
            let helper = draft.input("helper", Type::BOOL, InputKind::Helper, variable);
            let all = Expression::int(-1);
            let value = Expression::select(helper, all, Expression::int(0));
            scalar(value.reinterpret(Scalar::Float))
        }
        _ => {
            let reason = Reason::Binding(binding.text(program.features()));
            draft.unsupported(draft.context.span(None), reason);
            return None;
        }
    })
}

/// A number of the draw: known, or the target's own.
fn draw_parameter(
    draft: &mut Draft<'_>,
    kind: InputKind,
    place: usize,
    variable: &Variable,
) -> Option<Reading> {
    match draft.context.options.draw_parameters {
        Some(known) => Some(known_number(draft, known[place].cast_unsigned())),
        None => number(draft, kind, Feature::DrawParameters, variable),
    }
}

/// A vertex attribute of a kind of numbers.
fn vertex_attribute(draft: &mut Draft<'_>, name: &str, variable: &Variable, kind: Scalar) -> Expression {
    let (options, entry) = (draft.context.options, draft.context.entry());
    let location = location(draft, variable.binding);
    let mut inputs = draft.shader.inputs.iter();
    let same = inputs.find(|input| place(input) == Some(location));
    if same.is_some_and(|other| is_long(other) != kind.is_long()) {
        draft.unsupported(draft.context.span(None), Reason::AttributeSizes);
    }
    if kind.is_long() && options.allows(Emulation::LongAttributesAsWords) {
        return long_by_words(draft, name, location, variable);
    }
    let kind = match kind.is_long() {
        // What fetches vertices has no integers of 64 bits; their bits come through floats.
        true => Scalar::Double,
        false => kind,
    };
    match kind {
        Scalar::Float => {}
        Scalar::Double => {
            draft.need_or(Feature::LongAttributes, Emulation::LongAttributesAsWords, entry);
            draft.need(Feature::Doubles, entry);
        }
        Scalar::Bool | Scalar::Int | Scalar::Uint | Scalar::Long | Scalar::Ulong => {
            draft.need(Feature::Integers, entry);
        }
    }
    draft.input(name, Type::new(kind, 4), InputKind::Attribute(location), variable)
}

/// An attribute of 64 bits, of words.
fn long_by_words(draft: &mut Draft<'_>, name: &str, location: u32, variable: &Variable) -> Expression {
    let span = draft.context.entry();
    draft.need(Feature::Doubles, span);
    draft.need(Feature::Integers, span);
    let words = Type::new(Scalar::Uint, 4);
    let mut halves = draft.shader.inputs.iter();
    let known = halves.find_map(|input| match input.kind {
        InputKind::AttributeHalf(at, 1) if input.binding == variable.binding => Some(at),
        _ => None,
    });
    let first = draft.input(
        &format!("{name}_xy"),
        words,
        InputKind::AttributeHalf(location, 0),
        variable,
    );
    let second = known.unwrap_or_else(|| free_location(draft.context.program, &draft.shader));
    let second = draft.input(
        &format!("{name}_zw"),
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

/// A colour; of back faces the back colour, where that is asked for and the vertex program gives one.
fn fragment_color(draft: &mut Draft<'_>, variable: &Variable) -> Expression {
    let secondary = variable.binding.index[0];
    let mut variable = *variable;
    variable.interpolation.flat |= draft.context.options.flat_colors;
    let variable = &variable;
    let interpolation = varying::placed(draft.context.options, variable.interpolation);
    let suffix = ["", "_secondary"][secondary as usize & 1];
    let front = varying_input(draft, &format!("v_color{suffix}"), Type::VEC4, variable);
    let back = Binding::new(Family::ResultColor, [1, secondary, 0, 0]);
    let mut given = draft.context.partner.iter().flat_map(|partner| partner.results());
    let written = draft.context.partner.is_none() || given.any(|result| result.binding == back);
    // GL itself chooses between faces where it has the names.
    if !draft.context.options.two_sided || !written || draft.context.options.target.is_compatible() {
        return front;
    }
    let location = varying::location(back).unwrap_or(0);
    let kind = InputKind::Varying(location, interpolation);
    let behind = draft.input(&format!("v_back_color{suffix}"), Type::VEC4, kind, variable);
    let facing = draft.input("front", Type::BOOL, InputKind::FrontFacing, variable);
    Expression::select(facing, front, behind)
}

/// The fog coordinate that comes from the vertex stage.
pub(crate) fn fog_coordinate(draft: &mut Draft<'_>, variable: &Variable) -> Expression {
    varying_input(draft, "v_fogcoord", Type::FLOAT, variable)
}

fn varying_input(draft: &mut Draft<'_>, name: &str, ty: Type, variable: &Variable) -> Expression {
    let interpolation = varying::placed(draft.context.options, variable.interpolation);
    let span = draft.context.entry();
    for feature in varying::asked(interpolation) {
        if feature == Feature::NoPerspective {
            draft.need_or(feature, Emulation::NoPerspectiveByW, span);
        } else {
            draft.need(feature, span);
        }
    }
    let location = varying::location(variable.binding).unwrap_or(0);
    draft.input(name, ty, InputKind::Varying(location, interpolation), variable)
}

/// The location of a vertex attribute.
fn location(draft: &Draft<'_>, binding: Binding) -> u32 {
    if let Some(number) = generic_alias(binding) {
        return number;
    }
    if binding.family == Family::VertexAttrib {
        return binding.index[0];
    }
    free_location(draft.context.program, &draft.shader)
}

/// The last place of vertex attributes that nothing has.
fn free_location(program: &Program, shader: &Shader) -> u32 {
    let wanted = |number: &u32| {
        program.attributes().iter().all(|other| {
            let own = other.binding.family == Family::VertexAttrib && other.binding.index[0] == *number;
            !own && generic_alias(other.binding) != Some(*number)
        }) && shader.inputs.iter().all(|input| place(input) != Some(*number))
    };
    (0..16).rev().find(wanted).unwrap_or(15)
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
