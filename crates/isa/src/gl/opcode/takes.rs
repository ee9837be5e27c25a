//! Which suffixes and modifiers an opcode takes.
//!
//! In the NV_gpu_program languages the columns of Table X.13 say it for types, condition codes and clamps; the rest follows from what the
//! opcode does (NV_gpu_program5 2.X.4.1). Whether a modifier exists in a program at all is its own row's
//! availability; whether two fit each other, as CVT's clamp and its result's type, the checker asks.

use quadrille_numerics::convert::Format;

use super::{Column, DefaultType, Opcode, OpcodeRow, ResultShape, Suffixes};
use crate::gl::availability::{Features, Missing};
use crate::gl::language::LanguageSet;
use crate::gl::modifier::{BaseType, ModifierKind};
use crate::gl::numeric::DataType;
use crate::gl::operation::{
    ArithmeticOp, Class, ConversionOp, FlowOp, Lod, MemoryOp, Operation, Space, StageOp, TextureOp,
};
use crate::gl::option::ProgramOption;
use crate::gl::storage::Storage;

impl OpcodeRow {
    /// The numbers of storage modifiers that must and may stand on the opcode: one on memory instructions, two on CVT.
    /// On arithmetic a storage modifier is a data type with a size, and up to one may stand.
    pub fn storage_modifiers(&self, features: &Features) -> std::ops::RangeInclusive<usize> {
        let formatted = features
            .options
            .contains(ProgramOption::ExtShaderImageLoadFormatted);
        let Operation::Memory(operation) = self.operation else {
            let converts = self.operation == Operation::Conversion(ConversionOp::Convert);
            return if converts { 2..=2 } else { 0..=1 };
        };
        match operation {
            MemoryOp::Store(Space::Image) | MemoryOp::Atomic(Space::Counter) => 0..=1,
            MemoryOp::Load(Space::Image) if formatted => 0..=1,
            MemoryOp::Load(_) | MemoryOp::Store(_) | MemoryOp::Atomic(_) => 1..=1,
            MemoryOp::QueryImageSize | MemoryOp::QueryImageSamples | MemoryOp::Barrier => 0..=1,
        }
    }

    /// The type that the opcode computes in, by its type modifier (a base type, a size, S24 or U24), or its
    /// default type without one; `None` for opcodes without a type, and for modifiers that state none.
    pub const fn data_type(&self, modifier: Option<ModifierKind>) -> Option<DataType> {
        let base = match modifier {
            Some(ModifierKind::Storage(storage)) => return Some(storage.data_type()),
            Some(ModifierKind::Base(base) | ModifierKind::Multiply24(base)) => base,
            Some(_) => return None,
            None => match self.columns.default {
                DefaultType::None => return None,
                DefaultType::Float => BaseType::Float,
                DefaultType::Signed => BaseType::Signed,
                DefaultType::Unsigned => BaseType::Unsigned,
            },
        };
        Some(match base {
            BaseType::Float => DataType::F32,
            BaseType::Signed => DataType::S32,
            BaseType::Unsigned => DataType::U32,
        })
    }

    /// The operation of the opcode with the special modifier of MUL, if one stands on it.
    pub fn operation_with(&self, languages: LanguageSet, special: Option<ModifierKind>) -> Operation {
        match special {
            Some(ModifierKind::High) => Operation::Arithmetic(ArithmeticOp::MultiplyHigh),
            Some(ModifierKind::Multiply24(_)) => Operation::Arithmetic(ArithmeticOp::Multiply24),
            _ => self.operation_in(languages),
        }
    }

    /// Whether exactly one atomic operation must stand on the opcode.
    pub const fn needs_atomic(&self) -> bool {
        matches!(
            self.operation,
            Operation::Memory(MemoryOp::Atomic(
                Space::Global | Space::Storage | Space::Shared | Space::Image | Space::Constant
            ))
        )
    }

