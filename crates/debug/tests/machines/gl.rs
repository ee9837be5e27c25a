//! Programs of the OpenGL languages.

use quadrille::{Inputs, Loaded, Session};
use quadrille_debug::gl::{GlMachine, listing};
use quadrille_debug::{Interpreter, Machine};
use quadrille_testkit::choices::{Choices, bytes};
use quadrille_testkit::program::accepted;

use super::{debugger, goes_both_ways, refused, tell};

fn load(text: &str) -> Loaded {
    match Session::new().load("test.vp", text) {
        Ok(loaded) => loaded,
        Err(rejected) => panic!("{:?}", rejected.diagnostics),
    }
}

fn machine(loaded: &Loaded, inputs: &Inputs) -> GlMachine<quadrille::Evaluation> {
    let evaluation = loaded.evaluation(inputs).expect("the inputs are the program's");
    let listing = listing(loaded.program(), loaded.source(), &|span| span);
    GlMachine::of_evaluation(loaded.program(), listing, evaluation)
}

pub(super) fn open(text: &str, inputs: &Inputs) -> Interpreter<'static> {
    debugger(machine(&load(text), inputs))
}

/// Both products and the sum are exact in binary32.
pub(super) const SUM: &str = "!!ARBvp1.0
TEMP a, b;
MUL a, vertex.position, 2.0;
ADD b, a, vertex.color;
MOV result.position, b;
MOV result.color, a;
END
";

fn sum_inputs() -> Inputs {
    let mut inputs = Inputs::default();
    inputs.set("vertex.position", [1.0, 2.0, 3.0, 1.0]);
    inputs.set("vertex.color", [0.5, 0.25, 0.0, 1.0]);
    inputs
}

#[test]
fn steps_go_forwards_and_back() {
    let mut debugger = open(SUM, &sum_inputs());
    let first = tell(&mut debugger, "where");
    assert_eq!(first, "step 0, lane 0: test.vp:3: MUL a, vertex.position, 2.0\n");
    let text = tell(&mut debugger, "step");
    assert_eq!(
        text,
        "        lane 0 a = (2, 4, 6, 2)\nstep 1, lane 0: test.vp:4: ADD b, a, vertex.color\n"
    );
    tell(&mut debugger, "step 2");
    assert_eq!(tell(&mut debugger, "print b"), "b = (2.5, 4.25, 6, 3)\n");
    assert_eq!(
        tell(&mut debugger, "print result.position.y"),
        "result.position.y = 4.25\n"
    );
    tell(&mut debugger, "back 2");
    assert_eq!(tell(&mut debugger, "print b"), "b = (0, 0, 0, 0)\n");
    assert_eq!(tell(&mut debugger, "print a.z + 1"), "a.z + 1 = 7.0\n");
    let end = tell(&mut debugger, "continue");
    assert!(end.starts_with("the program has ended\n"), "{end}");
    assert_eq!(debugger.session().at(), 4);
    let start = tell(&mut debugger, "back-continue");
    assert!(start.starts_with("this is the beginning\n"), "{start}");
}

#[test]
fn the_last_write_is_found() {
    let mut debugger = open(SUM, &sum_inputs());
    tell(&mut debugger, "end");
    let text = tell(&mut debugger, "last result.position.x");
    assert_eq!(
        text,
        "result.position.x was written in step 3: 0 became 2.5\nstep 2, lane 0: test.vp:5: MOV result.position, b\n"
    );
    let text = tell(&mut debugger, "last b");
    assert!(text.contains("test.vp:4: ADD b"), "{text}");
    let text = tell(&mut debugger, "last a");
    assert!(text.contains("(0, 0, 0, 0) became (2, 4, 6, 2)"), "{text}");
    assert_eq!(tell(&mut debugger, "last a"), "nothing before step 0 wrote a\n");
}

