//! Functions that a target lacks, as functions of the library: roundings and NaN in the first versions,
//! selection by component, high halves of products.
//!
//! Comes after all that makes expressions: functions get other numbers here.

use rustc_hash::FxHashMap;

use crate::form::walk::each_expression;
use crate::form::{
    Binary, BuiltIn, Expression, ExpressionKind, Function, FunctionId, Root, Scalar, Shader, Statement,
    StatementKind, Type,
};
use crate::options::Options;
use crate::target::{Feature, Support};

/// A function that stands in for an operation, by that operation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Stand {
    Select,
    Truncate,
    RoundEven,
    IsNan,
    Clamp,
}

/// Puts calls of functions in the place of what the target lacks.
pub(crate) fn stand_in(shader: &mut Shader, options: &Options) {
    let lacks = |feature| options.target.support(feature) == Support::Missing;
    let (selection, integer_selection, rounding) = (
        lacks(Feature::VectorSelect),
        lacks(Feature::IntegerSelect),
        lacks(Feature::Rounding),
    );
    let integers = lacks(Feature::Integers);
    if !selection && !integer_selection && !rounding && !integers {
        return;
    }
    let wanted = |expression: &Expression| match &expression.kind {
        ExpressionKind::Select(sides) if sides[0].ty.width > 1 => {
            let lacking = if expression.ty.scalar.is_float() {
                selection
            } else {
                integer_selection
            };
            lacking.then_some(Stand::Select)
        }
        ExpressionKind::BuiltIn(BuiltIn::Truncate, _) => rounding.then_some(Stand::Truncate),
        ExpressionKind::BuiltIn(BuiltIn::RoundEven, _) => rounding.then_some(Stand::RoundEven),
        ExpressionKind::BuiltIn(BuiltIn::IsNan, _) => rounding.then_some(Stand::IsNan),
        ExpressionKind::BuiltIn(BuiltIn::Clamp, _) if expression.ty.scalar == Scalar::Int => {
            integers.then_some(Stand::Clamp)
        }
        _ => None,
    };
    // What stands in comes before all functions that may call it, so their numbers move.
    let mut stands: Vec<Function> = Vec::new();
    let mut known: FxHashMap<(Stand, Type), u32> = FxHashMap::default();
    let old = shader.library.len();
    let mut change = |expression: &mut Expression| {
        let Some(stand) = wanted(expression) else { return };
        let ty = expression.ty;
        let number = *known.entry((stand, ty)).or_insert_with(|| {
            stands.push(function(stand, ty));
            (old + stands.len() - 1) as u32
        });
        let width = |part: &Expression| {
            if stand == Stand::Clamp {
                ty.width
            } else {
                part.ty.width
            }
        };
        let arguments = expression
            .parts_mut()
            .into_iter()
            .map(|part| part.clone().splat(width(part)))
            .collect();
        expression.kind = ExpressionKind::Call(FunctionId(number), arguments);
    };
    for function in shader.library.iter_mut().chain(&mut shader.functions) {
        each_expression(&mut function.body, &mut change);
    }
    let moved = stands.len() as u32;
    let mut renumber = |expression: &mut Expression| {
        if let ExpressionKind::Call(function, _) = &mut expression.kind {
            function.0 = if (function.0 as usize) < old {
                function.0 + moved
            } else {
                function.0 - old as u32
            };
        }
    };
    for function in shader.library.iter_mut().chain(&mut shader.functions) {
        each_expression(&mut function.body, &mut renumber);
    }
    shader.library.splice(0..0, stands);
}

fn function(stand: Stand, ty: Type) -> Function {
    let a = || Expression::read(Root::Argument(0), ty);
    let local = |at| Expression::read(Root::Local(at), ty);
    let built = |function, value| Expression::built_in(function, vec![value]);
    let half = || Expression::float(0.5, ty.width);
    let give = |value| Statement::new(StatementKind::Return(Some(value)), None);
    let mut arguments = vec![("a".to_owned(), ty)];
    let mut locals = Vec::new();
    let (name, doc, body) = match stand {
        Stand::Select => {
            let condition = ty.with_scalar(Scalar::Bool);
            arguments = vec![
                ("c".to_owned(), condition),
                ("a".to_owned(), ty),
                ("b".to_owned(), ty),
            ];
            let argument = |at, ty| Expression::read(Root::Argument(at), ty);
            let each = (0..ty.width).map(|at| {
                Expression::select(
                    argument(0, condition).component(at),
                    argument(1, ty).component(at),
                    argument(2, ty).component(at),
                )
            });
            let value = Expression::new(ty, ExpressionKind::Construct(each.collect()));
            (
                "select",
                "The second where the first is true, else the third.",
                vec![give(value)],
            )
        }
        Stand::Truncate => {
            let magnitude = built(BuiltIn::Floor, built(BuiltIn::Absolute, a()));
            let value = Expression::binary(Binary::Multiply, built(BuiltIn::Sign, a()), magnitude);
            ("truncate", "Integer towards zero.", vec![give(value)])
        }
        Stand::RoundEven => {
            locals = vec![("r".to_owned(), ty)];
            // Where the number lies in the middle and the larger neighbour is odd, the smaller one is meant.
            let above = built(BuiltIn::Floor, Expression::binary(Binary::Add, a(), half()));
            let distance = Expression::binary(Binary::Subtract, local(0), a());
            let middle = Expression::binary(Binary::Equal, distance, half());
            let parity = built(
                BuiltIn::Fraction,
                Expression::binary(Binary::Multiply, local(0), half()),
            );
            let odd = Expression::binary(Binary::Equal, parity, half());
            let truth = |mask: Expression| mask.convert(Scalar::Float);
            let down = Expression::binary(Binary::Multiply, truth(middle), truth(odd));
            let body = vec![
                Statement::assign(Root::Local(0), None, above),
                give(Expression::binary(Binary::Subtract, local(0), down)),
            ];
            ("round_even", "Nearest integer, ties to even.", body)
        }
        Stand::Clamp => {
            arguments = ["a", "low", "high"].map(|name| (name.to_owned(), ty)).into();
            let argument = |at| Expression::read(Root::Argument(at), ty);
            let each = (0..ty.width).map(|at| {
                let part = |number| argument(number).component(at);
                let above = Expression::binary(Binary::Greater, part(0), part(2));
                let below = Expression::binary(Binary::Less, part(0), part(1));
                Expression::select(below, part(1), Expression::select(above, part(2), part(0)))
            });
            let value = Expression::construct(each.collect());
            ("clamp_int", "Within two bounds.", vec![give(value)])
        }
        Stand::IsNan => {
            let float = ty.with_scalar(Scalar::Float);
            arguments = vec![("a".to_owned(), float)];
            let a = || Expression::read(Root::Argument(0), float);
            let value = Expression::binary(Binary::NotEqual, a(), a());
            ("is_nan", "Whether it is not a number.", vec![give(value)])
        }
    };
    Function {
        name: name.to_owned(),
        doc: doc.to_owned(),
        arguments,
        locals,
        result: Some(ty),
        body,
    }
}
