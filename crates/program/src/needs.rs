//! Which components of its operands an instruction looks at. What it does not look at may hold anything.

use quadrille_isa::gl::operation::{AddressOp, FlowOp, GroupOp, Location, Lod, MemoryOp, TextureOp};
use quadrille_isa::gl::target::Slot;
use quadrille_isa::gl::texture::Sampling;
use quadrille_isa::gl::{AtomicOperation, Operation};

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
        match self.operation {
            Operation::Texture(operation) => self
                .texture()
                .map_or(ALL, |texture| of_texture(operation, texture, at)),
            Operation::Memory(operation) => self
                .memory()
                .map_or(ALL, |memory| of_memory(operation, memory, at)),
            Operation::Interpolation(_) if at == 0 => mask,
            Operation::Interpolation(Location::Offset) => XY,
            Operation::Interpolation(Location::Centroid | Location::Sample) => X,
            Operation::Flow(FlowOp::Loop) => XYZ,
            Operation::Flow(
                FlowOp::Branch
                | FlowOp::Call
                | FlowOp::CallIndirect
                | FlowOp::Return
                | FlowOp::If
                | FlowOp::Else
                | FlowOp::EndIf
                | FlowOp::Repeat
                | FlowOp::EndRepeat
                | FlowOp::EndLoop
                | FlowOp::Break
                | FlowOp::Continue,
            )
            | Operation::Stage(_) => X,
            Operation::Address(
                AddressOp::LoadFloor(_) | AddressOp::LoadRound(_) | AddressOp::Push | AddressOp::Pop,
            )
            | Operation::Derivative(_)
            | Operation::Group(GroupOp::Vote(_)) => mask,
            Operation::Address(AddressOp::Sum(_))
            | Operation::Group(
                GroupOp::Ballot
                | GroupOp::QuadAdd(_)
                | GroupOp::QuadAddHorizontal
                | GroupOp::QuadAddVertical
                | GroupOp::Shuffle(_),
            )
            | Operation::Kill
            | Operation::Arithmetic(_)
            | Operation::Conversion(_) => ALL,
        }
    }

    fn texture(&self) -> Option<&TextureAccess> {
        match &self.access {
            Access::Texture(texture) => Some(texture),
            _ => None,
        }
    }

    fn memory(&self) -> Option<&MemoryAccess> {
        match &self.access {
            Access::Memory(memory) => Some(memory),
            _ => None,
        }
    }
}

fn of_texture(operation: TextureOp, texture: &TextureAccess, at: usize) -> u8 {
    let row = texture.target.row();
    let coordinates = low(row.coordinates);
    let w = match operation {
        TextureOp::QuerySize | TextureOp::QuerySamples => return X,
        TextureOp::GatherOffsets if at > 0 => return ALL,
        TextureOp::Sample(Lod::Derivatives) if matches!(at, 1 | 2) && !texture.lod_clamp => {
            return coordinates;
        }
        TextureOp::SampleProjected
        | TextureOp::SampleProjectedButCube
        | TextureOp::Sample(Lod::Bias | Lod::Explicit) => W,
        // Rectangles have one level, and w still says which (NV_gpu_program4 Table X.18).
        TextureOp::Fetch => match row.texture.row().sampling {
            Sampling::Mipmapped | Sampling::Rectangle => W,
            Sampling::Buffer | Sampling::Multisample => 0,
        },
        TextureOp::Sample(Lod::Implicit | Lod::Derivatives)
        | TextureOp::FetchMultisample
        | TextureOp::Gather
        | TextureOp::GatherOffsets
        | TextureOp::QueryLod => 0,
    };
    if at > 0 {
        return ALL;
    }
    let reference = match row.reference {
        Some(Slot::First(component)) => 1 << component,
        Some(Slot::Second(_)) | None => 0,
    };
    let single = |component: Option<u8>| component.map_or(0, |component| 1 << component);
    coordinates | single(row.layer) | single(row.sample) | reference | w
}

fn of_memory(operation: MemoryOp, memory: &MemoryAccess, at: usize) -> u8 {
    let count = memory.storage.map_or(4, |storage| storage.count);
    // The address of global memory is x alone.
    let texel = memory.target.map_or(X, |target| target.row().texture.row().texel);
    match operation {
        MemoryOp::Atomic(_) if at == 0 => match memory.atomic {
            Some(AtomicOperation::CompareSwap) if count == 1 => XY,
            Some(AtomicOperation::CompareSwap) => ALL,
            Some(_) | None => low(count),
        },
        MemoryOp::Store(_) if at == 0 => low(count),
        MemoryOp::Atomic(_)
        | MemoryOp::Store(_)
        | MemoryOp::Load(_)
        | MemoryOp::QueryImageSize
        | MemoryOp::QueryImageSamples
        | MemoryOp::Barrier => texel,
    }
}

/// The first components.
fn low(count: u8) -> u8 {
    ALL >> (4 - count.min(4))
}
