//! Texture coordinates that a program reads: OpenGL and the NV2A have them in different attributes, and words name the
//! attribute.

use super::number::{attribute, is_numbered};
use super::rule::TEXTURE_ATTRIBUTE;
use quadrille_base::Diagnostic;
use quadrille_isa::gl::Family;
use quadrille_isa::nv20::register::INPUTS;
use quadrille_program::{File, Program};

/// A warning for each texture coordinate that the words of a program find in another attribute than an NV2A has it in,
/// at the first instruction that reads it.
pub fn texture_coordinates(program: &Program) -> Vec<Diagnostic> {
    let (mut warnings, mut seen) = (Vec::new(), 0u16);
    for (id, instruction) in program.instructions().iter_enumerated() {
        for operand in &instruction.operands {
            let slot = usize::try_from(operand.register.slot).ok();
            let variable = slot.and_then(|slot| program.attributes().get(slot));
            let (File::Attribute, Some(variable)) = (operand.register.file, variable) else {
                continue;
            };
            // A generic attribute of a language with names is where its number says.
            if variable.binding.family == Family::VertexAttrib && !is_numbered(program) {
                continue;
            }
            let Some(number) = attribute(variable.binding).filter(|number| seen & (1 << number) == 0) else {
                continue;
            };
            let Some(coordinate) = INPUTS[usize::from(number)].gl.strip_prefix("TEX") else {
                continue;
            };
            seen |= 1 << number;
            let there = format!("iTex{coordinate}");
            let place = match INPUTS.iter().position(|input| input.nv2a == there) {
                Some(other) => format!("an NV2A has it in attribute {other}"),
                None => "an NV2A does not have it".into(),
            };
            let message = format!(
                "texture coordinate {coordinate} is read from attribute {number}, as in OpenGL; {place}"
            );
            warnings.push(Diagnostic::new(&TEXTURE_ATTRIBUTE, program.span(id), message));
        }
    }
    warnings
}
