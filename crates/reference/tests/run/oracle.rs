//! The tables of `oracle/engine`: typed instructions on special values, against exact arithmetic rounded once. What is
//! a function may lie as far from that as `accuracy` says.
//!
//! source: the head of each table

use quadrille_base::Id;
use quadrille_engine::Batch;
use quadrille_reference::Quiet;

use crate::accuracy::is_right;
use crate::support::{program, run_batch};

/// A row: operands, result, flags if it has them.
struct Row {
    line: usize,
    operands: Vec<u64>,
    result: u64,
    flags: Option<String>,
}

/// Rows that one program runs, each in a lane of its own.
struct Group {
    body: String,
    sizes: Vec<u32>,
    rows: Vec<Row>,
}

fn groups(table: &str) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for (number, line) in table.lines().enumerate() {
        if let Some(head) = line.strip_prefix("program ") {
            let (sizes, body) = head.split_once(": ").expect("sizes and a body");
            groups.push(Group {
                body: body.to_owned(),
                sizes: sizes
                    .split(' ')
                    .map(|size| size.parse().expect("a size"))
                    .collect(),
                rows: Vec::new(),
            });
        } else if let Some((operands, rest)) = line.split_once(" -> ") {
            let word = |word: &str| u64::from_str_radix(word, 16).expect("a word");
            let (result, flags) = match rest.split_once(" / ") {
                Some((result, flags)) => (result, Some(flags.to_owned())),
                None => (rest, None),
            };
            groups.last_mut().expect("a group").rows.push(Row {
                line: number + 1,
                operands: operands.split(' ').map(word).collect(),
                result: word(result),
                flags,
            });
        }
    }
    groups
}

/// The variables of a body, in the order of the operands; `ab` takes two.
fn variables(body: &str) -> Vec<&str> {
    let names = ["ab", "a", "b", "c", "d"];
    let operands = body
        .split([' ', ',', '.', ';'])
        .filter(|word| names.contains(word));
    operands.collect()
}

/// The opcode of a body's first instruction, with its suffixes.
fn mnemonic(body: &str) -> &str {
    body.split(' ').next().unwrap_or_default()
}

fn text(group: &Group) -> String {
    let long = |size: u32| if size == 64 { "LONG " } else { "" };
    let mut text = "!!NVvp5.0\n".to_owned();
    let mut at = 1;
    for (number, name) in variables(&group.body).into_iter().enumerate() {
        let size = group.sizes[at];
        at += name.len();
        text += &format!("{}ATTRIB {name} = vertex.attrib[{}];\n", long(size), number + 1);
    }
    text += &format!("{}TEMP r;\n{};\n", long(group.sizes[0]), group.body);
    text += if group.sizes[0] == 64 {
        "UP64.U result.attrib[0], r;\n"
    } else {
        "MOV.U result.attrib[0], r;\n"
    };
    if group.rows.iter().any(|row| row.flags.is_some()) {
        text += "MOV.U result.attrib[1], {0, 0, 0, 0};\n";
        for (component, test) in [("x", "CF"), ("y", "OF"), ("z", "SF"), ("w", "EQ"), ("w", "NAN")] {
            text += &format!("MOV.U result.attrib[1].{component} ({test}.x), {{1, 1, 1, 1}};\n");
        }
    }
    text + "END"
}