#[test]
fn breakpoints_and_watchpoints_stop() {
    let mut debugger = open(SUM, &sum_inputs());
    // Line 1 has no code: the first instruction behind it does.
    let text = tell(&mut debugger, "break 1");
    assert_eq!(text, "breakpoint 1 at test.vp:3: MUL a, vertex.position, 2.0\n");
    tell(&mut debugger, "delete 1");
    tell(&mut debugger, "break 5 if a.x > 2");
    tell(&mut debugger, "break 6 if a.x == 2 && b.y:x == 0x40880000");
    tell(&mut debugger, "watch b.z");
    let text = tell(&mut debugger, "continue");
    assert!(text.starts_with("watchpoint 4, b.z: 0 became 6\n"), "{text}");
    let text = tell(&mut debugger, "c");
    assert!(text.starts_with("breakpoint 3\nstep 3, "), "{text}");
    let text = tell(&mut debugger, "bc");
    assert!(text.starts_with("watchpoint 4"), "{text}");
    assert_eq!(
        debugger.session().at(),
        1,
        "in front of the instruction that writes"
    );
    let missing = refused(&mut debugger, "break 8");
    assert_eq!(missing, "there is no instruction at `8`\n");
    refused(&mut debugger, "watch c");
    refused(&mut debugger, "break 3 if (a.x");
    for missing in ["break 3 if", "break 3 if ", "break 3 ignore 1 if"] {
        let said = refused(&mut debugger, missing);
        assert!(said.contains("an expression"), "{missing}: {said}");
    }
    refused(&mut debugger, "delete 9");
    refused(&mut debugger, "lane 4");
    assert!(refused(&mut debugger, "assert a.x == 3").contains("a.x is 2"));
}

/// The loop adds 1 four times; the call runs the subroutine once a round.
const LOOP: &str = "!!NVvp4.0
TEMP i, s;
main:
MOV.U i, 0;
MOV s, 0;
REP.S {4, 0, 0, 0};
  CAL add;
  ADD.U i, i, 1;
ENDREP;
MOV result.position, s;
RET;
add:
  ADD s, s, 1.0;
  RET;
END
";

#[test]
fn calls_are_lines_and_stacks() {
    let mut debugger = open(LOOP, &Inputs::default());
    tell(&mut debugger, "until 7");
    tell(&mut debugger, "next");
    assert!(tell(&mut debugger, "where").contains("test.vp:8:"));
    assert_eq!(tell(&mut debugger, "print s"), "s = (1, 1, 1, 1)\n");
    tell(&mut debugger, "back-next");
    assert!(tell(&mut debugger, "where").contains("test.vp:7:"));
    tell(&mut debugger, "step");
    let stack = tell(&mut debugger, "stack");
    assert_eq!(stack, "#0 test.vp:13: ADD s, s, 1.0\n#1 test.vp:7: CAL add\n");
    tell(&mut debugger, "finish");
    assert!(tell(&mut debugger, "where").contains("test.vp:8:"));
    tell(&mut debugger, "break add ignore 1");
    tell(&mut debugger, "c");
    assert_eq!(tell(&mut debugger, "print s.x"), "s.x = 2\n");
    tell(&mut debugger, "back-finish");
    assert!(tell(&mut debugger, "where").contains("test.vp:7: CAL add"));
    tell(&mut debugger, "delete");
    tell(&mut debugger, "watch i.x if i.x == 3");
    let text = tell(&mut debugger, "c");
    assert!(text.starts_with("watchpoint 2, i.x: 2 became 3\n"), "{text}");
}

#[test]
fn a_trace_lists_what_is_meant() {
    let mut debugger = open(LOOP, &Inputs::default());
    let text = tell(&mut debugger, "trace 100 writes s if s.x >= 2");
    let lines: Vec<&str> = text.lines().filter(|line| line.contains("ADD s")).collect();
    assert_eq!(lines.len(), 3, "{text}");
    assert!(text.contains("lane 0 s = (4, 4, 4, 4)"), "{text}");
    assert!(text.ends_with("the program has ended\n"), "{text}");
    tell(&mut debugger, "start");
    let text = tell(&mut debugger, "trace 100 lines 8..9");
    assert_eq!(
        text.lines().filter(|line| line.contains("test.vp:8:")).count(),
        4,
        "{text}"
    );
    tell(&mut debugger, "start");
    let text = refused(&mut debugger, "trace 3 thread 9");
    assert_eq!(text, "there is no thread 9; there are 1\n");
    let text = refused(&mut debugger, "trace 5 lines 9..8");
    assert_eq!(text, "`lines 9..8` ends in front of its beginning\n");
    assert_eq!(debugger.session().at(), 0);
}

/// Lanes with x above 0 take another way.
const PARTED: &str = "!!NVfp4.0
TEMP t;
SLT.CC t.x, fragment.texcoord[0].x, 0.5;
IF NE.x;
  MOV t.y, 1.0;
ELSE;
  MOV t.y, 2.0;
ENDIF;
MOV result.color, t.y;
END
";

