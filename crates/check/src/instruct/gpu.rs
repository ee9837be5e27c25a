//! Instructions of the NV_gpu_program languages: which operands an opcode takes, of which types, and what is
//! asked of them beyond (NV_gpu_program4 and 5, 2.X.4 and 2.X.8).
//!
//! Texture lookups, memory accesses and flow have files of their own; here is what they share, and everything
//! that only computes.

use quadrille_base::Span;
use quadrille_isa::gl::condition::Test;
use quadrille_isa::gl::opcode::{OpcodeRow, OperandShape, ResultShape};
use quadrille_isa::gl::operation::Class;
use quadrille_isa::gl::{DataType, LanguageSet, Operation};
use quadrille_program::{Access, BarrierScope, Conversion, Destination, Instruction, Operand};
use quadrille_syntax::tree::{self, OperandIndex, Part, Value};

use crate::checker::Checker;
use crate::instruct::modifiers::Modifiers;
use crate::instruct::operand::{Expected, Size};
use crate::source::Wanted;

/// An instruction under way: its row, its modifiers and where it stands.
#[derive(Clone, Copy)]
pub(crate) struct Given<'g> {
    pub(crate) row: &'static OpcodeRow,
    /// `None` if a modifier is wrong: then types are not checked, and nothing comes of the instruction.
    pub(crate) modifiers: Option<&'g Modifiers>,
    pub(crate) span: Span,
}

impl Given<'_> {
    /// The type that the instruction computes in.
    pub(crate) fn data_type(&self) -> DataType {
        let named = self.modifiers.and_then(|modifiers| modifiers.data_type);
        named
            .or_else(|| self.row.data_type(None))
            .unwrap_or(DataType::F32)
    }

    /// The type of the operands that have no fixed one: that of the instruction, but for CVT, whose second
    /// storage modifier names it.
    fn operand_type(&self) -> DataType {
        match self.modifiers.map(|modifiers| modifiers.storage.as_slice()) {
            Some([_, from]) if self.row.operation == Operation::Convert => from.data_type(),
            _ => self.data_type(),
        }
    }

    /// What an operand or result of a type has to be.
    pub(crate) fn expect(&self, data_type: DataType) -> Expected {
        Expected {
            data_type,
            checked: self.modifiers.is_some_and(|modifiers| !modifiers.unchecked),
            size: Size::Any,
        }
    }

    /// What an operand of a shape has to be. A fixed type has the size of the instruction's own.
    pub(crate) fn expected(&self, shape: OperandShape) -> Expected {
        let own = self.operand_type();
        let sized = |short, long| if own.is_long() { long } else { short };
        let narrow = self.row.operation.class() != Class::Componentwise(1);
        let size = match self.row.operation {
            Operation::Unpack64 => Size::Long,
            Operation::UnpackHalf2
            | Operation::UnpackUnsigned2
            | Operation::UnpackSigned4
            | Operation::UnpackUnsigned4 => Size::NotShort,
            _ => Size::Any,
        };
        let expected = self.expect(match shape {
            OperandShape::VectorFloat if narrow => DataType::F32,
            OperandShape::VectorFloat => sized(DataType::F32, DataType::F64),
            OperandShape::VectorSigned => DataType::S32,
            OperandShape::VectorUnsigned => sized(DataType::U32, DataType::U64),
            OperandShape::ScalarUnsigned if self.row.operation.class() == Class::Memory => DataType::U64,
            OperandShape::ScalarUnsigned => DataType::U32,
            _ => own,
        });
        Expected { size, ..expected }
    }

    /// The type of the result.
    pub(crate) fn result(&self) -> Expected {
        let own = self.data_type();
        let size = match self.row.operation {
            Operation::Pack64 => Size::Long,
            Operation::PackHalf2
            | Operation::PackUnsigned2
            | Operation::PackSigned4
            | Operation::PackUnsigned4 => Size::NotShort,
            _ => Size::Any,
        };
        let expected = self.expect(match self.row.result {
            ResultShape::VectorFloat if own.is_long() => DataType::F64,
            ResultShape::VectorFloat => DataType::F32,
            ResultShape::VectorSigned => DataType::S32,
            ResultShape::VectorUnsigned if own.is_long() => DataType::U64,
            ResultShape::VectorUnsigned => DataType::U32,
            _ => own,
        });
        Expected { size, ..expected }
    }
}

impl<'t, 's> Checker<'t, 's> {
    /// Whether the program is of one of the NV_gpu_program languages.
    pub(crate) fn is_gpu(&self) -> bool {
        self.features.languages.meets(LanguageSet::GPU)
    }

