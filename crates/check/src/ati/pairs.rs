//! Pairs: an instruction on colour and one on alpha that run at once (ATI_text_fragment_shader 3.10.1).

use quadrille_isa::gl::operation::ArithmeticOp;
use quadrille_program::ati::AtiInstruction;

use super::instruction::ALPHA;
use super::state::Ati;
use crate::rules;
use crate::state::diagnostics::Diagnostics;

/// Pairs in a pass.
const MOST: usize = 8;

/// Whether an instruction writes alpha alone.
pub(super) fn is_alpha(instruction: &AtiInstruction) -> bool {
    instruction.mask == ALPHA
}

/// Whether an instruction writes colour alone.
pub(super) fn is_colour(instruction: &AtiInstruction) -> bool {
    instruction.mask & ALPHA == 0
}

/// The pairs of a pass: one or two instructions each.
pub(super) fn pairs(instructions: &[AtiInstruction]) -> Vec<std::ops::Range<usize>> {
    let mut pairs: Vec<std::ops::Range<usize>> = Vec::new();
    for (at, instruction) in instructions.iter().enumerate() {
        match pairs.last_mut() {
            Some(pair)
                if pair.len() == 1 && is_colour(&instructions[pair.start]) && is_alpha(instruction) =>
            {
                pair.end = at + 1;
            }
            _ => pairs.push(at..at + 1),
        }
    }
    pairs
}

/// Checks the pairs of instructions of the last pass: their order and their number (load rules 352 and 358).
pub(crate) fn check_pairs(diagnostics: &mut Diagnostics, ati: &Ati) {
    let (Some(pass), Some((_, spans))) = (ati.shader.passes.last(), ati.spans.last()) else {
        return;
    };
    for (at, two) in pass.instructions.windows(2).enumerate() {
        let dot4 = two[0].operation == ArithmeticOp::Dot4 && is_colour(&two[0]);
        if dot4 && is_alpha(&two[1]) {
            diagnostics.report(rules::alpha_after_dot4::at(spans[at + 1], spans[at]));
        }
    }
    let pairs = pairs(&pass.instructions);
    if let Some(extra) = pairs.get(MOST) {
        diagnostics.report(rules::too_many_pairs::at(spans[extra.start], pairs.len()));
    }
}
