//! Random calls of two contexts that share objects, over the fake driver: nothing panics, errors are OpenGL's, what a draw is
//! drawn with follows from the driver's state, and in the end nothing that was linked is left.

use super::fake::Application;
use super::parameter::Space;
use super::{Context, Operation};
use crate::gl::{Gl, number};

/// Texts that are loaded, some of which neither the driver nor we take.
const TEXTS: [&str; 15] = [
    "!!ARBvp1.0\nMOV result.position, vertex.position;\nEND\n",
    "!!ARBfp1.0\nMOV result.color, fragment.color.primary;\nEND\n",
    "!!VP1.0\nMOV o[HPOS], v[OPOS];\nADD o[COL0], v[COL0], c[7];\nEND",
    "!!VP2.0\nMOVC R0, v[3];\nMOV o[HPOS], v[0];\nMOV o[COL0] (GT.x), R0;\nEND",
    "!!FP1.0\nDECLARE tint = {1, 2, 3, 4};\nMOVR R0, tint;\nADDR o[COLR], R0, p[1];\nEND",
    "!!ARBfp1.0\nOPTION NV_fragment_program2;\nTEMP t;\nMOVC t, fragment.color;\nIF GT.x;\nMOV t, 1;\nENDIF;\n\
     MOV result.color, t;\nEND",
    "!!VSP1.0\nADD R0, c[1], v[0];\nMOV c[4], R0;\nEND",
    "!!NVvp4.0\nBUFFER4 rows[] = { program.buffer[1] };\nADD result.position, vertex.position, rows[2];\nEND",
    "!!NVvp5.0\nSUBROUTINETYPE Kind { first };\nSUBROUTINE Kind chosen = program.subroutine[0];\n\
     first SUBROUTINENUM(3):\nMOV result.position, vertex.position;\nRET;\nmain:\nCALI chosen;\nEND",
    "!!NVgp4.0\nPRIMITIVE_IN TRIANGLES;\nPRIMITIVE_OUT POINTS;\nVERTICES_OUT 1;\n\
     ADD result.position, vertex[0].position, program.local[0];\nEMIT;\nEND",
    "!!NVtep5.0\nTESS_MODE QUADS;\nMOV result.position, vertex.in[0].position;\nEND",
    "!!NVcp5.0\nGROUP_SIZE 1;\nTEMP t;\nMOV t, program.env[1];\nEND",
    "!!VP1.0\nMOV o[HPOS], v[OPOS];",
    "!!FP9.0\nEND",
    "",
];

/// How the plain programs begin that the driver's objects of translated ones hold.
const PLAIN: [&str; 2] = [
    "!!ARBvp1.0\nOPTION ARB_position_invariant;",
    "!!ARBfp1.0\nMOV result.color, fragment.color;",
];

/// Targets of programs, and one that is none.
const TARGETS: [u32; 9] = [
    number::VERTEX_PROGRAM,
    number::FRAGMENT_PROGRAM,
    number::FRAGMENT_PROGRAM_NV,
    number::VERTEX_STATE_PROGRAM,
    number::GEOMETRY_PROGRAM,
    number::TESS_CONTROL_PROGRAM,
    number::TESS_EVALUATION_PROGRAM,
    number::COMPUTE_PROGRAM,
    0x1234,
];

/// Targets that are enabled.
const ENABLED: [u32; 6] = [
    number::VERTEX_PROGRAM,
    number::FRAGMENT_PROGRAM,
    number::GEOMETRY_PROGRAM,
    number::TESS_EVALUATION_PROGRAM,
    number::TESS_CONTROL_PROGRAM,
    number::COMPUTE_PROGRAM,
];

const MATRICES: [u32; 7] = [
    0,
    number::MODELVIEW,
    number::MODELVIEW_PROJECTION_NV,
    number::TEXTURE,
    number::TEXTURE0 + 1,
    number::MATRIX0_NV + 7,
    0x1234,
];

