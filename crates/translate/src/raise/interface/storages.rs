//! Storage buffers: which the program accesses (NV_shader_storage_buffer_object), each an array of words of 32 bits.

use std::collections::{BTreeMap, BTreeSet};

use quadrille_isa::gl::operation::{MemoryOp, Space};
use quadrille_isa::gl::{AtomicOperation, Operation};
use quadrille_numerics::convert::Format;
use quadrille_program::Access;

use crate::form::{Scalar, StorageBuffer, storage_name};
use crate::raise::draft::Draft;
use crate::raise::interface::buffers::{MOST_BUFFERS, count};
use crate::target::Feature;

/// A storage buffer that is declared.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Storage {
    /// Its number among those of the shader.
    pub(crate) at: u32,
    /// The scalar type of its words.
    pub(crate) word: Scalar,
}

/// Storage buffers, by binding point.
pub(crate) type Storages = BTreeMap<u32, Storage>;

/// Declares the storage buffers that the program accesses.
pub(crate) fn declare(draft: &mut Draft<'_>) -> Storages {
    let program = draft.context.program;
    let (mut numbers, mut coherent) = (BTreeSet::new(), BTreeSet::new());
    let (mut signed, mut unsigned) = (BTreeSet::new(), BTreeSet::new());
    for (id, instruction) in program.instructions().iter_enumerated() {
        let (
            Operation::Memory(
                MemoryOp::Load(Space::Storage)
                | MemoryOp::Store(Space::Storage)
                | MemoryOp::Atomic(Space::Storage),
            ),
            Access::Memory(access),
        ) = (instruction.operation, &instruction.access)
        else {
            continue;
        };
        if count(access) > MOST_BUFFERS {
            draft.unsupported(
                program.span(id),
                "no translation has so many buffers to choose from",
            );
        }
        let own = access.binding..access.binding + count(access).min(MOST_BUFFERS);
        numbers.extend(own.clone());
        if access.coherent || access.volatile {
            coherent.extend(own.clone());
        }
        if let Some(AtomicOperation::Minimum | AtomicOperation::Maximum) = access.atomic {
            match access
                .storage
                .is_some_and(|storage| storage.format == Format::S32)
            {
                true => signed.extend(own),
                false => unsigned.extend(own),
            }
        }
    }
    if !numbers.is_empty() {
        draft.need(Feature::StorageBuffers, draft.context.entry());
    }
    let mut declared = Storages::new();
    for number in numbers {
        let stage = draft.context.stage_word();
        let block = format!("{}{number}", storage_name(draft.shader.stage));
        draft.names.reserve(&block);
        let name = draft.names.reserve(&format!("u_{stage}_storage{number}"));
        // Words of both kinds are compared by turns.
        let word = match signed.contains(&number) && !unsigned.contains(&number) {
            true => Scalar::Int,
            false => Scalar::Uint,
        };
        let at = draft.shader.storages.len() as u32;
        declared.insert(number, Storage { at, word });
        draft.shader.storages.push(StorageBuffer {
            name,
            number,
            word,
            binding: draft.context.options.storage_binding(number),
            coherent: coherent.contains(&number),
        });
    }
    declared
}
