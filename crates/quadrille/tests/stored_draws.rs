//! Draws of what lies in buffers: errors have places, and every engine gives the same bits on any number of threads.

use std::sync::Arc;

use quadrille::memory::Buffer;
use quadrille::scene::{SceneOptions, Verdict, run_scene};
use quadrille::{
    Budget, BufferBinding, BufferMode, Canvas, CanvasError, CanvasOptions, Capture, ComponentType,
    Components, Conversion, DrawCall, DrawError, ENGINES, ElementBuffer, ElementsError, FeedbackAttribute,
    FeedbackError, FeedbackStateError, IndexType, IndirectBuffer, IndirectError, Instances, NoFiles,
    Primitive, Session, Topology, VertexArray, VertexFormat,
};

const VERTEX: &str = "!!NVvp4.0
TEMP p;
MAD p, vertex.attrib[0], { 0.05, 0.05, 0, 0 }, { -0.9, -0.9, 0, 1 };
MAD p.xy, vertex.attrib[2], 0.3, p;
MOV result.position, p;
MOV result.color, vertex.attrib[3];
MOV result.attrib[1], vertex.attrib[1];
END";

fn words(seed: u32) -> impl Iterator<Item = u32> {
    let mut state = seed;
    std::iter::repeat_with(move || {
        state = state.wrapping_mul(0x9e37_79b9).wrapping_add(0x7f4a_7c15);
        state ^ state >> 15
    })
}

fn buffer(bytes: impl IntoIterator<Item = u8>) -> Arc<Buffer> {
    Arc::new(Buffer::from_bytes(&bytes.into_iter().collect::<Vec<u8>>()))
}

fn array(
    buffer: &Arc<Buffer>,
    of: ComponentType,
    count: Components,
    how: Conversion,
    divisor: u32,
) -> VertexArray {
    let format = VertexFormat::new(of, count, how).expect("a format");
    VertexArray {
        buffer: buffer.clone(),
        start: 0,
        stride: format.bytes(),
        format,
        divisor,
    }
}

fn elements(numbers: &[u16]) -> ElementBuffer {
    ElementBuffer {
        buffer: buffer(numbers.iter().flat_map(|number| number.to_le_bytes())),
        offset: 0,
        index_type: IndexType::U16,
    }
}

/// A canvas with arrays of several formats, which records what vertices have.
fn canvas(session: &Session, threads: usize) -> (Canvas, Arc<Buffer>) {
    let options = CanvasOptions {
        threads,
        ..CanvasOptions::new(64, 64)
    };
    let mut canvas = session.canvas_with(&options).unwrap();
    canvas.bind(&session.load("vertex", VERTEX).unwrap()).unwrap();
    let bytes = |seed, count| buffer(words(seed).map(|word| (word >> 8) as u8).take(count));
    let places = words(7)
        .map(|word| word % 37)
        .take(4000)
        .flat_map(|word| (word as u16).to_le_bytes());
    let places = buffer(places);
    let (one, two) = (Components::Count(1), Components::Count(2));
    canvas.vertex_arrays[0] = Some(array(
        &places,
        ComponentType::UnsignedShort,
        two,
        Conversion::Float,
        0,
    ));
    let packed = bytes(3, 8000);
    let all = Components::Count(4);
    let of_packed = |how| array(&packed, ComponentType::Int2_10_10_10, all, how, 0);
    canvas.vertex_arrays[1] = Some(of_packed(Conversion::Normalized));
    let steps = buffer(
        [0, 1, 2, 3, 4]
            .map(|step| step as f32)
            .iter()
            .flat_map(|step| step.to_le_bytes()),
    );
    canvas.vertex_arrays[2] = Some(array(&steps, ComponentType::Float, one, Conversion::Float, 2));
    let colors = bytes(5, 8000);
    let color = array(
        &colors,
        ComponentType::UnsignedByte,
        Components::Bgra,
        Conversion::Normalized,
        0,
    );
    canvas.vertex_arrays[3] = Some(color);
    let out = Arc::new(Buffer::new(1 << 20).unwrap());
    let capture = Capture::Attribute {
        attribute: FeedbackAttribute::Generic(1),
        components: 4,
    };
    canvas
        .set_feedback_attributes(&[capture], BufferMode::Interleaved, &[])
        .unwrap();
    canvas
        .bind_feedback_buffer(0, Some(BufferBinding::whole(out.clone())))
        .unwrap();
    (canvas, out)
}

