//! Programs made from the tables, translated: there is a shader that validates, or there are reasons.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quadrille_testkit::promise;

fuzz_target!(|bytes: &[u8]| {
    promise::translate(bytes);
});
