//! What scenes may require: the page says what the code says, and each extension does what it promises.

use quadrille::scene::{EXTENSIONS, NoFiles, SceneOptions, VERSION, Verdict};
use quadrille::{Session, run_scene};
use quadrille_isa::gl::option::OPTIONS;
use quadrille_isa::gl::profile::PROFILES;

const PAGE: &str = include_str!("../../../docs/scenes.md");

/// Fragment programs that show a coordinate or what a look-up gives.
const TEX: &str =
    "[fragment program]\n!!ARBfp1.0\nTEX result.color, fragment.texcoord[0], texture[0], 2D;\nEND\n";

#[test]
fn the_page_lists_what_the_code_has() {
    let start = PAGE.find("A file may require").expect("the page has a list");
    let rest = &PAGE[start..];
    let list = &rest[..rest.find("\n\nOf these").expect("the list ends")];
    let version = format!("GL {}.{} or less", VERSION / 10, VERSION % 10);
    assert!(list.contains(&version), "the page names {version}");
    let mut listed: Vec<String> = list
        .split(|c: char| !c.is_ascii_alphanumeric() && c != '_')
        .filter(|word| word.contains('_'))
        .map(|word| format!("GL_{word}"))
        .collect();
    let mut known: Vec<String> = EXTENSIONS.iter().map(|name| name.to_string()).collect();
    listed.sort();
    known.sort();
    assert_eq!(listed, known);
}

fn verdict(name: &str, body: &str) -> Verdict {
    let version = format!("GL >= {}.{}", VERSION / 10, VERSION % 10);
    let text = format!("[require]\n{version}\nGL_{name}\n{body}");
    let session = Session::new();
    run_scene("scene.shader_test", &text, &SceneOptions::new(&session, &NoFiles)).verdict
}

/// A file that needs only what is listed is never skipped.
#[test]
fn nothing_listed_is_skipped() {
    for name in EXTENSIONS {
        let body = "[test]\nclear color 0 1 0 1\nclear\nprobe all rgba 0 1 0 1\n";
        let bare = name.strip_prefix("GL_").expect("names have their prefix");
        assert_eq!(verdict(bare, body), Verdict::Pass, "{name}");
    }
}

