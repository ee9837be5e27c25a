//! Fragment programs: varyings, scoreboard, two threads.

use quadrille_base::Severity;
use quadrille_vc4::machine::{FindingKind, Fragment, Launch, Thread};

use super::{UNIFORMS, kinds, start};

fn fragment(varyings: Vec<([u32; 16], [u32; 16])>, pixels: u32) -> Thread {
    let fragment = Fragment {
        w: [2.0f32.to_bits(); 16],
        z: [77; 16],
        varyings,
        pixels,
        ..Fragment::default()
    };
    Thread {
        uniforms: UNIFORMS,
        fragment: Some(fragment),
    }
}

/// source: guide: W is in ra15, Z in rb15; a varying gives V, and C comes to r5: V * W + C.
#[test]
fn varyings_with_w_and_c() {
    let text = "nop ; fmul r0, ra15, vary\nfadd r0, r0, r5 ; fmul r1, ra15, vary\nfadd r1, r1, r5\nmov r2, rb15\nmov tlbz, r2\nmov tlbc, r0\nmov tlbc, r1\nnop ; nop ; thrend\nnop\nnop";
    let float = |x: f32| [x.to_bits(); 16];
    let varyings = vec![(float(3.0), float(0.5)), (float(-1.0), float(4.0))];
    let launch = |code| {
        vec![Launch {
            code,
            thread: fragment(varyings.clone(), 1),
            second: None,
        }]
    };
    let (_, outcome) = start(text, &[], launch);
    assert_eq!(kinds(&outcome), []);
    let written: Vec<_> = outcome
        .tile_writes
        .iter()
        .map(|write| (write.register, write.value[0]))
        .collect();
    assert_eq!(
        written,
        [(44, 77), (46, 6.5f32.to_bits()), (46, 2.0f32.to_bits())]
    );
    let lost = "mov r0, vary\nmov r0, vary\nnop ; nop ; thrend\nnop\nnop";
    let (_, outcome) = start(lost, &[], |code| {
        vec![Launch {
            code,
            thread: fragment(varyings.clone(), 1),
            second: None,
        }]
    });
    assert_eq!(kinds(&outcome), [FindingKind::VaryingLost]);
}

/// source: guide, section 8: fragments of the same pixels pass the scoreboard in the order of their launches.
#[test]
fn the_scoreboard_keeps_the_order() {
    // The first fragment is slow (by its uniform), the second fast; both write their uniform.
    let text = "mov r0, unif\nmov.setf r1, unif\n:loop\nbrr.allz -, :go\nnop\nnop\nnop\nsub.setf r1, r1, 1\nbrr -, :loop\nnop\nnop\nnop\n:go\nnop ; nop ; sbwait\nmov tlbc, r0\nnop ; nop ; thrend\nnop\nnop";
    let (_, outcome) = start(text, &[10, 20, 30, 0], |code| {
        let mut first = fragment(vec![], 5);
        first.uniforms = UNIFORMS;
        let mut second = fragment(vec![], 5);
        second.uniforms = UNIFORMS + 8;
        [first, second]
            .map(|thread| Launch {
                code,
                thread,
                second: None,
            })
            .to_vec()
    });
    let written: Vec<u32> = outcome.tile_writes.iter().map(|write| write.value[0]).collect();
    assert_eq!((written, kinds(&outcome)), (vec![10, 30], vec![]));
}

