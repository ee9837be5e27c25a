//! Canvases: drawing without a scene.

use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Mutex, PoisonError};

use numpy::ndarray::ArrayView3;
use numpy::{PyArray2, PyArray3, PyArrayMethods, PyReadonlyArray3};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use quadrille::scene::StateCommands;
use quadrille::state::Matrix;
use quadrille::texture::{Extent, Format, ObjectTarget, Sampler, Texture, Wrap};
use quadrille::{
    Budget, CanvasError, CanvasOptions, Clear, Mesh, Numbers, Picture, Source, Stage, Topology, attribute,
};

use super::arrays::{Copy, Held, is_each};
use super::budget::Interruptible;
use super::error::{EvaluationError, Rejected, about};
use super::mapping::Entries;
use super::program::Program;
use super::scene::array;
use super::session::Session;

/// A framebuffer, the state that draws into it, and what is bound. Calls of several threads follow one another.
#[pyclass(frozen, module = "quadrille_gpu")]
pub(crate) struct Canvas {
    drawn: Mutex<Drawn>,
    run: Interruptible,
    width: u32,
    height: u32,
}

struct Drawn {
    canvas: quadrille::Canvas,
    commands: StateCommands,
}

#[pymethods]
impl Canvas {
    #[new]
    #[pyo3(signature = (
        width, height, *, session = None, color = "rgba8", samples = 1, threads = 1, memory = None, work = None
    ))]
    #[expect(clippy::too_many_arguments, reason = "each is a keyword argument")]
    fn new(
        width: u32,
        height: u32,
        session: Option<&Bound<'_, Session>>,
        color: &str,
        samples: u32,
        threads: usize,
        memory: Option<u64>,
        work: Option<u64>,
    ) -> PyResult<Canvas> {
        // The arrays are the caller's own, and so is the time: there is Ctrl-C.
        let run = Interruptible::new(memory, Some(work.unwrap_or(Budget::UNLIMITED.work)));
        let format = Format::from_name(&color.to_ascii_uppercase())
            .ok_or_else(|| PyValueError::new_err(format!("there is no format `{color}`")))?;
        let options = CanvasOptions {
            colors: vec![format],
            samples,
            threads,
            budget: run.budget.clone(),
            ..CanvasOptions::new(width, height)
        };
        let session = session.map_or_else(quadrille::Session::new, |session| session.get().session.clone());
        let canvas = session
            .canvas_with(&options)
            .map_err(|error| PyValueError::new_err(error.to_string()))?;
        Ok(Canvas {
            drawn: Mutex::new(Drawn {
                canvas,
                commands: StateCommands::default(),
            }),
            run,
            width,
            height,
        })
    }

    /// Clears the buffers that a value is given for.
    #[pyo3(signature = (color = None, *, depth = None, stencil = None))]
    fn clear(
        &self,
        py: Python<'_>,
        color: Option<[f32; 4]>,
        depth: Option<f32>,
        stencil: Option<u8>,
    ) -> PyResult<()> {
        let clear = Clear {
            color,
            depth,
            stencil,
        };
        self.with(py, |drawn| drawn.canvas.clear(&clear))
    }

    /// Binds a program to its stage.
    fn bind(&self, py: Python<'_>, program: &Bound<'_, Program>) -> PyResult<()> {
        let loaded = &program.get().loaded;
        self.with(py, |drawn| drawn.canvas.bind(loaded))?.map_err(told)
    }

    /// Leaves a stage without a program.
    fn unbind(&self, py: Python<'_>, stage: &str) -> PyResult<()> {
        let stage = stage_of(stage)?;
        self.with(py, |drawn| drawn.canvas.unbind(stage))?.map_err(told)
    }

    /// Sets a parameter of the program of a stage, by the program's own name for it or by its binding.
    fn set_parameter(&self, py: Python<'_>, stage: &str, name: &str, value: [f32; 4]) -> PyResult<()> {
        let stage = stage_of(stage)?;
        self.with(py, |drawn| drawn.canvas.set_parameter(stage, name, value))?
            .map_err(told)
    }

    /// Sets a matrix: `modelview`, `projection`, `texture` or `program`, four rows of four numbers.
    #[pyo3(signature = (name, matrix, *, index = 0))]
    fn set_matrix(
        &self,
        py: Python<'_>,
        name: &str,
        matrix: &Bound<'_, PyAny>,
        index: usize,
    ) -> PyResult<()> {
        let rows = numbers(name, matrix)?;
        let ([4, 4], rows) = rows else {
            return Err(PyValueError::new_err("a matrix has four rows of four numbers"));
        };
        let rows = std::array::from_fn(|row| std::array::from_fn(|column| rows[4 * row + column]));
        let known = self.with(py, |drawn| {
            let transform = &mut drawn.canvas.state.transform;
            let place = match name {
                "modelview" => transform.modelview.get_mut(index),
                "projection" => (index == 0).then_some(&mut transform.projection),
                "texture" => transform.texture.get_mut(index),
                "program" => transform.program.get_mut(index),
                _ => None,
            };
            place.map(|place| *place = Matrix { rows })
        })?;
        known.ok_or_else(|| PyValueError::new_err(format!("there is no matrix `{name}` {index}")))
    }

    /// Sets state by commands of scenes, one a line.
    fn set_state(&self, py: Python<'_>, commands: &str) -> PyResult<()> {
        let done = self.with(py, |drawn| drawn.commands.set(&mut drawn.canvas, commands))?;
        let source = || Source::new("commands", commands);
        done.map_err(|problem| about::<Rejected>(py, &source(), &[*problem]))
    }

    /// Binds a two-dimensional texture of uint8, shape (height, width, 4), the top row first.
    #[pyo3(signature = (unit, texels, *, filter = "linear", wrap = "repeat"))]
    fn set_texture(
        &self,
        py: Python<'_>,
        unit: usize,
        texels: PyReadonlyArray3<'_, u8>,
        filter: &str,
        wrap: &str,
    ) -> PyResult<()> {
        let texels = texels.as_array();
        let [height, width, 4] = *texels.shape() else {
            return Err(PyValueError::new_err("texels have the shape (height, width, 4)"));
        };
        let (Ok(width), Ok(height)) = (u32::try_from(width), u32::try_from(height)) else {
            return Err(PyValueError::new_err("the texture is too large"));
        };
        let nearest = Sampler::nearest();
        let sampler = match filter {
            "nearest" => nearest,
            "linear" => Sampler {
                minification: quadrille::texture::MinificationFilter::Linear,
                magnification: quadrille::texture::MagnificationFilter::Linear,
                ..nearest
            },
            _ => return Err(PyValueError::new_err("a filter is `nearest` or `linear`")),
        };
        let unknown = || PyValueError::new_err(format!("there is no mode of wrapping `{wrap}`"));
        let sampler = Sampler {
            wrap: [Wrap::from_name(wrap).ok_or_else(unknown)?; 3],
            ..sampler
        };
        // GL's rows go up.
        let rgba: Vec<u8> = texels.iter().copied().collect();
        let texels = Picture { width, height, rgba }.bottom_up();
        let made = Texture::from_rgba8(
            ObjectTarget::TwoDimensional,
            Extent::new(width, height, 1),
            &texels,
        );
        let texture = made.map_err(|error| PyValueError::new_err(error.to_string()))?;
        self.with(py, |drawn| drawn.canvas.set_texture(unit, texture, sampler))?
            .map_err(told)
    }

    /// Draws vertex arrays.
    #[pyo3(signature = (topology, arrays, *, indices = None, instances = 1))]
    fn draw(
        &self,
        py: Python<'_>,
        topology: &str,
        arrays: Entries<String, Bound<'_, PyAny>>,
        indices: Option<Vec<u32>>,
        instances: u32,
    ) -> PyResult<()> {
        let wrong = |what: String| PyValueError::new_err(what);
        let known = Topology::from_name(&topology.to_ascii_uppercase().replace('-', "_"));
        let mut mesh = Mesh::new(known.ok_or_else(|| wrong(format!("there is no topology `{topology}`")))?);
        let mut given = Vec::new();
        let mut count = None;
        for (name, value) in arrays.0 {
            let number =
                attribute_of(&name).ok_or_else(|| wrong(format!("there is no attribute `{name}`")))?;
            let ([rows, size], values) = numbers(&name, &value)?;
            let is_each = is_each(&value)?;
            if is_each && *count.get_or_insert(rows) != rows {
                return Err(wrong(format!("`{name}` is for another number of vertices")));
            }
            given.push((name, number, size, values, is_each));
        }
        for (name, number, size, values, is_each) in given {
            let values = match is_each {
                true => values,
                false => values.repeat(count.unwrap_or(1)),
            };
            let with = mesh.with(number, size, values);
            mesh = with.map_err(|error| wrong(format!("`{name}`: {error}")))?;
        }
        if let Some(indices) = indices {
            mesh = mesh.indexed(indices).map_err(|error| wrong(error.to_string()))?;
        }
        self.with(py, |drawn| {
            let all = quadrille::Elements::Range {
                first: 0,
                count: mesh.vertices(),
            };
            let elements = mesh.indices().map_or(all, quadrille::Elements::Indices);
            let canvas = &mut drawn.canvas;
            canvas
                .draw_instances(mesh.topology(), mesh.arrays(), elements, instances)
                .map(drop)
        })?
        .map_err(told)
    }

    /// The colours: shape (height, width, 4), uint8, the top row first.
    #[getter]
    fn picture<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray3<u8>>> {
        let picture = self.with(py, |drawn| drawn.canvas.picture())?;
        array(py, &picture)
    }

    /// The colours as the buffer has them: shape (height, width, 4), float32, the top row first.
    #[getter]
    fn colors<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray3<f32>>> {
        let (width, height) = (self.width, self.height);
        let colors: Vec<f32> = self.with(py, |drawn| {
            let framebuffer = drawn.canvas.framebuffer();
            let rows = (0..height).rev();
            rows.flat_map(|y| (0..width).flat_map(move |x| framebuffer.color(0, x, y)))
                .collect()
        })?;
        let shape = (height as usize, width as usize, 4);
        let view = ArrayView3::from_shape(shape, &colors);
        let view = view.map_err(|error| PyValueError::new_err(error.to_string()))?;
        Ok(PyArray3::from_array(py, &view))
    }

    /// The depths: shape (height, width), float32, the top row first.
    #[getter]
    fn depths<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f32>>> {
        let (width, height) = (self.width, self.height);
        let depths: Vec<f32> = self.with(py, |drawn| {
            let framebuffer = drawn.canvas.framebuffer();
            let rows = (0..height).rev();
            rows.flat_map(|y| (0..width).map(move |x| framebuffer.depth(x, y).unwrap_or(1.0)))
                .collect()
        })?;
        numpy::PyArray1::from_vec(py, depths).reshape([height as usize, width as usize])
    }

    fn __repr__(&self) -> String {
        format!("<Canvas of {} x {}>", self.width, self.height)
    }
}

