//! Texture instructions: coordinates in the order of the shading languages, depth comparisons spread over
//! four components, emulated targets.

use quadrille_isa::gl::operation::{Lod, TextureOp};
use quadrille_isa::gl::target::Slot;
use quadrille_program::instruction::TexelOffset;
use quadrille_program::{Access, Instruction, Operand, TextureAccess};

use crate::form::{Binary, Expression, ExpressionKind, Lookup, LookupKind, LookupLod, Offset, Scalar, Type};
use crate::options::DepthMode;
use crate::raise::lowering::Lowering;
use crate::raise::types::result_kind;
use crate::refusal::Reason;
use crate::target::Feature;

/// The coordinates, reference and offset of a lookup.
struct Placed {
    /// The components of the first operand that are coordinates, the layer behind them.
    components: Vec<u8>,
    coordinates: Expression,
    reference: Option<Expression>,
    offset: Option<Offset>,
}

impl Lowering<'_, '_> {
    /// The components that a texture instruction gives.
    pub(crate) fn lookup_value(
        &mut self,
        instruction: &Instruction,
        written: &[u8],
        operation: TextureOp,
    ) -> Expression {
        let kind = result_kind(self.program(), instruction);
        let none = || Expression::zero(kind, 4);
        let Access::Texture(access) = &instruction.access else {
            return none().components(written);
        };
        if kind != Scalar::Float && operation != TextureOp::QuerySize {
            self.need(Feature::Integers);
        }
        let tells = self.told_residency(operation, access);
        let operands = &instruction.operands;
        let make = |lowering: &mut Self, texture: u32, tells: Option<u32>| {
            let value = match operation {
                TextureOp::QuerySize => lowering.size_value(operands, texture),
                TextureOp::QuerySamples => lowering.samples_value(texture),
                TextureOp::QueryLod => lowering.level_value(operands, access, texture),
                TextureOp::GatherOffsets => lowering.four_gathers(operands, access, texture, written),
                TextureOp::Gather => {
                    let lookup = lowering.gather(operands, access, texture);
                    lowering.looked_up(lookup, tells)
                }
                TextureOp::Fetch | TextureOp::FetchMultisample => {
                    let of_sample = operation == TextureOp::FetchMultisample;
                    let lookup = lowering.fetch(operands, access, texture, of_sample);
                    lowering.looked_up(lookup, tells)
                }
                TextureOp::Sample(lod) => {
                    let lookup = lowering.sample(operands, access, texture, lod, false);
                    lowering.looked_up(lookup, tells)
                }
                TextureOp::SampleProjected => {
                    let lookup = lowering.sample(operands, access, texture, Lod::Implicit, true);
                    lowering.looked_up(lookup, tells)
                }
                TextureOp::SampleProjectedButCube => {
                    let divides = !access.target.row().cube;
                    let lookup = lowering.sample(operands, access, texture, Lod::Implicit, divides);
                    lowering.looked_up(lookup, tells)
                }
            };
            value.reinterpret(kind)
        };
        let value = match (
            &access.handle,
            &access.index,
            self.interface.units.get(&access.unit),
        ) {
            (Some(handle), ..) => {
                // What only asks takes any texels, as a comparison always gives a float.
                let texel = match access.target.is_shadow() || operation.is_query() {
                    true => Scalar::Float,
                    false => kind,
                };
                let texture = self.handled(texel, access.target, handle);
                make(self, texture, tells)
            }
            (None, Some(index), _) => {
                let together = self.is_fragment() && operation.asks_neighbours();
                self.chosen_unit(kind, together, (access.unit, index), tells, make)
            }
            (None, None, Some(texture)) => make(self, *texture, tells),
            (None, None, None) => none(),
        };
        self.finished(value.components(written), instruction)
    }

