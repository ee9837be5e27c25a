//! The graph of a program's calls: no call through a subroutine variable may come back to itself
//! (ARB_shader_subroutine, "Additions to NV_gpu_program5").

use quadrille_isa::gl::operation::FlowOp;
use std::sync::Arc;

use quadrille_base::{Diagnostic, Id};
use quadrille_isa::gl::Operation;
use quadrille_program::{Access, InstId};
use rustc_hash::FxHashMap;

use crate::rules;
use crate::state::code::Code;
use crate::state::diagnostics::Diagnostics;
use crate::state::flow::{Flow, IndirectCall};
use crate::state::subroutines::Subroutines;

/// Reports calls that may come back.
pub(crate) fn check_recursion(
    flow: &Flow<'_>,
    code: &Code,
    subroutines: &Subroutines<'_>,
    diagnostics: &mut Diagnostics,
) {
    if flow.indirect_calls.is_empty() {
        return;
    }
    let graph = CallGraph::of(flow, code, subroutines);
    for diagnostic in graph.calls_back(&flow.indirect_calls) {
        diagnostics.report(diagnostic);
    }
}

/// Sets what every CALI of a program without errors may call.
pub(crate) fn set_targets(flow: &Flow<'_>, subroutines: &Subroutines<'_>, code: &mut Code) {
    let mut of_type: FxHashMap<u32, Arc<[(u32, InstId)]>> = FxHashMap::default();
    for call in &flow.indirect_calls {
        let targets = of_type.entry(call.of).or_insert_with(|| {
            let named = subroutines.of_type(call.of).into_iter();
            named
                .filter_map(|(number, name)| Some((number, flow.labels.target(name)?)))
                .collect()
        });
        if let Access::Flow(flow) = &mut code.instructions[call.id].access
            && let Some(subroutine) = &mut flow.subroutine
        {
            subroutine.targets = targets.clone();
        }
    }
}

/// Which subroutines call which. A subroutine is known by its place among all of them, in order of the text; what CALI
/// calls is a node too, behind them: the subroutines of a type.
struct CallGraph {
    /// The first instruction of each subroutine, ascending; the part before the first label is one too.
    starts: Vec<InstId>,
    /// The strongly connected component of each node.
    components: Vec<usize>,
}

impl CallGraph {
    fn of(flow: &Flow<'_>, code: &Code, subroutines: &Subroutines<'_>) -> CallGraph {
        let mut starts: Vec<InstId> = flow.labels.places.values().map(|(_, start)| *start).collect();
        starts.push(InstId::new(0));
        starts.sort_unstable();
        starts.dedup();
        let mut graph = CallGraph {
            starts,
            components: Vec::new(),
        };
        let types = subroutines.types.len();
        let mut edges = vec![Vec::new(); graph.starts.len() + types];
        for (id, instruction) in code.instructions.iter_enumerated() {
            if let (Operation::Flow(FlowOp::Call), Access::Flow(flow)) =
                (instruction.operation, &instruction.access)
            {
                edges[graph.within(id)].extend(flow.target.map(|to| graph.within(to)));
            }
        }
        for call in &flow.indirect_calls {
            edges[graph.within(call.id)].push(graph.of_type(call.of));
        }
        for of in 0..types as u32 {
            let named = subroutines.of_type(of).into_iter();
            let targets = named.filter_map(|(_, name)| flow.labels.target(name));
            edges[graph.of_type(of)] = targets.map(|to| graph.within(to)).collect();
        }
        graph.components = components(&edges);
        graph
    }

    /// The subroutine that an instruction stands in.
    fn within(&self, id: InstId) -> usize {
        let starts = &self.starts;
        starts.partition_point(|start| *start <= id).saturating_sub(1)
    }

    /// The subroutines of a type.
    fn of_type(&self, of: u32) -> usize {
        self.starts.len() + of as usize
    }

    /// The calls that may lead back to the subroutine that they stand in.
    fn calls_back(&self, calls: &[IndirectCall]) -> Vec<Diagnostic> {
        let component = |node: usize| self.components[node];
        calls
            .iter()
            .filter(|call| component(self.within(call.id)) == component(self.of_type(call.of)))
            .map(|call| rules::indirect_recursion::at(call.span))
            .collect()
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
