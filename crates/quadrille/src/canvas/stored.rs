//! Draws of a canvas whose vertices, numbers of vertices or own numbers lie in buffers: vertex arrays, element arrays,
//! indirect draws and dispatches, and draws of what transform feedback recorded (OpenGL 4.6, 10.3 to 10.5, 13.3.3, 19).

use std::sync::Arc;

use quadrille_base::Meter;
use quadrille_memory::{AccessKind, Barriers, Buffer};
use quadrille_pipeline::feedback::{self, FeedbackReader};
use quadrille_pipeline::mesh::ATTRIBUTES;
use quadrille_pipeline::{
    Array, Arrays, ElementArray, Elements, IndexType, IndirectDraws, Outcome, Stored, Topology, VertexFormat,
    elements, indirect,
};

use super::feedback::FeedbackStateError;
use super::{Canvas, CanvasError};

/// The array of a vertex attribute in a buffer.
#[derive(Clone, Debug)]
pub struct VertexArray {
    /// The buffer.
    pub buffer: Arc<Buffer>,
    /// The byte at which the first vector begins.
    pub start: u64,
    /// Bytes from a vector to the next; with 0 all are the same one.
    pub stride: u64,
    /// The format of each.
    pub format: VertexFormat,
    /// Instances that take the same vector, one after another; with 0 it is vertices that have each their own.
    pub divisor: u32,
}

/// The arrays of all attributes; those without one take what the draw brings, or the current value.
pub type VertexArrays = [Option<VertexArray>; ATTRIBUTES];

/// Numbers of vertices in a buffer.
#[derive(Clone, Debug)]
pub struct ElementBuffer {
    /// The buffer.
    pub buffer: Arc<Buffer>,
    /// The byte at which the first number lies.
    pub offset: u64,
    /// The type of the numbers.
    pub index_type: IndexType,
}

/// Draws whose numbers lie in a buffer.
#[derive(Clone, Debug)]
pub struct IndirectBuffer {
    /// The buffer.
    pub buffer: Arc<Buffer>,
    /// The byte at which the first draw begins.
    pub offset: u64,
    /// Draws, at the most.
    pub count: u32,
    /// Bytes from one to the next; with 0 they are tightly packed.
    pub stride: u64,
    /// The buffer and the byte of the number of draws, if it lies in one (ARB_indirect_parameters).
    pub count_in: Option<(Arc<Buffer>, u64)>,
}

/// The instances of a draw.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Instances {
    /// How many there are.
    pub count: u32,
    /// The first vector that they take of arrays with a divisor.
    pub base: u32,
}

impl Instances {
    /// One, which takes the first vector.
    pub const ONE: Instances = Instances { count: 1, base: 0 };

    /// So many, of which the first takes the first vector.
    pub fn new(count: u32) -> Instances {
        Instances { count, base: 0 }
    }
}

/// The numbers of a draw that its vertices do not have: its instances, and what programs read of it
/// (ARB_shader_draw_parameters).
#[derive(Clone, Copy)]
pub(super) struct DrawNumbers {
    pub(super) instances: Instances,
    /// What was added to numbers of vertices.
    pub(super) base_vertex: i32,
    /// The number of the draw among those of its call.
    pub(super) number: u32,
}

impl DrawNumbers {
    /// Those of a draw by itself that adds nothing to numbers of vertices.
    pub(super) fn of(instances: Instances) -> DrawNumbers {
        DrawNumbers {
            instances,
            base_vertex: 0,
            number: 0,
        }
    }
}

/// The vertices of a draw.
#[derive(Clone, Debug)]
pub enum DrawCall {
    /// Vertices one after another (DrawArraysInstancedBaseInstance).
    Arrays {
        /// The first.
        first: u32,
        /// How many there are.
        count: u32,
        /// Instances.
        instances: Instances,
    },
    /// Vertices by number (DrawElementsInstancedBaseVertexBaseInstance).
    Elements {
        /// The numbers.
        elements: ElementBuffer,
        /// How many there are.
        count: u32,
        /// What is added to each.
        base_vertex: i32,
        /// Instances.
        instances: Instances,
    },
    /// Vertices one after another (MultiDrawArraysIndirectCount).
    ArraysIndirect(IndirectBuffer),
    /// Vertices by number, of which first ones are counted from the offset (MultiDrawElementsIndirectCount).
    ElementsIndirect {
        /// The numbers.
        elements: ElementBuffer,
        /// The draws.
        draws: IndirectBuffer,
    },
    /// As many vertices as a transform feedback object recorded (DrawTransformFeedbackStreamInstanced).
    Feedback {
        /// The object.
        object: u32,
        /// The vertex stream.
        stream: usize,
        /// Instances.
        instances: Instances,
    },
}

