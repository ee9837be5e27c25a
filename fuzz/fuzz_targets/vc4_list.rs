//! Any bytes as control lists: as their text, as a driver's dump and as memory. What was read of memory returns through
//! its text, and walks and checks end within their limits.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quadrille_testkit::hostile::reader;

fuzz_target!(|bytes: &[u8]| (reader("vc4_list").expect("it is listed").feed)(bytes));
