//! Commands as piglit's shader runner spells them do what it does; and commands that GL refuses are errors at their place.

use quadrille::scene::{NoFiles, PROBE_DIFFERS, Report, SceneOptions, Verdict};
use quadrille::{Session, run_scene};

mod scenes_support;
use scenes_support::passes;

/// A fragment program that shows what a look-up gives.
fn lookup(header: &str, instruction: &str) -> String {
    format!(
        "[require]\nSIZE 8 8\n[fragment program]\n{header}\n{instruction}\nEND\n[test]\nclear color 0 0 0 0\nclear\n"
    )
}

fn report(scene: &str) -> Report {
    let session = Session::new();
    run_scene("scene.shader_test", scene, &SceneOptions::new(&session, &NoFiles))
}

/// source: piglit's shader runner: pixels of the window, from the lower left, whatever the projection is
#[test]
fn rectangles_in_pixels() {
    passes(
        "[require]\nSIZE 8 4\n[test]\nclear color 1 0 0 1\nclear\ncolor 0 1 0 1\ndraw rect ortho 2 1 4 2\n\
         probe rect rgb (2, 1, 4, 2) (0, 1, 0)\nprobe rect rgb (0, 0, 8, 1) (1, 0, 0)\nprobe rect rgb (6, 0, 2, 4) (1, 0, 0)\n\
         probe rect rgb (0, 3, 8, 1) (1, 0, 0)\nprobe rect rgb (0, 0, 2, 4) (1, 0, 0)\n",
    );
    passes(
        "[require]\nSIZE 8 4\n[tessellation evaluation program]\n!!NVtep5.0\nTESS_MODE QUADS;\nTEMP x, y;\n\
         MOV y, vertex[0].position;\n\
         SUB x, vertex[1].position, vertex[0].position;\nMAD y, vertex.tesscoord.x, x, y;\n\
         SUB x, vertex[2].position, vertex[0].position;\nMAD y, vertex.tesscoord.y, x, y;\n\
         MOV result.position, y;\nMOV result.color, {0, 1, 0, 1};\nEND\n[test]\nclear color 1 0 0 1\nclear\n\
         draw rect ortho patch 2 1 4 2\nprobe rect rgb (2, 1, 4, 2) (0, 1, 0)\nprobe rect rgb (0, 0, 8, 1) (1, 0, 0)\n",
    );
}

/// source: OpenGL 2.1 2.12 (clip planes), 2.14.7 (flat shading: of a strip's last triangle the last vertex gives the colour)
#[test]
fn planes_shading_and_hints() {
    passes(
        "[require]\nSIZE 8 8\n[test]\nclear color 1 0 0 1\nclear\nclip plane 2 1 0 0 0\nenable GL_CLIP_PLANE2\n\
         hint GL_FOG_HINT GL_NICEST\nhint LINE_SMOOTH_HINT DONT_CARE\nblend barrier\ncolor 0 1 0 1\n\
         draw rect -1 -1 2 2\nprobe rect rgb (0, 0, 4, 8) (1, 0, 0)\nprobe rect rgb (4, 0, 4, 8) (0, 1, 0)\n",
    );
    let shaded = |model: &str, color: &str| {
        passes(&format!(
            "[require]\nSIZE 8 8\n[vertex data]\nposition/0/float/2 color/3/float/3\n-1 -1 1 0 0\n3 -1 1 0 0\n-1 3 0 1 0\n\
             [test]\nshade model {model}\ndraw arrays GL_TRIANGLES 0 3\ntolerance 0.1 0.1 0.1 0.1\nprobe rgb 0 0 {color}\n"
        ));
    };
    shaded("flat", "0 1 0");
    shaded("smooth", "1 0 0");
}

/// source: piglit's shader runner: a warning is no failure
#[test]
fn a_probe_may_only_warn() {
    let scene = |expected: &str| {
        report(&format!(
            "[require]\nSIZE 4 4\n[test]\nclear color 0 1 0 1\nclear\nprobe warn all rgba {expected}\n"
        ))
    };
    let same = scene("0 1 0 1");
    assert!(same.verdict == Verdict::Pass && same.notes.is_empty());
    let other = scene("1 0 0 1");
    assert_eq!(other.verdict, Verdict::Pass);
    let notes: Vec<_> = other
        .notes
        .iter()
        .map(|note| (note.rule.name, other.source.slice(note.span)))
        .collect();
    assert_eq!(notes, [(PROBE_DIFFERS.name, "probe warn all rgba 1 0 0 1")]);
}

