//! `spec/ambiguities.md`: what the checker does where the specifications leave room.

use quadrille_check::{Options, check};

#[test]
fn decisions_are_followed() {
    let page = include_str!("../../../spec/ambiguities.md");
    let options = Options::default();
    let mut wrong = Vec::new();
    let (mut accepted, mut rejected) = (0, 0);
    for section in page.split("\n## ").skip(1) {
        let heading = section.lines().next().unwrap_or_default();
        for block in section.split("\n```").skip(1).step_by(2) {
            let (verdict, program) = block.split_once('\n').expect("a program follows its verdict");
            let wanted = match verdict {
                "accept" => true,
                "reject" => false,
                other => panic!("{heading}: {other}"),
            };
            *(if wanted { &mut accepted } else { &mut rejected }) += 1;
            let checked = check(&format!("{program}\n"), &options);
            if checked.accepted() != wanted {
                let messages: Vec<&str> = checked.errors().map(|error| error.message.as_str()).collect();
                wrong.push(format!("{heading}\n{verdict} {program}\n{messages:?}"));
            }
        }
    }
    assert!(
        accepted >= 60 && rejected >= 29,
        "{accepted} and {rejected} programs"
    );
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}