#[test]
fn lanes_stand_side_by_side() {
    let mut inputs = Inputs::default();
    for lane in 0..4 {
        let value = quadrille::Vector::floats([lane as f32 / 4.0, 0.0, 0.0, 1.0]);
        inputs.set_vector("fragment.texcoord[0]", Some(lane), value);
    }
    let mut debugger = open(PARTED, &inputs);
    tell(&mut debugger, "stepi 2");
    // 0 and 0.25 are below 0.5, 0.5 and 0.75 are not.
    assert_eq!(
        tell(&mut debugger, "lanes CC.x"),
        "> lane 0       next     GT\n  lane 1       next     GT\n  lane 2       ready    EQ\n  lane 3       ready    EQ\n"
    );
    tell(&mut debugger, "lane 3");
    tell(&mut debugger, "break 7");
    tell(&mut debugger, "c");
    assert_eq!(debugger.session().thread, 3, "the lane that is looked at stays");
    tell(&mut debugger, "step");
    assert_eq!(tell(&mut debugger, "print t.y"), "t.y = 2\n");
    tell(&mut debugger, "end");
    assert!(tell(&mut debugger, "lanes result.color.x").contains("lane 1       idle     1\n"));
    tell(&mut debugger, "lane 0");
    assert!(tell(&mut debugger, "last t.y").contains("test.vp:5:"));
}

/// A program without an end: a trap where a run without a debugger has one.
#[test]
fn a_program_without_an_end_is_stopped() {
    let text = "!!VP2.0\nmain:\nADD R0, R0, c[0];\nBRA main;\nMOV o[HPOS], R0;\nEND\n";
    // VP2.0 ends it by itself, after 65536 instructions (NV_vertex_program2, 2.14.3.6).
    let mut debugger = open(text, &Inputs::default());
    let end = tell(&mut debugger, "end");
    assert!(end.contains("lane 0 ended abnormally"), "{end}");
    let mut inputs = Inputs::default();
    inputs.set_budget(quadrille::Budget::of_instructions(1000));
    let mut debugger = open(text, &inputs);
    let end = tell(&mut debugger, "end");
    assert!(end.starts_with("the run was stopped: "), "{end}");
    assert_eq!(debugger.session().at(), 1000);
    // And one that may go on for long is paused from outside.
    let mut inputs = Inputs::default();
    inputs.set_budget(quadrille::Budget::of_instructions(u64::MAX));
    let endless = "!!NVvp4.0\nTEMP t, u;\nMOV t, 0;\nREP;\nADD t, t, 1.0;\nSLT.CC u.x, t.x, 0.0;\nBRK (NE.x);\nENDREP;\nMOV result.position, t;\nEND\n";
    let mut debugger = open(endless, &inputs);
    let mut asked = 0;
    let reply = debugger.execute("continue", &mut || {
        asked += 1;
        asked < 10
    });
    assert!(reply.text.starts_with("interrupted\n"), "{}", reply.text);
    debugger.session_mut().limit = 5000;
    let text = tell(&mut debugger, "continue");
    assert!(text.starts_with("paused after 5000 steps"), "{text}");
}

#[test]
fn memory_goes_back_too() {
    // storage[0] counts from 0, so that its first word is 0x03020100 and the second 0x07060504.
    let text = "!!NVvp5.0\nOPTION NV_shader_storage_buffer;\nSTORAGE b[] = { program.storage[0] };\nTEMP t;\nMOV.U t, {7, 9, 0, 0};\nSTB.U32 t.x, b[4];\nSTB.U32 t.y, b[4];\nMOV result.position, 0;\nEND\n";
    let mut debugger = open(text, &Inputs::default());
    let text = tell(&mut debugger, "watch storage[0][4..8]");
    assert_eq!(text, "watchpoint 1 on storage[0][4..8]\n");
    let text = tell(&mut debugger, "c");
    assert!(
        text.starts_with("watchpoint 1, storage[0][4..8]: 07060504 became 00000007\n"),
        "{text}"
    );
    tell(&mut debugger, "c");
    assert_eq!(
        tell(&mut debugger, "memory storage[0][0..8] as x"),
        "     0: 03020100 00000009\n"
    );
    tell(&mut debugger, "bc");
    assert_eq!(tell(&mut debugger, "memory storage[0][4] as u"), "     4: 7\n");
    tell(&mut debugger, "bc");
    assert_eq!(tell(&mut debugger, "memory storage[0][4]"), "     4: 07060504\n");
    tell(&mut debugger, "end");
    assert!(tell(&mut debugger, "last storage[0][4]").contains("00000007 became 00000009"));
    assert!(tell(&mut debugger, "memory").contains("storage[0]: 256 bytes"));
    // The last word is there, and nothing behind it.
    tell(&mut debugger, "print storage[0][252]");
    for name in ["[9999]", "[253]", "[240..260]", "[0xffffffffffffffff]"] {
        for command in ["print", "watch", "access", "memory", "last", "assert"] {
            let text = refused(&mut debugger, &format!("{command} storage[0]{name}"));
            let wanted = format!("`storage[0]{name}` is outside of the memory, which has 256 bytes\n");
            assert_eq!(text, wanted, "{command}");
        }
    }
    for name in ["[16..16]", "[32..16]"] {
        let text = refused(&mut debugger, &format!("watch storage[0]{name}"));
        assert_eq!(text, format!("`storage[0]{name}` is a range without bytes\n"));
    }
}

