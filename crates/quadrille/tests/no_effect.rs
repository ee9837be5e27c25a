//! What a run accepts has an effect, or the report says that it has none.

use quadrille::scene::{NoFiles, PROGRAM_REFUSED, Report, SceneOptions, UNUSED_RESULT, Verdict};
use quadrille::{Session, run_scene};
use quadrille_scene::IGNORED_REQUIREMENT;

mod scenes_support;
use scenes_support::passes;

fn report(engine: &str, scene: &str) -> Report {
    let session = Session::new().engine(engine).expect("its name is listed");
    run_scene("scene.shader_test", scene, &SceneOptions::new(&session, &NoFiles))
}

/// What notes point at.
fn marked(report: &Report) -> Vec<(&'static str, &str)> {
    let notes = report.notes.iter();
    notes
        .map(|note| (note.rule.name, report.source.slice(note.span)))
        .collect()
}

/// source: NV_vertex_program4 and GL 3.0 2.17: `result.clip[n]` clips while CLIP_DISTANCEn is enabled, n below
/// MAX_CLIP_DISTANCES, which is 8
#[test]
fn all_eight_clip_distances_clip() {
    for plane in 0..8 {
        passes(&format!(
            "[require]\nSIZE 8 8\n[vertex program]\n!!NVvp4.0\nMOV result.position, vertex.position;\n\
             MOV result.clip[{plane}].x, vertex.position.x;\nEND\n[fragment program]\n!!ARBfp1.0\n\
             MOV result.color, {{0, 1, 0, 1}};\nEND\n[test]\nclear color 1 0 0 1\nclear\n\
             enable GL_CLIP_DISTANCE{plane}\ndraw rect -1 -1 2 2\n\
             probe rgb 1 4 1 0 0\nprobe rgb 6 4 0 1 0\ndisable GL_CLIP_DISTANCE{plane}\ndraw rect -1 -1 2 2\n\
             probe rgb 1 4 0 1 0\n"
        ));
    }
}

/// source: OpenGL 4.6 compatibility 13.7: "CLIP_PLANEi" is the token of CLIP_DISTANCEi, i below MAX_CLIP_PLANES, which is at
/// least 8; ARB_vertex_program 2.14.4.5.1: a position-invariant program's vertices are clipped by them
#[test]
fn all_eight_clip_planes_clip() {
    let invariant = "[vertex program]\n!!ARBvp1.0\nOPTION ARB_position_invariant;\nMOV result.color, vertex.color;\nEND\n";
    for plane in 0..8 {
        for program in ["", invariant] {
            passes(&format!(
                "[require]\nSIZE 8 8\nINT GL_MAX_CLIP_PLANES == 8\n{program}[test]\nclear color 1 0 0 1\nclear\n\
                 clipplane {plane} 1 0 0 0\ncolor 0 1 0 1\nenable GL_CLIP_PLANE{plane}\ndraw rect -1 -1 2 2\n\
                 probe rect rgb (0, 0, 4, 8) (1, 0, 0)\nprobe rect rgb (4, 0, 4, 8) (0, 1, 0)\n\
                 disable GL_CLIP_DISTANCE{plane}\ndraw rect -1 -1 2 2\nprobe all rgb 0 1 0\n"
            ));
        }
    }
}

/// source: ARB_vertex_program, clip plane bindings: "state.clip[n].plane" is clip plane n in eye coordinates
#[test]
fn programs_read_the_last_clip_plane() {
    passes(
        "[require]\nSIZE 4 4\n[vertex program]\n!!ARBvp1.0\nMOV result.position, vertex.position;\n\
         MOV result.color, state.clip[7].plane;\nEND\n[test]\nclipplane 7 0.25 0.5 0.75 1\ndraw rect -1 -1 2 2\n\
         probe all rgba 0.25 0.5 0.75 1\n",
    );
}

/// source: EXT_texture_swizzle 3.8.x: each component of the result is that of the texture that its parameter names
#[test]
fn swizzles_are_set() {
    passes(
        "[require]\nSIZE 4 4\nGL_EXT_texture_swizzle\n[fragment program]\n!!ARBfp1.0\n\
         TEX result.color, fragment.texcoord[0], texture[0], 2D;\nEND\n[test]\n\
         texture checkerboard 0 0 (2,2) (0.2,0.4,0.6,0.8) (0.2,0.4,0.6,0.8)\n\
         texparameter 2D swizzle_r GL_ALPHA\ntexparameter 2D swizzle_g RED\ntexparameter 2D swizzle_b zero\n\
         texparameter 2D swizzle_a ONE\ndraw rect tex -1 -1 2 2 0 0 1 1\nprobe all rgba 0.8 0.2 0.0 1.0\n",
    );
}

