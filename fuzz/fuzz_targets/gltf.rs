//! Any bytes: a glTF file, with itself as every file that it names, is a mesh, or there is a reason.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quadrille_testkit::hostile::reader;

fuzz_target!(|bytes: &[u8]| (reader("gltf").expect("it is listed").feed)(bytes));
