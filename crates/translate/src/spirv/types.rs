//! Types and constants, each declared once.

use rspirv::dr::{Instruction, Operand};
use rspirv::spirv::{Capability, ImageFormat, Op, StorageClass, Word};

use super::printer::{Printer, TypeKey};
use crate::form::{Scalar, TextureShape, Type};

impl Printer<'_> {
    /// The type of values.
    pub(super) fn value_type(&mut self, ty: Type) -> Word {
        if let Some(known) = self.types.get(&TypeKey::Value(ty)) {
            return *known;
        }
        let id = if ty.is_scalar() {
            match ty.scalar {
                Scalar::Bool => self.builder.type_bool(),
                Scalar::Int => self.builder.type_int(32, 1),
                Scalar::Uint => self.builder.type_int(32, 0),
                Scalar::Float => self.builder.type_float(32, None),
                Scalar::Long | Scalar::Ulong => {
                    self.need(Capability::Int64);
                    let signed = u32::from(ty.scalar == Scalar::Long);
                    self.builder.type_int(64, signed)
                }
                Scalar::Double => {
                    self.need(Capability::Float64);
                    self.builder.type_float(64, None)
                }
            }
        } else {
            let one = self.value_type(ty.with_width(1));
            self.builder.type_vector(one, u32::from(ty.width))
        };
        self.types.insert(TypeKey::Value(ty), id);
        id
    }

    pub(super) fn void(&mut self) -> Word {
        self.known(TypeKey::Void, |printer| printer.builder.type_void())
    }

    pub(super) fn pointer(&mut self, storage: StorageClass, to: Word) -> Word {
        self.known(TypeKey::Pointer(storage, to), |printer| {
            printer.fresh(
                Op::TypePointer,
                vec![Operand::StorageClass(storage), Operand::IdRef(to)],
            )
        })
    }

    pub(super) fn array(&mut self, of: Word, length: u32) -> Word {
        let count = self.number(Scalar::Uint, length);
        self.known(TypeKey::Array(of, length), |printer| {
            printer.fresh(Op::TypeArray, vec![Operand::IdRef(of), Operand::IdRef(count)])
        })
    }

    pub(super) fn function_type(&mut self, result: Word, arguments: &[Word]) -> Word {
        self.known(TypeKey::Function(result, arguments.to_vec()), |printer| {
            let all = std::iter::once(result).chain(arguments.iter().copied());
            printer.fresh(Op::TypeFunction, all.map(Operand::IdRef).collect())
        })
    }

    /// The type of a texture without its sampler.
    pub(super) fn image(&mut self, shape: &TextureShape, texel: Scalar) -> Word {
        let of = self.value_type(Type::new(texel, 1));
        if shape.array() && !self.options.target.is_spirv() {
            // naga takes coordinates of a fetch apart into this type, and wants to have met it.
            self.value_type(Type::new(Scalar::Int, shape.dimensions()));
        }
        let words = shape.words();
        for capability in words.sampled {
            self.need(*capability);
        }
        self.known(TypeKey::Image(*shape, texel), |printer| {
            let number = |value| Operand::LiteralBit32(value);
            printer.fresh(
                Op::TypeImage,
                vec![
                    Operand::IdRef(of),
                    Operand::Dim(words.dim),
                    number(u32::from(shape.shadow)),
                    number(u32::from(shape.array())),
                    number(u32::from(shape.multisample())),
                    // Used with a sampler, not stored to.
                    number(1),
                    Operand::ImageFormat(ImageFormat::Unknown),
                ],
            )
        })
    }

    pub(super) fn sampler(&mut self) -> Word {
        self.known(TypeKey::Sampler, |printer| {
            printer.fresh(Op::TypeSampler, Vec::new())
        })
    }

    pub(super) fn sampled_image(&mut self, image: Word) -> Word {
        self.known(TypeKey::SampledImage(image), |printer| {
            printer.fresh(Op::TypeSampledImage, vec![Operand::IdRef(image)])
        })
    }

    pub(super) fn sparse(&mut self, of: Word) -> Word {
        let code = self.value_type(Type::INT);
        self.known(TypeKey::Sparse(of), |printer| {
            printer.fresh(Op::TypeStruct, vec![Operand::IdRef(code), Operand::IdRef(of)])
        })
    }

    pub(super) fn known(&mut self, key: TypeKey, make: impl FnOnce(&mut Self) -> Word) -> Word {
        if let Some(known) = self.types.get(&key) {
            return *known;
        }
        let id = make(self);
        self.types.insert(key, id);
        id
    }

    /// A type of its own, even if another is declared alike: blocks and their arrays are decorated.
    pub(super) fn fresh(&mut self, op: Op, operands: Vec<Operand>) -> Word {
        let id = self.builder.id();
        let types = &mut self.builder.module_mut().types_global_values;
        types.push(Instruction::new(op, None, Some(id), operands));
        id
    }

    /// A scalar constant by its bits; of a truth value 0 or 1.
    pub(super) fn number(&mut self, scalar: Scalar, bits: u32) -> Word {
        self.constant(Type::new(scalar, 1), [u64::from(bits); 4])
    }

    /// A constant by the bits of its components.
    pub(super) fn constant(&mut self, ty: Type, bits: [u64; 4]) -> Word {
        let of = self.value_type(ty);
        let mut key = bits;
        key[usize::from(ty.width)..].fill(0);
        if let Some(known) = self.constants.get(&(of, key)) {
            return *known;
        }
        let id = if ty.is_scalar() {
            match (ty.scalar, bits[0]) {
                (Scalar::Bool, 0) => self.builder.constant_false(of),
                (Scalar::Bool, _) => self.builder.constant_true(of),
                (scalar, bits) if scalar.is_long() => self.builder.constant_bit64(of, bits),
                (_, bits) => self.builder.constant_bit32(of, bits as u32),
            }
        } else {
            let parts: Vec<Word> = bits[..usize::from(ty.width)]
                .iter()
                .map(|bits| self.constant(ty.with_width(1), [*bits; 4]))
                .collect();
            self.builder.constant_composite(of, parts)
        };
        self.constants.insert((of, key), id);
        id
    }
}
