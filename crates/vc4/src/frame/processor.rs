//! One QPU that runs the shaders of a frame, sixteen pixels or vertices at a time, each program to its end.
//!
//! On the chip twelve of them take turns and the scoreboard keeps the order of a tile's pixels; one after the other in
//! that order gives the same pixels.

use std::collections::HashMap;
use std::sync::Arc;

use super::finding::{FrameFindingKind, FrameFindings};
use super::limits::FrameLimits;
use crate::machine::chip::Chip;
use crate::machine::finding::Finding;
use crate::machine::launch::Fragment;
use crate::machine::memory::Memory;
use crate::machine::profile::Profile;
use crate::qpu::{Code, Pause, Qpu};

/// Why a program did not run to its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Unfinished {
    /// It waits for ever.
    Waits,
    /// It takes more instructions than it may.
    Limit,
}

/// A QPU with what it needs to run programs.
pub(super) struct Processor {
    pub(super) qpu: Qpu,
    pub(super) chip: Chip,
    codes: HashMap<u32, Option<(Arc<Code>, usize)>>,
    arch: pulp::Arch,
    limits: FrameLimits,
    /// Instructions so far.
    pub(super) instructions: u64,
    /// Whether reads of registers that nothing wrote are told of: a warning, which costs time.
    watches_reads: bool,
}

impl Processor {
    pub(super) fn new(profile: &Profile, limits: &FrameLimits, warnings: bool) -> Processor {
        Processor {
            qpu: Qpu::new(0),
            chip: Chip::new(profile.clone(), limits.findings, 0),
            codes: HashMap::new(),
            arch: pulp::Arch::new(),
            limits: *limits,
            instructions: 0,
            watches_reads: warnings,
        }
    }

    /// Begins a program: as [`Qpu::begin_shader`], for pixels or for vertices.
    #[inline]
    pub(super) fn begin(
        &mut self,
        program: &(Arc<Code>, usize),
        uniforms: u32,
        threaded: bool,
    ) -> &mut Fragment {
        self.qpu.watch_reads(self.watches_reads);
        self.qpu.begin_shader(&program.0, program.1, uniforms, threaded)
    }

    /// The program at an address and its first word; `None` where there is no memory, which is noted.
    pub(super) fn program(
        &mut self,
        memory: &Memory<'_>,
        address: u32,
        findings: &mut FrameFindings,
    ) -> Option<(Arc<Code>, usize)> {
        let address = memory.physical(address);
        if let Some(known) = self.codes.get(&address) {
            return known.clone();
        }
        let found = decode(memory, address, self.limits.program_words);
        if found.is_none() {
            findings.note(FrameFindingKind::CodeOutside, address, None);
        }
        self.codes.insert(address, found.clone());
        found
    }

    /// Runs the program that was begun to its end.
    #[inline]
    pub(super) fn run(&mut self, memory: &mut Memory<'_>) -> Result<(), Unfinished> {
        // Every instruction set of these hosts that is dispatched to multiplies and adds in one.
        let fused = cfg!(any(target_arch = "x86_64", target_arch = "aarch64"))
            && !matches!(self.arch, pulp::Arch::Scalar);
        self.chip.budget = self.limits.program;
        let result = loop {
            let (qpu, chip) = (&mut self.qpu, &mut self.chip);
            let pause = if fused {
                self.arch.dispatch(Run::<'_, '_, true> { qpu, chip, memory })
            } else {
                self.arch.dispatch(Run::<'_, '_, false> { qpu, chip, memory })
            };
            self.chip.woken = None;
            match pause {
                Pause::Ended => break Ok(()),
                Pause::Later | Pause::Woke => {}
                Pause::Blocked(_) => break Err(Unfinished::Waits),
                Pause::Budget => break Err(Unfinished::Limit),
            }
        };
        if result.is_err() {
            while self.qpu.end_thread(&mut self.chip) {}
        }
        self.instructions += self.limits.program - self.chip.budget;
        result
    }

    /// The findings of the programs so far, and how many more there were.
    pub(super) fn take_findings(&mut self) -> (Vec<Finding>, u64) {
        let empty = crate::machine::finding::Findings::new(self.limits.findings);
        let findings = std::mem::replace(&mut self.chip.findings, empty);
        let dropped = findings.dropped();
        (findings.into_sorted(), dropped)
    }
}

/// The words of a program from its first to the last that it can reach by branches within, at most `limit`.
fn decode(memory: &Memory<'_>, address: u32, limit: usize) -> Option<(Arc<Code>, usize)> {
    let bytes = memory.bytes(address);
    if bytes.len() < 8 {
        return None;
    }
    let words = bytes
        .as_chunks::<8>()
        .0
        .iter()
        .take(limit)
        .map(|word| u64::from_le_bytes(*word));
    let (mut furthest, mut length) = (0i64, 0usize);
    for (index, word) in (0i64..).zip(words) {
        length = index as usize + 1;
        let signal = word >> 60;
        if signal == 15 {
            let is_relative = word >> 51 & 1 != 0;
            let target = index + 4 + i64::from(word as u32 as i32) / 8;
            if !is_relative || word >> 50 & 1 != 0 || target < 0 {
                // Who knows where it goes: everything there is.
                return decode_all(memory, address, limit);
            }
            furthest = furthest.max(target);
        }
        if matches!(signal, 3 | 9) && index + 2 >= furthest {
            length = (index as usize + 3).min(bytes.len() / 8).min(limit);
            break;
        }
    }
    let code = Code::decode(address, bytes, length).seen_through(memory.physical(u32::MAX));
    let start = code.index(address)?;
    Some((Arc::new(code), start))
}

/// Everything around a program.
fn decode_all(memory: &Memory<'_>, address: u32, limit: usize) -> Option<(Arc<Code>, usize)> {
    let (base, bytes) = memory.buffer(address)?;
    let before = (address - base) as usize;
    // As much before the program as behind it, if not all.
    let start = before - (before.min(4 * limit) & !7);
    let code = Code::decode(base + start as u32, &bytes[start..], limit);
    let code = code.seen_through(memory.physical(u32::MAX));
    let index = code.index(address)?;
    Some((Arc::new(code), index))
}

/// A program's run as a function that is compiled for several instruction sets of the host.
struct Run<'r, 'm, const FUSED: bool> {
    qpu: &'r mut Qpu,
    chip: &'r mut Chip,
    memory: &'r mut Memory<'m>,
}

impl<const FUSED: bool> pulp::NullaryFnOnce for Run<'_, '_, FUSED> {
    type Output = Pause;

    #[inline(always)]
    fn call(self) -> Pause {
        self.qpu
            .run::<FUSED, ()>(self.chip, self.memory, &mut (), (u64::MAX, u8::MAX))
    }
}
