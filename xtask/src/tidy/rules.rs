//! Rules: each file of a `rules` folder defines its rule, and its page has a program that is rejected, or
//! warned of, and one that is accepted. Rules about a whole file, before there is a program, are listed with the reason.

use super::File;

/// Rules whose programs stand elsewhere, with the place.
const ELSEWHERE: &[(&str, &str)] = &[
    (
        "unknown_header.rs",
        "tests of syntax: no program has a header that is wrong and a page that is right",
    ),
    (
        "two_byte_text.rs",
        "tests of fixes: a page has one byte for each character",
    ),
    ("wrong_target.rs", "depends on the target that the caller names"),
];

pub(crate) fn check(files: &[File]) -> Vec<String> {
    let mut complaints = Vec::new();
    let rules = files.iter().filter(|file| {
        file.path.contains("/rules/") && file.path.ends_with(".rs") && !file.path.ends_with("/mod.rs")
    });
    for file in rules.filter(|file| file.path.starts_with("crates/check/")) {
        if !file.text.contains("rule!(") {
            complaints.push(format!("{}: defines no rule", file.path));
        }
        let elsewhere = ELSEWHERE.iter().any(|(name, _)| file.path.ends_with(name));
        for kinds in [&["```text reject", "```text warn"][..], &["```text accept"]] {
            if !elsewhere && !kinds.iter().any(|kind| file.text.contains(kind)) {
                complaints.push(format!("{}: its page has no {}", file.path, kinds.join(" nor ")));
            }
        }
    }
    complaints
}
