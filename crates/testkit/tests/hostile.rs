//! Each reader on inputs of its corpus, broken at random. `cargo xtask hostile` runs many more and watches time and
//! memory.

use std::path::Path;

use quadrille_testkit::hostile::mutate::Mutator;
use quadrille_testkit::hostile::{READERS, corpus};

/// Inputs of a reader of share 1.
const INPUTS: u64 = 150;

#[test]
fn readers_keep_their_promises_on_broken_inputs() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for reader in READERS {
        let inputs = corpus(&root, reader);
        assert!(!inputs.is_empty(), "{}: no corpus", reader.name);
        let mutator = Mutator::new(inputs);
        for number in 0..INPUTS * reader.share {
            (reader.feed)(&mutator.input(number));
        }
    }
}
