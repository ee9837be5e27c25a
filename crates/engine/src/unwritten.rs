//! What results hold that a program does not write. Every run begins with it, whoever asks for the run.

use quadrille_isa::gl::Stage;
use quadrille_program::Program;

use crate::batch::Batch;

/// The value of a vertex's result before it is written, as bits: (0, 0, 0, 1), as NV_vertex_program 2.14.1.5 and
/// NV_vertex_program2 2.14.1.5 say of its registers. Later languages leave it undefined.
pub const UNWRITTEN_VERTEX: [u32; 4] = [0, 0, 0, 1f32.to_bits()];

/// The value of a stage's results before they are written, as bits; fragment programs leave it undefined
/// (NV_fragment_program 3.11.1.3).
pub fn unwritten(stage: Stage) -> [u32; 4] {
    match stage {
        Stage::Vertex | Stage::TessellationControl | Stage::TessellationEvaluation | Stage::Geometry => {
            UNWRITTEN_VERTEX
        }
        Stage::VertexState | Stage::Fragment | Stage::Compute => [0; 4],
    }
}

impl Batch {
    /// Makes results what they are before they are written ([`unwritten`]), those of 64-bit components zero.
    pub fn clear_results(&mut self, program: &Program) {
        self.results.clear();
        let value = unwritten(program.profile().stage);
        for (slot, _) in program.results().iter().enumerate().filter(|(_, one)| !one.long) {
            self.results.fill(slot, value);
        }
    }
}
