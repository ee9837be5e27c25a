//! What single instructions and units do, in small programs. Every test names where its expectation is from;
//! "facts" are the published corrections of the guide: vc4asm's addendum and hardware vectors.

use quadrille_vc4::asm::{NoIncludes, Options, assemble};
use quadrille_vc4::machine::{
    End, FindingKind, Fragment, Launch, Limits, Machine, Memory, Outcome, Profile, Thread,
};

const CODE: u32 = 0x1_0000;
const DATA: u32 = 0x2_0000;
const UNIFORMS: u32 = 0x3_0000;

/// Stores r0, then ends.
const STORE: &str = "
    mov vw_setup, vpm_setup(1, 1, h32(0))
    mov vpm, r0
    mov vw_setup, vdw_setup_0(1, 16, dma_h32(0, 0))
    ldi vw_addr, 0x20000
    mov -, vw_wait
    nop ; nop ; thrend
    nop
    nop
";

fn words(text: &str) -> Vec<u8> {
    let assembly = assemble("test.qasm", text, &Options::default(), &mut NoIncludes);
    assert!(assembly.is_complete(), "{text}: {:#?}", assembly.diagnostics);
    assembly
        .words
        .iter()
        .flat_map(|word| word.to_le_bytes())
        .collect()
}

fn start(text: &str, uniforms: &[u32], launches: impl Fn(u32) -> Vec<Launch>) -> ([u32; 16], Outcome) {
    let code = words(text);
    let uniforms: Vec<u8> = uniforms.iter().flat_map(|word| word.to_le_bytes()).collect();
    let mut data = [0u8; 64];
    let mut memory = Memory::new();
    memory.map_constant(CODE, &code).unwrap();
    memory.map_constant(UNIFORMS, &uniforms).unwrap();
    memory.map(DATA, &mut data).unwrap();
    let mut machine = Machine::new(Profile::raspberry_pi());
    for launch in launches(CODE) {
        machine.queue(launch);
    }
    let outcome = machine.run(
        &mut memory,
        Limits {
            instructions: 100_000,
            ..Limits::default()
        },
        &mut (),
    );
    drop(memory);
    (
        std::array::from_fn(|i| u32::from_le_bytes(data[4 * i..4 * i + 4].try_into().unwrap())),
        outcome,
    )
}

/// What r0 holds after `text`, and the kinds of findings.
fn r0(text: &str, uniforms: &[u32]) -> ([u32; 16], Vec<FindingKind>) {
    let (data, outcome) = start(&format!("{text}{STORE}"), uniforms, |code| {
        vec![Launch::new(code, UNIFORMS)]
    });
    (
        data,
        outcome.findings.iter().map(|finding| finding.kind).collect(),
    )
}

/// As [`r0`], of a program that keeps the rules.
fn clean(text: &str, uniforms: &[u32]) -> [u32; 16] {
    let (data, findings) = r0(text, uniforms);
    assert_eq!(findings, [], "{text}");
    data
}

fn kinds(outcome: &Outcome) -> Vec<FindingKind> {
    outcome.findings.iter().map(|finding| finding.kind).collect()
}

/// source: guide, section 3: element numbers, per-element load immediates, conditions.
#[test]
fn elements_and_conditions() {
    assert_eq!(clean("mov r0, elem_num", &[]), std::array::from_fn(|i| i as u32));
    let below = clean("mov r0, 7\nsub.setf -, elem_num, 5\nmov.ifn r0, 1", &[]);
    assert_eq!(below, std::array::from_fn(|i| if i < 5 { 1 } else { 7 }));
    let carry = clean("mov r0, 7\nsub.setf -, elem_num, 5\nmov.ifnc r0, 1", &[]);
    assert_eq!(carry, std::array::from_fn(|i| if i >= 5 { 1 } else { 7 }));
    assert_eq!(
        clean("mov r0, [0,1,-1,-2,0,1,-1,-2,0,1,-1,-2,0,1,-1,-2]", &[])[..4],
        [0, 1, u32::MAX, u32::MAX - 1]
    );
}

/// source: vc4asm's addendum: flags of an element change only where its condition holds; they come from the ADD
/// ALU unless its operation is nop.
#[test]
fn flags_are_gated_by_the_condition() {
    // Z where the number is 0; then, only there, the flags of a 1; Z is then set nowhere.
    let text = "mov.setf -, elem_num\nmov r0, 0\nmov.ifz.setf -, 1\nmov.ifz r0, 5\nmov.ifnz r0, 6";
    assert_eq!(clean(text, &[]), [6; 16]);
    let mul = "mov r1, elem_num\nnop ; mul24.setf -, r1, 1\nmov r0, 0\nmov.ifz r0, 9";
    assert_eq!(
        clean(mul, &[]),
        std::array::from_fn(|i| if i == 0 { 9 } else { 0 })
    );
}

