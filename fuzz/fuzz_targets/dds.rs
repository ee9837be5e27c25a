//! Any bytes: a DDS file is a texture, or there is a reason.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quadrille_testkit::hostile::reader;

fuzz_target!(|bytes: &[u8]| (reader("dds").expect("it is listed").feed)(bytes));