    /// Whether the opcode takes a modifier; if not, whether an option would help.
    pub fn takes(&self, kind: ModifierKind, features: &Features) -> Result<(), Missing> {
        match kind {
            ModifierKind::Storage(storage) => self.takes_storage(storage, features),
            // A formatted image load names the type of its result (EXT_shader_image_load_formatted).
            ModifierKind::Base(_) if self.operation == Operation::Memory(MemoryOp::Load(Space::Image)) => {
                let formatted = ProgramOption::ExtShaderImageLoadFormatted;
                let named = features.options.contains(formatted);
                if named {
                    Ok(())
                } else {
                    Err(Missing::Option(formatted))
                }
            }
            kind => match self.takes_by_meaning(kind) {
                true => Ok(()),
                false => Err(Missing::Language),
            },
        }
    }

    /// Whether the opcode takes a modifier other than a storage modifier.
    pub(super) fn takes_by_meaning(&self, kind: ModifierKind) -> bool {
        let is_multiply = self.operation == Operation::Arithmetic(ArithmeticOp::Multiply);
        match kind {
            ModifierKind::Base(BaseType::Float) => self.columns.float != Column::No,
            ModifierKind::Base(BaseType::Signed | BaseType::Unsigned) => self.columns.integer != Column::No,
            ModifierKind::Storage(_) => false,
            ModifierKind::Update(_) => self.columns.condition,
            ModifierKind::Clamp(_) => self.columns.saturate,
            ModifierKind::NoTypeCheck => {
                let checked = matches!(
                    self.operation,
                    Operation::Kill
                        | Operation::Flow(FlowOp::Repeat)
                        | Operation::Stage(StageOp::EmitVertexOnStream)
                );
                let touches =
                    matches!(self.operation, Operation::Memory(operation) if operation != MemoryOp::Barrier);
                self.result != ResultShape::None || touches || checked
            }
            ModifierKind::Multiply24(_) | ModifierKind::High => is_multiply,
            ModifierKind::Atomic(_) => self.needs_atomic(),
            ModifierKind::Counter(_) => self.operation == Operation::Memory(MemoryOp::Atomic(Space::Counter)),
            ModifierKind::Coherent | ModifierKind::Volatile => matches!(
                self.operation,
                Operation::Memory(
                    MemoryOp::Load(Space::Global | Space::Storage | Space::Shared | Space::Image)
                        | MemoryOp::Store(Space::Global | Space::Storage | Space::Shared | Space::Image)
                )
            ),
            ModifierKind::Rounding(_) => self.operation == Operation::Conversion(ConversionOp::Convert),
            ModifierKind::Precise => self.operation.class().is_arithmetic(),
            ModifierKind::WorkGroup => self.operation == Operation::Memory(MemoryOp::Barrier),
            // Lookups, loads and atomics, for a store reads nothing (ARB_sparse_texture2 2.X.4.1).
            ModifierKind::Sparse => {
                let looks_up =
                    matches!(self.operation, Operation::Texture(operation) if !operation.is_query());
                let image = matches!(
                    self.operation,
                    Operation::Memory(MemoryOp::Load(Space::Image) | MemoryOp::Atomic(Space::Image))
                );
                looks_up || image
            }
            ModifierKind::Derivative(_) => matches!(self.operation, Operation::Derivative(_)),
            ModifierKind::LodClamp => matches!(
                self.operation,
                Operation::Texture(TextureOp::Sample(Lod::Implicit | Lod::Bias | Lod::Derivatives))
            ),
        }
    }

