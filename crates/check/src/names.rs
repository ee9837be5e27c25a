//! Names: what a word of the program stands for where it is used. A look-up changes nothing.

use quadrille_isa::gl::condition::Test;
use quadrille_isa::gl::profile::Variables;
use quadrille_isa::gl::{LanguageSet, reserved};
use quadrille_program::File;
use quadrille_syntax::tree::{OperandIndex, Part, Value};

use crate::context::Context;
use crate::language::Language;
use crate::register::files::numbered_register;
use crate::state::blocks::Blocks;
use crate::state::scope::{Entity, Scope, Variable};

/// The names that are known at one place of the program.
#[derive(Clone, Copy)]
pub(crate) struct Names<'a, 's> {
    pub(crate) language: Language,
    pub(crate) scope: &'a Scope<'s>,
    /// Whether the place is in a LOOP, whose index is `A0`.
    in_loop: bool,
}

impl<'a, 's> Names<'a, 's> {
    /// The names of a scope, within the blocks that are open.
    pub(crate) fn new(language: Language, scope: &'a Scope<'s>, blocks: &Blocks) -> Names<'a, 's> {
        Names {
            language,
            scope,
            in_loop: blocks.in_indexed_loop(),
        }
    }

    /// The same names within other blocks.
    pub(crate) fn within(self, blocks: &Blocks) -> Names<'a, 's> {
        Names::new(self.language, self.scope, blocks)
    }

    /// The entity that a name stands for: a declared variable, or a register of the language.
    pub(crate) fn find(&self, name: &str) -> Option<Entity> {
        let declared = || self.scope.find(name).map(|declared| declared.entity);
        match self.language.profile.variables {
            Variables::Declared => declared().or_else(|| self.predefined(name)),
            Variables::Registers => {
                let register = numbered_register(&self.language, name).map(Entity::Variable);
                register.or_else(declared)
            }
        }
    }

    /// The index of the LOOP around the current place (NV_fragment_program2 3.11.3.Y).
    fn predefined(&self, name: &str) -> Option<Entity> {
        let has = name == "A0" && self.language.meets(LanguageSet::AF2) && self.in_loop;
        has.then_some(Entity::Variable(Variable::single(File::Address, 0)))
    }

    /// Whether a word opens bindings in this program rather than being a name. Some first words of bindings are
    /// not reserved (`image`, `invocation`, `handle`), and a program may declare them.
    pub(crate) fn opens_binding(&self, word: &str) -> bool {
        self.scope.openers.contains(&word)
            && (reserved::is_reserved(word, &self.language.features) || self.scope.find(word).is_none())
    }

    /// Whether a word stands for no register but the condition code: `CC`, or `RC` and `HC` by precision.
    /// The grammars of the options on ARB programs have no such word, but their examples write `CC`
    /// (NV_vertex_program2_option 2.14.4.X, NV_fragment_program2 3.11.4.X), so it is one where no variable
    /// has that name.
    pub(crate) fn is_null(&self, word: &str) -> bool {
        if self.language.is_fp1() {
            return matches!(word, "RC" | "HC");
        }
        word == "CC" && self.language.has_null_register() && self.scope.find(word).is_none()
    }

    /// Whether an operand of KIL is a condition: a test that no variable has as its name.
    pub(crate) fn is_test(&self, cx: &Context<'_, '_>, index: OperandIndex) -> bool {
        match &cx.operand(index).value {
            Value::Path(parts) => match cx.parts(parts).first() {
                Some(Part::Word(word)) => {
                    Test::of_name(word.text).is_some() && self.scope.find(word.text).is_none()
                }
                Some(Part::Index { .. } | Part::Arguments { .. }) | None => false,
            },
            Value::Number(_) | Value::Braces(_) | Value::Parenthesis(_) | Value::Sum(..) | Value::Missing => {
                false
            }
        }
    }
}
