//! Any text as a scene, run over small files: it ends within its budget, and tells of problems at places in the text.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quadrille_testkit::hostile::reader;

fuzz_target!(|bytes: &[u8]| (reader("scene-run").expect("it is listed").feed)(bytes));
