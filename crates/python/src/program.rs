//! A loaded program: what it takes and gives, runs over arrays, translations.

use numpy::{PyArray1, PyArray2};
use pyo3::exceptions::{PyKeyError, PyMemoryError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use quadrille::{BatchInputs, BatchOutputs, Budget, Inputs, Loaded, Numbers, Stage, Vector};
use quadrille_isa::gl::DataType;

use super::arrays::{Copy, Held, is_each, truths, view};
use super::budget::Interruptible;
use super::diagnostic::{Diagnostic, list};
use super::error::stopped;
use super::mapping::Entries;
use super::translation::{Settings, Translation};

/// A program that was accepted.
#[pyclass(frozen, module = "quadrille_gpu")]
pub(crate) struct Program {
    pub(crate) loaded: Loaded,
}

#[pymethods]
impl Program {
    /// `!!ARBvp1.0`, and so on.
    #[getter]
    fn header(&self) -> &'static str {
        self.loaded.program().profile().header
    }

    /// `vertex`, `fragment`, and so on.
    #[getter]
    fn stage(&self) -> &'static str {
        match self.loaded.program().profile().stage {
            Stage::Vertex => "vertex",
            Stage::VertexState => "vertex state",
            Stage::TessellationControl => "tessellation control",
            Stage::TessellationEvaluation => "tessellation evaluation",
            Stage::Geometry => "geometry",
            Stage::Fragment => "fragment",
            Stage::Compute => "compute",
        }
    }

    /// The engine that runs it.
    #[getter]
    fn engine(&self) -> &'static str {
        self.loaded.engine()
    }

    /// The attributes that it reads, by the names of their bindings.
    #[getter]
    fn attributes(&self) -> Vec<String> {
        names(self.loaded.attributes())
    }

    /// The results that it writes.
    #[getter]
    fn results(&self) -> Vec<String> {
        names(self.loaded.results())
    }

    /// The state and program parameters that it reads.
    #[getter]
    fn parameters(&self) -> Vec<String> {
        names(self.loaded.parameters())
    }

    /// Warnings and notes.
    #[getter]
    fn diagnostics(&self) -> Vec<Diagnostic> {
        list(self.loaded.source(), self.loaded.diagnostics())
    }

    /// Runs a vertex or fragment program over arrays.
    #[pyo3(signature = (inputs = None, *, count = None, memory = None, work = None))]
    fn run(
        &self,
        py: Python<'_>,
        inputs: Option<Entries<String, Bound<'_, PyAny>>>,
        count: Option<usize>,
        memory: Option<u64>,
        work: Option<u64>,
    ) -> PyResult<Results> {
        // The arrays are the caller's own, and so is the time: there is Ctrl-C.
        let unlimited = Budget::UNLIMITED;
        let run = Interruptible::new(
            Some(memory.unwrap_or(unlimited.memory)),
            Some(work.unwrap_or(unlimited.work)),
        );
        let held = inputs
            .unwrap_or_default()
            .0
            .into_iter()
            .map(|(name, value)| {
                let long = self.loaded.attribute(&name).is_some_and(|named| named.long);
                let held = Held::new(&name, &value, long)?;
                Ok((name, held, is_each(&value)?))
            })
            .collect::<PyResult<Vec<_>>>()?;
        let mut counts = held
            .iter()
            .filter(|one| one.2)
            .map(|one| (&one.0, one.1.shape()[0]));
        let first = counts.next();
        if let (Some((one, wanted)), Some((other, found))) = (
            first,
            counts.find(|other| Some(other.1) != first.map(|one| one.1)),
        ) {
            let what = format!("`{one}` is for {wanted} invocations, and `{other}` for {found}");
            return Err(PyValueError::new_err(what));
        }
        let given = first.map(|one| one.1);
        if let (Some(count), Some(given)) = (count, given)
            && count != given
        {
            let what = format!("there are arrays for {given} invocations, and count is {count}");
            return Err(PyValueError::new_err(what));
        }
        let count = given.or(count).unwrap_or(1);
        self.is_there_room_for(count)?;
        let mut same = Inputs::default();
        same.set_budget(run.budget.clone());
        let mut copies: Vec<Copy> = held.iter().map(|_| Copy::default()).collect();
        let mut arrays = BatchInputs::new(count);
        for ((name, held, each), copy) in held.iter().zip(&mut copies) {
            let numbers = held.numbers(copy)?;
            if *each {
                arrays
                    .set(name.as_str(), held.shape()[1], numbers)
                    .map_err(|error| stopped(self.loaded.source(), &error))?;
            } else {
                same.set_vector(name.as_str(), None, vector(numbers));
            }
        }
        let outcome = run.run(py, || self.loaded.run_batch(&same, &arrays))?;
        let outputs = outcome.map_err(|error| stopped(self.loaded.source(), &error))?;
        Ok(Results { outputs })
    }

    /// The program in another language.
    #[pyo3(signature = (target, **settings))]
    fn translate(
        &self,
        py: Python<'_>,
        target: &str,
        settings: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Translation> {
        let settings = Settings::read(target, settings)?;
        Translation::new(py, &self.loaded, &settings)
    }

    fn __repr__(&self) -> String {
        format!("<Program {} {}>", self.header(), self.loaded.source().name())
    }
}

