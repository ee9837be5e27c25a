//! The resolver: what reads operands. It looks names and bindings up, and gives them register slots.

use quadrille_base::{Diagnostic, Span};
use quadrille_program::{File, ParameterSource, Register};
use quadrille_syntax::tree::{OperandIndex, Part, Word};

use crate::context::Context;
use crate::names::Names;
use crate::noticed::wrong_count;
use crate::state::diagnostics::Diagnostics;
use crate::state::scope::NumberType;
use crate::state::slots::{Constant, Slots};
use crate::state::stage::StageDeclarations;
use crate::state::undeclared::Undeclared;
use crate::undeclared::{self, NameUse};

/// The reader of operands: it may take slots, note names that are not declared, and report.
pub(crate) struct Resolver<'a, 't, 's> {
    pub(crate) cx: Context<'t, 's>,
    pub(crate) names: Names<'a, 's>,
    pub(crate) stage: &'a StageDeclarations,
    pub(crate) slots: &'a mut Slots,
    pub(crate) undeclared: &'a mut Undeclared<'s>,
    pub(crate) diagnostics: &'a mut Diagnostics,
}

impl<'s> Resolver<'_, '_, 's> {
    /// Reports a name that stands for nothing, where it is first used.
    pub(crate) fn unknown_name(&mut self, name: &Word<'s>, used: NameUse) {
        undeclared::report(
            &self.cx,
            self.names.scope,
            self.undeclared,
            self.diagnostics,
            name,
            used,
        );
    }

    /// Takes a diagnostic.
    pub(crate) fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.report(diagnostic);
    }

    /// Reports a wrong number of operands, result included.
    pub(crate) fn wrong_count(&mut self, span: Span, opcode: &str, wanted: usize, written: &[OperandIndex]) {
        wrong_count(&self.cx, self.diagnostics, (span, opcode), wanted, written);
    }

    /// The register of a constant.
    pub(crate) fn constant(&mut self, value: Constant, span: Span) -> Register {
        let slot = self.slots.parameter(ParameterSource::Constant(value), span);
        Register::fixed(File::Parameter, slot)
    }
}

/// The register that a path names, with the parts of the path that are left: its selector.
pub(crate) struct RegisterPath<'t> {
    pub(crate) register: Register,
    pub(crate) rest: &'t [Part<'t>],
    pub(crate) span: Span,
    /// Whether all components are one number, of which none is selected.
    pub(crate) scalar: bool,
    /// The type and size of its components, as far as they are known.
    pub(crate) kind: NumberType,
}

/// The component selection that an operand must have.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Wanted<'o> {
    /// A vector: a swizzle of none, one or four letters.
    Vector,
    /// A scalar of the named opcode: one letter.
    Scalar(&'o str),
}
