//! How long values live: the position of the last item that may read each.

use quadrille_base::{Id, IndexVec};
use quadrille_scalar::{Expression, ValueId};

use super::script::{Item, Script};

/// Of each value the position after which nothing reads it, but of those that nothing reads, or that live to the end of the
/// run.
pub(super) struct Liveness {
    /// Values by the position at which they are read last: those of a position lie side by side.
    expiring: Vec<ValueId>,
    /// For each position, and one behind the last, where its values begin.
    starts: Vec<usize>,
    /// Whether anything reads a value.
    pub(super) read: IndexVec<ValueId, bool>,
}

impl Liveness {
    /// The values that nothing reads after a position.
    pub(super) fn expire(&self, at: usize) -> &[ValueId] {
        &self.expiring[self.starts[at]..self.starts[at + 1]]
    }
}

/// The open loop at an item.
struct Open {
    /// Values from before it that are read in it: they live until its end.
    kept: Vec<ValueId>,
}

/// Measures the lives of a script's values.
pub(super) fn liveness(script: &Script<'_>) -> Liveness {
    let values = &script.form.values;
    let mut last: IndexVec<ValueId, Option<usize>> = values.iter().map(|_| None).collect();
    // The loops around where a value is computed.
    let mut depth: IndexVec<ValueId, usize> = values.iter().map(|_| 0).collect();
    let mut loops: Vec<Open> = Vec::new();
    let mut in_body = false;
    let mut pinned: IndexVec<ValueId, bool> = values.iter().map(|_| false).collect();
    for (at, item) in script.items.iter().enumerate() {
        script.reads(item, |value| {
            // The components of a call are where the call put them.
            let value = held(script, value);
            last[value] = Some(at);
            pinned[value] |= in_body && script.uniform[value];
            if let Some(open) = loops.get_mut(depth[value]) {
                open.kept.push(value);
            }
        });
        match item {
            Item::Compute(value) => depth[*value] = loops.len(),
            Item::Span(span) => {
                for value in &script.spans[*span].outputs {
                    depth[*value] = loops.len();
                }
            }
            Item::EndPrologue => in_body = true,
            Item::Loop => loops.push(Open { kept: Vec::new() }),
            Item::EndLoop => {
                for value in loops.pop().into_iter().flat_map(|open| open.kept) {
                    last[value] = Some(at);
                }
            }
            Item::Write { .. }
            | Item::Store { .. }
            | Item::Export { .. }
            | Item::Kill(_)
            | Item::Count(_)
            | Item::If { .. }
            | Item::Else
            | Item::EndIf
            | Item::Block
            | Item::EndBlock
            | Item::Break(_)
            | Item::Continue(_)
            | Item::End(..) => {}
        }
    }
    let expiring = || {
        let read = last.iter_enumerated();
        let read = read.filter_map(|(value, last)| last.map(|last| (value, last)));
        read.filter(|(value, _)| !pinned[*value] && !script.is_constant(*value))
    };
    let mut starts = vec![0; script.items.len() + 1];
    for (_, last) in expiring() {
        starts[last + 1] += 1;
    }
    for at in 1..starts.len() {
        starts[at] += starts[at - 1];
    }
    let mut next = starts.clone();
    let mut sorted = vec![ValueId::new(0); starts.last().copied().unwrap_or(0)];
    for (value, last) in expiring() {
        sorted[next[last]] = value;
        next[last] += 1;
    }
    Liveness {
        expiring: sorted,
        starts,
        read: last.iter().map(Option::is_some).collect(),
    }
}

/// The value whose registers hold a value: of a component, its call.
pub(super) fn held(script: &Script<'_>, value: ValueId) -> ValueId {
    match script.form.values[value].expression {
        Expression::Component { of, .. } => of,
        _ => value,
    }
}
