//! The engine `wide` gives the reference engine's bits, at every level of vector instructions of the machine: results,
//! discarded fragments, emitted vertices, abnormal ends and traps of programs made at random from the tables.

use std::collections::BTreeMap;
use std::ops::Range;

use quadrille::{Budget, Inputs, Refusal, Session, Stage, Vector};
use quadrille_testkit::choices::{Choices, bytes};
use quadrille_testkit::engines::Engines;
use quadrille_testkit::program::accepted;

/// What a program and its inputs are made of.
const BYTES: usize = 4096;

/// What the numbers of its inputs are made of.
const DATA: usize = 1 << 16;

/// Instructions of each invocation: a loop without a count ends by this.
const BUDGET: u64 = 500;

/// Programs that differ and are shown.
const SHOWN: usize = 12;

/// What the engine does not take, as it says it. The list only gets shorter.
const REFUSED: &[&str] = &[
    "a written parameter",
    "branches without structure",
    "a call of a subroutine variable",
    "too many calls",
    "a test of residency",
    "a barrier",
    "the address stack",
    "outputs of a patch",
    "an indexed result",
    "an indexed register of this file",
    "a loop that the limit of its language may end",
];

/// The seeds of the programs: 1,500 from 0 on; `FROM_TABLES` and `FIRST_SEED` in the environment say otherwise.
fn seeds() -> Range<u64> {
    let number = |name: &str| std::env::var(name).ok()?.parse::<u64>().ok();
    let first = number("FIRST_SEED").unwrap_or(0);
    first..first + number("FROM_TABLES").unwrap_or(1500)
}

/// source: the reference engine, 0 units in the last place
#[test]
fn engines_give_the_same_bits() {
    let engines = Engines::default();
    let reference = Session::new().engine("reference").expect("its name is listed");
    let mut compared = 0;
    let mut failures = Vec::new();
    let mut refused: BTreeMap<&str, u32> = BTreeMap::new();
    for seed in seeds() {
        let bytes = bytes(seed, BYTES);
        let mut choices = Choices::new(&bytes);
        let Some(made) = accepted(&reference, &mut choices) else {
            continue;
        };
        let data = self::bytes(seed ^ 1 << 40, DATA);
        let mut data = Choices::new(&data);
        let mut inputs = Inputs::default();
        inputs.set_budget(Budget::of_instructions(BUDGET));
        // A part of a plane, or more than one.
        let lanes = if seed % 4 == 0 { 300 } else { 8 };
        if made.loaded.program().profile().stage != Stage::Compute {
            inputs.set_lanes(lanes);
        }
        for named in made.loaded.attributes() {
            if named.name.starts_with("invocation") {
                continue;
            }
            for lane in 0..lanes {
                let words = [0; 4].map(|_| data.word());
                inputs.set_vector(&*named.name, Some(lane), Vector::bits(words));
            }
        }
        for named in made.loaded.parameters() {
            inputs.set_vector(&*named.name, None, Vector::bits([0; 4].map(|_| data.word())));
        }
        match engines.compare(&made, &inputs) {
            Ok(None) => compared += 1,
            Ok(Some(Refusal::Form { reason, .. })) => *refused.entry(reason).or_default() += 1,
            Ok(Some(other)) => panic!("{other}\n{}", made.text),
            Err(error) => failures.push(format!("seed {seed}: {error}\n{}", made.text)),
        }
    }
    let some = failures
        .iter()
        .take(SHOWN)
        .map(String::as_str)
        .collect::<Vec<_>>()
        .join("\n");
    assert!(failures.is_empty(), "{} programs differ:\n{some}", failures.len());
    let unlisted: Vec<_> = refused
        .keys()
        .filter(|reason| !REFUSED.contains(reason))
        .collect();
    assert!(unlisted.is_empty(), "{unlisted:?} are refused");
    let turned_away: u32 = refused.values().sum();
    assert!(
        compared > 4 * turned_away,
        "{compared} are compared, and refused are {refused:?}"
    );
}
