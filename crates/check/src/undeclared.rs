//! Names that are not declared: what a word may have been meant for, and how one is declared that is nowhere.

use quadrille_base::{Diagnostic, Span, suggest};
use quadrille_isa::gl::LanguageSet;
use quadrille_isa::gl::statement::Statement;
use quadrille_program::File;
use quadrille_syntax::tree::Word;

use crate::context::Context;
use crate::rules;
use crate::state::diagnostics::Diagnostics;
use crate::state::flow::Labels;
use crate::state::scope::{Entity, Scope};
use crate::state::undeclared::Undeclared;
use crate::unnamed;

/// The use of a name, which decides what entities it may stand for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NameUse {
    /// An operand.
    Read,
    /// A destination.
    Written,
    /// An address register.
    Address,
    /// A constant that the program names.
    Constant,
    /// A texture or image.
    Unit,
    /// A variable in memory.
    Memory,
    /// A subroutine variable.
    Subroutine,
    /// A subroutine type.
    Type,
    /// The original of an alias.
    Any,
}

impl NameUse {
    /// Whether something fits where the name stands.
    fn fits(self, entity: Entity) -> bool {
        let file = match entity {
            Entity::Variable(variable) => Some(variable.file),
            Entity::Relative(register) => Some(register.file),
            Entity::Scalar(_)
            | Entity::Buffer(_)
            | Entity::Texture(_)
            | Entity::Image(_)
            | Entity::Memory(_)
            | Entity::SubroutineType(_)
            | Entity::Subroutine(_)
            | Entity::Broken => None,
        };
        match self {
            NameUse::Read => {
                let readable = [File::Temporary, File::Attribute, File::Parameter];
                let is_value = matches!(entity, Entity::Scalar(_) | Entity::Buffer(_));
                is_value || file.is_some_and(|file| readable.contains(&file))
            }
            NameUse::Written => file.is_some_and(|file| matches!(file, File::Temporary | File::Result)),
            NameUse::Address => file == Some(File::Address),
            NameUse::Constant => matches!(entity, Entity::Scalar(_)) || file == Some(File::Parameter),
            NameUse::Unit => matches!(entity, Entity::Texture(_) | Entity::Image(_)),
            NameUse::Memory => matches!(entity, Entity::Memory(_)),
            NameUse::Subroutine => matches!(entity, Entity::Subroutine(_)),
            NameUse::Type => matches!(entity, Entity::SubroutineType(_)),
            NameUse::Any => entity != Entity::Broken,
        }
    }
}

/// Reports a name that stands for nothing, where it is first used.
pub(crate) fn report<'s>(
    cx: &Context<'_, 's>,
    scope: &Scope<'s>,
    undeclared: &mut Undeclared<'s>,
    diagnostics: &mut Diagnostics,
    name: &Word<'s>,
    used: NameUse,
) {
    let declared = cx.language.declares_variables();
    if declared && name.text == "A0" && cx.language.meets(LanguageSet::AF2) {
        diagnostics.report(rules::index_outside_loop::at(name.span));
        return;
    }
    if !undeclared.reported.insert(name.text) {
        return;
    }
    if undeclared.hidden > 0 {
        undeclared.hidden -= 1;
        return;
    }
    let diagnostic = if declared || cx.language.is_fp1() {
        diagnostic(cx, scope, undeclared, diagnostics, name, used)
    } else {
        rules::unknown_register::at(name.span, None)
    };
    diagnostics.report(diagnostic);
}

/// A name that is not declared: what it may have been meant for, or how it is declared.
pub(crate) fn diagnostic<'s>(
    cx: &Context<'_, 's>,
    scope: &Scope<'s>,
    undeclared: &mut Undeclared<'s>,
    diagnostics: &Diagnostics,
    name: &Word<'s>,
    used: NameUse,
) -> Diagnostic {
    if diagnostics.is_full() || !undeclared.may_compare(scope.len()) {
        return rules::undeclared_name::at(name.span, None);
    }
    let fitting = scope.names().filter(|(_, entity)| used.fits(*entity));
    let fitting: Vec<(&'s str, Entity)> = fitting.collect();
    // R1 is no slip of the pen for R0, but another register, and so are H0 and RC.
    let is_register = unnamed::is_register(name.text);
    let is_other =
        |known: &str| differ_in_number(name.text, known) || is_register && unnamed::is_register(known);
    let (others, near): (Vec<_>, Vec<_>) = fitting.into_iter().partition(|(known, _)| is_other(known));
    let near = suggest::nearest(name.text, near.into_iter().map(|(known, _)| known));
    let diagnostic = rules::undeclared_name::at(name.span, near);
    let temporary =
        |entity: &Entity| matches!(entity, Entity::Variable(variable) if variable.file == File::Temporary);
    let declared = match used {
        _ if near.is_some() => None,
        NameUse::Written => Some(Statement::Temp),
        NameUse::Read if others.iter().any(|(_, entity)| temporary(entity)) => Some(Statement::Temp),
        NameUse::Address => Some(Statement::Address),
        NameUse::Read
        | NameUse::Constant
        | NameUse::Unit
        | NameUse::Memory
        | NameUse::Subroutine
        | NameUse::Type
        | NameUse::Any => None,
    };
    match declared.and_then(|statement| declaration_of(cx, name, statement)) {
        Some((text, at)) => diagnostic.fix("declare it", at, text),
        None => diagnostic,
    }
}

/// A declaration of a name, and where it may stand: before all that is no option.
fn declaration_of(cx: &Context<'_, '_>, name: &Word<'_>, statement: Statement) -> Option<(String, Span)> {
    let row = statement.row();
    let declares = cx.language.declares_variables();
    let has = declares && row.availability.check(&cx.language.features).is_ok();
    let at = cx.first_naming.filter(|_| has)?;
    Some((format!("{} {};\n", row.word, name.text), Span::at(at.start)))
}

/// The label nearest to a word.
pub(crate) fn near_label<'s>(
    labels: &Labels<'s>,
    undeclared: &mut Undeclared<'s>,
    diagnostics: &Diagnostics,
    word: &str,
) -> Option<&'s str> {
    if diagnostics.is_full() || !undeclared.may_compare(labels.places.len()) {
        return None;
    }
    let mut known: Vec<&'s str> = labels.places.keys().copied().collect();
    known.retain(|known| !differ_in_number(word, known));
    known.sort_unstable();
    suggest::nearest(word, known)
}

/// Whether two names are one but for their digits: they are numbered, and each number is another thing.
fn differ_in_number(one: &str, other: &str) -> bool {
    let digits = |name: &str| name.chars().filter(char::is_ascii_digit).collect::<String>();
    let letters = |name: &str| {
        let letters = name.chars().filter(|c| !c.is_ascii_digit());
        letters.map(|c| c.to_ascii_lowercase()).collect::<String>()
    };
    digits(one) != digits(other) && letters(one) == letters(other)
}
