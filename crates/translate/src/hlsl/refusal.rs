//! What shader model 3 cannot hold of a raised shader: limits of its registers, and what they cannot be used for.

use quadrille_isa::gl::{Binding, Stage};
use quadrille_program::InstId;
use thiserror::Error;

use crate::form::{
    Block, Expression, ExpressionKind, InputKind, Lvalue, OutputKind, Root, Shader, Statement, StatementKind,
};

/// Constant registers, `c0` to `c255` and `c223`.
const CONSTANTS: [u32; 2] = [256, 224];

/// Samplers, `s0` to `s3` and `s15`.
const SAMPLERS: [u32; 2] = [4, 16];

/// Registers of a pixel shader's inputs, `v0` to `v9`.
const INPUTS: u32 = 10;

/// Registers of a vertex shader's outputs, `o0` to `o11`.
const OUTPUTS: u32 = 12;

/// Colours of a pixel shader.
const COLORS: u32 = 4;

/// Why a shader is refused.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Reason {
    /// More of something than there are registers.
    #[error("the shader needs {needs} {what}, and shader model 3 has {limit}")]
    Limit {
        /// The noun, in the plural.
        what: &'static str,
        /// The amount that it needs.
        needs: u32,
        /// The amount that there is.
        limit: u32,
    },
    /// Depth or 1/w of a fragment, of which `VPOS` has neither.
    #[error("shader model 3 has no depth and no 1/w of a fragment")]
    FragmentDepth,
    /// An element of an array that a run chooses is written.
    #[error("shader model 3 writes no element of an array that only a run chooses")]
    ArrayWrite,
    /// Samplers are chosen by number.
    #[error("the number of a sampler of shader model 3 is at most {0}")]
    Sampler(u32),
}

/// A reason, and what it is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// The reason.
    pub reason: Reason,
    /// The part of the program.
    pub subject: Subject,
}

/// The part of a program that a reason is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Subject {
    /// All of it.
    Program,
    /// An attribute that it reads.
    Attribute(Binding),
    /// An instruction.
    Instruction(InstId),
}

/// What shader model 3 cannot hold.
pub fn refusals(shader: &Shader) -> Vec<Refusal> {
    let at = usize::from(shader.stage != Stage::Vertex);
    let mut found = Vec::new();
    let mut limit = |what, needs: u32, limit| {
        if needs > limit {
            let reason = Reason::Limit { what, needs, limit };
            found.push(Refusal {
                reason,
                subject: Subject::Program,
            });
        }
    };
    limit("constant registers", registers(shader).1, CONSTANTS[at]);
    limit("samplers", shader.textures.len() as u32, SAMPLERS[at]);
    let inputs = shader.inputs.iter();
    let inputs = inputs.filter(|input| matches!(input.kind, InputKind::Varying(..)));
    limit("inputs", inputs.count() as u32, INPUTS);
    let colors = shader.outputs.iter();
    let colors = colors.filter(|output| matches!(output.kind, OutputKind::Color(..)));
    limit("colours", colors.count() as u32, COLORS);
    if shader.stage == Stage::Vertex {
        limit("outputs", shader.outputs.len() as u32, OUTPUTS);
    }
    for texture in shader
        .textures
        .iter()
        .filter(|texture| texture.binding >= SAMPLERS[at])
    {
        debug_assert!(texture.unit.is_some());
        let reason = Reason::Sampler(SAMPLERS[at] - 1);
        found.push(Refusal {
            reason,
            subject: Subject::Program,
        });
    }
    for input in &shader.inputs {
        if input.kind == InputKind::FragmentPosition && input.used & 0b1100 != 0 {
            found.push(Refusal {
                reason: Reason::FragmentDepth,
                subject: Subject::Attribute(input.binding),
            });
        }
    }
    let mut functions = shader.functions.iter();
    if let Some(write) = functions.find_map(|function| element_write(&function.body)) {
        let reason = Reason::ArrayWrite;
        let subject = write.origin.map_or(Subject::Program, Subject::Instruction);
        found.push(Refusal { reason, subject });
    }
    found
}

/// The first constant register of each parameter, and then of each buffer, and the number of all.
pub(crate) fn registers(shader: &Shader) -> (Vec<u32>, u32) {
    let parameters = shader
        .parameters
        .iter()
        .map(|parameter| parameter.length.unwrap_or(1));
    let lengths = parameters.chain(shader.buffers.iter().map(|buffer| buffer.length));
    let mut next = 0;
    let firsts = lengths.map(|length| {
        next += length;
        next - length
    });
    (firsts.collect(), next)
}

/// The first statement of a block that writes an element of an array that is no constant one.
fn element_write(block: &Block) -> Option<&Statement> {
    block.iter().find_map(|statement| match &statement.kind {
        StatementKind::Assign { place, .. } => is_open(place).then_some(statement),
        StatementKind::If { then, otherwise, .. } => element_write(then).or_else(|| element_write(otherwise)),
        StatementKind::Loop { body, .. } => element_write(body),
        StatementKind::Break
        | StatementKind::Continue
        | StatementKind::Return(_)
        | StatementKind::Discard
        | StatementKind::Call(_)
        | StatementKind::Sparse { .. }
        | StatementKind::Store { .. }
        | StatementKind::Atomic { .. }
        | StatementKind::Barrier
        | StatementKind::GroupBarrier
        | StatementKind::BeginInterlock
        | StatementKind::EndInterlock
        | StatementKind::EmitVertex(_)
        | StatementKind::EndPrimitive => None,
    })
}

fn is_open(place: &Lvalue) -> bool {
    let index: Option<&Expression> = place.index.as_deref();
    matches!(place.root, Root::Variable(_))
        && index.is_some_and(|index| !matches!(index.kind, ExpressionKind::Literal(_)))
}
