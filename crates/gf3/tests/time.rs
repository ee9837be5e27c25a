//! The pipeline: the lecture's diagrams and closed forms.

use quadrille_gf3::function::{Constants, Program};
use quadrille_gf3::time::{
    Forwarding, Machine, Parameters, Profile, Report, Stall, Workload, diagram, kanata, svg, sweep,
};
use quadrille_gf3::word::{Numbering, assemble::assemble};

/// The lecture's pair of dependent instructions.
const PAIR: &str = "ADD r1, c[2], v[3]\nMUL o[4], r1, c[5]";

fn program(text: &str) -> Program {
    let words =
        assemble(text, Numbering::Nv2a).unwrap_or_else(|errors| panic!("{text}: {}", errors[0].message));
    Program::from_words(&words).expect("the assembler sets the final bit")
}

fn run(program: &Program, parameters: Parameters, vertices: usize) -> Report {
    let constants = Constants::default();
    let mut machine = Machine::new(program, &constants, parameters);
    machine.traced = 1000;
    machine.compare = true;
    let report = machine
        .run(&Workload::generated(vertices, program.inputs()))
        .expect("within the budget");
    assert_eq!(report.difference, None);
    assert_eq!(report.cycles, report.issued + report.stalls.iter().sum::<u64>());
    report
}

/// source: the lecture's diagrams, whose columns are the cycles of a run: 0 to 7 are eight, and the last of them has the
/// last write-back, of whichever instruction it is.
#[test]
fn cycles_are_the_columns_of_the_diagram() {
    let columns = |text: &str, parameters: Parameters, vertices| {
        let report = run(&program(text), parameters, vertices);
        let last = report.rows.iter().map(|row| row.write).max().expect("traced");
        assert_eq!(report.cycles, last + 1, "{text}");
        report.cycles
    };
    let single = Parameters::of(Profile::LectureSingle);
    assert_eq!(columns(PAIR, single.clone(), 1), 8);
    assert_eq!(columns(PAIR, single.clone(), 2), 12);
    assert_eq!(columns(PAIR, Parameters::of(Profile::Lecture), 5), 14);
    let slow = Parameters {
        ilu_extra: 10,
        ..single
    };
    // The reciprocal reads in cycle 0 and is written in cycle 4 + 10.
    assert_eq!(columns("RCP o[4].x, v0.x\nMOV oPos, v0", slow, 1), 15);
}

/// Components that no mask takes are not compared: the ADD uses y of R0 only, and x is still on its way.
#[test]
fn what_is_not_written_is_not_compared() {
    let text = "MOV R0, v0\nMOV R0.x, v0.y\nADD R2.y, R0, R0\nMOV oPos, R2";
    for vertices in [1, 2] {
        run(&program(text), Parameters::of(Profile::LectureSingle), vertices);
    }
    let checked = quadrille_check::check(
        include_str!("../../../examples/lecture/lighting.vp"),
        &quadrille_check::Options::default(),
    );
    let lowered = quadrille_gf3::lower::lower(&checked.program.expect("accepted")).expect("fits");
    let program = Program::from_words(&lowered.words().expect("one word each")).expect("a final bit");
    for (_, profile) in Profile::ALL {
        run(&program, Parameters::of(profile), 2);
    }
}

/// source: the lecture, "Single Thread (Not Multithreaded) Execution".
#[test]
fn the_single_thread_stalls_two_cycles() {
    let program = program(PAIR);
    let report = run(&program, Parameters::of(Profile::LectureSingle), 1);
    let found = diagram::text(&program, &report.rows, false, Numbering::Nv2a);
    let drawn = "\
# Cycle            0  1  2  3  4  5  6  7
ADD r1, c[2], v[3] RR SN E1 E2 WB
MUL o[4], r1, c[5]    RR ----> SN E1 E2 WB
";
    assert_eq!(found, drawn);
    assert_eq!(
        (report.rows[1].held(), report.rows[1].reason),
        (2, Some(Stall::Operand))
    );
}

/// source: the lecture, "Same pair of dependent instructions ... Five threads active".
#[test]
fn five_threads_do_not_stall() {
    let program = program(PAIR);
    let report = run(&program, Parameters::of(Profile::Lecture), 5);
    let found = diagram::text(&program, &report.rows[..6], true, Numbering::Nv2a);
    let drawn = "\
# Cycle                0  1  2  3  4  5  6  7  8  9
t0: ADD r1, c[2], v[3] RR SN E1 E2 WB
t1: ADD r1, c[2], v[3]    RR SN E1 E2 WB
t2: ADD r1, c[2], v[3]       RR SN E1 E2 WB
t3: ADD r1, c[2], v[3]          RR SN E1 E2 WB
t4: ADD r1, c[2], v[3]             RR SN E1 E2 WB
t0: MUL o[4], r1, c[5]                RR SN E1 E2 WB
";
    assert_eq!(found, drawn);
    assert!(report.rows.iter().all(|row| row.held() == 0 && row.waited == 0));
}

