//! What the printer writes checks to the same program, and is printed as the same text again.
//!
//! source: the programs are those that the pages of `spec/`, of the rules and of `oracle/` accept; that both
//! ways are the identity is the definition of a printer.

mod language;

use quadrille_base::Span;
use quadrille_check::rules::RULES;
use quadrille_check::{Options, check};
use quadrille_isa::gl::Limits;
use quadrille_isa::gl::opcode::{OPCODES, OperandShape, ResultShape};
use quadrille_isa::gl::profile::PROFILES;
use quadrille_program::print::{print, same};

const PAGES: &[&str] = &[
    include_str!("../../../spec/arb-load-rules.md"),
    include_str!("../../../spec/vp1-load-rules.md"),
    include_str!("../../../spec/vp2-load-rules.md"),
    include_str!("../../../spec/fp1-load-rules.md"),
    include_str!("../../../spec/nv-option-load-rules.md"),
    include_str!("../../../spec/atifs-load-rules.md"),
    include_str!("../../../spec/nv4-declaration-rules.md"),
    include_str!("../../../spec/nv4-instruction-rules.md"),
    include_str!("../../../spec/nv5-declaration-rules.md"),
    include_str!("../../../spec/nv5-instruction-rules.md"),
];

/// The beginning of generated programs, and operands of these languages.
struct Language {
    /// Header, options and declarations.
    beginning: &'static str,
    results: &'static [&'static str],
    sources: &'static [&'static str],
    /// Instructions without which the program is rejected.
    end: &'static str,
}

const LANGUAGES: &[Language] = &[
    Language {
        beginning: "!!ARBvp1.0\nOPTION NV_vertex_program3;\nADDRESS A;\nTEMP R0, R1;\nPARAM c[4] = { program.env[0..3] };\n",
        results: &[
            "R0",
            "R1.xw (GT1.wzyx)",
            "result.color",
            "result.texcoord[A.x + 1]",
            "CC",
            "A",
            "A.xy (LT)",
        ],
        sources: &[
            "R0",
            "-|R1.x|",
            "c[A.y - 2]",
            "vertex.attrib[A.w + 1].wzyx",
            "2.5",
            "{ 1, -2, 3e-7 }",
            "A",
            "R0.y",
        ],
        end: "",
    },
    Language {
        beginning: "!!ARBfp1.0\nOPTION NV_fragment_program2;\nSHORT TEMP R0;\nTEMP R1;\nPARAM c = { 3, 0, 1 };\n",
        results: &[
            "R0",
            "R1.xyz",
            "R1.xw (NE.x)",
            "result.color",
            "result.depth.z",
            "CC.x",
        ],
        sources: &[
            "R0",
            "-R1.x",
            "|R1|",
            "c",
            "fragment.texcoord[2].wzyx",
            "fragment.facing",
            "0.5",
            "R1.w",
            "GT.x",
        ],
        end: "",
    },
    Language {
        beginning: "!!FP1.0\nDEFINE k = 2;\nDECLARE d = { 1, 2, 3, 4 };\n",
        results: &[
            "R0",
            "H1.xyz",
            "R1.xw (NE.x)",
            "o[COLR]",
            "o[DEPR].z",
            "RC.x",
            "HC",
        ],
        sources: &[
            "R0",
            "-H1.x",
            "|R1|",
            "d.wzyx",
            "f[TEX2]",
            "-0.5",
            "{ 1, -2 }",
            "k",
            "p[3]",
            "R1.w",
            "GT.x",
        ],
        end: "MOV o[COLR], R3;\n",
    },
    Language {
        beginning: "!!VP2.0\n",
        results: &[
            "R0",
            "R15.xyz",
            "R1.xw (NE.x)",
            "o[HPOS]",
            "o[CLP2].x",
            "CC.x",
            "A0",
            "A1.zw",
        ],
        sources: &[
            "R0",
            "-R1.x",
            "|R1|",
            "c[A0.y - 200].wzyx",
            "v[OPOS]",
            "v[3].x",
            "c[200]",
            "A1",
            "R1.w",
        ],
        end: "MOV o[HPOS], v[0];\n",
    },
    Language {
        beginning: "!!NVfp5.0\nTEMP R0, R1;\nLONG TEMP D;\nTEMP a[4];\nBUFFER4 b[] = { program.buffer[1][2..9] };\nBUFFER w[][] = { program.buffer[2..3][4..5] };\nFLAT ATTRIB f = fragment.attrib[2];\n",
        results: &[
            "R0",
            "R1.xyz",
            "R1.xw (BLE1.x)",
            "result.color",
            "a[R0.x + 1]",
            "D.xy",
        ],
        sources: &[
            "R0",
            "-R1.x",
            "|R1|",
            "b[R1.y + 1].wzyx",
            "w[R1.x][1]",
            "f",
            "fragment.texcoord[1].x",
            "7",
            "a[2].w",
            "D.x",
            "{ 1, 2 }",
        ],
        end: "",
    },
];

