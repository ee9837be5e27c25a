//! The words of the languages, from the tables, each once and in order.

use std::collections::BTreeSet;

use quadrille_isa::gl::ati;
use quadrille_isa::gl::binding::BINDINGS;
use quadrille_isa::gl::condition::TESTS;
use quadrille_isa::gl::modifier::MODIFIERS;
use quadrille_isa::gl::opcode::OPCODES;
use quadrille_isa::gl::option::OPTIONS;
use quadrille_isa::gl::statement::{self, STATEMENTS};
use quadrille_isa::gl::target::TARGETS;

fn sorted<'w>(words: impl Iterator<Item = &'w str>) -> Vec<&'w str> {
    words.collect::<BTreeSet<_>>().into_iter().collect()
}

/// Words that open a statement.
pub(super) fn statements() -> Vec<&'static str> {
    sorted(STATEMENTS.iter().map(|row| row.word).chain(["CONSTANT"]))
}

/// Words of declarations whose `;` may be left out.
pub(super) fn unterminated() -> Vec<&'static str> {
    sorted(
        STATEMENTS
            .iter()
            .filter(|row| row.unterminated)
            .map(|row| row.word),
    )
}

/// Words before a declaration.
pub(super) fn declaration_modifiers() -> Vec<&'static str> {
    sorted(statement::MODIFIERS.iter().map(|row| row.word))
}

/// Opcodes without suffixes, and the instructions of ATI_text_fragment_shader.
pub(super) fn opcodes() -> Vec<&'static str> {
    let own = OPCODES.iter().map(|row| row.mnemonic);
    let ati = ati::INSTRUCTIONS.iter().map(|row| row.name).chain(ati::SETUP);
    sorted(own.chain(ati))
}

/// Words of structured flow and of blocks.
pub(super) fn flow() -> Vec<&'static str> {
    use quadrille_isa::gl::operation::Class;
    let own = OPCODES.iter().filter(|row| row.operation.class() == Class::Flow);
    sorted(
        own.map(|row| row.mnemonic)
            .chain(quadrille_check::ATI_BLOCK_WORDS),
    )
}

/// Modifiers behind a point.
pub(super) fn modifiers() -> Vec<&'static str> {
    sorted(MODIFIERS.iter().map(|row| row.name))
}

/// Texture targets.
pub(super) fn targets() -> Vec<&'static str> {
    sorted(TARGETS.iter().map(|row| row.name))
}

/// Tests of the condition code, without the number of a register.
pub(super) fn tests() -> Vec<&'static str> {
    sorted(TESTS.iter().map(|row| row.name))
}

/// The first words of bindings.
pub(super) fn bindings() -> Vec<&'static str> {
    let forms = BINDINGS.iter().flat_map(|row| row.forms);
    sorted(forms.filter_map(|form| form.pattern.split(['.', '[', '(', '{']).next()))
}

/// Options.
pub(super) fn options() -> Vec<&'static str> {
    sorted(OPTIONS.iter().flat_map(|row| row.names.iter().copied()))
}
