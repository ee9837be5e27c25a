//! Any bytes: blocks of every compressed format have texels.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quadrille_testkit::hostile::reader;

fuzz_target!(|bytes: &[u8]| (reader("blocks").expect("it is listed").feed)(bytes));
