//! Elements of parameter buffers that are found at run time: functions of the element or byte, zero outside, and
//! of the number of the buffer where there are several.

use quadrille_program::BufferElement;

use crate::form::{
    Binary, Block, Components, Expression, Function, FunctionId, Kind as Form, Scalar, Statement,
    StatementKind, Type,
};
use crate::raise::memory::buffers::sum;
use crate::raise::raiser::Raiser;

/// What elements a function finds at run time.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum BufferKey {
    /// Elements of BUFFER and BUFFER4 variables: the first, how many, and in how many buffers.
    Elements(BufferElement, u32, u32),
    /// The vector that a byte lies in: the first buffer, how many, first byte and end.
    Bytes(u32, u32, u64, u64),
    /// A component of a vector of a kind.
    Component(Scalar),
}

impl Raiser<'_> {
    pub(crate) fn called(&self, function: FunctionId, mut arguments: Vec<Expression>) -> Expression {
        let function_of = self.shader.function(function);
        // Where there is one buffer, only the element is asked for.
        if function_of.arguments.len() < arguments.len() {
            arguments.remove(0);
        }
        let ty = function_of.result.unwrap_or(Type::VEC4);
        Expression::call(function, ty, arguments)
    }

    pub(crate) fn buffer_function(&mut self, key: BufferKey) -> FunctionId {
        if let Some(known) = self.buffer_functions.get(&key) {
            return *known;
        }
        let function = match key {
            BufferKey::Elements(first, elements, buffers) => {
                let component = (!first.vector).then(|| {
                    let scalar = self.buffer_vector(first.buffer, Expression::int(0)).ty.scalar;
                    self.buffer_function(BufferKey::Component(scalar))
                });
                let doc = format!("Element of {elements} in a buffer, zero outside.");
                self.chosen_buffer(first.buffer, buffers, "element", doc, |raiser, buffer, index| {
                    let last = Expression::int(elements as i32);
                    let sum = sum(index, first.element as i32);
                    let value = match component {
                        None => raiser.buffer_vector(buffer, sum),
                        Some(component) => {
                            let place =
                                Expression::binary(Binary::ShiftRight, sum.clone(), Expression::int(2));
                            let vector = raiser.buffer_vector(buffer, place);
                            let number = Expression::binary(Binary::BitAnd, sum, Expression::int(3));
                            raiser.called(component, vec![vector, number]).splat(4)
                        }
                    };
                    (0, last, value)
                })
            }
            BufferKey::Bytes(first, buffers, from, end) => {
                let doc = "Vector of a buffer that a byte lies in, zero outside.".to_owned();
                self.chosen_buffer(first, buffers, "byte", doc, |raiser, buffer, index| {
                    let place = Expression::binary(Binary::ShiftRight, index, Expression::int(4));
                    let end = Expression::int(i32::try_from(end).unwrap_or(i32::MAX));
                    (
                        i32::try_from(from).unwrap_or(i32::MAX),
                        end,
                        raiser.buffer_vector(buffer, place),
                    )
                })
            }
            BufferKey::Component(scalar) => self.component_function(scalar),
        };
        let function = self.define(function);
        self.buffer_functions.insert(key, function);
        function
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
        let name = format!("{}_buffer{first}_{what}", self.stage_word());
        let name = self.names.fresh(&name);
        let several = buffers > 1;
        let index = || Expression::argument(u32::from(several), Type::INT);
        let mut body = Block::new();
        let ty = self.buffer_vector(first, Expression::int(0)).ty;
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
        let mut arguments = vec![(self.names.beside(what), Type::INT)];
        if several {
            arguments.insert(0, (self.names.beside("number"), Type::INT));
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
    fn component_function(&mut self, scalar: Scalar) -> Function {
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
                Form::Components(Box::new(Expression::argument(0, ty)), Components::new(&[at])),
            );
            body.push(guard(this, one));
        }
        body.push(Statement::give(Expression::argument(0, ty).component(3)));
        // Those of other kinds of numbers have other arguments, and the same name.
        let mut known = self.buffer_functions.iter();
        let known = known.find(|(key, _)| matches!(key, BufferKey::Component(_)));
        let name = match known {
            Some((_, function)) => self.shader.function(*function).name.clone(),
            None => self.names.fresh("component_at"),
        };
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
    let kind = StatementKind::If {
        condition,
        then: vec![Statement::give(value)],
        otherwise: Block::new(),
    };
    Statement::new(kind, None)
}
