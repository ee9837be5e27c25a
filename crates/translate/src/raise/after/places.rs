//! The places in a pixel at which attributes are interpolated: those that the program asks for, and the centre in a
//! shader that is made for one sample. Where the target has no words for that, derivatives tell: what is interpolated,
//! times 1/w, and 1/w itself change evenly over a primitive.
//!
//! Comes after all that reads inputs, and before what is refused by what statements hold.

use std::collections::BTreeMap;

use quadrille_isa::gl::Family;
use quadrille_isa::gl::operation::Axis;

use crate::form::walk::each_expression;
use crate::form::{
    Binary, BuiltIn, Components, Expression, ExpressionKind, Function, Input, InputKind, Root, Statement,
    Type,
};
use crate::raise::draft::Draft;
use crate::raise::interface::perspective::divides_by_w;
use crate::raise::interface::window;
use crate::target::Feature;

/// The derivatives of an input along x and along y: variables.
type Slopes = [Expression; 2];

/// Finds for all places how far they lie from where the shader runs: a pass over its functions.
pub(crate) fn resolve(draft: &mut Draft<'_>) {
    if !draft.context.is_fragment() {
        return;
    }
    let sample = draft.context.options.sample.as_ref();
    let to_centre = sample.map_or([0.0; 2], |sample| sample.place().map(|part| -part));
    let centers = sample.is_some_and(|sample| sample.centered) && to_centre != [0.0; 2];
    // What is clipped is that at the sample.
    let moves = |input: &Input| {
        matches!(input.kind, InputKind::Varying(_, interpolation) if centers && !interpolation.flat)
            && input.binding.family != Family::FragmentClip
    };
    let moves: Vec<bool> = draft.shader.inputs.iter().map(moves).collect();
    let mut functions = std::mem::take(&mut draft.shader.functions);
    for function in &mut functions {
        each_expression(&mut function.body, &mut |expression| {
            find(expression, &moves, to_centre);
        });
    }
    let mut first = Vec::new();
    if centers {
        center_depth(draft, &mut functions, to_centre, &mut first);
    }
    let mut slopes = BTreeMap::new();
    for function in &mut functions {
        each_expression(&mut function.body, &mut |expression| {
            without_perspective(draft, expression);
            by_slopes(draft, expression, &mut slopes, &mut first);
        });
    }
    if divides_by_w(draft.context) {
        for input in &mut draft.shader.inputs {
            if let InputKind::Varying(_, interpolation) = &mut input.kind {
                interpolation.no_perspective = false;
            }
        }
    }
    draft.shader.shared_variables |= !first.is_empty() && functions.len() > 1;
    if let Some(main) = functions.last_mut() {
        main.body.splice(0..0, first);
    }
    draft.shader.functions = functions;
}

/// Says one expression, whose parts are said, from where the shader runs.
fn find(expression: &mut Expression, moves: &[bool], to_centre: [f32; 2]) {
    let ty = expression.ty;
    match &mut expression.kind {
        ExpressionKind::Read(place) if matches!(place.root, Root::Input(at) if moves[at as usize]) => {
            let input = expression.clone();
            expression.kind =
                ExpressionKind::BuiltIn(BuiltIn::AtOffset, vec![input, Expression::pair(to_centre)]);
        }
        // An offset of the program's own counts from the centre.
        ExpressionKind::BuiltIn(BuiltIn::AtOffset, arguments) if to_centre != [0.0; 2] => {
            if let [input, own] = &arguments[..] {
                let input = match &input.kind {
                    ExpressionKind::BuiltIn(BuiltIn::AtOffset, inner) => &inner[0],
                    _ => input,
                };
                let whole = Expression::binary(Binary::Add, own.clone(), Expression::pair(to_centre));
                let arguments = vec![input.clone(), whole];
                *expression = Expression::new(ty, ExpressionKind::BuiltIn(BuiltIn::AtOffset, arguments));
            }
        }
        _ => {}
    }
}

/// A value with what it changes by over an offset.
fn moved(value: Expression, slopes: &Slopes, by: &Expression) -> Expression {
    let width = value.ty.width;
    (0..).zip(slopes).fold(value, |sum, (axis, slope)| {
        let part = by.clone().component(axis).splat(width);
        let change = Expression::binary(Binary::Multiply, slope.clone(), part);
        Expression::binary(Binary::Add, sum, change)
    })
}