/// Each extension that a scene's commands reach, with a scene that needs what it brings.
///
/// source: the extension of each row; the colours follow from its text by hand.
#[test]
fn listed_extensions_do_what_they_promise() {
    let wrapped = |mode: &str| {
        format!(
            "{TEX}[test]\northo 0 1 0 1\ntexture rgbw 0 (2,2)\ntexparameter 2D border 1 0 1 1\ntexparameter 2D wrap_s {mode}\n"
        )
    };
    let compared = |function: &str, expected: &str| {
        format!(
            "[fragment program]\n!!ARBfp1.0\nOPTION ARB_fragment_program_shadow;\nTEX result.color, program.local[0], texture[0], \
             SHADOW1D;\nEND\n[test]\ntexture shadow1D 0 (3)\ntexparameter 1D compare_func {function}\n\
             parameter local_fp 0 (0.9, 0, 1, 1)\ndraw rect -1 -1 2 2\nprobe rgba 9 9 {expected}\n"
        )
    };
    let blended = |state: &str, expected: &str| {
        format!(
            "[test]\nclear color 0.25 0.5 0.75 0.5\nclear\nenable GL_BLEND\n{state}\ncolor 0.5 0.25 0.25 1\n\
             draw rect -1 -1 2 2\nprobe rgba 9 9 {expected}\n"
        )
    };
    let environment = |lines: &str, expected: &str| {
        format!(
            "[test]\northo 0 1 0 1\ntexture rgbw 0 (2,2)\nenable GL_TEXTURE_2D\n{lines}\ncolor 0.25 0.5 0 1\n\
             draw rect tex 0 0 1 1 0 0 1 1\nrelative probe rgb (0.25,0.25) ({expected})\n"
        )
    };
    let point = |lines: &str| {
        format!(
            "[vertex data]\nposition/0/float/2\n0 0\n[test]\nclear color 0 0 0 0\nclear\n{lines}\ndraw arrays GL_POINTS 0 1\n"
        )
    };
    let stencil = "[test]\nclear stencil 255\nclear\nenable GL_STENCIL_TEST\nstencilop FRONT_AND_BACK KEEP KEEP INCR_WRAP\n\
                   draw rect -1 -1 2 2\nstencilfunc FRONT_AND_BACK EQUAL 0 255\ncolor 0 1 0 1\ndraw rect -1 -1 2 2\n\
                   probe rgba 9 9 0 1 0 1\n";
    let repeated = |s: f32, mode: &str, color: &str| {
        wrapped(mode) + &format!("texcoord 0 ({s}, 0.25, 0, 1)\ndraw rect 0 0 1 1\nprobe rgb 9 9 {color}\n")
    };
    let rows: Vec<(&str, String)> = vec![
        ("ARB_color_buffer_float", "[test]\nclear color 2 -1 0.5 1\nclear\nprobe all rgba 1 0 0.5 1\n".into()),
        (
            "ARB_depth_clamp",
            "[test]\nclear depth 1\nclear\nenable GL_DEPTH_TEST\nenable GL_DEPTH_CLAMP\northo -1 1 -1 1\ntranslate 0 0 -2\n\
             depthfunc GL_LEQUAL\ncolor 0 1 0 1\ndraw rect -1 -1 2 2\nprobe rgba 9 9 0 1 0 1\nprobe depth 9 9 1\n"
                .into(),
        ),
        ("ARB_depth_texture", compared("greater", "0 0 0 1")),
        (
            "ARB_draw_buffers",
            "[fragment program]\n!!ARBfp1.0\nOPTION ARB_draw_buffers;\nMOV result.color[0], {0, 1, 0, 1};\n\
             MOV result.color[1], {1, 0, 0, 1};\nEND\n[test]\ndraw rect -1 -1 2 2\nprobe rgba 9 9 0 1 0 1\n"
                .into(),
        ),
        (
            "ARB_fragment_program",
            "[fragment program]\n!!ARBfp1.0\nMOV result.color, {0, 1, 0, 1};\nEND\n[test]\ndraw rect -1 -1 2 2\n\
             probe all rgba 0 1 0 1\n"
                .into(),
        ),
        ("ARB_fragment_program_shadow", compared("lequal", "1 1 1 1")),
        ("ARB_multitexture", TEX.replace("texture[0]", "texture[1]") + "[test]\ntexture rgbw 1 (2,2)\ndraw rect -1 -1 2 2\nprobe rgba 9 9 1 0 0 1\n"),
        ("ARB_point_parameters", point("pointsize 99\npointparameter attenuation 100 0 0") + "probe rgb 125 125 1 1 1\nprobe rgb 129 129 1 1 1\nprobe rgb 132 125 0 0 0\n"),
        (
            "ARB_point_sprite",
            TEX.to_owned() + &point("pointsize 100\nenable GL_POINT_SPRITE") + "probe rgb 125 125 0 0 0\n",
        ),
        ("ARB_shadow", compared("gequal", "1 1 1 1")),
        ("ARB_texture_border_clamp", repeated(-1.0, "clamp_to_border", "1 0 1")),
        ("ARB_texture_env_add", environment("texenv mode ADD", "1, 0.5, 0")),
        (
            "ARB_texture_env_combine",
            environment(
                "texenv mode COMBINE\ntexenv combine_rgb SUBTRACT\ntexenv operand1_rgb ONE_MINUS_SRC_COLOR",
                "0.25, 0, 0",
            ),
        ),
        (
            "ARB_texture_env_crossbar",
            environment("texenv mode COMBINE\ntexenv combine_rgb REPLACE\ntexenv src0_rgb TEXTURE0", "1, 0, 0"),
        ),
        (
            "ARB_texture_env_dot3",
            environment("texenv mode COMBINE\ntexenv combine_rgb DOT3_RGB", "0.5, 0.5, 0.5"),
        ),
        ("ARB_texture_mirrored_repeat", repeated(-0.25, "mirrored_repeat", "1 0 0")),
        (
            "ARB_texture_float",
            format!("{TEX}[test]\ntexture rgbw 0 (2,2) GL_RGBA32F_ARB\ndraw rect -1 -1 2 2\nprobe rgba 9 9 1 0 0 1\n"),
        ),
        (
            "ARB_texture_non_power_of_two",
            format!("{TEX}[test]\ntexture rgbw 0 (3,5)\ndraw rect -1 -1 2 2\nprobe rgba 9 9 1 0 0 1\n"),
        ),
        (
            "ARB_texture_rectangle",
            "[fragment program]\n!!ARBfp1.0\nOPTION ARB_fragment_program_shadow;\nTEX result.color, {2.5, 0, 0.6, 1}, texture[0], \
             SHADOWRECT;\nEND\n[test]\ntexture shadowRect 0 (5,5)\ndraw rect -1 -1 2 2\nprobe rgb 9 9 1 1 1\n"
                .into(),
        ),
        (
            "ARB_texture_rg",
            format!("{TEX}[test]\ntexture rgbw 0 (2,2) GL_RG8\ntexcoord 0 (0.75, 0.75, 0, 1)\ndraw rect -1 -1 2 2\nprobe rgba 9 9 1 1 0 1\n"),
        ),
        (
            "ARB_vertex_program",
            "[vertex program]\n!!ARBvp1.0\nMOV result.position, vertex.position;\nMOV result.color, {0, 1, 0, 1};\nEND\n\
             [test]\ndraw rect -1 -1 2 2\nprobe all rgba 0 1 0 1\n"
                .into(),
        ),
        (
            "ATI_draw_buffers",
            "[fragment program]\n!!ARBfp1.0\nOPTION ATI_draw_buffers;\nMOV result.color[0], {0, 1, 0, 1};\nEND\n[test]\n\
             draw rect -1 -1 2 2\nprobe rgba 9 9 0 1 0 1\n"
                .into(),
        ),
        ("ATI_texture_mirror_once", repeated(-9.0, "mirror_clamp_to_edge", "0 1 0")),
        ("EXT_blend_color", blended("blend func CONSTANT_COLOR ZERO\nblend color 1 0.5 0 1", "0.5 0.125 0 1")),
        ("EXT_blend_equation_separate", blended("blend func ONE ONE\nblend equation FUNC_ADD MIN", "0.75 0.75 1 0.5")),
        ("EXT_blend_func_separate", blended("blend func ONE ZERO ZERO ONE", "0.5 0.25 0.25 0.5")),
        ("EXT_blend_minmax", blended("blend equation MAX", "0.5 0.5 0.75 1")),
        ("EXT_blend_subtract", blended("blend func ONE ONE\nblend equation FUNC_REVERSE_SUBTRACT", "0 0.25 0.5 0")),
        (
            "EXT_fog_coord",
            "[test]\nenable GL_FOG\nfog mode LINEAR\nfog source FOG_COORD\nfog color 0 1 0 1\nattrib 5 (1,0,0,1)\n\
             draw rect -1 -1 2 2\nprobe rgb 9 9 0 1 0\n"
                .into(),
        ),
        ("EXT_point_parameters", point("pointsize 9\npointparameter min 40") + "probe rgb 140 140 1 1 1\n"),
        (
            "EXT_secondary_color",
            "[test]\nenable GL_COLOR_SUM\ncolor 0 0.25 0 1\nattrib 4 (0,0.25,1,1)\ndraw rect -1 -1 2 2\nprobe rgb 9 9 0 0.5 1\n".into(),
        ),
        ("EXT_shadow_funcs", compared("equal", "1 1 1 1")),
        ("EXT_stencil_wrap", stencil.into()),
        ("EXT_texture_edge_clamp", repeated(9.0, "clamp_to_edge", "0 1 0")),
        (
            "EXT_texture_lod_bias",
            format!("{TEX}[test]\ntexture miptree 0\ntexparameter 2D lod_bias 2\ndraw rect tex -1 -1 2 2 0 0 31.25 31.25\nprobe rgb 9 9 0 0 1\n"),
        ),
        ("EXT_texture_mirror_clamp", repeated(-0.75, "mirror_clamp_to_edge", "0 1 0")),
        (
            "SGIS_generate_mipmap",
            format!(
                "{TEX}[test]\ntexture rgbw 0 (2,2)\ngenerate mipmaps\ntexparameter 2D min nearest_mipmap_nearest\n\
                 texparameter 2D lod_bias 9\ndraw rect tex -1 -1 2 2 0 0 125 125\nprobe rgb 9 9 0.5 0.5 0.5\n"
            ),
        ),
    ];
    for (name, body) in &rows {
        assert!(
            EXTENSIONS.contains(&format!("GL_{name}").as_str()),
            "{name} is listed"
        );
        assert_eq!(verdict(name, body), Verdict::Pass, "{name}\n{body}");
    }
}

