//! Display lists. The driver records and plays them, but which linked program a draw takes has to be chosen between its
//! calls, and a few calls are not the driver's. So a list in which programs, parameters or enables change before a draw
//! becomes several of the driver's, with what is done between them.

use super::parameter::Space;
use super::primitive::Kind;
use super::{Context, native_target};
use crate::gl::{Gl, number};

/// Lists that may call each other in a row (MAX_LIST_NESTING is 64 at least, GL 2.1 table 6.35). One that calls itself twice
/// takes for ever, as it does with drivers; of random calls it is not to.
const NESTING: u32 = if cfg!(any(test, fuzzing)) { 6 } else { 64 };

/// A part of a list.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Piece {
    /// A list of the driver, whose draws are of a kind, as far as that is known.
    Native { list: u32, kind: Option<Kind> },
    /// A call that is not the driver's.
    Operation(Operation),
    /// Another list.
    List(u32),
}

/// A call that lists record (GL 2.1, 5.4; NV_vertex_program 5.4) and the driver does not have.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Operation {
    /// ProgramStringARB. A text that is `None` was NULL, or of negative length.
    String {
        target: u32,
        format: u32,
        text: Option<Vec<u8>>,
    },
    /// LoadProgramNV, or NamedProgramStringEXT.
    Load {
        target: u32,
        program: u32,
        text: Option<Vec<u8>>,
    },
    /// ExecuteProgramNV.
    Execute {
        target: u32,
        program: u32,
        input: [f32; 4],
    },
    /// TrackMatrixNV.
    Track {
        target: u32,
        address: u32,
        matrix: u32,
        transform: u32,
    },
    /// ProgramNamedParameter4NV.
    Named {
        program: u32,
        name: Vec<u8>,
        value: [f32; 4],
    },
    /// NamedProgramLocalParametersI4EXT.
    NamedWords {
        target: u32,
        program: u32,
        first: u32,
        words: Vec<[u32; 4]>,
    },
    /// ProgramBufferParametersNV.
    Words {
        target: u32,
        point: u32,
        first: u32,
        words: Vec<u32>,
    },
    /// ProgramSubroutineParametersuivNV.
    Subroutines { target: u32, numbers: Vec<u32> },
    /// BindProgram of a target that the driver lacks.
    Bind { target: u32, program: u32 },
    /// Enable and Disable of one.
    Enable { target: u32, enabled: bool },
    /// ProgramLocalParameter and ProgramEnvParameter of one.
    Vectors {
        space: Space,
        target: u32,
        first: u32,
        values: Vec<[f32; 4]>,
    },
    /// NamedProgramLocalParameterEXT of one.
    NamedVectors {
        target: u32,
        program: u32,
        first: u32,
        values: Vec<[f32; 4]>,
    },
    /// ProgramVertexLimitNV.
    Limit { target: u32, limit: i32 },
    /// PushAttrib.
    Push { mask: u32 },
    /// PopAttrib.
    Pop,
}

/// A list that is being made.
#[derive(Debug)]
pub(super) struct Recording {
    list: u32,
    executes: bool,
    /// What is done.
    pieces: Vec<Piece>,
    /// The driver's list that is open.
    native: u32,
    /// What is drawn in that.
    kind: Option<Kind>,
    /// Whether it has changed what programs a draw takes, or their parameters.
    pub(super) is_changed: bool,
}

impl Recording {
    /// The driver's list that is open.
    fn open(&self) -> Piece {
        Piece::Native {
            list: self.native,
            kind: self.kind,
        }
    }
}

impl Context {
    /// NewList.
    pub(crate) fn new_list(&mut self, gl: &dyn Gl, list: u32, mode: u32) {
        let executes = mode == number::COMPILE_AND_EXECUTE;
        if executes && self.recording.is_none() {
            self.prepare_list(gl, None);
        }
        self.take_errors(gl);
        gl.new_list(list, mode);
        match gl.error() {
            0 => {
                self.recording = Some(Recording {
                    list,
                    executes,
                    pieces: Vec::new(),
                    native: list,
                    kind: None,
                    is_changed: false,
                });
            }
            error => self.raise(error),
        }
        self.stale = true;
    }

    /// EndList.
    pub(crate) fn end_list(&mut self, gl: &dyn Gl) {
        gl.end_list();
        let Some(mut recording) = self.recording.take() else {
            return;
        };
        self.stale = true;
        // What was only recorded did not begin.
        self.in_begin &= recording.executes;
        let knows = recording.kind.is_some() && self.group.has_kept();
        if !recording.pieces.is_empty() || knows {
            recording.pieces.push(recording.open());
        }
        let before = self.group.set_list(recording.list, recording.pieces);
        delete_pieces(gl, recording.list, before.iter().flat_map(|pieces| pieces.iter()));
    }

    /// CallList.
    pub(crate) fn call_list(&mut self, gl: &dyn Gl, list: u32) {
        match &self.recording {
            Some(_) if self.group.has_lists() && !self.in_begin => self.record(gl, Piece::List(list)),
            // What the list does is not known.
            Some(_) => {
                gl.call_list(list);
                self.changed();
            }
            None => self.play(gl, list, NESTING),
        }
    }

    /// Whether the driver may play lists by itself: none is in pieces.
    pub(crate) fn lists_are_native(&self) -> bool {
        !self.group.has_lists()
    }

    /// DeleteLists.
    pub(crate) fn delete_lists(&mut self, gl: &dyn Gl, first: u32, count: i32) {
        gl.delete_lists(first, count);
        let count = u32::try_from(count).unwrap_or(0);
        if count == 0 || !self.group.has_lists() {
            return;
        }
        for list in self.group.lists_among(first, count) {
            let before = self.group.set_list(list, Vec::new());
            delete_pieces(gl, list, before.iter().flat_map(|pieces| pieces.iter()));
        }
    }

