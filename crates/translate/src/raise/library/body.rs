//! The body of a function of the library while it is written: its variables and its statements.

use crate::form::{Block, Expression, Root, Statement, StatementKind, Type};
use crate::raise::library::helper::Helper;

/// Calls another function of the library: its arguments and what it gives.
pub(crate) type Call<'a> = dyn FnMut(Helper, Vec<Expression>) -> Expression + 'a;

/// A variable of a function.
#[derive(Clone, Copy)]
pub(crate) struct Local {
    root: Root,
    ty: Type,
}

impl Local {
    /// Its value.
    pub(crate) fn read(self) -> Expression {
        Expression::read(self.root, self.ty)
    }
}

/// The body of a function.
pub(crate) struct Body {
    /// The type of the function's result.
    pub(crate) result: Type,
    /// Names and types of its variables.
    pub(crate) locals: Vec<(String, Type)>,
    /// The statements of the function.
    pub(crate) statements: Block,
}

impl Body {
    /// A body without variables or statements.
    pub(crate) fn new() -> Body {
        Body {
            result: Type::FLOAT,
            locals: Vec::new(),
            statements: Block::new(),
        }
    }

    /// A body that gives a value and does nothing else.
    pub(crate) fn of(value: Expression) -> Body {
        Body::new().give(value)
    }

    /// A choice by a comparison, which is `precise` where compilers of the target make a minimum or maximum of it
    /// otherwise that drops NaN.
    pub(crate) fn chosen(value: Expression, precise: bool) -> Body {
        if !precise {
            return Body::of(value);
        }
        let mut body = Body::new();
        let chosen = body.local("chosen", value.ty);
        body.assign(chosen, value, true);
        body.give(chosen.read())
    }

    /// A new variable.
    pub(crate) fn local(&mut self, name: &str, ty: Type) -> Local {
        let root = Root::Local(self.locals.len() as u32);
        self.locals.push((name.to_owned(), ty));
        Local { root, ty }
    }

    /// Puts a value into a variable.
    pub(crate) fn set(&mut self, local: Local, value: Expression) {
        self.assign(local, value, false);
    }

    fn assign(&mut self, local: Local, value: Expression, precise: bool) {
        let kind = StatementKind::Assign {
            place: local.root.into(),
            components: None,
            value,
            precise,
        };
        self.statements.push(Statement::own(kind));
    }

    /// Puts values into variables where a condition holds.
    pub(crate) fn set_where(&mut self, condition: Expression, values: Vec<(Local, Expression)>) {
        let values = values.into_iter();
        let then = values.map(|(local, value)| Statement::assign(local.root, None, value));
        self.statements.push(Statement::branch(condition, then.collect()));
    }

    /// Ends with a result.
    pub(crate) fn give(mut self, value: Expression) -> Body {
        self.result = value.ty;
        self.statements.push(Statement::give(value));
        self
    }
}

/// A value, or NaN where either argument is; a sum would be NaN of two infinities as well.
pub(crate) fn or_nan(own: Type, value: Expression) -> Expression {
    let [a, b] = [0, 1].map(|at| Expression::argument(at, own));
    let value = Expression::select(b.clone().is_nan(), b, value);
    Expression::select(a.clone().is_nan(), a, value)
}
