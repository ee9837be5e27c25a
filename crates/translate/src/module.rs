//! WGSL, HLSL and MSL: the SPIR-V of Vulkan, read, validated and written anew by naga.
//!
//! What is lost on the way are comments and the names of temporaries; the names of the interface stay. What
//! naga does not know is an error, and none of its output reaches a user that its validator has not passed.

use std::fmt::Display;

use naga::Module;
use naga::back::{hlsl, msl, wgsl};
use naga::front::spv;
use naga::valid::{Capabilities, ModuleInfo, ValidationFlags, Validator};

use crate::target::Target;

/// Differences between neighbours are defined by the program's own flow, whatever WGSL proves of it.
const FLOW: &str = "diagnostic(off, derivative_uniformity);\n\n";

/// The largest float by its shortest digits, which lie above it, so that some readers of WGSL find that no float holds
/// them; and by all of its digits.
const LARGEST: [&str; 2] = [
    "340282350000000000000000000000000000000f",
    "340282346638528859811704183484516925440f",
];

/// Reads the words of a module and writes the target's language.
///
/// # Errors
///
/// What the language, or the library between, has no word for.
pub fn write(words: Vec<u32>, target: Target) -> Result<String, String> {
    let said = |what: &dyn Display| format!("{} cannot say it: {what}", target.row().doc);
    let (module, info) = read(words).map_err(|what| said(&what))?;
    match target {
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
            Ok(out)
        }
        Target::Msl => {
            let options = msl::Options {
                lang_version: (2, 4),
                fake_missing_bindings: true,
                ..Default::default()
            };
            let pipeline = msl::PipelineOptions::default();
            let written = msl::write_string(&module, &info, &options, &pipeline);
            written.map(|(text, _)| text).map_err(|error| said(&error))
        }
        _ => {
            let written = wgsl::write_string(&module, &info, wgsl::WriterFlags::empty());
            let [shortest, exact] = LARGEST;
            written
                .map(|text| format!("{FLOW}{}", text.replace(shortest, exact)))
                .map_err(|error| said(&error))
        }
    }
}

fn read(words: Vec<u32>) -> Result<(Module, ModuleInfo), String> {
    let options = spv::Options {
        adjust_coordinate_space: false,
        strict_capabilities: false,
        block_ctx_dump_prefix: None,
    };
    // The reader gives up on some modules that are right by a panic, which is no answer to a user.
    let parsed = std::panic::catch_unwind(|| spv::Frontend::new(words.into_iter(), &options).parse());
    let module = match parsed {
        Ok(parsed) => parsed.map_err(|error| error.to_string())?,
        Err(_) => return Err("the library between knows no such texture".to_owned()),
    };
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
            text
        })?;
    Ok((module, info))
}
