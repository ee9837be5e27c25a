//! Verdicts on programs, against those of another implementation: on those that were made at random by the specifications'
//! rules, and by the profile of that implementation on these and on the forms about which drivers differ.

use quadrille_check::driver::check_for;
use quadrille_check::{Options, check};
use quadrille_isa::gl::Driver;

/// The programs of a table, and whether each is accepted.
fn entries(table: &'static str) -> impl Iterator<Item = (bool, &'static str)> {
    table.split("\n== ").skip(1).map(|entry| {
        let (verdict, text) = entry.split_once('\n').expect("a verdict and a program");
        match verdict {
            "yes" => (true, text),
            "no" => (false, text),
            other => panic!("{other} is no verdict"),
        }
    })
}

#[test]
fn the_profile_of_mesa_says_what_mesa_says() {
    let random = entries(include_str!("../../../oracle/programs/arb.txt"));
    let forms = entries(include_str!("../../../oracle/programs/mesa.txt"));
    let options = Options::of_driver(Driver::Mesa);
    let mut wrong = Vec::new();
    let mut compared = 0;
    for (accepted, text) in random.chain(forms) {
        let text = text.replace('^', "\r").replace('@', "\0");
        let on_mesa = check_for(&text, Driver::Mesa, &options);
        if on_mesa.verdict.loads() != accepted {
            wrong.push(format!("{:?}\n{text}", on_mesa.verdict));
        }
        assert_eq!(on_mesa.verdict.loads(), on_mesa.checked.accepted(), "{text}");
        compared += 1;
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    assert!(compared > 600, "{compared}");
}

#[test]
fn verdicts_agree() {
    let table = include_str!("../../../oracle/programs/arb.txt");
    let mut compared = [0, 0];
    let mut wrong = Vec::new();
    for (accepted, text) in entries(table) {
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
