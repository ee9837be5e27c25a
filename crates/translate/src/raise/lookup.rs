//! Texture instructions: coordinates in the order of the shading languages, depth comparisons spread over
//! four components, emulated targets.

use quadrille_isa::gl::Operation;
use quadrille_isa::gl::operation::Lod;
use quadrille_isa::gl::target::Reference;
use quadrille_program::instruction::TexelOffset;
use quadrille_program::{Access, Instruction, TextureAccess};

use super::raiser::Raiser;
use crate::form::{
    Binary, Expression, Kind, Lookup, LookupKind, LookupLod, Offset, Parameter, Root, Scalar, TextureShape,
    Type,
};
use crate::options::DepthMode;
use crate::target::{Feature, Support};

impl Raiser<'_> {
    /// The four components that a texture instruction gives.
    pub(crate) fn lookup_value(&mut self, instruction: &Instruction, written: &[u8]) -> Expression {
        let Access::Texture(access) = &instruction.access else {
            return Expression::float(0.0, 4);
        };
        let Some(texture) = self.units.get(&access.unit).copied() else {
            return Expression::float(0.0, 4);
        };
        if instruction.operation == Operation::QuerySize {
            return self.size_value(instruction, texture).components(written);
        }
        if !instruction.data_type.is_float() {
            self.unsaid("no translation has integer textures");
        }
        let value = match self.sample(instruction, access, texture) {
            Some(lookup) => self.looked_up(lookup),
            None => Expression::float(0.0, 4),
        };
        let value = value.components(written);
        self.finished(value, instruction)
    }

    fn sample(&mut self, instruction: &Instruction, access: &TextureAccess, texture: u32) -> Option<Lookup> {
        let unheard = access.index.is_some() || access.handle.is_some() || access.lod_clamp || access.sparse;
        if unheard {
            self.unsaid("no translation has texture handles, arrays of units, residency or clamps of levels");
            return None;
        }
        let row = access.target.row();
        let span = self.span();
        let offset = match &access.offset {
            None => None,
            Some(TexelOffset::Constant(numbers)) => {
                self.need(Feature::TexelOffsets, span);
                Some(Offset::Constant(numbers[..usize::from(row.coordinates)].to_vec()))
            }
            Some(TexelOffset::Variable(_)) => {
                self.unsaid("no translation has texel offsets that are found at run time");
                None
            }
        };
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
        let lod = match instruction.operation {
            Operation::Sample(Lod::Implicit) => LookupLod::Implicit,
            Operation::Sample(Lod::Bias) => LookupLod::Bias(self.scalar(vector, 3)),
            Operation::Sample(Lod::Explicit) => LookupLod::Explicit(self.scalar(vector, 3)),
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
            Operation::Fetch => {
                self.need(Feature::Fetch, span);
                let coordinates = self.operand_as(vector, &components, Scalar::Int);
                let level = self.operand_as(vector, &[3], Scalar::Int);
                return Some(Lookup {
                    texture,
                    kind: LookupKind::Fetch,
                    coordinates,
                    divisor: None,
                    reference: None,
                    lod: LookupLod::Explicit(level),
                    offset,
                });
            }
            Operation::Gather => {
                self.need(Feature::Gather, span);
                return Some(Lookup {
                    texture,
                    kind: LookupKind::Gather(access.component),
                    coordinates,
                    divisor: None,
                    reference,
                    lod: LookupLod::Implicit,
                    offset,
                });
            }
            _ => {
                self.unsaid("no translation has this texture instruction");
                return None;
            }
        };
        let lod = self.level(lod, texture);
        Some(Lookup {
            texture,
            kind: LookupKind::Sample,
            coordinates,
            divisor,
            reference,
            lod,
            offset,
        })
    }

    /// The size of a level: as many integers as the texture has dimensions, and its layers.
    fn size_value(&mut self, instruction: &Instruction, texture: u32) -> Expression {
        let span = self.span();
        self.need(Feature::TextureSize, span);
        let shape = self.shader.textures[texture as usize].shape;
        let width = if shape.cube { 2 } else { shape.dimensions } + u8::from(shape.array);
        let level = self.operand_as(&instruction.operands[0], &[0], Scalar::Int);
        let lookup = Lookup {
            texture,
            kind: LookupKind::Size,
            coordinates: Expression::int(0),
            divisor: None,
            reference: None,
            lod: LookupLod::Explicit(level),
            offset: None,
        };
        let size = Expression::new(Type::new(Scalar::Int, width), Kind::Lookup(Box::new(lookup)));
        match width {
            4 => size,
            _ => Expression::construct(vec![size, Expression::bits(Scalar::Int, 0, 4 - width)]),
        }
    }

    /// Where the level of detail comes from, as far as the target can say it.
    fn level(&mut self, lod: LookupLod, texture: u32) -> LookupLod {
        let span = self.span();
        let shape = self.shader.textures[texture as usize].shape;
        match &lod {
            LookupLod::Explicit(_) | LookupLod::Bias(_) | LookupLod::Gradient(..)
                if shape.shadow && (shape.array || shape.cube) =>
            {
                let what =
                    "no target looks up an array or cube map that compares depths with a level of its own";
                self.problem(crate::rules::unsaid(span, what));
            }
            LookupLod::Explicit(_) if !self.is_vertex() => {
                self.need(Feature::FragmentLod, span);
            }
            LookupLod::Gradient(..) => {
                self.need(Feature::Gradients, span);
            }
            // A vertex shader has no neighbours to take a level from.
            LookupLod::Bias(_) if self.is_vertex() => return LookupLod::Implicit,
            _ => {}
        }
        lod
    }

    /// A lookup with its result as four components, through what stands in for the target.
    fn looked_up(&mut self, mut lookup: Lookup) -> Expression {
        let texture = &self.shader.textures[lookup.texture as usize];
        let (unit, shape, own) = (texture.unit, texture.shape, TextureShape::of(texture.target));
        if own.rectangle && !shape.rectangle {
            let size = self.size_of(lookup.texture, unit);
            lookup.coordinates = Expression::binary(Binary::Divide, lookup.coordinates, size);
        }
        if own.dimensions == 1 && shape.dimensions == 2 {
            // The middle of the only row, also after a division.
            let mut middle = Expression::float(0.5, 1);
            if let Some(divisor) = &lookup.divisor {
                middle = Expression::binary(Binary::Multiply, middle, divisor.clone());
            }
            lookup.coordinates = if own.array {
                let (s, layer) = (
                    lookup.coordinates.clone().component(0),
                    lookup.coordinates.component(1),
                );
                Expression::construct(vec![s, middle, layer])
            } else {
                Expression::construct(vec![lookup.coordinates, middle])
            };
            if let LookupLod::Gradient(x, y) = lookup.lod {
                let flat = |value| Expression::construct(vec![value, Expression::float(0.0, 1)]);
                lookup.lod = LookupLod::Gradient(flat(x), flat(y));
            }
        }
        if !shape.shadow {
            return Expression::new(Type::VEC4, Kind::Lookup(Box::new(lookup)));
        }
        let depth = Expression::new(Type::FLOAT, Kind::Lookup(Box::new(lookup)));
        let (zero, one) = (|| Expression::float(0.0, 1), || Expression::float(1.0, 1));
        match self.options.depth_mode {
            DepthMode::Luminance => Expression::construct(vec![depth.splat(3), one()]),
            DepthMode::Intensity => depth.splat(4),
            DepthMode::Alpha => Expression::construct(vec![zero(), zero(), zero(), depth]),
            DepthMode::Red => Expression::construct(vec![depth, zero(), zero(), one()]),
        }
    }

    /// The size of a texture's base level in texels, as two floats.
    fn size_of(&mut self, texture: u32, unit: u32) -> Expression {
        let ty = Type::new(Scalar::Float, 2);
        if self.options.target.support(Feature::TextureSize) == Support::Missing {
            return self.size_parameter(unit);
        }
        let lookup = Lookup {
            texture,
            kind: LookupKind::Size,
            coordinates: Expression::int(0),
            divisor: None,
            reference: None,
            lod: LookupLod::Explicit(Expression::int(0)),
            offset: None,
        };
        let size = Type::new(Scalar::Int, 2);
        Expression::new(size, Kind::Lookup(Box::new(lookup))).convert(ty.scalar)
    }

    /// A parameter with the size of a texture.
    pub(crate) fn size_parameter(&mut self, unit: u32) -> Expression {
        let ty = Type::new(Scalar::Float, 2);
        let name = format!("u_texture{unit}_size");
        let known = self
            .shader
            .parameters
            .iter()
            .position(|parameter| parameter.name == name);
        let at = known.unwrap_or_else(|| {
            let name = self.names.reserve(&name);
            self.shader.parameters.push(Parameter {
                name,
                ty,
                length: None,
                elements: vec![None],
            });
            self.shader.parameters.len() - 1
        });
        Expression::read(Root::Parameter(at as u32), ty)
    }
}
