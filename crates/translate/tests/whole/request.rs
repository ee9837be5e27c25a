//! What a page asks for behind a fence: a target, then options in words.

use quadrille_check::check;
use quadrille_isa::gl::{ProgramOption, Stage};
use quadrille_program::Program;
use quadrille_translate::form::file_ending;
use quadrille_translate::{
    AlphaTest, Emulation, Options, Packing, Sample, Semantics, SourceProgram, Target, VertexAttributes,
    translate, translate_pair,
};
use rspirv::binary::Disassemble;

/// A target, options, and which of a pair.
pub(crate) struct Request {
    options: Options,
    /// Whether the second program is asked for.
    second: bool,
}

/// What a request gives.
pub(crate) struct Written {
    /// The text as the page has it: of SPIR-V the assembly, of a refusal the sentences.
    pub(crate) text: String,
    /// The file that compilers take.
    pub(crate) bytes: Vec<u8>,
    /// What the file's name ends in, and for SPIR-V the environment; none where no compiler is asked.
    pub(crate) kind: Option<(&'static str, Option<&'static str>)>,
    /// What the compiler is told besides.
    pub(crate) flags: &'static [&'static str],
}

impl Request {
    pub(crate) fn read(info: &str) -> Request {
        let mut words = info.split(' ');
        let name = words.next().unwrap_or_default();
        let target = Target::of_name(name).unwrap_or_else(|| panic!("no target `{name}`"));
        let mut options = Options::new(target);
        let mut second = false;
        for word in words {
            let (word, value) = word.split_once('=').unwrap_or((word, ""));
            match word {
                "fast" => options.semantics = Semantics::Fast,
                "block" => options.packing = Packing::Block,
                "push" => options.packing = Packing::PushConstants,
                "alpha" => options.alpha_test = Some(alpha_test(value)),
                "flat" => options.flat_colors = true,
                "two-sided" => options.two_sided = true,
                "unclamped" => options.clamp_colors = false,
                "planes" => options.clip_planes = Some(u32::from_str_radix(value, 2).expect("bits")),
                "point-size" => options.point_size = true,
                "sample" => options.sample = Some(sample(value)),
                "bare" => options.comments = false,
                "attributes" => {
                    options.attributes = match value {
                        "generic" => VertexAttributes::Generic,
                        "conventional" => VertexAttributes::Conventional,
                        _ => panic!("no attributes `{value}`"),
                    };
                }
                "second" => second = true,
                "option" => {
                    let option = ProgramOption::find(value).unwrap_or_else(|| panic!("no option `{value}`"));
                    options.vendor_options.push(option);
                }
                "allow" => {
                    let emulations = value.split(',').map(|name| Emulation::of_name(name).expect(name));
                    options.allow = emulations.collect();
                }
                _ => panic!("no option `{word}`"),
            }
        }
        Request { options, second }
    }

    pub(crate) fn answer(&self, programs: &[&str]) -> Written {
        let checked: Vec<Program> = programs.iter().map(|text| program(text)).collect();
        let (translated, stage) = match (&checked[..], programs) {
            ([only], [text]) => {
                let source = SourceProgram {
                    program: only,
                    text,
                    partner: None,
                };
                (translate(source, &self.options), only.profile().stage)
            }
            ([first, second], [first_text, second_text]) => {
                let pair = translate_pair((first, first_text), (second, second_text), &self.options);
                match self.second {
                    true => (
                        pair.map(|pair| pair.fragment).map_err(|found| found.fragment),
                        Stage::Fragment,
                    ),
                    false => (
                        pair.map(|pair| pair.vertex).map_err(|found| found.vertex),
                        Stage::Vertex,
                    ),
                }
            }
            _ => panic!("one program, or two"),
        };
        let shader = match translated {
            Ok(shader) => shader,
            Err(problems) => {
                let lines = problems.iter().map(|problem| {
                    let notes = problem.diagnostic.notes.iter().map(|note| format!("; {note}"));
                    format!(
                        "refused: {}{}\n",
                        problem.diagnostic.message,
                        notes.collect::<String>()
                    )
                });
                return Written {
                    text: lines.collect(),
                    bytes: Vec::new(),
                    kind: None,
                    flags: &[],
                };
            }
        };
        let target = self.options.target;
        let ending = file_ending(stage);
        let is_open = shader.text.contains("GL_ARB_compute_variable_group_size");
        let is_named = target.is_compatible() && !matches!(stage, Stage::Vertex | Stage::Fragment);
        match shader.words {
            Some(words) => Written {
                text: rspirv::dr::load_words(&words).expect("a module").disassemble() + "\n",
                bytes: words.iter().flat_map(|word| word.to_le_bytes()).collect(),
                kind: Some(match target {
                    Target::SpirvVulkan => ("spv", Some("vulkan1.1")),
                    _ => ("spv", Some("opengl4.5")),
                }),
                flags: &[],
            },
            None => Written {
                bytes: shader.text.clone().into_bytes(),
                text: shader.text,
                // Khronos's compiler does not know this extension, nor OpenGL's names between other stages.
                kind: (target.is_glsl() && !is_open && !is_named).then_some((ending, None)),
                flags: match self.options.packing {
                    Packing::PushConstants => &["-V", "-o", "/dev/null"],
                    Packing::Plain | Packing::Block => &[],
                },
            },
        }
    }
}

fn program(text: &str) -> Program {
    let checked = check(text, &Default::default());
    checked
        .program
        .unwrap_or_else(|| panic!("{:#?}\n{text}", checked.diagnostics))
}

fn alpha_test(name: &str) -> AlphaTest {
    match name {
        "NEVER" => AlphaTest::Never,
        "LESS" => AlphaTest::Less,
        "LEQUAL" => AlphaTest::LessOrEqual,
        "EQUAL" => AlphaTest::Equal,
        "GEQUAL" => AlphaTest::GreaterOrEqual,
        "GREATER" => AlphaTest::Greater,
        "NOTEQUAL" => AlphaTest::NotEqual,
        _ => panic!("no alpha test `{name}`"),
    }
}

/// The first of four samples or the only one, with what is asked for.
fn sample(words: &str) -> Sample {
    let has = |word: &str| words.split(',').any(|other| other == word);
    Sample {
        number: 0,
        places: match has("only") {
            true => vec![[0, 0]],
            false => vec![[-2, -6], [6, -2], [-6, 2], [2, 6]],
        },
        centered: has("centered"),
        round_points: has("round-points"),
        alpha_to_coverage: has("alpha-to-coverage"),
        alpha_to_one: has("alpha-to-one"),
    }
}