/// source: the closed forms: n stages stall a dependent pair n, n + 1 or n + 2 cycles, and n + 1, n + 2 or
/// n + 3 threads never stall.
#[test]
fn dependent_pairs_follow_the_closed_forms() {
    let program = program(PAIR);
    for stages in 1..=6 {
        for (forwarding, stalls) in [
            (Forwarding::Full, stages),
            (Forwarding::WriteThrough, stages + 1),
            (Forwarding::None, stages + 2),
        ] {
            let parameters = |threads| Parameters {
                execute_stages: stages,
                forwarding,
                threads,
                ..Parameters::of(Profile::Lecture)
            };
            let lost = |threads| {
                let report = run(&program, parameters(threads), threads as usize);
                report.rows.iter().map(|row| row.held() + row.waited).sum::<u64>()
            };
            assert_eq!(lost(1), u64::from(stalls), "{stages} {forwarding:?}");
            assert_eq!(lost(stalls + 1), 0, "{stages} {forwarding:?}");
            assert!(lost(stalls) > 0, "{stages} {forwarding:?}");
        }
    }
}

/// source: the closed form min(1, T/D) for a chain in which every instruction depends on the one before.
#[test]
fn chains_run_at_threads_over_distance() {
    let chain = format!("MOV R0, v0\n{}MOV oPos, R0", "MUL R0, R0, c[5]\n".repeat(98));
    let program = program(&chain);
    for stages in 1..=6u32 {
        for (forwarding, distance) in [
            (Forwarding::Full, stages + 1),
            (Forwarding::WriteThrough, stages + 2),
            (Forwarding::None, stages + 3),
        ] {
            for threads in 1..=9 {
                let base = Parameters::of(Profile::Lecture);
                let report = run(
                    &program,
                    Parameters {
                        execute_stages: stages,
                        forwarding,
                        threads,
                        ..base
                    },
                    threads as usize,
                );
                let last = report.rows.last().expect("traced").read;
                // From the first issue to that of the last instruction of the last thread.
                let period = u64::from(threads.max(distance));
                let expected = if report.issued <= 1000 {
                    99 * period + u64::from(threads) - 1
                } else {
                    continue;
                };
                // Held instructions sit in the read stage, so the last one may read a cycle earlier.
                let slack = if forwarding == Forwarding::Full {
                    u64::from(distance)
                } else {
                    0
                };
                assert!(
                    last <= expected && last + slack >= expected,
                    "{stages} {forwarding:?} {threads}: {last} {expected}"
                );
            }
        }
    }
}

/// source: 200 MHz and an instruction a cycle: 50 million vertices a second for the lecture's transform of four
/// instructions, 5.71 for its lighting of 35; at 240 MHz 60 and 6.86.
#[test]
fn throughput_at_an_instruction_a_cycle() {
    let transform =
        "MUL R0, v0.y, c[2]\nMAD R0, v0.x, c[1], R0\nMAD R0, v0.z, c[3], R0\nMAD oPos, v0.w, c[4], R0";
    let lighting = "MUL R0, v0, c[0]\n".repeat(34) + "MOV oPos, v0";
    for (text, clock, millions) in [
        (transform, 200, 50.0),
        (&*lighting, 200, 5.714),
        (transform, 240, 60.0),
        (&*lighting, 240, 6.857),
    ] {
        let program = program(text);
        let parameters = Parameters {
            clock_mhz: clock,
            ..Parameters::of(Profile::Lecture)
        };
        let report = run(&program, parameters.clone(), 2000);
        // What is not full is the pipeline as it runs empty.
        let found = report.vertices_per_second(&parameters) / 1e6;
        assert!(
            found <= millions * 1.001 && found > millions * 0.995,
            "{clock}: {found}"
        );
    }
}

/// source: one reciprocal in two cycles (envytools xf/intro), where the profile says so.
#[test]
fn special_functions_take_their_interval() {
    let program = program("RCP R0.x, v0.x\nRCP R0.y, v0.x\nRCP R0.z, v0.x\nRCP R0.w, v0.x\nMOV oPos, v0");
    for (interval, reads) in [(1, [0, 1, 2, 3, 4]), (2, [0, 2, 4, 6, 7]), (3, [0, 3, 6, 9, 10])] {
        let parameters = Parameters {
            ilu_interval: interval,
            ..Parameters::of(Profile::LectureSingle)
        };
        let report = run(&program, parameters, 1);
        let found: Vec<u64> = report.rows.iter().map(|row| row.read).collect();
        assert_eq!(found, reads, "{interval}");
    }
}

/// Five threads with a front end: every lost cycle has a reason, and vertices leave in order.
#[test]
fn lost_cycles_have_reasons() {
    let program =
        program("DP4 oPos.x, v0, c[0]\nDP4 oPos.y, v0, c[1]\nDP4 oPos.z, v0, c[2]\nDP4 oPos.w, v0, c[3]");
    let parameters = Parameters {
        preloaded: 0,
        ..Parameters::of(Profile::Lecture)
    };
    let report = run(&program, parameters.clone(), 100);
    assert_eq!(report.outputs.len(), 100);
    assert!(report.utilisation() > 0.8, "{}", report.summary(&parameters));
    let slow = Parameters {
        drain_cycles: 20,
        output_buffers: 2,
        ..parameters
    };
    let report = run(&program, slow, 100);
    assert!(report.stalls[Stall::Output.index()] > report.cycles / 2);
}

