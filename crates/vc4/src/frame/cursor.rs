//! One thread's way through its list: branches, sub-lists, returns, and its end.

use super::finding::{FrameFindingKind, FrameFindings};
use crate::list::packet::LONGEST;
use crate::list::{DecodeError, Packet, Source};

/// Return addresses that a thread has room for (guide, section 9).
const DEPTH: usize = 2;

/// A list to be executed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ListRange {
    /// Bus address of its first byte.
    pub start: u32,
    /// Bus address behind its last byte, where the thread stops, as V3D_CTnEA says; without one it runs to its halt or
    /// its first end of frame.
    pub end: Option<u32>,
}

/// Why a thread does not go on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Progress {
    /// It waits for the semaphore.
    Waits,
    Ended,
}

/// Where a thread is.
#[derive(Clone, Debug)]
pub(super) struct Cursor {
    at: u32,
    end: Option<u32>,
    stack: Vec<u32>,
    repeat: Option<u32>,
    done: bool,
}

impl Cursor {
    pub(super) fn new(range: ListRange) -> Cursor {
        Cursor {
            at: range.start,
            end: range.end,
            stack: Vec::new(),
            repeat: None,
            done: false,
        }
    }

    /// The address of the next byte.
    pub(super) fn at(&self) -> u32 {
        self.at
    }

    /// Goes on elsewhere.
    pub(super) fn jump(&mut self, to: u32) {
        self.at = to;
    }

    /// Ends the list.
    pub(super) fn stop(&mut self) {
        self.done = true;
    }

    /// Whether the list has an address to stop at.
    pub(super) fn has_end(&self) -> bool {
        self.end.is_some()
    }

    pub(super) fn is_done(&self) -> bool {
        self.done || self.end == Some(self.at)
    }

    /// The packet at hand and its address, with branches followed; `left` is how many may be read. `None` at the end.
    pub(super) fn next(
        &mut self,
        memory: &impl Source,
        left: &mut u64,
        findings: &mut FrameFindings,
    ) -> Option<(u32, Packet)> {
        while !self.is_done() {
            let at = self.at;
            if *left == 0 {
                findings.note(FrameFindingKind::TooManyPackets, at, None);
                break;
            }
            *left -= 1;
            let mut bytes = [0; LONGEST];
            let there = memory.read(at, &mut bytes);
            let (packet, length) = match Packet::decode(&bytes[..there]) {
                Ok(decoded) => decoded,
                Err(error) => {
                    let kind = match error {
                        DecodeError::UnknownId(_) => FrameFindingKind::UnknownPacket,
                        DecodeError::Empty | DecodeError::Truncated { .. } => FrameFindingKind::ListOutside,
                    };
                    findings.note(kind, at, None);
                    break;
                }
            };
            self.at = at.wrapping_add(length as u32);
            match packet {
                Packet::Halt => break,
                Packet::Nop | Packet::Marker | Packet::ResetMarkerCount | Packet::GemHandles(_) => {}
                Packet::Branch(branch) => self.at = branch.address,
                Packet::BranchToSubList(branch) => {
                    if self.stack.len() == DEPTH {
                        findings.note(FrameFindingKind::DeepSubList, at, None);
                        self.stack.remove(0);
                    }
                    self.stack.push(self.at);
                    self.at = branch.address;
                }
                Packet::Return => {
                    if let Some(back) = self.stack.pop() {
                        self.at = back;
                    }
                }
                Packet::RepeatStart => self.repeat = Some(self.at),
                Packet::RepeatFromStart => {
                    if let Some(start) = self.repeat {
                        self.at = start;
                    }
                }
                other => return Some((at, other)),
            }
        }
        self.done = true;
        None
    }
}
