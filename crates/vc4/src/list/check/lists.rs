//! Lists as a thread executes them.

use std::collections::{HashMap, HashSet};

use super::buffers::{Access, Use};
use super::checker::{Bin, Checker, Cursor, State, thread_name};
use super::reason::Reason;
use crate::list::compressed::Entry;
use crate::list::packet::{Packet, Thread};
use crate::list::walk::Start;

/// Sub-lists inside each other.
const DEPTH: usize = 2;

impl Checker<'_> {
    pub(super) fn run(&mut self, starts: &[Start]) {
        let mut starts = starts.to_vec();
        // The binner's memory is known before the renderer goes there.
        starts.sort_by_key(|start| start.thread == Thread::Rendering);
        let mut last = HashMap::new();
        for start in &starts {
            let end = self.thread(start);
            last.insert(number(start.thread), end);
        }
        for (thread, cursor) in last {
            if self.waits[thread] > self.increments[1 - thread] {
                self.reject(cursor, Reason::Semaphore);
            }
        }
        self.overwrites();
    }

    /// One list to its end; where that is.
    fn thread(&mut self, start: &Start) -> Cursor {
        let first = self.source.canonical(start.address);
        let end = start.end.map(|end| self.source.canonical(end));
        let mut state = State::default();
        let mut stack: Vec<Cursor> = Vec::new();
        let mut seen = HashSet::new();
        let mut at = Cursor {
            address: first,
            list: first,
            packet: 0,
            thread: start.thread,
        };
        while end != Some(at.address) && !self.is_full() {
            if self.report.packets >= self.limits.packets {
                self.reject(at, Reason::Packets(self.limits.packets));
                break;
            }
            self.report.packets += 1;
            let step = match self.step(&mut state, at, start.end) {
                Ok(step) => step,
                Err(reason) => {
                    self.reject(at, reason);
                    break;
                }
            };
            let behind = Cursor {
                address: step.next,
                packet: at.packet + 1,
                ..at
            };
            let to = |address| Cursor {
                address,
                list: address,
                packet: 0,
                ..at
            };
            at = match step.flow {
                Flow::On => behind,
                Flow::Stop => {
                    self.ended(&state, at);
                    return at;
                }
                Flow::Branch(target) => to(target),
                Flow::Call(_) if stack.len() >= DEPTH => {
                    self.reject(at, Reason::Depth);
                    break;
                }
                Flow::Call(target) => {
                    stack.push(behind);
                    to(target)
                }
                Flow::Return => stack.pop().unwrap_or(behind),
            };
            let goes_elsewhere = !matches!(step.flow, Flow::On);
            let path: Vec<u32> = stack.iter().map(|back| back.address).collect();
            if goes_elsewhere && !seen.insert((at.address, path, state.is_compressed)) {
                self.reject(at, Reason::Endless(at.address));
                break;
            }
        }
        if end == Some(at.address) {
            self.ended(&state, at);
        }
        at
    }

    /// What a list must have done before it ends: `vc4_validate.c` wants an increment and a flush, as the flush writes
    /// the returns of tile lists and lets the increment take effect.
    fn ended(&mut self, state: &State, at: Cursor) {
        if state.bin.is_open {
            self.reject(at, Reason::NoFlush);
        }
    }

    /// One packet or entry. An error here is one after which it is not known where the next one is.
    fn step(&mut self, state: &mut State, at: Cursor, end: Option<u32>) -> Result<Step, Reason> {
        let bytes = self.source.bytes(at.address);
        if state.is_compressed {
            let (entry, length) = Entry::decode(bytes)?;
            self.access(Access::new(Use::Packet, at.address, length as u64))?;
            let next = at.address.wrapping_add(length as u32);
            let flow = match entry {
                Entry::End => {
                    state.is_compressed = false;
                    Flow::On
                }
                Entry::Branch(blocks) => Flow::Branch(Entry::target(at.address, blocks)),
                Entry::Absolute(indices) => {
                    let most = indices.into_iter().max().unwrap_or(0);
                    self.indices(state, at, most);
                    Flow::On
                }
                Entry::OneAbsolute { .. } | Entry::ThreeRelative { .. } | Entry::OneRelative { .. } => {
                    // Indices have 16 bits, and where relative ones go no public source says.
                    self.indices(state, at, u16::MAX);
                    Flow::On
                }
            };
            return Ok(Step { next, flow });
        }
        let (packet, length) = Packet::decode(bytes)?;
        self.access(Access::new(Use::Packet, at.address, length as u64))?;
        let next = at.address.wrapping_add(length as u32);
        let kind = packet.kind();
        let is_stranger = match kind.thread {
            Thread::Both => false,
            thread => at.thread != Thread::Both && thread != at.thread,
        };
        if is_stranger {
            let (name, thread) = (kind.name, thread_name(at.thread));
            self.reject(at, Reason::Thread { name, thread });
        }
        let flow = self.flow(state, at, &packet, end)?;
        if at.thread == Thread::Binning
            && let Err(reason) = state.bin.packet(&packet)
        {
            self.reject(at, reason);
        }
        if let Err(reason) = self.packet(state, at, &packet) {
            self.reject(at, reason);
        }
        Ok(Step { next, flow })
    }

    /// Where a packet leads.
    fn flow(
        &mut self,
        state: &mut State,
        at: Cursor,
        packet: &Packet,
        end: Option<u32>,
    ) -> Result<Flow, Reason> {
        Ok(match packet {
            Packet::Halt => Flow::Stop,
            Packet::Branch(branch) => Flow::Branch(self.source.canonical(branch.address)),
            Packet::BranchToSubList(branch) => {
                let target = self.source.canonical(branch.address);
                match self.tile_list(target)? {
                    true => Flow::On,
                    false => Flow::Call(target),
                }
            }
            Packet::Return => Flow::Return,
            Packet::CompressedPrimitives | Packet::ClippedPrimitives(_) => {
                state.is_compressed = true;
                Flow::On
            }
            Packet::VgInlinePrimitives(_) => return Err(Reason::Coding("vg_inline_primitives")),
            Packet::RepeatFromStart => return Err(Reason::Coding("repeat_from_start")),
            Packet::IncrementSemaphore => {
                match at.thread {
                    Thread::Binning => state.bin.increments += 1,
                    Thread::Rendering | Thread::Both => self.increments[number(at.thread)] += 1,
                }
                Flow::On
            }
            Packet::Flush | Packet::FlushAllState => {
                self.increments[number(at.thread)] += std::mem::take(&mut state.bin.increments);
                state.bin.is_open = false;
                match end {
                    Some(_) => Flow::On,
                    None => Flow::Stop,
                }
            }
            Packet::WaitSemaphore => {
                self.waits[number(at.thread)] += 1;
                Flow::On
            }
            packet if end.is_none() && packet.finishes() => Flow::Stop,
            _ => Flow::On,
        })
    }

    /// Whether a tile list begins at `target` that the binner writes.
    fn tile_list(&self, target: u32) -> Result<bool, Reason> {
        let Some(bins) = &self.bins else { return Ok(false) };
        let offset = target.wrapping_sub(self.source.canonical(bins.address));
        if offset >= bins.size {
            return Ok(false);
        }
        let block = bins.initial_block_size();
        let tiles = u32::from(bins.width) * u32::from(bins.height);
        match offset.is_multiple_of(block) && offset / block < tiles {
            true => Ok(true),
            false => Err(Reason::TileList(target)),
        }
    }

    /// Nothing that was checked may be written, and nothing of the binner's but by itself.
    fn overwrites(&mut self) {
        let is_bins = |access: &Access| matches!(access.what, Use::Bins | Use::BinState);
        let written = std::mem::take(&mut self.written);
        let read = stretches(std::mem::take(&mut self.read));
        let bins = stretches(written.keys().copied().filter(is_bins).collect());
        for (written, at) in written {
            let others = if is_bins(&written) { &[] } else { bins.as_slice() };
            for kept in [read.as_slice(), others] {
                // Stretches are apart: if any overlaps, the last that begins before the end does.
                let before = kept.partition_point(|stretch| stretch.first < written.end());
                let last = kept[..before].last().filter(|stretch| stretch.overlaps(&written));
                if let Some(&checked) = last {
                    self.reject(at, Reason::Overwrites { written, checked });
                }
            }
        }
    }
}

