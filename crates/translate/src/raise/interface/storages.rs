//! Memory that is accessed by words of 32 bits: storage buffers (NV_shader_storage_buffer_object), the memory that a work
//! group shares (NV_compute_program5), what lies at GPU addresses (NV_shader_buffer_load, NV_shader_buffer_store), and atomic
//! counters (NV_shader_atomic_counters).

use std::collections::BTreeMap;

use quadrille_isa::gl::operation::{MemoryOp, Space};
use quadrille_isa::gl::{AtomicOperation, Operation};
use quadrille_numerics::convert::Format;
use quadrille_program::{Access, InstId, Layout, MemoryAccess};

use crate::form::{Root, Scalar, SharedMemory, StorageBuffer, StorageKind, storage_name, word_at};
use crate::options::Packing;
use crate::raise::draft::Draft;
use crate::raise::interface::buffers::{MOST_BUFFERS, count};
use crate::refusal::Reason;
use crate::target::Feature;

/// Memory that programs access by words.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) enum Region {
    /// The storage buffer at a binding point.
    Storage(u32),
    /// The same as words of 64 bits, which operations of that size change.
    StorageLong(u32),
    /// The buffer of atomic counters at a binding point.
    Counters(u32),
    /// The memory of the work group.
    Shared,
    /// The same as words of 64 bits.
    SharedLong,
    /// All memory, by GPU addresses.
    Global,
    /// The same as words of 64 bits.
    GlobalLong,
}

impl Region {
    /// The region that an access of a space reaches, `number` behind the first that it may choose; none where the space
    /// is not accessed so.
    pub(crate) fn of(space: Space, access: &MemoryAccess, number: u32) -> Option<Region> {
        match space {
            Space::Storage => Some(Region::Storage(access.binding + number)),
            Space::Shared => Some(Region::Shared),
            Space::Global => Some(Region::Global),
            Space::Counter => Some(Region::Counters(access.binding + number)),
            Space::Constant | Space::Image => None,
        }
    }

    /// The same memory as words of 64 bits; counters have none.
    pub(crate) fn long(self) -> Region {
        match self {
            Region::Storage(number) | Region::StorageLong(number) => Region::StorageLong(number),
            Region::Shared | Region::SharedLong => Region::SharedLong,
            Region::Global | Region::GlobalLong => Region::GlobalLong,
            Region::Counters(_) => self,
        }
    }
}

/// Whether an access changes a word of 64 bits in one step.
pub(crate) fn is_long(access: &MemoryAccess) -> bool {
    access.atomic.is_some() && access.storage.is_some_and(|storage| storage.format.bits() == 64)
}

/// A region that is declared.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Words {
    /// Its array of words.
    pub(crate) root: Root,
    /// The scalar type of its words.
    pub(crate) word: Scalar,
    /// The number of words, where that is known.
    pub(crate) length: Option<u32>,
    /// The scalar type of the words of 64 bits whose halves these are, where the array is one of such words.
    pub(crate) whole: Option<Scalar>,
}

/// The regions that are declared.
pub(crate) type Storages = BTreeMap<Region, Words>;

/// Facts about a region that are found before it is declared.
#[derive(Clone, Copy)]
struct Use {
    /// The first instruction that accesses it.
    first: InstId,
    coherent: bool,
    /// Whether the smaller or larger of signed words is taken, and of unsigned ones.
    signed: bool,
    unsigned: bool,
}

impl Use {
    fn new(first: InstId) -> Use {
        Use {
            first,
            coherent: false,
            signed: false,
            unsigned: false,
        }
    }

    /// The type of the words, of 64 bits or 32; those of both kinds are compared by turns.
    fn word(self, is_long: bool) -> Scalar {
        match self.signed && !self.unsigned {
            true => Scalar::Int.sized(is_long),
            false => Scalar::Uint.sized(is_long),
        }
    }
}

