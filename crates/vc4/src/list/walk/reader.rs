//! Reads lists and records, each once, and notes what their addresses point to.

use std::collections::VecDeque;
use std::collections::btree_map::Entry as Slot;

use super::{Finding, Item, Part, Place, Problem, Start, Walk};
use crate::list::code::{Buffer, ListData, ListPrimitive};
use crate::list::compressed::Entry;
use crate::list::packet::{Packet, Thread};
use crate::list::record::{self, GlRecord, NvRecord, VgRecord};
use crate::list::source::Source;

/// A list that is to be read, and how.
struct Pending {
    start: Start,
    is_compressed: bool,
    format: ListPrimitive,
}

/// Follows lists, at most `limit` parts of them. What a list leads to is read once, whatever the way.
pub fn walk(source: &dyn Source, starts: &[Start], limit: usize) -> Walk {
    let mut reader = Reader {
        source,
        walk: Walk::default(),
        pending: VecDeque::new(),
        limit,
    };
    for start in starts {
        let place = match start.thread {
            Thread::Binning => Place::Binning,
            Thread::Rendering => Place::Rendering,
            Thread::Both => Place::List,
        };
        reader.point(start.address, place);
        reader.pending.push_back(Pending {
            start: *start,
            is_compressed: false,
            format: ListPrimitive::Triangles,
        });
    }
    while let Some(list) = reader.pending.pop_front() {
        reader.list(list);
    }
    reader.without_bins()
}

struct Reader<'s> {
    source: &'s dyn Source,
    walk: Walk,
    pending: VecDeque<Pending>,
    limit: usize,
}

