//! Programs of ATI_text_fragment_shader.

use std::fmt::Write;

use quadrille_isa::gl::Family;
use quadrille_isa::gl::ati::{INSTRUCTIONS, SCALES, Selection};

use super::number::float;
use crate::ati::{AtiArgument, AtiCoordinates, AtiInstruction, AtiShader, AtiSource};
use crate::resources::ParameterSource;

pub(super) fn print(header: &str, shader: &AtiShader) -> String {
    let mut out = format!("{header}\n");
    if shader.constants.iter().any(Option::is_some) {
        out.push_str("StartConstants;\n");
        for (number, source) in shader.constants.iter().enumerate() {
            if let Some(source) = source {
                let _ = writeln!(out, "    CONSTANT c{number} = {};", constant(source));
            }
        }
        out.push_str("EndConstants;\n");
    }
    for (at, pass) in shader.passes.iter().enumerate() {
        let last = at + 1 == shader.passes.len();
        let word = if last {
            "StartOutputPass"
        } else {
            "StartPrelimPass"
        };
        let _ = writeln!(out, "{word};");
        for setup in &pass.setups {
            let word = if setup.sample { "SampleMap" } else { "PassTexCoord" };
            let source = match setup.source {
                AtiCoordinates::Texture(set) => format!("t{set}"),
                AtiCoordinates::Register(register) => format!("r{register}"),
            };
            let named = Selection::ALL.iter().find(|(_, one)| *one == setup.selection);
            let selection = named.map_or("str", |(name, _)| *name);
            let _ = writeln!(out, "    {word} r{}, {source}.{selection};", setup.destination);
        }
        for one in &pass.instructions {
            let _ = writeln!(out, "    {};", instruction(one));
        }
        out.push_str("EndPass;\n");
    }
    out
}

fn constant(source: &ParameterSource) -> String {
    match source {
        ParameterSource::Constant(bits) => format!("{{ {} }}", bits.map(float).join(", ")),
        ParameterSource::Binding(binding) => {
            let kind = if binding.family == Family::ProgramEnv {
                "env"
            } else {
                "local"
            };
            format!("program.{kind}[{}]", binding.index[0])
        }
        ParameterSource::Buffer(element) => element.binding().to_string(),
    }
}

fn instruction(one: &AtiInstruction) -> String {
    let row = INSTRUCTIONS.iter().find(|row| row.operation == one.operation);
    let mut text = format!("{} r{}", row.map_or("MOV", |row| row.name), one.destination);
    if one.mask != 0b1111 {
        text.push('.');
        text.extend((0..4).filter(|at| one.mask >> at & 1 != 0).map(letter));
    }
    if let Some((name, _)) = one.scale.and_then(|at| SCALES.get(at)) {
        let _ = write!(text, ".{name}");
    }
    if one.saturate {
        text.push_str(".sat");
    }
    for one in &one.arguments {
        let _ = write!(text, ", {}", argument(one));
    }
    text
}

fn argument(one: &AtiArgument) -> String {
    let mut text = match one.source {
        AtiSource::Register(number) => format!("r{number}"),
        AtiSource::Constant(number) => format!("c{number}"),
        AtiSource::Color(number) => format!("color{number}"),
        AtiSource::Zero => "0".to_owned(),
        AtiSource::One => "1".to_owned(),
    };
    if let Some(component) = one.replicate {
        text.push('.');
        text.push(letter(component));
    }
    let modifiers = [
        (one.modifiers.negate, ".neg"),
        (one.modifiers.double, ".2x"),
        (one.modifiers.bias, ".bias"),
        (one.modifiers.complement, ".comp"),
    ];
    for (_, name) in modifiers.into_iter().filter(|(present, _)| *present) {
        text.push_str(name);
    }
    text
}

fn letter(component: u8) -> char {
    char::from(b"rgba"[usize::from(component & 3)])
}
