//! Buffers, counters and images in draws: what vertex and fragment programs read and write.

use quadrille::scene::{NoFiles, SceneOptions, Verdict};
use quadrille::{Session, run_scene};

fn passes(scene: &str) {
    let session = Session::new();
    for threads in [1, 2] {
        let options = SceneOptions {
            threads,
            ..SceneOptions::new(&session, &NoFiles)
        };
        let report = run_scene("draw.shader_test", scene, &options);
        assert_eq!(report.verdict, Verdict::Pass);
    }
}

/// source: NV_parameter_buffer_object 2.14.1: each program target has its own binding points; NV_parameter_
/// buffer_object2 2.X.8.Z LDC; EXT_shader_image_load_store 2.14.X: the fragment program runs once for each fragment,
/// and atomic operations of helper invocations have no effect
#[test]
fn parameter_buffers_and_counts() {
    passes(
        "[require]
SIZE 16 8
[vertex program]
!!NVvp4.0
OPTION NV_parameter_buffer_object2;
CBUFFER c[] = { program.buffer[0] };
TEMP t;
LDC.F32X4 t, c[16];
MOV result.color, t;
MOV result.position, vertex.position;
END
[fragment program]
!!NVfp5.0
OPTION NV_shader_storage_buffer;
BUFFER4 tint[1] = { program.buffer[0][0..0] };
STORAGE count[] = { program.storage[0] };
TEMP r;
ATOMB.ADD.U32 r.x, 1, count[0];
MUL result.color, fragment.color, tint[0];
END
[test]
buffer colors data f32 0 0 0 0 1 0.5 0.25 1
bind buffer_vp 0 colors
buffer tints data f32 1 1 0 1
bind buffer_fp 0 tints
buffer count size 4
bind storage 0 count
draw rect -1 -1 2 2
probe all rgba 1 0.5 0 1
probe buffer count 0 u32 128
",
    );
}

/// source: EXT_shader_image_load_store, issues: what a fragment stores after KIL has no effect; NV_shader_atomic_
/// counters: INCR returns the value before
#[test]
fn discarded_fragments_store_nothing() {
    passes(
        "[require]
SIZE 16 8
[fragment program]
!!NVfp5.0
OPTION NV_shader_atomic_counters;
COUNTER n = program.counter[0][1];
TEMP r;
SUB r.x, fragment.position.x, 8;
KIL r.x;
ATOMCTR.INCR.U r.x, n;
MOV result.color, 1;
END
[test]
buffer n data u32 5 10
bind counter 0 n
draw rect -1 -1 2 2
probe buffer n 0 u32 5 74
",
    );
}

/// source: EXT_shader_image_load_store 3.9.X: a formatted store converts as TexImage does; the texture has what was
/// stored in a later draw
#[test]
fn images_of_fragments() {
    passes(
        "[require]
SIZE 4 4
[fragment program]
!!NVfp5.0
IMAGE out = image[2];
TEMP place, c;
TRUNC.S place, fragment.position;
MUL c, fragment.position, 0.25;
STOREIM.F out, c, place, 2D;
TEX c, fragment.texcoord[0], texture[0], 2D;
MOV result.color, c;
END
[test]
texture empty 0 2D (4, 4) GL_RGBA8
bind image 2 texture 0 WRITE_ONLY GL_RGBA8
draw rect tex -1 -1 2 2 0 0 1 1
probe rgba 1 2 0 0 0 0
draw rect tex -1 -1 2 2 0 0 1 1
probe rgb 1 2 0.375 0.625 0.125
probe rgb 3 0 0.875 0.125 0.125
",
    );
}

/// source: EXT_sparse_texture2 2.X.4.1: SPARSE of a load of an image tells of its texel, which is there, whatever a lookup
/// before it has told
#[test]
fn loads_of_images_tell_residency() {
    passes(
        "[require]
SIZE 4 4
[fragment program]
!!NVfp5.0
PARAM at = program.local[0];
TEMP c;
INT TEMP texel;
MOV.S texel, 0;
TEX.SPARSE c, at, texture[0], 2D;
MOV c, 0;
MOV c.z (NONRESIDENT), 1;
LOADIM.F32X4.SPARSE c.xy, texel, image[0], 2D;
MOV c.w (RESIDENT), 1;
MOV result.color, c;
END
[test]
texture empty 1 2D (1,1) GL_RGBA32F
bind image 0 texture 1 GL_READ_WRITE GL_RGBA32F
texture checkerboard 0 0 (256,128) (1,1,1,1) (1,1,1,1)
uncommit pages level 0 (128,0,0) (128,128,1)
parameter local_fp 0 (0.75, 0.5, 0, 0)
draw rect -1 -1 2 2
probe all rgba 0 0 1 1
",
    );
}

/// source: NV_compute_program5 2.X.8.Z BAR: not all invocations come to the barrier; the page of `parted-barrier`
#[test]
fn a_parted_barrier_stops_the_dispatch_at_its_line() {
    let scene = "[compute program]
!!NVcp5.0
GROUP_SIZE 4;
TEMP a;
MOV.U.CC a, invocation.localid;
IF EQ.x;
BAR;
ENDIF;
END
[test]
dispatch 1 1 1
";
    let session = Session::new();
    let report = run_scene("bar.shader_test", scene, &SceneOptions::new(&session, &NoFiles));
    let Verdict::Error(problems) = &report.verdict else {
        panic!("{:?}", report.verdict);
    };
    assert_eq!(problems[0].rule.name, "program-stopped");
    let span = problems[0].span;
    assert_eq!(&scene[span.start as usize..span.end as usize], "BAR");
}

/// source: ARB_compute_shader chapter 19, ARB_compute_variable_group_size: which dispatches are errors
#[test]
fn dispatches_that_are_errors() {
    let fixed = "!!NVcp5.0\nGROUP_SIZE 4;\nEND\n";
    let open = "!!NVcp5.0\nOPTION ARB_compute_variable_group_size;\nEND\n";
    let session = Session::new();
    for (program, dispatch, message) in [
        (fixed, "dispatch 1 1 1", None),
        (fixed, "dispatch 0 1 1", None),
        (
            fixed,
            "dispatch 1 1 1 group 4 1 1",
            Some("declares its group size"),
        ),
        (fixed, "dispatch 65536 1 1", Some("more than 65535")),
        (fixed, "dispatch 65535 65535 65535", Some("more work than")),
        (open, "dispatch 1 1 1 group 4 2 1", None),
        (open, "dispatch 1 1 1", Some("leaves its group size")),
        (open, "dispatch 1 1 1 group 0 1 1", Some("not one of 1 to")),
        (
            open,
            "dispatch 1 1 1 group 1024 2 1",
            Some("invocations is more than"),
        ),
    ] {
        let scene = format!("[compute program]\n{program}[test]\n{dispatch}\n");
        let report = run_scene("d.shader_test", &scene, &SceneOptions::new(&session, &NoFiles));
        match (&report.verdict, message) {
            (Verdict::Pass, None) => {}
            (Verdict::Error(problems), Some(message)) => {
                assert!(
                    problems[0].message.contains(message),
                    "{dispatch}: {}",
                    problems[0].message
                );
            }
            (verdict, _) => panic!("{dispatch}: {verdict:?}"),
        }
    }
}
