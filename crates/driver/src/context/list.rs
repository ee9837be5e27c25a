//! Display lists. The driver records and plays them, but which linked program a draw takes has to be chosen between its
//! calls, and a few calls are not the driver's. So a list in which programs, parameters or enables change before a draw
//! becomes several of the driver's, with what is done between them.

use super::parameter::Space;
use super::{Context, native_target};
use crate::gl::{Gl, number};

/// Lists that may call each other in a row (MAX_LIST_NESTING is 64 at least, GL 2.1 table 6.35).
const NESTING: u32 = 64;

/// A part of a list.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Piece {
    /// A list of the driver.
    Native(u32),
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
    /// Whether it has changed what programs a draw takes, or their parameters.
    pub(super) is_changed: bool,
}

impl Context {
    /// NewList.
    pub(crate) fn new_list(&mut self, gl: &dyn Gl, list: u32, mode: u32) {
        let executes = mode == number::COMPILE_AND_EXECUTE;
        if executes && self.recording.is_none() {
            self.before_draw(gl);
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
        if !recording.pieces.is_empty() {
            recording.pieces.push(Piece::Native(recording.native));
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
    pub(super) fn record_draw(&mut self, gl: &dyn Gl) {
        let follows = self
            .recording
            .as_ref()
            .is_some_and(|recording| recording.is_changed);
        if follows || !self.tracked.is_empty() {
            self.split(gl, |context, executes| {
                if executes {
                    context.prepare(gl);
                }
            });
        }
    }

    pub(super) fn record(&mut self, gl: &dyn Gl, piece: Piece) {
        self.split(gl, |context, executes| {
            if executes {
                match &piece {
                    Piece::Operation(operation) => context.operate(gl, operation),
                    Piece::List(list) => context.play(gl, *list, NESTING),
                    Piece::Native(_) => {}
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
        recording.pieces.push(Piece::Native(recording.native));
        recording.native = next;
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
            self.prepare(gl);
            gl.call_list(list);
            self.changed();
            return;
        };
        if nesting == 0 {
            return;
        }
        for piece in pieces.iter() {
            match piece {
                Piece::Native(native) => {
                    self.prepare(gl);
                    gl.call_list(*native);
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
            Piece::Native(native) if *native != list => gl.delete_lists(*native, 1),
            Piece::Native(_) | Piece::Operation(_) | Piece::List(_) => {}
        }
    }
}

/// The names that CallLists is given (GL 2.1, 5.4), without the list base; `None` for a type that it does not take.
pub(crate) fn decoded(kind: u32, bytes: &[u8]) -> Option<Vec<u32>> {
    let size = size(kind)?;
    let name = |bytes: &[u8]| match (kind, bytes) {
        (BYTE, [one]) => i32::from(one.cast_signed()).cast_unsigned(),
        (SHORT, [low, high]) => i32::from(i16::from_ne_bytes([*low, *high])).cast_unsigned(),
        (UNSIGNED_SHORT, [low, high]) => u16::from_ne_bytes([*low, *high]).into(),
        (FLOAT, [a, b, c, d]) => (f32::from_ne_bytes([*a, *b, *c, *d]).floor() as i64) as u32,
        (INT | UNSIGNED_INT, [a, b, c, d]) => u32::from_ne_bytes([*a, *b, *c, *d]),
        // Bytes, and numbers of several bytes, the highest first.
        (_, bytes) => bytes.iter().fold(0, |name, byte| name << 8 | u32::from(*byte)),
    };
    Some(bytes.chunks_exact(size).map(name).collect())
}

/// The bytes that a name of CallLists takes.
pub(crate) fn size(kind: u32) -> Option<usize> {
    Some(match kind {
        BYTE | UNSIGNED_BYTE => 1,
        SHORT | UNSIGNED_SHORT | TWO_BYTES => 2,
        THREE_BYTES => 3,
        INT | UNSIGNED_INT | FLOAT | FOUR_BYTES => 4,
        _ => return None,
    })
}

const BYTE: u32 = 0x1400;
const UNSIGNED_BYTE: u32 = 0x1401;
const SHORT: u32 = 0x1402;
const UNSIGNED_SHORT: u32 = 0x1403;
const INT: u32 = 0x1404;
const UNSIGNED_INT: u32 = 0x1405;
const FLOAT: u32 = 0x1406;
const TWO_BYTES: u32 = 0x1407;
const THREE_BYTES: u32 = 0x1408;
const FOUR_BYTES: u32 = 0x1409;

#[cfg(test)]
mod tests {
    use super::{BYTE, FLOAT, THREE_BYTES, TWO_BYTES, decoded};

    #[test]
    fn names_of_lists_are_read_by_their_type() {
        // source: OpenGL 2.1, section 5.4, CallLists
        assert_eq!(decoded(BYTE, &[1, 255]), Some(vec![1, u32::MAX]));
        assert_eq!(decoded(TWO_BYTES, &[1, 2, 3, 4, 5]), Some(vec![0x0102, 0x0304]));
        assert_eq!(decoded(THREE_BYTES, &[1, 2, 3]), Some(vec![0x01_0203]));
        assert_eq!(decoded(FLOAT, &7.5_f32.to_ne_bytes()), Some(vec![7]));
        assert_eq!(decoded(0x1234, &[0]), None);
    }
}