#[test]
fn two_runs_part_where_they_differ() {
    let other = SUM.replace("ADD b, a, vertex.color", "ADD b, a, -vertex.color");
    let (one, two) = (load(SUM), load(&other));
    let mut debugger = Interpreter::with_other(
        quadrille_debug::Session::new(Box::new(machine(&one, &sum_inputs()))),
        quadrille_debug::Session::new(Box::new(machine(&two, &sum_inputs()))),
    );
    let text = tell(&mut debugger, "difference");
    assert!(
        text.starts_with("the runs part in step 2\nthis : test.vp:4: ADD b, a, vertex.color\n"),
        "{text}"
    );
    // 2 - 0.5, 4 - 0.25, 6 - 0, 2 - 1.
    assert!(text.contains("lane 0 b = (1.5, 3.75, 6, 1)"), "{text}");
    assert_eq!(tell(&mut debugger, "other print a"), "a = (2, 4, 6, 2)\n");
    let mut same = Interpreter::with_other(
        quadrille_debug::Session::new(Box::new(machine(&one, &sum_inputs()))),
        quadrille_debug::Session::new(Box::new(machine(&one, &sum_inputs()))),
    );
    assert_eq!(
        tell(&mut same, "difference"),
        "both runs do the same in all 4 steps\n"
    );
    assert!(refused(&mut open(SUM, &sum_inputs()), "difference").contains("no other run"));
}

/// Programs made at random give in the debugger what they give on the fast engine, however they are gone through.
#[test]
fn debugging_changes_no_bit() {
    let session = Session::new();
    let mut compared = 0;
    for seed in 0u64..60 {
        let choices = bytes(seed, 4096);
        let Some(made) = accepted(&session, &mut Choices::new(&choices)) else {
            continue;
        };
        let (text, loaded) = (made.text, made.loaded);
        let mut inputs = Inputs::default();
        inputs.set_budget(quadrille::Budget::of_instructions(300));
        let Ok(expected) = loaded.evaluate(&inputs) else {
            continue;
        };
        let evaluation = machine(&loaded, &inputs);
        let mut walked = machine(&loaded, &inputs);
        // Some steps watched, some not, and back to the beginning in between.
        let start = walked.save();
        while walked.step().is_some() && walked.advance(3) == 3 {}
        walked.restore(&start);
        while walked.advance(2) == 2 && walked.step().is_some() {}
        let found = loaded.outputs(walked.into_batch());
        assert_eq!(found.lanes, expected.lanes, "seed {seed}\n{text}");
        assert_eq!(found.killed_lanes, expected.killed_lanes, "seed {seed}");
        assert_eq!(found.emitted, expected.emitted, "seed {seed}");
        assert_eq!(found.ended, expected.ended, "seed {seed}");
        assert_eq!(found.parameters, expected.parameters, "seed {seed}");
        let mut debugger = debugger(evaluation);
        goes_both_ways(&mut debugger);
        compared += 1;
    }
    assert!(compared >= 20, "{compared} programs were compared");
}

/// source: by hand: 500 times 1 − 1, and 1; a row of operators is a tree as deep as it is long
#[test]
fn long_expressions_are_computed_or_refused() {
    let mut debugger = open(SUM, &sum_inputs());
    let balanced = format!("print 1{}", "-1+1".repeat(500));
    assert!(tell(&mut debugger, &balanced).ends_with(" = 1.0\n"));
    for operator in ["+1", "*1", "||1"] {
        let long = refused(&mut debugger, &format!("print 1{}", operator.repeat(40_000)));
        assert!(
            long.contains("the expression has more than 1000 operators"),
            "{long}"
        );
    }
    let deep = refused(&mut debugger, &format!("print {}1", "(".repeat(40_000)));
    assert!(deep.contains("nested too deep"), "{deep}");
}
