//! What the dialect nvidia admits, in translations: by the words that the targets have for it, which their compilers take.

use quadrille_check::{Dialect, check};
use quadrille_isa::gl::Stage;
use quadrille_tools_testkit::Tool;
use quadrille_translate::{
    Emulation, Feature, Options, Reason, Refusal, SourceProgram, Target, Translation, translate,
};

#[track_caller]
fn translated(text: &str, options: &Options) -> Result<Translation, Vec<Reason>> {
    let nvidia = quadrille_check::Options {
        dialect: Dialect::Nvidia,
        ..Default::default()
    };
    let checked = check(text, &nvidia);
    let program = checked
        .program
        .unwrap_or_else(|| panic!("{:?}", checked.diagnostics));
    let source = SourceProgram {
        program: &program,
        text,
        partner: None,
    };
    let reasons = |refusals: Vec<Refusal>| {
        let reasons = refusals.into_iter().map(|refusal| refusal.reason);
        reasons.collect()
    };
    translate(source, options).map_err(reasons)
}

/// Hands a shader to the compiler or validator of its language, where that is installed.
#[track_caller]
fn compiles(translation: &Translation, target: Target, stage: Stage, name: &str) {
    let folder = std::env::temp_dir();
    let ending = match (&translation.words, stage) {
        (Some(_), _) => "spv",
        (None, Stage::Vertex) => "vert",
        (None, _) => "frag",
    };
    let file = format!("quadrille-dialect-{}-{name}.{ending}", std::process::id());
    let (tool, mut arguments, bytes) = match &translation.words {
        Some(words) => {
            let bytes = words.iter().flat_map(|word| word.to_le_bytes()).collect();
            let environment = match target {
                Target::SpirvOpengl => "opengl4.5",
                _ => "vulkan1.1",
            };
            (Tool::SPIRV_VAL, vec!["--target-env", environment], bytes)
        }
        None => (Tool::GLSLANG, Vec::new(), translation.text.clone().into_bytes()),
    };
    if !tool.is_here() {
        return;
    }
    std::fs::write(folder.join(&file), bytes).expect("a temporary file");
    arguments.push(&file);
    let said = tool.complaint(&folder, arguments);
    let _ = std::fs::remove_file(folder.join(&file));
    assert!(said.is_empty(), "{said}\n{}", translation.text);
}

/// source: ARB_shader_draw_parameters 7.1; SPV_KHR_shader_draw_parameters
#[test]
fn numbers_of_draws() {
    let text = "!!NVvp5.0\nTEMP n;\nMOV.S n.x, vertex.baseVertex;\nADD.S n.x, n, vertex.baseInstance;\n\
                ADD.S n.x, n, vertex.draw.id;\nI2F n.x, n;\nMOV result.position, vertex.position;\n\
                MOV result.texcoord[0].x, n;\nEND\n";
    let glsl = translated(text, &Options::new(Target::Glsl450)).expect("it has them");
    for words in [
        "#extension GL_ARB_shader_draw_parameters : require",
        "gl_BaseVertexARB",
        "gl_BaseInstanceARB",
        "gl_DrawIDARB",
    ] {
        assert!(glsl.text.contains(words), "{words}\n{}", glsl.text);
    }
    compiles(&glsl, Target::Glsl450, Stage::Vertex, "draws");
    for target in [Target::SpirvVulkan, Target::SpirvOpengl] {
        let module = translated(text, &Options::new(target)).expect("it has them");
        compiles(&module, target, Stage::Vertex, "draws");
    }
    for target in [Target::Glsl330, Target::GlslEs310, Target::Wgsl] {
        let said = translated(text, &Options::new(target)).expect_err("it has none");
        let lacks = said
            .iter()
            .all(|reason| *reason == Reason::Missing(target, Feature::DrawParameters));
        assert!(lacks, "{said:?}");
    }
    // An engine that draws by itself knows them.
    let mut known = Options::new(Target::Glsl330);
    known.draw_parameters = Some([-2, 3, 4]);
    let glsl = translated(text, &known).expect("they are known");
    assert!(!glsl.text.contains("gl_Base"), "{}", glsl.text);
}

/// source: GL_EXT_texture_shadow_lod 8.9.2; SPIR-V 3.52.10 (Bias and Lod of OpImageSampleDref…)
#[test]
fn levels_of_depth_textures_with_layers() {
    for (instruction, function) in [
        (
            "TXB.F r.x, a, b.x, texture[0], SHADOWARRAY2D;",
            "texture(texture0, a, b.x)",
        ),
        (
            "TXL.F r.x, a, b.x, texture[0], SHADOWARRAY2D;",
            "textureLod(texture0, a, b.x)",
        ),
        (
            "TXB.F r.x, a, b, texture[0], SHADOWARRAYCUBE;",
            "texture(texture0, a, b.x, b.y)",
        ),
        (
            "TXL.F r.x, a, b, texture[0], SHADOWARRAYCUBE;",
            "textureLod(texture0, a, b.x, b.y)",
        ),
    ] {
        let text = format!(
            "!!NVfp5.0\nTEMP a, b, r;\nMOV a, fragment.texcoord[0];\nMOV b, fragment.texcoord[1];\n{instruction}\n\
             MOV result.color, r.x;\nEND\n"
        );
        let glsl = translated(&text, &Options::new(Target::Glsl450)).expect("it has them");
        assert!(
            glsl.text
                .contains("#extension GL_EXT_texture_shadow_lod : require"),
            "{}",
            glsl.text
        );
        assert!(glsl.text.contains(function), "{function}\n{}", glsl.text);
        let module = translated(&text, &Options::new(Target::SpirvVulkan)).expect("it has them");
        compiles(&module, Target::SpirvVulkan, Stage::Fragment, "levels");
    }
    let text = "!!NVfp5.0\nTEMP a, r;\nMOV a, fragment.texcoord[0];\n\
                TXB.F.LODCLAMP r.x, a, a.y, texture[0], SHADOWARRAY2D;\nMOV result.color, r.x;\nEND\n";
    let said = translated(text, &Options::new(Target::Glsl450)).expect_err("it has no such function");
    assert_eq!(said, [Reason::ComparisonClamp], "{said:?}");
    let module = translated(text, &Options::new(Target::SpirvVulkan)).expect("it has one");
    compiles(&module, Target::SpirvVulkan, Stage::Fragment, "clamped");
}