/// source: the extensions that the headers and options of programs are brought by
#[test]
fn extensions_of_headers_and_options_are_listed() {
    let headers = PROFILES.iter().map(|profile| profile.extension());
    let options = OPTIONS.iter().map(|row| row.option.extension());
    for name in headers.chain(options) {
        // A stack of matrices that no driver has had since.
        if name != "MESAX_texture_stack" {
            assert!(EXTENSIONS.contains(&format!("GL_{name}").as_str()), "{name}");
        }
    }
}

/// source: OpenGL 4.6 tables 23.53 to 23.76, the least that an implementation has; of clip planes 8
#[test]
fn limits_are_asked_for_by_their_names() {
    let met =
        |line: &str| verdict("ARB_vertex_program", &format!("INT {line}\n[test]\nclear\n")) == Verdict::Pass;
    for line in [
        "GL_MAX_CLIP_PLANES == 8",
        "GL_MAX_CLIP_DISTANCES == 8",
        "GL_MAX_TRANSFORM_FEEDBACK_BUFFERS >= 4",
        "GL_MAX_TRANSFORM_FEEDBACK_SEPARATE_ATTRIBS >= 4",
        "GL_MAX_TRANSFORM_FEEDBACK_INTERLEAVED_COMPONENTS >= 64",
        "GL_MAX_VERTEX_STREAMS >= 4",
        "GL_MAX_PATCH_VERTICES >= 32",
        "GL_MAX_VIEWPORTS >= 16",
        "GL_MAX_DRAW_BUFFERS >= 8",
        "GL_MAX_COLOR_ATTACHMENTS >= 8",
        "GL_MAX_DUAL_SOURCE_DRAW_BUFFERS >= 1",
        "GL_MAX_TEXTURE_SIZE >= 16384",
        "GL_MAX_3D_TEXTURE_SIZE >= 2048",
        "GL_MAX_ARRAY_TEXTURE_LAYERS >= 2048",
        "GL_MAX_TEXTURE_BUFFER_SIZE >= 65536",
        "GL_MAX_SAMPLES >= 4",
        "GL_MAX_SHADER_STORAGE_BUFFER_BINDINGS >= 8",
        "GL_MAX_TEXTURE_IMAGE_UNITS >= 16",
        "GL_MAX_GEOMETRY_TEXTURE_IMAGE_UNITS >= 16",
        "GL_MIN_PROGRAM_TEXEL_OFFSET <= -8",
    ] {
        assert!(met(line), "{line}");
    }
    assert!(!met("GL_MAX_TEXTURE_IMAGE_UNITS > 16"), "there are 16 units");
    assert!(!met("GL_MAX_SHOE_SIZE >= 1"));
}

