//! Thread 0: the binning list.

use super::assembly::{Kind, corners, primitives};
use super::clipping::{ClippedVertices, guard, screen};
use super::cursor::{Cursor, Progress};
use super::draw::Draw;
use super::finding::{FrameFindingKind, FrameFindings};
use super::record::{Record, Vertices};
use super::state::{SLOTS, State, slot};
use super::trace::{FrameEventKind, FrameEvents};
use super::units::{Left, Semaphores, Units};
use super::vertex::{Shaded, Stage, fetch};
use crate::binner::{Binned, Pool, PoolError, TileLists, clip};
use crate::list::packet::TileBinningMode;
use crate::list::{ListData, Packet};
use crate::machine::memory::Memory;
use crate::raster::{Primitive, Rectangle, Vertex, area};

/// Counts of what the binner did.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct BinCounts {
    /// Primitives of all draws.
    pub(super) primitives: u64,
    /// Of these, triangles that face the wrong way or have no area.
    pub(super) reversed: u64,
    /// Those that lie outside.
    pub(super) outside: u64,
    /// Those that had to be clipped.
    pub(super) clipped: u64,
    /// Entries of tile lists.
    pub(super) entries: u64,
    /// Vertices.
    pub(super) vertices: u64,
}

/// The binner.
pub(super) struct Binning {
    pub(super) cursor: Cursor,
    mode: Option<TileBinningMode>,
    state: State,
    /// The last packet of each slot, with a version.
    packets: Vec<Option<(u32, Vec<u8>)>>,
    version: u32,
    lists: TileLists,
    pub(super) pool: Pool,
    record: Option<(u32, Option<Record>)>,
    pub(super) counts: BinCounts,
    clipped: ClippedVertices,
    /// An increment of the semaphore that takes place once lists are flushed.
    increment: u32,
    /// The centre and the last vertex of the fan of coordinates that was drawn last.
    fan: Option<[u32; 2]>,
    pub(super) events: FrameEvents,
}

impl Binning {
    /// The binner of a list, with tile memory from `pool`; `events` are kept for a timeline.
    pub(super) fn new(cursor: Cursor, pool: Pool, events: usize) -> Binning {
        Binning {
            cursor,
            mode: None,
            state: State::default(),
            packets: vec![None; SLOTS + 1],
            version: 0,
            lists: TileLists::default(),
            pool,
            record: None,
            counts: BinCounts::default(),
            clipped: ClippedVertices::default(),
            increment: 0,
            fan: None,
            events: FrameEvents::new(events),
        }
    }

    /// Runs until the list ends or waits.
    pub(super) fn run(
        &mut self,
        units: &mut Units<'_, '_>,
        semaphores: &mut Semaphores,
        left: &mut Left,
    ) -> Progress {
        loop {
            let before = self.cursor.at();
            let lists = self.pool.over(units.memory);
            let Some((at, packet)) = self.cursor.next(&lists, &mut left.packets, units.findings) else {
                semaphores.to_render += std::mem::take(&mut self.increment);
                return Progress::Ended;
            };
            if self.state.set(&packet) {
                self.keep(&packet);
                continue;
            }
            match packet {
                Packet::TileBinningMode(mode) => self.set_up(mode),
                // The Linux driver asks for a format first; the binner writes formats itself.
                Packet::StartTileBinning | Packet::PrimitiveListFormat(_) => {}
                // It takes effect once the lists are in memory.
                Packet::IncrementSemaphore => self.increment += 1,
                Packet::WaitSemaphore if semaphores.to_bin == 0 => {
                    self.cursor.jump(before);
                    return Progress::Waits;
                }
                Packet::WaitSemaphore => semaphores.to_bin -= 1,
                Packet::Flush | Packet::FlushAllState => {
                    let flushed = self.lists.flush(&mut self.pool, units.memory);
                    note(flushed, at, units.findings);
                    semaphores.to_render += std::mem::take(&mut self.increment);
                }
                Packet::IndexedPrimitives(_) | Packet::ArrayPrimitives(_) | Packet::VgCoordinateArray(_) => {
                    let Some(draw) = Draw::of(&packet, self.fan) else {
                        continue;
                    };
                    self.fan = draw.fan(&*units.memory, at, units.findings);
                    let start = units.processor.qpu.clock;
                    if !self.draw(at, &draw, units, left) {
                        self.cursor.stop();
                    }
                    let kind = FrameEventKind::Draw {
                        address: at,
                        vertices: draw.count,
                    };
                    self.events.add(kind, start, units.processor.qpu.clock);
                }
                Packet::VgInlinePrimitives(_) => {
                    units.findings.note(FrameFindingKind::UnpublishedCoding, at, None);
                    self.cursor.stop();
                }
                _ => units.findings.note(FrameFindingKind::WrongThread, at, None),
            }
        }
    }

