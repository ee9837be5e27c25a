//! The words of ATI_text_fragment_shader, a small language of its own. Where each may stand the checker says.

use quadrille_isa::gl::ati::{INSTRUCTIONS, SCALES, SETUP, Selection};

use super::candidate::{Candidate, CandidateKind, one};

/// What may begin a statement.
pub(super) fn statements() -> Vec<Candidate> {
    let blocks = quadrille_check::ATI_BLOCK_WORDS.iter();
    let blocks = blocks.map(|word| one(*word, CandidateKind::Keyword, "a block"));
    let setup = SETUP
        .iter()
        .map(|word| one(*word, CandidateKind::Opcode, "sets up a register"));
    let rows = INSTRUCTIONS
        .iter()
        .map(|row| one(row.name, CandidateKind::Opcode, row.opcode.row().doc));
    let constant = one("CONSTANT", CandidateKind::Keyword, "binds a constant");
    blocks.chain(setup).chain(rows).chain([constant]).collect()
}

/// What may be an operand.
pub(super) fn operands() -> Vec<Candidate> {
    let numbered = |prefix: &'static str, count: u32| {
        (0..count).map(move |number| one(format!("{prefix}{number}"), CandidateKind::Variable, "a register"))
    };
    numbered("r", 6)
        .chain(numbered("c", 8))
        .chain(numbered("t", 8))
        .chain(numbered("color", 2))
        .chain([one("program", CandidateKind::Binding, "a binding")])
        .collect()
}

/// What may stand behind a point.
pub(super) fn selectors() -> Vec<Candidate> {
    let scales = SCALES.iter().map(|(name, _)| *name);
    let selections = Selection::ALL.iter().map(|(name, _)| *name);
    let others = ["sat", "neg", "bias", "comp", "r", "g", "b", "a", "rgb", "rgba"];
    scales
        .chain(selections)
        .chain(others)
        .map(|word| one(word, CandidateKind::Selector, "a modifier or components"))
        .collect()
}
