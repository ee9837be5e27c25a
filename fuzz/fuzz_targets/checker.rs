//! Any bytes: the checker answers, at places that lie in the text, and accepts nothing that it complains of.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quadrille_testkit::hostile::reader;

fuzz_target!(|bytes: &[u8]| (reader("checker").expect("it is listed").feed)(bytes));