    /// The coordinates, reference and offset of a lookup.
    fn place(&mut self, operands: &[Operand], access: &TextureAccess, texture: u32) -> Placed {
        let row = access.target.row();
        let offset = match &access.offset {
            None => None,
            Some(TexelOffset::Constant(numbers)) => {
                self.need(Feature::TexelOffsets);
                Some(Offset::Constant(numbers[..usize::from(row.coordinates)].to_vec()))
            }
            Some(TexelOffset::Variable(operand)) => {
                let numbers: Vec<u8> = (0..row.coordinates).collect();
                Some(Offset::Variable(self.operand_as(operand, &numbers, Scalar::Int)))
            }
        };
        let shape = self.draft.shader.textures[texture as usize].shape;
        if offset.is_some() && shape.shadow && shape.array() && self.options().target.row().es {
            self.unsupported(Reason::ComparisonOffset);
        }
        let vector = &operands[0];
        let mut components: Vec<u8> = (0..row.coordinates).collect();
        components.extend(row.layer);
        let coordinates = self.operand(vector, &components);
        let reference = row.reference.map(|slot| self.slot(operands, slot));
        Placed {
            components,
            coordinates,
            reference,
            offset,
        }
    }

    /// One of the numbers of a lookup.
    fn slot(&mut self, operands: &[Operand], slot: Slot) -> Expression {
        match slot {
            Slot::First(component) => self.scalar(&operands[0], component),
            Slot::Second(component) => self.scalar(&operands[1], component),
        }
    }

    /// A filtered sample, which divides by w or does not.
    fn sample(
        &mut self,
        operands: &[Operand],
        access: &TextureAccess,
        texture: u32,
        lod: Lod,
        divides: bool,
    ) -> Lookup {
        let row = access.target.row();
        let placed = self.place(operands, access, texture);
        let vector = &operands[0];
        let level = match (lod, row.lod) {
            // A rectangle has one level, and no language takes a bias where it compares.
            (Lod::Bias, Some(_)) if access.target.is_shadow() && !row.texture.row().is_mipmapped() => {
                LookupLod::Implicit
            }
            (Lod::Bias, Some(slot)) => LookupLod::Bias(self.slot(operands, slot)),
            (Lod::Explicit, Some(slot)) => LookupLod::Explicit(self.slot(operands, slot)),
            // The checker has refused a bias or a level of a target that has none.
            (Lod::Implicit, _) | (Lod::Bias | Lod::Explicit, None) => LookupLod::Implicit,
            (Lod::Derivatives, _) => {
                let wanted = &placed.components[..usize::from(row.coordinates)];
                let (x, y) = (&operands[1], &operands[2]);
                LookupLod::Gradient(self.operand(x, wanted), self.operand(y, wanted))
            }
        };
        let divisor = divides.then(|| self.scalar(vector, 3));
        if self.draft.shader.textures[texture as usize].texel != Scalar::Float {
            self.need(Feature::IntegerSampling);
        }
        let clamp = match lod {
            _ if !access.lod_clamp => None,
            Lod::Derivatives => Some(self.scalar(&operands[2], 3)),
            Lod::Implicit | Lod::Bias | Lod::Explicit => {
                row.smallest_level(lod).map(|slot| self.slot(operands, slot))
            }
        };
        let lod = self.level(level, texture);
        let (lod, clamp) = self.at_least(lod, clamp, texture);
        Lookup {
            texture,
            kind: LookupKind::Sample,
            coordinates: placed.coordinates,
            divisor,
            reference: placed.reference,
            lod,
            offset: placed.offset,
            clamp,
        }
    }

    /// One texel by integer coordinates and a level, or a sample of it.
    fn fetch(
        &mut self,
        operands: &[Operand],
        access: &TextureAccess,
        texture: u32,
        of_sample: bool,
    ) -> Lookup {
        let placed = self.place(operands, access, texture);
        let vector = &operands[0];
        self.need(Feature::Fetch);
        let mut coordinates = self.operand_as(vector, &placed.components, Scalar::Int);
        let last = self.operand_as(vector, &[3], Scalar::Int);
        let lod = match of_sample {
            false => LookupLod::Explicit(last),
            true => LookupLod::Sample(last),
        };
        // Texels are counted, so that an offset is a sum. No language has a constant one with a number of a
        // sample.
        let offset = match placed.offset {
            Some(Offset::Constant(numbers)) if of_sample => {
                let numbers = numbers.iter().map(|number| Expression::int(*number));
                Some(Offset::Variable(Expression::construct(numbers.collect())))
            }
            other => other,
        };
        let offset = match offset {
            Some(Offset::Variable(mut offset)) => {
                if access.target.row().layer.is_some() {
                    offset = Expression::construct(vec![offset, Expression::int(0)]);
                }
                coordinates = Expression::binary(Binary::Add, coordinates, offset);
                None
            }
            constant => constant,
        };
        Lookup {
            texture,
            kind: LookupKind::Fetch,
            coordinates,
            divisor: None,
            reference: None,
            lod,
            offset,
            clamp: None,
        }
    }