impl Canvas {
    /// Draws vertices of [`Canvas::vertex_arrays`].
    ///
    /// # Errors
    ///
    /// Numbers are misaligned or not in their buffer, arrays do not have a vertex or vector that is asked for, a buffer is
    /// recorded to at the same time, or a program was stopped; what was drawn before stays.
    pub fn draw_call(&mut self, topology: Topology, call: &DrawCall) -> Result<Outcome, CanvasError> {
        self.draw_call_with(topology, Arrays::default(), call)
    }

    /// The same, where attributes that have no array there have these.
    ///
    /// # Errors
    ///
    /// As [`Canvas::draw_call`].
    pub fn draw_call_with(
        &mut self,
        topology: Topology,
        others: Arrays<'_>,
        call: &DrawCall,
    ) -> Result<Outcome, CanvasError> {
        self.draw_numbered(topology, others, call, 0)
    }

    /// Draws one call after another, as one that programs see the numbers of (MultiDrawArrays,
    /// MultiDrawElementsBaseVertex).
    ///
    /// # Errors
    ///
    /// As [`Canvas::draw_call`].
    pub fn draw_calls(
        &mut self,
        topology: Topology,
        others: Arrays<'_>,
        calls: &[DrawCall],
    ) -> Result<Outcome, CanvasError> {
        let mut drawn = Outcome::default();
        for (number, call) in (0..).zip(calls) {
            drawn.add(self.draw_numbered(topology, others, call, number)?);
        }
        Ok(drawn)
    }

    /// Draws the call of a number.
    pub(crate) fn draw_numbered(
        &mut self,
        topology: Topology,
        others: Arrays<'_>,
        call: &DrawCall,
        number: u32,
    ) -> Result<Outcome, CanvasError> {
        let numbers = |instances: Instances| DrawNumbers {
            number,
            ..DrawNumbers::of(instances)
        };
        if self.queries.discards() {
            return Ok(Outcome::default());
        }
        let own = self.vertex_arrays.clone();
        let arrays = Arrays(std::array::from_fn(|attribute| {
            let own = own[attribute].as_ref().map(array_of);
            own.or(others.0[attribute])
        }));
        let meter = self.meter();
        match call {
            DrawCall::Arrays {
                first,
                count,
                instances,
            } => {
                let (first, count) = (*first, *count);
                let range = Elements::Range { first, count };
                self.draw_elements(topology, arrays, range, numbers(*instances))
            }
            DrawCall::Elements {
                elements,
                count,
                base_vertex,
                instances,
            } => {
                let elements = elements.part(0, *count, *base_vertex)?;
                self.draw_stored(topology, arrays, &elements, numbers(*instances), &meter)
            }
            DrawCall::ArraysIndirect(draws) => {
                let draws = self.indirect_draws(draws)?;
                self.check_unrecorded(draws.buffer, draws.bytes(4), FeedbackReader::Indirect)?;
                let mut drawn = Outcome::default();
                for (number, draw) in (0..).zip(draws.arrays()?) {
                    meter.work(1)?;
                    let range = Elements::Range {
                        first: draw.first,
                        count: draw.count,
                    };
                    let numbers = DrawNumbers {
                        number,
                        ..DrawNumbers::of(Instances {
                            count: draw.instances,
                            base: draw.base_instance,
                        })
                    };
                    drawn.add(self.draw_elements(topology, arrays, range, numbers)?);
                }
                Ok(drawn)
            }
            DrawCall::ElementsIndirect { elements, draws } => {
                let draws = self.indirect_draws(draws)?;
                self.check_unrecorded(draws.buffer, draws.bytes(5), FeedbackReader::Indirect)?;
                let mut drawn = Outcome::default();
                for (number, draw) in (0..).zip(draws.elements()?) {
                    meter.work(1)?;
                    let part = elements.part(draw.first_index, draw.count, draw.base_vertex)?;
                    let numbers = DrawNumbers {
                        number,
                        ..DrawNumbers::of(Instances {
                            count: draw.instances,
                            base: draw.base_instance,
                        })
                    };
                    drawn.add(self.draw_stored(topology, arrays, &part, numbers, &meter)?);
                }
                Ok(drawn)
            }
            DrawCall::Feedback {
                object,
                stream,
                instances,
            } => {
                let recorded = self.feedback.recorded(*object)?;
                let recorded = &recorded[..feedback::streams(&self.memory.limits)];
                let count = recorded.get(*stream).ok_or(FeedbackStateError::Stream(*stream))?;
                let count = u32::try_from(*count).unwrap_or(u32::MAX);
                let range = Elements::Range { first: 0, count };
                self.draw_elements(topology, arrays, range, numbers(*instances))
            }
        }
    }