    /// Does what the driver does not, or has the list that is being made do it.
    pub(crate) fn perform(&mut self, gl: &dyn Gl, operation: Operation) {
        if !self.may() {
            return;
        }
        match self.recording {
            Some(_) => self.record(gl, Piece::Operation(operation)),
            None => self.operate(gl, &operation),
        }
    }

    /// A draw in the list that is being made.
    pub(super) fn record_draw(&mut self, gl: &dyn Gl, kind: Option<Kind>) {
        let Some(recording) = &self.recording else {
            return;
        };
        // Each part of a list has draws of one kind, so that programs can refuse them.
        let has_kept = kind.is_some() && self.group.has_kept();
        let is_other = recording.kind.is_some_and(|before| Some(before) != kind);
        let is_refused = recording.executes && !self.fits(kind);
        let parts = has_kept && (is_other || is_refused);
        if recording.is_changed || !self.tracked.is_empty() || parts {
            self.split(gl, |context, executes| {
                if executes {
                    context.prepare_list(gl, kind);
                }
            });
        }
        if let Some(recording) = &mut self.recording {
            recording.kind = recording.kind.or(kind);
        }
    }

    pub(super) fn record(&mut self, gl: &dyn Gl, piece: Piece) {
        self.split(gl, |context, executes| {
            if executes {
                match &piece {
                    Piece::Operation(operation) => context.operate(gl, operation),
                    Piece::List(list) => context.play(gl, *list, NESTING),
                    Piece::Native { .. } => {}
                }
            }
            if let Some(recording) = &mut context.recording {
                recording.pieces.push(piece);
                recording.is_changed = true;
            }
        });
    }

    /// Ends the driver's list, does something outside of it, and begins the next.
    fn split(&mut self, gl: &dyn Gl, between: impl FnOnce(&mut Context, bool)) {
        let Some(recording) = &mut self.recording else {
            return;
        };
        let next = self.group.next_list();
        gl.end_list();
        let open = recording.open();
        recording.pieces.push(open);
        (recording.native, recording.kind) = (next, None);
        recording.is_changed = false;
        let executes = recording.executes;
        between(self, executes);
        let mode = match executes {
            true => number::COMPILE_AND_EXECUTE,
            false => number::COMPILE,
        };
        self.take_errors(gl);
        gl.new_list(next, mode);
        match gl.error() {
            0 => {}
            error => {
                self.recording = None;
                self.raise(error);
            }
        }
    }

    fn play(&mut self, gl: &dyn Gl, list: u32, nesting: u32) {
        let Some(pieces) = self.group.list(list) else {
            self.prepare_list(gl, None);
            gl.call_list(list);
            self.changed();
            return;
        };
        if nesting == 0 {
            return;
        }
        for piece in pieces.iter() {
            match piece {
                Piece::Native { list, kind } => {
                    self.prepare_list(gl, *kind);
                    gl.call_list(*list);
                    self.changed();
                }
                Piece::Operation(operation) => self.operate(gl, operation),
                Piece::List(list) => self.play(gl, *list, nesting - 1),
            }
        }
    }

    fn operate(&mut self, gl: &dyn Gl, operation: &Operation) {
        match operation {
            Operation::String { target, format, text } => {
                self.program_string(gl, *target, *format, text.as_deref())
            }
            Operation::Load {
                target,
                program,
                text,
            } => self.load_program(gl, *target, *program, text.as_deref()),
            Operation::Execute {
                target,
                program,
                input,
            } => self.execute(gl, *target, *program, *input),
            Operation::Track {
                target,
                address,
                matrix,
                transform,
            } => self.track(gl, *target, *address, *matrix, *transform),
            Operation::Named { program, name, value } => self.set_named(*program, name, *value),
            Operation::NamedWords {
                target,
                program,
                first,
                words,
            } => {
                self.with_bound(gl, native_target(*target), *program, |context| {
                    context.set_words_now(gl, Space::Local, *target, *first, words);
                });
            }
            Operation::Words {
                target,
                point,
                first,
                words,
            } => self.set_buffer_words(gl, *target, *point, *first, words),
            Operation::Subroutines { target, numbers } => self.set_subroutines(gl, *target, numbers),
            Operation::Bind { target, program } => self.bind_kept(gl, *target, *program),
            Operation::Enable { target, enabled } => self.enable_kept(*target, *enabled),
            Operation::Vectors {
                space,
                target,
                first,
                values,
            } => self.keep_vectors(gl, *space, *target, *first, values),
            Operation::NamedVectors {
                target,
                program,
                first,
                values,
            } => {
                self.with_bound(gl, *target, *program, |context| {
                    context.keep_vectors(gl, Space::Local, *target, *first, values);
                });
            }
            Operation::Limit { target, limit } => self.set_vertex_limit(gl, *target, *limit),
            Operation::Push { mask } => self.push_now(gl, *mask),
            Operation::Pop => self.pop_now(gl),
        }
    }
}

/// Deletes the driver's lists that a list was in, but for that of its own name.
fn delete_pieces<'a>(gl: &dyn Gl, list: u32, pieces: impl Iterator<Item = &'a Piece>) {
    for piece in pieces {
        match piece {
            Piece::Native { list: native, .. } if *native != list => gl.delete_lists(*native, 1),
            Piece::Native { .. } | Piece::Operation(_) | Piece::List(_) => {}
        }
    }
}
