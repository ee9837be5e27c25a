//! WGSL, HLSL and MSL: the SPIR-V of Vulkan, read, validated and written anew by naga.
//!
//! What the library does not do is done around it: comments go through it as marks (`remarks`), names that end in a
//! digit come back (`names`), samplers get registers (`registers`), and long blocks are handed over in pieces (`pieces`).
//! What it does not know is an error, and none of its output reaches a user that its validator has not passed.

mod names;
mod pieces;
mod registers;
mod remarks;

use std::error::Error;

use naga::Module;
use naga::back::{hlsl, msl, wgsl};
use naga::front::spv;
use naga::valid::{Capabilities, ModuleInfo, ValidationError, ValidationFlags, Validator};

use crate::form::Shader;
use crate::options::Options;
use crate::spirv;
use crate::target::Target;

use remarks::Remarks;

/// Differences between neighbours are defined by the program's own flow, whatever WGSL proves of it.
const FLOW: &str = "diagnostic(off, derivative_uniformity);\n\n";

/// The largest float by its shortest digits, which lie above it, so that some readers of WGSL find that no float holds
/// them; and by all of its digits.
const LARGEST: [&str; 2] = [
    "340282350000000000000000000000000000000f",
    "340282346638528859811704183484516925440f",
];

/// A module that is not written in a language.
#[derive(Debug, thiserror::Error)]
#[error("{} does not support it: {reason}", target.row().doc)]
pub struct ModuleError {
    /// The language.
    pub target: Target,
    /// Why.
    #[source]
    pub reason: Unwritable,
}

/// Why a module is not written in a language.
#[derive(Debug, thiserror::Error)]
pub enum Unwritable {
    /// The library between does not read it.
    #[error(transparent)]
    Read(#[from] spv::Error),
    /// The library between gives up on it.
    #[error("the library between knows no such texture")]
    Abandoned,
    /// The library between does not find it valid.
    #[error("{}", with_causes(&**.0))]
    Invalid(Box<ValidationError>),
    /// A sampler is found in a heap in a way that is not known.
    #[error("the library between has no register for a sampler")]
    Sampler,
    /// HLSL has no word for it.
    #[error(transparent)]
    Hlsl(#[from] hlsl::Error),
    /// MSL has no word for it.
    #[error(transparent)]
    Msl(#[from] msl::Error),
    /// WGSL has no word for it.
    #[error(transparent)]
    Wgsl(#[from] wgsl::Error),
}

/// An error and what caused it, in one sentence.
fn with_causes(error: &dyn Error) -> String {
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(cause) = source {
        text += &format!(": {cause}");
        source = cause.source();
    }
    text
}

/// The entry point of our modules.
const ENTRY: &str = "main";

/// Writes a shader in the target's language.
///
/// # Errors
///
/// A construct that the language, or the library between, has no word for.
pub fn write(shader: &Shader, options: &Options) -> Result<String, ModuleError> {
    let target = options.target;
    let mut marked = shader.clone();
    let remarks = options.comments.then(|| Remarks::mark(&mut marked));
    let text = written(marked, options).map_err(|reason| ModuleError { target, reason })?;
    let text = match remarks {
        Some(remarks) => remarks.put(shader, &text),
        None => text,
    };
    Ok(names::restore(shader, &text))
}

fn written(mut shader: Shader, options: &Options) -> Result<String, Unwritable> {
    let mut options = options.clone();
    let numbers = options
        .target
        .numbers_by_kind()
        .then(|| registers::renumber(&mut shader, &mut options));
    if options.target == Target::Msl {
        pieces::divide(&mut shader);
    }
    let (module, info) = read(spirv::print(&shader, &options))?;
    match options.target {
        Target::Hlsl => {
            let mut out = String::new();
            let options = hlsl::Options {
                shader_model: hlsl::ShaderModel::V5_0,
                binding_map: numbers.map(|numbers| numbers.of_direct3d()).unwrap_or_default(),
                fake_missing_bindings: true,
                ..Default::default()
            };
            let pipeline = hlsl::PipelineOptions::default();
            hlsl::Writer::new(&mut out, &options, &pipeline).write(&module, &info, None)?;
            registers::without_heaps(&out).ok_or(Unwritable::Sampler)
        }
        Target::Msl => {
            let options = msl::Options {
                lang_version: (2, 4),
                per_entry_point_map: numbers
                    .map(|numbers| (ENTRY.to_owned(), numbers.of_metal()))
                    .into_iter()
                    .collect(),
                fake_missing_bindings: true,
                ..Default::default()
            };
            let pipeline = msl::PipelineOptions::default();
            let (text, _) = msl::write_string(&module, &info, &options, &pipeline)?;
            Ok(text)
        }
        _ => {
            let text = wgsl::write_string(&module, &info, wgsl::WriterFlags::empty())?;
            let [shortest, exact] = LARGEST;
            Ok(format!("{FLOW}{}", text.replace(shortest, exact)))
        }
    }
}

fn read(words: Vec<u32>) -> Result<(Module, ModuleInfo), Unwritable> {
    let options = spv::Options {
        adjust_coordinate_space: false,
        strict_capabilities: false,
        block_ctx_dump_prefix: None,
    };
    // The reader gives up on some modules that are right by a panic, which is no answer to a user.
    let parsed = std::panic::catch_unwind(|| spv::Frontend::new(words.into_iter(), &options).parse());
    let module = match parsed {
        Ok(parsed) => parsed?,
        Err(_) => return Err(Unwritable::Abandoned),
    };
    // Whether invocations come to a barrier together is the program's affair; the library knows of no variable what it
    // holds.
    let flags = ValidationFlags::all() - ValidationFlags::CONTROL_FLOW_UNIFORMITY;
    let info = Validator::new(flags, Capabilities::all())
        .validate(&module)
        .map_err(|error| Unwritable::Invalid(Box::new(error.into_inner())))?;
    Ok((module, info))
}