/// Many strips in one draw, with instances, and others by numbers in buffers: the same on every engine and any number of
/// threads, which two unlike ways of drawing them check.
#[test]
fn every_engine_draws_the_same() {
    let mut expected = None;
    for row in ENGINES {
        // Theirs is another arithmetic.
        if row.name == "gf3" || row.name.ends_with("nv20") {
            continue;
        }
        let session = Session::new().engine(row.name).unwrap();
        for threads in [1, 3] {
            let (mut canvas, out) = canvas(&session, threads);
            let numbers: Vec<u16> = words(11)
                .map(|word| {
                    if word % 7 == 0 {
                        u16::MAX
                    } else {
                        (word >> 4) as u16 % 900
                    }
                })
                .take(6000)
                .collect();
            canvas.state.restart.fixed = true;
            canvas.state.lighting.flat = true;
            canvas.begin_feedback(Primitive::Triangle).unwrap();
            let instances = Instances { count: 3, base: 1 };
            let call = DrawCall::Elements {
                elements: elements(&numbers),
                count: numbers.len() as u32,
                base_vertex: 50,
                instances,
            };
            let outcome = canvas.draw_call(Topology::TriangleStrip, &call).unwrap();
            canvas.state.provoking_vertex = quadrille::ProvokingVertex::First;
            let draws = [3_u32, 1, 10, 0, 6, 2, 0, 1].map(u32::to_le_bytes);
            let indirect = IndirectBuffer {
                buffer: buffer(draws.into_iter().flatten()),
                offset: 0,
                count: 2,
                stride: 0,
                count_in: None,
            };
            canvas
                .draw_call(Topology::Triangles, &DrawCall::ArraysIndirect(indirect))
                .unwrap();
            let recorded = canvas.end_feedback().unwrap();
            let colors = canvas.framebuffer().color_values(0);
            let found = (recorded, outcome.counts, out.to_bytes(), colors);
            let expected = expected.get_or_insert_with(|| found.clone());
            assert!(*expected == found, "{} on {threads} threads", row.name);
        }
    }
    assert!(expected.is_some());
}

fn error(canvas: &mut Canvas, call: &DrawCall) -> CanvasError {
    canvas.draw_call(Topology::Points, call).unwrap_err()
}

/// source: OpenGL 4.6, 6.2 (alignment), 6.4 (accesses outside of buffers), 10.5; ARB_transform_feedback2, errors
#[test]
fn errors_are_types() {
    let (mut canvas, out) = canvas(&Session::new(), 1);
    let one = Instances::ONE;
    let of_elements = |numbers: &[u16], offset, count, base_vertex| DrawCall::Elements {
        elements: ElementBuffer {
            offset,
            ..elements(numbers)
        },
        count,
        base_vertex,
        instances: one,
    };
    let found = error(&mut canvas, &of_elements(&[0, 1], 1, 1, 0));
    assert!(matches!(
        found,
        CanvasError::Elements(ElementsError::Misaligned { .. })
    ));
    let found = error(&mut canvas, &of_elements(&[0, 1], 0, u32::MAX, 0));
    assert!(matches!(
        found,
        CanvasError::Elements(ElementsError::OutOfRange { .. })
    ));
    let found = error(&mut canvas, &of_elements(&[3, 1], 0, 2, -2));
    let wraps = ElementsError::Wraps {
        index: 1,
        base_vertex: -2,
    };
    assert!(
        matches!(found, CanvasError::Elements(error) if error == wraps),
        "{found}"
    );
    let found = error(&mut canvas, &of_elements(&[999], 0, 1, 2000));
    assert!(
        matches!(found, CanvasError::Draw(DrawError::Vertex { vertex: 2999, .. })),
        "{found}"
    );
    let range = |first, count, instances| DrawCall::Arrays {
        first,
        count,
        instances,
    };
    let found = error(&mut canvas, &range(u32::MAX, u32::MAX, one));
    assert!(matches!(found, CanvasError::Draw(DrawError::Vertex { .. })));
    let found = error(&mut canvas, &range(0, 1, Instances { count: 9, base: 1 }));
    let instance = matches!(
        found,
        CanvasError::Draw(DrawError::Instance {
            attribute: 2,
            vector: 5,
            ..
        })
    );
    assert!(instance, "{found}");
    let indirect = |numbers: &[u32], offset, count, stride| {
        DrawCall::ArraysIndirect(IndirectBuffer {
            buffer: buffer(numbers.iter().flat_map(|number| number.to_le_bytes())),
            offset,
            count,
            stride,
            count_in: None,
        })
    };
    let found = error(&mut canvas, &indirect(&[1, 1, 0, 0], 2, 1, 0));
    assert!(matches!(
        found,
        CanvasError::Indirect(IndirectError::Misaligned(2))
    ));
    let found = error(&mut canvas, &indirect(&[1, 1, 0, 0], 0, 2, 0));
    assert!(matches!(
        found,
        CanvasError::Indirect(IndirectError::OutOfRange { .. })
    ));
    let found = error(&mut canvas, &indirect(&[1, 1, 0, 0], 0, 1, 18));
    assert!(matches!(found, CanvasError::Indirect(IndirectError::Stride(18))));
    let found = error(&mut canvas, &indirect(&[u32::MAX, 1, 0, 0], 0, 1, 0));
    assert!(matches!(found, CanvasError::Draw(DrawError::Vertex { .. })));
    let groups = canvas.dispatch_indirect(&Buffer::new(8).unwrap(), 0, None);
    assert!(matches!(
        groups,
        Err(CanvasError::Indirect(IndirectError::OutOfRange { .. }))
    ));
    let feedback = |object, stream| DrawCall::Feedback {
        object,
        stream,
        instances: one,
    };
    let found = error(&mut canvas, &feedback(0, 0));
    assert!(matches!(
        found,
        CanvasError::FeedbackState(FeedbackStateError::NeverEnded(0))
    ));
    canvas.begin_feedback(Primitive::Point).unwrap();
    canvas.vertex_arrays[1].as_mut().unwrap().buffer = out;
    let found = error(&mut canvas, &range(0, 1, one));
    assert!(
        matches!(
            found,
            CanvasError::Draw(DrawError::Feedback(FeedbackError::Read { .. }))
        ),
        "{found}"
    );
    canvas.end_feedback().unwrap();
    let found = error(&mut canvas, &feedback(0, 4));
    assert!(matches!(
        found,
        CanvasError::FeedbackState(FeedbackStateError::Stream(4))
    ));
    canvas.draw_call(Topology::Points, &feedback(0, 0)).unwrap();
}