/// Choices, from bytes; 0 where there are no more.
struct Choices<'a>(std::slice::Iter<'a, u8>);

impl Choices<'_> {
    fn below(&mut self, end: usize) -> usize {
        usize::from(self.0.next().copied().unwrap_or(0)) % end
    }

    fn of<T: Copy, const N: usize>(&mut self, all: [T; N]) -> T {
        all[self.below(N)]
    }

    fn name(&mut self) -> u32 {
        self.below(6) as u32
    }

    fn vector(&mut self) -> [f32; 4] {
        [self.below(256) as f32; 4]
    }
}

/// A context, and what its application knows of it.
struct Half {
    app: Application,
    in_begin: bool,
    in_list: bool,
    shader: u32,
    /// Whether nothing is called in the other between a draw and the look at it.
    in_turns: bool,
}

/// Makes the calls that bytes choose.
///
/// # Panics
///
/// Something does not hold.
pub(crate) fn run(bytes: &[u8]) {
    let mut choices = Choices(bytes.iter());
    let mut halves = halves(true);
    while choices.0.len() > 0 {
        halves[choices.below(2)].checked_call(&mut choices);
    }
    finish(halves);
}

/// The same on two threads, one for each context.
pub(crate) fn run_on_threads(bytes: [&[u8]; 2]) {
    let mut halves = halves(false);
    std::thread::scope(|scope| {
        for (half, bytes) in halves.iter_mut().zip(bytes) {
            scope.spawn(move || {
                let mut choices = Choices(bytes.iter());
                while choices.0.len() > 0 {
                    half.checked_call(&mut choices);
                }
            });
        }
    });
    finish(halves);
}

fn halves(in_turns: bool) -> [Half; 2] {
    let first = Application::new();
    let second = first.sharing();
    let shader = first.gl.application_shader();
    [first, second].map(|app| Half {
        app,
        in_begin: false,
        in_list: false,
        shader,
        in_turns,
    })
}

/// Ends what is open, deletes all programs, and looks at what is left.
fn finish(mut halves: [Half; 2]) {
    for half in &mut halves {
        half.between(false);
        half.app.context.end_list(&half.app.gl);
        half.app.gl.use_linked(0);
        half.app.context.delete_programs(&half.app.gl, &[1, 2, 3, 4, 5]);
        for target in ENABLED {
            // Name 0 has a program too, which is not to be deleted.
            half.app.set_enabled(target, false);
        }
    }
    let [mut first, second] = halves;
    drop(second.app.context);
    second.app.gl.use_linked(0);
    // What is loaded anew has the context look at what it has linked.
    let reload = Operation::Load {
        target: number::VERTEX_PROGRAM,
        program: 1,
        text: Some(TEXTS[2].into()),
    };
    for (target, name, text) in [
        (number::VERTEX_PROGRAM, 0, TEXTS[0]),
        (number::VERTEX_PROGRAM, 1, TEXTS[0]),
        (number::FRAGMENT_PROGRAM, 0, TEXTS[1]),
    ] {
        first.app.context.bind_program(&first.app.gl, target, name);
        let plain = Operation::String {
            target,
            format: number::PROGRAM_FORMAT_ASCII,
            text: Some(text.into()),
        };
        first.app.context.perform(&first.app.gl, plain);
    }
    first.app.context.perform(&first.app.gl, reload);
    first.app.draw();
    // Programs of name 0 of targets that the driver lacks go with the last context that has linked them.
    let mut third = first.app.sharing();
    drop(first.app.context);
    third.draw();
    // The application's own shader.
    assert_eq!(third.gl.linked(), 1, "linked programs are left");
}

impl Half {
    fn between(&mut self, is_between: bool) {
        self.app.gl.between(is_between);
        self.app.context.between(is_between);
        self.in_begin = is_between;
    }

    fn perform(&mut self, operation: Operation) {
        self.app.context.perform(&self.app.gl, operation);
    }

