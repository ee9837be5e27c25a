//! Where shaders go: standard output, a file, or a folder.

use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::files::{self, WriteError};
use crate::out;

/// Takes shaders and their reflection.
pub(super) struct Sink {
    output: Option<PathBuf>,
    many: bool,
    reflections: Vec<Value>,
    written: Vec<PathBuf>,
}

impl Sink {
    /// With several shaders, `output` is a folder.
    pub(super) fn new(output: Option<PathBuf>, many: bool) -> Sink {
        Sink {
            output,
            many,
            reflections: Vec::new(),
            written: Vec::new(),
        }
    }

    /// Writes one shader; `place` is its path in a folder, without the ending of its stage.
    pub(super) fn write(
        &mut self,
        place: &Path,
        ending: &str,
        shader: &[u8],
        mut reflection: Value,
    ) -> Result<(), String> {
        let failed = |path: &Path, error: WriteError| format!("{}: {error}", path.display());
        match &self.output {
            None => out::bytes(shader),
            Some(path) if !self.many && !files::is_folder(path) => {
                files::write(path, shader).map_err(|error| failed(path, error))?;
                reflection["file"] = path.display().to_string().into();
            }
            Some(folder) => {
                let stem = place.file_name().unwrap_or_default();
                let named = |ending: String| {
                    let mut name = stem.to_owned();
                    name.push(ending);
                    folder.join(place).with_file_name(name)
                };
                let mut path = named(format!(".{ending}"));
                let mut number = 1;
                while self.written.contains(&path) {
                    path = named(format!(".{number}.{ending}"));
                    number += 1;
                }
                files::write(&path, shader).map_err(|error| failed(&path, error))?;
                reflection["file"] = path.display().to_string().into();
                self.written.push(path);
            }
        }
        self.reflections.push(reflection);
        Ok(())
    }

    /// Writes what all shaders get and give: one object, or an array of several.
    pub(super) fn write_reflection(&mut self, path: &Path) -> Result<(), String> {
        let value = match self.reflections.as_mut_slice() {
            [only] if !self.many => only.take(),
            all => Value::Array(all.iter_mut().map(Value::take).collect()),
        };
        let text = serde_json::to_string_pretty(&value).map_err(|error| error.to_string())?;
        files::write(path, (text + "\n").as_bytes()).map_err(|error| format!("{}: {error}", path.display()))
    }
}
