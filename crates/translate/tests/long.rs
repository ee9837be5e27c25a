//! Numbers of 64 bits: every opcode whose row has them, in every type that it has, is valid where the target has such
//! numbers and refused where it stands where it has not.

use quadrille_isa::gl::opcode::{Column, OPCODES, OpcodeRow, OperandShape};
use quadrille_isa::gl::operation::Class;
use quadrille_program::Program;
use quadrille_tools_testkit::Tool;
use quadrille_translate::{
    Options, Refusal, SourceProgram, TARGETS, Target, Translation, reflect, translate,
};

/// The instructions of all rows that have a type; `wide` are variables for all operands.
fn instructions(ty: &str) -> Vec<String> {
    let has = |row: &&OpcodeRow| {
        let column = match ty {
            "F64" => row.columns.float,
            _ => row.columns.integer,
        };
        column == Column::Long
    };
    let one = |row: &OpcodeRow| {
        let name = row.mnemonic;
        if row.operation.class() == Class::Flow {
            return format!("{name}.{ty} a.x;\nBRK (EQ0.x);\nENDREP;");
        }
        let operands = row.operands.iter().map(|shape| match shape {
            OperandShape::Scalar | OperandShape::ScalarUnsigned => ", b.y",
            _ => ", b",
        });
        let operands: String = operands.collect();
        format!("{name}.{ty}.CC0 c.xzw{operands};")
    };
    OPCODES.iter().filter(has).map(one).collect()
}

/// A program of instructions, whose variables hold what the stage before gives.
fn program(instructions: &[String]) -> (Program, String) {
    let lines = instructions.join("\n");
    let text = format!(
        "!!NVfp5.0\nLONG TEMP a, b, c;\nMOV.F64 a, fragment.attrib[0];\nMOV.F64 b, fragment.attrib[1];\n\
         MOV.F64 c, a;\n{lines}\nMOV result.color, c;\nEND\n"
    );
    let checked = quadrille_check::check(&text, &Default::default());
    let said: Vec<_> = checked.diagnostics.iter().map(|found| &found.message).collect();
    (
        checked.program.unwrap_or_else(|| panic!("{said:?}\n{text}")),
        text,
    )
}

fn translated(program: &Program, text: &str, target: Target) -> Result<Translation, Vec<(u32, String)>> {
    let source = SourceProgram {
        program,
        text,
        partner: None,
    };
    translate(source, &Options::new(target)).map_err(|problems| {
        // Each reason is told once, with all its places.
        let places = |Refusal { diagnostic, .. }| {
            let others = diagnostic.labels.into_iter().map(|label| label.span);
            let spans: Vec<_> = [diagnostic.span].into_iter().chain(others).collect();
            spans
                .into_iter()
                .map(move |span| (span.start, diagnostic.message.clone()))
        };
        problems.into_iter().flat_map(places).collect()
    })
}

#[test]
fn every_opcode_validates() {
    let (has_spirv_val, has_glslang) = (Tool::SPIRV_VAL.is_here(), Tool::GLSLANG.is_here());
    for ty in ["F64", "S64", "U64"] {
        let (program, text) = program(&instructions(ty));
        let mut targets = vec![Target::Glsl450, Target::SpirvVulkan, Target::SpirvOpengl];
        targets.extend((ty == "F64").then_some(Target::Glsl330));
        for target in targets {
            let name = target.row().name;
            let shader = translated(&program, &text, target);
            let shader = shader.unwrap_or_else(|problems| panic!("{name}: {problems:?}\n{text}"));
            let (tool, is_here, mut arguments, end) = match target {
                Target::SpirvVulkan => (
                    Tool::SPIRV_VAL,
                    has_spirv_val,
                    vec!["--target-env", "vulkan1.1"],
                    "spv",
                ),
                Target::SpirvOpengl => (
                    Tool::SPIRV_VAL,
                    has_spirv_val,
                    vec!["--target-env", "opengl4.5"],
                    "spv",
                ),
                _ => (Tool::GLSLANG, has_glslang, Vec::new(), "frag"),
            };
            let bytes = match &shader.words {
                Some(words) => words.iter().flat_map(|word| word.to_le_bytes()).collect(),
                None => shader.text.clone().into_bytes(),
            };
            let folder = std::env::temp_dir();
            let file = format!("quadrille-{}-long.{end}", std::process::id());
            let path = folder.join(&file);
            std::fs::write(&path, bytes).expect("a temporary file");
            if is_here {
                arguments.push(&file);
                let said = tool.complaint(&folder, arguments);
                assert!(said.is_empty(), "{ty} for {name}:\n{said}\n{}", shader.text);
            }
            let _ = std::fs::remove_file(&path);
        }
    }
}

/// A target without such numbers refuses each instruction where it stands, and says what it lacks.
#[test]
fn what_has_none_says_so_where_it_is_asked() {
    for ty in ["F64", "S64", "U64"] {
        for instruction in instructions(ty) {
            let (program, text) = program(std::slice::from_ref(&instruction));
            let start = text.find(&instruction).expect("it is in the text") as u32;
            // An ARB program is refused where the first such number is.
            for row in TARGETS.iter().filter(|row| !row.target.is_assembly()) {
                let problems = match translated(&program, &text, row.target) {
                    Ok(_) => continue,
                    Err(problems) => problems,
                };
                let lacks = |what: &str| {
                    problems
                        .iter()
                        .any(|(at, said)| *at == start && said.ends_with(what))
                };
                let found = [
                    "has no 64-bit floats",
                    "has no 64-bit integers",
                    "no numbers of 64 bits",
                ]
                .into_iter()
                .any(lacks);
                assert!(found, "{}: {instruction}\n{problems:?}", row.name);
            }
        }
    }
}

