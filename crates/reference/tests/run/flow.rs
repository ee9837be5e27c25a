//! Branches, calls, and lanes that part and meet.

use std::sync::Arc;

use quadrille_check::{Options, check};
use quadrille_engine::{AbnormalEnd, TrapKind};
use quadrille_isa::gl::Limits;
use quadrille_program::InstId;
use quadrille_reference::{Observer, Quiet, Step};

use crate::support::{floats, run, run_program, vector};

/// source: NV_vertex_program2 2.14.2.3, the example of two branches with c[0] = (-2, 0, 2, NaN)
#[test]
fn the_example_of_the_specification() {
    let text = "!!VP2.0
        MOVC CC, v[0]; MOV R0, v[0]; MOV R3, v[0];
        BRA label1 (LT.xyzw);
        MOV R0, v[0].z;
        label1:
        BRA label2 (LT.wyzw);
        MOV R3, v[0].z;
        label2:
        MOV o[HPOS].xy, R0; MOV o[HPOS].zw, R3; END";
    let found = vector(text, [-2.0, 0.0, 2.0, f32::NAN]);
    // The first MOV is not executed, the second is.
    assert_eq!(found, [-2.0, 0.0, 2.0, 2.0]);
}

/// A count of two numbers by Euclid's subtraction, a different number of rounds in every lane.
///
/// source: greatest common divisors, by hand
#[test]
fn lanes_loop_on_their_own() {
    let text = "!!VP2.0
        MOV R0, v[0];
        again:
        ADDC CC.x, R0.x, -R0.y;
        BRA done (EQ.x);
        BRA less (LT.x);
        ADD R0.x, R0.x, -R0.y;
        BRA again;
        less:
        ADD R0.y, R0.y, -R0.x;
        BRA again;
        done:
        MOV o[HPOS], R0.x; END";
    let pairs = [
        (12.0, 18.0, 6.0),
        (7.0, 5.0, 1.0),
        (100.0, 75.0, 25.0),
        (9.0, 9.0, 9.0),
        (1.0, 64.0, 1.0),
    ];
    let inputs = pairs.map(|(a, b, _)| [a, b, 0.0, 0.0]);
    let found = floats(text, &inputs);
    for (found, (_, _, expected)) in found.iter().zip(pairs) {
        assert_eq!(*found, [expected; 4]);
    }
}

/// source: NV_vertex_program2 2.14.3.7 and 2.14.3.27: CAL goes on behind the call after RET; a label `main` is
/// where a program begins; RET on an empty stack ends it
#[test]
fn calls_return() {
    let text = "!!VP2.0
        square: MUL R0, R0, R0; RET;
        fourth: CAL square; CAL square; RET;
        main: MOV R0, v[0]; CAL fourth; MOV o[HPOS], R0; RET; MOV o[HPOS], v[0]; END";
    assert_eq!(vector(text, [1.0, 2.0, 3.0, -2.0]), [1.0, 16.0, 81.0, 16.0]);
    let conditional = "!!VP2.0
        main: MOVC CC, v[0]; MOV R0, v[0]; CAL add (GT.x); CAL add (LT.x); MOV o[HPOS], R0; RET;
        add: ADD R0, R0, v[0].w; RET (TR); MOV R0, v[0].y; END";
    assert_eq!(vector(conditional, [1.0, 2.0, 3.0, 4.0]), [5.0, 6.0, 7.0, 8.0]);
}

#[derive(Default)]
struct Ends {
    ends: Vec<(usize, usize, AbnormalEnd)>,
    order: Vec<(usize, Vec<usize>)>,
}

impl Observer for Ends {
    fn ended(&mut self, instruction: InstId, lane: usize, why: AbnormalEnd) {
        use quadrille_base::Id;
        self.ends.push((instruction.index(), lane, why));
    }

    fn step(&mut self, step: Step<'_>) {
        use quadrille_base::Id;
        if step.active.iter().next() == Some(step.lane) {
            self.order
                .push((step.instruction.index(), step.active.iter().collect()));
        }
    }
}