    fn takes_storage(&self, storage: Storage, features: &Features) -> Result<(), Missing> {
        let sized = || self.takes_sized_type(storage, features.languages);
        let takes = match self.operation {
            Operation::Conversion(ConversionOp::Convert) => storage.count == 1,
            Operation::Memory(operation) => match operation {
                MemoryOp::Load(Space::Image) | MemoryOp::Store(Space::Image) if !fits_image(storage) => {
                    return takes_extended(storage, features);
                }
                MemoryOp::Load(_) | MemoryOp::Store(_) if storage.format == Format::F16 => {
                    return takes_extended(storage, features);
                }
                MemoryOp::Load(_) | MemoryOp::Store(_) => true,
                MemoryOp::Atomic(Space::Counter) => {
                    storage
                        == Storage {
                            format: Format::U32,
                            count: 1,
                        }
                }
                // Which formats go with which atomic operation is the table of `gl::atomic`.
                MemoryOp::Atomic(_) => true,
                MemoryOp::QueryImageSize | MemoryOp::QueryImageSamples | MemoryOp::Barrier => sized(),
            },
            Operation::Conversion(_)
            | Operation::Arithmetic(_)
            | Operation::Texture(_)
            | Operation::Derivative(_)
            | Operation::Interpolation(_)
            | Operation::Kill
            | Operation::Address(_)
            | Operation::Flow(_)
            | Operation::Group(_)
            | Operation::Stage(_) => sized(),
        };
        if takes { Ok(()) } else { Err(Missing::Language) }
    }

    /// A data type with its size, F32 to U64, on an arithmetic opcode.
    fn takes_sized_type(&self, storage: Storage, languages: LanguageSet) -> bool {
        let column = match storage.format {
            Format::F32 | Format::F64 => self.columns.float,
            Format::S32 | Format::S64 | Format::U32 | Format::U64 => self.columns.integer,
            Format::F16 | Format::S8 | Format::S16 | Format::U8 | Format::U16 => Column::No,
        };
        let fits = match column {
            Column::No => false,
            Column::Yes => storage.format.bits() == 32,
            Column::Long => true,
        };
        fits && storage.count == 1 && languages.meets(LanguageSet::NV5)
    }
}

/// The storages of loads and stores in every space with NV_gpu_program5_mem_extended (2.X.6): F16, and vectors of
/// numbers of 8 and 16 bits.
fn takes_extended(storage: Storage, features: &Features) -> Result<(), Missing> {
    let extended = ProgramOption::NvGpuProgram5MemExtended;
    if storage.format.bits() > 16 {
        Err(Missing::Language)
    } else if features.options.contains(extended) {
        Ok(())
    } else {
        Err(Missing::Option(extended))
    }
}

/// EXT_shader_image_load_store Table X.3: 4x32, 2x32, 1x32, 1x16 and 1x8.
const fn fits_image(storage: Storage) -> bool {
    match storage.format {
        Format::F32 | Format::S32 | Format::U32 => true,
        Format::S16 | Format::U16 | Format::S8 | Format::U8 => storage.count == 1,
        Format::F16 | Format::F64 | Format::S64 | Format::U64 => false,
    }
}

impl Opcode {
    /// The suffixes that the opcode takes in a program of these languages.
    pub fn suffixes(self, languages: LanguageSet) -> Suffixes {
        let row = self.row();
        if languages.meets(LanguageSet::GPU) {
            let condition = row.columns.condition;
            return Suffixes {
                // `R` is the modifier `F` (NV_gpu_program4 Table X.15); the table has a column for `H` alone.
                float: row.columns.float != Column::No,
                half: row.columns.half,
                fixed: false,
                condition,
                numbered: condition,
                saturate: row.columns.saturate,
                signed_saturate: row.columns.saturate,
            };
        }
        if languages.meets(LanguageSet::F10.or(LanguageSet::AF1).or(LanguageSet::AF2)) {
            return row.legacy.suffixes(languages.meets(LanguageSet::AF2));
        }
        let class = row.operation.class();
        let updates = !matches!(class, Class::Flow) && !matches!(self, Opcode::Pusha | Opcode::Popa);
        if languages.meets(LanguageSet::AV3) {
            let saturate = updates && !matches!(class, Class::Address);
            return Suffixes {
                condition: updates,
                numbered: updates,
                saturate,
                ..Suffixes::default()
            };
        }
        Suffixes {
            condition: updates && languages.meets(LanguageSet::V20.or(LanguageSet::AV2)),
            saturate: self != Opcode::Kil && languages.meets(LanguageSet::AF),
            ..Suffixes::default()
        }
    }
}