/// source: piglit's arrays of colours: red, green, blue, white, and again; OpenGL 3.0 3.8.8: a layer is chosen by rounding
#[test]
fn layers_of_colours() {
    for (target, kind, size, place) in [
        ("ARRAY2D", "2DArray", "4,4,5", "0.5, 0.5, layer, 0"),
        ("ARRAY1D", "1DArray", "4,5", "0.5, layer, 0, 0"),
    ] {
        for (layer, color) in ["1 0 0", "0 1 0", "0 0 1", "1 1 1", "1 0 0"].iter().enumerate() {
            let place = place.replace("layer", &layer.to_string());
            let program = format!("TEX result.color, {{{place}}}, texture[0], {target};");
            passes(
                &(lookup("!!NVfp4.0", &program)
                    + &format!(
                        "texture rgbw {kind} 0 ({size})\ndraw rect -1 -1 2 2\nprobe all rgb {color}\n"
                    )),
            );
        }
    }
}

/// source: piglit's depth textures: from 0 at the left to 1 at the right, the same in all layers; ARB_shadow: GREATER is 1
/// where the reference is above the texel
#[test]
fn layers_of_depths() {
    for (target, kind, size, at) in [
        ("SHADOWARRAY2D", "shadow2DArray", "5,3,2", "0.7, 0.5, 1, "),
        ("SHADOWARRAY1D", "shadow1DArray", "5,2", "0.7, 1, "),
    ] {
        // The texel at 0.7 of five is the one numbered 3, whose depth is 3/4.
        for (reference, color) in [("0.8", "1 1 1"), ("0.7", "0 0 0")] {
            let zero = if target == "SHADOWARRAY1D" { ", 0" } else { "" };
            let program = format!("TEX result.color, {{{at}{reference}{zero}}}, texture[0], {target};");
            passes(
                &(lookup("!!NVfp4.0", &program)
                    + &format!("texture {kind} 0 ({size})\ndraw rect -1 -1 2 2\nprobe all rgb {color}\n")),
            );
        }
    }
}

/// source: piglit's textures of integers: where the texel is, and two numbers
#[test]
fn textures_of_integers() {
    let program = "INT TEMP texel;\nINT TEMP same;\nMOV.S same, {3, 2, 0, 0};\nTXF.S texel, same, texture[0], 2D;\n\
                   SEQ.S same, texel, {3, 2, -7, 9};\nABS.S same, same;\nI2F result.color, same;";
    passes(
        &(lookup("!!NVfp4.0", program)
            + "texture integer 0 (4,4) (-7, 9) GL_RGBA32I\ndraw rect -1 -1 2 2\nprobe all rgba 1 1 1 1\n"),
    );
}

/// source: ARB_texture_storage: a texture of so many levels is complete; a new texture has REPEAT and
/// NEAREST_MIPMAP_LINEAR; OpenGL 2.1 3.8.10: without its smaller levels such a texture is not complete
#[test]
fn storage_is_complete_and_has_levels() {
    for (kind, target, size) in [
        ("1D", "1D", "3 4"),
        ("2D", "2D", "3 4 4"),
        ("3D", "3D", "2 2 2 2"),
        ("Rect", "RECT", "1 4 4"),
        ("Cube", "CUBE", "1, 4, 4"),
        ("1DArray", "ARRAY1D", "2 4 3"),
        ("2DArray", "ARRAY2D", "3 4 4 2"),
        ("CubeArray", "ARRAYCUBE", "1 4 4 6"),
    ] {
        let program = format!("TEX result.color, {{0.5, 0.5, 0.5, 0}}, texture[0], {target};");
        // What is not complete has alpha 1.
        passes(
            &(lookup("!!NVfp5.0", &program)
                + &format!(
                    "texture storage 0 {kind} GL_RGBA8 ({size})\ndraw rect -1 -1 2 2\nprobe all rgba 0 0 0 0\n"
                )),
        );
    }
    let program = "TEX result.color, {0.5, 0.5, 0, 0}, texture[0], ARRAY2D;";
    let junk = |parameter: &str, alpha: &str| {
        passes(
            &(lookup("!!NVfp4.0", program)
                + &format!(
                    "texture junk 2DArray 0 (4,4,2)\n{parameter}draw rect -1 -1 2 2\nprobe all rgba 0 0 0 {alpha}\n"
                )),
        );
    };
    junk("texparameter 2DArray min nearest\n", "0");
    junk("", "1");
}