    /// Remembers a state packet for tile lists; the clipper's are for the binner alone.
    fn keep(&mut self, packet: &Packet) {
        self.version += 1;
        let slot = match packet {
            Packet::ClipperXyScale(_) | Packet::ClipperZ(_) => return,
            _ => slot(packet).unwrap_or(SLOTS),
        };
        if slot == 0 {
            self.record = None;
        }
        self.packets[slot] = Some((self.version, packet.encode()));
    }

    fn set_up(&mut self, mode: TileBinningMode) {
        self.pool.set_up(&mode);
        self.clipped = ClippedVertices::default();
        self.lists = TileLists::new(
            u32::from(mode.width),
            u32::from(mode.height),
            mode.address,
            mode.initial_block_size(),
            self.packets.len(),
        );
        self.mode = Some(mode);
    }

    /// Bins a draw; whether the list may go on.
    fn draw(&mut self, at: u32, draw: &Draw, units: &mut Units<'_, '_>, left: &mut Left) -> bool {
        let Some(mode) = self.mode else {
            units.findings.note(FrameFindingKind::NoBinningMode, at, None);
            return true;
        };
        let Some(kind) = draw.kind else {
            units.findings.note(FrameFindingKind::ReservedMode, at, None);
            return true;
        };
        if !left.take_vertices(draw.count) {
            units.findings.note(FrameFindingKind::TooManyVertices, at, None);
            return false;
        }
        self.counts.vertices += u64::from(draw.count);
        if self.record.is_none() {
            let record = Record::read(&self.state.shader, &*units.memory, at, units.findings);
            self.record = Some((at, record));
        }
        let Some((_, Some(record))) = self.record.clone() else {
            return true;
        };
        if (record.vertices == Vertices::Coordinates) != (draw.data() == ListData::Xy32) {
            units.findings.note(FrameFindingKind::ShaderOfOtherMode, at, None);
            return true;
        }
        let total = primitives(draw.mode, draw.count);
        let mut first = 0;
        while first < total {
            let chunk: Vec<[u32; 3]> = (first..total.min(first.saturating_add(CHUNK)))
                .map(|n| {
                    corners(draw.mode, draw.count, n)
                        .map(|place| draw.index(place, &*units.memory, at, units.findings))
                })
                .collect();
            first = first.saturating_add(CHUNK);
            let mut indices: Vec<u32> = chunk
                .iter()
                .flat_map(|corners| corners[..kind.vertices()].to_vec())
                .collect();
            indices.sort_unstable();
            indices.dedup();
            let viewport = self.state.viewport;
            let shaded = fetch(&record, &indices, Stage::Coordinate, viewport, units);
            for corners in chunk {
                let vertices =
                    corners.map(|index| indices.binary_search(&index).map_or(&shaded[0], |n| &shaded[n]));
                self.counts.primitives += 1;
                let binned = Binned {
                    form: kind.form(),
                    data: draw.data(),
                    vertices: corners,
                    clipped: None,
                };
                if let Err(error) = self.primitive(kind, &record, binned, vertices, &mode, units.memory) {
                    note(Err(error), at, units.findings);
                    return true;
                }
            }
        }
        true
    }

