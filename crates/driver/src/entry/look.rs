//! What a capture asks of the driver.

use super::current::with;
use super::real::{Driver, call};
use super::{content, own};
use crate::capture::{Look, Of, Recorded, Recorder, TooLarge};
use crate::context::{Cut, Space};
use crate::gl::{Gl, number};

const RGBA: u32 = 0x1908;
const DEPTH_COMPONENT: u32 = 0x1902;
const UNSIGNED_BYTE: u32 = 0x1401;
const UNSIGNED_INT: u32 = 0x1405;
const PIXEL_PACK_BUFFER_BINDING: u32 = 0x88ed;
const PIXEL_PACK_BUFFER: u32 = 0x88eb;
/// PACK_SWAP_BYTES to PACK_ALIGNMENT, PACK_SKIP_IMAGES and PACK_IMAGE_HEIGHT, with the values of rows without gaps.
const PACK: [(u32, i32); 8] = [
    (0x0d00, 0),
    (0x0d01, 0),
    (0x0d02, 0),
    (0x0d03, 0),
    (0x0d04, 0),
    (0x0d05, 1),
    (0x806b, 0),
    (0x806c, 0),
];

const FEEDBACK_BUFFER: u32 = 0x8c8e;
const FEEDBACK_BUFFER_BINDING: u32 = 0x8c8f;
const FEEDBACK: u32 = 0x8e22;
const FEEDBACK_BINDING: u32 = 0x8e25;
const FEEDBACK_ACTIVE: u32 = 0x8e24;
const PRIMITIVES_GENERATED: u32 = 0x8c87;
const QUERY_RESULT: u32 = 0x8866;
const STATIC_READ: u32 = 0x88e5;
const RASTERIZER_DISCARD: u32 = 0x8c89;
const ATTRIBUTE_STACK_DEPTH: u32 = 0x0bb0;
const MAX_ATTRIBUTE_STACK_DEPTH: u32 = 0x0d35;

/// The kinds of primitives that feedback records: TRIANGLES, LINES, POINTS.
const KINDS: [u32; 3] = [4, 1, POINTS];
const POINTS: u32 = 0;

/// What stands in the buffer where nothing is recorded.
const UNWRITTEN: u32 = u32::MAX;

/// The most bytes that a draw may record.
const MOST_BYTES: usize = 64 << 20;

/// Reads pixels with the state of a new context for how they are laid out.
fn unpacked<T: Copy + Default>(count: usize, read: impl FnOnce(*mut T)) -> Vec<T> {
    let mut pixels = vec![T::default(); count];
    // The stack of client attributes may be full.
    let buffer = Driver.integer(PIXEL_PACK_BUFFER_BINDING).cast_unsigned();
    let before = PACK.map(|(name, _)| (name, Driver.integer(name)));
    let store = |values: [(u32, i32); 8]| {
        for (name, value) in values {
            call!(glPixelStorei(name, value));
        }
    };
    call!(glBindBuffer(PIXEL_PACK_BUFFER, 0));
    store(PACK);
    read(pixels.as_mut_ptr());
    store(before);
    call!(glBindBuffer(PIXEL_PACK_BUFFER, buffer));
    pixels
}

impl Look for Driver {
    fn numbers(&self, of: Of, name: u32) -> [f32; 16] {
        let mut numbers = [0.0_f32; 16];
        let room = numbers.as_mut_ptr();
        // No name of these has more than 16 numbers.
        match of {
            Of::State => call!(glGetFloatv(name, room)),
            Of::Light(light) => call!(glGetLightfv(light, name, room)),
            Of::Material(face) => call!(glGetMaterialfv(face, name, room)),
            Of::Environment => call!(glGetTexEnvfv(0x2300, name, room)),
            Of::Generation(coordinate) => call!(glGetTexGenfv(coordinate, name, room)),
            Of::Texture(target) => call!(glGetTexParameterfv(target, name, room)),
            Of::Level(target, level) => {
                let mut number = 0;
                // One number is written.
                call!(glGetTexLevelParameteriv(target, level, name, &mut number));
                numbers[0] = number as f32;
                None
            }
            Of::ClipPlane => {
                let mut plane = [0.0_f64; 4];
                // Four numbers are written.
                call!(glGetClipPlane(name, plane.as_mut_ptr()));
                for (to, from) in numbers.iter_mut().zip(plane) {
                    *to = from as f32;
                }
                None
            }
        };
        numbers
    }

    fn set_unit(&self, unit: u32) {
        call!(glActiveTexture(number::TEXTURE0 + unit));
    }

    fn texels(&self, target: u32, pixels: usize) -> Vec<[u8; 4]> {
        unpacked(pixels, |room: *mut [u8; 4]| {
            // There is room for the pixels of level 0.
            call!(glGetTexImage(target, 0, RGBA, UNSIGNED_BYTE, room.cast()));
        })
    }

