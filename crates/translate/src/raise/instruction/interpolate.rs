//! Attributes at other places of a pixel than where the shader runs, which the program asks for: IPAC, IPAO, IPAS.

use quadrille_isa::gl::operation::Location;
use quadrille_program::Instruction;

use crate::form::{Binary, BuiltIn, Expression, ExpressionKind, InputKind, Root, Scalar};
use crate::options::Emulation;
use crate::raise::lowering::Lowering;
use crate::sample::{Sample, in_pixels};
use crate::target::Feature;

impl Lowering<'_, '_> {
    /// An attribute at another place of the pixel.
    pub(crate) fn interpolation(&mut self, instruction: &Instruction, at: Location) {
        let known = self.options().known_sample(Feature::InterpolateAt);
        // What a sample covers of a pixel is the sample; the samples of several are places, and one lies where the
        // shader runs.
        let function = match (at, known) {
            (Location::Offset, _) => Some(BuiltIn::AtOffset),
            (Location::Sample, Some(sample)) if sample.is_one_of_several() => Some(BuiltIn::AtOffset),
            (Location::Sample | Location::Centroid, Some(_)) => None,
            (Location::Sample, None) => Some(BuiltIn::AtSample),
            (Location::Centroid, None) => Some(BuiltIn::AtCentroid),
        };
        match function {
            Some(BuiltIn::AtOffset) if self.options().is_one_of_several_samples() => {}
            Some(BuiltIn::AtOffset) => {
                self.need_or(Feature::InterpolateAt, Emulation::InterpolateByDerivatives);
            }
            Some(_) => {
                self.need(Feature::InterpolateAt);
            }
            None => {}
        }
        self.write(instruction, |lowering, written| {
            let place = match (function, at) {
                (Some(_), Location::Offset) => Some(lowering.operand(&instruction.operands[1], &[0, 1])),
                (Some(_), Location::Sample) => {
                    let number = lowering.operand_as(&instruction.operands[1], &[0], Scalar::Int);
                    Some(match known {
                        Some(sample) => lowering.place_of(sample, number),
                        None => number,
                    })
                }
                (Some(_), Location::Centroid) | (None, _) => None,
            };
            let mut operand = lowering.operand(&instruction.operands[0], written);
            if let Some(function) = function {
                lowering.elsewhere(&mut operand, function, place.as_ref());
            }
            lowering.finished(operand, instruction)
        });
    }

    /// The position of the sample with a number; the centre for one that does not exist.
    fn place_of(&mut self, sample: &Sample, number: Expression) -> Expression {
        let number = self.hold("sample", number, false);
        let places = (0..).zip(&sample.places);
        places.fold(Expression::pair([0.0; 2]), |otherwise, (at, place)| {
            let is_it = Expression::binary(Binary::Equal, number.clone(), Expression::int(at));
            Expression::select(is_it, Expression::pair(in_pixels(*place)), otherwise)
        })
    }

    /// Interpolates what an expression reads from the stage before.
    fn elsewhere(&self, value: &mut Expression, function: BuiltIn, place: Option<&Expression>) {
        if let ExpressionKind::Read(read) = &value.kind {
            let Root::Input(at) = read.root else { return };
            if matches!(self.draft.shader.inputs[at as usize].kind, InputKind::Varying(..)) {
                let ty = value.ty;
                let mut arguments = vec![value.clone()];
                arguments.extend(place.cloned());
                *value = Expression::new(ty, ExpressionKind::BuiltIn(function, arguments));
            }
            return;
        }
        for part in value.parts_mut() {
            self.elsewhere(part, function, place);
        }
    }
}
