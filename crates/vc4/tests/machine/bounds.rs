//! What bounds a run beside its instructions: items of transfers, and what programs ask for without end.

use quadrille_vc4::machine::{End, FindingKind, Launch, Limits, Machine, Memory, Outcome, Profile};
use quadrille_vc4::trace::{InstructionEvent, Observer, TransferEvent};

use super::{CODE, DATA, STORE, UNIFORMS, kinds, start, words};

/// The run of a program on one QPU, which may take 100,000 instructions.
fn run(text: &str) -> Outcome {
    start(text, &[], |code| vec![Launch::new(code, UNIFORMS)]).1
}

/// source: the set-up of the store: one row of sixteen items.
#[test]
fn items_of_transfers_count_beside_instructions() {
    let outcome = run(STORE);
    assert_eq!((outcome.end, kinds(&outcome)), (End::Finished, vec![]));
    assert_eq!(
        (outcome.instructions(), outcome.transferred, outcome.work()),
        (8, 16, 24)
    );
}

/// source: guide table 36: 0 units and 0 items are 128 each, so that a store moves 16,384 items; six of them and the
/// seventh are beyond 100,000.
#[test]
fn a_program_of_transfers_ends_with_its_budget() {
    let outcome =
        run("ldi vw_setup, 0x80004000\n:again\nbrr -, :again\nldi vw_addr, 0x20000\nmov -, vw_wait\nnop\n");
    assert_eq!(outcome.end, End::Budget);
    assert_eq!(outcome.work(), 100_000);
    assert!((6 * 16384..7 * 16384).contains(&outcome.transferred));
    assert!(outcome.instructions() < 100_000 - 6 * 16384 + 4);
}

/// source: guide section 4: a lookup has three coordinates beside S at the most, and is answered however many were
/// written.
#[test]
fn texture_coordinates_are_written_without_end() {
    let text = format!("{}mov t0s, 0\nldtmu0\n{STORE}", "mov t0t, 0\n".repeat(300));
    let outcome = run(&text);
    let mut kinds = kinds(&outcome);
    kinds.dedup();
    assert_eq!(outcome.end, End::Finished);
    assert_eq!(kinds, [FindingKind::UniformRead, FindingKind::MemoryRead]);
}

/// What transfers took, in clocks.
#[derive(Default)]
struct Transfers(Vec<u64>);

impl Observer for Transfers {
    const ACTIVE: bool = true;

    fn instruction(&mut self, _: &InstructionEvent<'_>) {}

    fn transfer(&mut self, event: &TransferEvent) {
        self.0.push(event.end - event.start);
    }
}

/// source: the profile: a transfer takes its start and a time for each 64 bytes, begun ones whole; a run takes as long as
/// its last QPU.
#[test]
fn transfers_take_their_time() {
    let rows = |rows: u32| {
        format!(
            "ldi vw_setup, {:#x}\nldi vw_addr, 0x20000\nmov -, vw_wait\n",
            0x8010_4000 | rows << 23
        )
    };
    let code = words(&format!(
        "{}{}{}thrend\nnop\nnop",
        rows(1),
        rows(16),
        "nop\n".repeat(40)
    ));
    let mut data = [0; 1024];
    let mut memory = Memory::new();
    memory.map_constant(CODE, &code).unwrap();
    memory.map(DATA, &mut data).unwrap();
    let mut machine = Machine::new(Profile {
        dma_start: 100,
        dma_block: 7,
        ..Profile::raspberry_pi()
    });
    machine.queue(Launch::new(CODE, UNIFORMS));
    let mut transfers = Transfers::default();
    let outcome = machine.run(&mut memory, Limits::default(), &mut transfers);
    assert_eq!((outcome.end, kinds(&outcome)), (End::Finished, vec![]));
    assert_eq!(transfers.0, [100 + 7, 100 + 16 * 7]);
    let last = outcome.qpus.iter().map(|qpu| qpu.clock).max();
    assert!(outcome.clocks() > 219 && Some(outcome.clocks()) == last);
}
