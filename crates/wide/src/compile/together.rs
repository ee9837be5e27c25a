//! Lookups that stand together: those of a part without flow that need nothing of each other are moved next to each other,
//! with what their operands are made of, so that they are made as one step and values are computed natively between few of
//! them.

use quadrille_isa::gl::Operation;
use quadrille_isa::gl::operation::{Lod, TextureOp};
use quadrille_program::{Access, Instruction, Program};
use quadrille_scalar::{Call, Expression, Form, ValueId};
use rustc_hash::FxHashSet;

use super::liveness::held;
use super::native;
use super::script::{Item, Script};

/// Lookups that stand together at most: the planes of their results are to stay in the cache.
pub(crate) const MOST: usize = 8;

/// Moves lookups.
pub(super) fn together(script: &mut Script<'_>, program: &Program) {
    let body = script
        .items
        .iter()
        .position(|item| matches!(item, Item::EndPrologue));
    let body = script.items.split_off(body.map_or(0, |at| at + 1));
    let form = script.form;
    let mut part = Part {
        form,
        program,
        items: Vec::new(),
        placed: &mut script.items,
    };
    for item in body {
        if part.holds(&item) {
            part.items.push(item);
        } else {
            part.place();
            part.placed.push(item);
        }
    }
    part.place();
}

/// The lookup that a call is, if others may stand beside it: one of a unit that has its coordinates from its only operand, and
/// nothing else.
fn plain<'p>(program: &'p Program, call: &Call) -> Option<&'p Instruction> {
    let instruction = program.instructions().get(call.instruction)?;
    let is_plain = call.index.is_none() && call.handle.is_none() && call.offset.is_none() && !call.effect;
    let is_implicit = instruction.operation == Operation::Texture(TextureOp::Sample(Lod::Implicit));
    (is_plain && is_implicit && call.operands.len() == 1).then_some(instruction)
}

/// Whether two lookups differ in their operands alone.
fn are_alike(one: &Instruction, other: &Instruction) -> bool {
    let are_alike = match (&one.access, &other.access) {
        (Access::Texture(one), Access::Texture(other)) => one == other,
        _ => false,
    };
    are_alike && one.operation == other.operation
}

impl Script<'_> {
    /// Whether a lookup may be made with others: it is like them, and needs nothing of them.
    pub(super) fn may_stand_together(&self, program: &Program, others: &[ValueId], value: ValueId) -> bool {
        let form = self.form;
        let plain = |value: ValueId| match form.values[value].expression {
            Expression::Call(call) => plain(program, &form.calls[call]),
            _ => None,
        };
        let mut waits = false;
        form.operands(&form.values[value].expression, |operand| {
            waits |= others.contains(&held(self, operand));
        });
        let other = others.first().and_then(|other| plain(*other));
        let is_alike = plain(value)
            .zip(other)
            .is_some_and(|(one, other)| are_alike(one, other));
        is_alike && !waits
    }
}

/// A part of a script without flow.
struct Part<'a> {
    form: &'a Form,
    program: &'a Program,
    items: Vec<Item>,
    placed: &'a mut Vec<Item>,
}

