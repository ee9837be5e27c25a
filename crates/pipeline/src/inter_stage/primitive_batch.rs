//! A batch of primitives with the outputs of their vertices, as one stage hands it to the next.

use std::ops::Range;

use crate::executable::{Executable, Worker};
use crate::inter_stage::interface::{self, Interface};
use crate::inter_stage::stage_outputs::StageOutputs;
use crate::watch::Invocation;

/// Primitives, each of the same number of vertices.
#[derive(Clone, Debug, Default)]
pub(crate) struct PrimitiveBatch {
    /// The vertices.
    pub(crate) vertices: StageOutputs,
    /// Vertices of a primitive.
    pub(crate) size: usize,
    /// The vertices of each primitive one after another.
    pub(crate) corners: Vec<u32>,
    /// The number of each primitive, as `primitive.id` has it.
    pub(crate) numbers: Vec<u32>,
}

impl PrimitiveBatch {
    /// Nothing yet, of primitives of `size` vertices with `slots` results each.
    pub(crate) fn new(size: usize, slots: usize) -> PrimitiveBatch {
        PrimitiveBatch {
            vertices: StageOutputs::new(slots),
            size,
            ..PrimitiveBatch::default()
        }
    }

    /// Number of primitives.
    pub(crate) fn len(&self) -> usize {
        self.numbers.len()
    }

    /// The vertices of a primitive.
    pub(crate) fn primitive(&self, number: usize) -> &[u32] {
        &self.corners[number * self.size..(number + 1) * self.size]
    }

    /// Fills lanes with invocations, `each` of them a primitive, from invocation `first` on.
    pub(crate) fn fill(
        &self,
        worker: &mut Worker,
        (executable, interface): (&Executable<'_>, &Interface),
        invocations: Range<usize>,
        each: usize,
    ) {
        executable.tell(invocations.clone().map(|invocation| Invocation {
            number: self.numbers[invocation / each],
            part: (invocation % each) as u32,
        }));
        worker.set_live(invocations.len());
        for (lane, invocation) in invocations.enumerate() {
            let primitive = invocation / each;
            let is = interface::Invocation {
                primitive: self.numbers[primitive],
                number: (invocation % each) as u32,
                ..interface::Invocation::default()
            };
            interface.fill(worker, lane, &self.vertices, self.primitive(primitive), is);
        }
    }
}
