//! Any bytes: a KTX2 file is a texture, or there is a reason.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quadrille_testkit::hostile::reader;

fuzz_target!(|bytes: &[u8]| (reader("ktx2").expect("it is listed").feed)(bytes));
