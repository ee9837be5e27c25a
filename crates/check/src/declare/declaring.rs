//! The state that a declaration reads and changes.

use crate::context::Context;
use crate::names::Names;
use crate::resolver::Resolver;
use crate::state::blocks::Blocks;
use crate::state::diagnostics::Diagnostics;
use crate::state::fragment::Interpolations;
use crate::state::memory::Memory;
use crate::state::scope::Scope;
use crate::state::slots::Slots;
use crate::state::stage::StageDeclarations;
use crate::state::subroutines::Subroutines;
use crate::state::undeclared::Undeclared;

/// The state that a declaration of names may change: the scope, and what its kind of variable is noted in.
pub(crate) struct Declaring<'a, 't, 's> {
    pub(crate) cx: Context<'t, 's>,
    pub(crate) scope: &'a mut Scope<'s>,
    pub(crate) blocks: &'a Blocks,
    pub(crate) stage: &'a StageDeclarations,
    pub(crate) slots: &'a mut Slots,
    pub(crate) memory: &'a mut Memory,
    pub(crate) subroutines: &'a mut Subroutines<'s>,
    pub(crate) interpolations: &'a mut Interpolations,
    pub(crate) undeclared: &'a mut Undeclared<'s>,
    pub(crate) diagnostics: &'a mut Diagnostics,
}

impl<'t, 's> Declaring<'_, 't, 's> {
    /// The resolver of its operands, beside what a declaration notes for its kind of variable.
    pub(crate) fn split(&mut self) -> (Resolver<'_, 't, 's>, Noted<'_, 's>) {
        let resolver = Resolver {
            cx: self.cx,
            names: Names::new(self.cx.language, self.scope, self.blocks),
            stage: self.stage,
            slots: self.slots,
            undeclared: self.undeclared,
            diagnostics: self.diagnostics,
        };
        let noted = Noted {
            memory: self.memory,
            subroutines: self.subroutines,
            interpolations: self.interpolations,
        };
        (resolver, noted)
    }
}

/// The state in which a declaration notes its kind of variable.
pub(crate) struct Noted<'a, 's> {
    pub(crate) memory: &'a mut Memory,
    pub(crate) subroutines: &'a mut Subroutines<'s>,
    pub(crate) interpolations: &'a mut Interpolations,
}
