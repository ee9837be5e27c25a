//! Programs made from the tables: printing and reading them are inverse, and formatting changes nothing.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quadrille_testkit::promise;

fuzz_target!(|bytes: &[u8]| {
    promise::print(bytes);
});
