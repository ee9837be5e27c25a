//! Any bytes: the tokens follow each other without gaps and make up the text.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quadrille_testkit::hostile::reader;

fuzz_target!(|bytes: &[u8]| (reader("lexer").expect("it is listed").feed)(bytes));