/// source: ARB_draw_buffers: color n goes to draw buffer n, of which a scene has one; ARB_blend_func_extended: the second
/// colour is for blend factors, which scenes do not have
#[test]
fn results_that_go_nowhere_are_noted() {
    let scene = |header: &str, writes: &str| {
        format!(
            "[require]\nSIZE 4 4\n[fragment program]\n{header}\n{writes}\nEND\n[test]\nclear\ndraw rect -1 -1 2 2\n\
             draw rect -1 -1 2 2\nprobe all rgba 0 1 0 1\n"
        )
    };
    let several = scene(
        "!!ARBfp1.0\nOPTION ARB_draw_buffers;",
        "MOV result.color[0], {0, 1, 0, 1};\nMOV result.color[1], {1, 0, 0, 1};",
    );
    let found = report("reference", &several);
    assert_eq!(found.verdict, Verdict::Pass);
    let write = "MOV result.color[1], {1, 0, 0, 1}";
    assert_eq!(marked(&found), [(UNUSED_RESULT.name, write)]);
    let two_sources = scene(
        "!!NVfp4.0\nOPTION ARB_blend_func_extended;",
        "MOV result.color.secondary, {1, 0, 0, 1};\nMOV result.color.primary, {0, 1, 0, 1};",
    );
    let found = report("reference", &two_sources);
    assert_eq!(
        found.verdict,
        Verdict::Pass,
        "the first source is the one that is stored"
    );
    let write = "MOV result.color.secondary, {1, 0, 0, 1}";
    assert_eq!(marked(&found), [(UNUSED_RESULT.name, write)]);
    let plain = report(
        "reference",
        &scene("!!ARBfp1.0", "MOV result.color, {0, 1, 0, 1};"),
    );
    assert!(plain.notes.is_empty() && plain.verdict == Verdict::Pass);
}

/// source: the GeForce 3's vertex processor runs vertex programs, and no others
#[test]
fn programs_that_an_engine_leaves_are_noted() {
    let program = "[fragment program]\n!!ARBfp1.0\nMOV result.color, {0, 1, 0, 1};\nEND\n";
    let draw = "[test]\ndraw rect -1 -1 2 2\n";
    let size = "[require]\nSIZE 4 4\n";
    let found = report("gf3", &format!("{size}{program}{draw}"));
    assert_eq!(marked(&found), [(PROGRAM_REFUSED.name, "!!ARBfp1.0")]);
    // A fixed-function stage is made for the draw.
    let found = report("gf3", &format!("{size}{draw}"));
    assert_eq!(marked(&found), [(PROGRAM_REFUSED.name, "draw rect -1 -1 2 2")]);
    assert!(
        report("reference", &format!("{size}{program}{draw}"))
            .notes
            .is_empty()
    );
}

/// source: piglit's shader_runner.c, process_requirement(): a line that begins with none of its words is passed over.
#[test]
fn requirements_of_no_meaning_are_told() {
    let text = "[require]\nGL >= 1.3\nARB_vertex_program\nSIZES 3 4\n[test]\nclear color 0 1 0 1\nclear\nprobe all rgb 0 1 0\n";
    let report = report("reference", text);
    assert_eq!(report.verdict, Verdict::Pass);
    let rule = IGNORED_REQUIREMENT.name;
    assert_eq!(marked(&report), [(rule, "ARB_vertex_program"), (rule, "SIZES")]);
}

/// source: piglit's shader_runner.c: getint_limits has six names that need no `INT`; ARB_vertex_shader and
/// ARB_fragment_shader: a program has at least 512 and 64 words of uniforms and 32 floats of varyings. GL 2.1 has no limit
/// of vertex outputs and no binaries of programs, whose numbers piglit takes for 0.
#[test]
fn limits_of_shaders_are_known() {
    for (line, is_met) in [
        ("GL_MAX_VERTEX_UNIFORM_COMPONENTS >= 512", true),
        ("GL_MAX_VERTEX_UNIFORM_COMPONENTS >= 513", false),
        ("GL_MAX_FRAGMENT_UNIFORM_COMPONENTS >= 64", true),
        ("INT GL_MAX_FRAGMENT_UNIFORM_COMPONENTS > 64", false),
        ("GL_MAX_VARYING_COMPONENTS >= 32", true),
        ("GL_MAX_VERTEX_ATTRIBS >= 16", true),
        ("GL_MAX_VERTEX_OUTPUT_COMPONENTS >= 128", false),
        ("GL_NUM_PROGRAM_BINARY_FORMATS >= 1", false),
    ] {
        let report = report("reference", &format!("[require]\n{line}\n[test]\nclear\n"));
        assert_eq!(
            matches!(report.verdict, Verdict::Pass),
            is_met,
            "{line}: {:?}",
            report.verdict
        );
        assert_eq!(matches!(report.verdict, Verdict::Skip(_)), !is_met, "{line}");
    }
}