    fn colors(&self, width: u32, height: u32) -> Vec<[u8; 4]> {
        unpacked((width * height) as usize, |room: *mut [u8; 4]| {
            let (width, height) = (width.cast_signed(), height.cast_signed());
            // There is room for so many pixels.
            call!(glReadPixels(
                0,
                0,
                width,
                height,
                RGBA,
                UNSIGNED_BYTE,
                room.cast()
            ));
        })
    }

    fn depths(&self, width: u32, height: u32) -> Vec<u32> {
        const DEPTH_BITS: u32 = 0x0d56;
        if self.integer(DEPTH_BITS) == 0 {
            return Vec::new();
        }
        unpacked((width * height) as usize, |room: *mut u32| {
            let (width, height) = (width.cast_signed(), height.cast_signed());
            // There is room for so many depths.
            call!(glReadPixels(
                0,
                0,
                width,
                height,
                DEPTH_COMPONENT,
                UNSIGNED_INT,
                room.cast()
            ));
        })
    }

    fn has_program(&self, target: u32) -> bool {
        let kept = with(|context| context.stage_enabled(target)).flatten();
        kept.unwrap_or_else(|| {
            matches!(target, number::VERTEX_PROGRAM | number::FRAGMENT_PROGRAM) && self.is_enabled(target)
        })
    }

    fn asked(&self, target: u32, name: u32) -> i32 {
        let mut number = 0;
        // SAFETY: one number is written.
        unsafe { own::glGetProgramivARB(target, name, &mut number) };
        number
    }

    fn parameter(&self, space: Space, target: u32, index: u32) -> [u32; 4] {
        let mut words = [0; 4];
        let ask = match space {
            Space::Local => own::glGetProgramLocalParameterIuivNV,
            Space::Environment => own::glGetProgramEnvParameterIuivNV,
        };
        // SAFETY: four words are written.
        unsafe { ask(target, index, words.as_mut_ptr()) };
        words
    }

    fn subroutines(&self, target: u32) -> Vec<(u32, String)> {
        with(|context| context.chosen(&Driver, target)).unwrap_or_default()
    }

    fn parameter_buffer(&self, target: u32, point: u32) -> Option<Result<Vec<u8>, TooLarge>> {
        let bound = with(|context| context.parameter_buffer_at(target, point));
        content::of_buffer(bound.flatten().flatten()?, 0, None)
    }

    fn storage_buffer(&self, point: u32) -> Option<Result<Vec<u8>, TooLarge>> {
        content::of_storage(point)
    }

    fn cut(&self) -> Cut {
        with(|context| context.cut()).unwrap_or_default()
    }

    fn given(&self, target: u32) -> Vec<u8> {
        let length = self.asked(target, number::PROGRAM_LENGTH);
        let mut text = vec![0_u8; length.max(0) as usize];
        if text.is_empty() {
            // Mesa writes a 0 where there is no text.
            return text;
        }
        // SAFETY: there is room for as many bytes as the length says.
        unsafe { own::glGetProgramStringARB(target, number::PROGRAM_STRING, text.as_mut_ptr().cast()) };
        text
    }

    fn has_shaders(&self) -> bool {
        application_program() != 0
    }

