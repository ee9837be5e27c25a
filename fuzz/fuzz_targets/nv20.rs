//! Any bytes as a GeForce 3 program, as text in the GL languages and in the machine's own, and as words: each is
//! answered; words return through their text, run, and take a bounded time.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quadrille_testkit::hostile::reader;

fuzz_target!(|bytes: &[u8]| (reader("nv20").expect("it is listed").feed)(bytes));