    fn checked_call(&mut self, choices: &mut Choices<'_>) {
        const ERRORS: [u32; 4] = [
            0,
            number::INVALID_ENUM,
            number::INVALID_VALUE,
            number::INVALID_OPERATION,
        ];
        self.call(choices);
        let error = self.app.error();
        assert!(ERRORS.contains(&error), "{error:#x}");
    }

    fn call(&mut self, choices: &mut Choices<'_>) {
        let (gl, context): (&dyn Gl, &mut Context) = (&self.app.gl, &mut self.app.context);
        match choices.below(24) {
            0..=2 => {
                let operation = Operation::Load {
                    target: choices.of(TARGETS),
                    program: choices.name(),
                    text: text(choices),
                };
                self.perform(operation);
            }
            3 => {
                let operation = Operation::String {
                    target: choices.of(TARGETS),
                    format: choices.of([number::PROGRAM_FORMAT_ASCII, 0]),
                    text: text(choices),
                };
                self.perform(operation);
            }
            4 | 5 => context.bind_program(gl, choices.of(TARGETS), choices.name()),
            6 => context.delete_programs(gl, &[choices.name(), choices.name()]),
            7 | 8 => {
                // Those of the driver more often.
                let end = choices.of([2, 2, ENABLED.len()]);
                let target = ENABLED[choices.below(end)];
                let enabled = choices.below(4) > 0;
                if !self.in_begin {
                    self.app.set_enabled(target, enabled);
                }
            }
            9 | 10 => self.draw(choices),
            11 => {
                let operation = Operation::Named {
                    program: choices.name(),
                    name: choices.of(["tint", "", "other"]).into(),
                    value: choices.vector(),
                };
                self.perform(operation);
            }
            12 => {
                let space = choices.of([Space::Local, Space::Environment]);
                let first = choices.of([0, 1, 7, 255, u32::MAX]);
                let words = choices.vector().map(f32::to_bits);
                context.set_words(gl, space, choices.of(TARGETS), first, &[words, words]);
                let value = choices.vector();
                context.set_program_parameters(gl, choices.of(TARGETS), first, &[value]);
            }
            13 => {
                let operation = Operation::Track {
                    target: choices.of(TARGETS),
                    address: choices.of([0, 4, 5, 252, 256, u32::MAX]),
                    matrix: choices.of(MATRICES),
                    transform: choices.of([number::IDENTITY_NV, number::INVERSE_NV, 0]),
                };
                self.perform(operation);
            }
            14 => {
                let operation = Operation::Execute {
                    target: choices.of(TARGETS),
                    program: choices.name(),
                    input: choices.vector(),
                };
                self.perform(operation);
            }
            15 => self.list(choices),
            16 => {
                context.call_list(gl, choices.below(4) as u32);
                context.call_lists(gl, &[choices.name()]);
                // A list may have an End without a Begin.
                self.in_begin &= context.in_begin;
                self.app.gl.take_draws();
            }
            17 => {
                let is_between = choices.below(3) == 0;
                self.between(is_between);
            }
            18 => {
                let used = choices.of([0, 0, self.shader, 77]);
                gl.use_linked(used);
                context.changed();
            }
            19 => {
                let target = choices.of([0x8da2, 0x8da4, 0x8da5]);
                let buffer = choices.name();
                let offset = choices.of([0, 4]);
                context.bind_parameter_buffer(gl, target, choices.name() + 4, buffer, (offset, None));
                let words = vec![1; choices.below(4)];
                let operation = Operation::Words {
                    target,
                    point: choices.name(),
                    first: choices.of([0, 1, u32::MAX]),
                    words,
                };
                self.perform(operation);
            }
            20 => {
                let operation = Operation::Subroutines {
                    target: choices.of(TARGETS),
                    numbers: vec![choices.of([3, 4]); choices.below(3)],
                };
                self.perform(operation);
            }
            21 => {
                let (target, limit) = (choices.of(TARGETS), choices.of([0, 1, -1, 3, i32::MAX]));
                self.perform(Operation::Limit { target, limit });
                if !self.in_begin {
                    self.app.dispatch();
                    self.app.gl.take_draws();
                }
            }
            22 if !self.in_begin => match choices.below(2) {
                0 => context.push_attributes(gl, choices.of([number::ENABLE_BIT, 1])),
                _ => context.pop_attributes(gl),
            },
            _ => ask(gl, context, choices),
        }
    }

