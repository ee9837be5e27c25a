//! The instructions of the program under construction.

use quadrille_base::{Id, IndexVec, Span};
use quadrille_program::{Access, InstId, Instruction};

/// The instructions so far, and where they stand.
#[derive(Default)]
pub(crate) struct Code {
    pub(crate) instructions: IndexVec<InstId, Instruction>,
    pub(crate) spans: IndexVec<InstId, Span>,
    /// The spans of all instructions that are written, checked or not.
    pub(crate) written: Vec<Span>,
}

impl Code {
    /// Makes room for as many instructions as there are statements.
    pub(crate) fn reserve(&mut self, statements: usize) {
        self.instructions.reserve(statements);
        self.spans.reserve(statements);
    }

    /// The instruction that comes next.
    pub(crate) fn next(&self) -> InstId {
        InstId::new(self.instructions.len())
    }

    /// Takes an instruction, and where it stands.
    pub(crate) fn push(&mut self, instruction: Instruction, span: Span) {
        self.instructions.push(instruction);
        self.spans.push(span);
    }

    /// Sets where an instruction of flow goes. One that has an error is not there, and its place may be another's.
    pub(crate) fn set_target(&mut self, id: InstId, to: InstId) {
        if id.index() < self.instructions.len()
            && let Access::Flow(flow) = &mut self.instructions[id].access
        {
            flow.target = Some(to);
        }
    }
}
