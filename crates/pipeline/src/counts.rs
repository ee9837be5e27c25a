//! Counts of what went through the stages of a draw: what queries ask for (NV_transform_feedback 2.Z,
//! ARB_pipeline_statistics_query, OpenGL 4.1.7).

use std::ops::AddAssign;

use crate::feedback::STREAMS;

/// Counts besides those of vertices, primitives and fragments in [`Outcome`](crate::Outcome).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Vertices of the draw (VERTICES_SUBMITTED).
    pub submitted_vertices: u64,
    /// Points, lines, polygons and patches of the draw (PRIMITIVES_SUBMITTED).
    pub submitted_primitives: u64,
    /// Patches that the tessellation control program made (TESS_CONTROL_SHADER_PATCHES).
    pub patches: u64,
    /// Vertices that the tessellation evaluation program ran for (TESS_EVALUATION_SHADER_INVOCATIONS).
    pub evaluated: u64,
    /// Invocations of the geometry program (GEOMETRY_SHADER_INVOCATIONS).
    pub geometry_invocations: u64,
    /// Points, lines and triangles that it emitted, in all streams (GEOMETRY_SHADER_PRIMITIVES_EMITTED).
    pub emitted: u64,
    /// Points, lines and triangles that came to clipping (CLIPPING_INPUT_PRIMITIVES).
    pub clipped: u64,
    /// Samples that passed the tests of depth and stencil (SAMPLES_PASSED).
    pub samples: u64,
    /// Primitives of each vertex stream (PRIMITIVES_GENERATED).
    pub generated: [u64; STREAMS],
    /// Primitives of each vertex stream that transform feedback recorded (TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN).
    pub written: [u64; STREAMS],
    /// Primitives of each vertex stream that its buffers had no room for (TRANSFORM_FEEDBACK_STREAM_OVERFLOW).
    pub dropped: [u64; STREAMS],
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Counts) {
        self.submitted_vertices += other.submitted_vertices;
        self.submitted_primitives += other.submitted_primitives;
        self.patches += other.patches;
        self.evaluated += other.evaluated;
        self.geometry_invocations += other.geometry_invocations;
        self.emitted += other.emitted;
        self.clipped += other.clipped;
        self.samples += other.samples;
        for (own, other) in [
            (&mut self.generated, other.generated),
            (&mut self.written, other.written),
            (&mut self.dropped, other.dropped),
        ] {
            own.iter_mut().zip(other).for_each(|(own, other)| *own += other);
        }
    }
}