/// source: the definition of a first-in, first-out cache: a strip of triangles over 24 entries.
#[test]
fn the_cache_saves_repeated_vertices() {
    let program = program("MOV oPos, v0");
    let constants = Constants::default();
    let mut workload = Workload::generated(100, program.inputs());
    workload.indices = (0..98)
        .flat_map(|triangle| [triangle, triangle + 1, triangle + 2])
        .collect();
    let machine = Machine::new(&program, &constants, Parameters::of(Profile::ReverseEngineered));
    let report = machine.run(&workload).expect("within the budget");
    assert_eq!((report.vertices, report.outputs.len()), (294, 100));
}

/// Without interlocks the pipeline computes something else, and the comparison says where first.
#[test]
fn the_comparison_finds_the_first_difference() {
    let program = program(PAIR);
    let mut constants = Constants::default();
    constants.set(2, [1.0; 4]);
    constants.set(5, [3.0; 4]);
    let parameters = Parameters {
        interlock: 0,
        ..Parameters::of(Profile::LectureSingle)
    };
    let mut machine = Machine::new(&program, &constants, parameters);
    machine.compare = true;
    let report = machine
        .run(&Workload::generated(2, program.inputs()))
        .expect("within the budget");
    let found = report.difference.expect("the MUL reads r1 too early");
    assert_eq!(
        (
            found.cycle,
            found.token.thread,
            found.token.vertex,
            found.token.instruction
        ),
        (2, 0, 0, 1)
    );
    assert_ne!(found.expected, found.found);
}

/// A program that writes constants runs one vertex at a time and sees what the one before wrote.
#[test]
fn constant_writers_are_serial() {
    let program = program("ADD c[7].x, c[7].x, v9.w\nMOV oPos, c[7]");
    let constants = Constants::default();
    let parameters = Parameters {
        preloaded: 1,
        ..Parameters::of(Profile::ReverseEngineered)
    };
    let mut machine = Machine::new(&program, &constants, parameters);
    machine.compare = true;
    // Attribute 9 is not sent, so its w is 1.
    let report = machine
        .run(&Workload::generated(5, 1))
        .expect("within the budget");
    let x: Vec<f32> = report
        .outputs
        .iter()
        .map(|outputs| f32::from_bits(outputs[0][0]))
        .collect();
    assert_eq!(x, [1.0, 2.0, 3.0, 4.0, 5.0]);
    assert_eq!(report.difference, None);
    assert!(report.stalls[Stall::Serial.index()] > 0);
}

/// The other forms of the diagram hold every instruction.
#[test]
fn pictures_and_logs_name_every_stage() {
    let program = program(PAIR);
    let report = run(&program, Parameters::of(Profile::LectureSingle), 1);
    let svg = svg::diagram(&program, &report.rows, false, Numbering::Nv2a);
    let log = kanata::log(&program, &report.rows, Numbering::Nv2a);
    assert!(log.starts_with("Kanata\t0004\nC=\t0\nI\t0\t0\t0\n"));
    for stage in ["RR", "SN", "E1", "E2", "WB"] {
        assert_eq!(svg.matches(&format!(">{stage}<")).count(), 2);
        assert_eq!(
            log.matches(&format!("\t{stage}\n")).count(),
            if stage == "WB" { 4 } else { 2 }
        );
    }
    // A cell is 28 wide and a line 22 high; the picture holds the columns 0 to 7 behind the longest label, which takes
    // 8 a letter and 16 around it, with 8 to spare, and a line for the cycles.
    let (left, width) = (16 + 8 * "ADD r1, c[2], v[3]".len(), 8 * 28);
    let size = format!("width=\"{}\" height=\"{}\"", left + width + 8, 3 * 22 + 8);
    assert!(svg.contains(&size), "{size}");
    for (number, line) in [0, 1].into_iter().zip([22, 44]) {
        let read = format!("<rect x=\"{}\" y=\"{}\"", left + 28 * number, line + 2);
        assert!(svg.contains(&read), "{read}");
    }
    let ruler = format!(
        "<text x=\"{}\" y=\"16\" text-anchor=\"middle\" xml:space=\"preserve\">7<",
        left + 28 * 7 + 14
    );
    assert!(svg.contains(&ruler), "{ruler}");
    let constants = Constants::default();
    let parameters = Parameters {
        preloaded: 0,
        ..Parameters::of(Profile::Lecture)
    };
    let machine = Machine::new(&program, &constants, parameters);
    let points = sweep::run(&machine, &Workload::generated(50, 8), "threads", 1..=8).expect("in range");
    assert!(points[4].cycles < points[0].cycles);
    assert_eq!(sweep::chart(&points, "threads").matches("<polyline").count(), 2);
    assert!(sweep::run(&machine, &Workload::default(), "threads", 17..=17).is_err());
    assert!(sweep::run(&machine, &Workload::default(), "hreads", 1..=1).is_err());
}
