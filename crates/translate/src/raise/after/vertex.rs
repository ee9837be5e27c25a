//! The end of a vertex on its way to the rasterizer, in a vertex, tessellation evaluation or geometry shader: colours are clamped, distances to clip planes and the size of points are found, what is
//! interpolated without perspective is multiplied, depth goes where the target has it.

use quadrille_base::Span;
use quadrille_isa::gl::{Binding, Family};

use crate::form::{
    AddedParameter, Binary, Block, BuiltIn, Components, Expression, Output, OutputKind, Root, Scalar,
    Statement, Type,
};
use crate::options::Emulation;
use crate::raise::draft::Draft;
use crate::raise::interface::clip::ClipVertex;
use crate::raise::interface::perspective::divides_by_w;
use crate::raise::interface::reading::Reading;
use crate::raise::interface::{Interface, clip, primitives};
use crate::target::Feature;

/// The statements at the end of a vertex.
pub(crate) fn statements(draft: &mut Draft<'_>, interface: &Interface) -> Block {
    let mut after = Block::new();
    if !draft.context.is_rasterized() {
        position(draft);
        return after;
    }
    if draft.context.options.clamp_colors {
        after.extend(clamp_colors(&draft.shader.outputs));
    }
    after.extend(clip_distances(draft, interface));
    after.extend(clip_vertex(draft, interface));
    after.extend(open_other_planes(draft));
    after.extend(point_size(draft));
    after.extend(multiply_by_w(draft));
    let position = position(draft);
    if draft.context.options.target.clips_from_zero() {
        after.push(halve_depth(position));
    }
    after
}

/// Colours go to the rasterizer clamped to [0, 1] (GL 2.1, 2.14.6).
pub(crate) fn clamp_colors(outputs: &[Output]) -> Block {
    let colors = (0..).zip(outputs);
    let colors =
        colors.filter(|(_, output)| output.binding.family == Family::ResultColor && output.used != 0);
    let clamped = colors.map(|(at, _)| {
        let root = Root::Output(at);
        let bounds = vec![
            Expression::read(root, Type::VEC4),
            Expression::float(0.0, 1),
            Expression::float(1.0, 1),
        ];
        Statement::assign(root, None, Expression::built_in(BuiltIn::Clamp, bounds))
    });
    clamped.collect()
}

/// The distance of a position-invariant program's vertex to each enabled clip plane, in eye coordinates (GL 2.1,
/// 2.12; ARB_vertex_program 2.14.4.5.1).
fn clip_distances(draft: &mut Draft<'_>, interface: &Interface) -> Block {
    let planes = clip::added_planes(draft.context);
    if planes == 0 {
        return Block::new();
    }
    let planes = clip::numbers(planes);
    let planes: Vec<u32> = planes
        .filter(|plane| clip::is_written(draft, *plane, Span::at(0)))
        .collect();
    let Some(in_eye) = in_eye(draft, interface) else {
        return Block::new();
    };
    let eye = Root::Variable(draft.variable("eye", Type::VEC4));
    let mut after = vec![Statement::assign(eye, None, in_eye)];
    for plane in planes {
        let equation = interface.parameters.vector(clip::equation(plane));
        let (name, kind) = clip::output(draft.context, plane);
        let binding = Binding::new(Family::ResultClip, [plane, 0, 0, 0]);
        let output = scalar_output(draft, name, kind, binding);
        let distance = dot(equation, Expression::read(eye, Type::VEC4));
        after.push(Statement::assign(output, None, distance));
    }
    after
}

/// What GL compares with its own planes where the target has its names. A program that gives distances itself is clipped by
/// these.
fn clip_vertex(draft: &mut Draft<'_>, interface: &Interface) -> Option<Statement> {
    let vertex = match clip::clip_vertex(draft.context) {
        ClipVertex::Unsaid => return None,
        ClipVertex::InEye => in_eye(draft, interface)?,
        ClipVertex::OnPlanes => Expression::float(0.0, 4),
    };
    let output = draft.output(Output {
        name: "clip_vertex".to_owned(),
        ty: Type::VEC4,
        kind: OutputKind::ClipVertex,
        binding: Binding::new(Family::ResultPosition, [0; 4]),
        is_built_in: false,
        used: 0b1111,
        vertices: None,
    });
    Some(Statement::assign(output, None, vertex))
}

/// The vertex of a position-invariant program in eye coordinates.
fn in_eye(draft: &Draft<'_>, interface: &Interface) -> Option<Expression> {
    let mut attributes = draft.context.program.attributes().iter();
    let slot = attributes.position(|variable| variable.binding.family == Family::VertexPosition);
    // The position is computed from it.
    let Some(Reading::Whole(position)) = slot.and_then(|slot| interface.attributes[slot].clone()) else {
        return None;
    };
    // The program may read it as integers.
    let position = position.reinterpret(Scalar::Float);
    let rows = clip::MODELVIEW.map(|row| dot(interface.parameters.vector(row), position.clone()));
    Some(Expression::construct(rows.to_vec()))
}