impl Program {
    /// A `MemoryError` if the machine has no room for the results: an allocation that fails would end the interpreter.
    fn is_there_room_for(&self, count: usize) -> PyResult<()> {
        let vectors = self.loaded.results().into_iter();
        let sizes = vectors.map(|named| if named.long { 32 } else { 16 });
        // And a bit whether it was killed.
        let bytes = sizes.sum::<usize>().saturating_add(1).checked_mul(count);
        let room = bytes.is_some_and(|bytes| Vec::<u8>::new().try_reserve_exact(bytes).is_ok());
        match room {
            true => Ok(()),
            false => Err(PyMemoryError::new_err(format!(
                "there is no room for the results of {count} invocations"
            ))),
        }
    }
}

fn names(named: Vec<quadrille::Named>) -> Vec<String> {
    named.into_iter().map(|named| named.name).collect()
}

/// The one vector of an array, with 0, 0, 0, 1 for what it leaves out.
fn vector(numbers: Numbers<'_>) -> Vector {
    use std::sync::atomic::Ordering::Relaxed;
    let (data_type, one) = match numbers {
        Numbers::F32(_) | Numbers::SharedF32(_) => (Some(DataType::F32), u64::from(1f32.to_bits())),
        Numbers::F64(_) => (Some(DataType::F64), 1f64.to_bits()),
        Numbers::Bits(_) | Numbers::LongBits(_) | Numbers::SharedBits(_) => (None, 1),
    };
    let given: Vec<u64> = match numbers {
        Numbers::F32(given) => given.iter().map(|one| u64::from(one.to_bits())).collect(),
        Numbers::F64(given) => given.iter().map(|one| one.to_bits()).collect(),
        Numbers::Bits(given) => given.iter().copied().map(u64::from).collect(),
        Numbers::LongBits(given) => given.to_vec(),
        Numbers::SharedF32(given) | Numbers::SharedBits(given) => {
            given.iter().map(|one| u64::from(one.load(Relaxed))).collect()
        }
    };
    let mut words = [0, 0, 0, one];
    words.iter_mut().zip(given).for_each(|(to, word)| *to = word);
    Vector { data_type, words }
}

/// A view of `collections.abc` on a mapping.
fn view_of<'py>(mapping: &Bound<'py, Results>, class: &str) -> PyResult<Bound<'py, PyAny>> {
    let classes = mapping.py().import("collections.abc")?;
    classes.call_method1(class, (mapping,))
}

