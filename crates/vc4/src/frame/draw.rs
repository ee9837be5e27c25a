//! A draw's vertices by their places.

use super::assembly::Kind;
use super::finding::{FrameFindingKind, FrameFindings};
use crate::list::packet::{ArrayPrimitives, IndexedPrimitives, VgCoordinateArray};
use crate::list::{IndexType, ListData, Packet, PrimitiveMode, Source, VgPrimitive};

/// How the vertices of a draw are named.
#[derive(Clone, Copy, Debug)]
enum Places {
    /// One after the other, from this one on.
    From(u32),
    /// By indices: their address, size and greatest value.
    Indexed(u32, IndexType, u32),
    /// By coordinates at an address, behind the centre and the last vertex of a fan that goes on.
    Coordinates(u32, Option<[u32; 2]>),
}

/// A draw: its vertices by their places.
#[derive(Clone, Copy, Debug)]
pub(super) struct Draw {
    /// What it makes; `None` for reserved modes.
    pub(super) kind: Option<Kind>,
    pub(super) mode: PrimitiveMode,
    pub(super) count: u32,
    places: Places,
}

impl Draw {
    /// The draw that a packet asks for. `fan` is the centre and the last vertex of the fan of coordinates before, which
    /// this one may go on with.
    pub(super) fn of(packet: &Packet, fan: Option<[u32; 2]>) -> Option<Draw> {
        let of_mode = |mode, count, places| Draw {
            kind: Kind::of_mode(mode),
            mode,
            count,
            places,
        };
        Some(match *packet {
            Packet::IndexedPrimitives(IndexedPrimitives {
                mode,
                index_type,
                count,
                address,
                max_index,
                ..
            }) => of_mode(mode, count, Places::Indexed(address, index_type, max_index)),
            Packet::ArrayPrimitives(ArrayPrimitives {
                mode, count, first, ..
            }) => of_mode(mode, count, Places::From(first)),
            Packet::VgCoordinateArray(array) => Draw::of_coordinates(&array, fan),
            _ => return None,
        })
    }

    fn of_coordinates(array: &VgCoordinateArray, fan: Option<[u32; 2]>) -> Draw {
        let (kind, mode) = match array.primitive {
            VgPrimitive::Rht => (Some(Kind::Trapezoid), PrimitiveMode::Lines),
            VgPrimitive::RhtStrip => (Some(Kind::Trapezoid), PrimitiveMode::LineStrip),
            VgPrimitive::Triangles => (Some(Kind::Triangle), PrimitiveMode::Triangles),
            VgPrimitive::TriangleStrip => (Some(Kind::Triangle), PrimitiveMode::TriangleStrip),
            VgPrimitive::TriangleFan => (Some(Kind::Triangle), PrimitiveMode::TriangleFan),
            // A continued fan may leave its type away.
            VgPrimitive::Reserved(0) if array.continued != 0 => {
                (Some(Kind::Triangle), PrimitiveMode::TriangleFan)
            }
            VgPrimitive::Reserved(code) => (None, PrimitiveMode::Reserved(code)),
        };
        let before = fan.filter(|_| array.continued != 0 && mode == PrimitiveMode::TriangleFan);
        let already = if before.is_some() { 2 } else { 0 };
        Draw {
            kind,
            mode,
            count: array.count.saturating_add(already),
            places: Places::Coordinates(array.address, before),
        }
    }

    /// How lists name its vertices.
    pub(super) fn data(&self) -> ListData {
        match self.places {
            Places::From(_) | Places::Indexed(..) => ListData::Index16,
            Places::Coordinates(..) => ListData::Xy32,
        }
    }

    /// The index of the vertex at a place, or its coordinates: X in the lower half.
    pub(super) fn index(
        &self,
        place: u32,
        memory: &impl Source,
        at: u32,
        findings: &mut FrameFindings,
    ) -> u32 {
        let (address, width, most) = match self.places {
            Places::From(first) => return first.wrapping_add(place),
            Places::Indexed(address, IndexType::Bits8, most) => (address.wrapping_add(place), 1, most),
            Places::Indexed(address, IndexType::Bits16 | IndexType::Reserved(_), most) => {
                (address.wrapping_add(place.wrapping_mul(2)), 2, most)
            }
            Places::Coordinates(address, before) => {
                let place = match (before, place) {
                    (Some(fan), 0 | 1) => return fan[place as usize],
                    (Some(_), place) => place - 2,
                    (None, place) => place,
                };
                (address.wrapping_add(place.wrapping_mul(4)), 4, u32::MAX)
            }
        };
        let mut bytes = [0; 4];
        if memory.read(address, &mut bytes[..width]) < width {
            findings.note(FrameFindingKind::IndicesOutside, at, None);
        }
        u32::from_le_bytes(bytes).min(most)
    }

    /// The centre and the last vertex, if it is a fan of coordinates that another draw may go on with.
    pub(super) fn fan(
        &self,
        memory: &impl Source,
        at: u32,
        findings: &mut FrameFindings,
    ) -> Option<[u32; 2]> {
        let is_fan = self.data() == ListData::Xy32 && self.mode == PrimitiveMode::TriangleFan;
        (is_fan && self.count > 1)
            .then(|| [0, self.count - 1].map(|place| self.index(place, memory, at, findings)))
    }
}
