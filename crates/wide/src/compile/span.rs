//! Spans: values that are computed natively together, one after the other in registers of the machine.
//!
//! A span is a part of a script without flow, whose values are made of operations that [`native`](super::native) has.
//! It stands where its last value would: what it passes on the way (counts, lookups of what it does not compute) goes
//! before it, and what comes of it (results, lanes that are killed) behind. Results that are attributes or constants are
//! written by a span too, so that they are moved once.

use quadrille_base::IndexVec;
use quadrille_jit::MOST_PLANES;
use quadrille_scalar::{Expression, Type, ValueId};
use rustc_hash::FxHashSet;

use super::native;
use super::script::{Item, Script};

/// Values that are computed together.
#[derive(Clone, Debug, Default)]
pub(super) struct Span {
    /// The values, in their order.
    pub(super) values: Vec<ValueId>,
    /// The results of the batch that are written, ascending: slot, component, value.
    pub(super) exports: Vec<(u32, u8, ValueId)>,
    /// The registers' values that are read, each once: all but attributes and constants.
    pub(super) reads: Vec<ValueId>,
    /// Those of its values that something else reads.
    pub(super) outputs: Vec<ValueId>,
}

/// Values of a span at most, so that finding registers for them stays cheap.
const MOST_VALUES: usize = 1500;
/// Planes that a value or a result needs at most: its operands, and itself.
const MOST_OF_A_VALUE: usize = 5;

/// Puts spans in the place of what they compute.
pub(super) fn spans(script: &mut Script<'_>) {
    let body = script
        .items
        .iter()
        .position(|item| matches!(item, Item::EndPrologue));
    let body = script.items.split_off(body.map_or(0, |at| at + 1));
    let mut left: IndexVec<ValueId, u32> = script.form.values.iter().map(|_| 0).collect();
    for item in &body {
        script.reads(item, |value| left[value] += 1);
    }
    let mut maker = Maker {
        is_in: script.form.values.iter().map(|_| None).collect(),
        items: Vec::with_capacity(body.len()),
        open: Span::default(),
        reads: FxHashSet::default(),
        left,
        live: 0,
        behind: Vec::new(),
        done: Vec::new(),
        script,
    };
    for item in body {
        maker.item(item);
    }
    maker.close();
    let Maker {
        mut items,
        done,
        is_in,
        ..
    } = maker;
    script.items.append(&mut items);
    script.spans = done;
    find_outputs(script, &is_in);
}

struct Maker<'s, 'f> {
    script: &'s Script<'f>,
    /// The span that computes a value.
    is_in: IndexVec<ValueId, Option<usize>>,
    items: Vec<Item>,
    open: Span,
    /// What the open span reads from planes.
    reads: FxHashSet<ValueId>,
    /// How often each value is read by what is not placed yet.
    left: IndexVec<ValueId, u32>,
    /// Values of the open span that are read by what is not placed yet: each may be a plane that is written.
    live: usize,
    /// What comes behind the open span.
    behind: Vec<Item>,
    done: Vec<Span>,
}

impl Maker<'_, '_> {
    fn item(&mut self, item: Item) {
        self.place(item);
        let script = self.script;
        script.reads(&item, |value| {
            self.left[value] -= 1;
            if self.left[value] == 0 && self.is_in[value] == Some(self.done.len()) {
                self.live -= 1;
            }
        });
    }

    fn place(&mut self, item: Item) {
        match item {
            Item::Compute(value) => self.compute(value),
            Item::Count(_) => self.items.push(item),
            Item::Export {
                slot,
                component,
                value,
            } if (self.is_open(value) || is_leaf(self.script, value))
                && !self.exports(slot, component)
                && self.planes() + MOST_OF_A_VALUE <= MOST_PLANES =>
            {
                self.open.exports.push((slot, component, value));
                if !self.is_open(value) && !self.script.is_constant(value) {
                    self.reads.insert(value);
                }
            }
            Item::Export { .. } | Item::Kill(_) if !self.open.is_empty() => self.behind.push(item),
            Item::Export { .. } | Item::Kill(_) => self.items.push(item),
            Item::EndPrologue
            | Item::Span(_)
            | Item::Write { .. }
            | Item::Store { .. }
            | Item::If { .. }
            | Item::Else
            | Item::EndIf
            | Item::Block
            | Item::EndBlock
            | Item::Loop
            | Item::EndLoop
            | Item::Break(_)
            | Item::Continue(_)
            | Item::End(..) => {
                self.close();
                self.items.push(item);
            }
        }
    }

    fn compute(&mut self, value: ValueId) {
        let form = self.script.form;
        let found = &form.values[value];
        if native::has(form, value) {
            if self.open.values.len() >= MOST_VALUES || self.planes() + MOST_OF_A_VALUE > MOST_PLANES {
                self.close();
            }
            self.is_in[value] = Some(self.done.len());
            self.open.values.push(value);
            self.live += usize::from(self.left[value] > 0);
            if let Expression::Variable { .. } = found.expression {
                self.reads.insert(value);
            }
            form.operands(&found.expression, |operand| {
                if !self.is_open(operand) && !self.script.is_uniform(operand) {
                    self.reads.insert(operand);
                }
            });
            return;
        }
        let mut waits = match found.expression {
            Expression::Call(call) => form.calls[call].effect,
            _ => false,
        };
        form.operands(&found.expression, |operand| {
            let held = match form.values[operand].expression {
                Expression::Component { of, .. } => of,
                _ => operand,
            };
            waits |= self.is_open(held);
        });
        if waits {
            self.close();
        }
        self.items.push(Item::Compute(value));
    }