/// source: guide, section 3: rotation moves element i to i + n; vc4asm's `<< n` moves to lower numbers. Facts: inputs
/// other than r0 to r3 rotate inside groups of four.
#[test]
fn rotation() {
    let text = "mov r1, elem_num\nnop\nmov r0, r1 >> 3";
    assert_eq!(clean(text, &[]), std::array::from_fn(|i| (i as u32 + 13) % 16));
    let by_r5 = "mov r1, elem_num\nmov r5rep, 2\nnop\nmov r0, r1 >> r5";
    assert_eq!(clean(by_r5, &[]), std::array::from_fn(|i| (i as u32 + 14) % 16));
    let (quads, findings) = r0("mov ra1, elem_num\nnop\nnop ; v8min r0, ra1, ra1 >> 1", &[]);
    assert_eq!(
        quads,
        std::array::from_fn(|i| (i as u32 & 12) | (i as u32 + 3) & 3)
    );
    assert_eq!(findings, [FindingKind::RotationInQuads]);
}

/// source: facts 6: r5 through file A takes elements 0, 4, 8, 12, through file B element 0.
#[test]
fn both_ways_to_write_r5() {
    assert_eq!(
        clean("mov r5quad, elem_num\nmov r0, r5", &[]),
        std::array::from_fn(|i| i as u32 & 12)
    );
    assert_eq!(
        clean("mov r1, elem_num\nadd r5rep, r1, 3\nmov r0, r5", &[]),
        [3; 16]
    );
}

/// source: hardware vectors (VC4C unpack_test.h): 7fff as a half is 7fffe000; as a byte 127/255 is 3efefefe.
#[test]
fn unpacks_of_file_a_and_r4() {
    assert_eq!(
        clean("mov ra1, unif\nnop\nmov r0, ra1.16b", &[0x8001_7fff]),
        [0xffff_8001; 16]
    );
    assert_eq!(
        clean("mov ra1, unif\nmov r1, 0\nfmax r0, ra1.8a, r1", &[0x0000_007f]),
        [0x3efe_fefe; 16]
    );
    assert_eq!(
        clean("mov ra1, unif\nmov r1, 0\nfmax r0, ra1.16a, r1", &[0x8001_7fff]),
        [0x7fff_e000; 16]
    );
    // r4 by a raw read of the uniforms themselves; its unpack is always to float.
    let r4 = clean(
        "mov t0s, unif\nnop ; nop ; ldtmu0\nmov r0, r4.8b",
        &[UNIFORMS + 4, 0x0000_ff00],
    );
    assert_eq!(r4, [0x3f80_0000; 16]);
}

/// source: hardware vectors (VC4C opcode_pack_test.h): only the named bytes change; an overflowed add saturates
/// with 8as to 0 unless the wrapped sum lies in the target range.
#[test]
fn packs_of_file_a_keep_the_rest() {
    let text = "mov ra1, unif\nmov r1, unif\nmov ra1.8b, r1\nnop\nmov r0, ra1";
    assert_eq!(clean(text, &[0x1122_3344, 0xaabb_ccdd]), [0x1122_dd44; 16]);
    let half = "mov ra1, unif\nmov r1, unif\nfadd ra1.16b, r1, r1\nnop\nmov r0, ra1";
    assert_eq!(clean(half, &[5, 1.0f32.to_bits()]), [0x4000_0005; 16]);
    let text = "mov ra1, 0\nmov r1, unif\nmov r2, unif\nadd ra1.32s, r1, r2\nnop\nmov r0, ra1";
    assert_eq!(clean(text, &[0x7fff_ffff, 1]), [0x7fff_ffff; 16]);
}

/// source: facts 5.3, fitted to a hardware picture; 1.0 is 255, 0.5 is 128.
#[test]
fn colours_are_packed_behind_the_mul_alu() {
    let text = "mov r0, 0\nmov r1, unif\nnop ; fmul r0.8cc, r1, 1.0";
    assert_eq!(clean(text, &[0.5f32.to_bits()]), [0x0080_0000; 16]);
    let all = "mov r1, unif\nnop ; fmul r0.8abcdc, r1, 1.0";
    assert_eq!(clean(all, &[3.0f32.to_bits()]), [0xffff_ffff; 16]);
    assert_eq!(clean(all, &[(-1.0f32).to_bits()]), [0; 16]);
}