    /// Runs the compute program that is bound with work groups whose numbers lie in a buffer (DispatchComputeIndirect).
    ///
    /// # Errors
    ///
    /// The numbers are misaligned or not in the buffer; else as [`Canvas::dispatch`].
    pub fn dispatch_indirect(
        &mut self,
        buffer: &Buffer,
        offset: u64,
        size: Option<[u32; 3]>,
    ) -> Result<(), CanvasError> {
        if self.queries.discards() {
            return Ok(());
        }
        self.watch
            .access(buffer, (offset, 12), AccessKind::Load, Barriers::COMMANDS);
        let groups = indirect::words(buffer, offset)?;
        self.dispatch(groups, size)
    }

    fn draw_stored(
        &mut self,
        topology: Topology,
        arrays: Arrays<'_>,
        elements: &ElementArray<'_>,
        numbers: DrawNumbers,
        meter: &Meter,
    ) -> Result<Outcome, CanvasError> {
        self.check_unrecorded(elements.buffer, elements.bytes(), FeedbackReader::Elements)?;
        let read = elements.read(self.state.restart, meter)?;
        let numbers = DrawNumbers {
            base_vertex: elements.base_vertex,
            ..numbers
        };
        self.draw_elements(topology, arrays, read.elements(), numbers)
    }

    /// The draws of a buffer, as many as there are to be.
    fn indirect_draws<'d>(&mut self, draws: &'d IndirectBuffer) -> Result<IndirectDraws<'d>, CanvasError> {
        let count = match &draws.count_in {
            Some((buffer, offset)) => {
                self.check_unrecorded(buffer, (*offset, 4), FeedbackReader::Indirect)?;
                let [count] = indirect::words(buffer, *offset)?;
                count.min(draws.count)
            }
            None => draws.count,
        };
        Ok(IndirectDraws {
            buffer: &draws.buffer,
            offset: draws.offset,
            count,
            stride: draws.stride,
        })
    }

    /// Looks at bytes that a draw takes before its vertices: transform feedback must not record to them.
    fn check_unrecorded(
        &mut self,
        buffer: &Buffer,
        bytes: (u64, u64),
        reader: FeedbackReader,
    ) -> Result<(), CanvasError> {
        let needs = match reader {
            FeedbackReader::Attribute(_) => Barriers::VERTEX_ARRAYS,
            FeedbackReader::Elements => Barriers::ELEMENTS,
            FeedbackReader::Indirect => Barriers::COMMANDS,
        };
        self.watch.access(buffer, bytes, AccessKind::Load, needs);
        match self.feedback.current() {
            Some(feedback) => feedback
                .check_read(buffer, bytes, reader)
                .map_err(CanvasError::Feedback),
            None => Ok(()),
        }
    }
}

impl ElementBuffer {
    /// Some of the numbers: from one on, counted from the offset, so many.
    fn part(&self, first: u32, count: u32, base_vertex: i32) -> Result<ElementArray<'_>, CanvasError> {
        let skipped = u64::from(first) * self.index_type.bytes();
        let offset = self.offset.checked_add(skipped);
        let offset = offset.ok_or(CanvasError::Elements(elements::ElementsError::OutOfRange {
            offset: self.offset,
            count,
            size: self.index_type.bytes(),
            bytes: self.buffer.size(),
        }))?;
        Ok(ElementArray {
            buffer: &self.buffer,
            offset,
            index_type: self.index_type,
            count,
            base_vertex,
        })
    }
}

fn array_of(array: &VertexArray) -> Array<'_> {
    let stored = Stored {
        buffer: &array.buffer,
        start: array.start,
        stride: array.stride,
        format: array.format,
    };
    Array {
        divisor: array.divisor,
        ..Array::stored(stored)
    }
}