    fn record(&self, draw: &dyn Fn(), recorder: &Recorder, within: &mut dyn FnMut()) -> Recorded {
        let has_room = self.integer(ATTRIBUTE_STACK_DEPTH) < self.integer(MAX_ATTRIBUTE_STACK_DEPTH);
        let program = feedback_program(recorder).filter(|_| has_room && self.integer(FEEDBACK_ACTIVE) == 0);
        let Some(program) = program else {
            within();
            return Recorded::default();
        };
        let components = recorder.components;
        // Errors until here are the application's.
        with(|context| context.take_errors(&Driver));
        // A program that is hidden from the application is chosen anew behind the capture.
        let used = application_program();
        let discards = self.is_enabled(RASTERIZER_DISCARD);
        let [bound, object] =
            [FEEDBACK_BUFFER_BINDING, FEEDBACK_BINDING].map(|name| self.integer(name).cast_unsigned());
        let matrices = Matrices::now();
        call!(glPushAttrib(u32::MAX));
        let (mut buffer, mut feedback, mut query) = (0, 0, 0);
        // Each writes one name.
        call!(glGenBuffers(1, &mut buffer));
        call!(glGenTransformFeedbacks(1, &mut feedback));
        call!(glGenQueries(1, &mut query));
        call!(glUseProgram(program));
        self.set_enabled(RASTERIZER_DISCARD, true);
        call!(glBindTransformFeedback(FEEDBACK, feedback));
        call!(glBindBufferBase(FEEDBACK_BUFFER, 0, buffer));
        let vertex = components * size_of::<f32>();
        let run = |kind, vertices: usize| {
            // Bits that no attribute has say where the record ends.
            let mut numbers = vec![UNWRITTEN; vertices * components];
            let bytes = (vertices * vertex).cast_signed();
            let start = numbers.as_mut_ptr().cast::<std::ffi::c_void>();
            // So many bytes are read.
            call!(glBufferData(FEEDBACK_BUFFER, bytes, start, STATIC_READ));
            call!(glBeginQuery(PRIMITIVES_GENERATED, query));
            call!(glBeginTransformFeedback(kind));
            draw();
            call!(glEndTransformFeedback());
            matrices.restore();
            call!(glEndQuery(PRIMITIVES_GENERATED));
            let mut primitives = 0;
            // One number is written.
            call!(glGetQueryObjectuiv(query, QUERY_RESULT, &mut primitives));
            // So many bytes are written.
            call!(glGetBufferSubData(FEEDBACK_BUFFER, 0, bytes, start));
            (primitives as usize, numbers)
        };
        let mut recorded = Recorded::default();
        for kind in KINDS
            .into_iter()
            .filter(|kind| *kind == POINTS || !recorder.gives_points)
        {
            // Once to count, and once to record. Drivers do not look at the primitives of lists: what is recorded of them
            // may be of another kind.
            let (primitives, _) = run(kind, 1);
            let vertices = primitives.saturating_mul(3);
            if (1..=MOST_BYTES / vertex).contains(&vertices) {
                let (primitives, numbers) = run(kind, vertices);
                let is_written = |vertex: &&[u32]| vertex.iter().any(|number| *number != UNWRITTEN);
                let written = numbers.chunks_exact(components).take_while(is_written).flatten();
                recorded.numbers = written.copied().map(f32::from_bits).collect();
                recorded.primitives = primitives;
            }
            // A draw of other primitives is an error.
            take_all_errors();
            if primitives > 0 {
                break;
            }
        }
        within();
        call!(glPopAttrib());
        call!(glBindTransformFeedback(FEEDBACK, object));
        call!(glBindBuffer(FEEDBACK_BUFFER, bound));
        self.set_enabled(RASTERIZER_DISCARD, discards);
        call!(glUseProgram(used));
        // Each reads one name.
        call!(glDeleteTransformFeedbacks(1, &feedback));
        call!(glDeleteBuffers(1, &buffer));
        call!(glDeleteQueries(1, &query));
        call!(glDeleteProgram(program));
        recorded
    }
}

/// The matrices that lists change most.
struct Matrices {
    mode: u32,
    all: [(u32, [f32; 16]); 3],
}

impl Matrices {
    fn now() -> Matrices {
        // MODELVIEW, PROJECTION and TEXTURE.
        let modes = [0x1700, 0x1701, 0x1702];
        Matrices {
            mode: Driver.integer(number::MATRIX_MODE).cast_unsigned(),
            all: modes.map(|mode| (mode, Driver.numbers(Of::State, matrix_of(mode)))),
        }
    }

    fn restore(&self) {
        for (mode, matrix) in &self.all {
            if Driver.numbers(Of::State, matrix_of(*mode)) != *matrix {
                call!(glMatrixMode(*mode));
                // 16 numbers are read.
                call!(glLoadMatrixf(matrix.as_ptr()));
            }
        }
        call!(glMatrixMode(self.mode));
    }
}

/// What asks for the matrix of a mode: MODELVIEW_MATRIX, PROJECTION_MATRIX, TEXTURE_MATRIX.
fn matrix_of(mode: u32) -> u32 {
    mode - 0x1700 + 0x0ba6
}

/// Does something whose errors the application does not see, and none of whose before are lost.
pub(super) fn quietly(work: impl FnOnce()) {
    with(|context| context.take_errors(&Driver));
    work();
    take_all_errors();
}

/// Takes the driver's errors, of which there are few.
fn take_all_errors() {
    for _ in 0..8 {
        if Driver.error() == 0 {
            return;
        }
    }
}

/// The program that the application uses.
fn application_program() -> u32 {
    let own = with(|context| context.integer(&Driver, number::CURRENT_PROGRAM)).flatten();
    own.unwrap_or_else(|| Driver.integer(number::CURRENT_PROGRAM))
        .cast_unsigned()
}

/// A program whose last outputs are recorded.
fn feedback_program(recorder: &Recorder) -> Option<u32> {
    let shaders = recorder.shaders.iter();
    let shaders: Vec<(u32, &str)> = shaders.map(|(kind, text)| (*kind, text.as_str())).collect();
    let recorded = crate::gl::Recorded {
        names: recorder.outputs.clone(),
        mode: number::INTERLEAVED_ATTRIBS,
    };
    super::real::linked(&shaders, &[], &recorded, &|_| {}).ok()
}
