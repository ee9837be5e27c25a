//! Translations to other languages, with what to bind.

use std::borrow::Cow;

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use quadrille::Loaded;
use quadrille::translate::{
    self, Approximation, DepthMode, Emulation, Options, Packing, Semantics, SourceProgram, TARGETS, Target,
};

use super::error::{Untranslatable, about};
use super::mapping::Entries;
use super::program::Program;

/// The target of a translation and its settings.
pub(crate) struct Settings {
    options: Options,
    partner: Option<Py<Program>>,
}

impl Settings {
    /// Reads keyword arguments.
    pub(crate) fn read(target: &str, given: Option<&Bound<'_, PyDict>>) -> PyResult<Settings> {
        let unknown = |what: &str, name: &str| PyValueError::new_err(format!("there is no {what} `{name}`"));
        let target = Target::of_name(target).ok_or_else(|| unknown("target", target))?;
        let mut options = Options::new(target);
        let mut partner = None;
        for (key, value) in given.into_iter().flat_map(|given| given.iter()) {
            let key: String = key.extract()?;
            match key.as_str() {
                "fast" => {
                    options.semantics = match value.extract()? {
                        true => Semantics::Fast,
                        false => Semantics::Exact,
                    }
                }
                "allow" => {
                    let names: Vec<String> = value.extract()?;
                    options.allow = names
                        .iter()
                        .map(|name| Emulation::of_name(name).ok_or_else(|| unknown("emulation", name)))
                        .collect::<PyResult<_>>()?;
                }
                "approximate" => {
                    let names: Vec<String> = value.extract()?;
                    options.approximate = names
                        .iter()
                        .map(|name| {
                            Approximation::of_name(name).ok_or_else(|| unknown("approximation", name))
                        })
                        .collect::<PyResult<_>>()?;
                }
                "packing" => {
                    let name: Cow<'_, str> = value.extract()?;
                    options.packing = match &*name {
                        "plain" => Packing::Plain,
                        "block" => Packing::Block,
                        "push-constants" => Packing::PushConstants,
                        _ => return Err(unknown("packing", &name)),
                    };
                }
                "depth_mode" => {
                    let name: Cow<'_, str> = value.extract()?;
                    options.depth_mode = match &*name {
                        "luminance" => DepthMode::Luminance,
                        "intensity" => DepthMode::Intensity,
                        "alpha" => DepthMode::Alpha,
                        "red" => DepthMode::Red,
                        _ => return Err(unknown("depth mode", &name)),
                    };
                }
                "bindings" => {
                    let numbers: Entries<String, u32> = value.extract()?;
                    for (name, binding) in numbers.0 {
                        let bound = options.bind(&name, binding);
                        bound.map_err(|error| PyValueError::new_err(error.to_string()))?;
                    }
                }
                "two_sided" => options.two_sided = value.extract()?,
                "clamp_colors" => options.clamp_colors = value.extract()?,
                "comments" => options.comments = value.extract()?,
                "partner" => partner = value.extract()?,
                _ => {
                    let what = format!("translate() has no argument `{key}`");
                    return Err(PyTypeError::new_err(what));
                }
            }
        }
        Ok(Settings { options, partner })
    }
}

/// A shader.
#[pyclass(frozen, module = "quadrille_gpu")]
pub(crate) struct Translation {
    /// The text; of SPIR-V a listing is not made, and it is empty.
    #[pyo3(get)]
    text: String,
    words: Option<Vec<u32>>,
    /// What the shader takes and gives, as JSON.
    #[pyo3(get, name = "_reflection")]
    reflection: String,
}

impl Translation {
    pub(crate) fn new(py: Python<'_>, loaded: &Loaded, settings: &Settings) -> PyResult<Translation> {
        let partner = settings
            .partner
            .as_ref()
            .map(|partner| partner.get().loaded.program());
        if partner.is_some_and(|partner| partner.profile().stage == loaded.program().profile().stage) {
            return Err(PyValueError::new_err(
                "the partner is a program of the same stage",
            ));
        }
        let options = &settings.options;
        let made = py.detach(|| {
            let source = SourceProgram {
                program: loaded.program(),
                text: loaded.source().text(),
                partner: partner.map(|partner| &**partner),
            };
            translate::translate(source, options)
        });
        match made {
            Ok(made) => Ok(Translation {
                reflection: translate::reflect(&made.shader, options).to_string(),
                text: made.text,
                words: made.words,
            }),
            Err(refusals) => {
                let problems = translate::diagnostics(refusals);
                Err(about::<Untranslatable>(py, loaded.source(), &problems))
            }
        }
    }
}

#[pymethods]
impl Translation {
    /// The words of a SPIR-V module, little end first; `None` of other targets.
    #[getter]
    fn words<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyBytes>> {
        let words = self.words.as_ref()?;
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        Some(PyBytes::new(py, &bytes))
    }

    /// What to bind: attributes, uniforms, textures and buffers with names, locations and sizes.
    #[getter]
    fn reflection<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        py.import("json")?.call_method1("loads", (&self.reflection,))
    }

    fn __str__(&self) -> &str {
        &self.text
    }
}

/// The names of all targets.
#[pyfunction]
pub(crate) fn targets() -> Vec<&'static str> {
    TARGETS.iter().map(|row| row.name).collect()
}
