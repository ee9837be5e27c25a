//! Programs made from the tables, by bytes of a seed: what the fuzz targets hold, held in each test run.

use quadrille_testkit::choices::bytes;
use quadrille_testkit::promise;

/// What a program is made of.
const BYTES: usize = 2048;

/// Feeds a promise with random bytes; at least a fifth of them have to make programs.
fn hold(promise: fn(&[u8]) -> bool, rounds: u64) {
    let mut made = 0;
    for seed in 0..rounds {
        made += u64::from(promise(&bytes(seed, BYTES)));
    }
    assert!(made * 5 > rounds, "{made} of {rounds}");
}

/// How often each is fed; `FROM_TABLES` in the environment says otherwise.
fn rounds(usual: u64) -> u64 {
    let wanted = std::env::var("FROM_TABLES").ok();
    wanted.and_then(|rounds| rounds.parse().ok()).unwrap_or(usual)
}

#[test]
fn printing_and_reading_are_inverse() {
    hold(promise::print, rounds(2000));
}

#[test]
fn declarations_are_printed_as_they_are_read() {
    hold(promise::declare, rounds(2000));
}

#[test]
fn watching_a_run_changes_nothing() {
    hold(promise::evaluate, rounds(2000));
}

#[test]
fn translations_validate() {
    hold(promise::translate, rounds(1000));
}
