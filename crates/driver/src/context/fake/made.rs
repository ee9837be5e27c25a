//! What tests make of the fake driver before it is used.

use super::super::group::locked;
use super::{Fake, FakeProgram};

impl Fake {
    /// One with a program of any target, which is enabled.
    pub(crate) fn with_text(target: u32, text: &str) -> Fake {
        let gl = Fake::default();
        let program = FakeProgram {
            target,
            text: text.as_bytes().to_vec(),
            ..FakeProgram::default()
        };
        locked(&gl.shared).programs.insert(1, program);
        gl.own.borrow_mut().bound.insert(target, 1);
        gl.own.borrow_mut().enabled.insert(target);
        gl
    }

    /// Has it have other extensions.
    pub(crate) fn extend(&self, extensions: &str) {
        self.own.borrow_mut().extensions = extensions.to_owned();
    }
}
