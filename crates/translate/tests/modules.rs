//! SPIR-V, WGSL, HLSL and MSL: every program that these can hold gives a module that its own tools pass.

use quadrille_check::check;
use quadrille_isa::gl::Stage;
use quadrille_isa::gl::profile::PROFILES;
use quadrille_tools_testkit::Tool;
use quadrille_translate::{EMULATIONS, Options, Packing, Reason, Refusal, SourceProgram, Target, translate};

const MODULES: [Target; 5] = [
    Target::SpirvVulkan,
    Target::SpirvOpengl,
    Target::Wgsl,
    Target::Hlsl,
    Target::Msl,
];

/// Whether all that is refused is what no module says, or what another target than the fullest lacks.
fn is_unsaid(refusals: &[Refusal], target: Target) -> bool {
    let is_known = |refusal: &Refusal| match refusal.reason {
        // Of the modules those of Vulkan have all that there is: subgroups, GPU addresses.
        Reason::Missing(..) => target != Target::SpirvVulkan,
        Reason::ComparisonLevel(_) => !target.is_spirv(),
        Reason::Groups | Reason::PatchGeometry => true,
        _ => false,
    };
    refusals.iter().all(is_known)
}

/// Programs that load: those of the pages of load rules, and of the scenes.
fn programs() -> Vec<String> {
    let page = include_str!("../../../spec/arb-load-rules.md");
    let mut programs = Vec::new();
    for block in page.split("\n```accept ").skip(1) {
        let (info, body) = block.split_once('\n').expect("a program follows");
        let body = body.split("\n```").next().unwrap_or_default();
        let header = match info.split(' ').next() {
            Some("vp") => "!!ARBvp1.0",
            _ => "!!ARBfp1.0",
        };
        let text = match body.starts_with("!!") {
            true => format!("{body}\n"),
            false => format!("{header}\n{body}\nEND\n"),
        };
        programs.push(text);
    }
    let profiles = PROFILES
        .iter()
        .filter(|profile| profile.stage != Stage::VertexState);
    let headers: Vec<&str> = profiles.map(|profile| profile.header).collect();
    for scene in quadrille_pages_testkit::scenes() {
        let spans = quadrille_syntax::split(&scene.text, &headers).into_iter();
        programs.extend(spans.map(|span| scene.text[span.range()].to_owned()));
    }
    // Programs that use nearly every opcode of their languages.
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/programs");
    for entry in std::fs::read_dir(folder)
        .expect("the folder of programs")
        .flatten()
    {
        programs.push(std::fs::read_to_string(entry.path()).expect("a program"));
    }
    // SPIR-V of Vulkan and of OpenGL names no texture by a handle.
    programs.retain(|text| !text.contains("NV_bindless_texture"));
    programs.retain(|text| check(text, &Default::default()).accepted());
    programs
}

#[test]
fn programs_become_valid_modules() {
    let programs = programs();
    assert!(programs.len() > 60, "{} programs", programs.len());
    for target in MODULES {
        let mut options = Options::new(target);
        options.allow = EMULATIONS.iter().map(|row| row.0).collect();
        let (mut written, mut refused) = (0, Vec::new());
        for text in &programs {
            let program = check(text, &Default::default()).program.expect("it loads");
            let source = SourceProgram {
                program: &program,
                text,
                partner: None,
            };
            match translate(source, &options) {
                Ok(shader) => {
                    written += 1;
                    assert_eq!(shader.words.is_some(), target.is_spirv());
                    if target == Target::Wgsl {
                        validate_wgsl(&shader.text);
                    }
                }
                Err(problems) if is_unsaid(&problems, target) => {}
                Err(problems) => refused.push(format!("{}\n{text}", problems[0].reason)),
            }
        }
        assert!(
            refused.is_empty(),
            "{target:?}: {written} written\n{}",
            refused.join("\n")
        );
    }
}