/// A smallest level that is not given is none; the product's high half is put together of four products.
#[test]
fn what_is_left_out_and_what_is_put_together() {
    let text = "!!NVfp5.0\nTEMP r;\nTEX.F.LODCLAMP r, fragment.texcoord[0], texture[0], 2D;\nMOV result.color, r;\nEND\n";
    let glsl = translated(text, &Options::new(Target::Glsl450)).expect("it is a lookup");
    assert!(
        glsl.text.contains("texture(texture0, v_texcoord0.xy)"),
        "{}",
        glsl.text
    );
    let text = "!!NVfp5.0\nUINT LONG TEMP m;\nINT LONG TEMP l;\nTEMP r;\nTRUNC.U64 m, fragment.texcoord[0];\n\
                TRUNC.S64 l, fragment.texcoord[0];\nMUL.U64.HI m, m, m.yzwx;\nMUL.S64.HI l, l, l.y;\n\
                I2F.U64 r, m;\nMOV result.color, r;\nI2F.S64 r, l;\nADD result.color, result.color, r;\nEND\n";
    let text = text.replace("ADD result.color, result.color, r;", "MOV result.color[1], r;");
    let text = text.replace("!!NVfp5.0\n", "!!NVfp5.0\nOPTION ARB_draw_buffers;\n");
    for target in [Target::Glsl450, Target::SpirvVulkan, Target::SpirvOpengl] {
        let shader = translated(&text, &Options::new(target)).expect("it has such integers");
        compiles(&shader, target, Stage::Fragment, "products");
    }
}

/// source: GL_KHR_shader_subgroup; NV_shader_thread_group 8.3: without leave groups are not the target's
#[test]
fn groups_are_subgroups_where_that_is_allowed() {
    let text = include_str!("programs/threads.fp");
    let mut options = Options::new(Target::Glsl450);
    let said = translated(text, &options).expect_err("no target has such groups");
    assert!(said.contains(&Reason::Groups), "{said:?}");
    options.allow = vec![Emulation::GroupsAsSubgroups];
    let glsl = translated(text, &options).expect("it has subgroups");
    for function in [
        "subgroupAll(",
        "subgroupAny(",
        "subgroupAllEqual(",
        "subgroupBallot(",
        "subgroupShuffle(",
        "subgroupQuadBroadcast(",
        "subgroupQuadSwapHorizontal(",
        "subgroupQuadSwapVertical(",
        "gl_SubgroupInvocationID",
    ] {
        assert!(glsl.text.contains(function), "{function}\n{}", glsl.text);
    }
    compiles(&glsl, Target::Glsl450, Stage::Fragment, "threads");
    let mut options = Options::new(Target::SpirvVulkan);
    options.allow = vec![Emulation::GroupsAsSubgroups];
    let module = translated(text, &options).expect("it has subgroups");
    compiles(&module, Target::SpirvVulkan, Stage::Fragment, "threads");
}

/// source: SPV_KHR_float_controls; a target whose compilers may drop NaN says so
#[test]
fn special_values_are_kept_or_refused() {
    let text = "!!NVfp5.0\nTEMP a, b;\nMOV a, fragment.texcoord[0];\nSUB b, a, a;\nSEQ b, b, b;\nMOV result.color, b;\nEND\n";
    for target in Target::Glsl120 as usize..Target::Glsl450Compat as usize + 1 {
        let target = quadrille_translate::TARGETS[target].target;
        let mut options = Options::new(target);
        options.preserve_special = true;
        let kept = matches!(
            target,
            Target::Glsl450 | Target::Glsl450Compat | Target::GlslEs310 | Target::GlslEs320
        ) || target.is_spirv();
        match translated(text, &options) {
            Ok(shader) => {
                assert!(kept, "{target:?}");
                assert!(
                    target.is_spirv() || shader.text.contains("precise "),
                    "{}",
                    shader.text
                );
                if target.is_spirv() || target == Target::Glsl450 {
                    compiles(&shader, target, Stage::Fragment, "special");
                }
            }
            Err(said) => {
                assert!(!kept, "{target:?}: {said:?}");
                let tells =
                    |reason: &Reason| matches!(reason, Reason::Missing(..) | Reason::AssemblySpecialValues);
                assert!(said.iter().all(tells), "{target:?}: {said:?}");
            }
        }
    }
}
