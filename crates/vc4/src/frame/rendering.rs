//! Thread 1: the rendering list, read into work for tiles.

use super::assembly::{Kind, corners, primitives};
use super::cursor::{Cursor, Progress};
use super::draw::Draw;
use super::finding::{FrameFindingKind, FrameFindings};
use super::ops::{Drawn, Op, Work, clear_values};
use super::state::State;
use super::units::{Left, Semaphores};
use crate::binner::{resolve, whole};
use crate::list::compressed::Entry;
use crate::list::packet::TileRenderingMode;
use crate::list::{ListData, ListPrimitive, Packet, Source};
use crate::tile::ClearValues;

/// Tiles of work that are collected before they are done.
const BATCH: usize = 256;
/// Ops of one piece of work after which what is collected is done, if it can be.
const OPS: usize = 1 << 18;

/// The rendering thread.
pub(super) struct Rendering {
    pub(super) cursor: Cursor,
    state: State,
    /// Whether the state differs from the last of `states`.
    changed: bool,
    /// States of draws in this batch.
    pub(super) states: Vec<State>,
    pub(super) mode: Option<TileRenderingMode>,
    clear: ClearValues,
    /// What lists hold, and how it is named.
    form: (ListPrimitive, ListData),
    last: [u16; 3],
    /// The centre and the last vertex of the fan of coordinates that was drawn last.
    fan: Option<[u32; 2]>,
    /// Loads that wait for the coordinates of their tile.
    pending: Vec<Op>,
    work: Work,
    pub(super) batch: Vec<Work>,
    tile: Option<(u8, u8)>,
    ops: usize,
    pub(super) end_of_frame: bool,
}

/// Why reading stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Read {
    /// There is work to be done.
    Batch,
    Stopped(Progress),
}

impl Rendering {
    pub(super) fn new(cursor: Cursor) -> Rendering {
        Rendering {
            cursor,
            state: State::default(),
            changed: true,
            states: Vec::new(),
            mode: None,
            clear: ClearValues::default(),
            form: (ListPrimitive::Triangles, ListData::Index16),
            last: [0; 3],
            fan: None,
            pending: Vec::new(),
            work: Work::default(),
            batch: Vec::new(),
            tile: None,
            ops: 0,
            end_of_frame: false,
        }
    }

    /// Forgets what was done.
    pub(super) fn begin_batch(&mut self) {
        self.batch.clear();
        self.ops = 0;
        if self.work.ops.is_empty() {
            self.states.clear();
            self.changed = true;
        }
    }

    /// Reads on until there is enough work, or the list ends or waits.
    pub(super) fn read(
        &mut self,
        memory: &impl Source,
        semaphores: &mut Semaphores,
        left: &mut Left,
        findings: &mut FrameFindings,
    ) -> Read {
        loop {
            if self.batch.len() >= BATCH || self.ops >= OPS && !self.batch.is_empty() {
                return Read::Batch;
            }
            let before = self.cursor.at();
            let Some((at, packet)) = self.cursor.next(memory, &mut left.packets, findings) else {
                self.finish(false);
                return Read::Stopped(Progress::Ended);
            };
            if self.state.set(&packet) {
                self.changed = true;
                continue;
            }
            match packet {
                Packet::WaitSemaphore if semaphores.to_render == 0 => {
                    self.cursor.jump(before);
                    return Read::Stopped(Progress::Waits);
                }
                Packet::WaitSemaphore => semaphores.to_render -= 1,
                Packet::IncrementSemaphore => semaphores.to_bin += 1,
                Packet::TileRenderingMode(mode) => {
                    self.mode = Some(mode);
                    let place = self.work.ops.len();
                    self.work.modes.push((place, mode));
                }
                Packet::ClearColors(colours) => {
                    self.clear = clear_values(&colours);
                    let place = self.work.ops.len();
                    self.work.clears.push((place, self.clear));
                }
                Packet::TileCoordinates(tile) => {
                    let place = (tile.column, tile.row);
                    self.tile = Some(place);
                    self.push(Op::Tile(tile.column, tile.row), at);
                    for load in std::mem::take(&mut self.pending) {
                        self.push(load, at);
                    }
                }
                Packet::LoadGeneral(load) => self.pending.push(Op::Load(load)),
                Packet::LoadFull(load) => self.pending.push(Op::LoadFull(load)),
                Packet::StoreGeneral(store) => {
                    self.push(Op::Store(store), at);
                    let clears = !(store.no_clear_color || store.no_clear_zs || store.no_clear_vg_mask);
                    self.stored(clears, store.end_of_frame);
                }
                Packet::StoreFull(store) => {
                    self.push(Op::StoreFull(store), at);
                    self.stored(!store.no_clear, store.end_of_frame);
                }
                Packet::StoreResolved => {
                    self.push(Op::StoreResolved, at);
                    self.stored(true, false);
                }
                Packet::StoreResolvedEnd => {
                    self.push(Op::StoreResolved, at);
                    self.stored(true, true);
                }
                Packet::PrimitiveListFormat(format) => self.form = (format.primitive, format.data),
                Packet::CompressedPrimitives => self.compressed(None, memory, &mut left.packets, findings),
                Packet::ClippedPrimitives(clipped) => {
                    self.compressed(Some(clipped.address), memory, &mut left.packets, findings);
                }
                Packet::IndexedPrimitives(_) | Packet::ArrayPrimitives(_) | Packet::VgCoordinateArray(_) => {
                    if let Some(draw) = Draw::of(&packet, self.fan) {
                        self.fan = draw.fan(memory, at, findings);
                        self.draw(at, &draw, memory, left, findings);
                    }
                }
                Packet::VgInlinePrimitives(_) => {
                    findings.note(FrameFindingKind::UnpublishedCoding, at, self.tile);
                    self.cursor.stop();
                }
                _ => findings.note(FrameFindingKind::WrongThread, at, self.tile),
            }
            // A list of which the end is known may go on with another frame.
            if self.end_of_frame && !self.cursor.has_end() {
                self.cursor.stop();
            }
        }
    }

