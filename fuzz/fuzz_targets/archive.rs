//! Any bytes as an archive: what is unpacked keeps the limits and lies below it, or there is a reason.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quadrille_testkit::hostile::reader;

fuzz_target!(|bytes: &[u8]| (reader("archive").expect("it is listed").feed)(bytes));
