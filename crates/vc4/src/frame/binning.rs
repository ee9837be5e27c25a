//! Thread 0: the binning list.

use super::assembly::{Kind, corners, primitives};
use super::cursor::{Cursor, Progress};
use super::draw::Draw;
use super::finding::{FrameFindingKind, FrameFindings};
use super::limits::FrameLimits;
use super::processor::Processor;
use super::record::{Record, Vertices};
use super::state::{SLOTS, State, slot};
use super::vertex::{Shaded, Stage, fetch};
use crate::binner::{Binned, CLIPPED_WORDS, ClipVertex, Pool, PoolError, TileLists, clip};
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
    /// Where clipped vertices are written, and how many bytes are left there.
    clipped: (u32, u32),
    /// An increment of the semaphore that takes place once lists are flushed.
    increment: u32,
    /// The centre and the last vertex of the fan of coordinates that was drawn last.
    fan: Option<[u32; 2]>,
}

impl Binning {
    pub(super) fn new(cursor: Cursor, overspill: Option<(u32, u32)>, limits: &FrameLimits) -> Binning {
        Binning {
            cursor,
            mode: None,
            state: State::default(),
            packets: vec![None; SLOTS + 1],
            version: 0,
            lists: TileLists::default(),
            pool: Pool::new(overspill, limits.overspill),
            record: None,
            counts: BinCounts::default(),
            clipped: (0, 0),
            increment: 0,
            fan: None,
        }
    }

    /// Runs until the list ends or waits; `semaphores` are those that the binner waits for and those it increments.
    #[expect(clippy::too_many_arguments, reason = "the parts of the machine")]
    pub(super) fn run(
        &mut self,
        memory: &mut Memory<'_>,
        processor: &mut Processor,
        waits: &mut u32,
        signals: &mut u32,
        left: &mut u64,
        vertices: &mut u64,
        findings: &mut FrameFindings,
    ) -> Progress {
        loop {
            let before = self.cursor.at();
            let Some((at, packet)) = self.cursor.next(&self.pool.over(memory), left, findings) else {
                *signals += std::mem::take(&mut self.increment);
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
                Packet::WaitSemaphore if *waits == 0 => {
                    self.cursor.jump(before);
                    return Progress::Waits;
                }
                Packet::WaitSemaphore => *waits -= 1,
                Packet::Flush | Packet::FlushAllState => {
                    let flushed = self.lists.flush(&mut self.pool, memory);
                    note(flushed, at, findings);
                    *signals += std::mem::take(&mut self.increment);
                }
                Packet::IndexedPrimitives(_) | Packet::ArrayPrimitives(_) | Packet::VgCoordinateArray(_) => {
                    let Some(draw) = Draw::of(&packet, self.fan) else {
                        continue;
                    };
                    self.fan = draw.fan(memory, at, findings);
                    if !self.draw(at, &draw, memory, processor, vertices, findings) {
                        self.cursor.stop();
                    }
                }
                Packet::VgInlinePrimitives(_) => {
                    findings.note(FrameFindingKind::UnpublishedCoding, at, None);
                    self.cursor.stop();
                }
                _ => findings.note(FrameFindingKind::WrongThread, at, None),
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
        self.clipped = (0, 0);
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
    fn draw(
        &mut self,
        at: u32,
        draw: &Draw,
        memory: &mut Memory<'_>,
        processor: &mut Processor,
        vertices: &mut u64,
        findings: &mut FrameFindings,
    ) -> bool {
        let Some(mode) = self.mode else {
            findings.note(FrameFindingKind::NoBinningMode, at, None);
            return true;
        };
        let Some(kind) = draw.kind else {
            findings.note(FrameFindingKind::ReservedMode, at, None);
            return true;
        };
        if u64::from(draw.count) > *vertices {
            findings.note(FrameFindingKind::TooManyVertices, at, None);
            return false;
        }
        *vertices -= u64::from(draw.count);
        self.counts.vertices += u64::from(draw.count);
        if self.record.is_none() {
            let record = Record::read(&self.state.shader, memory, at, findings);
            self.record = Some((at, record));
        }
        let Some((_, Some(record))) = self.record.clone() else {
            return true;
        };
        if (record.vertices == Vertices::Coordinates) != (draw.data() == ListData::Xy32) {
            findings.note(FrameFindingKind::ShaderOfOtherMode, at, None);
            return true;
        }
        let total = primitives(draw.mode, draw.count);
        let mut first = 0;
        while first < total {
            let chunk: Vec<[u32; 3]> = (first..total.min(first.saturating_add(CHUNK)))
                .map(|n| {
                    corners(draw.mode, draw.count, n).map(|place| draw.index(place, memory, at, findings))
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
            let shaded = fetch(
                &record,
                &indices,
                Stage::Coordinate,
                viewport,
                processor,
                memory,
                findings,
            );
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
                if let Err(error) = self.primitive(kind, &record, binned, vertices, &mode, memory) {
                    note(Err(error), at, findings);
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
        let polygon = clip(&places, self.guard());
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
            binned.clipped = Some((self.store_clipped(&part, memory)?, 7));
            let made = part.map(|vertex| self.screen(&vertex));
            self.put(kind, &binned, [&made[0], &made[1], &made[2]], mode, memory)?;
        }
        Ok(())
    }

    /// How far X and Y reach in multiples of W: as far as coordinates of 12.4 do.
    fn guard(&self) -> [f32; 2] {
        let (width, height) = self.state.half_size;
        [width, height].map(|half| {
            let reach = 32000.0 / half.abs();
            if reach.is_finite() { reach } else { f32::MAX }
        })
    }

    /// A vertex of the clipper in screen coordinates.
    fn screen(&self, vertex: &ClipVertex) -> Vertex {
        let [x, y, z, w] = vertex.place;
        let (half_width, half_height) = self.state.half_size;
        let (scale, offset) = self.state.clipper_z;
        Vertex {
            x: i32::from((x / w * half_width) as i16) + self.state.viewport.0,
            y: i32::from((y / w * half_height) as i16) + self.state.viewport.1,
            z: z / w * scale + offset,
            reciprocal_w: 1.0 / w,
            ..Vertex::default()
        }
    }

    /// Writes the three vertices of a clipped triangle to tile memory.
    fn store_clipped(
        &mut self,
        vertices: &[ClipVertex; 3],
        memory: &mut Memory<'_>,
    ) -> Result<u32, PoolError> {
        let bytes = 4 * CLIPPED_WORDS as u32 * 3;
        let needed = bytes.next_multiple_of(8);
        if self.clipped.1 < needed {
            self.clipped = self.pool.take(256, memory)?;
        }
        let address = self.clipped.0;
        self.clipped = (address + needed, self.clipped.1 - needed);
        let mut record = Vec::with_capacity(bytes as usize);
        for vertex in vertices {
            let made = self.screen(vertex);
            let [x, y] = [made.x - self.state.viewport.0, made.y - self.state.viewport.1].map(|v| v as u16);
            record.extend_from_slice(&x.to_le_bytes());
            record.extend_from_slice(&y.to_le_bytes());
            for value in [made.z, made.reciprocal_w, vertex.weights[1], vertex.weights[2]] {
                record.extend_from_slice(&value.to_le_bytes());
            }
        }
        self.pool.write(address, &record, memory)?;
        Ok(address)
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