impl Reader<'_> {
    /// Notes what an address points to; the first pointer to it says what it is.
    fn point(&mut self, address: u32, place: Place) {
        let address = self.source.canonical(address);
        self.walk.places.entry(address).or_insert(place);
    }

    /// The walk, without tile lists that the binner is yet to write.
    fn without_bins(mut self) -> Walk {
        let bins: Vec<(u32, u32)> = self
            .walk
            .items
            .values()
            .filter_map(|item| match item.part {
                Part::Packet(Packet::TileBinningMode(mode)) => {
                    Some((self.source.canonical(mode.address), mode.size))
                }
                _ => None,
            })
            .collect();
        let places = &mut self.walk.places;
        self.walk.findings.retain(|finding| {
            let is_in = |&(start, size): &(u32, u32)| finding.address.wrapping_sub(start) < size;
            let is_yet_to_come = finding.problem == Problem::NoMemory && bins.iter().any(is_in);
            if is_yet_to_come && places.get(&finding.address) == Some(&Place::List) {
                places.remove(&finding.address);
            }
            !is_yet_to_come
        });
        self.walk
    }

    fn find(&mut self, address: u32, list: u32, packet: u32, problem: Problem) {
        self.walk.findings.push(Finding {
            address,
            list,
            packet,
            problem,
        });
    }

    fn list(&mut self, mut list: Pending) {
        let first = self.source.canonical(list.start.address);
        let end = list.start.end.map(|end| self.source.canonical(end));
        let mut at = first;
        for packet in 0.. {
            if end == Some(at) || self.walk.items.contains_key(&at) {
                return;
            }
            match self.step(&mut list, at) {
                Ok(Some(next)) => at = next,
                Ok(None) => return,
                Err(problem) => return self.find(at, first, packet, problem),
            }
        }
    }

    /// Reads one packet or entry; where the next one is, if the list goes on behind it.
    fn step(&mut self, list: &mut Pending, at: u32) -> Result<Option<u32>, Problem> {
        let bytes = self.source.bytes(at);
        if bytes.is_empty() && at == self.source.canonical(list.start.address) {
            return Err(Problem::NoMemory);
        }
        let (part, length, goes_on) = if list.is_compressed {
            if list.format != ListPrimitive::Triangles {
                return Err(Problem::Coding);
            }
            let (entry, length) = Entry::decode(bytes)?;
            (Part::Entry(entry), length, !matches!(entry, Entry::Branch(_)))
        } else {
            let (packet, length) = Packet::decode(bytes)?;
            (Part::Packet(packet), length, !ends(&packet, list.start.end))
        };
        self.keep(at, length, part.clone(), list.start.thread)?;
        match &part {
            Part::Entry(Entry::End) => list.is_compressed = false,
            Part::Entry(Entry::Branch(blocks)) => {
                let (format, thread) = (list.format, list.start.thread);
                self.follow(Entry::target(at, *blocks), thread, format, true);
            }
            Part::Packet(packet) => self.packet(packet, list)?,
            Part::Entry(_) | Part::Nv(_) | Part::Vg(_) | Part::Gl(_) => {}
        }
        Ok(goes_on.then(|| at.wrapping_add(length as u32)))
    }

    /// Keeps a part, if there is room for it.
    fn keep(&mut self, at: u32, bytes: usize, part: Part, thread: Thread) -> Result<(), Problem> {
        if self.walk.items.len() >= self.limit {
            return Err(Problem::Limit(self.limit));
        }
        let end = u64::from(at) + bytes as u64;
        let before = self.walk.items.range(..at).next_back();
        if let Some((&start, item)) = before
            && u64::from(start) + item.bytes as u64 > u64::from(at)
        {
            return Err(Problem::Overlap(start));
        }
        if let Some((&start, _)) = self.walk.items.range(at..).next()
            && u64::from(start) < end
        {
            return Err(Problem::Overlap(start));
        }
        if let Slot::Vacant(slot) = self.walk.items.entry(at) {
            slot.insert(Item { bytes, part, thread });
        }
        Ok(())
    }

    fn follow(&mut self, address: u32, thread: Thread, format: ListPrimitive, is_compressed: bool) {
        self.point(address, Place::List);
        self.pending.push_back(Pending {
            start: Start {
                address,
                end: None,
                thread,
            },
            is_compressed,
            format,
        });
    }

    /// What a packet leads to.
    fn packet(&mut self, packet: &Packet, list: &mut Pending) -> Result<(), Problem> {
        let thread = list.start.thread;
        match packet {
            Packet::Branch(branch) | Packet::BranchToSubList(branch) => {
                self.follow(branch.address, thread, list.format, false);
            }
            Packet::PrimitiveListFormat(format) => {
                list.format = match format.data {
                    ListData::Index16 => format.primitive,
                    ListData::Xy32 | ListData::Reserved(_) => ListPrimitive::Rht,
                };
            }
            Packet::CompressedPrimitives => list.is_compressed = true,
            Packet::ClippedPrimitives(clipped) => {
                self.point(clipped.address, Place::Vertices);
                list.is_compressed = true;
            }
            Packet::VgInlinePrimitives(_) => return Err(Problem::Inline),
            Packet::NvShaderState(state) => self.record(state.address, Kind::Nv, thread),
            Packet::VgShaderState(state) => self.record(state.address, Kind::Vg, thread),
            Packet::GlShaderState(state) => {
                let kind = Kind::Gl {
                    arrays: state.array_count(),
                    is_extended: state.extended,
                };
                self.record(state.address, kind, thread);
            }
            Packet::VgInlineShader(shader) => {
                self.point(shader.code, Place::Fragment);
                self.point(shader.uniforms, Place::Uniforms);
            }
            Packet::IndexedPrimitives(draw) => self.point(draw.address, Place::Indices),
            Packet::VgCoordinateArray(draw) => self.point(draw.address, Place::Vertices),
            Packet::TileBinningMode(mode) => self.point(mode.address, Place::Bins),
            Packet::TileRenderingMode(mode) => self.point(mode.address, Place::Frame),
            Packet::StoreGeneral(store) if store.buffer == Buffer::None => {}
            Packet::LoadGeneral(load) if load.buffer == Buffer::None => {}
            Packet::StoreGeneral(store) => self.point(store.address, Place::Frame),
            Packet::LoadGeneral(load) => self.point(load.address, Place::Frame),
            Packet::StoreFull(store) => self.point(store.address, Place::Frame),
            Packet::LoadFull(load) => self.point(load.address, Place::Frame),
            Packet::Halt
            | Packet::Nop
            | Packet::Marker
            | Packet::ResetMarkerCount
            | Packet::Flush
            | Packet::FlushAllState
            | Packet::StartTileBinning
            | Packet::IncrementSemaphore
            | Packet::WaitSemaphore
            | Packet::Return
            | Packet::RepeatStart
            | Packet::RepeatFromStart
            | Packet::StoreResolved
            | Packet::StoreResolvedEnd
            | Packet::ArrayPrimitives(_)
            | Packet::ConfigurationBits(_)
            | Packet::FlatShadeFlags(_)
            | Packet::PointSize(_)
            | Packet::LineWidth(_)
            | Packet::RhtXBoundary(_)
            | Packet::DepthOffset(_)
            | Packet::ClipWindow(_)
            | Packet::ViewportOffset(_)
            | Packet::ZClipPlanes(_)
            | Packet::ClipperXyScale(_)
            | Packet::ClipperZ(_)
            | Packet::ClearColors(_)
            | Packet::TileCoordinates(_)
            | Packet::GemHandles(_) => {}
        }
        Ok(())
    }

    fn record(&mut self, address: u32, kind: Kind, thread: Thread) {
        self.point(address, Place::Record);
        let at = self.source.canonical(address);
        if self.walk.items.contains_key(&at) {
            return;
        }
        let result = self.read_record(at, kind, thread);
        if let Err(problem) = result {
            self.find(at, at, 0, problem);
        }
    }

    fn read_record(&mut self, at: u32, kind: Kind, thread: Thread) -> Result<(), Problem> {
        let bytes = self.source.bytes(at);
        match kind {
            Kind::Nv => {
                let record: NvRecord = record::decode(bytes)?;
                self.keep(at, 16, Part::Nv(record), thread)?;
                self.point(record.code, Place::Fragment);
                self.point(record.uniforms, Place::Uniforms);
                self.point(record.vertices, Place::Vertices);
            }
            Kind::Vg => {
                let record: VgRecord = record::decode(bytes)?;
                self.keep(at, 12, Part::Vg(record), thread)?;
                self.point(record.code, Place::Fragment);
                self.point(record.uniforms, Place::Uniforms);
            }
            Kind::Gl { arrays, is_extended } => {
                let record = GlRecord::decode(bytes, arrays, is_extended)?;
                let size = GlRecord::size(arrays, is_extended);
                self.keep(at, size, Part::Gl(record.clone()), thread)?;
                self.point(record.fragment.code, Place::Fragment);
                self.point(record.vertex.code, Place::Vertex);
                self.point(record.coordinate.code, Place::Coordinate);
                for uniforms in [
                    record.fragment.uniforms,
                    record.vertex.uniforms,
                    record.coordinate.uniforms,
                ] {
                    self.point(uniforms, Place::Uniforms);
                }
                for attribute in record.attributes.iter().take(arrays) {
                    self.point(attribute.address, Place::Vertices);
                }
            }
        }
        Ok(())
    }
}

#[derive(Clone, Copy)]
enum Kind {
    Nv,
    Vg,
    Gl { arrays: usize, is_extended: bool },
}

/// Whether nothing behind the packet belongs to the list. Where a list has no end of its own, packets that finish
/// a frame end it too.
fn ends(packet: &Packet, end: Option<u32>) -> bool {
    matches!(packet, Packet::Halt | Packet::Branch(_) | Packet::Return) || end.is_none() && packet.finishes()
}
