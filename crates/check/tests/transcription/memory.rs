//! Storage modifiers, the pairs of atomic and storage modifiers, the pairs of types of CVT.

use crate::judge::Judge;
use crate::rows::{rows, words};
use crate::unified::{LANGUAGES, Language, Row};

const STORAGE: &str = include_str!("../../../../oracle/opcodes/storage.tsv");
const ATOMIC: &str = include_str!("../../../../oracle/opcodes/atomic.tsv");

/// Every storage modifier (NV_gpu_program5 Table X.14, NV_gpu_program5_mem_extended).
fn all() -> Vec<&'static str> {
    let lists = rows(STORAGE)
        .into_iter()
        .flat_map(|row| words(row[3]).collect::<Vec<_>>());
    let mut all: Vec<&str> = lists.collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// The rows of `opcodes` in every header that has them.
fn each(chosen: impl Fn(&Row) -> bool, mut judge: impl FnMut(&Language, &Row)) {
    for language in LANGUAGES {
        for row in language.rows().iter().filter(|row| chosen(row)) {
            judge(language, row);
        }
    }
}

fn used(language: &Language, row: &Row, options: &[&str], modifiers: &str) -> String {
    let name = format!("{}{modifiers}", row.opcode);
    language.program(row, options, &name, &language.operands(row))
}

/// One storage modifier, of those that the instruction takes; never none, never two, never a base type.
pub(crate) fn storage(judge: &mut Judge) {
    let table = rows(STORAGE);
    let list = |version: u32, option: &str, opcode: &str| -> Vec<&str> {
        let row = table.iter().find(|row| {
            row[0].parse() == Ok(version) && row[1] == option && words(row[2]).any(|word| word == opcode)
        });
        row.map_or(Vec::new(), |row| words(row[3]).collect())
    };
    each(
        |row| {
            row.needed == ".F32"
                || row.kinds.contains(&"i") && row.opcode.ends_with("IM") && row.opcode != "ATOMIM"
        },
        |language, row| {
            let newer = language.version == 50;
            let plain = list(if newer { 50 } else { 40 }, "-", row.opcode);
            let extended = list(50, "NV_gpu_program5_mem_extended", row.opcode);
            let doubt =
                |modifiers: &str| format!("{}: {}{modifiers} {}", language.name, row.opcode, row.option);
            for modifier in all() {
                let dotted = format!(".{modifier}");
                let legal = plain.contains(&modifier);
                judge.expects(
                    legal,
                    &doubt(&dotted),
                    &used(language, row, &[row.option], &dotted),
                );
                if newer {
                    let options = [row.option, "NV_gpu_program5_mem_extended"];
                    let legal = legal || extended.contains(&modifier);
                    let doubt = doubt(&format!("{dotted} with NV_gpu_program5_mem_extended"));
                    judge.expects(legal, &doubt, &used(language, row, &options, &dotted));
                }
                let twice = format!("{dotted}.F32");
                judge.refuses(&doubt(&twice), &used(language, row, &[row.option], &twice));
                if plain.contains(&modifier) && row.opcode.starts_with("L") {
                    let clamped = format!("{dotted}.SAT");
                    let legal = modifier.starts_with('F');
                    judge.expects(
                        legal,
                        &doubt(&clamped),
                        &used(language, row, &[row.option], &clamped),
                    );
                }
            }
            let formatted = row.option == "EXT_shader_image_load_formatted";
            let base = row.opcode == "STOREIM" || formatted;
            for modifier in ["", ".F", ".S", ".U"] {
                judge.expects(
                    base,
                    &doubt(modifier),
                    &used(language, row, &[row.option], modifier),
                );
            }
        },
    );
}

/// The pairs of atomic and storage modifiers, in either order, and nothing of them alone.
pub(crate) fn atomic(judge: &mut Judge) {
    let table = rows(ATOMIC);
    let operations = [
        "ADD", "MIN", "MAX", "IWRAP", "DWRAP", "AND", "OR", "XOR", "EXCH", "CSWAP",
    ];
    let options = [
        "-",
        "NV_shader_atomic_float",
        "NV_shader_atomic_float64",
        "NV_shader_atomic_int64",
        "NV_shader_atomic_fp16_vector",
    ];
    each(
        |row| row.needed == ".ADD.U32",
        |language, row| {
            let doubt = |modifiers: &str| format!("{}: {}{modifiers}", language.name, row.opcode);
            for operation in operations {
                for storage in all() {
                    for option in options {
                        let legal = table.iter().any(|entry| {
                            words(entry[0]).any(|word| word == row.opcode)
                                && (entry[1] == "-" || entry[1] == option)
                                && entry[2] == operation
                                && words(entry[3]).any(|word| word == storage)
                        });
                        let written = if option == "-" { "" } else { option };
                        for modifiers in [
                            format!(".{operation}.{storage}"),
                            format!(".{storage}.{operation}"),
                        ] {
                            let program = used(language, row, &[row.option, written], &modifiers);
                            judge.expects(legal, &doubt(&format!("{modifiers} {written}")), &program);
                        }
                    }
                }
                let alone = format!(".{operation}");
                judge.refuses(&doubt(&alone), &used(language, row, &[row.option], &alone));
                let twice = format!(".{operation}.MIN.U32");
                judge.refuses(&doubt(&twice), &used(language, row, &[row.option], &twice));
            }
            for modifiers in ["", ".U32", ".ADD.U", ".ADD.U32.U32"] {
                judge.refuses(&doubt(modifiers), &used(language, row, &[row.option], modifiers));
            }
        },
    );
}

/// source: NV_gpu_program5 2.X.8, CVT: two of eleven storage modifiers, one way of rounding.
pub(crate) fn conversion(judge: &mut Judge) {
    let types = [
        "F16", "F32", "F64", "S8", "S16", "S32", "S64", "U8", "U16", "U32", "U64",
    ];
    each(
        |row| row.opcode == "CVT",
        |language, row| {
            let mut expects = |legal: bool, modifiers: &str| {
                let doubt = format!("{}: CVT{modifiers}", language.name);
                judge.expects(legal, &doubt, &used(language, row, &[], modifiers));
            };
            for to in all() {
                expects(false, &format!(".{to}"));
                for from in all() {
                    expects(
                        types.contains(&to) && types.contains(&from),
                        &format!(".{to}.{from}"),
                    );
                }
            }
            for to in types {
                for rounding in ["", ".ROUND", ".CEIL", ".FLR", ".TRUNC"] {
                    expects(true, &format!(".{to}.F32{rounding}"));
                    // "Integer values are clamped ... if SAT": the one exception from floats only.
                    expects(true, &format!(".{to}.F32{rounding}.SAT"));
                }
                expects(false, &format!(".{to}.F32.ROUND.CEIL"));
                expects(false, &format!(".{to}.F32.F32"));
            }
            for modifiers in ["", ".F", ".F.S", ".S.F32"] {
                expects(false, modifiers);
            }
        },
    );
}
