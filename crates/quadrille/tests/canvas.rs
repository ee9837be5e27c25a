//! The library draws: what a canvas takes and what it refuses. docs/library.md is a test of its own.

use quadrille::texture::{Extent, ObjectTarget, Sampler, Texture};
use quadrille::{
    Canvas, CanvasError, CanvasOptions, Clear, ColorFormat, Mesh, MeshError, NoFiles, Session, Stage,
    Topology, attribute,
};

const WHOLE: [f32; 8] = [-1.0, -1.0, 1.0, -1.0, -1.0, 1.0, 1.0, 1.0];

fn square() -> Mesh {
    Mesh::new(Topology::TriangleStrip)
        .with(attribute::POSITION, 2, WHOLE.to_vec())
        .expect("whole vectors")
}

fn bind(session: &Session, canvas: &mut Canvas, text: &str) {
    let program = session.load("program", text).expect("it is a program");
    canvas.bind(&program).expect("it has a stage of a draw");
}

fn center(canvas: &Canvas) -> [f32; 4] {
    canvas.framebuffer().color(0, 4, 4)
}

/// source: ARB_vertex_program 2.14.1: local parameters belong to a program, environment parameters to all.
#[test]
fn parameters_by_name_and_number() {
    let session = Session::new();
    let mut canvas = session.canvas(8, 8).expect("a small canvas");
    bind(
        &session,
        &mut canvas,
        "!!ARBfp1.0\nPARAM one = program.local[3]; PARAM many[3] = { program.env[4..6] };\nALIAS uno = one;\n\
         PARAM fixed = { 0, 0, 0, 1 };\nADD result.color, one, many[1];\nEND",
    );
    canvas
        .set_parameter(Stage::Fragment, "one", [0.25, 0.0, 0.0, 0.5])
        .expect("a name");
    canvas
        .set_parameter(Stage::Fragment, "many[1]", [0.0, 0.5, 0.0, 0.5])
        .expect("an element");
    canvas.draw(&square()).expect("it draws");
    assert_eq!(center(&canvas), [64.0 / 255.0, 128.0 / 255.0, 0.0, 1.0]);
    // An alias is a name for the same parameter; numbers reach it too.
    canvas
        .set_parameter(Stage::Fragment, "uno", [1.0, 0.0, 0.0, 0.5])
        .expect("an alias");
    canvas
        .set_environment(Stage::Fragment, 5, [0.0, 0.0, 1.0, 0.5])
        .expect("a number");
    canvas.draw(&square()).expect("it draws");
    assert_eq!(center(&canvas), [1.0, 0.0, 1.0, 1.0]);
    for wrong in [
        "two",
        "many[3]",
        "many[-1]",
        "fixed",
        "one[",
        "",
        "program.local[9999]",
    ] {
        assert!(
            canvas.set_parameter(Stage::Fragment, wrong, [0.0; 4]).is_err(),
            "{wrong}"
        );
    }
    let nobody = canvas.set_local(Stage::Vertex, 0, [0.0; 4]);
    assert!(matches!(nobody, Err(CanvasError::NoProgram)));
    let far = canvas.set_local(Stage::Fragment, usize::MAX, [0.0; 4]);
    assert!(matches!(far, Err(CanvasError::Index { .. })));
}

/// source: by hand. A texture of each of two targets is bound to one unit, and fixed function takes the one
/// of higher precedence (GL 2.1, 3.8.15).
#[test]
fn textures_and_fixed_function() {
    let session = Session::new();
    let mut canvas = session.canvas(8, 8).expect("a small canvas");
    let texel = |target, color: [u8; 4]| {
        Texture::from_rgba8(target, Extent::new(1, 1, 1), &color).expect("one texel")
    };
    let nearest = Sampler::nearest();
    let red = texel(ObjectTarget::TwoDimensional, [255, 0, 0, 255]);
    let green = texel(ObjectTarget::ThreeDimensional, [0, 255, 0, 255]);
    canvas.set_texture(1, red, nearest).expect("unit 1");
    canvas.set_texture(1, green, nearest).expect("unit 1");
    let enabled = |canvas: &mut Canvas, target: quadrille::state::FixedTarget, on| {
        canvas.state.textures[1].enabled[target as usize] = on;
    };
    use quadrille::state::FixedTarget;
    enabled(&mut canvas, FixedTarget::T2D, true);
    canvas.draw(&square()).expect("it draws");
    assert_eq!(center(&canvas), [1.0, 0.0, 0.0, 1.0]);
    enabled(&mut canvas, FixedTarget::T3D, true);
    canvas.draw(&square()).expect("it draws");
    assert_eq!(center(&canvas), [0.0, 1.0, 0.0, 1.0]);
    enabled(&mut canvas, FixedTarget::T3D, false);
    enabled(&mut canvas, FixedTarget::T1D, true);
    canvas.draw(&square()).expect("it draws");
    assert_eq!(center(&canvas), [1.0, 0.0, 0.0, 1.0]);
    // Cube maps come first, and this one has no images: it is as if none were enabled.
    enabled(&mut canvas, FixedTarget::Cube, true);
    canvas.draw(&square()).expect("it draws");
    assert_eq!(center(&canvas), [1.0; 4]);
    let unit = canvas.set_texture(99, Texture::new(ObjectTarget::Cube), nearest);
    assert!(matches!(unit, Err(CanvasError::Unit(99))));
}

