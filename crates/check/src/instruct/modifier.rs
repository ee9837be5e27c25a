//! The modifiers of an instruction, resolved, and the groups of which it has one each.

use quadrille_base::Span;
use quadrille_isa::gl::modifier::ModifierKind;
use quadrille_isa::gl::opcode::OpcodeRow;
use quadrille_isa::gl::operation::{Class, ConversionOp, DerivativeControl};
use quadrille_isa::gl::{AtomicOperation, Clamp, CounterOperation, DataType, Operation, Storage};
use quadrille_numerics::convert::Rounding;

/// The modifiers of an instruction, resolved.
#[derive(Clone, Debug, Default)]
pub(crate) struct Modifiers {
    /// The type that the instruction computes in; `None` for an opcode without one.
    pub(crate) data_type: Option<DataType>,
    /// The operation, which the special modifiers of MUL change.
    pub(crate) special: Option<ModifierKind>,
    /// Formats of memory; for CVT that of the result, then that of the operand.
    pub(crate) storage: Vec<Storage>,
    /// The condition-code register that is updated.
    pub(crate) update: Option<u8>,
    /// The clamp of the result.
    pub(crate) clamp: Clamp,
    /// Whether types are not checked.
    pub(crate) unchecked: bool,
    /// The operation of an atomic instruction.
    pub(crate) atomic: Option<AtomicOperation>,
    /// The operation of ATOMCTR.
    pub(crate) counter: Option<CounterOperation>,
    /// `COH`
    pub(crate) coherent: bool,
    /// `VOL`
    pub(crate) volatile: bool,
    /// The rounding mode of CVT.
    pub(crate) rounding: Rounding,
    /// `PREC`
    pub(crate) precise: bool,
    /// `CTA`
    pub(crate) work_group: bool,
    /// `SPARSE`
    pub(crate) sparse: bool,
    /// `LODCLAMP`
    pub(crate) lod_clamp: bool,
    /// `COARSE`, `FINE`
    pub(crate) derivative: Option<DerivativeControl>,
}

/// The kinds of which an instruction has one modifier at most, or as many as its opcode wants.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Group {
    Type,
    Special,
    Storage,
    Update,
    Clamp,
    Unchecked,
    Atomic,
    Counter,
    Coherent,
    Volatile,
    Rounding,
    Precise,
    Scope,
    Sparse,
    LodClamp,
    Derivative,
}

impl Group {
    pub(crate) fn of(kind: ModifierKind, row: &OpcodeRow) -> Group {
        match kind {
            ModifierKind::Base(_) => Group::Type,
            ModifierKind::Storage(_) if stores(row) => Group::Storage,
            // On arithmetic, F32 is F with a size.
            ModifierKind::Storage(_) => Group::Type,
            ModifierKind::Multiply24(_) | ModifierKind::High => Group::Special,
            ModifierKind::Update(_) => Group::Update,
            ModifierKind::Clamp(_) => Group::Clamp,
            ModifierKind::NoTypeCheck => Group::Unchecked,
            ModifierKind::Atomic(_) => Group::Atomic,
            ModifierKind::Counter(_) => Group::Counter,
            ModifierKind::Coherent => Group::Coherent,
            ModifierKind::Volatile => Group::Volatile,
            ModifierKind::Rounding(_) => Group::Rounding,
            ModifierKind::Precise => Group::Precise,
            ModifierKind::WorkGroup => Group::Scope,
            ModifierKind::Sparse => Group::Sparse,
            ModifierKind::LodClamp => Group::LodClamp,
            ModifierKind::Derivative(_) => Group::Derivative,
        }
    }
}

/// Whether storage modifiers of an opcode are formats, not types of arithmetic.
pub(crate) fn stores(row: &OpcodeRow) -> bool {
    matches!(row.operation.class(), Class::Memory)
        || row.operation == Operation::Conversion(ConversionOp::Convert)
}

/// A modifier that an instruction has.
#[derive(Clone, Copy)]
pub(crate) struct Written {
    pub(crate) kind: ModifierKind,
    pub(crate) group: Group,
    pub(crate) span: Span,
}
