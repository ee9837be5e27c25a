//! Work for tiles, done: loads, primitives, stores. What it gives depends on the work and the memory alone.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use super::assembly::Kind;
use super::binning::point_size;
use super::finding::{FrameFindingKind, FrameFindings};
use super::limits::FrameLimits;
use super::ops::{Drawn, Op, Work, shape};
use super::pixels::{QuadCounts, Shading};
use super::processor::Processor;
use super::record::{Record, Vertices};
use super::state::{Shader, State};
use super::trace::{FrameEventKind, FrameEvents};
use super::units::Units;
use super::vertex::{Shaded, Stage, fetch};
use crate::binner::CLIPPED_WORDS;
use crate::list::Source;
use crate::list::packet::TileRenderingMode;
use crate::machine::chip::Described;
use crate::machine::finding::Finding;
use crate::machine::memory::Memory;
use crate::machine::pages::ReadPages;
use crate::machine::profile::Profile;
use crate::machine::statistics::CacheTotals;
use crate::qpu::Code;
use crate::raster::{Primitive, Rectangle, Vertex};
use crate::tile::access::{PixelCounts, TileAccess};
use crate::tile::transfer::Writes;
use crate::tile::{ClearValues, Shape, TileBuffer};

/// What work gave.
pub(super) struct Done {
    pub(super) writes: Writes,
    pub(super) findings: FrameFindings,
    pub(super) program_findings: (Vec<Finding>, u64),
    pub(super) counts: WorkCounts,
    /// The pages that its look-ups can have read.
    pub(super) reads: ReadPages,
    pub(super) events: FrameEvents,
    /// Clocks of one QPU.
    pub(super) clocks: u64,
}

/// Counts of a piece of work.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct WorkCounts {
    pub(super) instructions: u64,
    pub(super) primitives: u64,
    pub(super) vertices: u64,
    pub(super) quads: QuadCounts,
    pub(super) pixels: PixelCounts,
    pub(super) stores: u64,
    pub(super) loads: u64,
    pub(super) caches: CacheTotals,
}

/// What pieces of work share.
pub(super) struct Shared<'a> {
    pub(super) states: &'a [State],
    pub(super) profile: &'a Profile,
    pub(super) limits: &'a FrameLimits,
    /// How many events are kept.
    pub(super) events: usize,
    /// Whether warnings about shaders are looked for.
    pub(super) warnings: bool,
    /// Textures that are decoded already, for all pieces: it is the same whether they are.
    pub(super) textures: &'a Mutex<Vec<Described>>,
}

/// Work under way.
pub(super) struct Worker<'a, 'm, L> {
    shared: &'a Shared<'a>,
    pub(super) memory: Memory<'m>,
    /// Memory with tile memory beyond it.
    lists: &'a L,
    pub(super) processor: Processor,
    pub(super) findings: FrameFindings,
    pub(super) writes: Writes,
    pub(super) counts: WorkCounts,
    pub(super) tile: (u8, u8),
    pub(super) mode: Option<TileRenderingMode>,
    pub(super) clear: ClearValues,
    pub(super) shape: Shape,
    /// The record and the fragment shader of the last state that was drawn with.
    record: Option<(Shader, Option<Bound>)>,
    /// Vertices that shaders made, by index.
    vertices: HashMap<u32, Shaded>,
    events: FrameEvents,
}

#[derive(Clone)]
struct Bound {
    record: Arc<Record>,
    code: (Arc<Code>, usize),
}

/// Does a piece of work.
pub(super) fn work<L: Source>(work: &Work, shared: &Shared<'_>, memory: Memory<'_>, lists: &L) -> Done {
    let clear = work
        .clears
        .first()
        .map_or(ClearValues::default(), |clear| clear.1);
    let mode = work.modes.first().map(|mode| mode.1);
    let shape = mode.map_or(Shape::Single, |mode| shape(&mode));
    let mut processor = Processor::new(shared.profile, shared.limits, shared.warnings);
    let buffer = TileBuffer::new(shape, &clear);
    processor.chip.tile = Some(Box::new(TileAccess::new(buffer)));
    processor.chip.reads = Some(ReadPages::default());
    if let Ok(textures) = shared.textures.lock() {
        processor.chip.take_textures(&textures);
    }
    let mut worker = Worker {
        shared,
        memory,
        lists,
        processor,
        findings: FrameFindings::new(shared.limits.findings),
        writes: Writes::default(),
        counts: WorkCounts::default(),
        tile: (0, 0),
        mode,
        clear,
        shape,
        record: None,
        vertices: HashMap::new(),
        events: FrameEvents::new(shared.events),
    };
    worker.run(work);
    let mut counts = worker.counts;
    if let Some(tile) = &worker.processor.chip.tile {
        counts.pixels = tile.counts;
    }
    counts.instructions = worker.processor.instructions;
    counts.caches = worker.processor.chip.cache_totals();
    if let Some(textures) = worker.processor.chip.new_textures()
        && let Ok(mut known) = shared.textures.lock()
    {
        *known = textures.to_vec();
    }
    let clocks = worker.processor.qpu.clock;
    if let Some((column, row)) = work.tiles().last() {
        let kind = FrameEventKind::Tile {
            column,
            row,
            primitives: counts.primitives,
            pixels: counts.quads.pixels,
        };
        worker.events.add(kind, 0, clocks);
    }
    Done {
        writes: worker.writes,
        findings: worker.findings,
        program_findings: worker.processor.take_findings(),
        counts,
        reads: worker.processor.chip.reads.unwrap_or_default(),
        events: worker.events,
        clocks,
    }
}

