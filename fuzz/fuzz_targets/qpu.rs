//! Any bytes as a QPU program, as its text and as its words: the assembler answers, every word that decodes
//! returns through its text, the checker answers, and a run ends within its budget.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quadrille_testkit::hostile::reader;

fuzz_target!(|bytes: &[u8]| (reader("qpu").expect("it is listed").feed)(bytes));