/// source: guide, section 3: the result of the SFU is in r4 after two more instructions. Output of a Raspberry Pi
/// 2 (qiita, ysugi): 1 / 71ae7e4b is 0d3bcb00.
#[test]
fn the_special_function_unit_takes_its_time() {
    let text = |gap: &str| format!("mov sfu_recip, unif\n{gap}mov r0, r4");
    assert_eq!(clean(&text("nop\nnop\n"), &[0x71ae_7e4b]), [0x0d3b_cb00; 16]);
    let (early, findings) = r0(&text("nop\n"), &[0x71ae_7e4b]);
    assert_eq!((early, findings), ([0; 16], vec![FindingKind::SfuResultEarly]));
}

/// source: guide, section 3 (branches): three delay slots; facts 2.4: the link is the address of the fourth
/// instruction after the branch, and a register is taken from element 15.
#[test]
fn branches_links_and_registers() {
    let text = "mov r0, 0\nbrr ra1, :over\nadd r0, r0, 1\nadd r0, r0, 2\nadd r0, r0, 4\nadd r0, r0, 8\n:over\nadd r0, r0, 15\nmov r1, ra1\nadd r0, r0, r1";
    // The branch is word 1; the link points at word 5.
    assert_eq!(clean(text, &[]), [22 + CODE + 40; 16]);
    let by_register = "mov r1, unif\nmov.setf -, 0\nsub r2, elem_num, 15\nmov ra2, r1\nmov r0, 0\nbra -, ra2\nadd ra2, r1, r2\nnop\nnop\nmov r0, 1\nadd r0, r0, 4";
    // Word 10 is the last one.
    assert_eq!(clean(by_register, &[CODE + 80]), [4; 16]);
    let not_taken =
        "mov ra1, 3\nmov.setf -, elem_num\nmov r0, 0\nbrr.allz ra1, :over\nnop\nnop\nnop\nmov r0, ra1\n:over";
    assert_eq!(clean(not_taken, &[]), [3; 16], "no link without a jump");
}

/// source: facts 2.1: a stray read address pops a uniform; one address in both files is one read.
#[test]
fn uniforms_are_popped_by_reading() {
    let stray = "mov.setf -, 0\nnop ; nop\nadd -, unif, r0\nmov r0, unif";
    assert_eq!(clean(stray, &[1, 2]), [2; 16]);
    let both = "add r0, unif, unif\nmov r0, unif";
    assert_eq!(clean(both, &[1, 2, 3]), [2; 16]);
    let moved = "mov unif_addr, unif\nnop\nnop\nmov r0, unif";
    assert_eq!(clean(moved, &[UNIFORMS + 8, 7, 8]), [8; 16]);
    let (_, findings) = r0("mov unif_addr, unif\nmov r0, unif", &[UNIFORMS, 7]);
    assert_eq!(findings, [FindingKind::UniformsMoved]);
}

/// source: guide, section 4 and facts 9.1: a lone S is sixteen addresses whose low two bits are ignored; results
/// come in order.
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
        ("mov interrupt, 0", FindingKind::InterruptZero),
        ("mov mutex, 0", FindingKind::MutexNotHeld),
        (
            "mov vr_setup, vpm_setup(2, 1, h32(0))\nmov vr_setup, vpm_setup(1, 1, h32(0))\nmov -, vpm",
            FindingKind::VpmSetupLost,
        ),
        ("ldi vw_addr, 0x20000", FindingKind::DmaNoSetup),
        ("nop ; nop ; bkpt", FindingKind::Breakpoint),
        ("mov -, vary", FindingKind::NoVarying),
        (
            "mov t0t, 0\nmov t0s, 0\nnop ; nop ; ldtmu0",
            FindingKind::TextureLookup,
        ),
        ("mov tlbc, 0", FindingKind::TileBuffer),
        ("mov t0s, unif", FindingKind::TmuLeft),
    ] {
        let (_, findings) = r0(text, &[UNIFORMS]);
        assert_eq!(findings, [kind], "{text}");
    }
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

/// source: facts 6: W is in ra15, Z in rb15; a varying gives V, and C comes to r5: V * W + C.
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

/// source: facts 16: instruction misses of straight code are ceil(I / 8) lines; four clocks an instruction.
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
