//! Results of a fragment program that a draw accepts and stores nowhere.

use quadrille_isa::gl::Binding;
use quadrille_program::Program;

use crate::binding::{FragmentResult, fragment_result};
use crate::framebuffer::Framebuffer;
use crate::state::Context;

/// A result that is written and has no effect.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UnusedResult {
    /// No draw buffer of this number has a colour buffer of the framebuffer.
    NoBuffer(Binding),
    /// No blend factor takes the second source (ARB_blend_func_extended).
    SecondSource(Binding),
}

impl UnusedResult {
    /// The result.
    pub fn binding(self) -> Binding {
        match self {
            UnusedResult::NoBuffer(binding) | UnusedResult::SecondSource(binding) => binding,
        }
    }
}

/// A lower-case sentence that says why it has no effect.
impl std::fmt::Display for UnusedResult {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            UnusedResult::NoBuffer(_) => "no colour buffer takes this result",
            UnusedResult::SecondSource(_) => "no blend factor of this draw buffer takes the second source",
        })
    }
}

/// The results that a program writes without effect. A draw buffer that is set to none is meant so.
pub(crate) fn unused(program: &Program, context: &Context, framebuffer: &Framebuffer) -> Vec<UnusedResult> {
    let has_buffer = |number: u32| match context.draw_buffers.get(number as usize) {
        Some(Some(buffer)) => *buffer < framebuffer.color_formats().len(),
        Some(None) => true,
        None => false,
    };
    let written = program.results().iter().filter(|result| result.used != 0);
    let unused = written.filter_map(|result| match fragment_result(result.binding)? {
        FragmentResult::Color(number) if has_buffer(number) => None,
        FragmentResult::Color(_) => Some(UnusedResult::NoBuffer(result.binding)),
        FragmentResult::SecondSource(number) if !has_buffer(number) => {
            Some(UnusedResult::NoBuffer(result.binding))
        }
        FragmentResult::SecondSource(number) if context.blend_of(number as usize).takes_second() => None,
        FragmentResult::SecondSource(_) => Some(UnusedResult::SecondSource(result.binding)),
        FragmentResult::Depth | FragmentResult::SampleMask => None,
    });
    unused.collect()
}
