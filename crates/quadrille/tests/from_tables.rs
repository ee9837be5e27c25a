//! Programs made from the tables, by numbers from a seed: what the fuzz targets hold, held in each test run.

#![allow(unreachable_pub, reason = "the fuzz targets share these files")]

#[path = "../../../fuzz/src/grammar/mod.rs"]
mod grammar;
#[path = "../../../fuzz/src/promise.rs"]
mod promise;

/// Feeds a promise with random bytes; at least a fifth of them have to make programs.
fn hold(promise: fn(&[u8]) -> bool, rounds: u64) {
    let mut made = 0;
    for seed in 0..rounds {
        // Numbers from a seed: Knuth, The Art of Computer Programming 2, 3.3.4, line 26 of table 1.
        let mut state = seed;
        let bytes: Vec<u8> = (0..512)
            .map(|_| {
                state = state
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1_442_695_040_888_963_407);
                (state >> 56) as u8
            })
            .collect();
        made += u64::from(promise(&bytes));
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
fn watching_a_run_changes_nothing() {
    hold(promise::evaluate, rounds(2000));
}

#[test]
fn translations_validate() {
    hold(promise::translate, rounds(1000));
}
