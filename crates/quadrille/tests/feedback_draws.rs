//! Transform feedback and queries: errors of calls, and the same records for every engine and any number of threads.

use std::sync::Arc;

use quadrille::memory::Buffer;
use quadrille::{Arrays, DrawError, Elements};
use quadrille::{
    BufferBinding, BufferMode, Canvas, CanvasError, CanvasOptions, Capture, ENGINES, FeedbackAttribute,
    FeedbackError, FeedbackStateError, Primitive, QueryError, QueryTarget, Session, Topology,
};

const POSITION: [Capture; 1] = [Capture::Attribute {
    attribute: FeedbackAttribute::Position,
    components: 4,
}];

fn canvas() -> Canvas {
    Session::new().canvas(8, 8).unwrap()
}

fn draw(canvas: &mut Canvas, topology: Topology, values: &[f32]) -> Result<(), CanvasError> {
    let count = values.len() as u32 / 4;
    let arrays = Arrays::default().with(0, 4, values);
    canvas
        .draw_arrays(topology, arrays, Elements::Range { first: 0, count })
        .map(|_| ())
}

fn state(result: Result<(), CanvasError>) -> FeedbackStateError {
    match result {
        Err(CanvasError::FeedbackState(error)) => error,
        other => panic!("{other:?}"),
    }
}

/// source: NV_transform_feedback2 2.Y.2: the INVALID_OPERATION and INVALID_VALUE errors of the calls
#[test]
fn errors_of_calls() {
    let mut canvas = canvas();
    assert_eq!(state(canvas.pause_feedback()), FeedbackStateError::Inactive);
    let nothing = canvas.begin_feedback(Primitive::Point);
    assert!(matches!(
        nothing,
        Err(CanvasError::Feedback(FeedbackError::Nothing))
    ));
    canvas
        .set_feedback_attributes(&POSITION, BufferMode::Interleaved, &[])
        .unwrap();
    let unbound = canvas.begin_feedback(Primitive::Point);
    assert!(matches!(
        unbound,
        Err(CanvasError::Feedback(FeedbackError::NoBuffer(0)))
    ));
    let buffer = Arc::new(Buffer::new(64).unwrap());
    let part = |start, length| {
        Some(BufferBinding {
            buffer: buffer.clone(),
            start,
            length,
        })
    };
    for (start, length) in [(2, 8), (0, 6), (0, 0), (60, 8)] {
        let bound = canvas.bind_feedback_buffer(0, part(start, length));
        assert_eq!(state(bound), FeedbackStateError::Part, "{start} {length}");
    }
    canvas.bind_feedback_buffer(0, part(0, 64)).unwrap();
    canvas.begin_feedback(Primitive::Point).unwrap();
    assert_eq!(
        state(canvas.begin_feedback(Primitive::Point)),
        FeedbackStateError::Active
    );
    assert_eq!(
        state(canvas.bind_feedback_buffer(0, None)),
        FeedbackStateError::Active
    );
    assert_eq!(state(canvas.bind_feedback(1)), FeedbackStateError::Active);
    assert_eq!(state(canvas.resume_feedback()), FeedbackStateError::NotPaused);
    let triangle = draw(&mut canvas, Topology::Triangles, &[0.0; 12]);
    assert!(matches!(
        triangle,
        Err(CanvasError::Draw(DrawError::Feedback(FeedbackError::Primitive {
            made: Primitive::Triangle,
            recorded: Primitive::Point
        })))
    ));
    canvas.pause_feedback().unwrap();
    assert_eq!(state(canvas.pause_feedback()), FeedbackStateError::Paused);
    draw(&mut canvas, Topology::Triangles, &[0.0; 12]).unwrap();
    canvas.bind_feedback(1).unwrap();
    canvas.bind_feedback(0).unwrap();
    canvas.resume_feedback().unwrap();
    draw(&mut canvas, Topology::Points, &[0.0; 8]).unwrap();
    assert_eq!(canvas.end_feedback().unwrap(), [2, 0, 0, 0]);
}

/// A buffer that two binding points write has a typed error.
///
/// source: the definition of disjoint ranges
#[test]
fn a_buffer_is_not_written_twice() {
    let mut canvas = canvas();
    let list = [
        POSITION[0],
        Capture::NextBuffer,
        Capture::Attribute {
            attribute: FeedbackAttribute::PointSize,
            components: 1,
        },
    ];
    canvas
        .set_feedback_attributes(&list, BufferMode::Interleaved, &[])
        .unwrap();
    let buffer = Arc::new(Buffer::new(64).unwrap());
    let part = |start, length| {
        Some(BufferBinding {
            buffer: buffer.clone(),
            start,
            length,
        })
    };
    canvas.bind_feedback_buffer(0, part(0, 32)).unwrap();
    canvas.bind_feedback_buffer(1, part(28, 36)).unwrap();
    let begun = canvas.begin_feedback(Primitive::Point);
    assert!(matches!(
        begun,
        Err(CanvasError::Feedback(FeedbackError::Overlap([0, 1])))
    ));
    canvas.bind_feedback_buffer(1, part(32, 32)).unwrap();
    canvas.begin_feedback(Primitive::Point).unwrap();
}