/// Reads WGSL back and validates it.
fn validate_wgsl(text: &str) {
    let module = naga::front::wgsl::parse_str(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let capabilities = naga::valid::Capabilities::all();
    // It knows of no variable what it holds, and so of no barrier who comes there.
    let flags = naga::valid::ValidationFlags::all() - naga::valid::ValidationFlags::CONTROL_FLOW_UNIFORMITY;
    naga::valid::Validator::new(flags, capabilities)
        .validate(&module)
        .unwrap_or_else(|error| panic!("{error:?}\n{text}"));
}

#[test]
fn spirv_passes_the_validator_of_khronos() {
    if !Tool::SPIRV_VAL.is_here() {
        return;
    }
    let folder = std::env::temp_dir().join(format!("quadrille-spirv-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for modules");
    let file = folder.join("module.spv");
    for text in programs() {
        for (target, packing, environment) in [
            (Target::SpirvVulkan, Packing::Block, "vulkan1.1"),
            (Target::SpirvVulkan, Packing::PushConstants, "vulkan1.1"),
            (Target::SpirvOpengl, Packing::Plain, "opengl4.5"),
            (Target::SpirvOpengl, Packing::Block, "opengl4.5"),
        ] {
            let program = check(&text, &Default::default()).program.expect("it loads");
            let source = SourceProgram {
                program: &program,
                text: &text,
                partner: None,
            };
            let mut options = Options::new(target);
            options.packing = packing;
            options.clip_planes = (packing == Packing::Block).then_some(0b1100_0101);
            options.point_size = packing == Packing::Block;
            options.allow = EMULATIONS.iter().map(|row| row.0).collect();
            let shader = match translate(source, &options) {
                Ok(shader) => shader,
                Err(problems) if is_unsaid(&problems, target) => continue,
                Err(problems) => panic!("{problems:?}\n{text}"),
            };
            let words = shader.words.expect("SPIR-V is words");
            let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
            std::fs::write(&file, bytes).expect("the module is written");
            let said = Tool::SPIRV_VAL.complaint(&folder, ["--target-env", environment, "module.spv"]);
            assert!(said.is_empty(), "{target:?}: {said}\n{text}");
        }
    }
    std::fs::remove_dir_all(&folder).expect("the folder goes");
}

/// The text of a program for a target.
fn text(program: &str, target: Target) -> String {
    let checked = check(program, &Default::default()).program.expect("it loads");
    let source = SourceProgram {
        program: &checked,
        text: program,
        partner: None,
    };
    translate(source, &Options::new(target))
        .expect("it is supported")
        .text
}

/// source: the program's own comments and names; Direct3D 11, "Resources": 14 constant buffers, 128 textures and 16 samplers
/// of each stage, numbered from 0
#[test]
fn comments_names_and_registers() {
    let program = "!!ARBfp1.0\n# before all\nTEMP R0;\nTEX R0, fragment.texcoord[1], texture[3], 2D; # the surface\n\
                   # tinted\nMUL result.color, R0, program.local[2];\n# at the end\nEND\n";
    for target in [Target::Wgsl, Target::Hlsl, Target::Msl] {
        let text = text(program, target);
        let lines: Vec<&str> = text.lines().map(str::trim).collect();
        let mut comments = lines.iter().filter(|line| line.starts_with("// "));
        for comment in [
            "// From !!ARBfp1.0.",
            "// before all",
            "// the surface",
            "// tinted",
            "// at the end",
        ] {
            assert!(comments.any(|line| *line == comment), "{comment}: {text}");
        }
        assert!(!text.contains("remark"), "{text}");
        for name in ["texture3", "u_fragment_local", "R0", "v_texcoord1", "o_color0"] {
            let mut words = text.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_');
            assert!(words.any(|word| word == name), "{name}: {text}");
        }
    }
    let hlsl = text(program, Target::Hlsl);
    for line in [
        "Texture2D<float4> texture3 : register(t3);",
        "SamplerState texture3_sampler : register(s3);",
        "cbuffer fragment_parameters : register(b0)",
    ] {
        assert!(hlsl.contains(line), "{line}: {hlsl}");
    }
}

/// A program of sixteen thousand instructions in pieces: all of them come out, and none of a block is long.
#[test]
fn long_programs_are_written_in_pieces() {
    let instruction = "MAD a, a, fragment.color, { 0.25, 0.5, 1, 2 };\n";
    let program = format!(
        "!!NVfp4.0\nTEMP a;\nMOV a, fragment.texcoord[0];\n{}MOV result.color, a;\nEND\n",
        instruction.repeat(16_000)
    );
    let text = text(&program, Target::Msl);
    assert_eq!(text.matches("if (true) {").count(), 16_002_usize.div_ceil(256));
    assert_eq!(text.matches("* metal::float4(0.25, 0.5, 1.0, 2.0)").count(), 0);
    assert_eq!(text.matches("metal::float4(0.25, 0.5, 1.0, 2.0)").count(), 16_000);
}
