//! Programs of the GeForce 3's vertex processor: words, function, time.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicU32;
use std::sync::atomic::Ordering::Relaxed;

use numpy::{Ix2, PyArray2, PyArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use quadrille::gf3::function::{
    Access, Batch, Constants, ORIGIN, Options, OutputArrays, Program, Quad, Stream,
};
use quadrille::gf3::lower::lower;
use quadrille::gf3::time::{Machine, Parameters, Profile, Stall, Workload};
use quadrille::gf3::word::assemble::assemble;
use quadrille::gf3::word::{Numbering, Word, print};
use quadrille::{Numbers, Source};
use quadrille_isa::nv20::limit;
use quadrille_isa::nv20::register::OUTPUTS;

use super::arrays::{Copy, Held, is_each, whole};
use super::budget::Interruptible;
use super::error::{Rejected, about};
use super::mapping::Entries;

/// Words that end with a final one, and the program's own constants.
#[pyclass(frozen, module = "quadrille_gpu")]
pub(crate) struct Gf3Program {
    words: Vec<Word>,
    program: Program,
    numbering: Numbering,
    /// By the number in the word.
    constants: Vec<(u8, Quad)>,
    bindings: BTreeMap<u8, String>,
}

/// An attribute of a run.
enum Given {
    /// The same for every vertex.
    Same(Quad),
    /// A quad a vertex.
    Each(Vec<Quad>),
}

impl Gf3Program {
    fn new(words: Vec<Word>, numbering: Numbering) -> PyResult<Gf3Program> {
        let program =
            Program::from_words(&words).map_err(|error| PyValueError::new_err(error.to_string()))?;
        Ok(Gf3Program {
            words,
            program,
            numbering,
            constants: Vec::new(),
            bindings: BTreeMap::new(),
        })
    }

    /// The 192 constants: the program's own, and over them those that are given by number.
    fn constants(&self, given: &BTreeMap<u8, [f32; 4]>) -> Constants {
        let mut constants = Constants::default();
        for (number, quad) in &self.constants {
            constants.set(usize::from(*number), quad.map(f32::from_bits));
        }
        for (number, value) in given {
            constants.set(usize::from(*number), *value);
        }
        constants
    }

    fn options(&self) -> Options {
        Options {
            access: match self.numbering {
                Numbering::Nv2a => Access::Full,
                Numbering::NvVertexProgram => Access::UserOnly,
            },
            ..Options::default()
        }
    }
}

#[pymethods]
impl Gf3Program {
    /// The program of words, an array of shape (instructions, 4) of uint32.
    #[staticmethod]
    fn from_words(words: &Bound<'_, PyAny>) -> PyResult<Gf3Program> {
        let (numbers, shape) = whole::<u32, Ix2>(words)?;
        if shape[1] != 4 {
            return Err(PyValueError::new_err("a word is four numbers of 32 bits"));
        }
        let (words, _) = numbers.as_chunks::<4>();
        Gf3Program::new(words.iter().copied().map(Word).collect(), Numbering::Nv2a)
    }

    /// The program of machine text, in the names of the Xbox, or with `gl` of NV_vertex_program.
    #[staticmethod]
    #[pyo3(signature = (text, *, gl = false))]
    fn assemble(py: Python<'_>, text: &str, gl: bool) -> PyResult<Gf3Program> {
        let numbering = match gl {
            true => Numbering::NvVertexProgram,
            false => Numbering::Nv2a,
        };
        match assemble(text, numbering) {
            Ok(words) => Gf3Program::new(words, numbering),
            Err(problems) => Err(about::<Rejected>(py, &Source::new("program", text), &problems)),
        }
    }

    /// The program that a vertex program of OpenGL becomes.
    #[staticmethod]
    fn lower(py: Python<'_>, program: &super::program::Program) -> PyResult<Gf3Program> {
        let loaded = &program.loaded;
        let rejected =
            |problem: Box<quadrille::Diagnostic>| about::<Rejected>(py, loaded.source(), &[*problem]);
        let lowered = lower(loaded.program()).map_err(rejected)?;
        let words = lowered.words().map_err(rejected)?;
        let features = loaded.program().features();
        let bindings = lowered.bindings.iter();
        Ok(Gf3Program {
            constants: lowered.constants,
            bindings: bindings
                .map(|bound| (bound.number, bound.binding.text(features)))
                .collect(),
            ..Gf3Program::new(words, Numbering::NvVertexProgram)?
        })
    }

    /// The words: shape (instructions, 4), uint32.
    #[getter]
    fn words<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u32>>> {
        let rows: Vec<Vec<u32>> = self.words.iter().map(|word| word.0.to_vec()).collect();
        Ok(PyArray2::from_vec2(py, &rows)?)
    }

    /// Constants that the caller fills, by the number in the word: state and program parameters of the OpenGL program.
    #[getter]
    fn bindings(&self) -> BTreeMap<u8, String> {
        self.bindings.clone()
    }

    /// The machine text.
    fn __str__(&self) -> String {
        print::program(&self.words, self.numbering)
    }

    /// Runs many vertices: arrays by the number of the attribute, constants by the number in the word; arrays of the
    /// outputs by their names, `oPos` and so on.
    #[pyo3(signature = (inputs, constants = Entries::default()))]
    fn run<'py>(
        &self,
        py: Python<'py>,
        inputs: Entries<usize, Bound<'py, PyAny>>,
        constants: Entries<u8, [f32; 4]>,
    ) -> PyResult<BTreeMap<&'static str, Bound<'py, PyArray2<f32>>>> {
        /// Vertices between two looks for Ctrl-C: some milliseconds of the longest program.
        const AT_ONCE: usize = 1 << 14;
        let wrong = |what: String| PyValueError::new_err(what);
        let mut given: [Given; limit::INPUTS] = std::array::from_fn(|_| Given::Same(ORIGIN));
        let mut count = None;
        for (number, value) in inputs.0 {
            let name = format!("v[{number}]");
            let place = given.get_mut(number);
            let place = place.ok_or_else(|| wrong(format!("there is no attribute {name}")))?;
            let is_each = is_each(&value)?;
            let held = Held::floats(&name, &value)?;
            let [vertices, size] = held.shape();
            let mut copy = Copy::default();
            let Numbers::SharedF32(numbers) = held.numbers(&mut copy)? else {
                return Err(wrong(format!("`{name}` is to be an array of floats")));
            };
            // Numbers are read one by one: another thread of Python may write them while numpy has no lock.
            let quad = |row: &[AtomicU32]| -> Quad {
                std::array::from_fn(|component| match row.get(component) {
                    Some(number) => number.load(Relaxed),
                    None => ORIGIN[component],
                })
            };
            *place = if is_each {
                Given::Each(numbers.chunks_exact(size).map(quad).collect())
            } else {
                Given::Same(quad(numbers))
            };
            if is_each && *count.get_or_insert(vertices) != vertices {
                return Err(wrong(format!("`{name}` is for another number of vertices")));
            }
        }
        let count = count.unwrap_or(1);
        if let Some(number) = constants
            .0
            .keys()
            .find(|number| usize::from(**number) >= limit::CONSTANTS)
        {
            return Err(wrong(format!(
                "there is no constant c[{number}], only {}",
                limit::CONSTANTS
            )));
        }
        let constants = self.constants(&constants.0);
        let batch =
            Batch::new(self.program.clone(), self.options()).map_err(|error| wrong(error.to_string()))?;
        let written = self.program.outputs();
        let mut results: [Vec<f32>; limit::OUTPUTS] = Default::default();
        let mut outputs = OutputArrays::default();
        for first in (0..count).step_by(AT_ONCE) {
            let vertices = first..count.min(first + AT_ONCE);
            let streams = given.each_ref().map(|given| match given {
                Given::Same(quad) => Stream::Uniform(*quad),
                Given::Each(quads) => Stream::PerVertex(&quads[vertices.clone()]),
            });
            py.detach(|| batch.run(&constants, &streams, vertices.len(), &mut outputs))
                .map_err(|error| wrong(error.to_string()))?;
            for (result, quads) in results.iter_mut().zip(&outputs.0) {
                result.extend_from_slice(bytemuck::cast_slice(quads));
            }
            py.check_signals()?;
        }
        let written = OUTPUTS.iter().filter(|output| written & (1 << output.index) != 0);
        written
            .map(|output| {
                let numbers = std::mem::take(&mut results[usize::from(output.index)]);
                let array = numpy::PyArray1::from_vec(py, numbers).reshape([count, 4])?;
                Ok((output.nv2a, array))
            })
            .collect()
    }

    /// What a number of generated vertices take, cycle by cycle, by a profile of the machine.
    #[pyo3(signature = (vertices, *, profile = "lecture"))]
    fn time(&self, py: Python<'_>, vertices: usize, profile: &str) -> PyResult<Gf3Timing> {
        /// The most vertices that a run takes.
        const MOST: usize = 1_000_000;
        let profile = Profile::from_name(profile)
            .ok_or_else(|| PyValueError::new_err(format!("there is no profile `{profile}`")))?;
        if vertices > MOST {
            return Err(PyValueError::new_err(format!(
                "at most {MOST} vertices are timed"
            )));
        }
        let constants = self.constants(&BTreeMap::new());
        let mut machine = Machine::new(&self.program, &constants, Parameters::of(profile));
        machine.options = self.options();
        let run = Interruptible::new(None, None);
        machine.stop = run.budget.stop.clone();
        let inputs = self.program.inputs();
        let report = run.run(py, || machine.run(&Workload::generated(vertices, inputs)))?;
        let report = report.map_err(|error| PyValueError::new_err(error.to_string()))?;
        let stalls = Stall::ALL.iter().zip(report.stalls);
        Ok(Gf3Timing {
            cycles: report.cycles,
            instructions: report.issued,
            stalls: stalls
                .filter(|(_, cycles)| *cycles > 0)
                .map(|(stall, cycles)| (stall.0.key(), cycles))
                .collect(),
        })
    }

    fn __repr__(&self) -> String {
        format!("<Gf3Program of {} words>", self.words.len())
    }
}

/// What a run took.
#[pyclass(frozen, get_all, module = "quadrille_gpu")]
pub(crate) struct Gf3Timing {
    /// Cycles until the last vertex left.
    cycles: u64,
    /// Instructions that were issued.
    instructions: u64,
    /// Cycles without an issue, by reason.
    stalls: BTreeMap<&'static str, u64>,
}