/// Instructions made from the opcode table: every opcode with operands and suffixes chosen at random, of which
/// the checker takes some; each that it takes is a program.
fn generated() -> Vec<String> {
    let mut state = 0x2545_f491_4f6c_dd1du64;
    let mut random = move |count: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % count as u64) as usize
    };
    let dotted = [
        "",
        "",
        "",
        ".S",
        ".U",
        ".CC1",
        ".SAT",
        ".F.SSAT.CC",
        ".F64",
        ".U64",
        ".HI",
        ".PREC",
    ];
    let suffixed = ["", "", "", "C", "C1", "_SAT", "HC_SAT", "X", "R", "_SSAT"];
    let mut programs = Vec::new();
    for language in LANGUAGES {
        let beginning = language.beginning;
        let suffixes: &[&str] = if beginning.starts_with("!!NV") {
            &dotted
        } else {
            &suffixed
        };
        let textures = match beginning.starts_with("!!FP") {
            true => ["TEX3, CUBE", "TEX1, 2D"],
            false => ["texture[3], CUBE", "texture[1], 2D"],
        };
        for row in OPCODES {
            for _ in 0..8 {
                let mut parts: Vec<&str> = Vec::new();
                if row.result != ResultShape::None {
                    parts.push(language.results[random(language.results.len())]);
                }
                parts.extend(row.operands.iter().map(|shape| match shape {
                    OperandShape::Texture => textures[random(2)],
                    OperandShape::ExtendedSwizzle => "R0, x, -1, 0, -w",
                    OperandShape::Image => "image[2], 2D",
                    _ => language.sources[random(language.sources.len())],
                }));
                let (suffix, parts) = (suffixes[random(suffixes.len())], parts.join(", "));
                let line = format!("{}{suffix} {parts};\n", row.mnemonic);
                programs.push(format!("{beginning}{line}{}END\n", language.end));
            }
        }
    }
    programs
}

fn programs() -> Vec<String> {
    let mut programs = Vec::new();
    for page in PAGES {
        let mut lines = page.lines();
        while let Some(line) = lines.next() {
            let Some(info) = line.strip_prefix("```accept ") else {
                continue;
            };
            let body = lines.by_ref().take_while(|line| *line != "```");
            let body: String = body.flat_map(|line| [line, "\n"]).collect();
            let word = info.split(' ').next().unwrap_or_default();
            programs.push(language::program(word, &body).0);
        }
    }
    for rule in RULES {
        let page = rule.markdown();
        let mut lines = page.lines();
        while let Some(line) = lines.next() {
            if line.starts_with("```text accept") {
                let body: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
                programs.push(body.join("\n"));
            }
        }
    }
    let headers: Vec<&str> = PROFILES.iter().map(|profile| profile.header).collect();
    for scene in quadrille_pages_testkit::scenes() {
        let spans = quadrille_syntax::split(&scene.text, &headers).into_iter();
        programs.extend(spans.map(|span| scene.text[span.range()].to_owned()));
    }
    programs.extend(generated());
    let random = include_str!("../../../oracle/programs/arb.txt")
        .split("\n== ")
        .skip(1);
    let yes = random.filter_map(|entry| entry.strip_prefix("yes\n"));
    programs.extend(yes.map(str::to_owned));
    programs
}

