//! The destination of shaders: standard output, a file, or a folder.

use std::path::{Path, PathBuf};

use quadrille::translate::Target;
use quadrille::translate::form::file_ending;
use quadrille_isa::gl::Stage;
use serde_json::Value;

use crate::files::{self, Output, OutputError};

/// Shaders that do not fit what `-o` says.
#[derive(Debug, thiserror::Error)]
pub(crate) enum SinkError {
    #[error("{file} is one file for {shaders} shaders: `-o {file}/` is a folder", file = file.display())]
    OneFile { file: PathBuf, shaders: usize },
    #[error("{0} modules of SPIR-V want a folder, such as `-o shaders/`")]
    Modules(usize),
}

/// Takes shaders and their reflection.
pub(super) struct Sink {
    /// The path that `-o` names.
    named: Option<PathBuf>,
    output: Output,
    are_many: bool,
    reflections: Vec<Value>,
}

/// A shader to be written.
pub(super) struct Shader<'a> {
    /// The file that its program lies in.
    pub(super) input: &'a Path,
    pub(super) stage: Stage,
    pub(super) bytes: Vec<u8>,
    pub(super) reflection: Value,
}

impl Sink {
    /// For so many shaders of a target, of programs in what the command line names.
    pub(super) fn new(
        named: Option<PathBuf>,
        inputs: &[PathBuf],
        shaders: usize,
        target: Target,
    ) -> Result<Sink, SinkError> {
        let output = Output::new(named.as_deref(), inputs);
        let are_many = shaders > 1;
        if let Some(file) = output.file().filter(|_| are_many) {
            let file = file.to_owned();
            return Err(SinkError::OneFile { file, shaders });
        }
        if are_many && target.is_spirv() && output.is_standard() {
            return Err(SinkError::Modules(shaders));
        }
        Ok(Sink {
            named,
            output,
            are_many,
            reflections: Vec::new(),
        })
    }

    /// Writes one shader.
    pub(super) fn write(&mut self, shader: Shader<'_>, target: Target) -> Result<(), OutputError> {
        let stage = file_ending(shader.stage);
        let ending = match target.row().extension {
            "" => stage.to_owned(),
            _ if target.is_assembly() => match shader.stage {
                // It is called as what it stands in for.
                Stage::Vertex | Stage::VertexState => "vp",
                Stage::Fragment => "fp",
                Stage::TessellationControl
                | Stage::TessellationEvaluation
                | Stage::Geometry
                | Stage::Compute => stage,
            }
            .to_owned(),
            language => format!("{stage}.{language}"),
        };
        let mut reflection = shader.reflection;
        let place = self.output.place(shader.input, &ending);
        if let Some(path) = &place {
            reflection["file"] = path.display().to_string().into();
        } else if self.are_many {
            let input = shader.input.display().to_string().replace(char::is_control, " ");
            let mark = if target.is_assembly() { "#" } else { "//" };
            println!("{mark} {input}: {stage}");
        }
        let to = place.as_deref().or(self.named.as_deref());
        files::deliver(to, &shader.bytes)?;
        self.reflections.push(reflection);
        Ok(())
    }

    /// Writes what all shaders get and give: one object, or an array of several.
    pub(super) fn write_reflection(&mut self, path: &Path) -> Result<(), OutputError> {
        let value = match self.reflections.as_mut_slice() {
            [only] if !self.are_many => only.take(),
            all => Value::Array(all.iter_mut().map(Value::take).collect()),
        };
        files::deliver(Some(path), format!("{value:#}\n").as_bytes())
    }
}