/// Draws without arrays, which have as many vertices as numbers can say, end with their budget.
#[test]
fn budgets_hold() {
    let session = Session::new();
    let mut canvas = session.canvas(8, 8).unwrap();
    canvas.budget = Budget {
        work: 1_000_000,
        ..Budget::default()
    };
    let numbers = [u32::MAX, u32::MAX, 0, 0].map(u32::to_le_bytes);
    let indirect = IndirectBuffer {
        buffer: buffer(numbers.into_iter().flatten()),
        offset: 0,
        count: u32::MAX,
        stride: 0,
        count_in: Some((buffer(1_u32.to_le_bytes()), 0)),
    };
    let found = error(&mut canvas, &DrawCall::ArraysIndirect(indirect));
    assert!(matches!(found, CanvasError::Spent(_)), "{found}");
}

/// A mistake is told at its command, with what is wrong.
#[test]
fn mistakes_in_scenes_have_places() {
    let session = Session::new();
    for (command, message) in [
        (
            "draw elements POINTS 1 ushort b 1",
            "numbers of 2 bytes lie at multiples of that, not at byte 1",
        ),
        (
            "draw elements POINTS 4294967295 uint b 0",
            "are more than the 16 bytes of the buffer hold",
        ),
        (
            "draw elements POINTS 1 ubyte b 0 base_vertex -1",
            "come to none of a vertex",
        ),
        ("draw elements POINTS 1 ubyte c 0", "there is no buffer `c`"),
        (
            "draw arrays indirect POINTS b 2",
            "multiples of 4 bytes, not at byte 2",
        ),
        (
            "draw arrays indirect POINTS b 0 draws 0xffffffff",
            "are not in the buffer, which has 16",
        ),
        (
            "draw arrays indirect POINTS ones 0",
            "vertex 4294967294 is not among",
        ),
        ("dispatch indirect b 8", "there is no"),
        (
            "draw feedback POINTS 3",
            "nothing was recorded and ended by transform feedback object 3",
        ),
        ("vertex array 16/float/1 b", "there is no such attribute"),
        (
            "draw arrays POINTS 0 5",
            "vertex 4 is not among the 4 vertices of the arrays",
        ),
        (
            "draw arrays instanced POINTS 0 1 9 base_instance 1",
            "an instance takes number 9",
        ),
    ] {
        let scene = format!(
            "[require]\nSIZE 4 4\n[test]\nbuffer b size 16\nbuffer ones data u32 0xffffffff 1 0 0\n\
             vertex array 0/float/1 b\nvertex array 1/float/1 b divisor 1\n{command}\n"
        );
        let report = run_scene("a.shader_test", &scene, &SceneOptions::new(&session, &NoFiles));
        let Verdict::Error(problems) = report.verdict else {
            panic!("{command}: {:?}", report.verdict);
        };
        let problem = &problems[0];
        assert_eq!(
            problem.span.start as usize,
            scene.len() - command.len() - 1,
            "{command}"
        );
        if !command.starts_with("dispatch") {
            assert!(
                problem.message.contains(message),
                "{command}: {}",
                problem.message
            );
        }
    }
}
