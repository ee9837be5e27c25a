//! One instruction.

use quadrille_isa::gl::opcode::{OperandShape, ResultShape};
use quadrille_isa::gl::operation::{Class, FlowOp};
use quadrille_isa::gl::{DataType, LanguageSet, Operation, Storage, TextureTarget};

use super::number::LiteralKind;
use super::{Printer, Unprintable, labels_at};
use crate::id::InstId;
use crate::instruction::{Access, BarrierScope, Flow, Instruction, TexelOffset, TextureAccess};
use crate::operand::Operand;

impl Instruction {
    /// Whether the program does not write it.
    pub(super) fn is_implicit(&self) -> bool {
        matches!(&self.access, Access::Flow(flow) if flow.implicit)
    }

    /// Whether instructions stand in behind it.
    pub(super) fn opens_block(&self) -> bool {
        use FlowOp::{Else, If, Loop, Repeat};
        matches!(self.operation, Operation::Flow(If | Else | Repeat | Loop))
    }

    /// Whether it ends what stands in.
    pub(super) fn closes_block(&self) -> bool {
        use FlowOp::{Else, EndIf, EndLoop, EndRepeat};
        matches!(
            self.operation,
            Operation::Flow(Else | EndIf | EndRepeat | EndLoop)
        )
    }
}

impl Printer<'_> {
    pub(super) fn instruction(&self, id: InstId, instruction: &Instruction) -> Result<String, Unprintable> {
        let unprintable = |what| Unprintable {
            instruction: id,
            what,
        };
        let mut text = self.mnemonic(instruction);
        let mut parts: Vec<String> = Vec::new();
        let row = instruction.opcode.row();
        if row.result != ResultShape::None
            && let Some(to) = &instruction.destination
        {
            parts.push(self.destination(to));
        }
        match &instruction.access {
            Access::Flow(flow) => {
                parts.extend(
                    self.flow(instruction, flow)
                        .ok_or(unprintable("a subroutine variable"))?,
                );
            }
            Access::Barrier(BarrierScope::WorkGroup) => text.push_str(".CTA"),
            Access::Barrier(BarrierScope::Device) => {}
            Access::Condition(condition) => parts.push(self.condition(condition)),
            Access::Texture(_)
            | Access::Memory(_)
            | Access::Conversion(_)
            | Access::Derivative(_)
            | Access::None => {
                self.sources(instruction, &mut parts)
                    .ok_or(unprintable("an operand without a form"))?;
            }
        }
        if !parts.is_empty() {
            text.push(' ');
            text.push_str(&parts.join(", "));
        }
        text.push(';');
        Ok(text)
    }

    fn sources(&self, instruction: &Instruction, parts: &mut Vec<String>) -> Option<()> {
        let shapes = instruction
            .opcode
            .row()
            .operands_in(self.program.features().languages);
        let mut operands = instruction.operands.iter();
        let mut target = None;
        for shape in shapes {
            let kind = kind_of(instruction, *shape);
            match shape {
                OperandShape::Texture => {
                    let Access::Texture(texture) = &instruction.access else {
                        return None;
                    };
                    parts.push(self.texture(texture)?);
                }
                OperandShape::Image => {
                    let Access::Memory(memory) = &instruction.access else {
                        return None;
                    };
                    let (index, handle) = (memory.index.as_deref(), memory.handle.as_deref());
                    parts.push(self.unit("image", memory.binding, index, handle));
                    target = memory.target.map(TextureTarget::row);
                }
                OperandShape::Memory => {
                    let Access::Memory(memory) = &instruction.access else {
                        return None;
                    };
                    parts.push(self.memory(instruction, memory)?);
                }
                OperandShape::ExtendedSwizzle => parts.push(self.extended(operands.next()?, kind)),
                OperandShape::Scalar | OperandShape::ScalarUnsigned => {
                    parts.push(self.operand(operands.next()?, true, kind));
                }
                OperandShape::Vector
                | OperandShape::OptionalVector
                | OperandShape::VectorFloat
                | OperandShape::VectorSigned
                | OperandShape::VectorUnsigned
                | OperandShape::Address
                | OperandShape::Condition
                | OperandShape::VectorOrCondition
                | OperandShape::Label
                | OperandShape::Subroutine => match operands.next() {
                    Some(operand) => parts.push(self.operand(operand, false, kind)),
                    None if *shape == OperandShape::OptionalVector => {}
                    None => return None,
                },
            }
        }
        // A lookup of NV5 may have a second vector of coordinates before its texture.
        if let Some(extra) = operands.next() {
            let last = parts.len().saturating_sub(1);
            parts.insert(last, self.operand(extra, false, LiteralKind::Float));
        }
        parts.extend(target.map(|row| row.name.to_owned()));
        Some(())
    }

    /// `texture[3], 2D, (1, 0, 0)`
    fn texture(&self, texture: &TextureAccess) -> Option<String> {
        let unit = match self.meets(LanguageSet::F10) {
            true => format!("TEX{}", texture.unit),
            false => self.unit(
                "texture",
                texture.unit,
                texture.index.as_deref(),
                texture.handle.as_deref(),
            ),
        };
        let component = match texture.component {
            0 => "",
            1 => ".y",
            2 => ".z",
            _ => ".w",
        };
        let target = texture.target.row().name;
        let offset = match &texture.offset {
            None => String::new(),
            Some(TexelOffset::Constant([x, y, z])) => format!(", ({x}, {y}, {z})"),
            Some(TexelOffset::Variable(operand)) => {
                format!(", offset({})", self.operand(operand, false, LiteralKind::Signed))
            }
        };
        Some(format!("{unit}{component}, {target}{offset}"))
    }

    fn flow(&self, instruction: &Instruction, flow: &Flow) -> Option<Vec<String>> {
        let mut parts: Vec<String> = Vec::new();
        let mut condition = flow.condition.as_ref().map(|condition| self.condition(condition));
        let Operation::Flow(operation) = instruction.operation else {
            return None;
        };
        match operation {
            FlowOp::Branch | FlowOp::Call => {
                let target = flow.target?;
                let (name, _) = labels_at(self.program, target).first()?;
                let attached = condition.take().map(|condition| format!(" ({condition})"));
                parts.push(format!("{name}{}", attached.unwrap_or_default()));
            }
            FlowOp::CallIndirect => parts.push(self.called(flow.subroutine.as_ref()?)),
            FlowOp::If => parts.extend(condition.take()),
            FlowOp::Repeat | FlowOp::Loop => {
                let kind = kind_of(instruction, OperandShape::Vector);
                let text = |operand: &Operand| self.operand(operand, false, kind);
                parts.extend(instruction.operands.first().map(text));
            }
            FlowOp::Return
            | FlowOp::Else
            | FlowOp::EndIf
            | FlowOp::EndRepeat
            | FlowOp::EndLoop
            | FlowOp::Break
            | FlowOp::Continue => parts.extend(condition.take().map(|condition| format!("({condition})"))),
        }
        Some(parts)
    }
}

