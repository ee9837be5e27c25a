//! Who watches a run changes nothing: runs of plain arithmetic go by faster where nobody looks, with the same
//! results, clocks, cache hits and findings.

use proptest::prelude::*;
use quadrille_vc4::asm::{NoIncludes, Options, assemble};
use quadrille_vc4::machine::{Launch, Limits, Machine, Memory, Outcome, Profile};
use quadrille_vc4::trace::{InstructionEvent, Observer, TransferEvent};

const CODE: u32 = 0x1_0000;
const DATA: u32 = 0x2_0000;
const UNIFORMS: u32 = 0x3_0000;

/// Stores the registers that the words before it use, then ends.
const STORE: &str = "
    nop
    mov vw_setup, vpm_setup(12, 1, h32(0))
    mov vpm, r0
    mov vpm, r1
    mov vpm, r2
    mov vpm, r3
    mov vpm, ra0
    mov vpm, ra1
    mov vpm, ra2
    mov vpm, ra3
    mov vpm, rb0
    mov vpm, rb1
    mov vpm, rb2
    mov vpm, rb3
    mov vw_setup, vdw_setup_0(12, 16, dma_h32(0, 0))
    ldi vw_addr, 0x20000
    mov -, vw_wait
    nop ; nop ; thrend
    nop
    nop
";

/// Looks at everything and keeps nothing.
struct Onlooker;

impl Observer for Onlooker {
    fn instruction(&mut self, _: &InstructionEvent<'_>) {}

    fn transfer(&mut self, _: &TransferEvent) {}
}

fn run(words: &[u64], uniforms: &[u8], budget: u64, observer: &mut impl Observer) -> (Vec<u8>, Outcome) {
    let code: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    let mut data = vec![0; 12 * 64];
    let mut memory = Memory::new();
    memory.map_constant(CODE, &code).expect("the buffers lie apart");
    memory
        .map_constant(UNIFORMS, uniforms)
        .expect("the buffers lie apart");
    memory.map(DATA, &mut data).expect("the buffers lie apart");
    let mut machine = Machine::new(Profile::raspberry_pi());
    for qpu in 0..2 {
        machine.queue(Launch::new(CODE, UNIFORMS + 20 * qpu));
    }
    let limits = Limits {
        instructions: budget,
        ..Limits::default()
    };
    let outcome = machine.run(&mut memory, limits, observer);
    drop(memory);
    (data, outcome)
}

/// A word of the ALUs on few registers, so that neighbours meet: bits by the guide's figure of the instruction.
fn arithmetic() -> impl Strategy<Value = u64> {
    let register = prop_oneof![6 => 0u64..4, 2 => Just(32), 1 => Just(38), 1 => Just(39)];
    let target = prop_oneof![3 => 0u64..4, 3 => 32u64..36, 1 => Just(39)];
    let condition = prop_oneof![4 => Just(1u64), 1 => 0u64..8];
    let add = prop_oneof![4 => 1u64..3, 2 => 0u64..9, 2 => 12u64..25];
    let fields = (
        (add, prop_oneof![3 => Just(1u64), 1 => 0u64..8]),
        (register.clone(), register),
        (target.clone(), target),
        (condition.clone(), condition),
        (0u64..8, 0u64..8, 0u64..8, 0u64..8),
        prop_oneof![6 => Just(0u64), 1 => Just(1)],
        any::<bool>(),
        prop_oneof![8 => Just(1u64), 1 => Just(13), 1 => Just(10)],
    );
    fields.prop_map(|(ops, reads, writes, conditions, muxes, flags, swap, signal)| {
        signal << 60
            | conditions.0 << 49
            | conditions.1 << 46
            | flags << 45
            | u64::from(swap) << 44
            | writes.0 << 38
            | writes.1 << 32
            | ops.1 << 29
            | ops.0 << 24
            | reads.0 << 18
            | reads.1 << 12
            | muxes.0 << 9
            | muxes.1 << 6
            | muxes.2 << 3
            | muxes.3
    })
}

/// A branch forward over at most four words, by any condition.
fn branch() -> impl Strategy<Value = u64> {
    (prop_oneof![0u64..12, Just(15)], 0u64..5)
        .prop_map(|(condition, over)| 0xf << 60 | condition << 52 | 1 << 51 | 39 << 38 | 39 << 32 | over << 3)
}

/// A result on its way to r4: SFU functions.
fn function() -> impl Strategy<Value = u64> {
    (52u64..56, 0u64..4).prop_map(|(to, from)| {
        1 << 60 | 1 << 49 | to << 38 | 39 << 32 | 21 << 24 | 39 << 18 | 39 << 12 | from << 9 | from << 6
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, failure_persistence: None, ..ProptestConfig::default() })]

    /// source: the general loop, which looks at each instruction.
    #[test]
    fn watching_changes_nothing(
        words in prop::collection::vec(prop_oneof![12 => arithmetic(), 1 => branch(), 1 => function()], 1..80),
        uniforms in prop::collection::vec(any::<u8>(), 64..400),
        budget in prop_oneof![3 => Just(10_000u64), 1 => 0u64..200],
    ) {
        let store = assemble("store", STORE, &Options::default(), &mut NoIncludes);
        let words: Vec<u64> = words.into_iter().chain(store.words).collect();
        prop_assert_eq!(run(&words, &uniforms, budget, &mut ()), run(&words, &uniforms, budget, &mut Onlooker));
    }
}
