//! One program, raised and printed.

use quadrille_base::{Diagnostic, Span};

use crate::form::Shader;
use crate::options::{Options, Packing};
use crate::raise::{SourceProgram, raise};
use crate::{arb, glsl, rules, spirv};

/// A translated program.
#[derive(Clone, PartialEq, Debug)]
pub struct Translation {
    /// The text in the target language; empty for SPIR-V.
    pub text: String,
    /// The words of a SPIR-V module.
    pub words: Option<Vec<u32>>,
    /// The shader that was printed: its lists are the reflection. They are empty for an ARB program, which names what it
    /// is bound to itself.
    pub shader: Shader,
}

/// Translates a program.
///
/// # Errors
///
/// The diagnostics for what the target cannot express, with their spans in the source; sorted by position.
pub fn translate(source: SourceProgram<'_>, options: &Options) -> Result<Translation, Vec<Diagnostic>> {
    let header = Span::new(0, source.program.profile().header.len() as u32);
    let target = options.target;
    if target.is_vulkan() && options.packing == Packing::Plain {
        let what = format!("{} has no plain uniforms", target.row().doc);
        return Err(vec![rules::unsupported(header, what)]);
    }
    if target.is_arb() {
        let text = arb::translate(source, options)?;
        let shader = Shader::assembly(source.program);
        let words = None;
        return Ok(Translation { text, words, shader });
    }
    let shader = raise(source, options)?;
    let (text, words) = if target.is_spirv() {
        (String::new(), Some(spirv::print(&shader, options)))
    } else if target.is_vulkan() {
        let text = write(&shader, options);
        let text = text.map_err(|error| vec![rules::unsupported(header, error.to_string())])?;
        (text, None)
    } else {
        (glsl::print(&shader, options), None)
    };
    Ok(Translation { text, words, shader })
}

#[cfg(feature = "wgsl")]
use crate::module::write;

/// A language whose library is not built in.
#[cfg(not(feature = "wgsl"))]
#[derive(Debug, thiserror::Error)]
#[error("built without the feature `wgsl`, which writes {}", .0.row().doc)]
struct NotBuilt(crate::target::Target);

/// Without the library that writes these languages.
#[cfg(not(feature = "wgsl"))]
fn write(_: &Shader, options: &Options) -> Result<String, NotBuilt> {
    Err(NotBuilt(options.target))
}