/// Accesses with those that touch or overlap made one, named after its first part, by address.
fn stretches(mut accesses: Vec<Access>) -> Vec<Access> {
    accesses.sort_by_key(|access| access.first);
    let mut stretches: Vec<Access> = Vec::new();
    for access in accesses {
        match stretches.last_mut() {
            Some(last) if access.first <= last.end() => {
                last.bytes = last.bytes.max((access.end() - last.first) as u64);
            }
            _ => stretches.push(access),
        }
    }
    stretches
}

impl Bin {
    /// What a packet of a binning list changes, and what must come before it.
    fn packet(&mut self, packet: &Packet) -> Result<(), Reason> {
        let name = packet.kind().name;
        match packet {
            Packet::TileBinningMode(_) => {
                (self.has_mode, self.has_begun, self.is_open) = (true, false, true);
                Ok(())
            }
            Packet::StartTileBinning if !self.has_mode => Err(Reason::Before(name, "tile_binning_mode")),
            Packet::StartTileBinning => {
                self.has_begun = true;
                Ok(())
            }
            Packet::IndexedPrimitives(_) | Packet::ArrayPrimitives(_) | Packet::VgCoordinateArray(_) => {
                self.is_open = true;
                match self.has_begun {
                    true => Ok(()),
                    false => Err(Reason::Before(name, "start_tile_binning")),
                }
            }
            _ => Ok(()),
        }
    }
}

struct Step {
    next: u32,
    flow: Flow,
}

enum Flow {
    On,
    Stop,
    Branch(u32),
    Call(u32),
    Return,
}

/// The number of a thread, 0 or 1.
fn number(thread: Thread) -> usize {
    usize::from(thread == Thread::Rendering)
}
