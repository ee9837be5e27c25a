//! Programs of one line, judged by a reader of the specifications: names that are reserved in one language and free
//! in another, forms of numbers, ranges, stages and their declarations, types, blocks.

use quadrille_check::{Options, check};

/// source: `oracle/programs/lines.txt`
#[test]
fn every_line_is_judged_as_it_was_read() {
    let table = include_str!("../../../oracle/programs/lines.txt");
    let mut wrong = Vec::new();
    let mut counts = (0, 0);
    for line in table.lines().filter(|line| !line.starts_with('#')) {
        let (sign, rest) = line.split_once(' ').expect("a sign and a program");
        let (header, body) = rest.split_once('|').expect("a header and a body");
        let legal = match sign {
            "+" => true,
            "-" => false,
            other => panic!("{other} is no verdict"),
        };
        let checked = check(&format!("!!{header}\n{body}\nEND\n"), &Options::default());
        if checked.accepted() != legal {
            let messages: Vec<&str> = checked.diagnostics.iter().map(|d| d.message.as_str()).collect();
            wrong.push(format!("{line}\n    {messages:?}"));
        }
        *(if legal { &mut counts.0 } else { &mut counts.1 }) += 1;
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(counts, (58, 104));
}