/// source: NV_transform_feedback 2.X, ARB_occlusion_query2, NV_conditional_render 2.X: the errors of the calls
#[test]
fn errors_of_queries() {
    let error = |result: Result<(), CanvasError>| match result {
        Err(CanvasError::Query(error)) => error,
        other => panic!("{other:?}"),
    };
    let mut canvas = canvas();
    let samples = QueryTarget::SamplesPassed;
    assert_eq!(error(canvas.begin_query(0, samples)), QueryError::Zero);
    assert_eq!(error(canvas.end_query(samples)), QueryError::Inactive);
    let stream = QueryTarget::PrimitivesGenerated(4);
    assert_eq!(error(canvas.begin_query(1, stream)), QueryError::Stream(4));
    canvas.begin_query(1, samples).unwrap();
    let any = QueryTarget::AnySamplesPassed;
    assert_eq!(error(canvas.begin_query(2, any)), QueryError::Active);
    let time = QueryTarget::TimeElapsed;
    assert_eq!(error(canvas.begin_query(1, time)), QueryError::InUse(1));
    assert_eq!(
        error(canvas.begin_conditional_render(1, false)),
        QueryError::InUse(1)
    );
    canvas.end_query(samples).unwrap();
    assert_eq!(error(canvas.begin_query(1, time)), QueryError::Target(1));
    canvas.begin_query(2, time).unwrap();
    canvas.end_query(time).unwrap();
    assert_eq!(
        error(canvas.begin_conditional_render(2, false)),
        QueryError::Condition(2)
    );
    assert_eq!(
        error(canvas.begin_conditional_render(9, false)),
        QueryError::Unknown(9)
    );
    canvas.begin_conditional_render(1, false).unwrap();
    assert_eq!(
        error(canvas.begin_conditional_render(1, false)),
        QueryError::Conditional
    );
    assert_eq!(error(canvas.begin_query(1, samples)), QueryError::InUse(1));
    canvas.end_conditional_render().unwrap();
    assert_eq!(error(canvas.end_conditional_render()), QueryError::Unconditional);
}

/// What is recorded is the same for every engine and any number of threads, over the borders of blocks and segments.
///
/// source: the program, by hand: a vertex's second attribute is twice its number
#[test]
fn records_do_not_depend_on_threads_or_engines() {
    const TRIANGLES: u32 = 20_000;
    let text = "!!NVvp4.0\nMOV result.position, vertex.position;\nADD result.attrib[0], vertex.attrib[1], vertex.attrib[1];\nEND\n";
    let numbers: Vec<f32> = (0..3 * TRIANGLES).map(|number| number as f32).collect();
    for engine in ENGINES
        .iter()
        .map(|row| row.name)
        .filter(|name| ["reference", "wide"].contains(name))
    {
        for threads in [1, 2] {
            let session = Session::new().engine(engine).unwrap();
            let options = CanvasOptions {
                threads,
                ..CanvasOptions::new(8, 8)
            };
            let mut canvas = session.canvas_with(&options).unwrap();
            canvas.bind(&session.load("program", text).unwrap()).unwrap();
            canvas.state.rasterizer_discard = true;
            let list = [Capture::Attribute {
                attribute: FeedbackAttribute::Generic(0),
                components: 1,
            }];
            canvas
                .set_feedback_attributes(&list, BufferMode::Interleaved, &[])
                .unwrap();
            let buffer = Arc::new(Buffer::new(4 * numbers.len() as u64).unwrap());
            canvas
                .bind_feedback_buffer(0, Some(BufferBinding::whole(buffer.clone())))
                .unwrap();
            canvas.begin_feedback(Primitive::Triangle).unwrap();
            let arrays = Arrays::default().with(1, 1, &numbers);
            let elements = Elements::Range {
                first: 0,
                count: 3 * TRIANGLES,
            };
            let outcome = canvas.draw_arrays(Topology::Triangles, arrays, elements).unwrap();
            assert_eq!(outcome.counts.written[0], u64::from(TRIANGLES));
            let found: Vec<f32> = buffer
                .to_bytes()
                .as_chunks()
                .0
                .iter()
                .map(|word| f32::from_le_bytes(*word))
                .collect();
            assert!(
                found
                    .iter()
                    .zip(&numbers)
                    .all(|(found, number)| *found == 2.0 * number)
            );
        }
    }
}
