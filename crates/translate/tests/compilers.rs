//! What compilers of shading languages refuse that a program may ask for: a line a case, found by programs made at
//! random.

use quadrille_translate::{AlphaTest, Options, Packing, SourceProgram, Target, translate};

fn text(program: &str, options: &Options) -> String {
    let checked = quadrille_check::check(program, &Default::default());
    let program = checked.program.expect("it is right");
    let source = SourceProgram {
        program: &program,
        text: "",
        partner: None,
    };
    translate(source, options).expect("it is supported").text
}

/// source: GLSL 1.20, 7.1: all executions of a vertex shader must write gl_Position
#[test]
fn a_vertex_shader_writes_a_position() {
    let program = "!!ARBvp1.0\nMOV result.color, vertex.color;\nEND\n";
    for target in [Target::Glsl120, Target::GlslEs100] {
        let text = text(program, &Options::new(target));
        assert!(text.contains("gl_Position = vec4(0.0, 0.0, 0.0, 1.0);"), "{text}");
    }
}

/// source: GLSL 1.20, 3.6: `dvec4` is a word for later; NV_gpu_program4 2.X.5: no way leads to `unused`
#[test]
fn what_no_way_leads_to_has_no_variables() {
    let program = "!!NVfp5.0\nUINT LONG TEMP wide;\nmain:\nMOV result.color, fragment.color;\nRET;\nunused:\n\
                   ADD.U64 wide, wide, wide;\nRET;\nEND\n";
    let text = text(program, &Options::new(Target::Glsl120));
    assert!(!text.contains("wide"), "{text}");
}

/// source: OpenGL 3.0, 4.1.4: the alpha test is not of integers
#[test]
fn integers_are_not_tested() {
    let program = "!!NVfp4.0\nINT OUTPUT whole = result.color;\n\
                   OR.S whole, { 1, 2, 3, 4 }, 5;\nEND\n";
    let mut options = Options::new(Target::Glsl330);
    options.alpha_test = Some(AlphaTest::Less);
    let text = text(program, &options);
    assert!(text.contains("out ivec4 o_color0"), "{text}");
    assert!(!text.contains("discard"), "{text}");
}

/// source: GL_KHR_vulkan_glsl: push constants, and gl_VertexIndex in place of gl_VertexID
#[test]
fn push_constants_are_of_vulkan() {
    let program = "!!NVvp4.0\nTEMP t;\nI2F t, vertex.id.x;\nMUL t.y, t, vertex.instance.x;\n\
                   ADD result.position, t, program.local[0];\nEND\n";
    let mut options = Options::new(Target::Glsl450);
    options.packing = Packing::PushConstants;
    let text = text(program, &options);
    assert!(
        text.contains("gl_VertexIndex") && text.contains("gl_InstanceIndex"),
        "{text}"
    );
    assert!(!text.contains("gl_VertexID"), "{text}");
}

/// source: WGSL, 6.2.1 and 8.18.1: a literal beyond the largest float, and an operation on constants alone that loses
/// bits, are errors of a shader
#[test]
fn constants_of_wgsl_are_within_their_range() {
    let options = Options::new(Target::Wgsl);
    let program = "!!ARBfp1.0\nMIN result.color, fragment.color, { 3.4028235e38 }.x;\nEND\n";
    let largest = text(program, &options);
    assert!(
        largest.contains("340282346638528859811704183484516925440f"),
        "{largest}"
    );
    let program = "!!NVfp4.0\nINT TEMP n;\nSHL.S n, -1, 31;\nI2F result.color, n;\nEND\n";
    let shifted = text(program, &options);
    for text in [largest, shifted] {
        naga::front::wgsl::parse_str(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        // A constant on the left of a shift would be computed early.
        assert!(
            !text.contains("-1i << ") && !text.contains("4294967295u << "),
            "{text}"
        );
    }
}
