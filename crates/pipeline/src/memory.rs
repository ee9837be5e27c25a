//! The memory bindings of a pipeline: buffers, counters, images, GPU addresses.
//!
//! Accesses are carried out by `quadrille_engine::memory`; this keeps the bindings from draw to draw.

use quadrille_engine::Memory;
use quadrille_engine::memory::{Binding, ImageBinding};
use quadrille_isa::gl::operation::{MemoryOp, StageOp};
use quadrille_isa::gl::{Limits, Stage};
use quadrille_memory::{AddressSpace, Bounds, Buffer, Shape};
use quadrille_program::{BufferElement, Program};

/// Stages, as places of an array.
const STAGES: usize = Stage::Compute as usize + 1;

/// All memory that programs reach.
#[derive(Clone, Debug)]
pub struct Bindings {
    /// Buffers by GPU address, resident or not.
    pub global: AddressSpace,
    /// Storage buffers, by binding point.
    pub storage: Vec<Option<Binding>>,
    /// Atomic counter buffers, by binding point.
    pub counters: Vec<Option<Binding>>,
    /// Image units.
    pub images: Vec<Option<ImageBinding>>,
    /// Images that have handles, by their numbers ([`quadrille_engine::handle`]).
    pub image_handles: Vec<ImageBinding>,
    /// The limits on the part of a binding that programs reach.
    pub limits: Limits,
    parameters: [Vec<Option<Binding>>; STAGES],
}

impl Bindings {
    /// Nothing is bound.
    pub const NONE: &'static Bindings = &Bindings::new(Limits::DESKTOP);

    /// Nothing is bound.
    pub const fn new(limits: Limits) -> Bindings {
        Bindings {
            global: AddressSpace::new(),
            storage: Vec::new(),
            counters: Vec::new(),
            images: Vec::new(),
            image_handles: Vec::new(),
            limits,
            parameters: [const { Vec::new() }; STAGES],
        }
    }

    /// The program parameter buffers of a stage, by binding point (NV_parameter_buffer_object: each target has
    /// its own).
    pub fn parameters(&self, stage: Stage) -> &[Option<Binding>] {
        &self.parameters[stage as usize]
    }

    /// The same, to change.
    pub fn parameters_mut(&mut self, stage: Stage) -> &mut Vec<Option<Binding>> {
        &mut self.parameters[stage as usize]
    }

    /// The memory that programs of a stage access; `shared` is the shared memory of a work group.
    pub fn memory<'a>(&'a self, stage: Stage, shared: Option<&'a Buffer>) -> Memory<'a> {
        Memory {
            global: &self.global,
            parameters: self.parameters(stage),
            storage: &self.storage,
            counters: &self.counters,
            images: &self.images,
            image_handles: &self.image_handles,
            shared,
            limits: &self.limits,
        }
    }

    /// The value of a BUFFER or BUFFER4 element as a draw begins: a word in all components, or four words. What
    /// is not there is undefined, and reads 0 (NV_gpu_program4 2.X.3.6).
    pub fn element(&self, stage: Stage, element: BufferElement) -> [u32; 4] {
        let binding = self.parameters(stage).get(element.buffer as usize);
        let Some(binding) = binding.and_then(Option::as_ref) else {
            return [0; 4];
        };
        let limit = 4 * u64::from(self.limits.parameter_buffer_words);
        let view = binding.view(Bounds::Undefined).limited(limit);
        let count = if element.vector { 4 } else { 1 };
        let Some(shape) = Shape::new(4, count) else {
            return [0; 4];
        };
        let (values, _) = view.load(i64::from(element.element) * shape.size() as i64, shape);
        let at = |component: usize| if element.vector { component } else { 0 };
        std::array::from_fn(|component| values[at(component)] as u32)
    }
}

/// Whether invocations of a program may run in any order with the same outcome: it writes no memory.
pub(crate) fn is_order_free(program: &Program) -> bool {
    use quadrille_isa::gl::operation::Operation;
    !program.instructions().iter().any(|instruction| {
        matches!(
            instruction.operation,
            Operation::Memory(MemoryOp::Store(_) | MemoryOp::Atomic(_))
                | Operation::Stage(StageOp::InterlockBegin)
        )
    })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    /// source: NV_parameter_buffer_object2 2.X.3.6: the word of a BUFFER "is broadcast to all four components",
    /// "the four components of the selected buffer element are loaded" of a BUFFER4; not bound or too small is
    /// undefined
    #[test]
    fn elements() {
        let mut bindings = Bindings::new(Limits::DESKTOP);
        let words: Vec<u8> = (0..9_u32).flat_map(u32::to_le_bytes).collect();
        let buffer = Arc::new(Buffer::from_bytes(&words));
        *bindings.parameters_mut(Stage::Fragment) = vec![None, Some(Binding::whole(buffer))];
        for (buffer, element, vector, value) in [
            (1, 5, false, [5; 4]),
            (1, 1, true, [4, 5, 6, 7]),
            (1, 9, false, [0; 4]),
            (1, 2, true, [8, 0, 0, 0]),
            (0, 0, false, [0; 4]),
            (7, 0, true, [0; 4]),
        ] {
            let element = BufferElement {
                buffer,
                element,
                vector,
            };
            assert_eq!(bindings.element(Stage::Fragment, element), value);
            assert_eq!(bindings.element(Stage::Vertex, element), [0; 4]);
        }
    }
}
