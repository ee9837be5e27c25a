//! Program parameter buffers (NV_parameter_buffer_object): buffer objects of the driver, bound to points of each target
//! that it does not have. To the translation they are uniform blocks.

use quadrille_isa::gl::Stage;

use super::Context;
use crate::gl::{Gl, number};

/// Binding points of each target, of which the extension asks for 8.
pub(crate) const BUFFERS: u32 = 8;

/// Words of a buffer that programs reach: 64 KiB.
pub(crate) const BUFFER_WORDS: u32 = 16_384;

/// Targets, with the stages whose programs read from there.
const TARGETS: [(u32, Stage); 6] = [
    (number::VERTEX_PROGRAM_PARAMETER_BUFFER_NV, Stage::Vertex),
    (number::FRAGMENT_PROGRAM_PARAMETER_BUFFER_NV, Stage::Fragment),
    (number::GEOMETRY_PROGRAM_PARAMETER_BUFFER_NV, Stage::Geometry),
    (
        number::TESS_CONTROL_PROGRAM_PARAMETER_BUFFER_NV,
        Stage::TessellationControl,
    ),
    (
        number::TESS_EVALUATION_PROGRAM_PARAMETER_BUFFER_NV,
        Stage::TessellationEvaluation,
    ),
    (number::COMPUTE_PROGRAM_PARAMETER_BUFFER_NV, Stage::Compute),
];

/// What is bound.
#[derive(Debug, Default)]
pub(super) struct ParameterBuffers {
    points: [[u32; BUFFERS as usize]; TARGETS.len()],
    /// The last that was bound to each target, whatever its point.
    last: [u32; TARGETS.len()],
}

/// The target of a program, from that of its buffers.
fn of_target(target: u32) -> Option<usize> {
    TARGETS.iter().position(|(own, _)| *own == target)
}

/// Whether a target of buffers is one of parameter buffers.
pub(crate) fn is_of_parameters(target: u32) -> bool {
    of_target(target).is_some()
}

/// A uniform block of a linked program that takes a parameter buffer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Block {
    /// The place of its target.
    target: usize,
    /// The point of the parameter buffer.
    pub(super) number: u32,
    /// The driver's point, one of the last, which applications use least.
    pub(super) point: u32,
}

impl Block {
    /// The block of a stage for a parameter buffer.
    pub(super) fn new(gl: &dyn Gl, stage: Stage, number: u32) -> Block {
        let target = TARGETS.iter().position(|(_, own)| *own == stage).unwrap_or(0);
        let points = gl.integer(number::MAX_UNIFORM_BUFFER_BINDINGS).cast_unsigned();
        let from_last = 1 + number % BUFFERS + target as u32 * BUFFERS;
        Block {
            target,
            number,
            point: points.saturating_sub(from_last),
        }
    }
}

impl ParameterBuffers {
    /// Binds what blocks take, as the driver has it.
    pub(super) fn bind(&self, gl: &dyn Gl, blocks: &[Block]) {
        if blocks.is_empty() {
            return;
        }
        let before = gl.integer(number::UNIFORM_BUFFER_BINDING).cast_unsigned();
        for block in blocks {
            let buffer = self.points[block.target]
                .get(block.number as usize)
                .copied()
                .unwrap_or(0);
            gl.bind_uniform_buffer(block.point, buffer);
        }
        gl.bind_buffer(number::UNIFORM_BUFFER, before);
    }
}

impl Context {
    /// BindBufferBaseNV, or with an offset or a size BindBufferOffsetNV and BindBufferRangeNV: whether the target is one
    /// of parameter buffers.
    pub(crate) fn bind_parameter_buffer(
        &mut self,
        gl: &dyn Gl,
        target: u32,
        point: u32,
        buffer: u32,
        range: (isize, Option<isize>),
    ) -> bool {
        let Some(at) = of_target(target) else {
            return false;
        };
        let (offset, size) = range;
        let is_sized = size.is_none_or(|size| size > 0 && size % 4 == 0);
        if !self.may() {
        } else if point >= BUFFERS || offset != 0 || !is_sized {
            self.raise(number::INVALID_VALUE);
        } else {
            self.bind_to_parameters(gl, target, buffer);
            self.buffers.points[at][point as usize] = buffer;
        }
        true
    }

    /// BindBuffer: whether the target is one of parameter buffers.
    pub(crate) fn bind_to_parameters(&mut self, gl: &dyn Gl, target: u32, buffer: u32) -> bool {
        let Some(at) = of_target(target) else {
            return false;
        };
        if buffer != 0 && !gl.is_buffer(buffer) {
            // Binding makes it (GL 2.1, 2.9).
            let before = gl.integer(number::COPY_WRITE_BUFFER).cast_unsigned();
            gl.bind_buffer(number::COPY_WRITE_BUFFER, buffer);
            gl.bind_buffer(number::COPY_WRITE_BUFFER, before);
        }
        self.buffers.last[at] = buffer;
        true
    }

    /// GetIntegerv of what was bound last; `None` for another target.
    pub(crate) fn parameter_buffer(&self, target: u32) -> Option<u32> {
        Some(self.buffers.last[of_target(target)?])
    }

    /// GetIntegerIndexedvEXT of a binding: `None` for another target, and within for an error.
    pub(crate) fn parameter_buffer_at(&mut self, target: u32, point: u32) -> Option<Option<u32>> {
        let bound = self.buffers.points[of_target(target)?]
            .get(point as usize)
            .copied();
        Some(bound.or_else(|| self.refuse(number::INVALID_VALUE)))
    }

    /// Buffer objects were deleted: they are bound nowhere any more.
    pub(crate) fn buffers_deleted(&mut self, names: &[u32]) {
        let points = self.buffers.points.iter_mut().flatten();
        for bound in points.chain(&mut self.buffers.last) {
            if names.contains(bound) {
                *bound = 0;
            }
        }
    }

    /// ProgramBufferParametersNV.
    pub(super) fn set_buffer_words(
        &mut self,
        gl: &dyn Gl,
        target: u32,
        point: u32,
        first: u32,
        words: &[u32],
    ) {
        let Some(at) = of_target(target) else {
            return self.raise(number::INVALID_ENUM);
        };
        let buffer = match self.buffers.points[at].get(point as usize) {
            Some(buffer) => *buffer,
            None => return self.raise(number::INVALID_VALUE),
        };
        if buffer == 0 {
            return self.raise(number::INVALID_OPERATION);
        }
        let end = u64::from(first) + words.len() as u64;
        let before = gl.integer(number::COPY_WRITE_BUFFER).cast_unsigned();
        gl.bind_buffer(number::COPY_WRITE_BUFFER, buffer);
        let size = u64::from(gl.buffer_size(number::COPY_WRITE_BUFFER).cast_unsigned());
        match end <= u64::from(BUFFER_WORDS) && 4 * end <= size {
            true => {
                let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_ne_bytes()).collect();
                gl.write_buffer(number::COPY_WRITE_BUFFER, 4 * first as usize, &bytes);
            }
            false => self.raise(number::INVALID_VALUE),
        }
        gl.bind_buffer(number::COPY_WRITE_BUFFER, before);
    }
}
