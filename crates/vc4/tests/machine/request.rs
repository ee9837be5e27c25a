//! Programs started by the scheduler's registers and by the firmware's list. source: guide, section 10, tables of
//! V3D_SRQPC, V3D_SRQUA, V3D_SRQUL and V3D_SRQCS: a write of SRQPC makes a request with the uniforms of SRQUA; SRQCS
//! counts requests made from bit 8 up and completed from bit 16 up, and has the queue's length and its error.

use quadrille_vc4::machine::registers::{Registers, mailbox, offset};
use quadrille_vc4::machine::{End, Limits, Machine, Memory, Profile};

use super::{CODE, DATA, UNIFORMS, words};

/// Adds its second uniform to the word at its first, an element each, so that every run leaves a trace.
const ADD: &str = "
    shl r0, elem_num, 2
    add r0, r0, unif
    mov t0s, r0
    mov r1, unif
    mov vw_setup, vpm_setup(1, 1, h32(0))
    ldtmu0
    add r0, r4, r1
    mov vpm, r0
    mov vw_setup, vdw_setup_0(1, 16, dma_h32(0, 0))
    ldi vw_addr, 0x20000
    mov -, vw_wait
    nop ; nop ; thrend
    nop
    nop
";

/// The first word of the data after what `start` put into the queue has run, and how many programs ran.
fn run(start: impl FnOnce(&mut Machine, &Memory<'_>)) -> (u32, u64) {
    let code = words(ADD);
    let uniforms: Vec<u8> = [DATA, 5, DATA, 70, UNIFORMS, CODE, UNIFORMS + 8, CODE]
        .iter()
        .flat_map(|word| word.to_le_bytes())
        .collect();
    let mut data = [0u8; 64];
    let mut memory = Memory::new();
    memory.map_constant(CODE, &code).unwrap();
    memory.map_constant(UNIFORMS, &uniforms).unwrap();
    memory.map(DATA, &mut data).unwrap();
    // One QPU, so that the second program begins when the first has stored.
    let mut machine = Machine::new(Profile {
        qpus: 1,
        ..Profile::raspberry_pi()
    });
    start(&mut machine, &memory);
    let outcome = machine.run(&mut memory, Limits::default(), &mut ());
    assert_eq!((outcome.end, outcome.findings.len()), (End::Finished, 0));
    let programs = outcome.qpus.iter().map(|qpu| qpu.programs).sum();
    drop(memory);
    (u32::from_le_bytes([data[0], data[1], data[2], data[3]]), programs)
}

#[test]
fn two_writes_of_the_program_counter_run_two_programs() {
    let mut registers = Registers::default();
    let ran = run(|machine, _| {
        registers.write(machine, offset::SRQUL, 2);
        registers.write(machine, offset::SRQUA, UNIFORMS);
        registers.write(machine, offset::SRQPC, CODE);
        registers.write(machine, offset::SRQUA, UNIFORMS + 8);
        registers.write(machine, offset::SRQPC, CODE);
        assert_eq!(registers.read(offset::SRQUA), UNIFORMS + 8);
        assert_eq!(registers.read(offset::SRQUL), 2);
        assert_eq!(registers.read(offset::SRQCS), 2 << 8 | 2, "two made, two waiting");
    });
    assert_eq!(ran, (75, 2));
    registers.completed();
    assert_eq!(registers.read(offset::SRQCS), 2 << 16 | 2 << 8);
}

#[test]
fn the_queue_holds_sixteen() {
    let mut machine = Machine::new(Profile::raspberry_pi());
    let mut registers = Registers::default();
    for _ in 0..17 {
        registers.write(&mut machine, offset::SRQPC, CODE);
    }
    assert_eq!(
        registers.read(offset::SRQCS),
        16 << 8 | 1 << 7 | 16,
        "the seventeenth is an error"
    );
    // Bits 7, 8 and 16 clear the error and the counts; what waits goes on waiting.
    registers.write(&mut machine, offset::SRQCS, 1 << 16 | 1 << 8 | 1 << 7);
    assert_eq!(registers.read(offset::SRQCS), 16);
    assert_eq!(registers.read(0x444), 0);
}

/// source: the firmware's property 0x30011, "execute QPU": pairs of uniforms address and program address.
#[test]
fn the_mailbox_list_runs_its_pairs() {
    let ran = run(|machine, memory| assert_eq!(mailbox(machine, memory, 2, UNIFORMS + 16), 2));
    assert_eq!(ran, (75, 2));
    let ran = run(|machine, memory| {
        let queued = mailbox(machine, memory, 5, UNIFORMS + 24);
        assert_eq!(queued, 1, "behind the first pair the list leaves memory");
    });
    assert_eq!(ran, (70, 1));
}
