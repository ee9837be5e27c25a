//! Fragment shaders on the quads of primitives.

use std::sync::Arc;

use quadrille_numerics::qpu::sfu;

use super::processor::Processor;
use super::record::Record;
use super::state::State;
use super::units::Units;
use super::vertex::note;
use crate::list::{CompareFunction, Decimate};
use crate::qpu::Code;
use crate::raster::{Group, Primitive, Rectangle, Samples};
use crate::tile::Shape;
use crate::tile::coverage::Reading;

/// What became of quads and pixels.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct QuadCounts {
    /// Groups of up to four quads, each a run of the shader.
    pub(super) groups: u64,
    pub(super) quads: u64,
    /// Pixels with a covered sample.
    pub(super) pixels: u64,
    /// Pixels that early Z dropped.
    pub(super) early: u64,
}

/// A fragment shader with what it draws to.
pub(super) struct Shading<'a> {
    pub(super) record: &'a Record,
    pub(super) state: &'a State,
    pub(super) code: &'a (Arc<Code>, usize),
    /// The pixels of the tile.
    pub(super) tile: Rectangle,
    pub(super) shape: Shape,
    /// Early Z: `None` if it is off, or whether greater Z passes.
    pub(super) early: Option<bool>,
}

impl Shading<'_> {
    /// Whether fragments may be dropped before they are shaded.
    fn drops_early(&self) -> bool {
        let function = self.state.configuration.depth;
        self.state.configuration.early_z
            && match self.early {
                None => false,
                Some(false) => matches!(function, CompareFunction::Less | CompareFunction::LessEqual),
                Some(true) => matches!(function, CompareFunction::Greater | CompareFunction::GreaterEqual),
            }
    }

    /// Shades the part of a primitive that lies in the tile.
    pub(super) fn draw(&self, primitive: &Primitive, units: &mut Units<'_, '_>, counts: &mut QuadCounts) {
        if self.state.configuration.coverage_pipe {
            self.cover(primitive, units.processor);
            return;
        }
        let drops = self.drops_early();
        if let Some(tile) = &mut units.processor.chip.tile {
            tile.test = self.state.depth_test();
            tile.face = usize::from(primitive.is_back);
            let configuration = &self.state.configuration;
            tile.coverage.reading = Reading {
                as_mask: configuration.coverage_mask,
                leaves: configuration.coverage_leave,
            };
        }
        let samples = match self.shape {
            Shape::Multisample => Samples::Four,
            Shape::Single | Shape::Wide => Samples::One,
        };
        primitive.groups(&self.tile, &self.state.clip, samples, |group| {
            self.group(primitive, group, drops, units, counts);
        });
    }

    /// Adds a primitive to the coverage of the VG mode; no shader runs.
    fn cover(&self, primitive: &Primitive, processor: &mut Processor) {
        let Some(tile) = &mut processor.chip.tile else {
            return;
        };
        let configuration = &self.state.configuration;
        let samples = match configuration.oversample {
            Decimate::Sample0 | Decimate::Reserved(_) => Samples::One,
            Decimate::X4 => Samples::Four,
            Decimate::X16 => Samples::Sixteen,
        };
        primitive.groups(&self.tile, &self.state.clip, samples, |group| {
            let masks = group.masks.map(|mask| samples.of_sixteen(mask));
            let quads = &group.quads[..group.count];
            tile.coverage
                .add(quads, &masks, configuration.coverage_update, primitive.is_back);
        });
    }

    fn group(
        &self,
        primitive: &Primitive,
        group: &mut Group,
        drops: bool,
        units: &mut Units<'_, '_>,
        counts: &mut QuadCounts,
    ) {
        let processor = &mut *units.processor;
        counts.quads += group.count as u64;
        counts.pixels += group.masks.iter().filter(|&&mask| mask != 0).count() as u64;
        let (mut x, mut y) = ([0i32; 16], [0i32; 16]);
        for i in 0..16 {
            let (left, bottom) = group.origins[i / 4];
            x[i] = left + (i as i32 & 1);
            y[i] = bottom + (i as i32 >> 1 & 1);
        }
        let (mut from_x, mut from_y) = ([0f32; 16], [0f32; 16]);
        for i in 0..16 {
            (from_x[i], from_y[i]) = primitive.offset_of(x[i], y[i]);
        }
        let z: [u32; 16] = std::array::from_fn(|i| depth(primitive.z.value(from_x[i], from_y[i])));
        if let Some(tile) = &mut processor.chip.tile {
            tile.begin(group.quads);
            if drops {
                for (i, &depth) in z.iter().enumerate() {
                    if group.masks[i] != 0 && tile.fails_early(i, depth, group.masks[i]) {
                        group.masks[i] = 0;
                        counts.early += 1;
                    }
                }
                if group.masks == [0; 16] {
                    return;
                }
            }
        }
        counts.groups += 1;
        let fragment = processor.begin(self.code, self.record.uniforms, self.record.is_threaded);
        fragment.x = x.map(|x| x as u32);
        fragment.y = y.map(|y| y as u32);
        fragment.z = z;
        // W is as exact as the special function unit makes it: so the colours of the chip's frame d50.png come out.
        let w = &primitive.reciprocal_w;
        fragment.w = if w.is_constant() {
            [sfu::reciprocal(w.at.to_bits()); 16]
        } else {
            std::array::from_fn(|i| sfu::reciprocal(w.value(from_x[i], from_y[i]).to_bits()))
        };
        fragment.multisample_mask = group.masks;
        fragment.reverse = [if primitive.is_back { u32::MAX } else { 0 }; 16];
        fragment
            .varyings
            .resize(primitive.varyings.len(), ([0; 16], [0; 16]));
        for (into, varying) in fragment.varyings.iter_mut().zip(&primitive.varyings) {
            into.0 = std::array::from_fn(|i| varying.plane.value(from_x[i], from_y[i]).to_bits());
            into.1 = [varying.c.to_bits(); 16];
        }
        processor.qpu.bring_fragment();
        let result = processor.run(units.memory);
        note(result, self.record.code, units.findings);
    }
}

/// Z as shaders have it: 24 bits.
#[inline]
fn depth(z: f32) -> u32 {
    (z.clamp(0.0, 1.0) * 16_777_215.0) as u32
}
