//! Time never changes a result: random numbers of the machine and random orders of clocking.

#[path = "random/cases.rs"]
mod cases;

use cases::cases;
use proptest::prelude::*;
use quadrille_gf3::function::{Constants, Options, Program, Vertex};
use quadrille_gf3::time::{Machine, Parameters, Profile, Unit, Workload};
use quadrille_gf3::word::{Numbering, assemble::assemble};

/// A program of dependent and independent instructions, both units, the address register and R12.
const MIXED: &str = "\
MUL R0, v0, c[1]
ARL A0, v0.x
DP4 oPos.x, R0, c[A0+98] + RSQ R1.x, R0.x
MAD R2.xyz, R1.x, R0, -R0
MUL oPos.yzw, R2, R12.x + RCP R1.yzw, R2.w
RCP R1.x, R1.y
MOV R1.x, R2.x
EXP R3, R1.x
LIT oD0, R3
MAX oT0.xy, R1, -R1";

proptest! {
    #![proptest_config(cases(300))]

    /// Any numbers and any order of clocking: the same outputs as the functional model, the same cycles for
    /// every order.
    #[test]
    fn time_never_changes_results(
        order in Just(Unit::ALL).prop_shuffle(),
        (stages, threads, inputs, outputs) in (1u32..8, 1u32..8, 1u32..8, 1u32..8),
        (fetch, copy, waiting, dirty) in (1u32..4, 1u32..4, 1u32..4, 0u32..2),
        (interval, extra, drain, cache) in (1u32..4, 0u32..5, 0u32..12, 0u32..8),
        forwarding in prop::sample::select(vec!["none", "write-through", "full"]),
        policy in prop::sample::select(vec!["strict", "skip"]),
        granularity in prop::sample::select(vec!["component", "register"]),
        indices in prop::collection::vec(0usize..9, 1..20),
        preloaded in 0u32..2,
    ) {
        let words = assemble(MIXED, Numbering::Nv2a).expect("ten lines");
        let program = Program::from_words(&words).expect("the assembler sets the final bit");
        let mut constants = Constants::default();
        for number in 0..192u8 {
            constants.set(number.into(), [f32::from(number) * 0.25, 1.5, -2.0, 0.75]);
        }
        let mut parameters = Parameters::of(Profile::Lecture);
        for (name, value) in [
            ("execute_stages", stages), ("threads", threads), ("input_buffers", inputs),
            ("output_buffers", outputs), ("fetch_attributes", fetch), ("copy_slots", copy),
            ("copies_waiting", waiting), ("dirty_bits", dirty), ("ilu_interval", interval),
            ("ilu_extra", extra), ("drain_cycles", drain), ("cache_entries", cache), ("preloaded", preloaded),
        ] {
            parameters.set(name, &value.to_string()).expect("in range");
        }
        for (name, value) in [("forwarding", forwarding), ("policy", policy), ("granularity", granularity)] {
            parameters.set(name, value).expect("a word of it");
        }
        let mut workload = Workload::generated(9, 0b1111);
        // Vertices that send fewer attributes leave the others as they were.
        for (number, vertex) in workload.vertices.iter_mut().enumerate() {
            vertex.retain(|(slot, _)| *slot == 0 || !(number + slot).is_multiple_of(3));
        }
        workload.indices = indices;
        let mut machine = Machine::new(&program, &constants, parameters);
        machine.compare = true;
        machine.budget = 100_000;
        let plain = machine.run(&workload).expect("within the budget");
        machine.order = order;
        let shuffled = machine.run(&workload).expect("within the budget");
        prop_assert_eq!(&plain, &shuffled);
        prop_assert_eq!(plain.difference, None);
        prop_assert_eq!(plain.cycles, plain.issued + plain.stalls.iter().sum::<u64>());
        // The functional model by itself, over the attributes that each computed vertex sees.
        let mut current = [[0, 0, 0, 0x3f80_0000]; 16];
        let mut cached = std::collections::VecDeque::new();
        let mut number = 0;
        for index in &workload.indices {
            if cached.contains(index) {
                continue;
            }
            cached.push_back(*index);
            if cached.len() > cache as usize {
                cached.pop_front();
            }
            for (slot, value) in &workload.vertices[*index] {
                current[*slot] = *value;
            }
            let mut vertex = Vertex::default();
            for instruction in program.instructions() {
                vertex.step(instruction, &mut constants, &current, &Options::default());
            }
            prop_assert_eq!(plain.outputs[number], vertex.outputs, "vertex {}", number);
            number += 1;
        }
        prop_assert_eq!(plain.outputs.len(), number);
    }
}
