//! A form as one list: its statements in the order in which they stand, regions as opening and closing items. Positions
//! in it are what lifetimes are measured in.

use quadrille_base::{Id, IndexVec};
use quadrille_engine::AbnormalEnd;
use quadrille_program::InstId;
use quadrille_scalar::{Expression, Form, RegionId, Statement, ValueId};

use super::fuse::Fused;
use super::span::Span;
use crate::code::Count;

/// An item.
#[derive(Clone, Copy, Debug)]
pub(super) enum Item {
    Compute(ValueId),
    /// Values that native code computes, by the number of their span.
    Span(usize),
    /// Only values that are the same in all lanes stand before.
    EndPrologue,
    Write {
        variable: usize,
        value: ValueId,
    },
    Store {
        array: u32,
        component: u8,
        index: ValueId,
        value: ValueId,
    },
    Export {
        slot: u32,
        component: u8,
        value: ValueId,
    },
    Kill(ValueId),
    Count(Count),
    If {
        condition: ValueId,
    },
    Else,
    EndIf,
    Block,
    EndBlock,
    Loop,
    EndLoop,
    Break(u32),
    Continue(u32),
    End(InstId, AbnormalEnd),
}

/// A form as a list.
pub(super) struct Script<'f> {
    pub(super) form: &'f Form,
    pub(super) items: Vec<Item>,
    /// What native code computes.
    pub(super) spans: Vec<Span>,
    /// The values that are computed before the body runs.
    pub(super) uniform: IndexVec<ValueId, bool>,
    /// The values that are computed by a step of their own or as part of another.
    pub(super) fused: IndexVec<ValueId, Option<Fused>>,
    /// The values that are computed as part of another.
    pub(super) absorbed: IndexVec<ValueId, bool>,
}

impl<'f> Script<'f> {
    /// The list of a form.
    pub(super) fn new(form: &'f Form) -> Script<'f> {
        let none = |_: usize| false;
        let mut script = Script {
            form,
            items: Vec::new(),
            spans: Vec::new(),
            uniform: (0..form.values.len()).map(none).collect(),
            fused: (0..form.values.len()).map(|_| None).collect(),
            absorbed: (0..form.values.len()).map(none).collect(),
        };
        let mut body = Vec::new();
        form.prologue.iter().for_each(|value| script.hoist(*value));
        if let Some(region) = form.body {
            script.region(region, &mut body);
        }
        script.items.push(Item::EndPrologue);
        script.items.append(&mut body);
        script
    }

    /// Computes a value before the body.
    fn hoist(&mut self, value: ValueId) {
        if !self.uniform[value] && !self.is_constant(value) {
            self.uniform[value] = true;
            self.items.push(Item::Compute(value));
        }
    }

    /// Whether a value is written out.
    pub(super) fn is_constant(&self, value: ValueId) -> bool {
        matches!(self.form.values[value].expression, Expression::Constant { .. })
    }

    /// Whether a value is the same in all lanes of a run.
    pub(super) fn is_uniform(&self, value: ValueId) -> bool {
        self.uniform[value] || self.is_constant(value)
    }

    fn region(&mut self, region: RegionId, body: &mut Vec<Item>) {
        let form = self.form;
        for statement in &form.regions[region].statements {
            match *statement {
                Statement::Compute(value) => match form.values[value].expression {
                    Expression::Constant { .. } => {}
                    Expression::Parameter { .. } => self.hoist(value),
                    _ if self.uniform[value] => {}
                    _ => body.push(Item::Compute(value)),
                },
                Statement::Write { variable, value } => {
                    body.push(Item::Write {
                        variable: variable.index(),
                        value,
                    });
                }
                Statement::Store {
                    array,
                    component,
                    index,
                    value,
                } => {
                    let array = array.index() as u32;
                    body.push(Item::Store {
                        array,
                        component,
                        index,
                        value,
                    });
                }
                Statement::Export {
                    slot,
                    component,
                    value,
                } => {
                    body.push(Item::Export {
                        slot,
                        component,
                        value,
                    });
                }
                Statement::Kill { mask } => body.push(Item::Kill(mask)),
                Statement::Count {
                    first,
                    count,
                    more_work,
                } => {
                    body.push(Item::Count(Count {
                        first,
                        count,
                        more_work,
                    }));
                }
                Statement::If {
                    condition,
                    then,
                    otherwise,
                } => {
                    body.push(Item::If { condition });
                    self.region(then, body);
                    body.push(Item::Else);
                    self.region(otherwise, body);
                    body.push(Item::EndIf);
                }
                Statement::Block { body: inner } => {
                    body.push(Item::Block);
                    self.region(inner, body);
                    body.push(Item::EndBlock);
                }
                Statement::Loop { body: inner } => {
                    body.push(Item::Loop);
                    self.region(inner, body);
                    body.push(Item::EndLoop);
                }
                Statement::Break { depth } => body.push(Item::Break(depth)),
                Statement::Continue { depth } => body.push(Item::Continue(depth)),
                Statement::End { instruction, why } => body.push(Item::End(instruction, why)),
            }
        }
    }

    /// Calls a function with each value that an item reads.
    pub(super) fn reads(&self, item: &Item, mut read: impl FnMut(ValueId)) {
        match *item {
            Item::Compute(value) => match self.fused[value] {
                Some(fused) => fused.operands().into_iter().flatten().for_each(read),
                None => self.form.operands(&self.form.values[value].expression, read),
            },
            Item::Span(span) => self.spans[span].reads.iter().copied().for_each(read),
            Item::Write { value, .. } | Item::Export { value, .. } | Item::Kill(value) => read(value),
            Item::Store { index, value, .. } => {
                read(index);
                read(value);
            }
            Item::If { condition } => read(condition),
            Item::EndPrologue
            | Item::Count(_)
            | Item::Else
            | Item::EndIf
            | Item::Block
            | Item::EndBlock
            | Item::Loop
            | Item::EndLoop
            | Item::Break(_)
            | Item::Continue(_)
            | Item::End(..) => {}
        }
    }
}
