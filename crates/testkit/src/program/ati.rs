//! Programs of ATI_text_fragment_shader.

use quadrille_isa::gl::ati;

use crate::choices::Choices;

/// A program of ATI_text_fragment_shader, with one pass or two.
pub fn program(choices: &mut Choices<'_>) -> String {
    let mut text = "!!ATIfs1.0\nStartConstants;\nCONSTANT c0 = program.local[0];\n\
                    CONSTANT c1 = { 0.5, 1, 0, 0.25 };\nEndConstants;\n"
        .to_owned();
    let passes: &[&str] = if choices.once_in(2) {
        &["StartPrelimPass", "StartOutputPass"]
    } else {
        &["StartOutputPass"]
    };
    for (pass, word) in passes.iter().enumerate() {
        text += &format!("{word};\n");
        for register in 0..choices.below(3) + 1 {
            let setup = choices.one_of(&ati::SETUP);
            let from = match pass {
                1 => format!("r{register}.str"),
                _ => format!(
                    "t{register}.{}",
                    choices.one_of(&["str", "stq", "str_dr", "stq_dq"])
                ),
            };
            text += &format!("{setup} r{register}, {from};\n");
        }
        for _ in 0..choices.below(6) + 1 {
            text += &instruction(choices);
        }
        text += "EndPass;\n";
    }
    text + "END\n"
}

fn instruction(choices: &mut Choices<'_>) -> String {
    let row = &ati::INSTRUCTIONS[choices.below(ati::INSTRUCTIONS.len())];
    let register = choices.below(3);
    let mut text = format!("{} r{register}", row.name);
    text += choices.one_of(&["", ".rgb", ".a", ".r", ".gb"]);
    if choices.once_in(3) {
        text += &format!(".{}", ati::SCALES[choices.below(ati::SCALES.len())].0);
    }
    if choices.once_in(4) {
        text += ".sat";
    }
    for _ in 0..row.arguments {
        text += ", ";
        text += choices.one_of(&["r0", "r1", "r2", "c0", "c1", "color0", "color1", "0", "1"]);
        text += choices.one_of(&["", "", ".a", ".r", ".g"]);
        text += choices.one_of(&["", "", ".neg", ".2x", ".bias", ".comp", ".neg.2x.bias.comp"]);
    }
    text + ";\n"
}
