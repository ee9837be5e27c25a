//! Lookups: TEX, TXP and TXB of the five targets, and of depth textures by ARB_fragment_program_shadow.

use quadrille_isa::gl::operation::{Lod, TextureOp};
use quadrille_isa::gl::{LanguageSet, ProgramOption, TextureTarget};
use quadrille_program::types::NumberKind;
use quadrille_program::{Access, Instruction, TexelOffset, TextureAccess};

use super::Lowering;
use super::value::Value;
use super::variable::Kind;
use crate::arb::code::{Op, Place, Source, Target};
use crate::arb::refusal::{Reason, Refusal};
use crate::options::Approximation;

impl Lowering<'_> {
    /// The result of a texture instruction.
    pub(super) fn texture(
        &mut self,
        instruction: &Instruction,
        operation: TextureOp,
        mask: u8,
    ) -> Result<Value, Refusal> {
        let Access::Texture(access) = &instruction.access else {
            return self.refuse(Reason::Operation(instruction.opcode.row().mnemonic));
        };
        let name = instruction.opcode.row().mnemonic;
        if !self.is_fragment() && !self.takes(LanguageSet::AV3) {
            return self.refuse(Reason::Lookup("lookups in vertex programs"));
        }
        if !instruction.data_type.is_float() {
            return self.refuse(Reason::Lookup("textures of integers"));
        }
        self.check_target(access)?;
        let op = match operation {
            TextureOp::Sample(Lod::Implicit) => Op::Tex,
            TextureOp::Sample(Lod::Bias) => Op::Txb,
            TextureOp::SampleProjectedButCube if access.target == TextureTarget::Cube => Op::Tex,
            TextureOp::SampleProjected | TextureOp::SampleProjectedButCube => Op::Txp,
            TextureOp::Sample(Lod::Explicit) if self.takes(LanguageSet::AF2 | LanguageSet::AV3) => Op::Txl,
            TextureOp::Sample(Lod::Derivatives) if self.takes(LanguageSet::AF1) => Op::Txd,
            TextureOp::Sample(Lod::Explicit | Lod::Derivatives)
                if self.approximates(Approximation::ImplicitLevels) =>
            {
                Op::Tex
            }
            TextureOp::Sample(Lod::Explicit | Lod::Derivatives) => {
                return Err(Reason::Operation(name)
                    .at(self.at)
                    .or(Approximation::ImplicitLevels));
            }
            TextureOp::Fetch
            | TextureOp::FetchMultisample
            | TextureOp::Gather
            | TextureOp::GatherOffsets
            | TextureOp::QueryLod
            | TextureOp::QuerySize
            | TextureOp::QuerySamples => return self.refuse(Reason::Operation(name)),
        };
        let unit = self.unit(access)?;
        let types = self.types(instruction);
        let mut operands = Vec::new();
        for at in 0..op.operands() {
            let needs = instruction.needs(at);
            let value = self.operand(instruction, types, at, needs)?;
            let mut source = self.physical(&value, needs, false)?;
            if at == 0 {
                source = self.offset(access, source, needs)?;
            }
            // A lookup takes its coordinates from a register.
            if let Place::Literal(_) = source.place {
                source = self.compute(Op::Mov, needs, &[source])?;
            }
            operands.push(source);
        }
        let to = self.code.temporary();
        self.step(op, Target::Temporary(to), mask, &operands)?;
        if let Some(last) = self.code.instructions.last_mut() {
            last.texture = Some((unit, access.target));
        }
        Ok(Value::computed(Source::of(Place::Temporary(to)), Kind::Float))
    }

    fn check_target(&mut self, access: &TextureAccess) -> Result<(), Refusal> {
        let row = access.target.row();
        let option = ProgramOption::ArbFragmentProgramShadow;
        if row.availability.check(&self.features).is_err() {
            let with = self.features.with(option);
            if row.availability.check(&with).is_err() {
                return self.refuse(Reason::TextureTarget(row.name));
            }
            self.features = with;
        }
        if access.lod_clamp {
            return self.refuse(Reason::Lookup("smallest levels of lookups"));
        }
        if access.sparse {
            return self.refuse(Reason::Lookup("answers whether texels are resident"));
        }
        Ok(())
    }

    /// The texture unit.
    fn unit(&mut self, access: &TextureAccess) -> Result<u32, Refusal> {
        if access.handle.is_some() {
            return self.refuse(Reason::Lookup("texture handles"));
        }
        let Some(index) = &access.index else {
            return Ok(access.unit);
        };
        let kind = NumberKind::Signed;
        let value = self.read(&index.operand, quadrille_isa::gl::DataType::S32, kind, 1)?;
        match value.contents[0].integer() {
            Some(number) => {
                let number = number + f64::from(index.offset);
                let inside = number >= 0.0 && number < f64::from(index.length);
                Ok(access.unit + if inside { number as u32 } else { 0 })
            }
            None => self.refuse(Reason::Lookup("arrays of textures that are indexed at run time")),
        }
    }

    /// Coordinates moved by texels, which only those of rectangles count in.
    fn offset(&mut self, access: &TextureAccess, coordinates: Source, needs: u8) -> Result<Source, Refusal> {
        let offset = match &access.offset {
            None | Some(TexelOffset::Constant([0, 0, 0])) => return Ok(coordinates),
            Some(TexelOffset::Constant(offset)) => offset,
            Some(TexelOffset::Variable(_)) => {
                return self.refuse(Reason::Lookup("texel offsets that are found at run time"));
            }
        };
        if !matches!(access.target, TextureTarget::Rect | TextureTarget::ShadowRect) {
            return self.refuse(Reason::Lookup("texel offsets but of rectangle textures"));
        }
        let [x, y, _] = offset.map(|number| number as f32);
        let offset = Source::of(Place::Literal([x, y, 0.0, 0.0]));
        self.compute(Op::Add, needs, &[coordinates, offset])
    }
}
