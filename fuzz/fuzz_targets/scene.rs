//! Any bytes: the scene reader answers with a scene or with a problem at a place in the text.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quadrille_testkit::hostile::reader;

fuzz_target!(|bytes: &[u8]| (reader("scene").expect("it is listed").feed)(bytes));
