//! A folder of 1,400 programs in the style of games: judged for a driver, and translated, on one thread.

use std::path::Path;

use divan::Bencher;
use divan::counter::ItemsCount;
use quadrille::driver::{Driver, check_for};
use quadrille::translate::{Emulation, Options, SourceProgram, Target, translate};
use quadrille::{Options as CheckOptions, Session};

fn main() {
    divan::main();
}

/// Programs of a large game.
const PROGRAMS: usize = 1400;

/// The programs of the corpus, over and over, each with a remark of its own.
fn folder() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/games");
    let mut paths: Vec<_> = std::fs::read_dir(folder)
        .expect("the folder of programs")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    paths.sort();
    let texts: Vec<String> = paths
        .iter()
        .map(|path| std::fs::read_to_string(path).expect("a text"))
        .collect();
    let texts = texts.iter().cycle().take(PROGRAMS).enumerate();
    texts
        .map(|(number, text)| text.replacen('\n', &format!("\n# {number}\n"), 1))
        .collect()
}

#[divan::bench(sample_count = 5)]
fn judged(bencher: Bencher<'_, '_>) {
    let texts = folder();
    let options = CheckOptions::of_driver(Driver::Mesa);
    bencher.counter(ItemsCount::new(PROGRAMS)).bench_local(|| {
        let load = |text: &&String| check_for(text, Driver::Mesa, &options).verdict.loads();
        texts.iter().filter(load).count()
    });
}

#[divan::bench(args = [Target::ArbVp1, Target::Glsl330Compat], sample_count = 5)]
fn checked_and_translated(bencher: Bencher<'_, '_>, target: Target) {
    let texts = folder();
    let session = Session::new();
    let mut options = Options::new(target);
    options.allow = vec![Emulation::AttribsAsTexcoords];
    bencher.counter(ItemsCount::new(PROGRAMS)).bench_local(|| {
        let becomes = |text: &&String| {
            let program = session.load("game", text).expect("it loads");
            let source = SourceProgram {
                program: program.program(),
                text,
                partner: None,
            };
            translate(source, &options).is_ok()
        };
        texts.iter().filter(becomes).count()
    });
}