    /// Planes that the open span needs at most: what it reads, results, and values that something else may read.
    fn planes(&self) -> usize {
        self.reads.len() + self.open.exports.len() + self.live + self.behind.len()
    }

    /// Whether the open span computes a value.
    fn is_open(&self, value: ValueId) -> bool {
        self.is_in[value] == Some(self.done.len())
    }

    /// Whether the open span, or what comes behind it, writes a result.
    fn exports(&self, slot: u32, component: u8) -> bool {
        let open = self.open.exports.iter();
        let mut open = open.map(|(slot, component, _)| (*slot, *component));
        let mut behind = self.behind.iter();
        open.any(|export| export == (slot, component))
            || behind.any(|item| match *item {
                Item::Export {
                    slot: of,
                    component: at,
                    ..
                } => (of, at) == (slot, component),
                _ => false,
            })
    }

    fn close(&mut self) {
        let mut span = std::mem::take(&mut self.open);
        self.reads.clear();
        self.live = 0;
        if span.is_empty() {
            return;
        }
        span.exports
            .sort_by_key(|(slot, component, _)| (*slot, *component));
        let number = self.done.len();
        let form = self.script.form;
        for value in &span.values {
            form.operands(&form.values[*value].expression, |operand| {
                let is_given = self.is_in[operand] == Some(number) || is_leaf(self.script, operand);
                if !is_given && !span.reads.contains(&operand) {
                    span.reads.push(operand);
                }
            });
        }
        self.done.push(span);
        self.items.push(Item::Span(number));
        self.items.append(&mut self.behind);
    }
}

impl Span {
    fn is_empty(&self) -> bool {
        self.values.is_empty() && self.exports.is_empty()
    }
}

/// Whether a span has a value without anything that computes it: an attribute, which it reads where that lies, or a
/// constant.
fn is_leaf(script: &Script<'_>, value: ValueId) -> bool {
    let is_attribute = matches!(script.form.values[value].expression, Expression::Attribute { .. });
    is_attribute || script.is_constant(value)
}

/// Finds the values of spans that something else reads, and drops the loads of attributes that only spans read.
fn find_outputs(script: &mut Script<'_>, is_in: &IndexVec<ValueId, Option<usize>>) {
    let mut is_read: IndexVec<ValueId, bool> = script.form.values.iter().map(|_| false).collect();
    for item in &script.items {
        script.reads(item, |value| is_read[value] = true);
    }
    for span in &mut script.spans {
        span.outputs = span
            .values
            .iter()
            .copied()
            .filter(|value| is_read[*value])
            .collect();
    }
    debug_assert!(
        script
            .spans
            .iter()
            .enumerate()
            .all(|(number, span)| { span.outputs.iter().all(|value| is_in[*value] == Some(number)) })
    );
}

/// Whether a value is a word or a truth, which native code has.
pub(super) fn is_word(kind: Type) -> bool {
    match kind {
        Type::Bool | Type::Word => true,
        Type::Long | Type::Vector => false,
    }
}

#[cfg(test)]
mod tests {
    use quadrille_check::{Options, check};
    use quadrille_numerics::level::Level;

    use crate::code::{Node, Step};
    use crate::compile::compile;

    /// A program that writes more results than a function has planes has native code all the same, in several spans.
    #[test]
    fn no_program_has_too_many_planes() {
        let Some(level) = Level::all().find(|level| level.name() != Level::BASELINE.name()) else {
            return;
        };
        let mut text = String::from("!!NVvp5.0\nATTRIB a[] = { vertex.attrib[0..15] };\nTEMP t;\n");
        for number in 0..30 {
            text += &format!(
                "ADD t, vertex.attrib[{}], {number}.0;\nMOV result.attrib[{number}], t.x;\n",
                number % 16
            );
            text += &format!(
                "ADD result.attrib[{number}].yzw, t, vertex.attrib[{}];\n",
                (number + 7) % 16
            );
        }
        text += "MOV result.position, t;\nEND\n";
        let checked = check(&text, &Options::default());
        let program = checked.program.expect("the program is accepted");
        let form = quadrille_scalar::lower(&program).expect("it has a form");
        let code = compile(&program, &form, Some(level)).expect("it has native code");
        assert!(code.native.len() > 1 || cfg!(not(feature = "jit")));
    }
    /// Results that are attributes or constants are written by native code, and by nothing else.
    #[test]
    fn moves_are_native() {
        let Some(level) = Level::all().find(|level| level.name() != Level::BASELINE.name()) else {
            return;
        };
        let text = "!!ARBfp1.0\nMOV result.color.xyz, fragment.color;\nMOV result.color.w, 1;\nEND\n";
        let checked = check(text, &Options::default());
        let program = checked.program.expect("the program is accepted");
        let form = quadrille_scalar::lower(&program).expect("it has a form");
        let code = compile(&program, &form, Some(level)).expect("it has code");
        let mut steps = Vec::new();
        for node in code.body.iter().flatten() {
            if let Node::Steps(some) = node {
                steps.extend(some);
            }
        }
        let is_native = matches!(steps[..], [Step::Native(_)]);
        assert!(is_native || cfg!(not(feature = "jit")));
    }
}
