//! TMU, semaphores and mutex, rules between instructions, and time.

use quadrille_base::Severity;
use quadrille_vc4::machine::{End, FindingKind, Launch};

use super::{STORE, UNIFORMS, clean, kinds, r0, start};

/// source: guide, section 4: a lone S is sixteen addresses whose low two bits are ignored; results come in order.
#[test]
fn raw_reads_come_in_order() {
    let text = "shl r1, elem_num, 2\nmov r2, unif\nadd r1, r1, r2\nadd t0s, r1, 3\nadd t0s, r1, 4\nnop ; nop ; ldtmu0\nmov r0, r4 ; nop ; ldtmu0\nsub r0, r4, r0";
    let mut uniforms: Vec<u32> = vec![UNIFORMS + 4];
    uniforms.extend((0..20).map(|i| i * i));
    assert_eq!(clean(text, &uniforms), std::array::from_fn(|i| 2 * i as u32 + 1));
    let (_, outcome) = start("nop ; nop ; ldtmu0", &[], |code| {
        vec![Launch::new(code, UNIFORMS)]
    });
    assert_eq!(
        (outcome.end, kinds(&outcome)),
        (End::Deadlock, vec![FindingKind::TmuEmpty, FindingKind::Deadlock])
    );
    let five = "mov t0s, unif\n".repeat(5) + &"nop ; nop ; ldtmu0\n".repeat(5);
    let (_, findings) = r0(&five, &[UNIFORMS; 5]);
    assert_eq!(findings, [FindingKind::TmuResultsFull]);
    let (_, findings) = r0("mov t0s, 0\nnop ; nop ; ldtmu0", &[]);
    assert_eq!(findings, [FindingKind::MemoryRead]);
}

/// source: guide, table of hazards (page 37), and vc4asm's addendum on what each rule means.
#[test]
fn broken_rules_are_found() {
    for (text, kind) in [
        ("mov ra1, 1\nmov r0, ra1", FindingKind::ReadAfterWrite),
        ("mov rb1, 1\nmov r0, rb1", FindingKind::ReadAfterWrite),
        ("mov r1, 1\nmov r0, r1 >> 1", FindingKind::RotatedAfterWrite),
        ("mov r5rep, 1\nmov r0, r1 >> r5", FindingKind::RotatedByFreshR5),
        ("mov mutex, 0", FindingKind::MutexNotHeld),
        (
            "mov vr_setup, vpm_setup(2, 1, h32(0))\nmov vr_setup, vpm_setup(1, 1, h32(0))\nmov -, vpm\nmov -, vpm",
            FindingKind::VpmSetupLost,
        ),
        ("ldi vw_addr, 0x20000", FindingKind::DmaNoSetup),
        ("nop ; nop ; bkpt", FindingKind::Breakpoint),
        ("mov -, vary", FindingKind::NoVarying),
        ("mov tlbc, 0", FindingKind::TileBuffer),
        ("mov t0s, unif", FindingKind::TmuLeft),
    ] {
        let (_, findings) = r0(text, &[UNIFORMS]);
        assert_eq!(findings, [kind], "{text}");
    }
}

/// source: vc4asm's addendum, "horizontal vector rotation": the restriction holds where values move to a lower quad,
/// which a condition of the write before or of the rotation may rule out; its three examples.
#[test]
fn a_fresh_accumulator_turns_within_quads_and_upwards() {
    for text in [
        "mov ra0, 5\nand.setf -, elem_num, 1\nmov r0, ra0\nmov.ifz r1, r0 << 1",
        "mov ra0, 5\nshr.setf -, elem_num, 1\nmov.ifc r0, ra0\nmov r1, r0 << 1",
        "mov ra0, 5\nand.setf -, elem_num, 12\nmov r0, ra0\nmov.ifnz r1, r0 >> 3",
        "mov r1, 5\nmov r5rep, r1 << 3",
        "mov r1, 5\nmov -, r1 << 3",
    ] {
        assert_eq!(r0(text, &[]).1, [], "{text}");
    }
    for text in [
        "mov ra0, 5\nand.setf -, elem_num, 1\nmov r0, ra0\nmov.ifnz r1, r0 << 1",
        "mov ra0, 5\nand.setf -, elem_num, 12\nmov r0, ra0\nmov.ifnz r1, r0 << 3",
        "mov r1, 5\nmov r5rep, r1 << 4",
        "mov r1, 5\nmov.setf -, r1 << 3",
        "mov r5rep, 1\nnop\nmov r1, 5\nmov r0, r1 >> r5",
    ] {
        assert_eq!(r0(text, &[]).1, [FindingKind::RotatedAfterWrite], "{text}");
    }
}