/// source: OpenGL 2.1 3.8.7: beyond the edge a texture is its border colour
#[test]
fn the_border_colour_by_its_name() {
    passes(
        &(lookup("!!ARBfp1.0", "TEX result.color, {2, 2, 0, 0}, texture[0], 2D;")
            + "texture rgbw 0 (2,2)\ntexparameter 2D wrap_s clamp_to_border\ntexparameter 2D wrap_t clamp_to_border\n\
             texparameter 2D border_color 0.25 0.5 0.75 1\ndraw rect -1 -1 2 2\nprobe all rgba 0.25 0.5 0.75 1\n"),
    );
}

/// source: piglit's shader runner; NV_compute_program5; NV_shader_atomic_counters: INCR adds one
#[test]
fn buffers_by_the_number_of_their_binding() {
    passes(
        "[compute program]\n!!NVcp5.0\nOPTION NV_shader_storage_buffer;\nOPTION NV_shader_atomic_counters;\n\
         GROUP_SIZE 2;\nSTORAGE data[] = { program.storage[1] };\nCOUNTER count = program.counter[0][1];\n\
         TEMP at, value;\nATOMCTR.INCR.U value.x, count;\nMUL.U at.x, invocation.globalid.x, 4;\n\
         LDB.U32 value.x, data[at.x];\nADD.U value.x, value.x, 5;\nSTB.U32 value.x, data[at.x];\nEND\n[test]\n\
         ssbo 1 16\nssbo 1 subdata float 4 1\natomic counters 2\natomic counter 0 1 100\ncompute 2 1 1\n\
         probe ssbo uint 1 0 == 5\nprobe ssbo uint 1 4 == 0x3f800005\nprobe ssbo uint 1 12 < 6\nprobe ssbo uint 1 12 != 4\n\
         probe ssbo uint 1 8 >= 5\nprobe atomic counter 1 == 104\nprobe atomic counter 0 <= 0\n\
         probe buffer ssbo_1 8 u32 5 5\nprobe buffer counters_0 4 u32 104\n",
    );
    let found = report("[test]\nssbo 0 8\nprobe ssbo uint 0 4 > 0\nprobe atomic counter 0 == 0\n");
    assert!(
        matches!(found.verdict, Verdict::Error(_)),
        "there are no counters"
    );
    let found = report("[test]\natomic counter buffer 2 4\natomic counters 1\nprobe atomic counter 0 > 0\n");
    assert!(matches!(found.verdict, Verdict::Fail(ref failures) if failures.len() == 1));
}

/// source: ARB_compute_variable_group_size
#[test]
fn groups_of_a_size() {
    passes(
        "[compute program]\n!!NVcp5.0\nOPTION NV_shader_storage_buffer;\nOPTION ARB_compute_variable_group_size;\n\
         STORAGE data[] = { program.storage[0] };\nTEMP at;\nMUL.U at.x, invocation.globalid.x, 4;\n\
         MOV.U at.y, invocation.localid.x;\nSTB.U32 at.y, data[at.x];\nEND\n[test]\nssbo 0 24\ncompute group size 2 1 1 3 1 1\n\
         probe buffer ssbo_0 0 u32 0 1 2 0 1 2\n",
    );
}

/// source: piglit's shader runner: layer 0 of level 0, read and written
#[test]
fn an_image_unit_shows_the_texture_of_its_number() {
    passes(
        "[compute program]\n!!NVcp5.0\nGROUP_SIZE 2 2;\nIMAGE texels = image[1];\nTEMP at, value;\nMOV.U at, invocation.globalid;\nMOV.U value, {7, 0, 0, 0};\n\
         STOREIM.U32 texels, value, at, 2D;\nEND\n\
         [test]\ntexture storage 1 2DArray GL_R32UI (1 2 2 2)\nimage texture 1 GL_R32UI\ncompute 1 1 1\n\
         buffer texels image 1\nprobe buffer texels 0 u32 7 7 7 7 0 0 0 0\n",
    );
}

