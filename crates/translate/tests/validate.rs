//! Every translation compiles: programs that use all of their languages, for every target, under every
//! option, given to glslang where it is installed.

use std::path::Path;

use quadrille_tools_testkit::Tool;
use quadrille_translate::form::file_ending;
use quadrille_translate::{
    EMULATIONS, Options, Packing, Reason, Semantics, SourceProgram, TARGETS, Target, translate,
};

/// Whether a target lacks something, which of GLSL the fullest does not.
fn lacks(reason: &Reason) -> bool {
    matches!(
        reason,
        Reason::Missing(..) | Reason::ComparisonLevel(_) | Reason::VolumeLevel | Reason::ComparisonOffset
    )
}

fn checked(text: &str) -> quadrille_program::Program {
    let checked = quadrille_check::check(text, &Default::default());
    match checked.program {
        Some(program) => program,
        None => {
            let said = checked.diagnostics.iter();
            let said: Vec<String> = said
                .map(|found| format!("{}: {}", &text[found.span.range()], found.message))
                .collect();
            panic!("{said:#?}")
        }
    }
}

/// Translates a program in every way and has glslang look at all shaders, in a folder for them.
fn validate(folder: &Path, name: &str, text: &str) {
    let program = checked(text);
    let stage = file_ending(program.profile().stage);
    let (mut shaders, mut shaders_of_vulkan) = (Vec::new(), Vec::new());
    for row in TARGETS.iter().filter(|row| row.target.is_glsl()) {
        for (semantics, packing) in [
            (Semantics::Exact, Packing::Plain),
            (Semantics::Fast, Packing::Plain),
            (Semantics::Exact, Packing::Block),
            (Semantics::Exact, Packing::PushConstants),
        ] {
            // Of the GLSLs that of Vulkan has GPU addresses.
            let is_addressed = text.contains("NV_shader_buffer_load") && packing != Packing::PushConstants;
            let possible = match packing {
                _ if is_addressed && row.target.plain() == Target::Glsl450 => false,
                Packing::Plain => true,
                Packing::Block => !matches!(row.target.plain(), Target::GlslEs100 | Target::Glsl120),
                // Vulkan has no handles of textures.
                Packing::PushConstants => {
                    row.target == Target::Glsl450 && !text.contains("NV_bindless_texture")
                }
            };
            if !possible {
                continue;
            }
            let mut options = Options::new(row.target);
            options.semantics = semantics;
            options.packing = packing;
            options.allow = EMULATIONS.iter().map(|row| row.0).collect();
            let source = SourceProgram {
                program: &program,
                text,
                partner: None,
            };
            let translation = match translate(source, &options) {
                Ok(translation) => translation,
                // Another target than the fullest may lack what the program needs, and says so.
                Err(problems)
                    if row.target != Target::Glsl450
                        && problems.iter().all(|problem| lacks(&problem.reason)) =>
                {
                    continue;
                }
                Err(problems) => panic!("{name} for {}: {problems:?}", row.name),
            };
            // Khronos's compiler does not know this extension, nor OpenGL's names of the stages between.
            if translation.text.contains("GL_ARB_compute_variable_group_size")
                || row.target.is_compatible() && matches!(stage, "geom" | "tesc" | "tese")
            {
                continue;
            }
            let file = format!("{name}-{}-{semantics:?}-{packing:?}.{stage}", row.name);
            std::fs::write(folder.join(&file), &translation.text).expect("a file of our own");
            match packing {
                Packing::Plain | Packing::Block => shaders.push(file),
                Packing::PushConstants => shaders_of_vulkan.push(file),
            }
        }
    }
    for (options, files) in [
        (&[][..], &shaders),
        (
            &["-V", "--target-env", "vulkan1.1", "-o", "/dev/null"][..],
            &shaders_of_vulkan,
        ),
    ] {
        if !files.is_empty() {
            let files = files.iter().map(String::as_str);
            let said = Tool::GLSLANG.complaint(folder, options.iter().copied().chain(files));
            assert!(said.is_empty(), "in {}:\n{said}", folder.display());
        }
    }
}

#[test]
fn programs_of_all_opcodes() {
    if !Tool::GLSLANG.is_here() {
        return;
    }
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("validate");
    std::fs::create_dir_all(&folder).expect("a folder of our own");
    let programs = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs");
    let mut files: Vec<_> = std::fs::read_dir(programs)
        .expect("a folder")
        .flatten()
        .map(|entry| entry.path())
        .collect();
    files.sort();
    for file in files {
        let text = std::fs::read_to_string(&file).expect("a program");
        let name = file.file_name().expect("a name").to_string_lossy();
        validate(&folder, &name, &text);
    }
}

/// source: The OpenGL ES Shading Language 1.00, 4.5.2: `highp` is optional in fragment shaders, for floats, integers
/// and samplers alike; 4.5.4: GL_FRAGMENT_PRECISION_HIGH tells
#[test]
fn fragment_shaders_of_es_100_ask_for_highp_where_it_is() {
    let text = "!!ARBfp1.0\nTEX result.color, fragment.texcoord[0], texture[0], CUBE;\nEND\n";
    let program = checked(text);
    let source = SourceProgram {
        program: &program,
        text,
        partner: None,
    };
    let shader = translate(source, &Options::new(Target::GlslEs100)).expect("it is supported");
    let (before, rest) = shader
        .text
        .split_once("#ifdef GL_FRAGMENT_PRECISION_HIGH\n")
        .expect("a test");
    let (inside, after) = rest.split_once("#endif\n").expect("its end");
    let (high, medium) = inside.split_once("#else\n").expect("what else");
    assert!(
        !before.contains("highp") && !after.contains("highp"),
        "{}",
        shader.text
    );
    for ty in ["float", "int", "samplerCube"] {
        assert!(high.contains(&format!("precision highp {ty};\n")), "{high}");
        assert!(medium.contains(&format!("precision mediump {ty};\n")), "{medium}");
    }
}
