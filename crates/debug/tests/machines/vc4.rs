//! QPU programs. Expected results come from runs of the machine without a debugger, whose fast paths a debugger does not
//! take; the sums of `reduce` are worked out by hand.

use std::path::Path;

use quadrille_debug::Machine;
use quadrille_debug::vc4::{Vc4Machine, listing_of_assembly};
use quadrille_vc4::asm::{NoIncludes, Options, assemble};
use quadrille_vc4::machine::job::{Job, NamedBuffer};
use quadrille_vc4::machine::{Limits, Profile};

use super::{debugger, goes_both_ways, tell};

fn job(
    name: &str,
    buffers: &[(&str, Vec<u8>)],
    launches: &[&str],
) -> (Job, quadrille_debug::machine::Listing) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../examples/qpu")
        .join(name);
    let text = std::fs::read_to_string(path).expect("the example is there");
    let assembly = assemble(name, &text, &Options::default(), &mut NoIncludes);
    assert!(assembly.is_complete(), "{name} assembles");
    let listing = listing_of_assembly(&assembly).expect("it has a text");
    let buffers = buffers.iter().map(|(name, bytes)| NamedBuffer {
        name: (*name).to_owned(),
        address: None,
        bytes: bytes.clone(),
    });
    let job = Job {
        program: assembly.words,
        buffers: buffers.collect(),
        launches: launches.iter().map(|text| (*text).to_owned()).collect(),
        ..Job::default()
    };
    (job, listing)
}

fn floats(numbers: impl Iterator<Item = f32>) -> Vec<u8> {
    numbers.flat_map(f32::to_le_bytes).collect()
}

/// Four QPUs that share memory, transfers and caches.
fn saxpy() -> (Job, quadrille_debug::machine::Listing) {
    let x = floats((0..256).map(|n| n as f32));
    let y = floats((0..256).map(|n| 1000.0 - n as f32));
    let uniforms = "4, 2.0, @x+64*qpu, @y+64*qpu, 64*qpus, qpu";
    job("saxpy.qasm", &[("x", x), ("y", y)], &[uniforms; 4])
}

#[test]
fn debugging_changes_no_bit_and_no_clock() {
    let (job, listing) = saxpy();
    let mut alone = job.clone();
    let outcome = alone
        .run(Profile::raspberry_pi(), Limits::default(), &mut ())
        .expect("it runs");
    for steps in [1, 3, 1000] {
        let mut machine = Vc4Machine::new(job.clone(), listing.clone(), Limits::default()).expect("it runs");
        let mut done = 0;
        loop {
            // Watched and unwatched steps, in turns.
            let watched = u64::from(machine.step().is_some());
            let now = watched + machine.advance(steps);
            done += now;
            if now <= steps {
                break;
            }
        }
        assert_eq!(done, outcome.instructions());
        assert_eq!(machine.buffers(), alone.buffers, "{steps}");
        for (number, totals) in outcome.qpus.iter().enumerate().take(4) {
            assert_eq!(machine.clock(number), Some(totals.clock), "QPU {number}, {steps}");
        }
        assert_eq!(machine.end(), Some(quadrille_debug::machine::End::Finished));
    }
}

#[test]
fn every_step_is_reached_from_everywhere() {
    let (job, listing) = saxpy();
    goes_both_ways(&mut debugger(
        Vc4Machine::new(job, listing, Limits::default()).expect("it runs"),
    ));
}

#[test]
fn a_sum_is_watched_as_it_grows() {
    let x = floats((1..=16).map(|n| n as f32));
    let (job, listing) = job("reduce.qasm", &[("x", x), ("out", vec![0; 64])], &["@x, @out"]);
    let mut debugger = debugger(Vc4Machine::new(job, listing, Limits::default()).expect("it runs"));
    // 1 + 2 + … + 16 = 136; element 0 comes to it in the fourth sum.
    tell(&mut debugger, "watch r0[0] if r0[0]:f == 136");
    let text = tell(&mut debugger, "c");
    assert!(text.starts_with("watchpoint 1, r0[0]: "), "{text}");
    assert_eq!(tell(&mut debugger, "print r0:f"), "r0:f = 136 *16\n");
    assert!(tell(&mut debugger, "where").contains("QPU 0, clock "));
    tell(&mut debugger, "delete");
    tell(&mut debugger, "watch out");
    let text = tell(&mut debugger, "c");
    assert!(text.contains("became"), "{text}");
    assert_eq!(tell(&mut debugger, "memory out[0..8] as f"), "     0: 136 136\n");
    tell(&mut debugger, "backi");
    assert_eq!(tell(&mut debugger, "memory out[0..8] as f"), "     0: 0 0\n");
    tell(&mut debugger, "delete");
    // A line without code: the label's next instruction is meant. Line 3 is a comment.
    assert!(tell(&mut debugger, "break 3").contains("mov r0, unif"));
    assert!(tell(&mut debugger, "bc").starts_with("breakpoint"));
    let text = tell(&mut debugger, "trace 1000 writes r0 if r0[0]:f > 100");
    assert!(text.contains("fadd r0, r0, r1"), "{text}");
    assert!(tell(&mut debugger, "last ra0").contains("mov ra0, unif"));
}

#[test]
fn two_jobs_part_at_another_factor() {
    let (one, listing) = saxpy();
    let mut other = one.clone();
    other.launches = other
        .launches
        .iter()
        .map(|text| text.replace("2.0", "3.0"))
        .collect();
    let open = |job: Job| {
        let machine = Vc4Machine::new(job, listing.clone(), Limits::default()).expect("it runs");
        quadrille_debug::Session::new(Box::new(machine))
    };
    let mut debugger = quadrille_debug::Interpreter::with_other(open(one), open(other));
    let text = tell(&mut debugger, "difference");
    // The second instruction reads the factor.
    assert!(text.starts_with("the runs part in step 2\n"), "{text}");
    assert!(
        text.contains("rb1 = 40000000 *16") && text.contains("rb1 = 40400000 *16"),
        "{text}"
    );
}