/// source: vc4asm's addendum: only a value other than zero raises a host interrupt.
#[test]
fn an_interrupt_is_not_zero() {
    let (_, outcome) = start(
        &format!("mov interrupt, 0\nmov interrupt, elem_num\n{STORE}"),
        &[],
        |code| vec![Launch::new(code, UNIFORMS)],
    );
    assert_eq!(kinds(&outcome), []);
    assert_eq!(
        outcome
            .interrupts
            .iter()
            .map(|(qpu, _, value)| (*qpu, *value))
            .collect::<Vec<_>>(),
        [(0, 1)]
    );
}

/// source: py-videocore's sgemm, which loads rows 12,288 bytes apart; vc4asm's addendum gives the stride of stores 16
/// bits.
#[test]
fn the_pitch_of_loads_has_sixteen_bits() {
    let text = "ldi vr_setup, 0x90003000\nldi vr_setup, vdr_setup_0(0, 16, 2, vdr_h32(1, 0, 0))\nmov vr_addr, unif\nmov -, vr_wait\n\
                mov vr_setup, vpm_setup(1, 1, h32(1))\nnop\nnop\nmov r0, vpm";
    let mut uniforms = vec![UNIFORMS];
    uniforms.resize(0x3000 / 4, 0);
    uniforms.extend(100..116);
    let (data, findings) = r0(text, &uniforms);
    assert_eq!(
        (data, findings),
        (
            std::array::from_fn(|i| 100 + i as u32),
            vec![FindingKind::VdrPitchWide]
        )
    );
    assert_eq!(FindingKind::VdrPitchWide.severity(), Severity::Note);
}

/// source: 39 of the 49 shaders of Yours3lf/rpi-vk-driver, which ran on the chip: stencil set-up with a texture load.
#[test]
fn stencil_goes_with_a_load() {
    let text = "mov t0s, unif\nmov stencil, unif ; nop ; ldtmu0";
    assert_eq!(r0(text, &[UNIFORMS, 0]).1, [FindingKind::TileBuffer]);
}

/// source: vc4asm's addendum, "QPU reading and writing of VPM": a set-up written while two values are outstanding is
/// ignored, so that two can be read without a deadlock; one written while the last is outstanding counts.
#[test]
fn a_second_read_setup_counts_only_after_all_but_one() {
    let rows = "mov vw_setup, vpm_setup(1, 1, h32(0))\nmov vpm, 10\nmov vpm, 11\nmov vpm, 12\nmov vpm, 13\n";
    let read = "mov r1, vpm\nmov r0, vpm\n";
    let both = |first: u32, second: u32, reads: &str| {
        format!(
            "{rows}mov vr_setup, vpm_setup({first}, 1, h32(0))\nmov vr_setup, vpm_setup({second}, 1, h32(2))\nnop\nnop\n{reads}"
        )
    };
    let (value, findings) = r0(&both(2, 2, read), &[]);
    assert_eq!((value, findings), ([11; 16], vec![FindingKind::VpmSetupLost]));
    let third = both(2, 2, &format!("{read}mov r0, vpm\n"));
    let (_, outcome) = start(&third, &[], |code| vec![Launch::new(code, UNIFORMS)]);
    assert_eq!(outcome.end, End::Deadlock);
    assert_eq!(clean(&both(1, 2, &format!("{read}mov r0, vpm\n")), &[]), [13; 16]);
}

/// source: guide, sections 3 and 7: waiting, releasing, and one holder of the mutex at a time.
#[test]
fn semaphores_and_mutex_order_the_qpus() {
    // QPU 1 waits for QPU 0, which first does long work; then it stores its own number.
    let text = format!(
        "mov.setf -, qpu_num\nbrr.anynz -, :second\nnop\nnop\nnop\n{}srel -, 3\nbrr -, :end\nnop\nnop\nnop\n:second\nsacq -, 3\nmov r0, qpu_num\n{STORE}\n:end\nnop ; nop ; thrend\nnop\nnop",
        "nop\n".repeat(50)
    );
    let (data, outcome) = start(&text, &[], |code| vec![Launch::new(code, UNIFORMS); 2]);
    assert_eq!((data, kinds(&outcome)), ([1; 16], vec![]));
    assert!(outcome.qpus[1].stalled() > 100);
    let text = "read mutex\nnop\nnop\nnop\nmov mutex, 0\nmov interrupt, 1\nnop ; nop ; thrend\nnop\nnop";
    let (_, outcome) = start(text, &[], |code| vec![Launch::new(code, UNIFORMS); 12]);
    assert_eq!((kinds(&outcome), outcome.interrupts.len()), (vec![], 12));
    let mut clocks: Vec<u64> = outcome.interrupts.iter().map(|interrupt| interrupt.1).collect();
    clocks.sort_unstable();
    assert!(
        clocks.windows(2).all(|two| two[1] - two[0] >= 20),
        "one at a time: {clocks:?}"
    );
}