    /// One instruction; `span` is the statement without its semicolon.
    pub(crate) fn gpu_instruction(&mut self, instruction: &'t tree::Instruction<'s>, span: Span) {
        let Some((row, suffix)) = self.opcode(instruction) else {
            return;
        };
        let words = self.words(&instruction.modifiers);
        let modifiers = self.modifiers(row, &suffix, &instruction.mnemonic, words);
        let given = Given {
            row,
            modifiers: modifiers.as_ref(),
            span,
        };
        let written = self.list(&instruction.operands);
        if row.operation.class() == Class::Flow {
            self.gpu_flow(given, written);
            return;
        }
        let parts = match row.operation.class() {
            Class::Texture => self.lookup(given, written),
            Class::Memory if row.operation != Operation::MemoryBarrier => self.memory(given, written),
            _ => self.computation(given, written),
        };
        if matches!(row.operation, Operation::InterlockBegin | Operation::InterlockEnd) {
            self.interlock(row.operation, span);
        }
        let Some((destination, operands, access)) = parts else {
            return;
        };
        if self.special(given, written, &operands).is_none() {
            return;
        }
        let Some(modifiers) = &modifiers else {
            return;
        };
        let instruction = Instruction {
            opcode: row.opcode,
            operation: row.operation_with(self.features.languages, modifiers.special),
            data_type: given.data_type(),
            clamp: modifiers.clamp,
            precise: modifiers.precise,
            update: modifiers.update,
            destination,
            operands,
            access,
        };
        self.build.push(instruction, span);
    }

    /// An instruction that only computes: its result, its operands, and what else it states.
    fn computation(
        &mut self,
        given: Given<'_>,
        written: &'t [OperandIndex],
    ) -> Option<(Option<Destination>, Vec<Operand>, Access)> {
        let row = given.row;
        let optional = row.operands.contains(&OperandShape::OptionalVector);
        let wanted = self.written_operands(row);
        if written.len() != wanted && !(optional && written.len() + 1 == wanted) {
            self.wrong_count(given.span, given.row.mnemonic, wanted, written);
            return None;
        }
        let (destination, sources) = match (row.result, written) {
            (ResultShape::None, sources) => (Some(None), sources),
            (_, [result, sources @ ..]) => (self.result(given, *result).map(Some), sources),
            (_, []) => (None, written),
        };
        let mut complete = destination.is_some();
        let mut operands = Vec::with_capacity(row.operands.len());
        let mut access = self.stated(given);
        let mut sources = sources.iter().copied();
        for shape in row.operands {
            let operand = match shape {
                OperandShape::ExtendedSwizzle => {
                    let source = sources.next()?;
                    let selectors = [sources.next()?, sources.next()?, sources.next()?, sources.next()?];
                    self.extended_swizzle(self.operand(source), selectors)
                }
                OperandShape::VectorOrCondition => {
                    let index = sources.next()?;
                    if self.is_test(index) {
                        match self.bare_condition(index) {
                            Some(condition) => access = Access::Condition(condition),
                            None => complete = false,
                        }
                        continue;
                    }
                    self.typed_source(self.operand(index), Wanted::Vector, given.expected(*shape))
                }
                OperandShape::OptionalVector if sources.len() == 0 => continue,
                OperandShape::Scalar | OperandShape::ScalarUnsigned => {
                    let index = sources.next()?;
                    let wanted = Wanted::Scalar(row.mnemonic);
                    self.typed_source(self.operand(index), wanted, given.expected(*shape))
                }
                _ => {
                    let index = sources.next()?;
                    self.typed_source(self.operand(index), Wanted::Vector, given.expected(*shape))
                }
            };
            match operand {
                Some(operand) => operands.push(operand),
                None => complete = false,
            }
        }
        if complete {
            Some((destination?, operands, access))
        } else {
            None
        }
    }

    /// The result of an instruction.
    pub(crate) fn result(&mut self, given: Given<'_>, index: OperandIndex) -> Option<Destination> {
        self.typed_destination(self.operand(index), given.result())
    }

    /// What an instruction states besides its operands.
    fn stated(&self, given: Given<'_>) -> Access {
        let Some(modifiers) = given.modifiers else {
            return Access::None;
        };
        match (given.row.operation, modifiers.storage.as_slice()) {
            (Operation::Convert, [to, from]) => Access::Conversion(Conversion {
                to: to.format,
                from: from.format,
                rounding: modifiers.rounding,
            }),
            (Operation::MemoryBarrier, _) => Access::Barrier(if modifiers.work_group {
                BarrierScope::WorkGroup
            } else {
                BarrierScope::Device
            }),
            _ => Access::None,
        }
    }

    /// Whether an operand of KIL is a condition: a test that no variable has as its name.
    pub(crate) fn is_test(&self, index: OperandIndex) -> bool {
        match &self.operand(index).value {
            Value::Path(parts) => match self.parts(parts).first() {
                Some(Part::Word(word)) => {
                    Test::of_name(word.text).is_some() && self.scope.find(word.text).is_none()
                }
                _ => false,
            },
            _ => false,
        }
    }
}
