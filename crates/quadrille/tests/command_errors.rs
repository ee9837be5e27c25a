//! Errors that GL has and commands of scenes reach, each at its line, and those of the library's calls as types.

use std::sync::Arc;

use quadrille::memory::Buffer;
use quadrille::scene::{NoFiles, SceneOptions, Verdict};
use quadrille::{BufferBinding, CanvasError, PartError, QueryError, QueryTarget, Session, Stage, run_scene};

/// The problem of a scene as a text of its place and its message; none if it passes.
fn problem(scene: &str) -> Option<(String, String)> {
    let session = Session::new();
    let report = run_scene("a.shader_test", scene, &SceneOptions::new(&session, &NoFiles));
    match &report.verdict {
        Verdict::Pass => None,
        Verdict::Error(problems) => {
            let first = problems.first().expect("there is one");
            Some((report.source.slice(first.span).to_owned(), first.message.clone()))
        }
        other => panic!("{other:?} of {scene}"),
    }
}

/// Commands that are carried out, one that is none, and what is wrong with it.
const ERRORS: &[(&str, &str, &str)] = &[
    // NV_shader_buffer_load 2.9: INVALID_OPERATION "if the buffer bound to <target> is already resident in the current GL
    // context, or if the buffer bound to <target> has no data store", and "is not resident".
    (
        "buffer b size 16\nresident b READ_ONLY\nresident b none",
        "resident b none",
        "the buffer is not resident",
    ),
    (
        "buffer b size 16\nresident b READ_ONLY",
        "resident b READ_WRITE",
        "the buffer is resident already",
    ),
    (
        "buffer b size 0",
        "resident b READ_ONLY",
        "a buffer without bytes has no address and is not made resident",
    ),
    (
        "buffer b size 0",
        "buffer a address b",
        "a buffer without bytes has no address and is not made resident",
    ),
    // NV_parameter_buffer_object: INVALID_VALUE "if <offset> or <size> are not word-aligned. For program parameter buffers,
    // ... if <offset> is non-zero".
    (
        "buffer b size 16\nbind buffer_vp 0 b 0 8",
        "bind buffer_vp 0 b 0 6",
        "a part of a parameter buffer has a multiple of 4 bytes",
    ),
    (
        "buffer b size 16",
        "bind buffer_vp 0 b 4 4",
        "a parameter buffer is bound from its first byte on",
    ),
    (
        "buffer b size 32\nbind storage 0 b 16 16",
        "bind storage 0 b 8 8",
        "a part is bound from a multiple of 16 bytes on",
    ),
    (
        "buffer b size 32",
        "bind storage 0 b 16 20",
        "the part is empty or not in the buffer",
    ),
    // NV_explicit_multisample, issue 10: the target "is not legal, and an INVALID_ENUM error should be generated";
    // OpenGL 4.6, 8.10: INVALID_ENUM for the state of samplers of multisample textures.
    (
        "texture framebuffer 0 renderbuffer",
        "texparameter 2D min nearest",
        "textures of the target TEXTURE_RENDERBUFFER have no parameter `min`",
    ),
    (
        "texture multisample 0 (2,2) (1,0,0,1) (0,1,0,1)\ntexparameter 2D swizzle_r ONE",
        "texparameter 2D wrap_s clamp",
        "textures of the target TEXTURE_2D_MULTISAMPLE have no parameter `wrap_s`",
    ),
    // OpenGL 4.6, 8.14.4: INVALID_ENUM of GenerateMipmap for targets that have none.
    (
        "texture framebuffer 0 renderbuffer",
        "generate mipmaps",
        "textures of the target TEXTURE_RENDERBUFFER have no mipmaps",
    ),
    // NV_bindless_texture 3.9.X: INVALID_OPERATION "if the functions ... TexParameter* are called to modify a texture object
    // referenced by one or more texture handles".
    (
        "texture empty 0 2D (2,2) GL_RGBA8\ntexparameter 2D mag nearest\nbuffer b handle texture 0",
        "texparameter 2D mag linear",
        "the parameters of a texture that has a handle do not change",
    ),
    (
        "texture empty 0 2D (2,2) GL_RGBA8\nbind image 0 texture 0 READ_WRITE GL_RGBA8\nbuffer b handle image 0",
        "texparameter 2D mag linear",
        "the parameters of a texture that has a handle do not change",
    ),
    // OpenGL 4.6, 8.5: depth and stencil formats "in conjunction with any other target will result in an INVALID_OPERATION
    // error"; three-dimensional textures are not among those that have them.
    (
        "texture empty 0 3D (2,2,2) GL_RGBA8",
        "texture empty 0 3D (2,2,2) GL_DEPTH_COMPONENT24",
        "textures of the target TEXTURE_3D do not have the format DEPTH_COMPONENT24",
    ),
    // ARB_vertex_program, ARB_fragment_program: INVALID_VALUE of a parameter beyond MAX_PROGRAM_ENV_PARAMETERS_ARB.
    (
        "parameter env_fp 255 (1, 1, 1, 1)",
        "parameter env_fp 256 (1, 1, 1, 1)",
        "parameter 256 is not below 256",
    ),
    // NV_geometry_program4 4.4.4.2: with a layered attachment "all populated attachments must be layered. Additionally, all
    // populated color attachments must be from textures of the same target".
    (
        "texture places 0 ARRAY2D (4,4,6) GL_RGBA8\ntexture places 1 CUBE (4,4,1) GL_RGBA8\nfb tex layered 0",
        "fb attach color 1 tex 1 layered",
        "with a layered attachment all are layered, and those of colours are textures of one target",
    ),
    (
        "texture places 0 ARRAY2D (4,4,1) GL_RGBA8\ntexture empty 1 2D (4,4) GL_RGBA8\nfb tex layered 0",
        "fb attach color 1 tex 1 layered",
        "with a layered attachment all are layered, and those of colours are textures of one target",
    ),
];

