//! The results of tessellation control programs that other invocations of the patch read.

use quadrille_isa::gl::{Binding, Family, Stage};
use quadrille_program::{Layout, Program};

/// The outputs of a patch: which attributes read results back, and which results all of its
/// invocations share.
#[derive(Default)]
pub(crate) struct Patch {
    /// Invocations of a patch, one for each vertex that comes out; 0 in programs of other stages.
    vertices: usize,
    /// For each attribute slot, whether it reads a result back, and the slot of that result if the program
    /// writes it.
    attributes: Vec<Option<Option<usize>>>,
    /// For each result slot, whether it belongs to the patch.
    shared: Vec<bool>,
}

impl Patch {
    pub(crate) fn new(program: &Program) -> Patch {
        let Layout::TessellationControl { vertices } = program.layout() else {
            return Patch::default();
        };
        if program.profile().stage != Stage::TessellationControl {
            return Patch::default();
        }
        let slot_of = |wanted: Binding| {
            let mut results = program.results().iter();
            results.position(|result| result.binding == wanted)
        };
        let attributes = program.attributes().iter();
        Patch {
            vertices: *vertices as usize,
            attributes: attributes
                .map(|attribute| result_of(attribute.binding).map(slot_of))
                .collect(),
            shared: program
                .results()
                .iter()
                .map(|result| is_shared(result.binding.family))
                .collect(),
        }
    }

    /// Whether the program makes a patch.
    pub(crate) fn is_some(&self) -> bool {
        self.vertices > 0
    }

    /// If an attribute slot reads a result back: the slot of the result, none if nothing writes it.
    pub(crate) fn result(&self, attribute: usize) -> Option<Option<usize>> {
        self.attributes.get(attribute).copied().flatten()
    }

    /// The lanes that see what a lane writes to a result slot.
    pub(crate) fn sees(&self, slot: usize, lane: usize) -> std::ops::Range<usize> {
        if self.shared.get(slot).copied().unwrap_or(false) {
            let first = self.first(lane);
            first..first + self.vertices.max(1)
        } else {
            lane..lane + 1
        }
    }

    /// The first lane of the patch of a lane.
    pub(crate) fn first(&self, lane: usize) -> usize {
        lane - lane % self.vertices.max(1)
    }
}

fn is_shared(family: Family) -> bool {
    matches!(
        family,
        Family::ResultPatchTessouter | Family::ResultPatchTessinner | Family::ResultPatchAttrib
    )
}

/// The result that an attribute of the patch that comes out reads back.
fn result_of(attribute: Binding) -> Option<Binding> {
    attribute.passed().filter(|_| attribute.index[0] == 1)
}