impl Canvas {
    /// Does something with the canvas, without the interpreter's lock.
    fn with<T: Send>(&self, py: Python<'_>, body: impl Send + FnOnce(&mut Drawn) -> T) -> PyResult<T> {
        self.run.run(py, || {
            body(&mut self.drawn.lock().unwrap_or_else(PoisonError::into_inner))
        })
    }
}

fn told(error: CanvasError) -> PyErr {
    EvaluationError::new_err(error.to_string())
}

fn stage_of(name: &str) -> PyResult<Stage> {
    Ok(match name {
        "vertex" => Stage::Vertex,
        "tessellation control" => Stage::TessellationControl,
        "tessellation evaluation" => Stage::TessellationEvaluation,
        "geometry" => Stage::Geometry,
        "fragment" => Stage::Fragment,
        _ => return Err(PyValueError::new_err(format!("draws have no stage `{name}`"))),
    })
}

/// The number of an attribute by the name of its binding.
fn attribute_of(name: &str) -> Option<usize> {
    let (base, number) = match name.strip_suffix(']').and_then(|name| name.split_once('[')) {
        Some((base, number)) => (base, number.parse::<usize>().ok()?),
        None => (name, 0),
    };
    let one = |attribute: usize| (number == 0).then_some(attribute);
    match base {
        "vertex.position" => one(attribute::POSITION),
        "vertex.weight" => one(attribute::WEIGHT),
        "vertex.normal" => one(attribute::NORMAL),
        "vertex.color" | "vertex.color.primary" => one(attribute::COLOR),
        "vertex.color.secondary" => one(attribute::SECONDARY_COLOR),
        "vertex.fogcoord" => one(attribute::FOG_COORDINATE),
        "vertex.texcoord" => (number < 8).then_some(attribute::TEXTURE_COORDINATE + number),
        "vertex.attrib" => (number < 16).then_some(number),
        _ => None,
    }
}

/// An array of floats: its shape, and a copy of its numbers.
fn numbers(name: &str, value: &Bound<'_, PyAny>) -> PyResult<([usize; 2], Vec<f32>)> {
    let held = Held::floats(name, value)?;
    let mut copy = Copy::default();
    let numbers = match held.numbers(&mut copy)? {
        Numbers::SharedF32(numbers) => numbers
            .iter()
            .map(|one| f32::from_bits(one.load(Relaxed)))
            .collect(),
        Numbers::F32(numbers) => numbers.to_vec(),
        Numbers::F64(_) | Numbers::Bits(_) | Numbers::LongBits(_) | Numbers::SharedBits(_) => Vec::new(),
    };
    Ok((held.shape(), numbers))
}
