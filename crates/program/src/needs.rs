//! Which components of its operands an instruction looks at. What it does not look at may hold anything.

use quadrille_isa::gl::operation::{Class, Lod};
use quadrille_isa::gl::target::Slot;
use quadrille_isa::gl::{AtomicOperation, Operation, TextureTarget};

use crate::instruction::{Access, Instruction, MemoryAccess, TextureAccess};

const X: u8 = 0b0001;
const XY: u8 = 0b0011;
const XYZ: u8 = 0b0111;
const W: u8 = 0b1000;
const ALL: u8 = 0b1111;

impl Instruction {
    /// The components of operand number `at`, as its swizzle gives it, that decide what the instruction writes or
    /// does, bit 0 for x.
    pub fn needs(&self, at: usize) -> u8 {
        let mask = self.destination.map_or(ALL, |to| to.mask);
        if let Some(needed) = self.operation.needs(at, mask) {
            return needed;
        }
        match (self.operation.class(), &self.access) {
            (Class::Texture, Access::Texture(texture)) => self.of_texture(texture, at),
            (Class::Memory, Access::Memory(memory)) => self.of_memory(memory, at),
            (Class::Derivative, _) => mask,
            (Class::Interpolation, _) => match (self.operation, at) {
                (_, 0) => mask,
                (Operation::InterpolateAtOffset, _) => XY,
                _ => X,
            },
            (Class::Flow, _) => match self.operation {
                Operation::Loop => XYZ,
                _ => X,
            },
            (Class::Stage, _) => X,
            (Class::Address, _) if self.operation != Operation::AddressAdd => mask,
            (Class::Group, _) if matches!(self.operation, Operation::Vote(_)) => mask,
            _ => ALL,
        }
    }

    fn of_texture(&self, texture: &TextureAccess, at: usize) -> u8 {
        let row = texture.target.row();
        let coordinates = low(row.coordinates);
        match (self.operation, at) {
            (Operation::QuerySize | Operation::QuerySamples, _) => X,
            (Operation::GatherOffsets, 1 | 2) => ALL,
            (Operation::Sample(Lod::Derivatives), 1 | 2) if !texture.lod_clamp => coordinates,
            (_, 0) => {
                let reference = match row.reference {
                    Some(Slot::First(component)) => 1 << component,
                    Some(Slot::Second(_)) | None => 0,
                };
                let w = match self.operation {
                    Operation::SampleProjected
                    | Operation::SampleProjectedButCube
                    | Operation::Sample(Lod::Bias | Lod::Explicit) => W,
                    // Rectangles and buffers have one level.
                    Operation::Fetch if row.texture.row().is_mipmapped() => W,
                    _ => 0,
                };
                let single = |component: Option<u8>| component.map_or(0, |component| 1 << component);
                coordinates | single(row.layer) | single(row.sample) | reference | w
            }
            _ => ALL,
        }
    }

    fn of_memory(&self, memory: &MemoryAccess, at: usize) -> u8 {
        let count = memory.storage.map_or(4, |storage| storage.count);
        let texel = memory.target.map_or(X, of_texel);
        match (self.operation, at) {
            (Operation::Atomic(_), 0) => match memory.atomic {
                Some(AtomicOperation::CompareSwap) if count == 1 => XY,
                Some(AtomicOperation::CompareSwap) => ALL,
                _ => low(count),
            },
            (Operation::Store(_), 0) => low(count),
            _ => texel,
        }
    }
}

/// The first components.
fn low(count: u8) -> u8 {
    ALL >> (4 - count.min(4))
}

/// What names a texel of an image.
fn of_texel(target: TextureTarget) -> u8 {
    let row = target.row();
    let single = |component: Option<u8>| component.map_or(0, |component| 1 << component);
    low(row.coordinates) | single(row.layer) | single(row.sample)
}
