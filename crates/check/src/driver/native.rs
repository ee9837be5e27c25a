//! Native limits: what the hardware holds of a program that its driver loads.

use quadrille_isa::gl::{Limit, Limits, Stage};
use quadrille_program::Program;

/// A native limit that a program exceeds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NativeExcess {
    /// Which limit.
    pub limit: Limit,
    /// The amount that the program needs.
    pub needs: u32,
    /// The amount that the hardware has.
    pub native: u32,
}

/// The native limits that a program exceeds, in the order of the table of limits. What a driver makes of a program
/// before it runs is not known: these are the program's own counts.
pub fn excess(program: &Program, native: &Limits) -> Vec<NativeExcess> {
    let counts = program.counts();
    let needs: &[(Limit, u32)] = match program.profile().stage {
        Stage::Vertex => &[
            (Limit::VertexInstructions, counts.instructions),
            (Limit::VertexTemporaries, counts.temporaries),
            (Limit::VertexParameters, counts.parameters),
            (Limit::VertexAttributes, counts.attributes),
            (Limit::VertexAddressRegisters, counts.address_registers),
        ],
        Stage::Fragment => &[
            (Limit::FragmentInstructions, counts.instructions),
            (Limit::FragmentAluInstructions, counts.alu_instructions),
            (Limit::FragmentTextureInstructions, counts.texture_instructions),
            (Limit::FragmentTextureIndirections, counts.texture_indirections),
            (Limit::FragmentTemporaries, counts.temporaries),
            (Limit::FragmentParameters, counts.parameters),
            (Limit::FragmentAttributes, counts.attributes),
        ],
        Stage::Geometry
        | Stage::TessellationControl
        | Stage::TessellationEvaluation
        | Stage::Compute
        | Stage::VertexState => &[],
    };
    let over = needs.iter().map(|(limit, needs)| NativeExcess {
        limit: *limit,
        needs: *needs,
        native: native.get(*limit),
    });
    over.filter(|one| one.needs > one.native).collect()
}