    fn push(&mut self, op: Op, at: u32) {
        if self.work.ops.is_empty() {
            self.work.at = at;
            // What holds at the start of the work.
            if let (Some(mode), true) = (self.mode, self.work.modes.is_empty()) {
                self.work.modes.push((0, mode));
            }
        }
        self.ops += 1;
        self.work.ops.push(op);
    }

    /// After a store: whether the whole tile buffer is cleared, and whether the frame is done.
    fn stored(&mut self, clears: bool, ends: bool) {
        self.end_of_frame |= ends;
        if clears {
            self.finish(true);
        }
    }

    /// Ends a piece of work; the next begins with a clear tile.
    fn finish(&mut self, cleared: bool) {
        let mut next = Work::default();
        if cleared {
            next.clears.push((0, self.clear));
        }
        let work = std::mem::replace(&mut self.work, next);
        if !work.ops.is_empty() {
            self.batch.push(work);
        } else if !cleared {
            self.work = work;
        }
    }

    /// The number of the present state.
    fn state(&mut self) -> u32 {
        if self.changed {
            if self.states.last() != Some(&self.state) {
                self.states.push(self.state);
            }
            self.changed = false;
        }
        self.states.len() as u32 - 1
    }

    fn primitive(&mut self, kind: Kind, indices: [u32; 3], clipped: Option<u32>, at: u32) {
        let state = self.state();
        self.push(
            Op::Draw(Drawn {
                kind,
                state,
                indices,
                clipped,
                at,
            }),
            at,
        );
    }

    /// A draw in the rendering list itself.
    fn draw(
        &mut self,
        at: u32,
        draw: &Draw,
        memory: &impl Source,
        left: &mut Left,
        findings: &mut FrameFindings,
    ) {
        let Some(kind) = draw.kind else {
            findings.note(FrameFindingKind::ReservedMode, at, self.tile);
            return;
        };
        if !left.take_vertices(draw.count) {
            findings.note(FrameFindingKind::TooManyVertices, at, self.tile);
            self.cursor.stop();
            return;
        }
        for n in 0..primitives(draw.mode, draw.count) {
            let indices =
                corners(draw.mode, draw.count, n).map(|place| draw.index(place, memory, at, findings));
            self.primitive(kind, indices, None, at);
        }
    }

    /// Reads a compressed list, which begins where the cursor is. `clipped` is for its first primitive.
    fn compressed(
        &mut self,
        mut clipped: Option<u32>,
        memory: &impl Source,
        left: &mut u64,
        findings: &mut FrameFindings,
    ) {
        loop {
            let at = self.cursor.at();
            if *left == 0 {
                findings.note(FrameFindingKind::TooManyPackets, at, self.tile);
                self.cursor.stop();
                return;
            }
            *left -= 1;
            let mut bytes = [0; 16];
            let there = memory.read(at, &mut bytes);
            let Some(kind) = Kind::of_form(self.form.0) else {
                findings.note(FrameFindingKind::UnpublishedCoding, at, self.tile);
                self.cursor.stop();
                return;
            };
            if let Some((vertices, length)) = whole(self.form, &bytes[..there]) {
                self.cursor.jump(at.wrapping_add(length as u32));
                if kind == Kind::Triangle {
                    self.last = vertices.map(|index| index as u16);
                }
                self.primitive(kind, vertices, clipped.take(), at);
                continue;
            }
            let Ok((entry, length)) = Entry::decode(&bytes[..there]) else {
                findings.note(FrameFindingKind::ListOutside, at, self.tile);
                self.cursor.stop();
                return;
            };
            self.cursor.jump(at.wrapping_add(length as u32));
            let indices = match entry {
                Entry::End => return,
                Entry::Branch(blocks) => {
                    self.cursor.jump(Entry::target(at, blocks));
                    continue;
                }
                _ if kind != Kind::Triangle || self.form.1 == ListData::Xy32 => {
                    findings.note(FrameFindingKind::UnpublishedCoding, at, self.tile);
                    self.cursor.stop();
                    return;
                }
                Entry::Absolute(indices) => indices,
                Entry::OneAbsolute { index, relative } => {
                    // Two numbers of six bits, the lower first.
                    let bits = u16::from(relative[0]) | u16::from(relative[1]) << 4;
                    let signed = |six: u16| ((six << 10) as i16) >> 10;
                    let second = index.wrapping_add_signed(signed(bits));
                    [index, second, second.wrapping_add_signed(signed(bits >> 6))]
                }
                Entry::ThreeRelative { relative, .. } => {
                    let mut index = self.last[2];
                    relative.map(|step| {
                        index = index.wrapping_add_signed(i16::from(step));
                        index
                    })
                }
                Entry::OneRelative { form, relative } => resolve(self.last, form, relative),
            };
            self.last = indices;
            self.primitive(kind, indices.map(u32::from), clipped.take(), at);
        }
    }
}
