//! Lookups in textures. A projection is a division before the lookup.

use rspirv::dr::Operand;
use rspirv::spirv::{Capability, ImageOperands, Op, Word};

use super::printer::Printer;
use crate::form::{
    Binary, Expression, Lookup, LookupKind, LookupLod, Lvalue, Offset, Scalar, SparseRead, Texture, Type,
};

impl Printer<'_> {
    pub(super) fn lookup(&mut self, lookup: &Lookup, ty: Type) -> Word {
        let shader = self.shader;
        let texture = &shader.textures[lookup.texture as usize];
        let of = self.value_type(ty);
        match lookup.kind {
            LookupKind::Sample => self.sample(lookup, texture, of),
            LookupKind::Fetch => {
                let image = self.texture_image(lookup.texture);
                let coordinates = self.value(&lookup.coordinates);
                let extra = self.image_operands(lookup, texture);
                self.image_instruction(Op::ImageFetch, of, &[image, coordinates], extra)
            }
            LookupKind::Gather(component) => {
                let image = self.texture_with_sampler(lookup.texture);
                let coordinates = self.value(&lookup.coordinates);
                let (op, third) = match &lookup.reference {
                    Some(reference) => (Op::ImageDrefGather, self.value(reference)),
                    None => (Op::ImageGather, self.number(Scalar::Int, u32::from(component))),
                };
                let extra = self.image_operands(lookup, texture);
                self.image_instruction(op, of, &[image, coordinates, third], extra)
            }
            LookupKind::Size => {
                self.need(Capability::ImageQuery);
                let image = self.texture_image(lookup.texture);
                let shape = &texture.shape;
                match &lookup.lod {
                    LookupLod::Explicit(level) if shape.has_levels() => {
                        let level = self.value(level);
                        self.emit_on(Op::ImageQuerySizeLod, of, &[image, level])
                    }
                    LookupLod::Implicit
                    | LookupLod::Bias(_)
                    | LookupLod::Explicit(_)
                    | LookupLod::Gradient(..)
                    | LookupLod::Sample(_) => self.emit_on(Op::ImageQuerySize, of, &[image]),
                }
            }
            LookupKind::Levels => {
                self.need(Capability::ImageQuery);
                let image = self.texture_image(lookup.texture);
                self.emit_on(Op::ImageQueryLevels, of, &[image])
            }
            LookupKind::Samples => {
                self.need(Capability::ImageQuery);
                let image = self.texture_image(lookup.texture);
                self.emit_on(Op::ImageQuerySamples, of, &[image])
            }
            LookupKind::Level => {
                self.need(Capability::ImageQuery);
                let image = self.texture_with_sampler(lookup.texture);
                let coordinates = self.value(&lookup.coordinates);
                self.emit_on(Op::ImageQueryLod, of, &[image, coordinates])
            }
        }
    }

    fn sample(&mut self, lookup: &Lookup, texture: &Texture, of: Word) -> Word {
        let image = self.texture_with_sampler(lookup.texture);
        let divided = |value: &Expression| match &lookup.divisor {
            Some(divisor) => Expression::binary(Binary::Divide, value.clone(), divisor.clone()),
            None => value.clone(),
        };
        let coordinates = self.value(&divided(&lookup.coordinates));
        let mut values = vec![image, coordinates];
        if let Some(reference) = &lookup.reference {
            values.push(self.value(&divided(reference)));
        }
        let extra = self.image_operands(lookup, texture);
        let explicit = extra.0.intersects(ImageOperands::LOD | ImageOperands::GRAD);
        let op = match (lookup.reference.is_some(), explicit) {
            (false, false) => Op::ImageSampleImplicitLod,
            (false, true) => Op::ImageSampleExplicitLod,
            (true, false) => Op::ImageSampleDrefImplicitLod,
            (true, true) => Op::ImageSampleDrefExplicitLod,
        };
        self.image_instruction(op, of, &values, extra)
    }

    fn image_instruction(
        &mut self,
        op: Op,
        of: Word,
        values: &[Word],
        (which, extra): (ImageOperands, Vec<Word>),
    ) -> Word {
        let mut operands: Vec<Operand> = values.iter().copied().map(Operand::IdRef).collect();
        if !which.is_empty() {
            operands.push(Operand::ImageOperands(which));
            operands.extend(extra.into_iter().map(Operand::IdRef));
        }
        match std::mem::take(&mut self.sparse) {
            true => self.sparse_value(sparse_opcode(op), of, operands),
            false => self.emit(op, of, operands),
        }
    }

    /// The value of an instruction that tells besides whether its texels are resident, which is kept.
    pub(super) fn sparse_value(&mut self, op: Op, of: Word, operands: Vec<Operand>) -> Word {
        self.need(Capability::SparseResidency);
        let both = self.sparse(of);
        let both = self.emit(op, both, operands);
        let part = |number| vec![Operand::IdRef(both), Operand::LiteralBit32(number)];
        let (code, truth) = (self.value_type(Type::INT), self.value_type(Type::BOOL));
        let code = self.emit(Op::CompositeExtract, code, part(0));
        self.resident = Some(self.emit_on(Op::ImageSparseTexelsResident, truth, &[code]));
        self.emit(Op::CompositeExtract, of, part(1))
    }

    /// A lookup or a load that tells whether its texels are resident.
    pub(super) fn sparse_read(&mut self, read: &SparseRead, texel: &Lvalue, resident: &Lvalue) {
        let Some((_, _, ty)) = self.pointer_to(texel) else {
            return;
        };
        let value = match read {
            SparseRead::Lookup(lookup) => {
                // Its arguments have no lookups that tell: those are statements.
                self.sparse = true;
                self.lookup(lookup, ty)
            }
            SparseRead::Texel(place) => self.sparse_texel(place, ty),
        };
        self.assign(texel, None, value, ty);
        if let Some(answer) = self.resident.take() {
            self.assign(resident, None, answer, Type::BOOL);
        }
    }

    /// Level, derivatives, offset, sample and smallest level, in the order of their bits.
    fn image_operands(&mut self, lookup: &Lookup, texture: &Texture) -> (ImageOperands, Vec<Word>) {
        let shape = &texture.shape;
        let (mut which, mut values) = (ImageOperands::NONE, Vec::new());
        // Rectangles, buffers and multisample textures have one level.
        let levels = shape.has_levels();
        match &lookup.lod {
            LookupLod::Bias(bias) if levels => {
                which |= ImageOperands::BIAS;
                values.push(self.value(bias));
            }
            LookupLod::Explicit(level) if levels => {
                which |= ImageOperands::LOD;
                values.push(self.value(level));
            }
            LookupLod::Gradient(x, y) => {
                which |= ImageOperands::GRAD;
                values.push(self.value(x));
                values.push(self.value(y));
            }
            // Outside fragment shaders nothing gives a level; a rectangle takes none, but derivatives.
            LookupLod::Implicit | LookupLod::Explicit(_) | LookupLod::Bias(_)
                if lookup.kind == LookupKind::Sample && !self.takes_derivatives() =>
            {
                let zero = self.number(Scalar::Float, 0);
                if shape.rectangle() {
                    let none = self.constant(Type::new(Scalar::Float, 2), [0; 4]);
                    which |= ImageOperands::GRAD;
                    values.extend([none, none]);
                } else {
                    which |= ImageOperands::LOD;
                    values.push(zero);
                }
            }
            LookupLod::Implicit | LookupLod::Bias(_) | LookupLod::Explicit(_) | LookupLod::Sample(_) => {}
        }
        match &lookup.offset {
            None => {}
            Some(Offset::Constant(numbers)) => {
                which |= ImageOperands::CONST_OFFSET;
                let ty = Type::new(Scalar::Int, numbers.len() as u8);
                let mut bits = [0; 4];
                for (bits, number) in bits.iter_mut().zip(numbers) {
                    *bits = u64::from(*number as u32);
                }
                values.push(self.constant(ty, bits));
            }
            Some(Offset::Variable(offset)) => {
                self.need(Capability::ImageGatherExtended);
                which |= ImageOperands::OFFSET;
                values.push(self.value(offset));
            }
        }
        if let LookupLod::Sample(sample) = &lookup.lod {
            which |= ImageOperands::SAMPLE;
            values.push(self.value(sample));
        }
        if let Some(clamp) = &lookup.clamp {
            self.need(Capability::MinLod);
            which |= ImageOperands::MIN_LOD;
            values.push(self.value(clamp));
        }
        (which, values)
    }

    fn takes_derivatives(&self) -> bool {
        self.shader.stage == quadrille_isa::gl::Stage::Fragment
    }

    /// A texture together with its sampler, in the block at hand.
    fn texture_with_sampler(&mut self, texture: u32) -> Word {
        let variables = self.textures[texture as usize];
        let image_type = variables.image;
        let both = self.sampled_image(image_type);
        if variables.combined {
            return self.emit_on(Op::Load, both, &[variables.texture]);
        }
        let image = self.emit_on(Op::Load, image_type, &[variables.texture]);
        let of = self.sampler();
        let sampler = match variables.sampler {
            Some(sampler) => self.emit_on(Op::Load, of, &[sampler]),
            None => return image,
        };
        self.emit_on(Op::SampledImage, both, &[image, sampler])
    }

    /// A texture without its sampler.
    fn texture_image(&mut self, texture: u32) -> Word {
        let variables = self.textures[texture as usize];
        let image_type = variables.image;
        if !variables.combined {
            return self.emit_on(Op::Load, image_type, &[variables.texture]);
        }
        let both = self.sampled_image(image_type);
        let both = self.emit_on(Op::Load, both, &[variables.texture]);
        self.emit_on(Op::Image, image_type, &[both])
    }
}

/// The instruction that does the same and tells whether texels are resident.
fn sparse_opcode(op: Op) -> Op {
    match op {
        Op::ImageSampleImplicitLod => Op::ImageSparseSampleImplicitLod,
        Op::ImageSampleExplicitLod => Op::ImageSparseSampleExplicitLod,
        Op::ImageSampleDrefImplicitLod => Op::ImageSparseSampleDrefImplicitLod,
        Op::ImageSampleDrefExplicitLod => Op::ImageSparseSampleDrefExplicitLod,
        Op::ImageFetch => Op::ImageSparseFetch,
        Op::ImageGather => Op::ImageSparseGather,
        Op::ImageDrefGather => Op::ImageSparseDrefGather,
        other => other,
    }
}