    fn list(&mut self, choices: &mut Choices<'_>) {
        let (gl, context) = (&self.app.gl, &mut self.app.context);
        match choices.below(4) {
            0 => {
                context.delete_lists(gl, choices.below(4) as u32, choices.of([0, 1, 4, -1, i32::MAX]));
            }
            // EndList between Begin and End is an error of the driver's, which the fake one does not know.
            1 | 2 if !self.in_begin => {
                context.end_list(gl);
                self.in_list = false;
            }
            _ => {
                let mode = choices.of([number::COMPILE, number::COMPILE_AND_EXECUTE, 0]);
                context.new_list(gl, choices.below(4) as u32, mode);
                self.in_list = gl.is_recording();
            }
        }
    }

    /// Draws, and looks at what was drawn with.
    fn draw(&mut self, choices: &mut Choices<'_>) {
        if self.in_begin {
            return;
        }
        self.app.draw_mode(choices.below(16) as u32);
        let Some(drawn) = self.app.gl.take_draws().pop().filter(|_| !self.in_list) else {
            return;
        };
        let (used, texts, native) = (drawn.used, drawn.texts, drawn.native);
        // A name that is bound may be of another target by now, which the other context has loaded.
        let (gl, context) = (&self.app.gl, &self.app.context);
        let is_ours = |at: &usize| {
            let text = native[*at].as_ref();
            text.is_some_and(|text| text.starts_with(PLAIN[*at])) && context.given(gl, ENABLED[*at]).is_some()
        };
        let ours = [0, 1].iter().filter(|at| is_ours(at)).count();
        // Shaders of the application go before; else each program of ours is a shader of what is used.
        let mut between = ENABLED[2..5].iter();
        let has_between = between.any(|target| context.stage_enabled(*target) == Some(true));
        if self.in_turns && used != self.shader && !has_between {
            assert_eq!(texts.len(), ours, "{texts:?} {native:?}");
        }
    }
}

/// A text, or NULL.
fn text(choices: &mut Choices<'_>) -> Option<Vec<u8>> {
    let text = choices.below(TEXTS.len() + 1);
    TEXTS.get(text).map(|text| text.as_bytes().to_vec())
}

fn ask(gl: &dyn Gl, context: &mut Context, choices: &mut Choices<'_>) {
    let name = choices.name();
    let target = choices.of(TARGETS);
    let asked = choices.of([number::PROGRAM_LENGTH, number::PROGRAM_TARGET_NV, 0]);
    context.object_integer(gl, name, asked);
    context.object_text(gl, name, number::PROGRAM_STRING);
    context.named(name, b"tint");
    context.are_resident(gl, Some(&[name]));
    context.words(gl, Space::Local, target, choices.of([0, 256, u32::MAX]));
    context.program_parameter(gl, target, choices.of([0, 256]), number::PROGRAM_PARAMETER_NV);
    context.tracked_matrix(target, choices.of([0, 3, 4]), number::TRACK_MATRIX_NV);
    context.subroutine(gl, target, choices.of([0, 256]));
    context.current_attribute(gl, choices.of([0, 2, 3, 5, 9, 16]));
    context.given(gl, target);
    context.program_integer(gl, target, number::PROGRAM_INSTRUCTIONS);
    context.integer(
        gl,
        choices.of([number::CURRENT_PROGRAM, number::NUM_EXTENSIONS, 0x8da2]),
    );
}
