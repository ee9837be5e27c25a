//! Text of the COMBINE texture environment (GL 2.1, Tables 3.23 and 3.24), with crossbar sources.

use crate::state::{Combine, CombineOperand, CombineScale, CombineSource, CombineTerm, Context, Environment};

/// The declarations that the instructions of [`text`] need.
pub(super) const DECLARATIONS: &str = "\
TEMP argument0, argument1, argument2, combined;
PARAM one = { 1, 1, 1, 1 };
PARAM half = { 0.5, 0.5, 0.5, 0.5 };
PARAM nothing = { 0, 0, 0, 1 };
";

/// The instructions of unit `number`, from `color` to `color`.
pub(super) fn text(context: &Context, number: usize, environment: &Environment) -> String {
    let mut text = String::new();
    // Both parts read what the unit before gave, so `color` is written only at the end.
    if environment.rgb.function == Combine::Dot3Rgba {
        // One sum for all components, of which alpha has a scale of its own (ARB_texture_env_dot3, issue 2).
        term(&mut text, context, number, &environment.rgb, "");
        let [rgb, alpha] = [environment.rgb.scale, environment.alpha.scale].map(factor);
        text += &format!("MUL_SAT combined, combined, {{ {rgb}, {rgb}, {rgb}, {alpha} }};\n");
    } else {
        for (part, mask) in [(&environment.rgb, ".xyz"), (&environment.alpha, ".w")] {
            term(&mut text, context, number, part, mask);
            text += &format!("MUL_SAT combined{mask}, combined, {};\n", factor(part.scale));
        }
    }
    text += "MOV color, combined;\n";
    text
}

/// One of the two parts of a combiner, not scaled yet; `mask` says which.
fn term(text: &mut String, context: &Context, number: usize, term: &CombineTerm, mask: &str) {
    let is_alpha = mask == ".w";
    for (at, (source, operand)) in term.sources.into_iter().zip(term.operands).enumerate() {
        let source = source_name(context, number, source);
        let (inverted, of_alpha) = match operand {
            CombineOperand::Color => (false, is_alpha),
            CombineOperand::OneMinusColor => (true, is_alpha),
            CombineOperand::Alpha => (false, true),
            CombineOperand::OneMinusAlpha => (true, true),
        };
        let selected = if of_alpha { ".w" } else { "" };
        *text += &if inverted {
            format!("SUB argument{at}, one, {source}{selected};\n")
        } else {
            format!("MOV argument{at}, {source}{selected};\n")
        };
    }
    let to = format!("combined{mask}");
    *text += &match term.function {
        Combine::Replace => format!("MOV {to}, argument0;\n"),
        Combine::Modulate => format!("MUL {to}, argument0, argument1;\n"),
        Combine::Add => format!("ADD {to}, argument0, argument1;\n"),
        Combine::AddSigned => {
            format!("ADD {to}, argument0, argument1;\nSUB {to}, combined, half;\n")
        }
        Combine::Interpolate => format!("LRP {to}, argument2, argument0, argument1;\n"),
        Combine::Subtract => format!("SUB {to}, argument0, argument1;\n"),
        Combine::Dot3Rgb | Combine::Dot3Rgba => format!(
            "SUB argument0, argument0, half;\nSUB argument1, argument1, half;\n\
             DP3 {to}, argument0, argument1;\nMUL {to}, combined, 4.0;\n"
        ),
    };
}

/// RGB_SCALE or ALPHA_SCALE as a number of a program.
fn factor(scale: CombineScale) -> &'static str {
    match scale {
        CombineScale::One => "1.0",
        CombineScale::Two => "2.0",
        CombineScale::Four => "4.0",
    }
}

fn source_name(context: &Context, number: usize, source: CombineSource) -> String {
    match source {
        CombineSource::Texture => format!("texture{number}"),
        // The texture of a unit that has none enabled is undefined.
        CombineSource::TextureOf(unit) => match context.textures.get(usize::from(unit)) {
            Some(other) if other.sampled.is_some() => format!("texture{unit}"),
            _ => "nothing".to_owned(),
        },
        CombineSource::Constant => format!("state.texenv[{number}].color"),
        CombineSource::PrimaryColor => "fragment.color".to_owned(),
        CombineSource::Previous => "color".to_owned(),
    }
}
