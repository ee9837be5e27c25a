//! Reads the tables of `oracle/opcodes`: lines of fields with tabs between, comments before.

use std::collections::BTreeSet;

/// The tables of all languages, for what a language has not.
pub(crate) const TABLES: [&str; 13] = [
    include_str!("../../../../oracle/opcodes/nv_vertex_program.tsv"),
    include_str!("../../../../oracle/opcodes/nv_vertex_program1_1.tsv"),
    include_str!("../../../../oracle/opcodes/nv_vertex_program2.tsv"),
    include_str!("../../../../oracle/opcodes/nv_fragment_program.tsv"),
    include_str!("../../../../oracle/opcodes/arb_vertex_program.tsv"),
    include_str!("../../../../oracle/opcodes/arb_fragment_program.tsv"),
    include_str!("../../../../oracle/opcodes/nv_vertex_program2_option.tsv"),
    include_str!("../../../../oracle/opcodes/nv_vertex_program3.tsv"),
    include_str!("../../../../oracle/opcodes/nv_fragment_program_option.tsv"),
    include_str!("../../../../oracle/opcodes/nv_fragment_program2.tsv"),
    include_str!("../../../../oracle/opcodes/nv_gpu_program4.tsv"),
    include_str!("../../../../oracle/opcodes/nv_gpu_program5.tsv"),
    include_str!("../../../../oracle/opcodes/nv_gpu_program5_extensions.tsv"),
];

/// The fields of every line that is no comment.
pub(crate) fn rows(table: &str) -> Vec<Vec<&str>> {
    let lines = table.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| line.split('\t').collect()).collect()
}

/// The words of a field in which `-` is none.
pub(crate) fn words(field: &str) -> impl Iterator<Item = &str> {
    field.split(' ').filter(|word| *word != "-")
}

/// Every opcode of any language but ATIfs1.0, with the operands that one of its languages gives it.
pub(crate) fn everywhere() -> Vec<(&'static str, &'static str)> {
    let mut seen = BTreeSet::new();
    let mut all = Vec::new();
    for (number, table) in TABLES.iter().enumerate() {
        for row in rows(table) {
            let operands = if number < 10 { row[1] } else { row[4] };
            if seen.insert(row[0]) {
                all.push((row[0], operands));
            }
        }
    }
    all
}

#[test]
fn there_are_147_opcodes() {
    assert_eq!(everywhere().len(), 147);
}
