//! Programs in the chip's physical memory: every view of it is the same.

use quadrille_vc4::machine::{Image, Launch, Limits, Machine, Profile};

use super::{STORE, words};

/// source: Mesa's and the firmware's use of bus addresses: the two highest bits choose a view of the caches. Code,
/// uniforms, a branch by register, a raw read and a store go through three views.
#[test]
fn a_program_runs_through_any_view() {
    let text = format!(
        "mov ra2, unif\nmov t0s, unif\nldtmu0\nmov r0, r4\nbra -, ra2\nnop\nnop\nnop\nmov r0, 0\n{}",
        STORE.replace("0x20000", "0x80020000")
    );
    let mut image = Image::default();
    image.load(0x1_0000, &words(&text)).unwrap();
    image.zero(0x2_0000, 64).unwrap();
    // The ninth instruction is jumped over.
    image.poke(0x3_0000, 0x4001_0000 + 9 * 8).unwrap();
    image.poke(0x3_0004, 0xc003_0008).unwrap();
    image.poke(0x3_0008, 0x1234_5678).unwrap();
    let mut machine = Machine::new(Profile::raspberry_pi());
    machine.queue(Launch::new(0xc001_0000, 0x4003_0000));
    let outcome = machine.run(&mut image.memory(), Limits::default(), &mut ());
    assert_eq!(outcome.findings, []);
    assert_eq!(image.get(0x2_0000, 4), Some([0x78, 0x56, 0x34, 0x12].as_slice()));
}
