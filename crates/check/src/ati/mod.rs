//! ATI_text_fragment_shader: constants, a preliminary pass if there is one, and the output pass.
//!
//! The language shares the tree and the numbers with the others and nothing else. Here are its blocks and what
//! only a pass or the whole program shows; single instructions are read in `instruction`, `setup` reads what
//! stands at the start of a pass, and `lower` makes of it what engines run.

mod argument;
mod instruction;
mod lower;
mod pairs;
mod setup;
mod state;
mod words;

use quadrille_base::{Span, suggest};
use quadrille_isa::gl::{Binding, Family};
use quadrille_program::ParameterSource;
use quadrille_program::ati::{AtiPass, AtiShader};
use quadrille_syntax::tree::{Declaration, Instruction, Part, Statement, StatementKind, Value};

use crate::ati::pairs::check_pairs;
use crate::ati::setup::ati_step;
pub use crate::ati::state::BLOCK_WORDS;
use crate::ati::state::{Ati, BLOCKS, Section, numbered};
use crate::context::Context;
use crate::resolver::Resolver;
use crate::rules;
use crate::state::code::Code;
use crate::state::diagnostics::Diagnostics;
use crate::state::textures::Textures;

/// Reads the whole program.
pub(crate) fn program(
    resolver: &mut Resolver<'_, '_, '_>,
    textures: &mut Textures,
    code: &mut Code,
    malformed: bool,
) -> AtiShader {
    let mut ati = Ati {
        broken: malformed,
        unread: malformed,
        ..Ati::default()
    };
    let mut section = Section::Start;
    for statement in &resolver.cx.tree.statements {
        section = ati_statement(resolver, code, &mut ati, statement, section);
    }
    let end = Span::at(resolver.cx.text.trim_end().len() as u32);
    if section != Section::End && !ati.broken {
        let message = match section {
            Section::Constants => "the constants have no `EndConstants`",
            Section::Preliminary | Section::Output => "the pass has no `EndPass`",
            _ => "the program has no output pass",
        };
        resolver.report(rules::syntax_error::unexpected(end, message));
    }
    if !ati.broken {
        lower::Lowering {
            slots: resolver.slots,
            textures,
            code,
        }
        .program(&ati);
    }
    ati.shader
}

fn ati_statement<'t, 's>(
    resolver: &mut Resolver<'_, 't, 's>,
    code: &mut Code,
    ati: &mut Ati,
    statement: &'t Statement<'s>,
    section: Section,
) -> Section {
    let span = resolver.cx.bare(statement);
    match &statement.kind {
        StatementKind::Instruction(instruction) => {
            ati_instruction(resolver, code, ati, instruction, span, section)
        }
        StatementKind::Declaration(declaration) if declaration.keyword.text == "CONSTANT" => {
            if section == Section::Constants {
                ati_constant(resolver, ati, declaration, span);
            } else {
                let message = "constants stand between `StartConstants` and `EndConstants`";
                resolver.report(rules::syntax_error::unexpected(span, message));
            }
            section
        }
        StatementKind::Declaration(_) | StatementKind::Label { .. } => {
            let message = "this language has no such statement";
            resolver.report(rules::syntax_error::unexpected(span, message));
            ati.broken = true;
            section
        }
        StatementKind::Error => {
            ati.broken = true;
            section
        }
    }
}

/// The word that opens or closes a block, a set-up, or an arithmetic instruction.
fn ati_instruction<'t, 's>(
    resolver: &mut Resolver<'_, 't, 's>,
    code: &mut Code,
    ati: &mut Ati,
    instruction: &'t Instruction<'s>,
    span: Span,
    section: Section,
) -> Section {
    let word = instruction.mnemonic;
    let alone = instruction.operands.is_empty() && instruction.modifiers.is_empty();
    let named = |wanted: &str| BLOCKS.iter().find(|(name, ..)| *name == wanted);
    let near = || suggest::nearest(word.text, BLOCKS.iter().map(|(name, ..)| *name));
    let misspelled = if named(word.text).is_none() && alone {
        near()
    } else {
        None
    };
    if let Some(near) = misspelled {
        let message = "there is no such instruction";
        resolver.report(rules::unknown_opcode::at(word.span, message, Some(near)));
        ati.broken = true;
    }
    if let Some((_, from, to)) = named(misspelled.unwrap_or(word.text)) {
        if !alone {
            let message = "this word stands alone";
            resolver.report(rules::syntax_error::unexpected(span, message));
        }
        if !from.contains(&section) {
            let message = match section {
                Section::Constants | Section::Preliminary | Section::Output => {
                    "the block around this has to end first"
                }
                Section::End => "nothing may follow the output pass",
                _ => "this block does not belong here",
            };
            resolver.report(rules::syntax_error::unexpected(word.span, message));
            ati.broken = true;
        }
        return ati_block(resolver.diagnostics, ati, *to, section, span);
    }
    match section {
        Section::Preliminary | Section::Output => {
            code.written.push(span);
            ati_step(
                &resolver.cx,
                resolver.diagnostics,
                ati,
                instruction,
                span,
                section,
            );
        }
        _ => {
            let message = "instructions stand in a pass";
            resolver.report(rules::syntax_error::unexpected(span, message));
            ati.broken = true;
        }
    }
    section
}

