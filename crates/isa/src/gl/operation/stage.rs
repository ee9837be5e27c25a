//! The operations by which a program tells its stage something.

use super::operations;

operations! {
    /// The operation of an instruction that acts on the stage.
    StageOp
    /// Finishes a vertex on stream 0.
    EmitVertex;
    /// Finishes a vertex on a stream.
    EmitVertexOnStream;
    /// Finishes a strip.
    EndPrimitive;
    /// Waits for the work group.
    Barrier;
    /// Opens the ordered section.
    InterlockBegin;
    /// Closes the ordered section.
    InterlockEnd;
}