#[test]
fn print_and_check_are_inverse() {
    let options = Options {
        limits: Limits::preset("unlimited").expect("a preset"),
        ..Options::default()
    };
    let mut printed = 0;
    let mut wrong = Vec::new();
    for text in programs() {
        let Some(program) = check(&text, &options).program else {
            continue;
        };
        let first = match print(&program) {
            Ok(first) => first,
            Err(why) => {
                wrong.push(format!("{text}\n{why}"));
                continue;
            }
        };
        let checked = check(&first, &options);
        let Some(again) = &checked.program else {
            let told: Vec<(Span, &str)> = checked
                .diagnostics
                .iter()
                .map(|d| (d.span, d.message.as_str()))
                .collect();
            wrong.push(format!("{text}\nprints as\n{first}\n{told:?}"));
            continue;
        };
        let second = print(again).expect("it was printed before");
        if second != first || !same(&program, again) {
            wrong.push(format!("{text}\nprints as\n{first}\nand then as\n{second}"));
        }
        printed += 1;
    }
    assert!(
        wrong.is_empty(),
        "{} of {printed}\n{}",
        wrong.len(),
        wrong.join("\n----\n")
    );
    assert!(printed > 1200, "{printed} printed");
}

#[test]
fn constants_of_conversions_are_of_the_operands_type() {
    let text = "!!NVcp5.0\nGROUP_SIZE 1;\nTEMP t;\nCVT.S32.F32 t, { 1, 2.5, -3, 4 };\nEND\n";
    let program = check(text, &Options::default()).program.expect("it is right");
    let printed = print(&program).expect("it has a text");
    // source: NV_gpu_program5 2.X.8.Z CVT: "the second specifies the data type of the operand components"
    assert!(printed.contains("{ 1.0, 2.5, -3.0, 4.0 }"), "{printed}");
}

#[test]
fn a_result_is_written_through_a_short_variable_and_by_its_own_name() {
    let text = "!!ARBfp1.0\nOPTION NV_fragment_program;\nSHORT OUTPUT o = result.color;\nMOV o.x, 1.0;\n\
                MOV result.color.y, 1.0;\nEND\n";
    let program = check(text, &Options::default()).program.expect("it is right");
    // source: NV_fragment_program_option 3.11.5: what is written to a SHORT variable is rounded, and no more
    assert_eq!(print(&program).as_deref(), Ok(text));
}

/// source: the grammar of NV_shader_storage_buffer_object, whose STORAGE has one size, in bytes; that of
/// NV_parameter_buffer_object2, whose arrays of buffers have two.
#[test]
fn arrays_of_buffers_have_the_sizes_of_their_kind() {
    let printed = |text: &str| {
        let program = check(text, &Options::default()).program;
        print(&program.expect("accepted")).expect("printable")
    };
    let head = "!!NVvp5.0\nOPTION NV_shader_storage_buffer;\nTEMP a;\n";
    let text = format!(
        "{head}STORAGE both[] = {{ program.storage[0..1][8..15] }};\nCBUFFER c[][] = {{ program.buffer[2..3][0..7] }};\n\
         LDB.U32 a, both[a.x][4];\nLDC.U32 a, c[a.x][4];\nMOV result.position, a;\nEND\n"
    );
    let wanted = format!(
        "{head}STORAGE $storage0_2_8_16[8] = {{ program.storage[0..1][8..15] }};\n\
         CBUFFER $cbuffer2_2_0_8[2][8] = {{ program.buffer[2..3][0..7] }};\n\
         LDB.U32 a, $storage0_2_8_16[a.x][4];\nLDC.U32 a, $cbuffer2_2_0_8[a.x][4];\nMOV result.position, a;\nEND\n"
    );
    assert_eq!(printed(&text), wanted);
    assert_eq!(printed(&wanted), wanted);

    // The name of a buffer is what it is bound to, whatever is declared before it.
    let text = "!!NVvp4.0\nOPTION NV_parameter_buffer_object2;\nPARAM unused[4] = { program.env[0..3] };\n\
                BUFFER4 b[] = { program.buffer[1] };\nMOV result.position, b[3];\nEND\n";
    let wanted = "!!NVvp4.0\nOPTION NV_parameter_buffer_object2;\n\
                  BUFFER4 $buffer1_one_3_one = program.buffer[1][3];\nMOV result.position, $buffer1_one_3_one;\nEND\n";
    assert_eq!(printed(text), wanted);
    assert_eq!(printed(wanted), wanted);
}
