//! A draw's vertices by their places.

use super::finding::{FrameFindingKind, FrameFindings};
use crate::list::packet::{ArrayPrimitives, IndexedPrimitives};
use crate::list::{IndexType, Packet, PrimitiveMode, Source};

/// A draw: its vertices by their places.
#[derive(Clone, Copy, Debug)]
pub(super) struct Draw {
    pub(super) mode: PrimitiveMode,
    pub(super) count: u32,
    /// Address, size and greatest value of indices.
    indices: Option<(u32, IndexType, u32)>,
    first: u32,
}

impl Draw {
    pub(super) fn of(packet: &Packet) -> Option<Draw> {
        Some(match *packet {
            Packet::IndexedPrimitives(IndexedPrimitives {
                mode,
                index_type,
                count,
                address,
                max_index,
                ..
            }) => Draw {
                mode,
                count,
                indices: Some((address, index_type, max_index)),
                first: 0,
            },
            Packet::ArrayPrimitives(ArrayPrimitives {
                mode, count, first, ..
            }) => Draw {
                mode,
                count,
                indices: None,
                first,
            },
            _ => return None,
        })
    }

    /// The index of the vertex at a place.
    pub(super) fn index(
        &self,
        place: u32,
        memory: &impl Source,
        at: u32,
        findings: &mut FrameFindings,
    ) -> u32 {
        let Some((address, size, most)) = self.indices else {
            return self.first.wrapping_add(place);
        };
        let mut bytes = [0; 2];
        let width = match size {
            IndexType::Bits8 => 1,
            IndexType::Bits16 | IndexType::Reserved(_) => 2,
        };
        let from = address.wrapping_add(place.wrapping_mul(width));
        if memory.read(from, &mut bytes[..width as usize]) < width as usize {
            findings.note(FrameFindingKind::IndicesOutside, at, None);
        }
        u32::from(u16::from_le_bytes(bytes)).min(most)
    }
}
