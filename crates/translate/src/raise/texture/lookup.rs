//! Texture instructions: coordinates in the order of the shading languages, depth comparisons spread over
//! four components, emulated targets.

use quadrille_isa::gl::operation::Lod;
use quadrille_isa::gl::target::Reference;
use quadrille_isa::gl::{Operation, TextureTarget};
use quadrille_program::instruction::TexelOffset;
use quadrille_program::{Access, Instruction, TextureAccess};

use crate::form::{Binary, Expression, Kind, Lookup, LookupKind, LookupLod, Offset, Scalar, Type};
use crate::options::DepthMode;
use crate::raise::raiser::Raiser;
use crate::target::Feature;

impl Raiser<'_> {
    /// The components that a texture instruction gives.
    pub(crate) fn lookup_value(&mut self, instruction: &Instruction, written: &[u8]) -> Expression {
        let kind = self.result_kind(instruction);
        let none = || Expression::zero(kind, 4);
        let Access::Texture(access) = &instruction.access else {
            return none().components(written);
        };
        if kind != Scalar::Float && instruction.operation != Operation::QuerySize {
            self.need(Feature::Integers, self.span());
        }
        let tells = access.sparse && self.tells_residency(instruction, access);
        let make = |raiser: &mut Self, texture| {
            let value = match instruction.operation {
                Operation::QuerySize => raiser.size_value(instruction, texture),
                Operation::QuerySamples => raiser.samples_value(texture),
                Operation::QueryLod => raiser.level_value(instruction, access, texture),
                Operation::GatherOffsets => raiser.four_gathers(instruction, access, texture, written),
                _ => match raiser.sample(instruction, access, texture) {
                    Some(lookup) => raiser.looked_up(lookup, tells),
                    None => none(),
                },
            };
            value.reinterpret(kind)
        };
        let value = match (&access.handle, &access.index, self.units.get(&access.unit)) {
            (Some(handle), ..) => {
                let texture = self.handled(instruction, access.target, handle);
                make(self, texture)
            }
            (None, Some(index), _) => self.chosen_unit(instruction, (access.unit, index), tells, make),
            (None, None, Some(texture)) => make(self, *texture),
            (None, None, None) => none(),
        };
        self.finished(value.components(written), instruction)
    }

    fn sample(&mut self, instruction: &Instruction, access: &TextureAccess, texture: u32) -> Option<Lookup> {
        let row = access.target.row();
        let span = self.span();
        let offset = match &access.offset {
            None => None,
            Some(TexelOffset::Constant(numbers)) => {
                self.need(Feature::TexelOffsets, span);
                Some(Offset::Constant(numbers[..usize::from(row.coordinates)].to_vec()))
            }
            Some(TexelOffset::Variable(operand)) => {
                let numbers: Vec<u8> = (0..row.coordinates).collect();
                Some(Offset::Variable(self.operand_as(operand, &numbers, Scalar::Int)))
            }
        };
        let shape = self.shader.textures[texture as usize].shape;
        if offset.is_some() && shape.shadow && shape.array && self.options.target.row().es {
            let what = "GLSL ES has no texel offsets in arrays that compare depths";
            self.problem(crate::rules::unsaid(span, what));
        }
        let vector = &instruction.operands[0];
        let mut components: Vec<u8> = (0..row.coordinates).collect();
        components.extend(row.layer);
        let coordinates = self.operand(vector, &components);
        let reference = match row.reference {
            None => None,
            Some(Reference::Component(at)) => Some(self.scalar(vector, at)),
            Some(Reference::SecondVector) => Some(self.scalar(&instruction.operands[1], 0)),
        };
        let mut divisor = None;
        // Where the coordinates take all components, a second vector goes on (ARB_sparse_texture_clamp Table X.17).
        let second = row.cube && access.target != TextureTarget::Cube;
        let grade = |raiser: &mut Self| match second {
            true => raiser.scalar(&instruction.operands[1], 0),
            false => raiser.scalar(vector, 3),
        };
        let lod = match instruction.operation {
            Operation::Sample(Lod::Implicit) => LookupLod::Implicit,
            Operation::Sample(Lod::Bias) => LookupLod::Bias(grade(self)),
            Operation::Sample(Lod::Explicit) => LookupLod::Explicit(grade(self)),
            Operation::Sample(Lod::Derivatives) => {
                let wanted = &components[..usize::from(row.coordinates)];
                let (x, y) = (&instruction.operands[1], &instruction.operands[2]);
                LookupLod::Gradient(self.operand(x, wanted), self.operand(y, wanted))
            }
            Operation::SampleProjected => {
                divisor = Some(self.scalar(vector, 3));
                LookupLod::Implicit
            }
            Operation::SampleProjectedButCube => {
                divisor = (!row.cube).then(|| self.scalar(vector, 3));
                LookupLod::Implicit
            }
            Operation::Fetch | Operation::FetchMultisample => {
                self.need(Feature::Fetch, span);
                let mut coordinates = self.operand_as(vector, &components, Scalar::Int);
                let last = self.operand_as(vector, &[3], Scalar::Int);
                let lod = match instruction.operation {
                    Operation::Fetch => LookupLod::Explicit(last),
                    _ => LookupLod::Sample(last),
                };
                // Texels are counted, so that an offset is a sum. No language has a constant one with a number of a
                // sample.
                let offset = match offset {
                    Some(Offset::Constant(numbers)) if matches!(lod, LookupLod::Sample(_)) => {
                        let numbers = numbers.iter().map(|number| Expression::int(*number));
                        Some(Offset::Variable(Expression::construct(numbers.collect())))
                    }
                    other => other,
                };
                let offset = match offset {
                    Some(Offset::Variable(mut offset)) => {
                        if row.layer.is_some() {
                            offset = Expression::construct(vec![offset, Expression::int(0)]);
                        }
                        coordinates = Expression::binary(Binary::Add, coordinates, offset);
                        None
                    }
                    constant => constant,
                };
                return Some(Lookup {
                    texture,
                    kind: LookupKind::Fetch,
                    coordinates,
                    divisor: None,
                    reference: None,
                    lod,
                    offset,
                    clamp: None,
                });
            }
            Operation::Gather => {
                self.need(Feature::Gather, span);
                if let Some(Offset::Variable(_)) = offset {
                    self.need(Feature::RunTimeOffsets, span);
                }
                return Some(Lookup {
                    texture,
                    kind: LookupKind::Gather(access.component),
                    coordinates,
                    divisor: None,
                    reference,
                    lod: LookupLod::Implicit,
                    offset,
                    clamp: None,
                });
            }
            _ => {
                self.unsaid("no translation has this texture instruction");
                return None;
            }
        };
        if self.shader.textures[texture as usize].texel != Scalar::Float {
            self.need(Feature::IntegerSampling, span);
        }
        let clamp = access.lod_clamp.then(|| match instruction.operation {
            Operation::Sample(Lod::Derivatives) => self.scalar(&instruction.operands[2], 3),
            _ => self.scalar(&instruction.operands[1], u8::from(second)),
        });
        let lod = self.level(lod, texture);
        let (lod, clamp) = self.at_least(lod, clamp);
        Some(Lookup {
            texture,
            kind: LookupKind::Sample,
            coordinates,
            divisor,
            reference,
            lod,
            offset,
            clamp,
        })
    }

    /// The size of a level: as many integers as the texture has dimensions, and its layers.
    fn size_value(&mut self, instruction: &Instruction, texture: u32) -> Expression {
        let span = self.span();
        self.need(Feature::TextureSize, span);
        let shape = self.shader.textures[texture as usize].shape;
        if shape.array {
            self.need(Feature::LayerCount, span);
        }
        let width = if shape.cube { 2 } else { shape.dimensions } + u8::from(shape.array);
        let level = self.operand_as(&instruction.operands[0], &[0], Scalar::Int);
        let size = Type::new(Scalar::Int, width);
        let size = self.size_of_level(texture, level, size);
        match width {
            4 => size,
            _ => Expression::construct(vec![size, Expression::bits(Scalar::Int, 0, 4 - width)]),
        }
    }

    /// The size of a level, as integers.
    pub(crate) fn size_of_level(&mut self, texture: u32, level: Expression, ty: Type) -> Expression {
        let lod = LookupLod::Explicit(level);
        self.asked(texture, LookupKind::Size, Expression::int(0), lod, ty)
    }

    /// How many samples a texel has, in x.
    fn samples_value(&mut self, texture: u32) -> Expression {
        self.need(Feature::SampleCount, self.span());
        let implicit = LookupLod::Implicit;
        let count = self.asked(
            texture,
            LookupKind::Samples,
            Expression::int(0),
            implicit,
            Type::INT,
        );
        Expression::construct(vec![count, Expression::bits(Scalar::Int, 0, 3)])
    }

    /// The level that a lookup would use, and the level without a bound: two floats before two zeros.
    fn level_value(&mut self, instruction: &Instruction, access: &TextureAccess, texture: u32) -> Expression {
        self.need(Feature::LevelQuery, self.span());
        if self.is_vertex() {
            self.unsaid("no target has a level of detail to ask for in vertex shaders");
        }
        if self.shader.textures[texture as usize].shape.rectangle {
            self.unsaid("no target asks for the level of a rectangle texture, which has one");
        }
        let count = access.target.row().coordinates;
        let coordinates = self.operand(&instruction.operands[0], &[0, 1, 2][..usize::from(count)]);
        let ty = Type::new(Scalar::Float, 2);
        let levels = self.asked(texture, LookupKind::Level, coordinates, LookupLod::Implicit, ty);
        Expression::construct(vec![levels, Expression::float(0.0, 2)])
    }

    /// What a texture tells of itself.
    pub(crate) fn asked(
        &mut self,
        texture: u32,
        kind: LookupKind,
        coordinates: Expression,
        lod: LookupLod,
        ty: Type,
    ) -> Expression {
        let mut lookup = Lookup {
            texture,
            kind,
            coordinates,
            divisor: None,
            reference: None,
            lod,
            offset: None,
            clamp: None,
        };
        if kind == LookupKind::Level {
            self.stand_in(&mut lookup);
        }
        Expression::new(ty, Kind::Lookup(Box::new(lookup)))
    }

    /// One texel of four footprints, each with its own offset: the fourth component of a gather is the texel at
    /// the footprint's corner (NV_gpu_program5 2.X.8 TXGO). What is not written is 0.
    fn four_gathers(
        &mut self,
        instruction: &Instruction,
        access: &TextureAccess,
        texture: u32,
        written: &[u8],
    ) -> Expression {
        let span = self.span();
        self.need(Feature::Gather, span);
        self.need(Feature::RunTimeOffsets, span);
        let row = access.target.row();
        let mut components: Vec<u8> = (0..row.coordinates).collect();
        components.extend(row.layer);
        let texel = self.shader.textures[texture as usize].texel;
        let mut parts = Vec::new();
        for at in 0..4 {
            if !written.contains(&at) {
                parts.push(Expression::zero(texel, 1));
                continue;
            }
            let [s, t] = [1, 2].map(|of: usize| {
                let operand = &instruction.operands[of];
                self.operand_as(operand, &[at], Scalar::Int)
            });
            let vector = &instruction.operands[0];
            let reference = match row.reference {
                Some(Reference::Component(at)) => Some(self.scalar(vector, at)),
                _ => None,
            };
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
            parts.push(Expression::new(Type::new(texel, 4), Kind::Lookup(Box::new(lookup))).component(3));
        }
        Expression::construct(parts)
    }

    /// A lookup with its result as four components, through what stands in for the target.
    fn looked_up(&mut self, mut lookup: Lookup, tells: bool) -> Expression {
        let value = match lookup.offset {
            _ if tells => self.sparse_value(lookup),
            Some(Offset::Variable(_)) if lookup.kind == LookupKind::Sample => self.with_offset(lookup),
            _ => {
                self.stand_in(&mut lookup);
                self.plain(lookup)
            }
        };
        if !value.ty.is_scalar() {
            return value;
        }
        let depth = value;
        let (zero, one) = (|| Expression::float(0.0, 1), || Expression::float(1.0, 1));
        match self.options.depth_mode {
            DepthMode::Luminance => Expression::construct(vec![depth.splat(3), one()]),
            DepthMode::Intensity => depth.splat(4),
            DepthMode::Alpha => Expression::construct(vec![zero(), zero(), zero(), depth]),
            DepthMode::Red => Expression::construct(vec![depth, zero(), zero(), one()]),
        }
    }

    /// The value of a lookup as the target has it: one float for a comparison, else four components.
    pub(crate) fn plain(&self, lookup: Lookup) -> Expression {
        let texture = &self.shader.textures[lookup.texture as usize];
        let compares = texture.shape.shadow && !matches!(lookup.kind, LookupKind::Gather(_));
        let ty = match compares {
            true => Type::FLOAT,
            false => Type::new(texture.texel, 4),
        };
        Expression::new(ty, Kind::Lookup(Box::new(lookup)))
    }
}
