//! Names of the program that a word may have been meant for, and how one is declared that is nowhere.

use quadrille_base::{Diagnostic, Span, suggest};
use quadrille_isa::gl::profile::Variables;
use quadrille_isa::gl::statement::Statement;
use quadrille_program::File;
use quadrille_syntax::tree::Word;

use crate::checker::Checker;
use crate::rules;
use crate::scope::Entity;

/// How many names are looked at for all words of a program together: beyond that a long program without its
/// declarations would take time without end.
const MOST_COMPARED: usize = 1 << 20;

/// What a name is used for, which says what it may stand for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Used {
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

impl Used {
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
            Used::Read => {
                let readable = [File::Temporary, File::Attribute, File::Parameter];
                let is_value = matches!(entity, Entity::Scalar(_) | Entity::Buffer(_));
                is_value || file.is_some_and(|file| readable.contains(&file))
            }
            Used::Written => file.is_some_and(|file| matches!(file, File::Temporary | File::Result)),
            Used::Address => file == Some(File::Address),
            Used::Constant => matches!(entity, Entity::Scalar(_)) || file == Some(File::Parameter),
            Used::Unit => matches!(entity, Entity::Texture(_) | Entity::Image(_)),
            Used::Memory => matches!(entity, Entity::Memory(_)),
            Used::Subroutine => matches!(entity, Entity::Subroutine(_)),
            Used::Type => matches!(entity, Entity::SubroutineType(_)),
            Used::Any => entity != Entity::Broken,
        }
    }
}

impl<'s> Checker<'_, 's> {
    /// A name that is not declared: what it may have been meant for, or how it is declared.
    pub(crate) fn undeclared(&mut self, name: &Word<'s>, used: Used) -> Diagnostic {
        if !self.may_compare(self.scope.len()) {
            return rules::undeclared_name::at(name.span, None);
        }
        let fitting = self.scope.names().filter(|(_, entity)| used.fits(*entity));
        let fitting: Vec<(&'s str, Entity)> = fitting.collect();
        // R1 is no slip of the pen for R0, but another register.
        let (others, near): (Vec<_>, Vec<_>) = fitting
            .into_iter()
            .partition(|(known, _)| differ_in_number(name.text, known));
        let near = suggest::nearest(name.text, near.into_iter().map(|(known, _)| known));
        let diagnostic = rules::undeclared_name::at(name.span, near);
        let temporary = |entity: &Entity| matches!(entity, Entity::Variable(variable) if variable.file == File::Temporary);
        let declared = match used {
            _ if near.is_some() => None,
            Used::Written => Some(Statement::Temp),
            Used::Read if others.iter().any(|(_, entity)| temporary(entity)) => Some(Statement::Temp),
            Used::Address => Some(Statement::Address),
            Used::Read
            | Used::Constant
            | Used::Unit
            | Used::Memory
            | Used::Subroutine
            | Used::Type
            | Used::Any => None,
        };
        match declared.and_then(|statement| self.declaration_of(name, statement)) {
            Some((text, at)) => diagnostic.fix("declare it", at, text),
            None => diagnostic,
        }
    }

    /// A declaration of a name, and where it may stand: before all that is no option.
    fn declaration_of(&self, name: &Word<'s>, statement: Statement) -> Option<(String, Span)> {
        let row = statement.row();
        let declares = self.profile.variables == Variables::Declared;
        let has = declares && row.availability.check(&self.features).is_ok();
        let at = self.first_naming.filter(|_| has)?;
        Some((format!("{} {};\n", row.word, name.text), Span::at(at.start)))
    }

    /// The label nearest to a word.
    pub(crate) fn near_label(&mut self, word: &str) -> Option<&'s str> {
        if !self.may_compare(self.labels.len()) {
            return None;
        }
        let mut known: Vec<&'s str> = self.labels.keys().copied().collect();
        known.retain(|known| !differ_in_number(word, known));
        known.sort_unstable();
        suggest::nearest(word, known)
    }

    /// Whether a word may be compared with so many names.
    fn may_compare(&mut self, names: usize) -> bool {
        let after = self.compared.saturating_add(names);
        let may = !self.is_full() && after <= MOST_COMPARED;
        if may {
            self.compared = after;
        }
        may
    }
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