/// Divides what comes multiplied by w.
fn without_perspective(draft: &mut Draft<'_>, expression: &mut Expression) {
    let ExpressionKind::Read(place) = &expression.kind else {
        return;
    };
    let Root::Input(at) = place.root else { return };
    let InputKind::Varying(_, interpolation) = draft.shader.inputs[at as usize].kind else {
        return;
    };
    if interpolation.no_perspective && !interpolation.flat && divides_by_w(draft.context) {
        let width = expression.ty.width;
        let reciprocal = window::position_input(draft).component(3).splat(width);
        *expression = Expression::binary(Binary::Multiply, expression.clone(), reciprocal);
    }
}

/// Says one interpolation at an offset by what changes over a primitive, where the target has no word for it or the
/// value is a product.
fn by_slopes(
    draft: &mut Draft<'_>,
    expression: &mut Expression,
    known: &mut BTreeMap<Option<u32>, Slopes>,
    first: &mut Vec<Statement>,
) {
    let ExpressionKind::BuiltIn(BuiltIn::AtOffset, arguments) = &expression.kind else {
        return;
    };
    let [input, by] = &arguments[..] else { return };
    let place = match &input.kind {
        ExpressionKind::Read(_)
            if !draft.context.options.is_one_of_several_samples()
                && draft.context.supports(Feature::InterpolateAt) =>
        {
            return;
        }
        ExpressionKind::Read(place) => place,
        ExpressionKind::Binary(_, sides) => match &sides[0].kind {
            ExpressionKind::Read(place) => place,
            _ => return,
        },
        _ => return,
    };
    let Root::Input(at) = place.root else { return };
    let InputKind::Varying(_, interpolation) = draft.shader.inputs[at as usize].kind else {
        return;
    };
    let (input, by) = (input.clone(), by.clone());
    if interpolation.flat {
        *expression = input;
        return;
    }
    if interpolation.no_perspective {
        let of_value = slopes(draft, Some(at), &input, known, first);
        *expression = moved(input, &of_value, &by);
        return;
    }
    let reciprocal = window::position_input(draft).component(3);
    let width = input.ty.width;
    let value = Expression::binary(Binary::Multiply, input, reciprocal.clone().splat(width));
    let of_value = slopes(draft, Some(at), &value, known, first);
    let of_reciprocal = slopes(draft, None, &reciprocal, known, first);
    *expression = Expression::binary(
        Binary::Divide,
        moved(value, &of_value, &by),
        moved(reciprocal, &of_reciprocal, &by).splat(width),
    );
}

/// The derivatives of a value, found before anything else: in flow that parts derivatives are undefined.
fn slopes(
    draft: &mut Draft<'_>,
    input: Option<u32>,
    value: &Expression,
    known: &mut BTreeMap<Option<u32>, Slopes>,
    first: &mut Vec<Statement>,
) -> Slopes {
    if let Some(slopes) = known.get(&input) {
        return slopes.clone();
    }
    draft.need(Feature::Derivatives, draft.context.entry());
    let axes = [
        ("along_x", BuiltIn::Derivative(Axis::X, None)),
        ("along_y", BuiltIn::Derivative(Axis::Y, None)),
    ];
    let slopes = axes.map(|(name, derivative)| {
        let root = Root::Variable(draft.variable(name, value.ty));
        let slope = Expression::built_in(derivative, vec![value.clone()]);
        first.push(Statement::assign(root, None, slope));
        Expression::read(root, value.ty)
    });
    known.insert(input, slopes.clone());
    slopes
}

/// Depth and 1/w of the window position at the centre.
fn center_depth(
    draft: &mut Draft<'_>,
    functions: &mut [Function],
    to_centre: [f32; 2],
    first: &mut Vec<Statement>,
) {
    let mut inputs = draft.shader.inputs.iter();
    let Some(at) =
        inputs.position(|input| input.kind == InputKind::FragmentPosition && input.used & 0b1100 != 0)
    else {
        return;
    };
    let here = Expression::read(Root::Input(at as u32), Type::VEC4);
    let depth = here.clone().components(&[2, 3]);
    let of_value = slopes(draft, None, &depth, &mut BTreeMap::new(), first);
    let centre = Root::Variable(draft.variable("centre", Type::VEC4));
    first.push(Statement::assign(centre, None, here));
    let depth = moved(depth, &of_value, &Expression::pair(to_centre));
    first.push(Statement::assign(centre, Some(Components::new(&[2, 3])), depth));
    for function in functions {
        each_expression(&mut function.body, &mut |expression| {
            if let ExpressionKind::Read(place) = &mut expression.kind
                && place.root == Root::Input(at as u32)
            {
                place.root = centre;
            }
        });
    }
}