impl Part<'_> {
    /// Whether an item is none that lookups and values may not be moved across.
    fn holds(&self, item: &Item) -> bool {
        match *item {
            Item::Compute(value) => match self.form.values[value].expression {
                Expression::Call(call) => !self.form.calls[call].effect,
                _ => true,
            },
            Item::Export { .. } | Item::Kill(_) | Item::Count(_) => true,
            Item::Span(_)
            | Item::EndPrologue
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
            | Item::End(..) => false,
        }
    }

    /// Places what there is so far.
    fn place(&mut self) {
        let items = std::mem::take(&mut self.items);
        let mut is_placed = vec![false; items.len()];
        for at in 0..items.len() {
            if is_placed[at] {
                continue;
            }
            let group = self.group(&items, &is_placed, at);
            for at in group.into_iter().chain([at]) {
                if !std::mem::replace(&mut is_placed[at], true) {
                    self.placed.push(items[at]);
                }
            }
        }
    }

    /// The lookup that an item is and that no results of the program are made of alone: those it writes where they lie.
    fn lookup(&self, items: &[Item], at: usize) -> Option<&Instruction> {
        let Item::Compute(value) = items[at] else {
            return None;
        };
        let Expression::Call(call) = self.form.values[value].expression else {
            return None;
        };
        let is_component = |item: &&Item| match item {
            Item::Compute(value) => {
                matches!(self.form.values[*value].expression, Expression::Component { .. })
            }
            _ => false,
        };
        let next = items[at + 1..].iter().find(|item| !is_component(item));
        let is_exported = matches!(next, Some(Item::Export { .. }));
        plain(self.program, &self.form.calls[call]).filter(|_| !is_exported)
    }

    /// The items that come before others where the lookup at a place does, that among them: values that lookups like it
    /// need, then these.
    fn group(&self, items: &[Item], is_placed: &[bool], first: usize) -> Vec<usize> {
        let Some(instruction) = self.lookup(items, first) else {
            return Vec::new();
        };
        let mut lookups = vec![first];
        // The items that compute what only waits for nothing that is late.
        let mut early: Vec<usize> = Vec::new();
        let mut late: FxHashSet<ValueId> = FxHashSet::default();
        for at in first..items.len() {
            let Item::Compute(value) = items[at] else {
                continue;
            };
            if is_placed[at] {
                continue;
            }
            let mut waits = false;
            let expression = &self.form.values[value].expression;
            self.form
                .operands(expression, |operand| waits |= late.contains(&operand));
            let is_moved = !waits && is_movable(self.form, value);
            if is_moved {
                early.push(at);
                continue;
            }
            late.insert(value);
            let is_alike = || {
                let lookup = self.lookup(items, at);
                lookup.is_some_and(|other| are_alike(instruction, other))
            };
            if at != first && !waits && lookups.len() < MOST && is_alike() {
                lookups.push(at);
            }
            if lookups.len() == MOST {
                break;
            }
        }
        let mut needed: FxHashSet<ValueId> = FxHashSet::default();
        let need = |at: usize, needed: &mut FxHashSet<ValueId>| {
            if let Item::Compute(value) = items[at] {
                self.form
                    .operands(&self.form.values[value].expression, |operand| {
                        needed.insert(operand);
                    });
            }
        };
        lookups.iter().for_each(|at| need(*at, &mut needed));
        let mut group = Vec::new();
        for at in early.into_iter().rev() {
            if matches!(items[at], Item::Compute(value) if needed.contains(&value)) {
                need(at, &mut needed);
                group.push(at);
            }
        }
        group.reverse();
        group.append(&mut lookups);
        group
    }
}

/// Whether a value may be computed earlier: it is a function of values alone, or an attribute.
fn is_movable(form: &Form, value: ValueId) -> bool {
    match form.values[value].expression {
        Expression::Variable { .. } => false,
        Expression::Attribute { .. } | Expression::Component { .. } => true,
        _ => native::has(form, value),
    }
}

#[cfg(test)]
mod tests {
    use quadrille_check::{Options, check};
    use quadrille_numerics::level::Level;

    use crate::code::{Node, Step};
    use crate::compile::compile;

    /// How many lookups the steps of a program's native code have; nothing where the machine has none.
    fn lookups(text: &str) -> Option<Vec<u32>> {
        let level = Level::all().find(|level| level.name() != Level::BASELINE.name())?;
        let checked = check(text, &Options::default());
        let program = checked.program.expect("the program is accepted");
        let form = quadrille_scalar::lower(&program).expect("it has a form");
        let code = compile(&program, &form, Some(level)).expect("it has code");
        let steps = code.body.iter().flatten().filter_map(|node| match node {
            Node::Steps(steps) => Some(steps),
            _ => None,
        });
        let counts = steps.flatten().filter_map(|step| match step {
            Step::Lookups { count, .. } => Some(*count),
            _ => None,
        });
        Some(counts.collect())
    }

    /// Lookups that need nothing of each other are one step, as many as may be; others wait.
    #[test]
    fn lookups_without_need_of_each_other_are_one_step() {
        let tap = |number: u32, unit: u32| {
            format!(
                "ADD at, fragment.texcoord[0], {number}.5;\nTEX texel, at, texture[{unit}], 2D;\nADD sum, texel, sum;\n"
            )
        };
        let program = |taps: &str| {
            format!("!!ARBfp1.0\nTEMP at, texel, sum;\nMOV sum, 0;\n{taps}MOV result.color, sum;\nEND\n")
        };
        let several: String = (0..10).map(|number| tap(number, 0)).collect();
        let units = tap(0, 0) + &tap(1, 1) + &tap(2, 0);
        let dependent = "TEX texel, fragment.texcoord[0], texture[0], 2D;\nTEX sum, texel, texture[0], 2D;\n";
        let shared = "TEX texel, fragment.texcoord[0], texture[0], 2D;\nTEX at, fragment.texcoord[1], texture[0], 2D;\nADD sum, at, texel;\n";
        for (taps, expected) in [
            (&several[..], vec![8, 2]),
            (&units, vec![2, 1]),
            (dependent, vec![1, 1]),
            (shared, vec![2]),
        ] {
            let found = lookups(&program(taps));
            assert!(found.is_none_or(|found| found == expected), "{taps}");
        }
    }
}
