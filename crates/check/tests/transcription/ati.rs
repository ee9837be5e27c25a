//! ATIfs1.0: its opcodes with every modifier of destinations and arguments.

use crate::judge::Judge;
use crate::rows::rows;

const TABLE: &str = include_str!("../../../../oracle/opcodes/ati_text_fragment_shader.tsv");

/// One statement in the output pass.
fn program(statement: &str) -> String {
    format!("!!ATIfs1.0\nStartOutputPass;\n{statement};\nEndPass;\n")
}

/// Every way to take from a list in its order, with nothing taken first.
fn choices(groups: &[&str]) -> Vec<String> {
    let mut all = vec![String::new()];
    for group in groups {
        let more: Vec<String> = all.iter().map(|before| format!("{before}{group}")).collect();
        all.extend(more);
    }
    all
}

/// source: ATI_text_fragment_shader, the grammar of 3.10.1 and its notes below Table 3.21.
pub(crate) fn judge(judge: &mut Judge) {
    for row in rows(TABLE) {
        let (opcode, arguments): (&str, usize) = (row[0], row[2].parse().expect("a number"));
        if row[1] == "routing" {
            routing(opcode, judge);
            continue;
        }
        let with = |judge: &mut Judge, legal: bool, destination: &str, argument: &str, count: usize| {
            let arguments = vec![argument; count].join(", ");
            let statement = format!("{opcode} {destination}, {arguments}");
            judge.expects(legal, &format!("ATIfs1.0: {statement}"), &program(&statement));
        };
        for count in 0..5 {
            with(judge, count == arguments, "r0", "r1", count);
        }
        let scales = ["", ".2x", ".4x", ".8x", ".half", ".quarter", ".eighth"];
        // The grammar has no empty <optionalSaturate>; the text says "optionally add sat".
        for mask in [
            "", ".r", ".g", ".rg", ".b", ".rb", ".gb", ".rgb", ".ra", ".ga", ".rga", ".ba", ".rba", ".gba",
            ".rgba",
        ] {
            for scale in scales {
                for clamp in ["", ".sat"] {
                    with(judge, true, &format!("r0{mask}{scale}{clamp}"), "r1", arguments);
                }
            }
        }
        // "DOT2ADD/DOT3/DOT4 can use an alpha destination mask only in combination with a color destination mask".
        with(judge, !opcode.starts_with("DOT"), "r0.a", "r1", arguments);
        for wrong in [
            ".gr", ".x", ".sat.2x", ".2x.4x", ".2x.r", ".16x", ".sat.sat", ".neg",
        ] {
            with(judge, false, &format!("r0{wrong}"), "r1", arguments);
        }
        for wrong in ["r6", "c0", "0", "color0", "t0"] {
            with(judge, false, wrong, "r1", arguments);
        }
        for register in ["r5", "0", "1", "color0"] {
            for replicate in ["", ".r", ".g", ".b", ".a"] {
                for modifiers in choices(&[".neg", ".2x", ".bias", ".comp"]) {
                    with(
                        judge,
                        true,
                        "r0",
                        &format!("{register}{replicate}{modifiers}"),
                        arguments,
                    );
                }
            }
        }
        for wrong in [
            ".rgba",
            ".x",
            ".neg.r",
            ".half",
            ".sat",
            ".neg.neg",
            ".comp.neg",
            ".bias.2x",
            ".2x.neg",
        ] {
            with(judge, false, "r0", &format!("r1{wrong}"), arguments);
        }
        for wrong in ["r6", "c0", "2", "color2", "color1.a", "t0"] {
            with(judge, false, "r0", wrong, arguments);
        }
    }
}

/// PassTexCoord and SampleMap: a register, a source and which three of its components.
fn routing(opcode: &str, judge: &mut Judge) {
    let mut with = |legal: bool, operands: &str| {
        let statement = format!("{opcode} {operands}");
        let text = program(&format!("{statement};\nMOV r0, r1"));
        judge.expects(legal, &format!("ATIfs1.0: {statement}"), &text);
    };
    for select in ["str", "stq", "str_dr", "stq_dq"] {
        for coordinate in 0..6 {
            with(true, &format!("r1, t{coordinate}.{select}"));
        }
        with(false, &format!("r1, t6.{select}"));
        with(false, &format!("r6, t0.{select}"));
        with(false, &format!("r1.rgb, t0.{select}"));
        with(false, &format!("c1, t0.{select}"));
    }
    for operands in [
        "r1, t0",
        "r1, t0.rgb",
        "r1",
        "r1, c0.str",
        "r1, t0.str.neg",
        "r1, t0.str, t1.str",
    ] {
        with(false, operands);
    }
}
