//! Speed of assembling and disassembling, in instructions a second on one core.
//!
//! `cargo bench -p quadrille-vc4 --bench asm`

use divan::Bencher;
use divan::counter::ItemsCount;
use quadrille_vc4::asm::{NoIncludes, Options, assemble, disassemble};

/// Lines as compute programs have them: arithmetic in both ALUs, moves, memory look-ups, set-up, a loop.
const LINES: &[&str] = &[
    "add ra16, unif, elem_num",
    "mov rb20, unif",
    "sub.setf -, r3, 4 ; mov ra12, ra13",
    "fadd r0, r0, r5 ; fmul r1, ra15, vary",
    "shl r0, ra0.16b, 3",
    "add t0s, r0, r2",
    "add r0, r0, rb4 ; ldtmu0",
    "mov ra4, 0x5555",
    "max r0, r0, 0 ; mov ra1, r4",
    "fmul r2, r2, ra3",
    "nop ; mul24 r0, r0, 7",
    "mov r1, vdw_setup_1(0)",
    "v8adds r0, r1, r0 ; mov r2, r4.8a",
    "mov.ifnz ra6, rb7",
    "brr.anynz -, r:1b",
    "nop",
];

fn program(count: usize) -> String {
    let mut text = String::from(":1\n");
    for line in LINES.iter().cycle().take(count) {
        text.push_str("    ");
        text.push_str(line);
        text.push('\n');
    }
    text
}

const COUNT: usize = 1024;

#[divan::bench]
fn assembling(bencher: Bencher<'_, '_>) {
    let text = program(COUNT);
    let options = Options::default();
    bencher
        .counter(ItemsCount::new(COUNT))
        .bench_local(|| assemble("bench", &text, &options, &mut NoIncludes));
}

#[divan::bench]
fn disassembling(bencher: Bencher<'_, '_>) {
    let words = assemble("bench", &program(COUNT), &Options::default(), &mut NoIncludes).words;
    bencher
        .counter(ItemsCount::new(COUNT))
        .bench_local(|| disassemble(&words));
}

fn main() {
    divan::main();
}
