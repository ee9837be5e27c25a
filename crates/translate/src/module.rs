//! SPIR-V, WGSL, HLSL and MSL: Vulkan's GLSL, read, validated and written anew by naga.
//!
//! One module serves the four languages, and none of it reaches a user that naga's validator has not passed.
//! What is lost on the way are comments and the names of temporaries; the names of the interface stay.

use naga::back::{hlsl, msl, spv, wgsl};
use naga::front::glsl::{Frontend, Options as Reading};
use naga::valid::{Capabilities, ModuleInfo, ValidationFlags, Validator};
use naga::{Module, ShaderStage};
use quadrille_isa::gl::Stage;

use crate::target::Target;

/// A shader in one of the four languages.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Written {
    /// Text.
    Text(String),
    /// The words of a SPIR-V module.
    Words(Vec<u32>),
}

/// Reads Vulkan's GLSL and writes the target's language.
///
/// # Errors
///
/// What the language, or the library between, has no word for.
pub fn write(text: &str, stage: Stage, target: Target) -> Result<Written, String> {
    let (module, info) = read(text, stage, target)?;
    let said = |what: &dyn std::fmt::Display| format!("{} cannot say it: {what}", target.row().doc);
    match target {
        Target::SpirvVulkan => {
            let options = spv::Options {
                lang_version: (1, 3),
                flags: spv::WriterFlags::DEBUG | spv::WriterFlags::LABEL_VARYINGS,
                ..Default::default()
            };
            spv::write_vec(&module, &info, &options, None)
                .map(Written::Words)
                .map_err(|error| said(&error))
        }
        Target::Hlsl => {
            let mut out = String::new();
            let options = hlsl::Options {
                shader_model: hlsl::ShaderModel::V5_1,
                fake_missing_bindings: true,
                ..Default::default()
            };
            let pipeline = hlsl::PipelineOptions::default();
            hlsl::Writer::new(&mut out, &options, &pipeline)
                .write(&module, &info, None)
                .map_err(|error| said(&error))?;
            Ok(Written::Text(out))
        }
        Target::Msl => {
            let options = msl::Options {
                lang_version: (2, 4),
                fake_missing_bindings: true,
                ..Default::default()
            };
            let pipeline = msl::PipelineOptions::default();
            msl::write_string(&module, &info, &options, &pipeline)
                .map(|(text, _)| Written::Text(text))
                .map_err(|error| said(&error))
        }
        _ => wgsl::write_string(&module, &info, wgsl::WriterFlags::empty())
            .map(Written::Text)
            .map_err(|error| said(&error)),
    }
}

fn read(text: &str, stage: Stage, target: Target) -> Result<(Module, ModuleInfo), String> {
    let stage = match stage {
        Stage::Vertex => ShaderStage::Vertex,
        _ => ShaderStage::Fragment,
    };
    let said = |what: &dyn std::fmt::Display| format!("{} cannot say it: {what}", target.row().doc);
    let module = Frontend::default()
        .parse(&Reading::from(stage), text)
        .map_err(|errors| match errors.errors.first() {
            Some(error) => said(&error.kind),
            None => said(&"the text is not read"),
        })?;
    let info = Validator::new(ValidationFlags::all(), Capabilities::all())
        .validate(&module)
        .map_err(|error| {
            let inner: &dyn std::error::Error = error.as_inner();
            let mut text = inner.to_string();
            let mut source = inner.source();
            while let Some(cause) = source {
                text += &format!(": {cause}");
                source = cause.source();
            }
            said(&text)
        })?;
    Ok((module, info))
}
