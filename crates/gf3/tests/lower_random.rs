//! Random programs of `!!ARBvp1.0`, lowered to words: the machine gives the bits of the reference engine, which walks
//! the program itself with the machine's numbers.

#[path = "random/cases.rs"]
mod cases;

use cases::cases;
use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use quadrille_base::{Budget, Meter};
use quadrille_engine::environment::Lookup;
use quadrille_engine::{Batch, Engine, Environment, Textures};
use quadrille_gf3::engine::GeForce3;
use quadrille_program::ParameterSource;
use quadrille_reference::ReferenceNv20;
use std::cell::Cell;
use std::sync::Arc;

/// Vertices of a program.
const LANES: usize = 8;

/// Operations with the number of their operands; those whose operands are one component come last.
const OPERATIONS: [(&str, usize); 26] = [
    ("ABS", 1),
    ("ADD", 2),
    ("DP3", 2),
    ("DP4", 2),
    ("DPH", 2),
    ("DST", 2),
    ("FLR", 1),
    ("FRC", 1),
    ("LIT", 1),
    ("MAD", 3),
    ("MAX", 2),
    ("MIN", 2),
    ("MOV", 1),
    ("MUL", 2),
    ("SGE", 2),
    ("SLT", 2),
    ("SUB", 2),
    ("SWZ", 1),
    ("XPD", 2),
    ("EX2", 1),
    ("EXP", 1),
    ("LG2", 1),
    ("LOG", 1),
    ("RCP", 1),
    ("RSQ", 1),
    ("POW", 2),
];
const FIRST_SCALAR: usize = 19;

const RESULTS: [&str; 11] = [
    "position",
    "color",
    "color.secondary",
    "color.back",
    "color.back.secondary",
    "fogcoord",
    "pointsize",
    "texcoord[0]",
    "texcoord[1]",
    "texcoord[2]",
    "texcoord[3]",
];

/// No textures: vertex programs of this language read none.
struct Untextured;

