//! Attributes of the programs between vertices and fragments: of each vertex of the primitive or patch that comes in, of
//! the patch as a whole, and of the invocation.

use quadrille_isa::gl::{Binding, Family, Stage};
use quadrille_program::layout::InputPrimitive;
use quadrille_program::{Layout, Variable};

use crate::form::{Expression, InputKind, Scalar, Type};
use crate::raise::draft::Draft;
use crate::raise::interface::invocation::number;
use crate::raise::interface::reading::Reading;
use crate::raise::interface::varying;
use crate::refusal::Reason;
use crate::target::Feature;

/// Vertices that a patch has at most (OpenGL 4.5, table 23.59: MAX_PATCH_VERTICES).
const MOST_VERTICES: u32 = 32;

/// The reading of an attribute, of the first vertex where it is one of vertices.
pub(crate) fn attribute(draft: &mut Draft<'_>, variable: &Variable) -> Option<Reading> {
    let binding = variable.binding;
    if let Some(result) = binding.passed() {
        // What invocations give is read from the outputs themselves.
        if binding.index[0] != 0 {
            return None;
        }
        return Some(match binding.family.has_vertex() {
            true => of_vertex(draft, result, variable)?,
            false => of_patch(draft, result, variable),
        });
    }
    match binding.family {
        Family::PrimitiveInvocation => number(draft, InputKind::InvocationId, Feature::Integers, variable),
        Family::Tesscoord => {
            let ty = Type::new(Scalar::Float, 3);
            let place = draft.input("tesscoord", ty, InputKind::TessellationCoordinate, variable);
            let [x, y, z] = [0, 1, 2].map(|at| place.clone().component(at));
            Some(Reading::Pieces([x, y, z, Expression::float(0.0, 1)]))
        }
        _ => match vertices(draft) {
            Some(count) if draft.shader.stage == Stage::Geometry => {
                let count = Expression::bits(Scalar::Float, count, 1);
                let zero = || Expression::float(0.0, 1);
                Some(Reading::Pieces([count, zero(), zero(), zero()]))
            }
            _ => number(draft, InputKind::PatchVertices, Feature::Integers, variable),
        },
    }
}

/// The vertices that come in: as many as the primitive has, or as a patch may have; none where no shading language has
/// such primitives.
pub(crate) fn vertices(draft: &Draft<'_>) -> Option<u32> {
    match &draft.shader.layout {
        Layout::Geometry(geometry) => match geometry.input {
            InputPrimitive::Patches => None,
            primitive => primitive.vertices(),
        },
        Layout::TessellationControl { .. } | Layout::TessellationEvaluation(_) => Some(MOST_VERTICES),
        Layout::None | Layout::Compute { .. } => None,
    }
}

/// The reading of what each vertex that comes in has of a result, of the first vertex.
pub(crate) fn of_vertex(draft: &mut Draft<'_>, result: Binding, variable: &Variable) -> Option<Reading> {
    // Patches that come to a geometry program are refused as such.
    let count = vertices(draft)?;
    let entry = draft.context.entry();
    let [plane, ..] = result.index;
    let scalar = |value: Expression, last: f32| {
        let zero = || Expression::float(0.0, 1);
        Reading::Pieces([value, zero(), zero(), Expression::float(last, 1)])
    };
    let input = |draft: &mut Draft<'_>, name: &str, ty, kind| {
        draft.input_of_vertices(name, ty, kind, variable, count)
    };
    let name = varying::name(result, draft.shader.stage);
    Some(match result.family {
        Family::ResultPosition => Reading::Whole(input(draft, "position", Type::VEC4, InputKind::Position)),
        Family::ResultPointsize => {
            point_size(draft);
            scalar(input(draft, "point_size", Type::FLOAT, InputKind::PointSize), 1.0)
        }
        Family::ResultClip => {
            draft.need(Feature::ClipDistances, entry);
            let kind = InputKind::ClipDistance(plane);
            scalar(input(draft, &format!("clip{plane}"), Type::FLOAT, kind), 1.0)
        }
        Family::ResultFogcoord => {
            let kind = InputKind::Varying(location(result), Default::default());
            scalar(input(draft, &name, Type::FLOAT, kind), 1.0)
        }
        Family::ResultId => {
            draft.need(Feature::Integers, entry);
            let kind = InputKind::Varying(location(result), Default::default());
            let value = input(draft, &name, Type::INT, kind);
            scalar(value.reinterpret(Scalar::Float), 0.0)
        }
        Family::ResultColor | Family::ResultTexcoord | Family::ResultAttrib => {
            let kind = InputKind::Varying(location(result), Default::default());
            Reading::Whole(input(draft, &name, Type::VEC4, kind))
        }
        _ => {
            let reason = Reason::Binding(variable.binding.text(draft.context.program.features()));
            draft.unsupported(draft.context.span(None), reason);
            return None;
        }
    })
}

fn of_patch(draft: &mut Draft<'_>, result: Binding, variable: &Variable) -> Reading {
    let [level, ..] = result.index;
    let (kind, name) = match result.family {
        Family::ResultPatchTessouter => (InputKind::OuterLevel(level), format!("outer{level}")),
        Family::ResultPatchTessinner => (InputKind::InnerLevel(level), format!("inner{level}")),
        _ => {
            let name = varying::name(result, draft.shader.stage);
            let kind = InputKind::Patch(location(result));
            return Reading::Whole(draft.input(&name, Type::VEC4, kind, variable));
        }
    };
    let level = draft.input(&name, Type::FLOAT, kind, variable);
    let zero = || Expression::float(0.0, 1);
    Reading::Pieces([level, zero(), zero(), zero()])
}

fn location(result: Binding) -> u32 {
    varying::location(result).unwrap_or(0)
}

/// Sizes of points, as the stage has them.
pub(crate) fn point_size(draft: &mut Draft<'_>) {
    let feature = match draft.shader.stage {
        Stage::Geometry => Feature::GeometryPointSize,
        Stage::TessellationControl | Stage::TessellationEvaluation => Feature::TessellationPointSize,
        Stage::Vertex | Stage::VertexState | Stage::Fragment | Stage::Compute => Feature::PointSize,
    };
    draft.need(feature, draft.context.entry());
}
