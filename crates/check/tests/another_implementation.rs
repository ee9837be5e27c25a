//! Verdicts on programs that were made at random, against those of another implementation.

use quadrille_check::{Options, check};

#[test]
fn verdicts_agree() {
    let table = include_str!("../../../oracle/programs/arb.txt");
    let mut compared = [0, 0];
    let mut wrong = Vec::new();
    for entry in table.split("\n== ").skip(1) {
        let (verdict, text) = entry.split_once('\n').expect("a verdict and a program");
        let accepted = match verdict {
            "yes" => true,
            "no" => false,
            other => panic!("{other} is no verdict"),
        };
        let checked = check(text, &Options::default());
        let errors: Vec<_> = checked.errors().map(|error| error.rule.name).collect();
        if checked.accepted() != accepted {
            wrong.push(format!("{errors:?}\n{text}"));
        }
        compared[usize::from(accepted)] += 1;
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    assert!(compared[0] > 200 && compared[1] > 100, "{compared:?}");
}
