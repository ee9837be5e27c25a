//! Vertices: shaded ones from memory, and those that coordinate and vertex shaders make of attributes.

use super::finding::{FrameFindingKind, FrameFindings};
use super::processor::Unfinished;
use super::record::{Record, Vertices};
use super::units::Units;
use crate::list::Source;
use crate::list::record::{GlRecord, NvRecord, VertexPart};
use crate::machine::memory::Memory;
use crate::raster::Vertex;
use crate::vpm::Vpm;

/// A vertex with its clip coordinates, where it has them.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Shaded {
    /// X, Y, Z, W.
    pub(super) clip: Option<[f32; 4]>,
    pub(super) vertex: Vertex,
}

/// Which of the two shaders of the GL mode.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Stage {
    /// For the binner: positions only.
    Coordinate,
    /// For the renderer.
    Vertex,
}

/// Reads the words of a shaded vertex; `has_clip` says that it begins with clip coordinates.
fn shaded(
    word: impl Fn(usize) -> u32,
    has_clip: bool,
    has_point_size: bool,
    varyings: usize,
    viewport: (i32, i32),
) -> Shaded {
    let float = |n: usize| f32::from_bits(word(n));
    let start = if has_clip { 4 } else { 0 };
    let place = word(start);
    let rest = start + 3 + usize::from(has_point_size);
    Shaded {
        clip: has_clip.then(|| std::array::from_fn(float)),
        vertex: Vertex {
            x: i32::from(place as u16 as i16) + viewport.0,
            y: i32::from((place >> 16) as u16 as i16) + viewport.1,
            z: float(start + 1),
            reciprocal_w: float(start + 2),
            point_size: if has_point_size { float(start + 3) } else { 0.0 },
            varyings: (rest..rest + varyings).map(float).collect(),
        },
    }
}

/// The vertices with these indices.
pub(super) fn fetch(
    record: &Record,
    indices: &[u32],
    stage: Stage,
    viewport: (i32, i32),
    units: &mut Units<'_, '_>,
) -> Vec<Shaded> {
    match &record.vertices {
        Vertices::Shaded(nv) => indices
            .iter()
            .map(|&index| read(record, nv, index, viewport, units.memory, units.findings))
            .collect(),
        Vertices::Shader(gl) => indices
            .chunks(16)
            .flat_map(|batch| shade(record, gl, batch, stage, viewport, units))
            .collect(),
        Vertices::Coordinates => indices.iter().map(|&place| at(place, viewport)).collect(),
    }
}

/// The vertex at coordinates of the VG mode: X in the lower half of the word.
fn at(place: u32, viewport: (i32, i32)) -> Shaded {
    let words = [place, 0, 1f32.to_bits()];
    shaded(|n| words[n], false, false, 0, viewport)
}

fn read(
    record: &Record,
    nv: &NvRecord,
    index: u32,
    viewport: (i32, i32),
    memory: &Memory<'_>,
    findings: &mut FrameFindings,
) -> Shaded {
    let address = nv.vertices.wrapping_add(index.wrapping_mul(u32::from(nv.stride)));
    let words = 4 * usize::from(nv.clip_header) + 3 + usize::from(nv.point_size) + record.varyings;
    let mut bytes = vec![0; 4 * words];
    if memory.read(address, &mut bytes) < bytes.len() {
        findings.note(FrameFindingKind::VertexOutside, address, None);
    }
    let (words, _) = bytes.as_chunks::<4>();
    shaded(
        |n| u32::from_le_bytes(words[n]),
        nv.clip_header,
        nv.point_size,
        record.varyings,
        viewport,
    )
}

fn shade(
    record: &Record,
    gl: &GlRecord,
    indices: &[u32],
    stage: Stage,
    viewport: (i32, i32),
    units: &mut Units<'_, '_>,
) -> Vec<Shaded> {
    let Units {
        memory,
        processor,
        findings,
    } = units;
    let part = match stage {
        Stage::Coordinate => &gl.coordinate,
        Stage::Vertex => &gl.vertex,
    };
    let Some(program) = processor.program(memory, part.code, findings) else {
        return vec![Shaded::default(); indices.len()];
    };
    let mut attributes = Vpm::default();
    load(gl, part, stage, indices, &mut attributes, memory, findings);
    processor.chip.vpm = attributes;
    processor.chip.shaded = Some(Vpm::default());
    processor.begin(&program, part.uniforms, false);
    processor.qpu.end_fragment();
    let result = processor.run(memory);
    note(result, part.code, findings);
    let rows = processor.chip.shaded.take().unwrap_or_default();
    (0..indices.len())
        .map(|lane| {
            let word = |n: usize| rows.word(n, lane);
            let varyings = match stage {
                Stage::Coordinate => 0,
                Stage::Vertex => record.varyings,
            };
            let has_clip = stage == Stage::Coordinate;
            shaded(word, has_clip, record.has_point_size, varyings, viewport)
        })
        .collect()
}

/// Notes that a program at `address` did not run to its end.
pub(super) fn note(result: Result<(), Unfinished>, address: u32, findings: &mut FrameFindings) {
    match result {
        Ok(()) => {}
        Err(Unfinished::Waits) => findings.note(FrameFindingKind::ProgramDeadlock, address, None),
        Err(Unfinished::Limit) => findings.note(FrameFindingKind::TooManyInstructions, address, None),
    }
}

/// Brings the attributes of up to sixteen vertices to the rows that their shader reads: a column is a vertex, and
/// bytes of an attribute follow each other down the column.
fn load(
    gl: &GlRecord,
    part: &VertexPart,
    stage: Stage,
    indices: &[u32],
    rows: &mut Vpm,
    memory: &Memory<'_>,
    findings: &mut FrameFindings,
) {
    for (number, attribute) in gl.attributes.iter().enumerate() {
        if part.arrays >> (number & 7) & 1 == 0 {
            continue;
        }
        let offset = match stage {
            Stage::Coordinate => attribute.coordinate_offset,
            Stage::Vertex => attribute.vertex_offset,
        };
        let mut bytes = [0; 256];
        let size = attribute.size() as usize;
        for (lane, &index) in indices.iter().enumerate() {
            let address = attribute
                .address
                .wrapping_add(index.wrapping_mul(gl.stride(number)));
            let there = memory.read(address, &mut bytes[..size]);
            if there < size {
                findings.note(FrameFindingKind::VertexOutside, address, None);
                bytes[there..size].fill(0);
            }
            for (at, &byte) in (usize::from(offset)..).zip(&bytes[..size]) {
                let word = rows.word_mut(at / 4, lane);
                let shift = 8 * (at % 4);
                *word = *word & !(0xff << shift) | u32::from(byte) << shift;
            }
        }
    }
}