/// source: the guide's tables 34 to 36 give the addresses of a transfer; what lies outside all buffers is this
/// machine's own matter, and docs/qpu-emulator.md says that zeros are read and nothing is written there.
#[test]
fn transfers_outside_memory_do_nothing_there() {
    // The buffer ends 64 bytes behind 0x20000, so this row has eight words inside and eight outside.
    let half = STORE.replace("0x20000", "0x20020");
    let (data, outcome) = start(&format!("mov r0, 7{half}"), &[], |code| {
        vec![Launch::new(code, UNIFORMS)]
    });
    assert_eq!(data, std::array::from_fn(|i| if i < 8 { 0 } else { 7 }));
    assert_eq!(kinds(&outcome), [FindingKind::MemoryWrite]);
    assert_eq!(outcome.findings[0].value, 0x2_0040, "the first address outside");
    // The last address there is: the transfer does not go on at address 0.
    let top = STORE.replace("0x20000", "0xffffffe0");
    let (data, outcome) = start(&format!("mov r0, 7{top}"), &[], |code| {
        vec![Launch::new(code, UNIFORMS)]
    });
    assert_eq!((data, kinds(&outcome)), ([0; 16], vec![FindingKind::MemoryWrite]));
    // A program cannot write its own words.
    let code = STORE.replace("0x20000", "0x10000");
    let (_, outcome) = start(&format!("mov r0, 7{code}"), &[], |code| {
        vec![Launch::new(code, UNIFORMS)]
    });
    assert_eq!(kinds(&outcome), [FindingKind::MemoryWrite]);
    // Four uniforms are there; the other twelve words of the row are zeros.
    let load = "mov vr_setup, vdr_setup_0(0, 16, 1, vdr_h32(1, 0, 0))\nmov vr_addr, unif\nmov -, vr_wait\nmov vr_setup, vpm_setup(1, 1, h32(0))\nmov r0, vpm";
    let (data, findings) = r0(load, &[UNIFORMS, 5, 6, 7]);
    assert_eq!(data[..5], [UNIFORMS, 5, 6, 7, 0]);
    assert_eq!(
        (&data[5..], findings),
        (&[0; 11][..], vec![FindingKind::MemoryRead])
    );
}

/// source: guide, section 3 (end of programs) and its table of hazards.
#[test]
fn the_last_three_instructions() {
    for (text, kind) in [
        ("nop ; nop ; thrend\nmov r0, unif\nnop", FindingKind::EndAccess),
        (
            "mov ra1, r0 ; nop ; thrend\nnop\nnop",
            FindingKind::EndWritesRegister,
        ),
        ("nop ; nop ; thrend\nnop\nmov ra14, 0", FindingKind::EndAddress14),
    ] {
        let (_, outcome) = start(text, &[1], |code| vec![Launch::new(code, UNIFORMS)]);
        assert_eq!(kinds(&outcome), [kind], "{text}");
    }
}

/// source: measurements on a Raspberry Pi 2 (imrc.noip.me): instruction misses of straight code are ceil(I / 8) lines;
/// guide: four clocks an instruction.
#[test]
fn time_of_straight_code() {
    for count in [5u64, 21, 61] {
        let text = "nop\n".repeat(count as usize) + "nop ; nop ; thrend\nnop\nnop";
        let (_, outcome) = start(&text, &[], |code| vec![Launch::new(code, UNIFORMS)]);
        let totals = &outcome.qpus[0];
        assert_eq!(totals.instructions, count + 3);
        assert_eq!(outcome.caches.instruction.1, (count + 3).div_ceil(8));
        assert_eq!(totals.clock, 4 * (count + 3) + totals.stalled());
    }
}

/// source: measured by imrc on a Raspberry Pi 2: a raw read of 16 words at byte step S misses
/// min(ceil((15 S + 4) / 64), 16) lines.
#[test]
fn misses_of_a_raw_read() {
    for step in [4u32, 8, 16, 64] {
        let text = format!("mov r1, {step}\nmul24 r1, elem_num, r1\nadd t0s, r1, unif\nnop ; nop ; ldtmu0");
        let mut uniforms = vec![UNIFORMS + 64];
        uniforms.resize(400, 0);
        let (_, outcome) = start(&(text + STORE), &uniforms, |code| {
            vec![Launch::new(code, UNIFORMS)]
        });
        assert_eq!(kinds(&outcome), []);
        assert_eq!(
            outcome.caches.tmu.1,
            u64::from((15 * step + 4).div_ceil(64).min(16)),
            "step {step}"
        );
    }
}