/// Declares the storage buffers, the counters and the shared memory that the program accesses.
pub(crate) fn declare(draft: &mut Draft<'_>) -> Storages {
    let program = draft.context.program;
    let in_order = draft.context.has_interlock();
    let mut uses: BTreeMap<Region, Use> = BTreeMap::new();
    for (id, instruction) in program.instructions().iter_enumerated() {
        let (
            Operation::Memory(MemoryOp::Load(space) | MemoryOp::Store(space) | MemoryOp::Atomic(space)),
            Access::Memory(access),
        ) = (instruction.operation, &instruction.access)
        else {
            continue;
        };
        if Region::of(space, access, 0).is_some() && count(access) > MOST_BUFFERS {
            draft.unsupported(program.span(id), Reason::Choices("buffers"));
        }
        for number in 0..count(access).min(MOST_BUFFERS) {
            let Some(region) = Region::of(space, access, number) else {
                break;
            };
            let region = match is_long(access) {
                true => region.long(),
                false => region,
            };
            let found = uses.entry(region).or_insert_with(|| Use::new(id));
            found.coherent |= access.coherent || access.volatile || in_order;
            if let Some(AtomicOperation::Minimum | AtomicOperation::Maximum) = access.atomic {
                let format = access.storage.map(|storage| storage.format);
                let signed = matches!(format, Some(Format::S32 | Format::S64));
                found.signed |= signed;
                found.unsigned |= !signed;
            }
        }
    }
    let whole = uses.get(&Region::SharedLong).map(|found| found.word(true));
    let declared = uses.into_iter().map(|(region, found)| {
        let first = program.span(found.first);
        let words = draft.refusing_at(first, |draft| match region {
            Region::Storage(number) => storage_buffer(draft, StorageKind::Buffer, number, false, found),
            Region::StorageLong(number) => storage_buffer(draft, StorageKind::Buffer, number, true, found),
            Region::Counters(number) => storage_buffer(draft, StorageKind::Counters, number, false, found),
            Region::Shared => shared_memory(draft, found.word(false), whole),
            Region::SharedLong => shared_memory(draft, found.word(true), None),
            Region::Global => global_memory(draft, found.word(false)),
            Region::GlobalLong => global_memory(draft, found.word(true)),
        });
        (region, words)
    });
    declared.collect()
}

fn storage_buffer(draft: &mut Draft<'_>, kind: StorageKind, number: u32, is_long: bool, found: Use) -> Words {
    let entry = draft.context.entry();
    draft.need(Feature::StorageBuffers, entry);
    if is_long {
        draft.need(Feature::LongIntegers, entry);
        draft.need(Feature::LongAtomics, entry);
    }
    let word = found.word(is_long);
    let block = storage_name(draft.shader.stage, kind, number, word);
    draft.names.reserve(&block);
    let stage = draft.context.stage_word();
    let suffix = if is_long { "_long" } else { "" };
    let (what, binding) = match kind {
        StorageKind::Buffer => ("storage", draft.context.options.storage_binding(number)),
        StorageKind::Counters => ("counters", draft.context.options.counters_binding(number)),
    };
    let name = draft.names.reserve(&format!("u_{stage}_{what}{number}{suffix}"));
    let root = Root::Storage(draft.shader.storages.len() as u32);
    draft.shader.storages.push(StorageBuffer {
        name,
        kind,
        number,
        word,
        binding,
        coherent: found.coherent,
    });
    Words {
        root,
        word,
        length: None,
        whole: None,
    }
}

/// Memory by GPU addresses, of which nobody says where it ends.
fn global_memory(draft: &mut Draft<'_>, word: Scalar) -> Words {
    let entry = draft.context.entry();
    let has_addresses = draft.need(Feature::GpuAddresses, entry);
    draft.need(Feature::LongIntegers, entry);
    if word.is_long() {
        draft.need(Feature::LongAtomics, entry);
    }
    let options = draft.context.options;
    if has_addresses && options.target.is_glsl() && options.packing != Packing::PushConstants {
        draft.unsupported(entry, Reason::AddressesOfVulkan);
    }
    let root = Root::Address(draft.shader.addressed.len() as u32);
    draft.shader.addressed.push(word);
    draft.names.reserve(word_at(word));
    Words {
        root,
        word,
        length: None,
        whole: None,
    }
}

/// The memory of the work group, an array of words of one size: where operations change words of 64 bits, these, and words
/// of 32 bits are their halves.
fn shared_memory(draft: &mut Draft<'_>, word: Scalar, whole: Option<Scalar>) -> Words {
    let bytes = match draft.shader.layout {
        Layout::Compute { shared_bytes, .. } => shared_bytes,
        Layout::None
        | Layout::Geometry(_)
        | Layout::TessellationControl { .. }
        | Layout::TessellationEvaluation(_) => 0,
    };
    let declared = whole.unwrap_or(word);
    if declared.is_long() {
        let entry = draft.context.entry();
        draft.need(Feature::LongIntegers, entry);
        draft.need(Feature::LongAtomics, entry);
    }
    // An array has an element.
    let elements = |word: Scalar| bytes.div_ceil(word.bits() / 8).max(1);
    if draft.shader.shared.is_none() {
        let name = draft.names.reserve("shared_memory");
        draft.shader.shared = Some(SharedMemory {
            name,
            word: declared,
            length: elements(declared),
        });
    }
    Words {
        root: Root::Shared,
        word,
        // A word of 64 bits of which half lies outside is none.
        length: Some(if word.is_long() { bytes / 8 } else { elements(word) }),
        whole,
    }
}