#[test]
fn what_has_some_takes_those() {
    let takes = |ty: &str, target| {
        let (program, text) = program(&instructions(ty));
        translated(&program, &text, target).is_ok()
    };
    for row in TARGETS {
        let integers = matches!(
            row.target.plain(),
            Target::Glsl450 | Target::SpirvVulkan | Target::SpirvOpengl
        );
        let floats = integers || row.target.plain() == Target::Glsl330;
        assert_eq!(takes("F64", row.target), floats, "{}", row.name);
        assert_eq!(takes("S64", row.target), integers, "{}", row.name);
        assert_eq!(takes("U64", row.target), integers, "{}", row.name);
    }
}

/// source: NV_gpu_program5 2.X.4.1 (operands and results of another size are converted within their base type),
/// 2.X.8.Z PK64 and UP64, in the words of GLSL 4.50 and GL_ARB_gpu_shader_int64
#[test]
fn instructions_become_the_words_of_glsl() {
    let text = "!!NVfp5.0\nLONG TEMP d;\nINT LONG TEMP s;\nTEMP f, p, q;\nINT TEMP n;\n\
                MOV.S n, { 1, 2, 3, 4 };\nMOV f, fragment.texcoord[0];\n\
                MAD.F64 d.xy, f, { 2.5, 0.1, 0, 0 }, -d.zwzw;\nADD f, d, f;\nPK64 d, p;\nUP64 q.zw, d;\n\
                MOV.S64 s, n;\nSHR.S64 s.x, s, 33;\nMOV.S n, s;\nMOV q, p;\n\
                MOV result.color, f;\nEND\n";
    let checked = quadrille_check::check(text, &Default::default());
    let program = checked.program.expect("it is right");
    let shader = translated(&program, text, Target::Glsl450).expect("it is supported");
    for line in [
        "d.xy = dvec2(f.xy) * dvec2(2.5lf, 0.1lf) - d.zw;",
        "f = vec4(d) + f;",
        "d = dvec4(packDouble2x32(p.xy), packDouble2x32(p.zw), packDouble2x32(p.xy), packDouble2x32(p.zw));",
        "q.zw = unpackDouble2x32(d.y);",
        "s = i64vec4(n);",
        "s.x = s.x >> 33u;",
        "n = ivec4(s);",
    ] {
        let mut lines = shader.text.lines();
        assert!(lines.any(|found| found.trim() == line), "{line}\n{}", shader.text);
    }
}

/// source: NV_vertex_attrib_64bit: four components of 64 bits at one generic attribute
#[test]
fn attributes_have_their_type_in_the_reflection() {
    let text = "!!NVvp5.0\nLONG ATTRIB a = vertex.attrib[3];\nLONG TEMP t;\nMUL.F64 t, a, 2.0;\n\
                MOV result.position, t;\nEND\n";
    let checked = quadrille_check::check(text, &Default::default());
    let program = checked.program.expect("it is right");
    let options = Options::new(Target::Glsl450);
    let shader = translated(&program, text, Target::Glsl450).expect("it is supported");
    let found = reflect(&shader.shader, &options);
    assert_eq!(found["inputs"][0]["type"], "dvec4");
    assert_eq!(found["inputs"][0]["location"], 3);
    let next = text.replace("MUL.F64 t, a, 2.0", "MUL.F64 t, a, vertex.attrib[4]");
    let checked = quadrille_check::check(&next, &Default::default());
    let program = checked.program.expect("it is right");
    assert!(translated(&program, &next, Target::Glsl450).is_ok());
    let problems = translated(&program, &next, Target::SpirvVulkan).expect_err("there is no room");
    assert!(
        problems[0].1.ends_with("takes the place of the next one too"),
        "{problems:?}"
    );
}

/// source: NV_gpu_program4 2.X.3.1: LONG variables have at least 32 bits a component
#[test]
fn long_alone_asks_for_no_more_than_32_bits() {
    let text = "!!NVfp4.0\nLONG TEMP a, x[2];\nMUL a, fragment.color, 2.0;\nMOV x[1], a;\n\
                ADD result.color, a, x[1];\nEND\n";
    let checked = quadrille_check::check(text, &Default::default());
    let program = checked.program.expect("it is right");
    for row in TARGETS {
        let found = translated(&program, text, row.target);
        let problems = found.err().unwrap_or_default();
        let lacks = problems.iter().any(|(_, said)| said.contains("64-bit"));
        assert!(!lacks, "{}: {problems:?}", row.name);
    }
}

/// source: NV_gpu_program5 2.X.4.4: what stands behind RET is not reached; GLSL 1.20, 3.6: `dvec4` is a reserved word
#[test]
fn what_is_not_reached_asks_for_nothing() {
    let text = "!!NVfp5.0\nUINT LONG TEMP v;\nmain:\nMOV result.color, fragment.color;\nRET;\n\
                ADD.U64 v.x, v, v;\nRET;\nEND\n";
    let checked = quadrille_check::check(text, &Default::default());
    let program = checked.program.expect("it is right");
    let shader = translated(&program, text, Target::Glsl120).expect("it is supported");
    let wide = ["dvec4", "uint64_t", "u64vec4"];
    assert!(
        !wide.iter().any(|word| shader.text.contains(word)),
        "{}",
        shader.text
    );
}