/// What is wrong with a scene, and the text that it points at.
#[track_caller]
fn wrong(test: &str, at: &str, message: &str) {
    let found = report(&format!("[require]\nSIZE 4 4\n[test]\n{test}\n"));
    let Verdict::Error(problems) = &found.verdict else {
        panic!("{test}: {:?}", found.verdict)
    };
    assert_eq!(found.source.slice(problems[0].span), at, "{test}");
    assert!(
        problems[0].message.contains(message),
        "{test}: {}",
        problems[0].message
    );
}

/// source: OpenGL 4.6 17.4.3.1 (ClearBuffer: INVALID_VALUE for a draw buffer not below MAX_DRAW_BUFFERS);
/// ARB_tessellation_shader (PatchParameteri: INVALID_VALUE for 0 and above MAX_PATCH_VERTICES); OpenGL 4.6 compatibility 13.7
#[test]
fn numbers_beyond_their_limits() {
    wrong("clear buffer color 99 1 1 1 1", "99", "no such draw buffer");
    wrong("clear buffer color 8 1 1 1 1", "8", "no such draw buffer");
    for vertices in [0, 33] {
        let command = format!("patch parameter vertices {vertices}");
        wrong(
            &command,
            &command,
            &format!("a patch of {vertices} vertices is not one of 1 to 32"),
        );
    }
    wrong("clip plane 8 1 0 0 0", "8", "no such clip plane");
    wrong("clipplane 8 1 0 0 0", "8", "no such clip plane");
    wrong("enable GL_CLIP_PLANE8", "enable GL_CLIP_PLANE8", "no capability");
}

/// source: OpenGL 4.6 table 8.16 and 8.9 (TexBuffer: INVALID_ENUM); 8.7 ("there are no specific compressed 1D formats", and
/// INVALID_ENUM for a compressed TEXTURE_RECTANGLE); 9.2.8 (INVALID_OPERATION for a buffer texture)
#[test]
fn formats_and_targets_that_do_not_go_together() {
    for format in [
        "GL_DEPTH_COMPONENT24",
        "GL_SRGB8",
        "GL_RGB565",
        "GL_RGB9_E5",
        "GL_RGB8",
        "GL_R8_SNORM",
        "GL_COMPRESSED_RGB_S3TC_DXT1_EXT",
    ] {
        let image = format!("texture image 0 BUFFER (2) {format} bytes");
        wrong(
            &format!("buffer bytes size 64\n{image}"),
            &image,
            "buffer textures do not have the format",
        );
        let empty = format!("texture empty 0 BUFFER (2) {format}");
        wrong(&empty, &empty, "buffer textures do not have the format");
    }
    for target in ["1D (8,1)", "RECT (8,4)", "ARRAY1D (8,4)"] {
        let image = format!("texture image 0 {target} GL_COMPRESSED_RGB_S3TC_DXT1_EXT bytes");
        wrong(
            &format!("buffer bytes size 64\n{image}"),
            &image,
            "do not have the compressed format",
        );
    }
    let attach = "fb attach color 0 tex 0";
    wrong(
        &format!("texture empty 0 BUFFER (4) GL_RGBA8\n{attach}"),
        attach,
        "a buffer texture is no attachment",
    );
}

/// source: OpenGL 4.6 8.26: "If the texture identified by texture does not have multiple layers or faces, the entire texture
/// level is bound, regardless of the values of layered and layer"
#[test]
fn a_texture_without_layers_is_shown_whole() {
    passes(
        "[compute program]\n!!NVcp5.0\nGROUP_SIZE 2 2;\nIMAGE texels = image[0];\nTEMP at, value;\nMOV.U at, invocation.globalid;\nMOV.U value, {7, 0, 0, 0};\n\
         STOREIM.U32 texels, value, at, 2D;\nEND\n\
         [test]\ntexture empty 0 2D (2,2) GL_R32UI\nbind image 0 texture 0 layer 5 WRITE_ONLY GL_R32UI\ndispatch 1 1 1\n\
         buffer texels image 0\nprobe buffer texels 0 u32 7 7 7 7\n",
    );
}