/// source: docs/scenes.md; the line is the one that asks for what cannot be.
#[test]
fn a_framebuffer_that_cannot_be_made_is_told_where_it_is_asked_for() {
    for line in ["SIZE 0 4", "SAMPLES 3", "LAYERS 100000"] {
        let text = format!("[require]\nGL >= 1.3\n{line}\n[test]\nclear\n");
        let session = Session::new();
        let report = run_scene("scene.shader_test", &text, &SceneOptions::new(&session, &NoFiles));
        let Verdict::Error(problems) = &report.verdict else {
            panic!("{:?}", report.verdict)
        };
        assert_eq!(report.source.slice(problems[0].span), line);
    }
}

/// source: docs/dialects.md; the colour is that of the command.
#[test]
fn a_scene_says_in_which_dialect_its_programs_are() {
    let scene = |require: &str| {
        let text = format!(
            "[require]\nGL >= 1.3\n{require}\n[fragment program]\n!!ARBfp1.0\nALIAS c = fragment.color;\n\
             MOV result.color, c;\nEND\n[test]\northo 0 1 0 1\ncolor 0 1 0 1\ndraw rect 0 0 1 1\nprobe all rgba 0 1 0 1\n"
        );
        let session = Session::new();
        run_scene("scene.shader_test", &text, &SceneOptions::new(&session, &NoFiles)).verdict
    };
    assert_eq!(scene("DIALECT nvidia"), Verdict::Pass);
    assert!(matches!(scene("DIALECT mesa"), Verdict::Error(_)));
    assert!(matches!(scene(""), Verdict::Error(_)));
}
