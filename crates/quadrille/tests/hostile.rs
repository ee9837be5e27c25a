//! Any scene: a verdict, never a panic, whatever its numbers and names are.

use proptest::prelude::*;
use quadrille::scene::{NoFiles, SceneOptions, Verdict};
use quadrille::{Session, run_scene};

/// Programs, data and commands that a scene is put together from.
const PROGRAMS: &[&str] = &[
    "[vertex program]\n!!ARBvp1.0\nMOV result.position, vertex.position;\nMOV result.color, vertex.attrib[3];\n\
     MOV result.texcoord[0], vertex.texcoord[0];\nMOV result.pointsize.x, program.local[0].x;\nEND\n",
    "[vertex program]\n!!ARBvp1.0\nOPTION ARB_position_invariant;\nMOV result.color, vertex.color;\nEND\n",
    "[fragment program]\n!!ARBfp1.0\nTEMP t;\nTXB t, fragment.texcoord[0], texture[0], 2D;\n\
     MUL result.color, t, fragment.position;\nMOV result.depth.z, program.env[0].z;\nEND\n",
    "",
];

const DATA: &str = "[vertex data]\npos/0/float/4 normal/2/float/3 color/3/float/4 t/8/float/2\n";

const COMMANDS: &[&str] = &[
    "clear color # # # #",
    "clear depth #",
    "clear stencil 3",
    "clear",
    "draw rect # # # #",
    "draw rect tex # # # # # # # #",
    "draw arrays GL_POINTS 0 6",
    "draw arrays GL_LINES 0 6",
    "draw arrays GL_LINE_LOOP 0 6",
    "draw arrays GL_TRIANGLES 0 6",
    "draw arrays GL_QUAD_STRIP 0 6",
    "draw arrays GL_POLYGON 0 6",
    "draw arrays GL_POLYGON % %",
    "ortho # # # #",
    "frustum # # # # # #",
    "perspective # # #",
    "look at (#,#,#) (#,#,#) (#,#,#)",
    "translate # # #",
    "rotate # # # #",
    "scale # # #",
    "color # # # #",
    "texcoord 0 (#,#,#,#)",
    "parameter local_vp 0 (#,#,#,#)",
    "parameter env_fp % (#,#,#,#)",
    "texture rgbw % (7,3) GL_RGBA16F",
    "texture rgbw 0 (%,%)",
    "texture miptree 0",
    "texture checkerboard 0 % (4,4) (#,#,#,#) (#,#,#,#)",
    "texture shadow2D 0 (4,4)",
    "texture framebuffer 0",
    "texture framebuffer 0 depth",
    "texparameter 2D min linear_mipmap_linear",
    "texparameter 2D wrap_s mirrored_repeat",
    "texparameter 2D wrap_t clamp_to_border",
    "texparameter 2D lod_bias #",
    "texparameter 2D min_lod #",
    "texparameter 2D base_level %",
    "texparameter 2D max_level %",
    "generate mipmaps",
    "enable GL_TEXTURE_2D",
    "enable GL_LIGHTING",
    "enable GL_LIGHT0",
    "enable GL_FOG",
    "enable GL_DEPTH_TEST",
    "enable GL_STENCIL_TEST",
    "enable GL_BLEND",
    "enable GL_COLOR_LOGIC_OP",
    "enable GL_CLIP_PLANE0",
    "enable GL_SCISSOR_TEST",
    "enable GL_POINT_SPRITE",
    "enable GL_VERTEX_PROGRAM_POINT_SIZE",
    "enable GL_POLYGON_OFFSET_FILL",
    "enable GL_DEPTH_CLAMP",
    "enable GL_NORMALIZE",
    "light 0 position # # # #",
    "light 0 spot_cosine #",
    "light 0 attenuation # # #",
    "material FRONT shininess #",
    "fog density #",
    "fog mode EXP2",
    "fog end #",
    "clipplane 0 # # # #",
    "viewport % % % %",
    "viewport -5 -5 30 30",
    "scissor % % % %",
    "depthrange # #",
    "pointsize #",
    "pointparameter attenuation # # #",
    "linewidth #",
    "polygonmode FRONT_AND_BACK LINE",
    "polygonoffset # #",
    "blend func SRC_ALPHA_SATURATE DST_COLOR",
    "alphafunc GREATER #",
    "stencilop FRONT_AND_BACK INCR_WRAP INVERT REPLACE",
    "texgen S mode SPHERE_MAP",
    "enable GL_TEXTURE_GEN_S",
    "matrix texture 0 (#,#,#,#,#,#,#,#,#,#,#,#,#,#,#,#)",
    "matrix program 3 mvp",
    "probe rgba % % # # # #",
    "relative probe rgba (#,#) (#,#,#,#)",
    "probe rect rgb (%,%,%,%) (#,#,#)",
    "probe depth % % #",
    "tolerance # # # #",
];

fn number() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => (-2.0f32..2.0).prop_map(|value| value.to_string()),
        1 => prop::sample::select(vec![
            "0", "-0", "1", "INF", "-INF", "NAN", "1e38", "-3e38", "1e-45", "1e30", "16777217", "0.5",
        ])
        .prop_map(str::to_owned),
    ]
}

fn integer() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => (0..20i64).prop_map(|value| value.to_string()),
        1 => prop::sample::select(vec!["-1", "255", "2147483647", "4294967295", "-2147483648", "100000"])
            .prop_map(str::to_owned),
    ]
}

/// A command with its `#` and `%` filled in.
fn command() -> impl Strategy<Value = String> {
    let numbers = prop::collection::vec((number(), integer()), 16);
    (prop::sample::select(COMMANDS), numbers).prop_map(|(form, numbers)| {
        let mut numbers = numbers.into_iter();
        let filled = form.chars().map(|mark| match mark {
            '#' => numbers.next().unwrap_or_default().0,
            '%' => numbers.next().unwrap_or_default().1,
            other => other.to_string(),
        });
        filled.collect()
    })
}

fn scene() -> impl Strategy<Value = String> {
    let rows = prop::collection::vec(number(), 6 * 13);
    let programs = (prop::sample::select(PROGRAMS), prop::sample::select(PROGRAMS));
    (programs, rows, prop::collection::vec(command(), 1..40)).prop_map(|((first, second), rows, commands)| {
        let mut text = format!("[require]\nSIZE 24 20\n{first}{second}{DATA}");
        for row in rows.chunks(13) {
            text += &format!("{}\n", row.join(" "));
        }
        text + "[test]\n" + &commands.join("\n") + "\ndraw arrays GL_TRIANGLE_STRIP 0 6\n"
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn any_scene_has_a_verdict(text in scene()) {
        let session = Session::new();
        let report = run_scene("any.shader_test", &text, &SceneOptions::new(&session, &NoFiles));
        if let Verdict::Error(problems) = report.verdict {
            for problem in problems {
                prop_assert!(text.get(problem.span.range()).is_some());
            }
        }
    }
}