impl<L: Source> Worker<'_, '_, L> {
    fn run(&mut self, work: &Work) {
        let (mut modes, mut clears) = (work.modes.iter().peekable(), work.clears.iter().peekable());
        for (place, op) in work.ops.iter().enumerate() {
            while let Some((_, mode)) = modes.next_if(|mode| mode.0 <= place) {
                self.set_mode(*mode);
            }
            while let Some((_, clear)) = clears.next_if(|clear| clear.0 <= place) {
                self.clear = *clear;
            }
            let now = self.processor.qpu.clock;
            match op {
                Op::Load(_) | Op::LoadFull(_) => self.events.add(FrameEventKind::Load, now, now),
                Op::Store(_) | Op::StoreFull(_) | Op::StoreResolved => {
                    self.events.add(FrameEventKind::Store, now, now);
                }
                Op::Tile(..) | Op::Draw(_) => {}
            }
            match op {
                Op::Tile(column, row) => self.tile = (*column, *row),
                Op::Draw(drawn) => self.draw(drawn, &work.ops[place..]),
                Op::Load(load) => self.load(load),
                Op::LoadFull(load) => self.load_full(load),
                Op::Store(store) => self.store(store, work.at),
                Op::StoreFull(store) => self.store_full(store),
                Op::StoreResolved => {
                    self.store_resolved(work.at);
                    self.clear(true, true, true);
                }
            }
        }
    }

    fn set_mode(&mut self, mode: TileRenderingMode) {
        self.mode = Some(mode);
        if shape(&mode) != self.shape {
            self.shape = shape(&mode);
            let counts = self.processor.chip.tile.as_ref().map(|tile| tile.counts);
            let mut access = TileAccess::new(TileBuffer::new(self.shape, &self.clear));
            access.counts = counts.unwrap_or_default();
            self.processor.chip.tile = Some(Box::new(access));
        }
    }

    pub(super) fn place(&self) -> (u32, u32) {
        (u32::from(self.tile.0), u32::from(self.tile.1))
    }

    pub(super) fn missed(&mut self, kind: FrameFindingKind, address: Option<u32>) {
        if let Some(address) = address {
            self.findings.note(kind, address, Some(self.tile));
        }
    }

    /// The record and the shader of a state, read once for successive draws.
    fn bind(&mut self, shader: &Shader, at: u32) -> Option<Bound> {
        if let Some((known, bound)) = &self.record
            && known == shader
        {
            return bound.clone();
        }
        self.vertices.clear();
        let record = Record::read(shader, &self.memory, at, &mut self.findings);
        let bound = record.and_then(|mut record| {
            let code = self
                .processor
                .program(&self.memory, record.code, &mut self.findings)?;
            // Many records of bare-metal images leave the flag away for programs that never switch.
            record.is_threaded &= code.0.switches();
            Some(Bound {
                record: Arc::new(record),
                code,
            })
        });
        self.record = Some((*shader, bound.clone()));
        bound
    }

    /// Makes sure that the vertices of the draw at hand are there, with those of the draws behind it that fit in one run
    /// of the vertex shader.
    fn bring_vertices(&mut self, bound: &Bound, drawn: &Drawn, ops: &[Op]) {
        let is_there = |vertices: &HashMap<u32, Shaded>, drawn: &Drawn| {
            drawn.indices.iter().all(|index| vertices.contains_key(index))
        };
        if is_there(&self.vertices, drawn) {
            return;
        }
        let mut missing: Vec<u32> = Vec::with_capacity(18);
        for op in ops {
            let Op::Draw(next) = op else { break };
            if next.state != drawn.state || missing.len() + 3 > 16 {
                break;
            }
            for index in next.indices {
                if !self.vertices.contains_key(&index) && !missing.contains(&index) {
                    missing.push(index);
                }
            }
        }
        // More than any tile needs, and bounded.
        if self.vertices.len() > 1 << 16 {
            self.vertices.clear();
            missing = drawn.indices.to_vec();
        }
        let viewport = self.shared.states[drawn.state as usize].viewport;
        let mut units = Units {
            memory: &mut self.memory,
            processor: &mut self.processor,
            findings: &mut self.findings,
        };
        let shaded = fetch(&bound.record, &missing, Stage::Vertex, viewport, &mut units);
        self.counts.vertices += missing.len() as u64;
        self.vertices.extend(missing.into_iter().zip(shaded));
    }

