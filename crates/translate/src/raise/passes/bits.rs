//! Bits that are read as another kind of number: a target without integers has no word for that, and the
//! instruction is refused where it stands.

use crate::form::walk::inside_out;
use crate::form::{Block, Kind, Statement};
use crate::raise::raiser::Raiser;
use crate::target::{Feature, Support};

impl Raiser<'_> {
    /// Refuses all of them, where the target has no integers.
    pub(crate) fn refuse_bits(&mut self) {
        if self.options.target.support(Feature::Integers) != Support::Missing {
            return;
        }
        let mut functions = std::mem::take(&mut self.shader.functions);
        for function in &mut functions {
            self.refuse_in(&mut function.body);
        }
        self.shader.functions = functions;
        self.origin = None;
    }

    fn refuse_in(&mut self, block: &mut Block) {
        for statement in block {
            self.origin = statement.origin;
            if reads_bits(statement) {
                self.need(Feature::Integers, self.span());
            }
            for block in statement.blocks_mut() {
                self.refuse_in(block);
            }
        }
    }
}

/// Whether a statement itself reads bits so, not the blocks in it.
fn reads_bits(statement: &mut Statement) -> bool {
    let mut found = false;
    for expression in statement.expressions_mut() {
        inside_out(expression, &mut |part| {
            found |= matches!(part.kind, Kind::Bits(_))
        });
    }
    found
}
