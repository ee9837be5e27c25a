//! Checked programs to the shading languages of today.
//!
//! [`raise()`] makes of a program a target-neutral [`form::Shader`]: typed statements and expressions,
//! structured flow, a list of resources. A printer ([`glsl`], [`spirv`]) turns that into text or words and decides
//! nothing; of the words [`module`] makes WGSL, HLSL and MSL. What
//! a target does not support is a [`Refusal`], a [`Reason`] with the place in the source, or an emulation that the caller
//! [allows](Options::allow).
//!
//! ```
//! use quadrille_translate::{Options, SourceProgram, Target, translate};
//!
//! let text = "!!ARBfp1.0\nMUL result.color, fragment.color, program.local[0];\nEND\n";
//! let program = quadrille_check::check(text, &Default::default()).program.expect("it is right");
//! let source = SourceProgram { program: &program, text, partner: None };
//! let shader = translate(source, &Options::new(Target::GlslEs300)).expect("it is supported");
//! assert!(shader.text.contains("o_color0 = v_color * u_fragment_local[0];"));
//! ```
//!
//! # A new target
//!
//! 1. A row in [`target`], and a column in its table of features.
//! 2. A folder beside [`glsl`] whose printer walks the [form]: declarations from the lists of the
//!    [`Shader`], functions of [`Shader::library`] and then of
//!    [`Shader::functions`], statements, expressions. Types are on every node.
//! 3. Its case in [`translate()`]. What only that target has to say differently and no printer should think about
//!    becomes a pass over the form, one file.
//!
//! This crate reads no files and runs nothing.

pub mod arb;
mod binding_names;
mod bindings;
mod emulation;
pub mod form;
pub mod glsl;
pub mod hlsl;
#[cfg(feature = "wgsl")]
pub mod module;
pub mod options;
pub mod pair;
mod place;
mod printer;
pub mod raise;
pub mod reflect;
pub mod reflection;
mod refusal;
pub mod rules;
pub mod sample;
pub mod spirv;
pub mod target;
mod translation;

pub use binding_names::UnknownBinding;
pub use form::{IMAGE_FORMATS, ImageFormat, Shader};
pub use options::{
    APPROXIMATIONS, AlphaTest, Approximation, DepthMode, EMULATIONS, Emulation, Options, Packing, SAMPLERS,
    Semantics, VertexAttributes,
};
pub use pair::{Pair, PairProblems, translate_pair, translate_pipeline};
pub use raise::{SourceProgram, raise};
pub use reflect::{reflect, reflection};
pub use reflection::Reflection;
pub use refusal::{Reason, Refusal, diagnostics};
pub use sample::Sample;
pub use target::{FEATURES, Feature, Support, TARGETS, Target};
pub use translation::{Translation, translate};