/// The type as which the constants of an operand are read.
fn kind_of(instruction: &Instruction, shape: OperandShape) -> LiteralKind {
    // CVT's second modifier states the type of its operand.
    let data_type = match &instruction.access {
        Access::Conversion(conversion) => {
            let (format, count) = (conversion.from, 1);
            Storage { format, count }.data_type()
        }
        Access::None
        | Access::Texture(_)
        | Access::Flow(_)
        | Access::Condition(_)
        | Access::Memory(_)
        | Access::Barrier(_)
        | Access::Derivative(_) => instruction.data_type,
    };
    let own = match data_type {
        DataType::S32 | DataType::S64 => LiteralKind::Signed,
        DataType::U32 | DataType::U64 => LiteralKind::Unsigned,
        DataType::F64 => LiteralKind::Double,
        DataType::F32 | DataType::F16 | DataType::Fx12 => LiteralKind::Float,
    };
    let coordinates = instruction.operation.class() == Class::Texture;
    match shape {
        // CEIL and opcodes like it read floats of the size of their result.
        OperandShape::VectorFloat if instruction.data_type.is_long() && !coordinates => LiteralKind::Double,
        OperandShape::VectorFloat => LiteralKind::Float,
        OperandShape::VectorSigned => LiteralKind::Signed,
        OperandShape::VectorUnsigned | OperandShape::ScalarUnsigned => LiteralKind::Unsigned,
        OperandShape::Vector
        | OperandShape::OptionalVector
        | OperandShape::Scalar
        | OperandShape::ExtendedSwizzle
        | OperandShape::Address
        | OperandShape::Texture
        | OperandShape::Image
        | OperandShape::Memory
        | OperandShape::Condition
        | OperandShape::VectorOrCondition
        | OperandShape::Label
        | OperandShape::Subroutine => match coordinates {
            true => LiteralKind::Float,
            false => own,
        },
    }
}
