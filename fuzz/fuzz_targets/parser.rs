//! Any bytes: the parser answers, and its tree keeps the promises that the tests state.
#![no_main]

#[path = "../../crates/syntax/tests/common/mod.rs"]
mod common;

use libfuzzer_sys::fuzz_target;
use quadrille_syntax::{parse, split};

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    common::promises(&parse(&text, &common::WORDS));
    common::promises(&parse(&text, &common::ATI));
    for program in split(&text, &["!!ARBvp1.0", "!!VP1.0", "!!NVfp5.0"]) {
        common::promises(&parse(&text[program.range()], &common::WORDS));
    }
});