/// source: NV_vertex_program2 2.14.2.3: "A vertex program will terminate if a CAL instruction is executed with
/// four entries already in the call stack", and the vertex has the final values of the result registers
#[test]
fn a_fifth_call_ends_a_program() {
    let text = "!!VP2.0 MOV o[HPOS], v[0]; MOV R0, v[0]; deeper: ADD R0, R0, v[0].y; MOV o[HPOS], R0; CAL deeper; END";
    let mut ends = Ends::default();
    let (batch, end) = run(text, &[[0f32.to_bits(), 1f32.to_bits(), 0, 0]], 1000, &mut ends);
    assert_eq!(end, Ok(()));
    assert_eq!(ends.ends, [(4, 0, AbnormalEnd::CallDepth)]);
    // The first time `deeper` is reached without a call, then four times with one.
    assert_eq!(f32::from_bits(batch.results.get(0, 0)[0]), 5.0);
}

/// source: NV_vertex_program2 2.14.2.3: a program ends abnormally after 65536 instructions, with the results
/// that it has written
#[test]
fn endless_programs_end() {
    const ONE: u32 = 1f32.to_bits();
    let text = "!!VP2.0 MOV o[HPOS], v[0]; again: ADD R0, R0, v[0]; BRA again; END";
    let mut ends = Ends::default();
    let (batch, end) = run(text, &[[ONE; 4]; 2], 1 << 20, &mut ends);
    assert_eq!(end, Ok(()));
    // 1 + 2·32767 = 65535 instructions come before the second ADD of that number.
    assert_eq!(
        ends.ends,
        [
            (2, 0, AbnormalEnd::Instructions),
            (2, 1, AbnormalEnd::Instructions)
        ]
    );
    assert_eq!(ends.order.len(), 65536);
    assert_eq!(batch.results.get(0, 1), [ONE; 4]);
    let (_, end) = run(text, &[[ONE; 4]; 2], 100, &mut Quiet);
    let trap = end.expect_err("a trap");
    assert_eq!((trap.kind, trap.lane), (TrapKind::Budget, 0));
}

/// Where lanes part, those in the deepest call come first, then those with the lowest program counter.
///
/// source: the order that the design lays down
#[test]
fn lanes_meet_again() {
    let text = "!!VP2.0
        MOVC CC.x, v[0];
        BRA past (LT.x);
        MOV R0, v[0];
        past: MOV R1, v[0];
        CAL sub (GT.x);
        MOV o[HPOS], v[0];
        RET;
        sub: MOV R2, v[0]; RET; END";
    let mut ends = Ends::default();
    let word = |x: f32| [x.to_bits(); 4];
    let (_, end) = run(text, &[word(-1.0), word(0.0), word(1.0)], 1000, &mut ends);
    assert_eq!(end, Ok(()));
    let all = vec![0, 1, 2];
    let expected = [
        (0, all.clone()),
        (1, all.clone()),
        (2, vec![1, 2]),
        (3, all.clone()),
        (4, all.clone()),
        (7, vec![2]),
        (8, vec![2]),
        (5, all.clone()),
        (6, all),
    ];
    assert_eq!(ends.order, expected);
}

/// source: NV_vertex_program 2.14.4: state programs write program parameters
#[test]
fn state_programs_write_parameters() {
    let text = "!!VSP1.0 ADD R0, v[0], v[0]; MOV c[3].xz, R0; ADD c[3].y, c[3].x, R0.x; END";
    let (batch, end) = run(text, &[[1.5f32.to_bits(); 4]], 100, &mut Quiet);
    assert_eq!(end, Ok(()));
    let written: Vec<[u32; 4]> = batch
        .parameters
        .into_iter()
        .filter(|parameter| *parameter != [0; 4])
        .collect();
    assert_eq!(written, [[3.0, 6.0, 3.0, 0.0].map(f32::to_bits)]);
}

