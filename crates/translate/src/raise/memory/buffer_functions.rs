//! Elements of parameter buffers that are found at run time: functions of the element or byte, zero outside, and
//! of the number of the buffer where there are several.

use quadrille_program::{BufferElement, File, ParameterSource, Register};

use crate::form::{
    Binary, Block, Components, Expression, ExpressionKind, Function, FunctionId, Scalar, Statement, Type,
};
use crate::raise::interface::buffers::{MOST_BUFFERS, slots};
use crate::raise::lowering::{Lowering, Shared};
use crate::refusal::Reason;

impl Lowering<'_, '_> {
    /// The element of buffers that a register with one or two indices means; none if it is of something else.
    pub(crate) fn indexed_buffer(&mut self, register: &Register) -> Option<Expression> {
        if register.file != File::Parameter {
            return None;
        }
        let slot = slots(register).next()?;
        let ParameterSource::Buffer(first) = self.program().parameters().get(slot)?.source else {
            return None;
        };
        let (buffers, elements) = match (&register.outer, &register.relative) {
            (None, None) => return None,
            (None, Some(relative)) => (1, relative.length),
            (Some(outer), _) => (outer.count, outer.stride),
        };
        if buffers > MOST_BUFFERS {
            self.unsupported(Reason::Choices("buffers"));
        }
        let element = match &register.relative {
            Some(relative) => self.index(register, relative),
            None => Expression::int(0),
        };
        let buffer = match &register.outer {
            None => Expression::int(0),
            Some(outer) => {
                let index = outer.index.map(|index| self.index_value(&index));
                match index {
                    None => Expression::int(outer.number),
                    Some(index) => index.plus(outer.number),
                }
            }
        };
        let function = self.elements_function(first, elements, buffers.min(MOST_BUFFERS));
        Some(self.called(function, vec![buffer, element]))
    }

    /// Calls a function of an index, and of the number of a buffer where there are several.
    fn called(&self, function: FunctionId, mut arguments: Vec<Expression>) -> Expression {
        let function_of = self.draft.shader.function(function);
        // Where there is one buffer, only the element is asked for.
        if function_of.arguments.len() < arguments.len() {
            arguments.remove(0);
        }
        let ty = function_of.result.unwrap_or(Type::VEC4);
        Expression::call(function, ty, arguments)
    }

    /// The function that finds elements of BUFFER and BUFFER4 variables: the first, how many, and in how many buffers.
    fn elements_function(&mut self, first: BufferElement, elements: u32, buffers: u32) -> FunctionId {
        self.shared(Shared::BufferElements(first, elements, buffers), |lowering| {
            let component = (!first.vector).then(|| {
                let vector = lowering
                    .interface
                    .buffers
                    .vector(first.buffer, Expression::int(0));
                lowering.component_function(vector.ty.scalar)
            });
            let doc = format!("Element of {elements} in a buffer, zero outside.");
            lowering.chosen_buffer(
                first.buffer,
                buffers,
                "element",
                doc,
                |lowering, buffer, index| {
                    let last = Expression::int(elements as i32);
                    let sum = index.plus(first.element as i32);
                    let vector = |index| lowering.interface.buffers.vector(buffer, index);
                    let value = match component {
                        None => vector(sum),
                        Some(component) => {
                            let place =
                                Expression::binary(Binary::ShiftRight, sum.clone(), Expression::int(2));
                            let number = Expression::binary(Binary::BitAnd, sum, Expression::int(3));
                            lowering.called(component, vec![vector(place), number]).splat(4)
                        }
                    };
                    (0, last, value)
                },
            )
        })
    }

