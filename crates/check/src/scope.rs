//! Names and what they stand for.

use quadrille_base::{Span, suggest};
use quadrille_program::File;
use rustc_hash::FxHashMap;

/// What a name stands for. An alias is its original's entity under another name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Entity {
    /// A variable in a register file.
    Variable(Variable),
    /// A scalar constant of !!FP1.0, by its parameter slot; it takes no selector.
    Scalar(u32),
    /// Something whose declaration has an error: uses of it are not reported again.
    Broken,
}

/// A declared variable: one register, or a run of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Variable {
    /// Where it lives.
    pub(crate) file: File,
    /// Its first slot.
    pub(crate) first: u32,
    /// How many slots an array has; `None` if it is no array.
    pub(crate) length: Option<u32>,
}

/// A declared name.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Declared {
    pub(crate) entity: Entity,
    pub(crate) span: Span,
}

/// The names of one program.
#[derive(Default)]
pub(crate) struct Scope<'s> {
    names: FxHashMap<&'s str, Declared>,
}

impl<'s> Scope<'s> {
    /// What a name stands for.
    pub(crate) fn find(&self, name: &str) -> Option<Declared> {
        self.names.get(name).copied()
    }

    /// Declares a name; gives back what it stood for before, and then changes nothing.
    pub(crate) fn declare(&mut self, name: &'s str, entity: Entity, span: Span) -> Result<(), Declared> {
        match self.names.get(name) {
            Some(before) => Err(*before),
            None => {
                self.names.insert(name, Declared { entity, span });
                Ok(())
            }
        }
    }

    /// The names of variables, in the order of their places.
    pub(crate) fn variables(&self) -> Vec<quadrille_program::Declared> {
        let variable = |(name, declared): (&&str, &Declared)| {
            match declared.entity {
                Entity::Variable(Variable { file, first, length }) => {
                    Some((name.to_string(), file, first, length))
                }
                Entity::Scalar(slot) => Some((name.to_string(), File::Parameter, slot, None)),
                Entity::Broken => None,
            }
            .map(|(name, file, first, length)| quadrille_program::Declared {
                name,
                file,
                first,
                length,
                span: declared.span,
            })
        };
        let mut variables: Vec<_> = self.names.iter().filter_map(variable).collect();
        variables.sort_unstable_by_key(|declared| declared.span.start);
        variables
    }

    /// The declared name nearest to a word.
    pub(crate) fn nearest(&self, word: &str) -> Option<&'s str> {
        let mut names: Vec<&'s str> = self.names.keys().copied().collect();
        names.sort_unstable();
        suggest::nearest(word, names)
    }
}