    fn primitive(
        &mut self,
        kind: Kind,
        record: &Record,
        mut binned: Binned,
        vertices: [&Shaded; 3],
        mode: &TileBinningMode,
        memory: &mut Memory<'_>,
    ) -> Result<(), PoolError> {
        let places: Option<Vec<[f32; 4]>> = vertices[..kind.vertices()]
            .iter()
            .map(|shaded| shaded.clip)
            .collect();
        let Some(places) = places.filter(|_| record.clips) else {
            return self.put(kind, &binned, vertices.map(|shaded| &shaded.vertex), mode, memory);
        };
        let polygon = clip(&places, guard(&self.state));
        if polygon.is_empty() {
            self.counts.outside += 1;
            return Ok(());
        }
        if polygon.iter().all(|vertex| vertex.own.is_some()) {
            return self.put(kind, &binned, vertices.map(|shaded| &shaded.vertex), mode, memory);
        }
        self.counts.clipped += 1;
        for n in 1..(polygon.len() - 1).max(2) {
            let part = match kind {
                Kind::Triangle => [polygon[0], polygon[n], polygon[(n + 1).min(polygon.len() - 1)]],
                Kind::Line | Kind::Point | Kind::Trapezoid => [polygon[0], polygon[1], polygon[1]],
            };
            let address = self.clipped.store(&part, &self.state, &mut self.pool, memory)?;
            binned.clipped = Some((address, 7));
            let made = part.map(|vertex| screen(&vertex, &self.state));
            self.put(kind, &binned, [&made[0], &made[1], &made[2]], mode, memory)?;
        }
        Ok(())
    }

    /// Adds a primitive to the lists of the tiles that it may cover.
    fn put(
        &mut self,
        kind: Kind,
        binned: &Binned,
        vertices: [&Vertex; 3],
        mode: &TileBinningMode,
        memory: &mut Memory<'_>,
    ) -> Result<(), PoolError> {
        let [a, b, _] = vertices;
        let primitive = match kind {
            Kind::Triangle => {
                let clockwise = self.state.configuration.clockwise;
                let is_back = (area(vertices) < 0) != clockwise;
                if area(vertices) == 0 || !self.state.is_drawn(is_back) {
                    self.counts.reversed += 1;
                    return Ok(());
                }
                Primitive::triangle(vertices, 0, clockwise)
            }
            Kind::Line => Primitive::line([a, b], self.state.line_width, 0),
            Kind::Point => Some(Primitive::point(a, point_size(a, &self.state))),
            Kind::Trapezoid => {
                Primitive::trapezoid([a, b], self.state.boundary(), self.state.configuration.clockwise)
                    .filter(|primitive| self.state.is_drawn(primitive.is_back))
            }
        };
        let Some(primitive) = primitive else {
            return Ok(());
        };
        let side = if mode.multisample || mode.color64 { 32 } else { 64 };
        let frame = Rectangle {
            left: 0,
            bottom: 0,
            right: side * i32::from(mode.width),
            top: side * i32::from(mode.height),
        };
        let covered = primitive.bounds().and(&self.state.clip).and(&frame);
        if covered.is_empty() {
            self.counts.outside += 1;
            return Ok(());
        }
        for row in covered.bottom / side..=(covered.top - 1) / side {
            for column in covered.left / side..=(covered.right - 1) / side {
                let tile = Rectangle {
                    left: column * side,
                    bottom: row * side,
                    right: (column + 1) * side,
                    top: (row + 1) * side,
                };
                if primitive.touches(&tile) {
                    self.counts.entries += 1;
                    let place = (column as u32, row as u32);
                    self.lists
                        .add(place, &self.packets, binned, &mut self.pool, memory)?;
                }
            }
        }
        Ok(())
    }
}

/// The size of a vertex as a point. A point of size 0 would hang the chip's binner; it is drawn as small as can be.
pub(super) fn point_size(vertex: &Vertex, state: &State) -> f32 {
    if vertex.point_size > 0.0 {
        vertex.point_size
    } else {
        state.point_size
    }
}

fn note(result: Result<(), PoolError>, at: u32, findings: &mut FrameFindings) {
    match result {
        Ok(()) => {}
        Err(PoolError::Used) => findings.note(FrameFindingKind::OutOfTileMemory, at, None),
        Err(PoolError::Outside(address)) => {
            findings.note(FrameFindingKind::TileMemoryOutside, address, None);
        }
    }
}

/// Primitives whose vertices are shaded together.
const CHUNK: u32 = 4096;
