//! CALI: a call of one of several subroutines, which the application chooses, and why no such call may come
//! back to itself (ARB_shader_subroutine, "Additions to NV_gpu_program5").

use quadrille_base::{Id, Span};
use quadrille_isa::gl::Operation;
use quadrille_program::{Access, Flow, InstId, Subroutine};
use quadrille_syntax::tree::{OperandIndex, Part, Value};
use rustc_hash::FxHashMap;

use crate::checker::Checker;
use crate::path::part_span;
use crate::progress::subroutine::IndirectCall;
use crate::rules;
use crate::scope::{Entity, Units};

impl Checker<'_, '_> {
    /// The variable of CALI, which is the next instruction.
    pub(crate) fn called_variable(&mut self, index: OperandIndex, span: Span) -> Option<Subroutine> {
        let belongs = "a subroutine variable belongs here";
        let operand = self.operand(index);
        let parts = match &operand.value {
            Value::Path(parts) if operand.sign.is_none() && operand.absolute.is_none() => self.parts(parts),
            Value::Missing => return None,
            _ => &[],
        };
        let Some(Part::Word(name)) = parts.first() else {
            self.report(rules::syntax_error::unexpected(operand.span, belongs));
            return None;
        };
        let variable = match self.find(name.text) {
            Some(Entity::Subroutine(variable)) => variable,
            Some(Entity::Broken) => return None,
            Some(entity) => {
                self.report(rules::wrong_resource::at(name.span, belongs, entity.what()));
                return None;
            }
            None if self.opens_binding(name.text) => {
                self.report(rules::wrong_resource::at(operand.span, belongs, "a binding"));
                return None;
            }
            None => {
                self.unknown_name(name);
                return None;
            }
        };
        let units = Units {
            first: variable.first,
            length: variable.length,
        };
        let place = self.unit_place(parts, units)?;
        if let [extra, ..] = place.rest {
            let message = "nothing may follow a subroutine variable";
            self.report(rules::syntax_error::unexpected(part_span(extra), message));
            return None;
        }
        let id = self.build.next();
        self.indirect_calls.push(IndirectCall {
            id,
            of: variable.of,
            span,
        });
        Some(Subroutine {
            parameter: place.unit,
            index: place.index,
            targets: Vec::new(),
        })
    }

    /// Sets what every CALI may call, once all labels are known, and reports calls that may come back.
    pub(crate) fn whole_indirect_calls(&mut self) {
        let calls = std::mem::take(&mut self.indirect_calls);
        if calls.is_empty() {
            return;
        }
        for call in &calls {
            let named = self.subroutines_of(call.of);
            let targets: Vec<(u32, InstId)> = named
                .into_iter()
                .filter_map(|(number, name)| Some((number, self.labels.get(name)?.1)))
                .collect();
            if let Some(subroutine) = self.flow_at(call.id).and_then(|flow| flow.subroutine.as_mut()) {
                subroutine.targets = targets;
            }
        }
        let graph = CallGraph::of(self);
        for call in &calls {
            if graph.comes_back(call.id) {
                self.report(rules::indirect_recursion::at(call.span));
            }
        }
    }

    /// The flow of an instruction; one that has an error is not there.
    fn flow_at(&mut self, id: InstId) -> Option<&mut Flow> {
        if id.index() >= self.build.instructions.len() {
            return None;
        }
        match &mut self.build.instructions[id].access {
            Access::Flow(flow) => Some(flow),
            _ => None,
        }
    }
}

/// Which subroutines call which. A subroutine is known by its place among all of them, in order of the text.
struct CallGraph {
    /// The first instruction of each, ascending; the part before the first label is one too.
    starts: Vec<InstId>,
    /// Of each instruction that calls: its subroutine and those that it may call.
    calls: FxHashMap<InstId, (usize, Vec<usize>)>,
    /// The strongly connected component of each.
    components: Vec<usize>,
}

impl CallGraph {
    fn of(checker: &Checker<'_, '_>) -> CallGraph {
        let mut starts: Vec<InstId> = checker.labels.values().map(|(_, start)| *start).collect();
        starts.push(InstId::new(0));
        starts.sort_unstable();
        starts.dedup();
        let within = |id: InstId| starts.partition_point(|start| *start <= id).saturating_sub(1);
        let mut calls = FxHashMap::default();
        let mut edges = vec![Vec::new(); starts.len()];
        for (id, instruction) in checker.build.instructions.iter_enumerated() {
            let Access::Flow(flow) = &instruction.access else {
                continue;
            };
            let called: Vec<usize> = match instruction.operation {
                Operation::Call => flow.target.iter().map(|to| within(*to)).collect(),
                Operation::CallIndirect => {
                    let targets = flow.subroutine.iter().flat_map(|called| &called.targets);
                    targets.map(|(_, to)| within(*to)).collect()
                }
                _ => continue,
            };
            edges[within(id)].extend(&called);
            calls.insert(id, (within(id), called));
        }
        CallGraph {
            components: components(&edges),
            starts,
            calls,
        }
    }

    /// Whether a call may lead back to the subroutine that it stands in.
    fn comes_back(&self, id: InstId) -> bool {
        debug_assert_eq!(self.components.len(), self.starts.len());
        self.calls
            .get(&id)
            .is_some_and(|(from, to)| to.iter().any(|to| self.components[*to] == self.components[*from]))
    }
}

/// The strongly connected component of every node, by two searches (Kosaraju), without recursion.
fn components(edges: &[Vec<usize>]) -> Vec<usize> {
    let mut order = Vec::with_capacity(edges.len());
    let mut seen = vec![false; edges.len()];
    for root in 0..edges.len() {
        let mut stack = vec![(root, 0)];
        while let Some((node, next)) = stack.pop() {
            if next == 0 && std::mem::replace(&mut seen[node], true) {
                continue;
            }
            match edges[node].get(next) {
                Some(to) => {
                    stack.push((node, next + 1));
                    stack.push((*to, 0));
                }
                None => order.push(node),
            }
        }
    }
    let mut back = vec![Vec::new(); edges.len()];
    for (from, to) in edges.iter().enumerate() {
        for to in to {
            back[*to].push(from);
        }
    }
    let mut component = vec![usize::MAX; edges.len()];
    for root in order.into_iter().rev() {
        let mut stack = vec![root];
        while let Some(node) = stack.pop() {
            if component[node] == usize::MAX {
                component[node] = root;
                stack.extend(&back[node]);
            }
        }
    }
    component
}

#[cfg(test)]
mod tests {
    use super::components;

    /// source: the definition of a strongly connected component, on a cycle of two with a tail and a loner.
    #[test]
    fn cycles_are_one_component() {
        let found = components(&[vec![1], vec![2], vec![1, 3], vec![], vec![4]]);
        assert_eq!(found[1], found[2]);
        let others = [found[0], found[1], found[3], found[4]];
        for (at, one) in others.iter().enumerate() {
            assert!(others[..at].iter().all(|other| other != one), "{others:?}");
        }
    }
}