/// source: ARB_draw_buffers and GL 2.1, 4.2.1: each output goes to its buffer.
#[test]
fn several_buffers() {
    let session = Session::new();
    let options = CanvasOptions {
        colors: vec![ColorFormat::Rgba8, ColorFormat::Rgba16F, ColorFormat::Rgba32F],
        ..CanvasOptions::new(8, 8)
    };
    let mut canvas = session.canvas_with(&options).expect("three buffers");
    canvas.state.draw_buffers = vec![Some(0), Some(2)];
    canvas.clear(&Clear {
        color: Some([0.0, 0.0, 4.0, 1.0]),
        ..Clear::default()
    });
    bind(
        &session,
        &mut canvas,
        "!!ARBfp1.0\nOPTION ARB_draw_buffers;\nMOV result.color[0], { 1, 0, 0, 1 };\n\
         MOV result.color[1], { 2, -3, 0.1, 1 };\nEND",
    );
    canvas.state.scissor = Some(quadrille::state::Rectangle {
        x: 4,
        y: 4,
        width: 1,
        height: 1,
    });
    canvas.draw(&square()).expect("it draws");
    let framebuffer = canvas.framebuffer();
    assert_eq!(framebuffer.color(0, 4, 4), [1.0, 0.0, 0.0, 1.0]);
    assert_eq!(framebuffer.color(0, 3, 4), [0.0, 0.0, 1.0, 1.0]);
    assert_eq!(framebuffer.color(1, 4, 4), [0.0; 4]);
    assert_eq!(framebuffer.color(2, 4, 4), [2.0, -3.0, 0.1, 1.0]);
    assert_eq!(framebuffer.color(2, 4, 3), [0.0, 0.0, 4.0, 1.0]);
    assert_eq!(canvas.picture_of(2).rgba.len(), 8 * 8 * 4);
    assert!(canvas.picture_of(3).rgba.is_empty());
}

#[test]
fn what_cannot_be_is_an_error() {
    let session = Session::new();
    assert!(session.canvas(0, 1).is_err());
    assert!(session.canvas(1, 1 << 30).is_err());
    let many = CanvasOptions {
        colors: vec![ColorFormat::Rgba8; 9],
        ..CanvasOptions::new(1, 1)
    };
    assert!(session.canvas_with(&many).is_err());
    let mesh = || Mesh::new(Topology::Points);
    assert_eq!(mesh().with(16, 1, vec![]), Err(MeshError::Attribute(16)));
    assert_eq!(mesh().with(0, 5, vec![]), Err(MeshError::Size(5)));
    assert!(matches!(
        mesh().with(0, 3, vec![0.0; 4]),
        Err(MeshError::Length { .. })
    ));
    let two = mesh().with(0, 2, vec![0.0; 4]).expect("two vertices");
    let index = two.indexed(vec![0, 2]);
    assert_eq!(
        index,
        Err(MeshError::Index {
            vertex: 2,
            vertices: 2
        })
    );
    assert!(Mesh::read("torus.obj", &NoFiles).is_err());
    // A draw of nothing, and an array that a program does not read.
    let mut canvas = session.canvas(2, 2).expect("small");
    assert_eq!(canvas.draw(&mesh()).expect("nothing").vertices, 0);
}

/// source: three instructions are more than two.
#[test]
fn a_program_that_costs_too_much_is_stopped() {
    let session = Session::new();
    let mut canvas = session.canvas(8, 8).expect("small");
    bind(
        &session,
        &mut canvas,
        "!!ARBfp1.0\nTEMP a;\nMOV a, fragment.color;\nADD a, a, a;\nMOV result.color, a;\nEND",
    );
    bind(
        &session,
        &mut canvas,
        "!!ARBvp1.0\nMOV result.position, vertex.position;\nEND",
    );
    canvas.budget.instructions = 2;
    let stopped = canvas.draw(&square());
    assert!(matches!(
        stopped,
        Err(CanvasError::Trap {
            stage: Stage::Fragment,
            ..
        })
    ));
}
