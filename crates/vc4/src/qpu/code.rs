//! A program, decoded once: it never changes; the state of a machine is elsewhere. So another way to run the same code,
//! such as a translation to host code, needs no other decoder.

use quadrille_isa::qpu::Signal;

use super::micro::MicroOp;
use super::prepare;
use super::step::{Step, steps};

/// A program's words, decoded once, at their bus addresses.
#[derive(Clone, Debug)]
pub struct Code {
    base: u32,
    /// The bits of an address that count.
    mask: u32,
    pub(crate) ops: Vec<MicroOp>,
    pub(crate) steps: Vec<Step>,
    words: Vec<u64>,
}

impl Code {
    /// Decodes up to `limit` whole words of `bytes`, which lie at bus address `base`.
    pub fn decode(base: u32, bytes: &[u8], limit: usize) -> Code {
        let words: Vec<u64> = bytes
            .chunks_exact(8)
            .take(limit)
            .map(|chunk| {
                chunk
                    .iter()
                    .rev()
                    .fold(0, |word, &byte| word << 8 | u64::from(byte))
            })
            .collect();
        let mut ops: Vec<MicroOp> = words.iter().map(|&word| MicroOp::of_word(word)).collect();
        prepare::remember(&mut ops);
        Code {
            base,
            mask: u32::MAX,
            steps: steps(&ops),
            ops,
            words,
        }
    }

    /// The code with addresses of which only the bits of `mask` count.
    pub(crate) fn seen_through(self, mask: u32) -> Code {
        Code { mask, ..self }
    }

    /// Whether a word switches threads.
    pub(crate) fn switches(&self) -> bool {
        let switches = |signal| matches!(signal, Signal::ThreadSwitch | Signal::LastThreadSwitch);
        self.ops.iter().any(|op| switches(op.signal))
    }

    /// Bus address of the first word.
    pub fn base(&self) -> u32 {
        self.base
    }

    /// The words.
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// Bus address of word `index`.
    pub fn address(&self, index: usize) -> u32 {
        self.base.wrapping_add(8 * index as u32)
    }

    /// The word at a bus address, if it is in the code and aligned.
    pub fn index(&self, address: u32) -> Option<usize> {
        let offset = (address & self.mask).checked_sub(self.base)?;
        let index = (offset / 8) as usize;
        (offset % 8 == 0 && index < self.ops.len()).then_some(index)
    }
}
