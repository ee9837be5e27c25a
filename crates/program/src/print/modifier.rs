//! Mnemonics with their suffixes, or with their dot modifiers.

use quadrille_isa::gl::modifier::{BaseType, MODIFIERS, ModifierKind};
use quadrille_isa::gl::operation::{ArithmeticOp, ConversionOp};
use quadrille_isa::gl::{Clamp, DataType, LanguageSet, Operation};

use super::Printer;
use crate::instruction::{Access, Instruction};

impl Printer<'_> {
    pub(super) fn mnemonic(&self, instruction: &Instruction) -> String {
        if self.is_gpu() {
            self.dotted(instruction)
        } else {
            self.suffixed(instruction)
        }
    }

    /// `ADDHC_SAT`
    fn suffixed(&self, instruction: &Instruction) -> String {
        let languages = self.program.features().languages;
        let mut text = instruction.opcode.row().mnemonic.to_owned();
        let allowed = instruction.opcode.suffixes(languages);
        let short = instruction.destination.is_some_and(|to| to.short);
        let usual = if short && self.meets(LanguageSet::F10.or(LanguageSet::AF1)) {
            DataType::F16
        } else {
            DataType::F32
        };
        if allowed.float && instruction.data_type != usual {
            text.push(match instruction.data_type {
                DataType::F16 => 'H',
                DataType::Fx12 => 'X',
                DataType::F32
                | DataType::F64
                | DataType::S32
                | DataType::U32
                | DataType::S64
                | DataType::U64 => 'R',
            });
        }
        text.push_str(match instruction.update {
            None => "",
            Some(0) => "C",
            Some(_) => "C1",
        });
        text.push_str(match instruction.clamp {
            Clamp::None => "",
            Clamp::Saturate => "_SAT",
            Clamp::SignedSaturate => "_SSAT",
        });
        text
    }

    /// `ADD.S.CC1.SAT`
    fn dotted(&self, instruction: &Instruction) -> String {
        let row = instruction.opcode.row();
        let mut text = row.mnemonic.to_owned();
        for kind in kinds(instruction) {
            let named = MODIFIERS.iter().find(|row| row.kind == kind);
            if let Some(named) = named {
                text.push('.');
                text.push_str(named.name);
            }
        }
        text
    }
}

/// The modifiers of an instruction in the order in which they are written.
fn kinds(instruction: &Instruction) -> Vec<ModifierKind> {
    let mut kinds = Vec::new();
    let base = match instruction.data_type {
        DataType::S32 => BaseType::Signed,
        DataType::U32 => BaseType::Unsigned,
        DataType::Fx12 | DataType::F16 | DataType::F32 | DataType::F64 | DataType::S64 | DataType::U64 => {
            BaseType::Float
        }
    };
    let row = instruction.opcode.row();
    match instruction.operation {
        Operation::Arithmetic(ArithmeticOp::Multiply24) => kinds.push(ModifierKind::Multiply24(base)),
        // The two formats say it.
        Operation::Conversion(ConversionOp::Convert) => {}
        _ if memory_format(instruction) => {}
        _ if row
            .data_type(None)
            .is_none_or(|usual| usual == instruction.data_type) => {}
        _ if instruction.data_type.is_long() => {
            kinds.extend(
                MODIFIERS
                    .iter()
                    .map(|row| row.kind)
                    .find(|kind| row.data_type(Some(*kind)) == Some(instruction.data_type)),
            );
        }
        _ => kinds.push(ModifierKind::Base(base)),
    }
    if instruction.operation == Operation::Arithmetic(ArithmeticOp::MultiplyHigh) {
        kinds.push(ModifierKind::High);
    }
    if let Access::Conversion(conversion) = &instruction.access {
        for format in [conversion.to, conversion.from] {
            kinds.push(ModifierKind::Storage(quadrille_isa::gl::Storage {
                format,
                count: 1,
            }));
        }
        kinds.push(ModifierKind::Rounding(conversion.rounding));
    }
    if let Access::Derivative(control) = instruction.access {
        kinds.push(ModifierKind::Derivative(control));
    }
    if let Access::Texture(texture) = &instruction.access {
        if texture.lod_clamp {
            kinds.push(ModifierKind::LodClamp);
        }
        if texture.sparse {
            kinds.push(ModifierKind::Sparse);
        }
    }
    if let Access::Memory(memory) = &instruction.access {
        kinds.extend(memory.atomic.map(ModifierKind::Atomic));
        kinds.extend(memory.counter.map(ModifierKind::Counter));
        kinds.extend(memory.storage.map(ModifierKind::Storage));
        let words = [
            (memory.coherent, ModifierKind::Coherent),
            (memory.volatile, ModifierKind::Volatile),
            (memory.sparse, ModifierKind::Sparse),
        ];
        kinds.extend(
            words
                .into_iter()
                .filter(|(present, _)| *present)
                .map(|(_, kind)| kind),
        );
    }
    if instruction.precise {
        kinds.push(ModifierKind::Precise);
    }
    if let Some(register) = instruction.update {
        kinds.push(ModifierKind::Update(register));
    }
    if instruction.clamp != Clamp::None {
        kinds.push(ModifierKind::Clamp(instruction.clamp));
    }
    kinds
}

/// Whether a format of memory says the type.
fn memory_format(instruction: &Instruction) -> bool {
    matches!(&instruction.access, Access::Memory(memory) if memory.storage.is_some())
}
