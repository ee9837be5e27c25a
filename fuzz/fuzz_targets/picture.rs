//! Any bytes: a PNG file, with its checksums and with right ones, is a picture, or there is a reason.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quadrille_testkit::hostile::reader;

fuzz_target!(|bytes: &[u8]| (reader("picture").expect("it is listed").feed)(bytes));
