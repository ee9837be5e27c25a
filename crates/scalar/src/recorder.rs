//! The recorder: where values and statements of a form are made, each expression once.

use std::cell::RefCell;
use std::collections::hash_map::Entry;

use quadrille_base::{Id, IndexVec};
use rustc_hash::FxHashMap;

use crate::expression::{Expression, Type, Value, ValueId};
use crate::form::Form;
use crate::passes::fold::{Folded, fold};
use crate::statement::{Region, RegionId, Statement};

/// Values that an instruction usually is.
const VALUES: usize = 8;

/// A form that is being made. Values are shared: who asks for an expression that is known where it asks gets the value
/// that is there.
pub(crate) struct Recorder(RefCell<Recording>);

#[derive(Default)]
struct Recording {
    form: Form,
    known: FxHashMap<Expression, ValueId>,
    /// Open regions, the innermost last.
    open: Vec<Open>,
    statements: usize,
}

struct Open {
    region: RegionId,
    /// The expressions that are known since it was opened; of the outermost, which is closed last, none are listed.
    added: Vec<Expression>,
}

impl Recorder {
    /// A form without anything, of a program of so many instructions.
    pub(crate) fn new(instructions: usize) -> Recorder {
        let mut recording = Recording::default();
        recording.form.values.reserve(instructions * VALUES);
        recording.known.reserve(instructions * VALUES);
        Recorder(RefCell::new(recording))
    }

    /// The form; every region is closed.
    pub(crate) fn finish(self) -> Form {
        self.0.into_inner().form
    }

    /// Changes what the form has besides values and statements.
    pub(crate) fn with<T>(&self, change: impl FnOnce(&mut Form) -> T) -> T {
        change(&mut self.0.borrow_mut().form)
    }

    /// Opens a region in the one that is open.
    pub(crate) fn open(&self) -> RegionId {
        let recording = &mut *self.0.borrow_mut();
        let region = recording.form.regions.push(Region::default());
        recording.open.push(Open {
            region,
            added: Vec::new(),
        });
        region
    }

    /// Closes the innermost region: what was computed in it is not known any more.
    pub(crate) fn close(&self) {
        let recording = &mut *self.0.borrow_mut();
        let Some(closed) = recording.open.pop() else {
            return;
        };
        if recording.open.is_empty() {
            recording.known.clear();
            return;
        }
        for expression in closed.added {
            recording.known.remove(&expression);
        }
    }

    /// The innermost open region.
    pub(crate) fn region(&self) -> RegionId {
        let recording = self.0.borrow();
        recording.open.last().map_or(RegionId::new(0), |open| open.region)
    }

    /// Appends a statement to the innermost region.
    pub(crate) fn statement(&self, statement: Statement) {
        self.0.borrow_mut().statement(statement);
    }

    /// Changes a statement of the innermost region.
    pub(crate) fn change(&self, at: usize, change: impl FnOnce(&mut Statement)) {
        let recording = &mut *self.0.borrow_mut();
        let Some(open) = recording.open.last() else { return };
        if let Some(statement) = recording.form.regions[open.region].statements.get_mut(at) {
            change(statement);
        }
    }

    /// The number of statements of the innermost region.
    pub(crate) fn length(&self) -> usize {
        let recording = self.0.borrow();
        let open = recording.open.last();
        open.map_or(0, |open| recording.form.regions[open.region].statements.len())
    }

    /// The number of statements so far.
    pub(crate) fn statements(&self) -> usize {
        self.0.borrow().statements
    }

    /// A constant.
    pub(crate) fn constant(&self, kind: Type, bits: u64) -> ValueId {
        self.0.borrow_mut().constant(kind, bits)
    }

    /// The type of a value.
    pub(crate) fn kind(&self, value: ValueId) -> Type {
        self.0.borrow().form.values[value].kind
    }

    /// The bits of a constant.
    pub(crate) fn constant_of(&self, value: ValueId) -> Option<u64> {
        match self.0.borrow().form.values[value].expression {
            Expression::Constant { bits, .. } => Some(bits),
            _ => None,
        }
    }

    /// The value of an expression whose operands are known; its type follows from it.
    pub(crate) fn value(&self, expression: Expression) -> ValueId {
        let kind = expression.kind(|value| self.kind(value));
        self.value_of(expression, kind)
    }

    /// The value of an expression of a type that its place says: of a variable, an element, a component.
    pub(crate) fn value_of(&self, expression: Expression, kind: Type) -> ValueId {
        let recording = &mut *self.0.borrow_mut();
        let expression = match fold(&expression, &recording.form.values) {
            Folded::Value(value) => return value,
            Folded::Constant(bits) => return recording.constant(kind, bits),
            Folded::Expression(expression) => expression,
        };
        recording.intern(expression, kind)
    }

    /// A call, which is no other.
    pub(crate) fn call(&self, call: crate::call::Call) -> ValueId {
        let recording = &mut *self.0.borrow_mut();
        let id = recording.form.calls.push(call);
        recording.append(Expression::Call(id), Type::Vector)
    }
}

impl Recording {
    fn statement(&mut self, statement: Statement) {
        self.statements += 1;
        if let Some(open) = self.open.last() {
            self.form.regions[open.region].statements.push(statement);
        }
    }

    fn append(&mut self, expression: Expression, kind: Type) -> ValueId {
        let value = push(&mut self.form.values, expression, kind);
        self.statement(Statement::Compute(value));
        value
    }

    fn intern(&mut self, expression: Expression, kind: Type) -> ValueId {
        let vacant = match self.known.entry(expression) {
            Entry::Occupied(known) => return *known.get(),
            Entry::Vacant(vacant) => vacant,
        };
        let value = push(&mut self.form.values, expression, kind);
        vacant.insert(value);
        self.statement(Statement::Compute(value));
        if let [_, .., open] = &mut self.open[..] {
            open.added.push(expression);
        }
        value
    }

    fn constant(&mut self, kind: Type, bits: u64) -> ValueId {
        let expression = Expression::Constant { kind, bits };
        let values = &mut self.form.values;
        *self
            .known
            .entry(expression)
            .or_insert_with(|| push(values, expression, kind))
    }
}

fn push(values: &mut IndexVec<ValueId, Value>, expression: Expression, kind: Type) -> ValueId {
    values.push(Value {
        expression,
        kind,
        uniform: false,
    })
}
