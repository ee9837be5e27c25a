//! Suffixes of instructions: modifiers of NV4 and NV5 by the table, and the letters of the older languages.

use quadrille_isa::gl::modifier::{BaseType, MODIFIERS, ModifierKind};
use quadrille_isa::gl::numeric::DataType;
use quadrille_isa::gl::opcode::{Column, OpcodeRow};
use quadrille_isa::gl::operation::{ConversionOp, MemoryOp, Operation, Space};

use super::writer::Writer;

impl Writer<'_, '_> {
    pub(super) fn suffix(&mut self, row: &OpcodeRow) -> String {
        if !self.is_gpu() {
            return self.letters();
        }
        let storage = |kind| matches!(kind, ModifierKind::Storage(_));
        let number = |kind| matches!(kind, ModifierKind::Storage(storage) if storage.count == 1);
        let mut suffix = match row.operation {
            Operation::Conversion(ConversionOp::Convert) => {
                let types = self.modifier(number) + &self.modifier(number);
                let rounding = self.choices.once_in(2);
                let rounding =
                    rounding.then(|| self.modifier(|kind| matches!(kind, ModifierKind::Rounding(_))));
                types + &rounding.unwrap_or_default()
            }
            Operation::Memory(MemoryOp::Atomic(Space::Counter)) => {
                self.modifier(|kind| matches!(kind, ModifierKind::Counter(_)))
            }
            Operation::Memory(MemoryOp::Atomic(_)) => {
                self.modifier(|kind| matches!(kind, ModifierKind::Atomic(_))) + &self.modifier(storage)
            }
            Operation::Memory(MemoryOp::Load(_) | MemoryOp::Store(_)) => self.modifier(storage),
            _ if self.choices.once_in(2) => {
                let has = |kind| {
                    let is_float = match kind {
                        ModifierKind::Base(base) => base == BaseType::Float,
                        ModifierKind::Storage(storage) if storage.count == 1 => {
                            matches!(storage.data_type(), DataType::F32 | DataType::F64)
                        }
                        ModifierKind::Multiply24(_) | ModifierKind::High => false,
                        _ => return false,
                    };
                    let column = if is_float {
                        row.columns.float
                    } else {
                        row.columns.integer
                    };
                    column != Column::No
                };
                self.modifier(has)
            }
            _ => String::new(),
        };
        if self.choices.once_in(4) {
            suffix += &self.modifier(|kind| matches!(kind, ModifierKind::Update(_)));
        }
        if self.choices.once_in(8) {
            suffix += &self.modifier(|kind| matches!(kind, ModifierKind::Clamp(_)));
        }
        if self.choices.once_in(12) {
            suffix += &self.modifier(|_| true);
        }
        suffix
    }

    /// A modifier of some kinds that the language has, with its point; nothing if there is none.
    fn modifier(&mut self, is_wanted: impl Fn(ModifierKind) -> bool) -> String {
        let rows = MODIFIERS.iter();
        let rows = rows.filter(|row| is_wanted(row.kind) && row.availability.check(&self.features).is_ok());
        let names: Vec<&str> = rows.map(|row| row.name).collect();
        if names.is_empty() {
            return String::new();
        }
        format!(".{}", self.choices.one_of(&names))
    }

    /// Precision, update and clamp of the older languages: `HC_SAT`.
    fn letters(&mut self) -> String {
        if self.choices.once_in(2) {
            return String::new();
        }
        let precision = self.choices.one_of(&["", "", "", "R", "H", "X"]);
        let update = self.choices.one_of(&["", "", "C", "C1"]);
        let clamp = self.choices.one_of(&["", "", "_SAT", "_SSAT"]);
        format!("{precision}{update}{clamp}")
    }
}
