//! The page on engines: `docs/reference/engines.md`, from the lists that `--engine` goes by.

use quadrille::ENGINES;
use quadrille_drivers::DRIVERS;

/// The page.
pub(crate) fn table() -> String {
    let mut text = "# Engines\n\nWhat `quadrille run --engine NAME`, `--compare NAME` and `quadrille compare --engines \
                    NAME,NAME` take; a library's `Session::engine` takes those that are no drivers. Without a name it is \
                    the first. A program that an engine does not take runs on the reference engine, and where the \
                    engine was named a note says so and why; with `--strict-engine` it fails the scene. The vector \
                    instructions of `wide`, of lookups and of what is drawn around programs, are the strongest of the machine, \
                    or those that `QUADRILLE_SIMD` names: `sse2`, `avx2` or `avx512` on x86-64.\n\n| engine | runs programs by |\n|---|---|\n"
        .to_owned();
    let own = ENGINES.iter().map(|row| (row.name, row.doc));
    for (name, doc) in own.chain(DRIVERS.iter().map(|row| (row.name, row.doc))) {
        text += &format!("| `{name}` | {doc} |\n");
    }
    text
}
