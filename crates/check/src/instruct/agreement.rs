//! Modifiers of one instruction that have to go together: what is missing, what contradicts another, a clamp
//! of a result that is no float (NV_gpu_program4 and 5, 2.X.4.1 and 2.X.8).

use quadrille_base::Span;
use quadrille_isa::gl::modifier::{BaseType, ModifierKind};
use quadrille_isa::gl::opcode::{OpcodeRow, ResultShape};
use quadrille_isa::gl::operation::{ConversionOp, MemoryOp, Space};
use quadrille_isa::gl::{Clamp, DataType, Operation, atomic};

use crate::context::Context;
use crate::dialect::Habit;
use crate::instruct::modifier::{Modifiers, Written, stores};
use crate::rules;
use crate::state::diagnostics::Diagnostics;

/// The special modifiers of MUL: S24 and U24 are types themselves, and HI wants S or U.
pub(crate) fn type_and_special(
    diagnostics: &mut Diagnostics,
    opcode: Span,
    named: Option<Written>,
    special: Option<Written>,
) -> Option<()> {
    let diagnostic = match (special, named) {
        (
            Some(Written {
                kind: ModifierKind::Multiply24(_),
                span,
                ..
            }),
            Some(named),
        ) => rules::repeated_modifier::at(span, named.span),
        (
            Some(Written {
                kind: ModifierKind::High,
                span,
                ..
            }),
            None,
        ) => rules::missing_modifier::at(opcode, "`HI` needs `S` or `U` beside it", Some(span)),
        (
            Some(Written {
                kind: ModifierKind::High,
                span,
                ..
            }),
            Some(named),
        ) if is_float(named.kind) => {
            rules::unsupported_modifier::beside(span, "`HI` is for integers", named.span)
        }
        (
            Some(Written {
                kind: ModifierKind::High,
                span,
                ..
            }),
            Some(named),
        ) if is_long(named.kind) => {
            let message = "`HI` gives the high half of a product of 32-bit integers";
            let diagnostic = rules::unsupported_modifier::beside(span, message, named.span);
            let admitted = diagnostics.unless_admitted(Habit::LongHighProduct, diagnostic);
            return admitted.then_some(());
        }
        _ => return Some(()),
    };
    diagnostics.report(diagnostic);
    None
}

/// The modifiers that an opcode cannot be without.
pub(crate) fn needed(
    cx: &Context<'_, '_>,
    diagnostics: &mut Diagnostics,
    row: &'static OpcodeRow,
    opcode: Span,
    modifiers: &Modifiers,
) -> Option<()> {
    let least = *row.storage_modifiers(&cx.language.features).start();
    let message = if stores(row) && modifiers.storage.len() < least {
        match least {
            2 => "a conversion names the format of its result and that of its operand, such as `.S32.F32`",
            _ => "a storage modifier belongs here, such as `.U32`",
        }
    } else if row.needs_atomic() && modifiers.atomic.is_none() {
        "an atomic modifier belongs here, such as `.ADD`"
    } else if row.operation == Operation::Memory(MemoryOp::Atomic(Space::Counter))
        && modifiers.counter.is_none()
    {
        "`.INCR`, `.DECR` or `.GET` belongs here"
    } else {
        return Some(());
    };
    diagnostics.report(rules::missing_modifier::at(opcode, message, None));
    None
}

/// Which formats an atomic operation takes in which memory is a table of its own.
pub(crate) fn atomic_format(
    cx: &Context<'_, '_>,
    diagnostics: &mut Diagnostics,
    row: &'static OpcodeRow,
    modifiers: &Modifiers,
    operation: Span,
    format: Span,
) -> Option<()> {
    let (Operation::Memory(MemoryOp::Atomic(space)), Some(atomic), Some(storage)) =
        (row.operation, modifiers.atomic, modifiers.storage.first())
    else {
        return Some(());
    };
    let diagnostic = match atomic::check(atomic, *storage, space, &cx.language.features) {
        Ok(()) => return Some(()),
        Err(Some(option)) => cx.missing_option(format, option),
        Err(None) => {
            let message = "this atomic operation does not take this format";
            rules::unsupported_modifier::beside(format, message, operation)
        }
    };
    diagnostics.report(diagnostic);
    None
}

/// A clamp is for float results, and SAT for the integers of CVT.
pub(crate) fn clamp_fits(
    diagnostics: &mut Diagnostics,
    row: &'static OpcodeRow,
    modifiers: &Modifiers,
    span: Span,
) -> Option<()> {
    let float = match row.result {
        ResultShape::VectorFloat => true,
        ResultShape::VectorSigned | ResultShape::VectorUnsigned => false,
        ResultShape::None | ResultShape::Vector | ResultShape::Scalar | ResultShape::Address => {
            modifiers.data_type.is_none_or(DataType::is_float)
        }
    };
    if float
        || row.operation == Operation::Conversion(ConversionOp::Convert) && modifiers.clamp == Clamp::Saturate
    {
        return Some(());
    }
    diagnostics.report(rules::clamped_integer::at(span));
    None
}

fn is_float(kind: ModifierKind) -> bool {
    match kind {
        ModifierKind::Base(base) => base == BaseType::Float,
        ModifierKind::Storage(storage) => storage.data_type().is_float(),
        ModifierKind::Update(_)
        | ModifierKind::Clamp(_)
        | ModifierKind::NoTypeCheck
        | ModifierKind::Multiply24(_)
        | ModifierKind::High
        | ModifierKind::Atomic(_)
        | ModifierKind::Counter(_)
        | ModifierKind::Coherent
        | ModifierKind::Volatile
        | ModifierKind::Rounding(_)
        | ModifierKind::Precise
        | ModifierKind::WorkGroup
        | ModifierKind::Sparse
        | ModifierKind::LodClamp
        | ModifierKind::Derivative(_) => false,
    }
}

fn is_long(kind: ModifierKind) -> bool {
    matches!(kind, ModifierKind::Storage(storage) if storage.data_type().is_long())
}
