//! Texture and image targets: which an instruction takes.

use crate::judge::Judge;
use crate::rows::{rows, words};
use crate::unified::LANGUAGES;

const TARGETS: &str = include_str!("../../../../oracle/opcodes/targets.tsv");

/// Every target of the tables in every instruction that names one; an opcode without a row is not judged.
pub(crate) fn judge(judge: &mut Judge) {
    let table = rows(TARGETS);
    for language in LANGUAGES {
        for row in language.rows() {
            let Some(place) = row.kinds.iter().position(|kind| matches!(*kind, "t" | "j" | "m")) else {
                continue;
            };
            let entries = table.iter().filter(|entry| {
                let versions: Vec<&str> = words(entry[0]).collect();
                versions.contains(&language.version.to_string().as_str())
                    && words(entry[1]).any(|opcode| opcode == row.opcode)
            });
            for entry in entries {
                for (targets, legal) in [(entry[2], true), (entry[3], false)] {
                    for target in words(targets) {
                        let mut operands = language.operands(&row);
                        operands[place] = target.to_owned();
                        let name = format!("{}{}", row.opcode, row.needed);
                        let doubt = format!("{}: {name} of {target}", language.name);
                        judge.expects(
                            legal,
                            &doubt,
                            &language.program(&row, &[row.option], &name, &operands),
                        );
                    }
                }
            }
        }
    }
}
