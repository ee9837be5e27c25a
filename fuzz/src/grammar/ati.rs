//! Programs of ATI_text_fragment_shader.

use arbitrary::{Result, Unstructured};
use quadrille_isa::gl::ati;

/// A program of ATI_text_fragment_shader with one pass or two.
pub(super) fn program(choices: &mut Unstructured<'_>) -> Result<String> {
    let mut text = "!!ATIfs1.0\nStartConstants;\nCONSTANT c0 = program.local[0];\n\
                    CONSTANT c1 = { 0.5, 1, 0, 0.25 };\nEndConstants;\n"
        .to_owned();
    let passes: &[&str] = if choices.arbitrary()? {
        &["StartPrelimPass", "StartOutputPass"]
    } else {
        &["StartOutputPass"]
    };
    for (pass, word) in passes.iter().enumerate() {
        text += &format!("{word};\n");
        for register in 0..choices.int_in_range(1..=3)? {
            let setup = choices.choose(&ati::SETUP)?;
            let from = match pass {
                1 => format!("r{register}.str"),
                _ => format!(
                    "t{register}.{}",
                    choices.choose(&["str", "stq", "str_dr", "stq_dq"])?
                ),
            };
            text += &format!("{setup} r{register}, {from};\n");
        }
        for _ in 0..choices.int_in_range(1..=6)? {
            let row = choices.choose(ati::INSTRUCTIONS)?;
            let mask = choices.choose(&["", ".rgb", ".a", ".r", ".gb"])?;
            let register = choices.int_in_range(0..=2)?;
            let scale = choices.choose(ati::SCALES)?.0;
            let scale = if choices.ratio(1, 3)? {
                format!(".{scale}")
            } else {
                String::new()
            };
            let clamp = if choices.ratio(1, 4)? { ".sat" } else { "" };
            text += &format!("{} r{register}{mask}{scale}{clamp}", row.name);
            for _ in 0..row.arguments {
                let name = choices.choose(&["r0", "r1", "r2", "c0", "c1", "color0", "color1", "0", "1"])?;
                let part = choices.choose(&["", "", ".a", ".r", ".g"])?;
                let changes =
                    choices.choose(&["", "", ".neg", ".2x", ".bias", ".comp", ".neg.2x.bias.comp"])?;
                text += &format!(", {name}{part}{changes}");
            }
            text += ";\n";
        }
        text += "EndPass;\n";
    }
    Ok(text + "END\n")
}