/// source: guide, section 3: a thread switch happens two instructions later; each thread has registers 0 to 15 of
/// both files to itself. Mesa: accumulators do not survive.
#[test]
fn two_threads_take_turns() {
    let text = "mov ra1, unif\nmov rb1, unif\nmov t0s, unif\nnop ; nop ; lthrsw\nnop\nnop\nnop ; nop ; ldtmu0\nmov r0, ra1\nmov r1, rb1\nadd r0, r0, r1\nadd r0, r0, r4\nmov tlbc, r0\nnop ; nop ; thrend\nnop\nnop";
    let uniforms = [100, 10, UNIFORMS + 24, 200, 20, UNIFORMS + 28, 1, 2];
    let launch = |code| {
        let mut second = fragment(vec![], 2);
        second.uniforms = UNIFORMS + 12;
        vec![Launch {
            code,
            thread: fragment(vec![], 1),
            second: Some((code, second)),
        }]
    };
    let (_, outcome) = start(text, &uniforms, launch);
    let written: Vec<u32> = outcome.tile_writes.iter().map(|write| write.value[0]).collect();
    assert_eq!((written, kinds(&outcome)), (vec![111, 222], vec![]));
    let lost = text
        .replace("mov ra1, unif\n", "mov ra1, unif\nmov r2, 1\n")
        .replace("mov r0, ra1", "mov r0, r2");
    let (_, outcome) = start(&lost, &uniforms, launch);
    assert!(
        kinds(&outcome)
            .iter()
            .all(|&kind| kind == FindingKind::LostInSwitch)
            && !outcome.findings.is_empty()
    );
    let high = text.replace("rb1", "rb20");
    let (_, outcome) = start(&high, &uniforms, launch);
    assert!(kinds(&outcome).contains(&FindingKind::HighRegister));
}

/// source: Mesa's rules for threaded programs: a result is loaded after a switch that follows its request, and
/// before the second one that does.
#[test]
fn results_belong_between_two_switches() {
    let switch = |signal: &str| format!("nop ; nop ; {signal}\nnop\nnop\n");
    let (ask, load) = ("mov t0s, unif\n", "nop ; nop ; ldtmu0\n");
    let (first, last) = (switch("thrsw"), switch("lthrsw"));
    for (text, kind) in [
        (format!("{ask}{first}{load}{last}"), None),
        (format!("{ask}{last}{load}"), None),
        (format!("{ask}{load}{last}"), Some(FindingKind::TmuBeforeSwitch)),
        (format!("{last}{ask}{load}"), Some(FindingKind::TmuBeforeSwitch)),
        (
            format!("{ask}{first}{last}{load}"),
            Some(FindingKind::TmuAcrossSwitch),
        ),
    ] {
        let text = format!("{text}nop ; nop ; thrend\nnop\nnop");
        let (_, outcome) = start(&text, &[UNIFORMS], |code| {
            vec![Launch {
                code,
                thread: fragment(vec![], 1),
                second: Some((code, fragment(vec![], 2))),
            }]
        });
        let mut found = kinds(&outcome);
        found.dedup();
        assert_eq!(found, Vec::from_iter(kind), "{text}");
    }
}

/// source: Broadcom's driver (mozilla-b2g/brcm_usrlib_dag), whose shaders ran on the chip: its clear programs set stencil
/// up in the first instruction and wait in the third, and 31 of its 40 fragment programs wait in the second.
#[test]
fn a_program_waits_for_the_scoreboard_from_its_second_instruction_on() {
    let end = "nop ; nop ; thrend\nnop\nnop";
    for (text, found) in [
        (
            "mov stencil, 1\nmov stencil, 2\nmov tlbz, rb15; nop; sbwait\n",
            None,
        ),
        ("nop\nnop; nop; sbwait\n", Some(FindingKind::ScoreboardEarly)),
        (
            "mov stencil, 1\nmov tlbz, rb15\n",
            Some(FindingKind::ScoreboardEarly),
        ),
        ("nop; nop; sbwait\n", Some(FindingKind::ScoreboardFirst)),
        ("mov tlbc, 1\n", Some(FindingKind::ScoreboardFirst)),
    ] {
        let (_, outcome) = start(&format!("{text}{end}"), &[], |code| {
            vec![Launch {
                code,
                thread: fragment(vec![], 1),
                second: None,
            }]
        });
        assert_eq!(kinds(&outcome), Vec::from_iter(found), "{text}");
    }
    assert_eq!(FindingKind::ScoreboardFirst.severity(), Severity::Error);
    assert_eq!(FindingKind::ScoreboardEarly.severity(), Severity::Warning);
}
