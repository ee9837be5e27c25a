//! Forms give what the reference gives, bit for bit, over programs made at random from the tables.

use std::collections::BTreeMap;

use quadrille::Session;
use quadrille_isa::gl::profile::PROFILES;
use quadrille_scalar::{Reason, lower};
use quadrille_testkit::choices::{Choices, bytes};
use quadrille_testkit::form::equal;
use quadrille_testkit::program::accepted_of;

/// What a program and its inputs are made of.
const BYTES: usize = 8192;

/// Programs of each language; `FROM_TABLES` in the environment says otherwise.
const PROGRAMS: u64 = 75;

/// Every reason for which a program has no form.
const UNLOWERED: &[&str] = &[
    "the numbers of the NV20",
    "a written parameter",
    "flow",
    "branches without structure",
    "a call of a subroutine variable",
    "too many calls",
    "a test of residency",
    "a barrier",
    "the address stack",
    "outputs of a patch",
    "an indexed result",
    "an indexed register of this file",
    "an operation without a meaning in its type",
];

/// What became of the programs of a language.
#[derive(Default, Debug)]
struct Tally {
    equal: usize,
    stopped: usize,
    refused: BTreeMap<&'static str, usize>,
}

/// source: the reference engine, over programs of every language with inputs at the edges of arithmetic; float
/// operations give NaN of other bits than the reference's
#[test]
fn forms_are_equal_to_the_reference() {
    let rounds = std::env::var("FROM_TABLES").ok();
    let rounds = rounds.and_then(|rounds| rounds.parse().ok()).unwrap_or(PROGRAMS);
    let session = Session::new();
    let mut tallies: BTreeMap<&str, Tally> = BTreeMap::new();
    for profile in PROFILES {
        for seed in 0..rounds {
            let bytes = bytes(seed, BYTES);
            let mut choices = Choices::new(&bytes);
            let Some(made) = accepted_of(&session, profile, &mut choices) else {
                continue;
            };
            let tally = tallies.entry(profile.header).or_default();
            let form = match lower(made.loaded.program()) {
                Ok(form) => form,
                Err(unlowered) => {
                    *tally.refused.entry(unlowered.reason.name()).or_default() += 1;
                    continue;
                }
            };
            match equal(made.loaded.program(), &form, &mut choices) {
                Ok(true) => tally.equal += 1,
                Ok(false) => tally.stopped += 1,
                Err(difference) => panic!("{} seed {seed}: {difference}\n{}", profile.header, made.text),
            }
        }
    }
    for tally in tallies.values() {
        let others = tally.refused.keys().filter(|reason| !UNLOWERED.contains(reason));
        assert_eq!(others.count(), 0, "{tallies:#?}");
    }
    let compared: usize = tallies.values().map(|tally| tally.equal).sum();
    assert!(compared > 1000, "{tallies:#?}");
}

/// source: the list above, which no change may make longer unseen
#[test]
fn reasons_are_listed() {
    let names: Vec<&str> = Reason::ALL.iter().map(|reason| reason.name()).collect();
    assert_eq!(names, UNLOWERED);
}
