//! Programs of the languages with registers of their own: the specifications' examples, and what programs
//! come to be.

use quadrille_base::Source;
use quadrille_check::{Checked, Options, check, gl_answer};
use quadrille_isa::gl::binding::{Binding, Family};
use quadrille_isa::gl::{NumericEnvironment, Opcode};
use quadrille_program::{File, ParameterSource, Program};

fn checked(text: &str) -> Checked {
    check(text, &Options::default())
}

fn program(text: &str) -> Program {
    let checked = checked(text);
    let messages: Vec<&str> = checked.diagnostics.iter().map(|d| d.message.as_str()).collect();
    checked.program.unwrap_or_else(|| panic!("{text}: {messages:?}"))
}

/// source: NV_vertex_program, Issues, "What does a vertex program ... look like": transformation to clip space
/// with diffuse and specular lighting; and "Can you perturb transformed vertex positions".
const EXAMPLES: [&str; 2] = [
    "!!VP1.0
     DP4   o[HPOS].x, c[0], v[OPOS];
     DP4   o[HPOS].y, c[1], v[OPOS];
     DP4   o[HPOS].z, c[2], v[OPOS];
     DP4   o[HPOS].w, c[3], v[OPOS];
     DP3   R0.x, c[4], v[NRML];
     DP3   R0.y, c[5], v[NRML];
     DP3   R0.z, c[6], v[NRML];           # R0 = transformed normal
     DP3   R1.x, c[32], R0;
     DP3   R1.y, c[33], R0;
     MOV   R1.w, c[38].x;
     LIT   R2, R1;
     MAD   R3, c[35].x, R2.y, c[35].y;
     MAD   o[COL0].xyz, c[36], R2.z, R3;
     END",
    "!!VP1.0
     DP3   R0, c[32], v[NRML];
     MUL   o[COL0].xyz, R0, c[35];
     MAX   R0, c[64].x, R0;
     MUL   R0, R0, v[NRML];
     MUL   R0, R0, c[64].z;
     ADD   R1, v[OPOS], -R0;
     DP4   o[HPOS].x, c[0], R1;
     DP4   o[HPOS].y, c[1], R1;
     DP4   o[HPOS].z, c[2], R1;
     DP4   o[HPOS].w, c[3], R1;
     END",
];

#[test]
fn examples_of_the_specification_load() {
    for (text, instructions) in EXAMPLES.iter().zip([13, 10]) {
        let program = program(text);
        assert_eq!(program.instructions().len(), instructions);
        assert_eq!(program.profile().numeric, NumericEnvironment::Vp1);
        // The same instructions are VP1.1.
        self::program(&text.replace("VP1.0", "VP1.1"));
        assert!(!checked(&text.replace("VP1.0", "VSP1.0")).accepted());
    }
}

#[test]
fn registers_become_bindings_and_slots() {
    let program = program("!!VP1.0 ADD R11, -v[NRML].w, c[7]; MOV o[BFC1].xw, R11; MOV o[HPOS], v[2]; END");
    assert_eq!(program.temporaries().len(), 12);
    assert_eq!(program.temporaries()[11].name, "R11");
    let attributes: Vec<Binding> = program
        .attributes()
        .iter()
        .map(|variable| variable.binding)
        .collect();
    assert_eq!(attributes, [Binding::new(Family::VertexNormal, [0; 4])]);
    let results: Vec<Binding> = program
        .results()
        .iter()
        .map(|variable| variable.binding)
        .collect();
    let back_secondary = Binding::new(Family::ResultColor, [1, 1, 0, 0]);
    assert_eq!(
        results,
        [back_secondary, Binding::new(Family::ResultPosition, [0; 4])]
    );
    let env = Binding::new(Family::ProgramEnv, [7, 0, 0, 0]);
    assert_eq!(program.parameters().len(), 1);
    assert_eq!(program.parameters()[0].source, ParameterSource::Binding(env));
    assert_eq!(program.results()[0].used, 0b1001);
}

#[test]
fn relative_addressing_spans_the_whole_file() {
    let program = program("!!VP1.0 MOV R0, c[3]; ARL A0.x, R0.y; MOV o[HPOS], c[A0.x - 64]; END");
    let last = program
        .instructions()
        .iter()
        .next_back()
        .expect("three instructions");
    let register = last.operands[0].register;
    let relative = register.relative.expect("a relative register");
    assert_eq!(
        (
            relative.index.file,
            relative.index.slot,
            relative.index.component,
            relative.length
        ),
        (File::Address, 0, 0, 96)
    );
    assert_eq!(register.slot, relative.first as i32 - 64);
    for number in 0..96 {
        let bound = program.parameters()[(relative.first + number) as usize].source;
        let env = Binding::new(Family::ProgramEnv, [number, 0, 0, 0]);
        assert_eq!(bound, ParameterSource::Binding(env));
    }
}