    /// One component of four texels.
    fn gather(&mut self, operands: &[Operand], access: &TextureAccess, texture: u32) -> Lookup {
        let placed = self.place(operands, access, texture);
        self.need(Feature::Gather);
        if let Some(Offset::Variable(_)) = placed.offset {
            self.need(Feature::RunTimeOffsets);
        }
        Lookup {
            texture,
            kind: LookupKind::Gather(access.component),
            coordinates: placed.coordinates,
            divisor: None,
            reference: placed.reference,
            lod: LookupLod::Implicit,
            offset: placed.offset,
            clamp: None,
        }
    }

    /// One texel of four footprints, each with its own offset: the fourth component of a gather is the texel at
    /// the footprint's corner (NV_gpu_program5 2.X.8 TXGO). What is not written is 0.
    fn four_gathers(
        &mut self,
        operands: &[Operand],
        access: &TextureAccess,
        texture: u32,
        written: &[u8],
    ) -> Expression {
        self.need(Feature::Gather);
        self.need(Feature::RunTimeOffsets);
        let row = access.target.row();
        let mut components: Vec<u8> = (0..row.coordinates).collect();
        components.extend(row.layer);
        let texel = self.draft.shader.textures[texture as usize].texel;
        let mut parts = Vec::new();
        for at in 0..4 {
            if !written.contains(&at) {
                parts.push(Expression::zero(texel, 1));
                continue;
            }
            let [s, t] = [1, 2].map(|of: usize| {
                let operand = &operands[of];
                self.operand_as(operand, &[at], Scalar::Int)
            });
            let vector = &operands[0];
            let reference = row.reference.map(|slot| self.slot(operands, slot));
            let mut lookup = Lookup {
                texture,
                kind: LookupKind::Gather(access.component),
                coordinates: self.operand(vector, &components),
                divisor: None,
                reference,
                lod: LookupLod::Implicit,
                offset: Some(Offset::Variable(Expression::construct(vec![s, t]))),
                clamp: None,
            };
            self.stand_in(&mut lookup);
            parts.push(
                Expression::new(Type::new(texel, 4), ExpressionKind::Lookup(Box::new(lookup))).component(3),
            );
        }
        Expression::construct(parts)
    }

    /// A lookup with its result as four components, through what stands in for the target.
    fn looked_up(&mut self, mut lookup: Lookup, tells: Option<u32>) -> Expression {
        let value = match (tells, &lookup.offset) {
            (Some(resident), _) => self.sparse_value(lookup, resident),
            (None, Some(Offset::Variable(_))) if lookup.kind == LookupKind::Sample => {
                self.with_offset(lookup)
            }
            (None, Some(Offset::Variable(_) | Offset::Constant(_)) | None) => {
                self.stand_in(&mut lookup);
                self.plain(lookup)
            }
        };
        if !value.ty.is_scalar() {
            return value;
        }
        let depth = value;
        let (zero, one) = (|| Expression::float(0.0, 1), || Expression::float(1.0, 1));
        match self.options().depth_mode {
            DepthMode::Luminance => Expression::construct(vec![depth.splat(3), one()]),
            DepthMode::Intensity => depth.splat(4),
            DepthMode::Alpha => Expression::construct(vec![zero(), zero(), zero(), depth]),
            DepthMode::Red => Expression::construct(vec![depth, zero(), zero(), one()]),
        }
    }

    /// The value of a lookup as the target has it: one float for a comparison, else four components.
    pub(crate) fn plain(&self, lookup: Lookup) -> Expression {
        let texture = &self.draft.shader.textures[lookup.texture as usize];
        let compares = texture.shape.shadow && !matches!(lookup.kind, LookupKind::Gather(_));
        let ty = match compares {
            true => Type::FLOAT,
            false => Type::new(texture.texel, 4),
        };
        Expression::new(ty, ExpressionKind::Lookup(Box::new(lookup)))
    }
}
