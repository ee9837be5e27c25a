//! Programs made from the tables, run: each ends within its budget, and watching it changes nothing.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quadrille::{Inputs, Session};
use quadrille_fuzz::grammar;

/// Instructions of each invocation.
const BUDGET: u64 = 500;

fuzz_target!(|bytes: &[u8]| {
    let Some((text, _)) = grammar::accepted(bytes) else {
        return;
    };
    let session = Session::with(grammar::options());
    let program = session
        .load("fuzz", &text)
        .unwrap_or_else(|rejected| panic!("{rejected}"));
    let mut inputs = Inputs::default();
    inputs.set_budget(BUDGET);
    inputs.set_lanes(8);
    for (name, byte) in program.attributes().iter().zip(bytes) {
        let number = f32::from(*byte) - 128.0;
        inputs.set(
            name.name.as_str(),
            [number, 0.25 * number, f32::NAN, 1.0 / number],
        );
    }
    let plain = program.evaluate(&inputs);
    let watched = program.sanitize(&inputs);
    match (plain, watched) {
        (Ok(plain), Ok(watched)) => assert_eq!(plain.lanes, watched.lanes, "{text}"),
        (Err(plain), Err(watched)) => assert_eq!(plain, watched, "{text}"),
        (plain, watched) => panic!("{text}\n{plain:?}\n{watched:?}"),
    }
});
