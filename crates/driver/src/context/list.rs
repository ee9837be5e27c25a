//! Display lists. The driver records and plays them, but which linked program a draw takes has to be chosen between its
//! calls, and a few calls are not the driver's. So a list in which programs, parameters or enables change before a draw
//! becomes several of the driver's, with what is done between them.

use super::Context;
use super::parameter::Space;
use super::primitive::Kind;
use crate::gl::{Gl, number};

/// Lists that may call each other in a row (MAX_LIST_NESTING is 64 at least, GL 2.1 table 6.35). One that calls itself twice
/// takes for ever, as it does with drivers; of random calls it is not to.
const NESTING: u32 = if cfg!(any(test, fuzzing)) { 6 } else { 64 };

/// A part of a list.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Piece {
    /// A list of the driver.
    Native {
        list: u32,
        /// That of its draws, as far as it is known.
        kind: Option<Kind>,
        /// Whether vertices are being given between Begin and End behind it, where it has either.
        between: Option<bool>,
    },
    /// A call that is not the driver's.
    Operation(Operation),
    /// Another list: what it is becomes known as it is called.
    List(u32),
    /// CallLists, of names to which the list base is added as they are called.
    Lists(Vec<u32>),
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
    /// The last of Begin (`true`) and End in that.
    between: Option<bool>,
    /// Whether an End of the list has its Begin before it.
    ends: bool,
    /// Whether it has changed what programs a draw takes, or their parameters.
    pub(super) is_changed: bool,
}

impl Recording {
    /// The driver's list that is open.
    fn open(&self) -> Piece {
        Piece::Native {
            list: self.native,
            kind: self.kind,
            between: self.between,
        }
    }
}

impl Context {
    /// Begin (`true`) and End.
    pub(crate) fn between(&mut self, is_between: bool) {
        if let Some(recording) = &mut self.recording {
            recording.between = Some(is_between);
            recording.ends |= !is_between && !self.in_begin;
        }
        self.in_begin = is_between;
    }

    /// The name of the list that is being made, as the application has it (LIST_INDEX).
    pub(super) fn list_index(&self) -> Option<u32> {
        self.recording.as_ref().map(|recording| recording.list)
    }

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
                    between: None,
                    ends: false,
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
        // Begin and End in different lists: what is done between them depends on it.
        let is_open = recording.ends || self.in_begin;
        // What was only recorded did not begin.
        self.in_begin &= recording.executes;
        let knows = recording.kind.is_some() && self.group.has_kept();
        if !recording.pieces.is_empty() || knows || is_open {
            recording.pieces.push(recording.open());
        }
        let before = self.group.set_list(recording.list, recording.pieces);
        delete_pieces(gl, recording.list, before.iter().flat_map(|pieces| pieces.iter()));
    }

    /// Whether what a list that is being made calls is not left to the driver: what it will be as it is called is not known.
    /// Drivers call lists from lists much faster, so that lists of applications without programs stay theirs.
    fn splits_calls(&self) -> bool {
        !self.in_begin && (self.group.has_programs() || self.group.has_lists())
    }

    /// CallList.
    pub(crate) fn call_list(&mut self, gl: &dyn Gl, list: u32) {
        match &self.recording {
            Some(_) if self.splits_calls() => self.record(gl, Piece::List(list)),
            Some(_) => {
                gl.call_list(list);
                self.changed();
            }
            None => self.play(gl, list, NESTING),
        }
    }

    /// CallLists, of names without the list base: whether it is done here.
    pub(crate) fn call_lists(&mut self, gl: &dyn Gl, names: &[u32]) -> bool {
        match &self.recording {
            Some(_) if self.splits_calls() => self.record(gl, Piece::Lists(names.to_vec())),
            Some(_) => return false,
            None if !self.group.has_lists() => return false,
            None => self.play_lists(gl, names, NESTING),
        }
        true
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
        if recording.is_changed || parts {
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
                context.play_piece(gl, &piece, NESTING);
            }
        });
        if let Some(recording) = &mut self.recording {
            recording.pieces.push(piece);
            recording.is_changed = recording.executes;
        }
    }

    /// Does something of which the list that is being made keeps nothing.
    pub(super) fn outside<R>(&mut self, gl: &dyn Gl, work: impl FnOnce(&mut Context) -> R) -> Option<R> {
        match self.recording {
            Some(_) => self.split(gl, |context, _| work(context)),
            None => Some(work(self)),
        }
    }

    /// Ends the driver's list, does something outside of it, and begins the next; nothing where no list is being made.
    fn split<R>(&mut self, gl: &dyn Gl, between: impl FnOnce(&mut Context, bool) -> R) -> Option<R> {
        let mut recording = self.recording.take()?;
        gl.end_list();
        let open = recording.open();
        recording.pieces.push(open);
        recording.native = self.group.next_list();
        (recording.kind, recording.between, recording.is_changed) = (None, None, false);
        let done = between(self, recording.executes);
        let mode = match recording.executes {
            true => number::COMPILE_AND_EXECUTE,
            false => number::COMPILE,
        };
        self.take_errors(gl);
        gl.new_list(recording.native, mode);
        match gl.error() {
            0 => self.recording = Some(recording),
            error => self.raise(error),
        }
        Some(done)
    }
}

/// Deletes the driver's lists that a list was in, but for that of its own name.
fn delete_pieces<'a>(gl: &dyn Gl, list: u32, pieces: impl Iterator<Item = &'a Piece>) {
    for piece in pieces {
        match piece {
            Piece::Native { list: native, .. } if *native != list => gl.delete_lists(*native, 1),
            Piece::Native { .. } | Piece::Operation(_) | Piece::List(_) | Piece::Lists(_) => {}
        }
    }
}