/// A loop's index starts and grows as the operand says, is never below 0, and an inner loop's index leaves the
/// outer one's alone. Only texture coordinate 0 is not zero.
///
/// source: NV_fragment_program2 3.11.X.5, 3.11.X.8 and 3.11.3.Y
#[test]
fn loop_indices_count() {
    let sum = |loops: &str| {
        let declared = if loops.contains("A0.x") {
            ""
        } else {
            "ATTRIB t = fragment.texcoord[0];"
        };
        let text = format!(
            "!!ARBfp1.0 OPTION NV_fragment_program2;
            PARAM up = {{3, 0, 1, 0}}; PARAM late = {{3, 1, 1, 0}}; PARAM below = {{3, -1, 1, 0}};
            PARAM down = {{2, 1, -1, 0}}; PARAM stay = {{2.9, 0, 0, 0}}; PARAM none = {{0, 0, 1, 0}};
            PARAM one = {{1, 5, 1, 0}}; PARAM many = {{1000, 0, 0, 0}};
            {declared} TEMP a; MOV a, 0; {loops} MOV result.color, a; END"
        );
        vector(&text, [1.0, 2.0, 3.0, 4.0])[0]
    };
    let body = "ADD a, a, fragment.texcoord[A0.x]; ENDLOOP;";
    assert_eq!(sum(&format!("LOOP up; {body}")), 1.0);
    assert_eq!(sum(&format!("LOOP late; {body}")), 0.0);
    // -1 is clamped to 0, and 0 follows.
    assert_eq!(sum(&format!("LOOP below; {body}")), 2.0);
    assert_eq!(sum(&format!("LOOP down; {body}")), 1.0);
    assert_eq!(sum(&format!("LOOP stay; {body}")), 2.0);
    assert_eq!(sum(&format!("LOOP none; {body}")), 0.0);
    assert_eq!(
        sum(&format!("LOOP up; LOOP one; ADD a, a, 0; ENDLOOP; {body}")),
        1.0
    );
    assert_eq!(sum("REP stay; ADD a, a, t; ENDREP;"), 2.0);
    // MAX_PROGRAM_LOOP_COUNT_NV is 255.
    assert_eq!(sum("REP many; ADD a, a, t; ENDREP;"), 255.0);
    assert_eq!(
        sum("REP many; ADD a, a, t; SGEC CC, a, 7; BRK (NE.x); ENDREP;"),
        7.0
    );
}

/// source: NV_vertex_program3 2.14.5.43 and 2.14.5.44: the call stack takes address registers too
#[test]
fn address_registers_are_stacked() {
    let text = |middle: &str| {
        format!(
            "!!ARBvp1.0 OPTION NV_vertex_program3; ADDRESS A, B; TEMP r; PARAM list[3] = {{ {{1}}, {{2}}, {{3}} }};
            ATTRIB v = vertex.attrib[0]; MOV result.position, v;
            ARL A, v; PUSHA A; ARL A, -v; {middle}
            MOV result.position, list[A.x]; END"
        )
        .replace("{{", "{")
        .replace("}}", "}")
    };
    let list = |middle: &str, x: f32| vector(&text(middle), [x, 0.0, 0.0, 0.0])[0];
    assert_eq!(list("POPA A;", 1.0), 2.0);
    assert_eq!(list("POPA A;", 2.0), 3.0);
    assert_eq!(list("PUSHA A; POPA B; POPA A;", 2.0), 3.0);
    let input = [[1f32.to_bits(), 0, 0, 0]];
    let why = |middle: &str| {
        let mut ends = Ends::default();
        let (batch, end) = run(&text(middle), &input, 1000, &mut ends);
        assert_eq!(end, Ok(()));
        // What was written before stays.
        assert_eq!(f32::from_bits(batch.results.get(0, 0)[0]), 1.0);
        ends.ends[0].2
    };
    assert_eq!(why("RET;"), AbnormalEnd::StackEntry);
    assert_eq!(why("POPA A; POPA A;"), AbnormalEnd::StackEmpty);
    assert_eq!(why("again: PUSHA A; BRA again;"), AbnormalEnd::CallDepth);
}

/// How a program of NV_fragment_program2 ends where limits are the least that the extension allows, and what result it leaves behind.
fn ending(text: &str) -> (Vec<AbnormalEnd>, f32) {
    let text = format!("!!ARBfp1.0 OPTION NV_fragment_program2; PARAM once = {{1, 0, 0, 0}}; {text} END");
    let options = Options {
        limits: Limits {
            call_depth: 4,
            if_depth: 48,
            loop_depth: 4,
            ..Limits::default()
        },
        ..Options::default()
    };
    let checked = check(&text, &options);
    let program = checked
        .program
        .unwrap_or_else(|| panic!("{:#?}", checked.diagnostics));
    let mut ends = Ends::default();
    let (batch, end) = run_program(Arc::new(program), &[[1f32.to_bits(); 4]], 100_000, &mut ends);
    assert_eq!(end, Ok(()));
    let why = ends.ends.iter().map(|(_, _, why)| *why).collect();
    (why, f32::from_bits(batch.results.get(0, 0)[0]))
}

