//! One program, raised and printed.

use quadrille_base::Span;
use quadrille_isa::gl::Binding;
use quadrille_program::{File, Program};

use crate::form::Shader;
use crate::hlsl::refusal::Subject;
use crate::options::{Options, Packing};
use crate::place::use_of;
use crate::raise::{SourceProgram, raise};
use crate::refusal::{Reason, Refusal};
use crate::target::Target;
use crate::{arb, bindings, glsl, hlsl, spirv};

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
/// What the target cannot express, with the places in the source; sorted by position.
pub fn translate(source: SourceProgram<'_>, options: &Options) -> Result<Translation, Vec<Refusal>> {
    let header = Span::new(0, source.program.profile().header.len() as u32);
    let target = options.target;
    if target.is_vulkan() && options.packing == Packing::Plain {
        return Err(vec![Refusal::new(header, Reason::PlainUniforms(target))]);
    }
    if target.is_assembly() {
        if options.preserve_special {
            return Err(vec![Refusal::new(header, Reason::AssemblySpecialValues)]);
        }
        let arb::Assembly { text, parameters } = arb::translate(source, options)?;
        let shader = Shader {
            parameters,
            ..Shader::assembly(source.program)
        };
        let words = None;
        return Ok(Translation { text, words, shader });
    }
    let shader = raise(source, options)?;
    if let Some(reason) = bindings::clash(&shader, options) {
        return Err(vec![Refusal::new(header, reason)]);
    }
    let (text, words) = if target.is_spirv() {
        (String::new(), Some(spirv::print(&shader, options)))
    } else if target.is_vulkan() {
        let text = write(&shader, options);
        let text = text.map_err(|error| vec![Refusal::new(header, Reason::Library(error.to_string()))])?;
        (text, None)
    } else if target == Target::HlslSm3 {
        let refusals = hlsl::refusal::refusals(&shader);
        if !refusals.is_empty() {
            let problem = |refusal: &hlsl::refusal::Refusal| {
                let place = match refusal.subject {
                    Subject::Program => None,
                    Subject::Attribute(binding) => place_of(source.program, binding),
                    Subject::Instruction(at) => Some(source.program.span(at)),
                };
                Refusal::new(place.unwrap_or(header), refusal.reason.clone())
            };
            return Err(refusals.iter().map(problem).collect());
        }
        (hlsl::print(&shader), None)
    } else {
        (glsl::print(&shader, options), None)
    };
    Ok(Translation { text, words, shader })
}

/// Where a program reads an attribute first.
fn place_of(program: &Program, binding: Binding) -> Option<Span> {
    let slot = program
        .attributes()
        .iter()
        .position(|attribute| attribute.binding == binding)?;
    let at = use_of(program, File::Attribute, slot as u32)?;
    Some(program.span(at))
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
