//! Checked programs to the shading languages of today.
//!
//! [`raise()`] makes of a program a target-neutral [`form::Shader`]: typed statements and expressions,
//! structured flow, a list of resources. A printer ([`glsl`], [`spirv`]) turns that into text or words and decides
//! nothing; of the words [`module`] makes WGSL, HLSL and MSL. What
//! a target cannot say is an error with the place in the source, or an emulation that the caller
//! [allows](Options::allow).
//!
//! ```
//! use quadrille_translate::{Options, Source, Target, translate};
//!
//! let text = "!!ARBfp1.0\nMUL result.color, fragment.color, program.local[0];\nEND\n";
//! let program = quadrille_check::check(text, &Default::default()).program.expect("it is right");
//! let source = Source { program: &program, text, partner: None };
//! let shader = translate(source, &Options::new(Target::GlslEs300)).expect("it can be said");
//! assert!(shader.text.contains("o_color0 = v_color * u_fragment_local[0];"));
//! ```
//!
//! # A new target
//!
//! 1. A row in [`target`], and a column in its table of features.
//! 2. A folder beside [`glsl`] whose printer walks the [form]: declarations from the lists of the
//!    [`Shader`](form::Shader), functions of [`Shader::library`](form::Shader::library) and then of
//!    [`Shader::functions`](form::Shader::functions), statements, expressions. Types are on every node.
//! 3. Its case in [`translate()`]. What only that target has to say differently and no printer should think about
//!    becomes a pass over the form, one file.
//!
//! This crate reads no files and runs nothing.

pub mod form;
pub mod glsl;
#[cfg(feature = "wgsl")]
pub mod module;
pub mod options;
pub mod pair;
pub mod raise;
pub mod reflect;
pub mod rules;
pub mod sample;
pub mod spirv;
pub mod target;

use quadrille_base::{Diagnostic, Span};

pub use form::{IMAGE_FORMATS, ImageFormat, Shader};
pub use options::{
    ALPHA_REFERENCE, AlphaTest, DepthMode, EMULATIONS, Emulation, FRAMEBUFFER_HEIGHT, Options, POINT_SIZE,
    Packing, SAMPLERS, Semantics, texture_size,
};
pub use pair::{Pair, PairProblems, translate_pair};
pub use raise::{Source, raise};
pub use reflect::reflect;
pub use sample::Sample;
pub use target::{FEATURES, Feature, Support, TARGETS, Target};

/// A translated program.
#[derive(Clone, PartialEq, Debug)]
pub struct Translation {
    /// The text in the target language; empty for SPIR-V.
    pub text: String,
    /// The words of a SPIR-V module.
    pub words: Option<Vec<u32>>,
    /// What was printed: its lists are the reflection.
    pub shader: Shader,
}

/// Translates a program.
///
/// # Errors
///
/// What the target cannot say, with its places in the source; sorted by position.
pub fn translate(source: Source<'_>, options: &Options) -> Result<Translation, Vec<Diagnostic>> {
    let header = Span::new(0, source.program.profile().header.len() as u32);
    let target = options.target;
    if target.is_vulkan() && options.packing == Packing::Plain {
        let what = format!("{} has no plain uniforms", target.row().doc);
        return Err(vec![rules::unsaid(header, what)]);
    }
    let shader = raise(source, options)?;
    let (text, words) = if target.is_spirv() {
        (String::new(), Some(spirv::print(&shader, options)))
    } else if target.is_vulkan() {
        let module = spirv::print(&shader, options);
        let text = write(module, target);
        (text.map_err(|what| vec![rules::unsaid(header, what)])?, None)
    } else {
        (glsl::print(&shader, options), None)
    };
    Ok(Translation { text, words, shader })
}

#[cfg(feature = "wgsl")]
use module::write;

/// Without the library that writes these languages.
#[cfg(not(feature = "wgsl"))]
fn write(_: Vec<u32>, target: Target) -> Result<String, String> {
    Err(format!(
        "built without the feature `wgsl`, which writes {}",
        target.row().doc
    ))
}