#[test]
fn commands_have_the_errors_of_gl() {
    for (before, command, message) in ERRORS {
        let scene = |commands: &str| format!("[require]\nSIZE 4 4\n[test]\n{commands}\n");
        assert_eq!(problem(&scene(before)), None, "{before}");
        let found = problem(&scene(&format!("{before}\n{command}")));
        let expected = Some(((*command).to_owned(), (*message).to_owned()));
        assert_eq!(found, expected, "{command}");
    }
}

/// source: NV_parameter_buffer_object, ARB_uniform_buffer_object (INVALID_VALUE of BindBufferRange); "BindBufferOffsetNV is
/// the equivalent of calling BindBufferRangeNV with <size> = sizeof(buffer) - <offset> and rounding <size> down so that it
/// is word-aligned": a whole buffer has any size
#[test]
fn parts_of_buffers_are_parts() {
    let mut canvas = Session::new().canvas(1, 1).expect("it is small");
    let buffer = Arc::new(Buffer::from_bytes(&[0; 34]));
    let part = |start, length| {
        Some(BufferBinding {
            buffer: buffer.clone(),
            start,
            length,
        })
    };
    let mut parameters = |part| match canvas.bind_parameters(Stage::Vertex, 0, part) {
        Ok(()) => None,
        Err(CanvasError::Part(error)) => Some(error),
        Err(other) => panic!("{other}"),
    };
    for (start, length, expected) in [
        (0, 34, None),
        (0, 32, None),
        (4, 4, Some(PartError::ParameterStart)),
        (0, 6, Some(PartError::Size)),
        (0, 0, Some(PartError::Outside)),
        (0, 36, Some(PartError::Outside)),
    ] {
        assert_eq!(parameters(part(start, length)), expected, "{start} {length}");
    }
    let mut storage = |part| match canvas.bind_storage(0, part) {
        Ok(()) => None,
        Err(CanvasError::Part(error)) => Some(error),
        Err(other) => panic!("{other}"),
    };
    for (start, length, expected) in [
        (16, 18, None),
        (0, 34, None),
        (4, 4, Some(PartError::Start(16))),
        (16, 0, Some(PartError::Outside)),
        (16, 19, Some(PartError::Outside)),
        (u64::MAX - 15, 16, Some(PartError::Outside)),
    ] {
        assert_eq!(storage(part(start, length)), expected, "{start} {length}");
    }
    let found = canvas.bind_counters(0, part(2, 4));
    assert!(matches!(found, Err(CanvasError::Part(PartError::Start(4)))));
}

/// source: ARB_transform_feedback3 (INVALID_VALUE of a stream of MAX_VERTEX_STREAMS or above), ARB_fragment_program
/// (INVALID_VALUE of a parameter of MAX_PROGRAM_ENV_PARAMETERS_ARB or above), by limits that are not those at first
#[test]
fn limits_are_those_that_are_given() {
    let mut canvas = Session::new().canvas(1, 1).expect("it is small");
    canvas.memory.limits.vertex_streams = 2;
    canvas.memory.limits.fragment_env_parameters = 4;
    let generated = QueryTarget::PrimitivesGenerated;
    assert!(canvas.begin_query(1, generated(1)).is_ok());
    let found = canvas.begin_query(2, generated(2));
    assert!(matches!(found, Err(CanvasError::Query(QueryError::Stream(2)))));
    assert!(canvas.set_environment(Stage::Fragment, 3, [1.0; 4]).is_ok());
    let found = canvas.set_environment(Stage::Fragment, 4, [1.0; 4]);
    assert!(matches!(found, Err(CanvasError::Index { number: 4, most: 4 })));
}

/// source: ARB_vertex_program, errors of ProgramStringARB: INVALID_OPERATION "if the program string <string> is syntactically
/// incorrect or violates any semantic restriction of the execution environment of the specified program target": a section
/// is a target
#[test]
fn sections_take_programs_of_their_stage() {
    for (section, header) in [
        ("fragment program", "!!ARBvp1.0"),
        ("vertex program", "!!ARBfp1.0"),
        ("geometry program", "!!ARBfp1.0"),
        ("compute program", "!!ARBfp1.0"),
    ] {
        let body = if header == "!!ARBvp1.0" {
            "MOV result.position, vertex.position;"
        } else {
            "MOV result.color, 1;"
        };
        let scene = format!("[{section}]\n{header}\n{body}\nEND\n[test]\nclear\n");
        let (place, message) = problem(&scene).expect("it is refused");
        assert_eq!(place, header, "{section}: {message}");
    }
    // A name of a section stands up to its bracket.
    assert!(problem("[test\nclear\n").is_some());
}
