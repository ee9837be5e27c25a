//! Programs made from the tables, run: each ends within its budget, and watching it changes nothing.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quadrille_testkit::promise;

fuzz_target!(|bytes: &[u8]| {
    promise::evaluate(bytes);
});