#[test]
fn state_programs_read_what_they_write() {
    let program =
        program("!!VSP1.0 MOV c[5], v[0]; ARL A0.x, v[0].x; MOV c[6].y, c[A0.x + 5]; MOV R0, c[5]; END");
    let parameters: Vec<u32> = program
        .instructions()
        .iter()
        .flat_map(|instruction| {
            let to = instruction.destination.and_then(|to| to.register);
            let read = instruction.operands.iter().map(|operand| operand.register);
            read.chain(to).filter(|register| register.file == File::Parameter)
        })
        .map(|register| register.slot as u32)
        .collect();
    assert_eq!(program.parameters().len(), 96);
    assert_eq!(parameters, [5, 5, 6, 5]);
}

#[test]
fn position_invariance_adds_the_fixed_function_position() {
    let program = program("!!VP1.1 OPTION NV_position_invariant; MOV o[COL0], v[COL0]; END");
    let opcodes: Vec<Opcode> = program
        .instructions()
        .iter()
        .map(|instruction| instruction.opcode)
        .collect();
    assert_eq!(
        opcodes,
        [Opcode::Dp4, Opcode::Dp4, Opcode::Dp4, Opcode::Dp4, Opcode::Mov]
    );
    assert_eq!(program.counts().instructions, 1);
}

/// Operands of each opcode: its result, then `v` and `s`.
///
/// source: NV_vertex_program Table X.4; NV_vertex_program1_1 Table X.4.
const VP1: [(&str, &str); 17] = [
    ("ARL", "s"),
    ("MOV", "v"),
    ("MUL", "vv"),
    ("ADD", "vv"),
    ("MAD", "vvv"),
    ("RCP", "s"),
    ("RSQ", "s"),
    ("DP3", "vv"),
    ("DP4", "vv"),
    ("DST", "vv"),
    ("MIN", "vv"),
    ("MAX", "vv"),
    ("SLT", "vv"),
    ("SGE", "vv"),
    ("EXP", "s"),
    ("LOG", "s"),
    ("LIT", "v"),
];
const VP11: [(&str, &str); 4] = [("DPH", "vv"), ("RCC", "s"), ("SUB", "vv"), ("ABS", "v")];

#[test]
fn opcodes_and_their_operands_are_those_of_the_tables() {
    let headers = ["!!VP1.0", "!!VP1.1", "!!VSP1.0"];
    let mut programs = 0;
    for header in headers {
        let required = if header == "!!VSP1.0" {
            "MOV c[0], v[0];"
        } else {
            "MOV o[HPOS], v[0];"
        };
        let mut accepted = |statement: String| {
            programs += 1;
            checked(&format!("{header}\n{required}\n{statement}\nEND")).accepted()
        };
        let later = VP11.iter().map(|row| (row, header == "!!VP1.1"));
        for ((opcode, operands), exists) in VP1.iter().map(|row| (row, true)).chain(later) {
            let result = if *opcode == "ARL" { "A0.x" } else { "R0" };
            let line = |count: usize, selector: &str| {
                let read: Vec<String> = (0..count).map(|at| format!("R{at}{selector}")).collect();
                format!("{opcode} {result}, {};", read.join(", "))
            };
            let count = operands.len();
            let is_scalar = *operands == "s";
            assert_eq!(accepted(line(count, ".w")), exists, "{header} {opcode}");
            assert_eq!(
                accepted(line(count, "")),
                exists && !is_scalar,
                "{header} {opcode}"
            );
            assert_eq!(
                accepted(line(count, ".yzzx")),
                exists && !is_scalar,
                "{header} {opcode}"
            );
            assert!(!accepted(line(count + 1, ".w")), "{header} {opcode}");
            assert!(!accepted(line(count, ".xy")), "{header} {opcode}");
            for suffix in ["C", "_SAT", "R", "H", "X"] {
                let line = line(count, ".w").replacen(opcode, &format!("{opcode}{suffix}"), 1);
                assert!(!accepted(line), "{header} {opcode}{suffix}");
            }
        }
        for other in [
            "POW", "EX2", "LG2", "FRC", "FLR", "XPD", "SWZ", "CMP", "SIN", "COS", "SSG", "ARR", "ARA",
        ] {
            assert!(!accepted(format!("{other} R0, R0.x;")), "{header} {other}");
            assert!(!accepted(format!("{other} R0, R0, R0;")), "{header} {other}");
        }
    }
    // 21 opcodes in ten forms and 13 others in two, under each header.
    assert_eq!(programs, 3 * (21 * 10 + 13 * 2));
}

#[test]
fn gl_points_behind_a_program_that_lacks_a_write() {
    // source: NV_vertex_program 2.14.1.7, "the error position will be len, the length of the program"
    for text in ["!!VP1.0 MOV o[COL0], v[0]; END \n", "!!VSP1.0 MOV R0, v[0]; END"] {
        let answer = gl_answer(&Source::new("a", text), &checked(text).diagnostics);
        assert_eq!(
            (answer.error, answer.position),
            ("INVALID_OPERATION", text.len() as i64)
        );
    }
    let text = "!!VP1.0 MOV o[HPOS], R12; END";
    assert_eq!(
        gl_answer(&Source::new("a", text), &checked(text).diagnostics).position,
        21
    );
}
