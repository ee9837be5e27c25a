//! What a check knows, and its verdicts.

use std::collections::{BTreeMap, HashSet};

use super::buffers::{Access, Buffers};
use super::reason::{Reason, Rejection};
use super::{Limits, Report};
use crate::list::packet::{Thread, TileBinningMode, TileCoordinates, TileRenderingMode};
use crate::list::record::{GlRecord, NvRecord};
use crate::list::source::Source;

pub(super) struct Checker<'c> {
    pub(super) source: &'c dyn Source,
    pub(super) buffers: &'c Buffers,
    pub(super) report: Report,
    pub(super) limits: Limits,
    /// What was checked and must stay as it is.
    pub(super) read: Vec<Access>,
    /// What is written, with the first packet that does.
    pub(super) written: BTreeMap<Access, Cursor>,
    /// Shaders that were looked at: code, uniforms and number of threads.
    pub(super) shaders: HashSet<(u32, u32, Option<bool>)>,
    /// The binner's memory, once a binning list set it up.
    pub(super) bins: Option<TileBinningMode>,
    /// Increments and waits of both threads.
    pub(super) increments: [usize; 2],
    pub(super) waits: [usize; 2],
}

/// Where a thread is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Cursor {
    pub(super) address: u32,
    pub(super) list: u32,
    pub(super) packet: u32,
    pub(super) thread: Thread,
}

/// What a thread has set up.
#[derive(Default)]
pub(super) struct State {
    pub(super) shading: Option<Shading>,
    pub(super) frame: Frame,
    pub(super) bin: Bin,
    pub(super) is_compressed: bool,
}

/// The record that draws use.
#[derive(Clone, Debug)]
pub(super) enum Shading {
    Nv(NvRecord),
    Gl(GlRecord, usize),
    Vg,
}

/// What a rendering list has set up.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Frame {
    pub(super) mode: Option<TileRenderingMode>,
    pub(super) tile: Option<TileCoordinates>,
}

/// How far a binning list has brought the tile lists.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Bin {
    /// A binning mode came.
    pub(super) has_mode: bool,
    /// Binning began with it.
    pub(super) has_begun: bool,
    /// Tile lists have no end yet: a flush writes their returns.
    pub(super) is_open: bool,
    /// Increments of the semaphore that take effect with the next flush.
    pub(super) increments: usize,
}

impl<'c> Checker<'c> {
    pub(super) fn new(source: &'c dyn Source, buffers: &'c Buffers, limits: Limits) -> Checker<'c> {
        Checker {
            source,
            buffers,
            report: Report::default(),
            limits,
            read: Vec::new(),
            written: BTreeMap::new(),
            shaders: HashSet::new(),
            bins: None,
            increments: [0; 2],
            waits: [0; 2],
        }
    }

    pub(super) fn reject(&mut self, at: Cursor, reason: Reason) {
        let rejection = Rejection {
            address: at.address,
            list: at.list,
            thread: thread_name(at.thread),
            packet: at.packet,
            reason,
        };
        // A sub-list may be executed many times.
        if !self.is_full() && !self.report.rejections.contains(&rejection) {
            self.report.rejections.push(rejection);
        }
    }

    pub(super) fn is_full(&self) -> bool {
        self.report.rejections.len() >= self.limits.rejections
    }

    /// Asks whether an access stays inside; what is checked must then not be written.
    pub(super) fn access(&mut self, access: Access) -> Result<(), Reason> {
        self.buffers.hold(access)?;
        if self.read.last() != Some(&access) {
            self.read.push(access);
        }
        Ok(())
    }

    /// As [`Checker::access`], of what is written.
    pub(super) fn store(&mut self, at: Cursor, access: Access) -> Result<(), Reason> {
        self.buffers.hold(access)?;
        self.written.entry(access).or_insert(at);
        Ok(())
    }
}

/// The name of a thread in messages.
pub(super) fn thread_name(thread: Thread) -> &'static str {
    match thread {
        Thread::Both => "control",
        Thread::Binning => "binning",
        Thread::Rendering => "rendering",
    }
}
