//! The memory that invocations reach: its regions by name, and copies of it.

use quadrille_engine::Memory;
use quadrille_isa::gl::Operation;
use quadrille_isa::gl::operation::MemoryOp;
use quadrille_memory::Buffer;
use quadrille_program::Program;

use crate::machine::Region;
use crate::pages::Pages;
use crate::value::Kind;

/// The regions, and the buffers behind them.
pub(super) struct Map {
    pub(super) regions: Vec<Region>,
    /// The address of each region's buffer in this process: only to know it again.
    buffers: Vec<usize>,
}

fn identity(buffer: &Buffer) -> usize {
    std::ptr::from_ref(buffer).addr()
}

/// All buffers that a run reaches, with what they are called and where they lie.
fn buffers<'a>(memory: &Memory<'a>) -> Vec<(String, Option<u64>, &'a Buffer)> {
    let mut found: Vec<(String, Option<u64>, &'a Buffer)> = Vec::new();
    let bound = [
        ("buffer", memory.parameters),
        ("storage", memory.storage),
        ("counters", memory.counters),
    ];
    for (name, bindings) in bound {
        for (number, binding) in bindings.iter().enumerate() {
            if let Some(binding) = binding {
                found.push((format!("{name}[{number}]"), None, &binding.buffer));
            }
        }
    }
    for (number, image) in memory.images.iter().enumerate() {
        if let Some(image) = image {
            found.push((format!("image[{number}]"), None, &image.texels));
        }
    }
    found.extend(memory.shared.map(|buffer| ("shared".to_owned(), None, buffer)));
    for (address, resident) in memory.global.buffers() {
        found.push((format!("global[{address:#x}]"), Some(address), &resident.buffer));
    }
    found
}

impl Map {
    pub(super) fn of(memory: &Memory<'_>) -> Map {
        let found = buffers(memory);
        Map {
            buffers: found.iter().map(|(_, _, buffer)| identity(buffer)).collect(),
            regions: found
                .into_iter()
                .map(|(name, address, buffer)| Region {
                    name,
                    bytes: buffer.size(),
                    address,
                    kind: Kind::Bits,
                })
                .collect(),
        }
    }

    /// The first region that a buffer is.
    pub(super) fn region(&self, buffer: &Buffer) -> Option<usize> {
        let wanted = identity(buffer);
        self.buffers.iter().position(|known| *known == wanted)
    }

    /// Bytes of a region.
    pub(super) fn bytes(&self, memory: &Memory<'_>, region: usize, offset: u64, bytes: u64) -> Vec<u8> {
        let Some(wanted) = self.buffers.get(region) else {
            return Vec::new();
        };
        let found = buffers(memory);
        let Some((_, _, buffer)) = found.iter().find(|(_, _, buffer)| identity(buffer) == *wanted) else {
            return Vec::new();
        };
        let bytes = bytes.min(buffer.size().saturating_sub(offset));
        (offset..offset + bytes)
            .map(|at| buffer.load(at, 1) as u8)
            .collect()
    }
}

/// A copy of all memory. What did not change since the copy before is shared with that.
#[derive(Clone)]
pub(super) struct Copies {
    /// Whether there is anything to copy: the program writes memory.
    is_written: bool,
    pages: Pages,
}

impl Copies {
    /// A copy of what a program can write.
    pub(super) fn of(program: &Program, memory: &Memory<'_>) -> Copies {
        let writes = |operation: Operation| {
            matches!(
                operation,
                Operation::Memory(MemoryOp::Store(_) | MemoryOp::Atomic(_))
            )
        };
        let mut copies = Copies {
            is_written: program.instructions().iter().any(|one| writes(one.operation)),
            pages: Pages::default(),
        };
        copies.update(memory);
        copies
    }

    /// Makes it a copy of what memory holds now; the bytes that it shares with nobody.
    pub(super) fn update(&mut self, memory: &Memory<'_>) -> u64 {
        if !self.is_written {
            return 0;
        }
        let found = distinct(memory).into_iter();
        self.pages.update(found.map(Buffer::to_bytes))
    }

    /// Makes memory what it was.
    pub(super) fn restore(&self, memory: &Memory<'_>) {
        if !self.is_written {
            return;
        }
        for (number, buffer) in distinct(memory).into_iter().enumerate() {
            for (offset, bytes) in self.pages.pieces(number) {
                buffer.write(offset as u64, bytes);
            }
        }
    }
}

/// Each buffer once.
fn distinct<'a>(memory: &Memory<'a>) -> Vec<&'a Buffer> {
    let mut known = Vec::new();
    let mut found = Vec::new();
    for (_, _, buffer) in buffers(memory) {
        if !known.contains(&identity(buffer)) {
            known.push(identity(buffer));
            found.push(buffer);
        }
    }
    found
}