impl Textures for Untextured {
    fn sample(&self, _: &Lookup<'_>, _: &mut [&mut [u32]; 4]) {}
}

/// An operand as text: what it reads, its sign and its selector.
fn operand(scalar: bool) -> impl Strategy<Value = String> {
    let register = prop_oneof![
        3 => (0..4u8).prop_map(|number| format!("R{number}")),
        2 => (0..16u8).prop_map(|number| format!("vertex.attrib[{number}]")),
        1 => (0..4u8).prop_map(|number| format!("program.env[{number}]")),
        1 => (0..4u8).prop_map(|number| format!("program.local[{number}]")),
        1 => prop::sample::select(vec!["{ 0.5, -2, 0, 1e9 }".to_owned(), "{ 3 }".to_owned()]),
    ];
    let selector = if scalar {
        "\\.[xyzw]"
    } else {
        "(|\\.[xyzw]|\\.[xyzw]{4})"
    };
    ("-?", register, selector).prop_map(|(sign, register, selector)| format!("{sign}{register}{selector}"))
}

fn line() -> impl Strategy<Value = String> {
    let masks = prop::sample::select(vec!["", ".x", ".y", ".w", ".xy", ".yz", ".xzw", ".xyz"]);
    let place = prop_oneof![
        (0..4u8).prop_map(|number| format!("R{number}")),
        prop::sample::select(&RESULTS[..]).prop_map(|name| format!("result.{name}")),
    ];
    (0..OPERATIONS.len()).prop_flat_map(move |number| {
        let (name, count) = OPERATIONS[number];
        let operands = if name == "SWZ" {
            "R[0-3], -?[xyzw01], -?[xyzw01], -?[xyzw01], -?[xyzw01]"
                .prop_map(|text| vec![text])
                .boxed()
        } else {
            prop::collection::vec(operand(number >= FIRST_SCALAR), count).boxed()
        };
        (Just(name), place.clone(), masks.clone(), operands).prop_map(|(name, place, mask, operands)| {
            // The fourth component of XPD is undefined.
            let mask = if name == "XPD" && (mask.is_empty() || mask.contains('w')) {
                ".xyz"
            } else {
                mask
            };
            format!("{name} {place}{mask}, {};\n", operands.join(", "))
        })
    })
}

/// Bits of all kinds from a state.
fn next(state: &mut u64) -> u32 {
    const EDGES: [u32; 8] = [
        0,
        0x8000_0000,
        1,
        0x7f7f_ffff,
        0x7f80_0000,
        0xff80_0000,
        0x7fc0_0000,
        0x3f80_0000,
    ];
    *state = state
        .wrapping_mul(6_364_136_223_846_793_005)
        .wrapping_add(1_442_695_040_888_963_407);
    let bits = (*state >> 32) as u32;
    match *state >> 24 & 7 {
        0 => EDGES[bits as usize % EDGES.len()],
        1 => bits,
        _ => 0x3c00_0000 + (bits & 0x83ff_ffff),
    }
}

/// Runs a program on both; whether the machine takes it.
fn same_bits(source: &str, mut state: u64) -> bool {
    let checked = quadrille_check::check(source, &quadrille_check::Options::default());
    let program = Arc::new(
        checked
            .program
            .unwrap_or_else(|| panic!("{source}\n{:?}", checked.diagnostics)),
    );
    let Ok(machine) = GeForce3::default().prepare(&program) else {
        return false;
    };
    let reference = ReferenceNv20.prepare(&program).expect("the machine has a way");
    let mut batch = Batch::new(&program, LANES);
    for slot in 0..batch.attributes.slots() {
        for lane in 0..LANES {
            batch
                .attributes
                .set(slot, lane, std::array::from_fn(|_| next(&mut state)));
        }
    }
    let mut value = |source| match source {
        ParameterSource::Constant(bits) => bits,
        ParameterSource::Binding(_) | ParameterSource::Buffer(_) => std::array::from_fn(|_| next(&mut state)),
    };
    let values: Vec<[u32; 4]> = program.parameters().iter().map(|one| value(one.source)).collect();
    let mut other = batch.clone();
    for (kernel, batch) in [(machine, &mut batch), (reference, &mut other)] {
        let meter = Meter::new(Budget::of_instructions(10_000));
        let environment = Environment::new(&values, &Untextured, &meter);
        kernel
            .run(batch, &environment, &mut kernel.scratch())
            .expect("a run without a trap");
    }
    for (slot, lane) in (0..batch.results.slots()).flat_map(|slot| (0..LANES).map(move |lane| (slot, lane))) {
        let [found, expected] = [&batch, &other].map(|batch| batch.results.get(slot, lane));
        assert_eq!(
            found,
            expected,
            "lane {lane}, {}\n{source}",
            program.results()[slot].binding
        );
    }
    true
}

/// source: the reference engine in the machine's numbers, which knows no words
#[test]
fn lowered_programs_have_the_bits_of_the_reference_engine() {
    let config = cases(400);
    let (count, taken) = (config.cases, Cell::new(0));
    let programs = (prop::collection::vec(line(), 1..14), any::<u64>());
    let result = TestRunner::new(config).run(&programs, |(lines, seed)| {
        let begin = (0..4).map(|number| format!("MOV R{number}, vertex.attrib[{number}];\n"));
        let source = format!(
            "!!ARBvp1.0\nTEMP R0, R1, R2, R3;\n{}{}MOV result.position.w, R0.x;\nEND\n",
            begin.collect::<String>(),
            lines.concat()
        );
        taken.set(taken.get() + u32::from(same_bits(&source, seed)));
        Ok(())
    });
    result.unwrap_or_else(|error| panic!("{error}"));
    assert!(taken.get() > count * 3 / 4, "{} of {count}", taken.get());
}