fn run(table: &str) {
    let mut wrong = Vec::new();
    let mut rows = 0;
    for group in groups(table) {
        let text = text(&group);
        let program = program(&text);
        let mut batch = Batch::new(&program, group.rows.len());
        for (lane, row) in group.rows.iter().enumerate() {
            let mut words = row.operands.iter().copied();
            for (number, name) in variables(&group.body).into_iter().enumerate() {
                let slot = program
                    .attributes()
                    .iter()
                    .position(|attribute| attribute.binding.index[0] as usize == number + 1);
                let slot = slot.expect("an attribute");
                let given: Vec<u64> = words.by_ref().take(name.len()).collect();
                for component in 0..4 {
                    let word = given.get(component).copied().unwrap_or(given[0]);
                    batch.attributes.component_mut(slot, component)[lane] = word as u32;
                    if program.attributes()[slot].long {
                        batch.attributes.component_mut(slot, component + 4)[lane] = (word >> 32) as u32;
                    }
                }
            }
        }
        let end = run_batch(&program, &mut batch, 1000, &mut Quiet);
        assert_eq!(end.map_err(|trap| trap.instruction.index()), Ok(()), "{text}");
        for (lane, row) in group.rows.iter().enumerate() {
            rows += 1;
            let [low, high, ..] = batch.results.get(0, lane);
            let found = if group.sizes[0] == 64 {
                u64::from(low) | u64::from(high) << 32
            } else {
                u64::from(low)
            };
            let flags = row.flags.as_ref().map(|_| {
                let flags = batch.results.get(1, lane);
                flags
                    .map(|flag| if flag == 0 { '0' } else { '1' })
                    .iter()
                    .collect::<String>()
            });
            let is_right = if group.sizes == [32, 32] || group.sizes == [32, 32, 32] {
                is_right(mnemonic(&group.body), row.operands[0], found, row.result)
            } else {
                found == row.result
            };
            if !is_right || flags != row.flags {
                wrong.push(format!(
                    "line {}: {} of {:x?} gives {found:x} / {flags:?}, not {:x} / {:?}",
                    row.line, group.body, row.operands, row.result, row.flags
                ));
            }
        }
    }
    assert!(rows > 100);
    let shown = wrong.len().min(40);
    assert!(
        wrong.is_empty(),
        "{} of {rows}\n{}",
        wrong.len(),
        wrong[..shown].join("\n")
    );
}

/// source: oracle/engine/integers.txt
#[test]
fn integers() {
    run(include_str!("../../../../oracle/engine/integers.txt"));
}

/// source: oracle/engine/bits.txt
#[test]
fn bits() {
    run(include_str!("../../../../oracle/engine/bits.txt"));
}

/// source: oracle/engine/floats.txt
#[test]
fn floats() {
    run(include_str!("../../../../oracle/engine/floats.txt"));
}

/// source: oracle/engine/conversions.txt
#[test]
fn conversions() {
    run(include_str!("../../../../oracle/engine/conversions.txt"));
}

/// source: oracle/engine/functions.txt
#[test]
fn functions() {
    run(include_str!("../../../../oracle/engine/functions.txt"));
}

/// source: oracle/engine/conditions.txt
#[test]
fn conditions() {
    run(include_str!("../../../../oracle/engine/conditions.txt"));
}

/// Every opcode whose result is a matter of its operands alone has rows: here for the languages that have types,
/// in `oracle/gl` for those of which it is a matter of the language.
///
/// source: the opcode table
#[test]
fn every_arithmetic_opcode_has_rows() {
    let tables = [
        include_str!("../../../../oracle/engine/integers.txt"),
        include_str!("../../../../oracle/engine/bits.txt"),
        include_str!("../../../../oracle/engine/floats.txt"),
        include_str!("../../../../oracle/engine/conversions.txt"),
        include_str!("../../../../oracle/engine/functions.txt"),
    ];
    let groups: Vec<Group> = tables.into_iter().flat_map(groups).collect();
    let statements = [
        include_str!("../../../../oracle/gl/power.txt"),
        include_str!("../../../../oracle/gl/vector.txt"),
        include_str!("../../../../oracle/gl/rounding.txt"),
    ];
    let stated = |mnemonic: &str| {
        let mut lines = statements.iter().flat_map(|text| text.lines());
        lines.any(|line| line.split(' ').next() == Some(mnemonic))
    };
    let mut missing = Vec::new();
    for row in quadrille_isa::gl::opcode::OPCODES {
        let name = |group: &Group| group.body.split([' ', '.']).next() == Some(row.mnemonic);
        if row.operation.class().is_arithmetic() && !groups.iter().any(name) && !stated(row.mnemonic) {
            missing.push(row.mnemonic);
        }
    }
    assert!(missing.is_empty(), "{missing:?}");
}
