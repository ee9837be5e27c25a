//! Any bytes: the parser answers, and its tree keeps the promises that the tests state.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quadrille_testkit::hostile::reader;

fuzz_target!(|bytes: &[u8]| (reader("parser").expect("it is listed").feed)(bytes));