    fn draw(&mut self, drawn: &Drawn, ops: &[Op]) {
        let shared = self.shared;
        let state = &shared.states[drawn.state as usize];
        let Some(bound) = self.bind(&state.shader, drawn.at) else {
            return;
        };
        let (start, before) = (self.processor.qpu.clock, self.counts.vertices);
        self.bring_vertices(&bound, drawn, ops);
        if self.processor.qpu.clock > start
            && let Vertices::Shader(record) = &bound.record.vertices
        {
            let kind = FrameEventKind::Vertices {
                address: record.vertex.code,
                count: self.counts.vertices - before,
            };
            self.events.add(kind, start, self.processor.qpu.clock);
        }
        let found = drawn.indices.map(|index| self.vertices.get(&index));
        let [Some(a), Some(b), Some(c)] = found else {
            return;
        };
        let mut vertices = [&a.vertex, &b.vertex, &c.vertex];
        let made;
        if let Some(address) = drawn.clipped {
            made = clipped(self.lists, address, vertices, state.viewport);
            vertices = [&made[0], &made[1], &made[2]];
        }
        let [a, b, _] = vertices;
        let primitive = match drawn.kind {
            Kind::Triangle => Primitive::triangle(vertices, state.flat, state.configuration.clockwise),
            Kind::Line => Primitive::line([a, b], state.line_width, state.flat),
            Kind::Point => Some(Primitive::point(a, point_size(a, state))),
            Kind::Trapezoid => Primitive::trapezoid([a, b], state.boundary(), state.configuration.clockwise),
        };
        let Some(mut primitive) =
            primitive.filter(|primitive| state.is_drawn(primitive.is_back) || !drawn.kind.has_sides())
        else {
            return;
        };
        if state.configuration.depth_offset {
            primitive.offset_depth(state.depth_offset.0, state.depth_offset.1);
        }
        self.counts.primitives += 1;
        let side = self.shape.side() as i32;
        let (left, bottom) = (i32::from(self.tile.0) * side, i32::from(self.tile.1) * side);
        let shading = Shading {
            record: &bound.record,
            state,
            code: &bound.code,
            tile: Rectangle {
                left,
                bottom,
                right: left + side,
                top: bottom + side,
            },
            shape: self.shape,
            early: self
                .mode
                .filter(|mode| !mode.early_z_off)
                .map(|mode| mode.early_z_greater),
        };
        let mut units = Units {
            memory: &mut self.memory,
            processor: &mut self.processor,
            findings: &mut self.findings,
        };
        let (start, before) = (units.processor.qpu.clock, self.counts.quads);
        shading.draw(&primitive, &mut units, &mut self.counts.quads);
        let kind = FrameEventKind::Fragments {
            address: bound.record.code,
            runs: self.counts.quads.groups - before.groups,
            pixels: self.counts.quads.pixels - before.pixels,
        };
        self.events.add(kind, start, self.processor.qpu.clock);
    }
}

/// The vertices of a clipped primitive, with the varyings that its vertices give them.
fn clipped(lists: &impl Source, address: u32, vertices: [&Vertex; 3], viewport: (i32, i32)) -> [Vertex; 3] {
    let mut at = address;
    std::array::from_fn(|_| {
        let mut bytes = [0; 4 * CLIPPED_WORDS];
        lists.read(at, &mut bytes);
        at = at.wrapping_add(bytes.len() as u32);
        let word = |n: usize| {
            u32::from_le_bytes([bytes[4 * n], bytes[4 * n + 1], bytes[4 * n + 2], bytes[4 * n + 3]])
        };
        let float = |n: usize| f32::from_bits(word(n));
        let (second, third) = (float(3), float(4));
        let [a, b, c] = vertices;
        let mix = |a: f32, b: f32, c: f32| a + ((b - a) * second + (c - a) * third);
        Vertex {
            x: i32::from(word(0) as u16 as i16) + viewport.0,
            y: i32::from((word(0) >> 16) as u16 as i16) + viewport.1,
            z: float(1),
            reciprocal_w: float(2),
            point_size: a.point_size,
            varyings: (0..a.varyings.len())
                .map(|n| mix(a.varyings[n], b.varyings[n], c.varyings[n]))
                .collect(),
        }
    })
}
