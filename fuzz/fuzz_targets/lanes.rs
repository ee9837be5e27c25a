//! Any text as a program, run with a number of lanes that its length decides: it ends within its budget.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quadrille_testkit::hostile::reader;

fuzz_target!(|bytes: &[u8]| (reader("evaluate").expect("it is listed").feed)(bytes));
