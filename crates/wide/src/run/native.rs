//! Native code: its planes are registers of the piece, and attributes and results of the batch where they lie.

use std::mem::swap;

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
        let Storage {
            native,
            read,
            written: Registers { words: written, .. },
        } = &mut self.native;
        let Piece {
            first,
            count,
            ref active,
            ref mut registers,
            ..
        } = *self;
        let count = if together {
            count
        } else {
            active.end().next_multiple_of(BLOCK).min(count)
        };
        if count == 0 {
            return;
        }
        // Planes of the batch are used in place where the piece is whole vectors of them.
        let is_last = first + count == batch.lanes();
        let is_aligned = first % BLOCK == 0 && (count % BLOCK == 0 || is_last);
        let in_place = is_aligned && active.are_first(count);
        written.resize_with(written.len().max(span.writes.len()), Box::default);
        if !is_aligned {
            read.resize_with(read.len().max(span.reads.len()), Plane::default);
            for (copy, source) in read.iter_mut().zip(&span.reads) {
                if let Source::Attribute { slot, component } = *source {
                    let words = batch.attributes.component(slot as usize, usize::from(component));
                    copy.0[..count].copy_from_slice(&words[first..first + count]);
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
        let results = span.writes.iter().filter_map(|target| match *target {
            Target::Result { slot, component } if in_place => Some((slot as usize, usize::from(component))),
            Target::Result { .. } | Target::Register(_) => None,
        });
        let mut results = batch.results.several_blocks_mut(results);
        for (target, own) in span.writes.iter().zip(written.iter_mut()) {
            match (target, in_place) {
                (Target::Result { .. }, true) => {
                    if let Some(words) = results.next() {
                        planes.write(&mut words[first..]);
                    }
                }
                (Target::Result { .. }, false) | (Target::Register(_), _) => planes.write(&mut own.0),
            }
        }
        let uniform = |number: u16| registers.get::<u32>(span.uniforms[usize::from(number)])[0];
        match meanwhile {
            Some(meanwhile) => span.native.run_in_parts(&planes, uniform, native, meanwhile),
            None => span.native.run(&planes, uniform, native),
        }
        drop(results);
        for (target, own) in span.writes.iter().zip(written) {
            match *target {
                Target::Register(register) => swap(&mut registers.words[usize::from(register)], own),
                Target::Result { .. } if in_place => {}
                Target::Result { slot, component } => {
                    let words = batch.results.component_mut(slot as usize, usize::from(component));
                    active.copy(&own.0, &mut words[first..first + count]);
                }
            }
        }
    }
}
