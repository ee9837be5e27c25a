//! Any bytes: formatting changes white space only, and formatting twice is formatting once.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quadrille_testkit::hostile::reader;

fuzz_target!(|bytes: &[u8]| (reader("formatter").expect("it is listed").feed)(bytes));
