//! The cells that a piece of structured flow may write.

use quadrille_isa::gl::Operation;
use quadrille_isa::gl::operation::FlowOp;
use quadrille_program::structure::Node;
use quadrille_program::{Access, InstId};
use rustc_hash::FxHashSet;

use super::Lowering;
use super::cells::Cell;
use crate::expression::Type;

impl Lowering<'_> {
    /// The cells that nodes may write, ascending.
    pub(super) fn written(&self, nodes: &[Node]) -> Vec<Cell> {
        let (mut cells, mut seen) = (FxHashSet::default(), FxHashSet::default());
        self.note(nodes, &mut cells, &mut seen);
        let mut cells: Vec<Cell> = cells.into_iter().collect();
        cells.sort_unstable();
        cells
    }

    fn note(&self, nodes: &[Node], cells: &mut FxHashSet<Cell>, seen: &mut FxHashSet<InstId>) {
        for node in nodes {
            match node {
                Node::Run(id) => self.note_instruction(*id, cells, seen),
                Node::If { then, otherwise, .. } => {
                    self.note(then, cells, seen);
                    self.note(otherwise, cells, seen);
                }
                Node::Loop { at, body } => {
                    if at.is_some() {
                        self.note_index(cells);
                    }
                    self.note(body, cells, seen);
                }
                Node::Break(_) | Node::Return(_) => self.note_index(cells),
                Node::Continue(_) | Node::End(_) | Node::Goto(_) => {}
                Node::Dispatch(blocks) => blocks.iter().for_each(|block| self.note(block, cells, seen)),
            }
        }
    }

    /// The index of a LOOP around is put back into the address register.
    fn note_index(&self, cells: &mut FxHashSet<Cell>) {
        if self.flow.indexed {
            cells.insert(self.cells.address());
        }
    }

    fn note_instruction(&self, id: InstId, cells: &mut FxHashSet<Cell>, seen: &mut FxHashSet<InstId>) {
        let instruction = &self.program.instructions()[id];
        if let (Operation::Flow(FlowOp::Call), Access::Flow(flow)) =
            (instruction.operation, &instruction.access)
            && let Some(target) = flow.target
        {
            self.note_index(cells);
            if seen.insert(target)
                && let Some(body) = self.flow.bodies.get(&target)
            {
                self.note(body, cells, seen);
            }
        }
        let Some(to) = &instruction.destination else {
            return;
        };
        for component in (0..4).filter(|component| to.mask >> component & 1 != 0) {
            let cell = to
                .register
                .and_then(|register| self.cells.of(&register, component));
            cells.extend(cell);
            if let Some(register) = instruction.update {
                let first = self.cells.code(usize::from(register), component);
                let count = if self.codes == Type::Word { 1 } else { 4 };
                cells.extend(first..first + count);
            }
        }
    }
}