    /// The vector that a byte of a buffer lies in: of the buffers from the first on, between two bytes.
    pub(crate) fn vector_at(
        &mut self,
        (first, buffers): (u32, u32),
        (from, end): (u64, u64),
        number: Expression,
        byte: Expression,
    ) -> Expression {
        let function = self.shared(Shared::BufferBytes(first, buffers, from, end), |lowering| {
            let doc = "Vector of a buffer that a byte lies in, zero outside.".to_owned();
            lowering.chosen_buffer(first, buffers, "byte", doc, |lowering, buffer, index| {
                let place = Expression::binary(Binary::ShiftRight, index, Expression::int(4));
                let [from, end] = [from, end].map(|byte| i32::try_from(byte).unwrap_or(i32::MAX));
                let vector = lowering.interface.buffers.vector(buffer, place);
                (from, Expression::int(end), vector)
            })
        });
        self.called(function, vec![number, byte])
    }

    /// The component of a vector that a number chooses.
    pub(crate) fn component_at(&mut self, vector: Expression, number: Expression) -> Expression {
        let function = self.component_function(vector.ty.scalar);
        self.called(function, vec![vector, number])
    }

    fn component_function(&mut self, scalar: Scalar) -> FunctionId {
        self.shared(Shared::Component(scalar), |lowering| {
            lowering.component_body(scalar)
        })
    }

    /// A function of an index, and of the number of a buffer where there are several.
    fn chosen_buffer(
        &mut self,
        first: u32,
        buffers: u32,
        what: &str,
        doc: String,
        make: impl Fn(&Self, u32, Expression) -> (i32, Expression, Expression),
    ) -> Function {
        let name = format!("{}_buffer{first}_{what}", self.draft.context.stage_word());
        let name = self.draft.names.fresh(&name);
        let several = buffers > 1;
        let index = || Expression::argument(u32::from(several), Type::INT);
        let mut body = Block::new();
        let ty = self.interface.buffers.vector(first, Expression::int(0)).ty;
        for number in 0..buffers {
            let (low, end, value) = make(self, first + number, index());
            if number == 0 {
                let outside = Expression::binary(
                    Binary::Or,
                    Expression::less(index(), Expression::int(low)),
                    Expression::binary(Binary::GreaterOrEqual, index(), end),
                );
                body.push(guard(outside, Expression::bits(ty.scalar, 0, 4)));
            }
            let value = value.reinterpret(ty.scalar);
            if several {
                let this = Expression::binary(
                    Binary::Equal,
                    Expression::argument(0, Type::INT),
                    Expression::int(number as i32),
                );
                body.push(guard(this, value));
            } else {
                body.push(Statement::give(value));
            }
        }
        if several {
            body.push(Statement::give(Expression::bits(ty.scalar, 0, 4)));
        }
        let mut arguments = vec![(self.draft.names.beside(what), Type::INT)];
        if several {
            arguments.insert(0, (self.draft.names.beside("number"), Type::INT));
        }
        Function {
            name,
            doc,
            arguments,
            locals: Vec::new(),
            result: Some(ty),
            body,
        }
    }

    /// One component of a vector, chosen by its number.
    fn component_body(&mut self, scalar: Scalar) -> Function {
        let ty = Type::new(scalar, 4);
        let mut body = Block::new();
        for at in 0..3u8 {
            let this = Expression::binary(
                Binary::Equal,
                Expression::argument(1, Type::INT),
                Expression::int(i32::from(at)),
            );
            let one = Expression::new(
                ty.with_width(1),
                ExpressionKind::Components(Box::new(Expression::argument(0, ty)), Components::new(&[at])),
            );
            body.push(guard(this, one));
        }
        body.push(Statement::give(Expression::argument(0, ty).component(3)));
        // Those of other kinds of numbers have other arguments, and the same name.
        let name = self.overloaded("component_at", |key| matches!(key, Shared::Component(_)));
        Function {
            name,
            doc: "Component 0 to 3 of a vector.".to_owned(),
            arguments: vec![("vector".to_owned(), ty), ("number".to_owned(), Type::INT)],
            locals: Vec::new(),
            result: Some(ty.with_width(1)),
            body,
        }
    }
}

fn guard(condition: Expression, value: Expression) -> Statement {
    Statement::branch(condition, vec![Statement::give(value)])
}
