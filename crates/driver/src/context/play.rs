//! Display lists as they are called: the driver's lists that they are in, each behind the choice of what is drawn with, and
//! what is done between them.

use super::list::{Operation, Piece};
use super::parameter::Space;
use super::{Context, native_target};
use crate::gl::{Gl, number};

impl Context {
    /// A list; of those in pieces, lists are called in so deep a nesting.
    pub(super) fn play(&mut self, gl: &dyn Gl, list: u32, nesting: u32) {
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
            self.play_piece(gl, piece, nesting);
        }
    }

    /// Lists by names to which the list base is added, as it was before them.
    pub(super) fn play_lists(&mut self, gl: &dyn Gl, names: &[u32], nesting: u32) {
        let base = gl.integer(number::LIST_BASE).cast_unsigned();
        for name in names {
            self.play(gl, base.wrapping_add(*name), nesting);
        }
    }

    /// A piece of a list; `nesting` is above 0.
    pub(super) fn play_piece(&mut self, gl: &dyn Gl, piece: &Piece, nesting: u32) {
        match piece {
            Piece::Native { list, kind, between } => {
                self.prepare_list(gl, *kind);
                gl.call_list(*list);
                self.in_begin = between.unwrap_or(self.in_begin);
                self.changed();
            }
            Piece::Operation(operation) => {
                if self.may() {
                    self.operate(gl, operation);
                }
            }
            Piece::List(list) => self.play(gl, *list, nesting - 1),
            Piece::Lists(names) => self.play_lists(gl, names, nesting - 1),
        }
    }

    pub(super) fn operate(&mut self, gl: &dyn Gl, operation: &Operation) {
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
            Operation::Enable { target, enabled } => self.enable_kept(gl, *target, *enabled),
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
