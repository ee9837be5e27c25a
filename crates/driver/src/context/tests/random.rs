//! Random calls, in turns and on two threads.

use crate::context::random::{run, run_on_threads};

/// A fixed sequence of SplitMix64, whose seed a failure names.
fn bytes(seed: u64) -> Vec<u8> {
    let mut state = seed;
    let next = |_| {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ mixed >> 31) as u8
    };
    (0..400).map(next).collect()
}

#[test]
fn random_calls_hold() {
    for seed in 0..160_u64 {
        let bytes = bytes(seed);
        assert!(std::panic::catch_unwind(|| run(&bytes)).is_ok(), "seed {seed}");
    }
}

#[test]
fn random_calls_hold_on_two_threads() {
    for seed in 0..40_u64 {
        let [one, other] = [bytes(2 * seed), bytes(2 * seed + 1)];
        let done = std::panic::catch_unwind(|| run_on_threads([&one, &other]));
        assert!(done.is_ok(), "seed {seed}");
    }
}