/// source: NV_fragment_program2 3.11.X.7: with MAX_PROGRAM_IF_DEPTH_NV (48) blocks active, "an IF instruction will
/// cause the fragment program to terminate"; "any active IF/ENDIF blocks in the calling code count against this limit"
#[test]
fn tests_nest_to_a_depth_over_calls() {
    let nested = |count: usize, inside: &str| {
        format!("{}{inside}{}", "IF TR; ".repeat(count), "ENDIF; ".repeat(count))
    };
    let program = |outer: usize, inner: usize| {
        let main = nested(outer, "CAL sub; ");
        let sub = nested(inner, "MOV result.color, 2; ");
        format!("main: MOV result.color, 1; {main} RET; sub: {sub} RET;")
    };
    assert_eq!(ending(&program(28, 20)), (vec![], 2.0));
    assert_eq!(ending(&program(28, 21)), (vec![AbnormalEnd::IfDepth], 1.0));
    // The blocks of all callers count, and those of a call that has returned do not.
    let three = |innermost: usize| {
        let main = nested(20, "CAL sub; CAL sub; ");
        let sub = nested(20, "CAL within; ");
        let within = nested(innermost, "MOV result.color, 2; ");
        format!("main: MOV result.color, 1; {main} RET; sub: {sub} RET; within: {within} RET;")
    };
    assert_eq!(ending(&three(8)), (vec![], 2.0));
    assert_eq!(ending(&three(9)), (vec![AbnormalEnd::IfDepth], 1.0));
    // A block that was left does not count.
    let left = nested(40, "").repeat(3);
    let text = format!("main: {left} CAL sub; {left} RET; sub: {left} MOV result.color, 2; RET;");
    assert_eq!(ending(&text), (vec![], 2.0));
}

/// source: NV_fragment_program2 3.11.X.8 and 9: the same of LOOP and REP and MAX_PROGRAM_LOOP_DEPTH_NV (4), which
/// count together
#[test]
fn loops_nest_to_a_depth_over_calls() {
    let program = |main: &str, ends: &str, sub: &str, sub_ends: &str| {
        format!(
            "main: MOV result.color, 1; {main} CAL sub; {ends} RET; sub: {sub} MOV result.color, 2; {sub_ends} RET;"
        )
    };
    let four = program(
        "LOOP once; REP once;",
        "ENDREP; ENDLOOP;",
        "REP once; LOOP once;",
        "ENDLOOP; ENDREP;",
    );
    assert_eq!(ending(&four), (vec![], 2.0));
    let five = program(
        "LOOP once; REP once; REP once;",
        "ENDREP; ENDREP; ENDLOOP;",
        "REP once; LOOP once;",
        "ENDLOOP; ENDREP;",
    );
    assert_eq!(ending(&five), (vec![AbnormalEnd::LoopDepth], 1.0));
    // The loops of all callers count, and those of a call that has returned do not.
    let three = |innermost: usize| {
        let (open, end) = ("REP once; ".repeat(innermost), "ENDREP; ".repeat(innermost));
        format!(
            "main: MOV result.color, 1; LOOP once; CAL sub; CAL sub; ENDLOOP; RET;
            sub: REP once; REP once; CAL within; ENDREP; ENDREP; RET;
            within: {open} MOV result.color, 2; {end} RET;"
        )
    };
    assert_eq!(ending(&three(1)), (vec![], 2.0));
    assert_eq!(ending(&three(2)), (vec![AbnormalEnd::LoopDepth], 1.0));
}

/// source: NV_fragment_program2 3.11.X.2: with MAX_PROGRAM_CALL_DEPTH_NV (4) calls that have not returned, "a CAL
/// instruction will cause the call stack to overflow and the fragment program to terminate"
#[test]
fn fragment_programs_call_to_a_depth() {
    let program = |first: &str| {
        format!(
            "main: MOV result.color, 1; CAL {first}; RET; e: CAL d; RET; d: CAL c; RET; c: CAL b; RET; b: CAL a; RET;
            a: MOV result.color, 2; RET;"
        )
    };
    assert_eq!(ending(&program("d")), (vec![], 2.0));
    assert_eq!(ending(&program("e")), (vec![AbnormalEnd::CallDepth], 1.0));
}