fn dot(a: Expression, b: Expression) -> Expression {
    Expression::built_in(BuiltIn::Dot, vec![a, b])
}

/// Gives 0, which clips nothing, as distances that nothing writes and that lie before one that is written: Vulkan enables
/// no planes, but clips by all of the array (Vulkan 1.3, primitive clipping).
fn open_other_planes(draft: &mut Draft<'_>) -> Block {
    if !draft.context.options.target.is_vulkan() {
        return Block::new();
    }
    let outputs = draft.shader.outputs.iter();
    let written: Vec<u32> = outputs
        .filter_map(|output| match output.kind {
            OutputKind::ClipDistance(plane) => Some(plane),
            _ => None,
        })
        .collect();
    let before = 0..written.iter().copied().max().unwrap_or(0);
    let other = before.filter(|plane| !written.contains(plane));
    let opened = other.map(|plane| {
        let (name, kind) = clip::output(draft.context, plane);
        let output = scalar_output(
            draft,
            name,
            kind,
            Binding::new(Family::ResultClip, [plane, 0, 0, 0]),
        );
        Statement::assign(output, None, Expression::float(0.0, 1))
    });
    opened.collect()
}

/// The size of points is a parameter.
fn point_size(draft: &mut Draft<'_>) -> Option<Statement> {
    let wanted = draft.context.options.point_size;
    if !wanted {
        return None;
    }
    if draft.context.is_vertex() {
        if draft.need_or(Feature::PointSize, Emulation::NoPointSize, Span::at(0)) {
            return None;
        }
    } else {
        primitives::point_size(draft);
    }
    let value = draft.added_parameter(AddedParameter::PointSize);
    let binding = Binding::new(Family::ResultPointsize, [0; 4]);
    let output = scalar_output(draft, "point_size".to_owned(), OutputKind::PointSize, binding);
    Some(Statement::assign(output, None, value))
}

/// An output of one component that the program does not write.
fn scalar_output(draft: &mut Draft<'_>, name: String, kind: OutputKind, binding: Binding) -> Root {
    draft.output(Output {
        name,
        ty: Type::FLOAT,
        kind,
        binding,
        is_built_in: false,
        used: 1,
        vertices: None,
    })
}

/// The vertex shader's part of interpolation without perspective, where w stands in for it.
fn multiply_by_w(draft: &mut Draft<'_>) -> Block {
    let mut after = Block::new();
    let mut outputs = draft.shader.outputs.iter();
    let Some(position) = outputs.position(|output| output.kind == OutputKind::Position) else {
        return after;
    };
    if !divides_by_w(draft.context) {
        return after;
    }
    let w = Expression::read(Root::Output(position as u32), Type::VEC4).component(3);
    for (at, output) in (0..).zip(&mut draft.shader.outputs) {
        let OutputKind::Varying(_, interpolation) = &mut output.kind else {
            continue;
        };
        if !std::mem::take(&mut interpolation.no_perspective) || interpolation.flat {
            continue;
        }
        let (root, ty) = (Root::Output(at), output.ty);
        let value = Expression::read(root, ty);
        let product = Expression::binary(Binary::Multiply, value, w.clone().splat(ty.width));
        after.push(Statement::assign(root, None, product));
    }
    after
}

/// The position, which every vertex shader has to write (GLSL 1.20, 7.1; so do Vulkan and WGSL); one that the program
/// leaves undefined is (0, 0, 0, 1).
fn position(draft: &mut Draft<'_>) -> Root {
    let mut outputs = draft.shader.outputs.iter();
    let found = outputs.position(|output| matches!(output.kind, OutputKind::Position));
    let at = found.unwrap_or_else(|| {
        draft.shader.outputs.push(Output {
            name: "position".to_owned(),
            ty: Type::VEC4,
            kind: OutputKind::Position,
            binding: Binding::new(Family::ResultPosition, [0; 4]),
            is_built_in: false,
            used: 0,
            vertices: None,
        });
        draft.shader.outputs.len() - 1
    });
    Root::Output(at as u32)
}

/// Depth from OpenGL's [-w, w] to the [0, w] of the newer interfaces (Vulkan 1.3, 24.2).
fn halve_depth(position: Root) -> Statement {
    let component = |at| Expression::read(position, Type::VEC4).component(at);
    let sum = Expression::binary(Binary::Add, component(2), component(3));
    let half = Expression::binary(Binary::Multiply, sum, Expression::float(0.5, 1));
    Statement::assign(position, Some(Components::new(&[2])), half)
}
