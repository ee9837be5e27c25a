//! Images: their types and variables, and the instructions that read, write and change texels.

use rspirv::dr::{Instruction, Operand};
use rspirv::spirv::{Capability, Decoration, ImageFormat, ImageOperands, Op, StorageClass, Word};

use super::printer::{ImageVariable, Printer, TypeKey};
use crate::form::{Expression, Image, Scalar, Texel, Type};
use crate::reflect;

impl Printer<'_> {
    pub(super) fn stored_images(&mut self) {
        let shader = self.shader;
        let storage = StorageClass::UniformConstant;
        let locations = reflect::locations(shader, self.options);
        let behind = locations.last().copied().unwrap_or_default() + shader.textures.len() as u32;
        for (at, image) in shader.images.iter().enumerate() {
            let of = self.stored_image(image);
            let id = self.global(storage, of, &image.name);
            self.decorate(id, Decoration::DescriptorSet, &[0]);
            self.decorate(id, Decoration::Binding, &[image.binding]);
            if !self.vulkan {
                self.decorate(id, Decoration::Location, &[behind + at as u32]);
            }
            if image.coherent {
                self.decorate(id, Decoration::Coherent, &[]);
            }
            if !image.reads {
                self.decorate(id, Decoration::NonReadable, &[]);
            }
            if !image.writes {
                self.decorate(id, Decoration::NonWritable, &[]);
            }
            self.images.push(ImageVariable { variable: id, of });
        }
    }

    fn stored_image(&mut self, image: &Image) -> Word {
        let of = self.value_type(Type::new(image.texel, 1));
        let shape = &image.shape;
        let words = shape.words();
        for capability in words.stored {
            self.need(*capability);
        }
        let format = match image.format {
            Some(format) => {
                if !format.row().common {
                    self.need(Capability::StorageImageExtendedFormats);
                }
                format.row().word
            }
            None => {
                if image.reads {
                    self.need(Capability::StorageImageReadWithoutFormat);
                }
                if image.writes {
                    self.need(Capability::StorageImageWriteWithoutFormat);
                }
                ImageFormat::Unknown
            }
        };
        if (shape.array() || shape.dimensions() > 1) && !self.options.target.is_spirv() {
            // naga takes coordinates apart into this type, and wants to have met it.
            self.value_type(Type::new(Scalar::Int, shape.dimensions()));
        }
        self.known(TypeKey::StoredImage(*shape, image.texel, format), |printer| {
            let number = |value| Operand::LiteralBit32(value);
            printer.fresh(
                Op::TypeImage,
                vec![
                    Operand::IdRef(of),
                    Operand::Dim(words.dim),
                    number(0),
                    number(u32::from(shape.array())),
                    number(u32::from(shape.multisample())),
                    // Used without a sampler, and stored to.
                    number(2),
                    Operand::ImageFormat(format),
                ],
            )
        })
    }

    /// The image itself, in the block at hand.
    fn image_value(&mut self, image: u32) -> Word {
        let ImageVariable { variable, of } = self.images[image as usize];
        self.emit_on(Op::Load, of, &[variable])
    }

    /// Image and place of a texel, and its sample behind what an instruction takes besides.
    fn texel_operands(&mut self, texel: &Texel, value: Option<Word>) -> Vec<Operand> {
        let image = self.image_value(texel.image);
        let place = self.value(&texel.coordinates);
        let operands = [Some(image), Some(place), value];
        let mut operands: Vec<Operand> = operands.into_iter().flatten().map(Operand::IdRef).collect();
        if let Some(sample) = &texel.sample {
            let sample = self.value(sample);
            operands.push(Operand::ImageOperands(ImageOperands::SAMPLE));
            operands.push(Operand::IdRef(sample));
        }
        operands
    }

    pub(super) fn texel(&mut self, texel: &Texel, ty: Type) -> Word {
        let operands = self.texel_operands(texel, None);
        let of = self.value_type(ty);
        self.emit(Op::ImageRead, of, operands)
    }

    pub(super) fn sparse_texel(&mut self, texel: &Texel, ty: Type) -> Word {
        let operands = self.texel_operands(texel, None);
        let of = self.value_type(ty);
        self.sparse_value(Op::ImageSparseRead, of, operands)
    }

    pub(super) fn store_texel(&mut self, texel: &Texel, value: &Expression) {
        let value = self.value(value);
        let operands = self.texel_operands(texel, Some(value));
        self.put(Instruction::new(Op::ImageWrite, None, None, operands));
    }

    /// The pointer to a texel that is changed in one step, and its type.
    pub(super) fn texel_pointer(&mut self, texel: &Texel) -> (Word, Type) {
        let ty = Type::new(self.shader.images[texel.image as usize].texel, 1);
        let of = self.value_type(ty);
        let pointer = self.pointer(StorageClass::Image, of);
        let image = self.images[texel.image as usize].variable;
        let place = self.value(&texel.coordinates);
        let sample = match &texel.sample {
            Some(sample) => self.value(sample),
            None => self.number(Scalar::Int, 0),
        };
        (
            self.emit_on(Op::ImageTexelPointer, pointer, &[image, place, sample]),
            ty,
        )
    }

    pub(super) fn image_query(&mut self, op: Op, image: u32, ty: Type) -> Word {
        self.need(Capability::ImageQuery);
        let image = self.image_value(image);
        let of = self.value_type(ty);
        self.emit_on(op, of, &[image])
    }
}