/// The results of a run: a mapping from the names of results to arrays of shape (invocations, 4), which share its memory.
#[pyclass(frozen, mapping, module = "quadrille_gpu")]
pub(crate) struct Results {
    outputs: BatchOutputs,
}

#[pymethods]
impl Results {
    /// The names, in the order of the program.
    fn keys<'py>(this: &Bound<'py, Results>) -> PyResult<Bound<'py, PyAny>> {
        view_of(this, "KeysView")
    }

    /// The arrays, in the order of the names.
    fn values<'py>(this: &Bound<'py, Results>) -> PyResult<Bound<'py, PyAny>> {
        view_of(this, "ValuesView")
    }

    /// The names with their arrays.
    fn items<'py>(this: &Bound<'py, Results>) -> PyResult<Bound<'py, PyAny>> {
        view_of(this, "ItemsView")
    }

    /// The array of a result, or `default` where the program does not write it.
    #[pyo3(signature = (name, default = None))]
    fn get<'py>(
        this: &Bound<'py, Results>,
        name: &Bound<'py, PyAny>,
        default: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        match this.get().__contains__(name) {
            true => Results::__getitem__(this, &name.extract::<String>()?).map(Some),
            false => Ok(default),
        }
    }

    fn __len__(&self) -> usize {
        self.outputs.named.len()
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(self.names().into_pyobject(py)?.try_iter()?.into_any())
    }

    fn __contains__(&self, name: &Bound<'_, PyAny>) -> bool {
        let name = name.extract::<String>();
        name.is_ok_and(|name| self.outputs.slot(&name).is_some())
    }

    /// The array of a result, in the type that the program writes it in.
    fn __getitem__<'py>(this: &Bound<'py, Results>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        let (py, outputs) = (this.py(), &this.get().outputs);
        let slot = outputs
            .slot(name)
            .ok_or_else(|| PyKeyError::new_err(name.to_owned()))?;
        let planes = &outputs.results;
        let lanes = planes.lanes();
        let long = |component: usize, lane: usize| {
            let [low, high] = [0, 4].map(|half| u64::from(planes.component(slot, component + half)[lane]));
            low | high << 32
        };
        let gather = |convert: fn(u64) -> f64| {
            let rows: Vec<Vec<f64>> = (0..lanes)
                .map(|lane| (0..4).map(|component| convert(long(component, lane))).collect())
                .collect();
            PyArray2::from_vec2(py, &rows)
        };
        let words = || planes.slot(slot);
        let shape = [lanes, planes.stride()];
        let owner = this.clone().into_any();
        Ok(match outputs.types[slot] {
            DataType::Fx12 | DataType::F16 | DataType::F32 => {
                view::<f32>(bytemuck::cast_slice(words()), shape, owner)?.into_any()
            }
            DataType::S32 => view::<i32>(bytemuck::cast_slice(words()), shape, owner)?.into_any(),
            DataType::U32 => view::<u32>(words(), shape, owner)?.into_any(),
            DataType::F64 => gather(f64::from_bits)?.into_any(),
            DataType::S64 | DataType::U64 => {
                let rows: Vec<Vec<u64>> = (0..lanes)
                    .map(|lane| (0..4).map(|component| long(component, lane)).collect())
                    .collect();
                let array = PyArray2::from_vec2(py, &rows)?.into_any();
                match outputs.types[slot] {
                    DataType::S64 => array.call_method1("view", ("i8",))?,
                    _ => array,
                }
            }
        })
    }

    /// The fragments that KIL discarded.
    #[getter]
    fn killed<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        let killed = &self.outputs.killed;
        truths(py, (0..killed.lanes()).map(|lane| killed.get(lane)))
    }

    fn __repr__(&self) -> String {
        format!(
            "<Results {} of {} invocations>",
            self.names().join(", "),
            self.outputs.results.lanes()
        )
    }
}

impl Results {
    fn names(&self) -> Vec<String> {
        let named = self.outputs.named.iter();
        named.map(|named| named.name.clone()).collect()
    }
}
