//! Native code: its planes are registers of the piece, and attributes and results of the batch where they lie.

use std::mem::swap;
use std::ops::Range;

use quadrille_engine::Batch;
use quadrille_jit::{BLOCK, Planes};

use super::piece::Piece;
use crate::code::{NativeSpan, Source, Target};
use crate::plane::{Plane, Registers};

/// What native code works in, kept from run to run.
#[derive(Default)]
pub(super) struct Storage {
    native: quadrille_jit::Storage,
    /// Copies of what is not read where it lies.
    read: Vec<Plane<u32>>,
    /// What is written: it then becomes a register, or is copied to a result.
    written: Registers,
}

impl Piece {
    /// Computes the values of a span in all lanes; where lanes do not run `together`, up to the last that runs.
    pub(super) fn native(
        &mut self,
        span: &NativeSpan,
        together: bool,
        meanwhile: Option<&dyn Fn()>,
        batch: &mut Batch,
    ) {
        let Piece { first, count, .. } = *self;
        let count = if together {
            count
        } else {
            self.active.end().next_multiple_of(BLOCK).min(count)
        };
        if count == 0 {
            return;
        }
        // Planes of the batch are used in place where the piece is whole vectors of them.
        let is_last = first + count == batch.lanes();
        let is_aligned = first % BLOCK == 0 && (count % BLOCK == 0 || is_last);
        let in_place = is_aligned && self.active.are_first(count);
        self.native_lanes(
            span,
            first..first + count,
            (is_aligned, in_place),
            meanwhile,
            batch,
        );
    }

    /// Computes the values of a span of attributes and results in all lanes of a batch.
    pub(super) fn native_whole(
        &mut self,
        span: &NativeSpan,
        meanwhile: Option<&dyn Fn()>,
        batch: &mut Batch,
    ) {
        self.native_lanes(span, 0..batch.lanes(), (true, true), meanwhile, batch);
    }

    /// Computes lanes, whose attributes are read where they lie if these are `aligned`, as are results written `in_place`.
    fn native_lanes(
        &mut self,
        span: &NativeSpan,
        lanes: Range<usize>,
        (is_aligned, in_place): (bool, bool),
        meanwhile: Option<&dyn Fn()>,
        batch: &mut Batch,
    ) {
        let Storage {
            native,
            read,
            written: Registers { words: written, .. },
        } = &mut self.native;
        let (active, registers) = (&self.active, &mut self.registers);
        let (first, count) = (lanes.start, lanes.len());
        written.resize_with(written.len().max(span.writes.len()), Box::default);
        if !is_aligned {
            read.resize_with(read.len().max(span.reads.len()), Plane::default);
            for (copy, source) in read.iter_mut().zip(&span.reads) {
                if let Source::Attribute { slot, component } = *source {
                    let words = batch.attributes.component(slot as usize, usize::from(component));
                    copy.0[..count].copy_from_slice(&words[lanes.clone()]);
                }
            }
        }
        let mut planes = Planes::new(count);
        for (at, source) in span.reads.iter().enumerate() {
            planes.read(match *source {
                Source::Register(register) => registers.get::<u32>(register),
                Source::Attribute { slot, component } if is_aligned => {
                    let words = batch.attributes.blocks(slot as usize, usize::from(component));
                    &words[first..]
                }
                Source::Attribute { .. } => &read[at].0,
            });
        }
        // Registers come first; results, which ascend, are written where they lie.
        let own = if in_place {
            span.registers
        } else {
            span.writes.len()
        };
        let (own, in_place_of) = (&mut written[..own], &span.writes[own..]);
        for own in own {
            planes.write(&mut own.0);
        }
        let results = in_place_of.iter().filter_map(|target| match *target {
            Target::Result { slot, component } => Some((slot as usize, usize::from(component))),
            Target::Register(_) => None,
        });
        for words in batch.results.several_blocks_mut(results) {
            planes.write(&mut words[first..]);
        }
        let uniform = |number: u16| registers.get::<u32>(span.uniforms[usize::from(number)])[0];
        match meanwhile {
            Some(meanwhile) => span.native.run_in_parts(&planes, uniform, native, meanwhile),
            None => span.native.run(&planes, uniform, native),
        }
        let is_kept = if in_place {
            span.registers
        } else {
            span.writes.len()
        };
        for (target, own) in span.writes[..is_kept].iter().zip(written) {
            match *target {
                Target::Register(register) => swap(&mut registers.words[usize::from(register)], own),
                Target::Result { slot, component } => {
                    let words = batch.results.component_mut(slot as usize, usize::from(component));
                    active.copy(&own.0, &mut words[lanes.clone()]);
                }
            }
        }
    }
}
