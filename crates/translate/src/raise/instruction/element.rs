//! Arrays that a register indexes: a function of the index, which gives zero outside the array.
//!
//! Where the elements lie in one array of the shader, the function reads that; where they are a mixture of
//! constants and parameters, it tells them apart by their number, run by run. With fast semantics an array of
//! one piece is read in place, with the index clamped.

use quadrille_program::{File, Register};

use crate::form::{
    Binary, Block, BuiltIn, Expression, ExpressionKind, Function, Lvalue, Root, Statement, Type,
};
use crate::raise::lowering::{Lowering, Shared};

/// Which array: its file, first slot and length.
type ArrayKey = (File, u32, u32);

/// Elements of an array that lie one behind the other in one array of the shader.
struct ElementRange {
    /// The number of the first one.
    first: u32,
    /// The number of elements.
    count: u32,
    /// The value of the first one.
    element: Expression,
}

impl Lowering<'_, '_> {
    /// The element that a relatively addressed register means.
    pub(crate) fn element(&mut self, register: &Register) -> Expression {
        let Some(relative) = register.relative else {
            return Expression::float(0.0, 4);
        };
        let index = self.index(register, &relative);
        let key = (register.file, relative.first, relative.length);
        if !self.is_exact()
            && let [only] = self.runs(key).as_slice()
            && let Some((root, first)) = base(&only.element)
        {
            let last = Expression::int(relative.length as i32 - 1);
            let inside = Expression::built_in(BuiltIn::Clamp, vec![index, Expression::int(0), last]);
            return at(root, first, inside, only.element.ty);
        }
        let (file, first, length) = key;
        let shared = Shared::Element(file, first, length);
        let function = self.shared(shared, |lowering| lowering.array_function(key));
        let ty = self.draft.shader.function(function).result.unwrap_or(Type::VEC4);
        Expression::call(function, ty, vec![index])
    }

    fn array_function(&mut self, key: ArrayKey) -> Function {
        let (file, first, length) = key;
        let mut declared = self.program().declared().iter();
        let declared = declared
            .find(|name| name.file == file && name.first == first && name.length == Some(length))
            .map(|name| name.name.as_str());
        let name = declared.unwrap_or(match file {
            File::Attribute => "attributes",
            File::Parameter => "c",
            File::Temporary | File::Address | File::Result => "array",
        });
        let name = self.draft.names.fresh(&format!("{name}_at"));
        let index = || Expression::argument(0, Type::INT);
        let compare =
            |operation, bound: u32| Expression::binary(operation, index(), Expression::int(bound as i32));
        let give = |value| vec![Statement::give(value)];
        let mut body = Block::new();
        let outside = Expression::binary(
            Binary::Or,
            compare(Binary::Less, 0),
            compare(Binary::GreaterOrEqual, length),
        );
        let runs = self.runs(key);
        let ty = runs
            .first()
            .map_or(Type::VEC4, |run| run.element.ty.with_width(4));
        body.push(Statement::branch(
            outside,
            give(Expression::bits(ty.scalar, 0, 4)),
        ));
        let last = runs.len().saturating_sub(1);
        for (number, run) in runs.into_iter().enumerate() {
            let value = match base(&run.element) {
                Some((root, element)) if run.count > 1 => at(root, element, offset(index(), run.first), ty),
                _ => run.element.splat(4).reinterpret(ty.scalar),
            };
            if number == last {
                body.extend(give(value));
            } else {
                body.push(Statement::branch(
                    compare(Binary::Less, run.first + run.count),
                    give(value),
                ));
            }
        }
        Function {
            name,
            doc: format!("Element of an array of {length}, zero outside."),
            arguments: vec![(self.draft.names.beside("index"), Type::INT)],
            locals: Vec::new(),
            result: Some(ty),
            body,
        }
    }

    /// The elements of an array as runs.
    fn runs(&self, (file, first, length): ArrayKey) -> Vec<ElementRange> {
        let mut runs: Vec<ElementRange> = Vec::new();
        for number in 0..length {
            let element = self.fixed(file, (first + number) as usize).whole();
            if let Some(run) = runs.last_mut()
                && let (Some((root, from)), Some((same, to))) = (base(&run.element), base(&element))
                && root == same
                && from + run.count == to
            {
                run.count += 1;
                continue;
            }
            runs.push(ElementRange {
                first: number,
                count: 1,
                element,
            });
        }
        runs
    }
}

/// The array of which an expression is an element with a fixed number.
fn base(element: &Expression) -> Option<(Root, u32)> {
    let ExpressionKind::Read(Lvalue {
        root,
        index: Some(index),
    }) = &element.kind
    else {
        return None;
    };
    match index.kind {
        ExpressionKind::Literal(bits) => Some((*root, bits[0] as u32)),
        _ => None,
    }
}

/// The element `first + index` of an array.
fn at(root: Root, first: u32, index: Expression, ty: Type) -> Expression {
    let index = match (first as i32, index) {
        (0, index) => index,
        (first, index) => match index.kind {
            // `i - 3` and an array that begins at 5 is `i + 2`.
            ExpressionKind::Binary(Binary::Subtract, sides) if literal(&sides[1]).is_some() => {
                let [value, taken] = *sides;
                let sum = first - literal(&taken).unwrap_or(0);
                match sum {
                    0 => value,
                    1.. => Expression::binary(Binary::Add, value, Expression::int(sum)),
                    _ => Expression::binary(Binary::Subtract, value, Expression::int(-sum)),
                }
            }
            kind => {
                let index = Expression::new(Type::INT, kind);
                Expression::binary(Binary::Add, index, Expression::int(first))
            }
        },
    };
    let index = Some(Box::new(index));
    Expression::read(Lvalue { root, index }, ty)
}

fn literal(expression: &Expression) -> Option<i32> {
    match expression.kind {
        ExpressionKind::Literal(bits) => Some(bits[0] as i32),
        _ => None,
    }
}

/// `index - first`
fn offset(index: Expression, first: u32) -> Expression {
    match first {
        0 => index,
        _ => Expression::binary(Binary::Subtract, index, Expression::int(first as i32)),
    }
}
