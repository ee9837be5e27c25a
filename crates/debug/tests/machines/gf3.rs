//! Words of the GeForce 3. Expected results come from the batched executor of `quadrille-gf3`.

use std::path::Path;

use quadrille_debug::Interpreter;
use quadrille_debug::gf3::Gf3Machine;
use quadrille_gf3::function::{Constants, Options, Program, Quad};
use quadrille_gf3::word::{Numbering, assemble::assemble};

use super::{debugger, goes_both_ways, tell};

fn float(values: [f32; 4]) -> Quad {
    values.map(f32::to_bits)
}

fn program(name: &str) -> Program {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../examples/geforce3")
        .join(name);
    let text = std::fs::read_to_string(path).expect("the example is there");
    let words = assemble(&text, Numbering::Nv2a).expect("the example assembles");
    Program::from_words(&words).expect("its words are right")
}

fn constants() -> Constants {
    let mut constants = Constants::default();
    for number in 0..constants.0.len() {
        let n = number as f32;
        constants.set(number, [n / 64.0, 1.0 - n / 128.0, 0.25, 1.0 + n / 256.0]);
    }
    constants
}

fn vertices() -> Vec<[Quad; 16]> {
    let vertex = |n: u32| -> [Quad; 16] {
        std::array::from_fn(|i| float([n as f32 + 0.5, i as f32 / 8.0, 0.75, 1.0]))
    };
    (0..3).map(vertex).collect()
}

fn open(name: &str) -> (Interpreter<'static>, Program) {
    let program = program(name);
    let machine = Gf3Machine::new(
        name,
        program.clone(),
        Numbering::Nv2a,
        constants(),
        vertices(),
        Options::default(),
    );
    (debugger(machine), program)
}

#[test]
fn examples_give_what_they_give_without_a_debugger() {
    for name in ["bump.vsh", "lamps.vsh", "lighting.vsh", "skin.vsh", "water.vsh"] {
        let (mut debugger, program) = open(name);
        goes_both_ways(&mut debugger);
        tell(&mut debugger, "end");
        let machine = debugger.session().machine();
        let first = machine
            .registers()
            .iter()
            .position(|register| register.name == "oPos");
        let first = first.expect("the position is a result");
        let mut constants = constants();
        for (thread, inputs) in vertices().iter().enumerate() {
            let expected = program.run(&mut constants, inputs, &Options::default());
            for (number, quad) in expected.0.iter().enumerate() {
                let value = machine
                    .value(first + number, thread)
                    .expect("results are registers");
                assert_eq!(
                    value.words,
                    quad.map(u64::from),
                    "{name}, vertex {thread}, output {number}"
                );
            }
        }
    }
}

/// Words that are worked out by hand: 1 + 2 = 3, 3 · 3 = 9.
#[test]
fn words_are_steps_and_vertices_invocations() {
    let text = "mov R0, v0\nadd R1.x, R0, v1.y\nmul oPos, R1.x, R1.x\n";
    let words = assemble(text, Numbering::Nv2a).expect("it assembles");
    let program = Program::from_words(&words).expect("it is right");
    let mut vertex = [[0; 4]; 16];
    vertex[0] = float([1.0, 5.0, 6.0, 7.0]);
    vertex[1] = float([0.0, 2.0, 0.0, 0.0]);
    let machine = Gf3Machine::new(
        "words",
        program,
        Numbering::Nv2a,
        Constants::default(),
        vec![vertex; 2],
        Options::default(),
    );
    let mut debugger = debugger(machine);
    tell(&mut debugger, "watch R1.x if R1.x == 3");
    assert!(tell(&mut debugger, "c").starts_with("watchpoint 1, R1.x: 0 became 3\n"));
    let text = tell(&mut debugger, "step");
    assert!(text.contains("vertex 0 oPos = (9, 9, 9, 9)"), "{text}");
    assert_eq!(debugger.session().machine().invocation(), 1, "the next vertex");
    tell(&mut debugger, "break *2");
    let text = tell(&mut debugger, "c");
    assert!(text.contains("vertex 1"), "{text}");
    tell(&mut debugger, "back-invocation");
    assert_eq!(debugger.session().at(), 3);
    tell(&mut debugger, "back-invocation");
    assert_eq!(debugger.session().at(), 0);
    tell(&mut debugger, "delete");
    tell(&mut debugger, "end");
    assert!(tell(&mut debugger, "lanes oPos.x").contains("vertex 1     idle     9\n"));
    assert!(tell(&mut debugger, "last oPos any").contains("in step 6"));
    let text = tell(&mut debugger, "trace 10");
    assert!(text.contains("the program has ended"), "{text}");
}

/// 1 + 2 = 3 in one run and 1 + 4 = 5 in the other: they part at the sum. A trace lists the step that its filters mean.
#[test]
fn two_runs_part_and_traces_are_filtered() {
    let text = "mov R0, v0\nadd R1.x, R0, v1.y\nmul oPos, R1.x, R1.x\n";
    let words = assemble(text, Numbering::Nv2a).expect("it assembles");
    let program = Program::from_words(&words).expect("it is right");
    let open = |y: f32| {
        let mut vertex = [[0; 4]; 16];
        vertex[0] = float([1.0, 0.0, 0.0, 0.0]);
        vertex[1] = float([0.0, y, 0.0, 0.0]);
        let machine = Gf3Machine::new(
            "words",
            program.clone(),
            Numbering::Nv2a,
            Constants::default(),
            vec![vertex],
            Options::default(),
        );
        quadrille_debug::Session::new(Box::new(machine))
    };
    let mut debugger = quadrille_debug::Interpreter::with_other(open(2.0), open(4.0));
    let text = tell(&mut debugger, "difference");
    assert!(text.starts_with("the runs part in step 2\n"), "{text}");
    assert!(text.contains("R1.x = 3") && text.contains("R1.x = 5"), "{text}");
    tell(&mut debugger, "start");
    let text = tell(&mut debugger, "trace 3 writes R1.x if R1.x > 2");
    assert!(text.contains("R1.x = 3") && !text.contains("oPos"), "{text}");
    tell(&mut debugger, "start");
    let text = tell(&mut debugger, "trace 3 writes R1.x if R1.x > 3");
    assert!(!text.contains("R1.x = "), "{text}");
}
