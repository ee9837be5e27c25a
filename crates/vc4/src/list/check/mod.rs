//! The check that a kernel makes before it lets a list run: no list, record, shader, texture or transfer reaches
//! outside the buffers that it was given, and nothing that was checked is written over.
//!
//! Both lists are gone through as the chip does, in order, with sub-lists and their stack; a draw asks for its
//! vertices, its shaders are followed on all paths with intervals for values, and every
//! access must lie inside one buffer. What cannot be shown is rejected, in one sentence with its address and the number
//! of its packet. Tile lists in the binner's memory are the binner's: they are trusted where it writes them.
//!
//! The rules are those of the Linux driver (`vc4_validate.c`, `vc4_validate_shaders.c`, `vc4_render_cl.c`), but for
//! what that gains by making the rendering list itself, and by refusing what this shows: transfers of the VPM, branches
//! without relative targets, uniforms behind branches.

mod buffers;
mod checker;
mod draw;
mod execute;
mod interval;
mod lists;
mod reason;
mod shader;
mod state;
mod texture;
mod tiles;

use std::collections::BTreeMap;

use super::source::Source;
use super::walk::Start;

pub use buffers::{Access, Buffer, Outside, Use};
pub use reason::{Reason, Rejection, ShaderReason};
pub use shader::UniformUse;
pub use texture::TextureProblem;

/// What the check does at most.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Packets and entries of compressed lists, counted each time that they are executed.
    pub packets: usize,
    /// Instructions of all shaders, counted each time that a path brings something new to one.
    pub steps: usize,
    /// Rejections, after which the rest is left unchecked.
    pub rejections: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            packets: 1 << 20,
            steps: 1 << 20,
            rejections: 100,
        }
    }
}

/// What a check gives.
#[derive(Clone, Default, Debug)]
pub struct Report {
    /// What is rejected, by thread and in the order of execution. Without any, all is proven.
    pub rejections: Vec<Rejection>,
    /// Packets and entries that were executed.
    pub packets: usize,
    /// Draws among them.
    pub draws: usize,
    /// Pairs of a shader and its uniforms.
    pub shaders: usize,
    /// Instructions of these.
    pub instructions: usize,
    /// Texture look-ups of these.
    pub textures: usize,
    /// What words of uniform streams are for, by canonical address.
    pub uniforms: BTreeMap<u32, UniformUse>,
}

/// Checks what the two threads execute from `starts` on.
pub fn check(source: &dyn Source, starts: &[Start], buffers: Vec<Buffer>, limits: &Limits) -> Report {
    let buffers = buffers::Buffers::new(buffers);
    let mut checker = checker::Checker::new(source, &buffers, *limits);
    checker.run(starts);
    checker.report
}