/// Goes from one place to another.
fn ati_block(
    diagnostics: &mut Diagnostics,
    ati: &mut Ati,
    to: Section,
    from: Section,
    span: Span,
) -> Section {
    match (from, to) {
        (_, Section::Preliminary | Section::Output) => {
            ati.shader.passes.push(AtiPass::default());
            ati.spans.push((Vec::new(), Vec::new()));
            to
        }
        (Section::Preliminary | Section::Output, Section::End) => {
            let pass = ati.shader.passes.last();
            let empty = pass.is_some_and(|pass| pass.instructions.is_empty());
            if from == Section::Preliminary && empty && !ati.broken {
                diagnostics.report(rules::empty_preliminary_pass::at(span));
            }
            check_pairs(diagnostics, ati);
            if from == Section::Preliminary {
                Section::AfterPreliminary
            } else {
                Section::End
            }
        }
        (_, to) => to,
    }
}

/// `CONSTANT c0 = program.env[3];`
fn ati_constant<'t, 's>(
    resolver: &mut Resolver<'_, 't, 's>,
    ati: &mut Ati,
    declaration: &'t Declaration<'s>,
    span: Span,
) {
    let [item] = resolver.cx.declarators(declaration) else {
        resolver.report(rules::syntax_error::unexpected(
            span,
            "one constant is bound at a time",
        ));
        return;
    };
    let target = resolver.cx.operand(item.target);
    let name = match &target.value {
        Value::Path(parts) if target.is_plain() => match resolver.cx.parts(parts) {
            [Part::Word(word)] => Some(*word),
            _ => None,
        },
        _ => None,
    };
    let number = name.and_then(|word| numbered(&word, "c", 8));
    let (Some(name), Some(number)) = (name, number) else {
        let message = "one of `c0` to `c7` belongs here";
        resolver.report(rules::syntax_error::unexpected(target.span, message));
        ati.unread = true;
        return;
    };
    let at = usize::from(number);
    match ati.bound[at] {
        Some(before) => resolver.report(rules::duplicate_name::at(name.span, before)),
        None => ati.bound[at] = Some(name.span),
    }
    let value = item.value.map(|value| resolver.cx.operand(value));
    if let Some(value) = value {
        ati.shader.constants[at] = ati_constant_value(resolver, value);
    }
}

fn ati_constant_value<'t, 's>(
    resolver: &mut Resolver<'_, 't, 's>,
    value: &'t quadrille_syntax::tree::Operand<'s>,
) -> Option<ParameterSource> {
    let plain = value.sign.is_none() && value.absolute.is_none() && value.suffix.is_empty();
    match &value.value {
        Value::Braces(list) if plain => {
            for item in resolver.cx.list(list) {
                let item = resolver.cx.operand(*item);
                if let Value::Number(number) = &item.value
                    && (item.sign.is_some() || !(0.0..=1.0).contains(&number.float32()))
                {
                    resolver.report(rules::constant_out_of_range::at(item.span));
                    return None;
                }
            }
            resolver
                .vector_constant(list, value.span)
                .map(ParameterSource::Constant)
        }
        Value::Path(parts) if plain => ati_parameter(
            &resolver.cx,
            resolver.diagnostics,
            resolver.cx.parts(parts),
            value.span,
        ),
        Value::Missing => None,
        _ => {
            let message = "a parameter or a constant in braces belongs here";
            resolver.report(rules::syntax_error::unexpected(value.span, message));
            None
        }
    }
}

/// `program.env[0]` to `program.local[7]`.
fn ati_parameter(
    cx: &Context<'_, '_>,
    diagnostics: &mut Diagnostics,
    parts: &[Part<'_>],
    span: Span,
) -> Option<ParameterSource> {
    let [
        Part::Word(program),
        Part::Word(kind),
        Part::Index {
            from: Some(from),
            to: None,
            ..
        },
    ] = parts
    else {
        let message = "this is neither `program.env[n]` nor `program.local[n]`";
        diagnostics.report(rules::unknown_binding::at(span, message.to_owned(), None));
        return None;
    };
    let family = match (program.text, kind.text) {
        ("program", "env") => Family::ProgramEnv,
        ("program", "local") => Family::ProgramLocal,
        _ => {
            let message = "this is neither `program.env[n]` nor `program.local[n]`";
            diagnostics.report(rules::unknown_binding::at(span, message.to_owned(), None));
            return None;
        }
    };
    let inside = cx.operand(*from).span;
    match cx.integer(*from) {
        Some(number @ 0..=7) => Some(ParameterSource::Binding(Binding::new(
            family,
            [number as u32, 0, 0, 0],
        ))),
        Some(_) => {
            let message = "this number is at most 7";
            diagnostics.report(rules::binding_index_out_of_range::at(inside, message.to_owned()));
            None
        }
        None => {
            diagnostics.report(rules::bad_index::at(inside, "a whole number belongs here"));
            None
        }
    }
}
