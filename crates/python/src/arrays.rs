//! Arrays of numpy in and out.
//!
//! A C-contiguous, aligned array of native float32, int32 or uint32 is read where it lies, one word at a time, so that a
//! thread of Python that writes it meanwhile changes what the run reads and nothing else. Any other array of floats or
//! integers is converted first: strided, big-endian, of other widths.

use std::sync::atomic::AtomicU32;

use numpy::ndarray::{ArrayView2, Dimension, ShapeBuilder};
use numpy::{
    Element, PyArray, PyArray1, PyArray2, PyArrayDescrMethods, PyArrayMethods, PyUntypedArray,
    PyUntypedArrayMethods,
};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use quadrille::Numbers;

/// What a Python value is as an array.
pub(crate) enum Held<'py> {
    F32(Bound<'py, PyArray2<f32>>),
    F64(Bound<'py, PyArray2<f64>>),
    I32(Bound<'py, PyArray2<i32>>),
    U32(Bound<'py, PyArray2<u32>>),
    I64(Bound<'py, PyArray2<i64>>),
    U64(Bound<'py, PyArray2<u64>>),
}

/// Runs a block for the array, whatever its type.
macro_rules! each {
    ($held:expr, $array:ident => $body:expr) => {
        match $held {
            Held::F32($array) => $body,
            Held::F64($array) => $body,
            Held::I32($array) => $body,
            Held::U32($array) => $body,
            Held::I64($array) => $body,
            Held::U64($array) => $body,
        }
    };
}

impl<'py> Held<'py> {
    /// A value as an array of rows: C-contiguous, aligned, native, of 32 bits, or of 64 where `long`. One that is that
    /// already is not copied.
    pub(crate) fn new(name: &str, value: &Bound<'py, PyAny>, long: bool) -> PyResult<Held<'py>> {
        let numpy = value.py().import("numpy")?;
        // Numbers of Python are floats: what is meant by `[1, 1, 1, 1]`. Arrays are what their type says.
        let array = match value.cast::<PyUntypedArray>() {
            Ok(array) => array.as_any().clone(),
            Err(_) => numpy.call_method1("asarray", (value, "f8"))?,
        };
        let shape = array.cast::<PyUntypedArray>()?.shape().to_vec();
        let dtype = array.cast::<PyUntypedArray>()?.dtype();
        let wide = dtype.itemsize() > 4;
        let wrong = |why: &str| {
            let what = format!("`{name}`: an array of {dtype} {why}");
            PyTypeError::new_err(what)
        };
        let to = match (dtype.kind(), wide, long) {
            (b'f', _, false) => "f4",
            (b'f', _, true) => "f8",
            (b'i', false, false) => "i4",
            (b'u', false, false) => "u4",
            (b'i', _, true) => "i8",
            (b'u', _, true) => "u8",
            (b'i' | b'u', true, false) => {
                let advice = "has 64 bits, and what it is given for 32: cast it to the type that the program reads, \
                              float32 for floats; of int32 and uint32 the bits are taken";
                return Err(wrong(advice));
            }
            _ => return Err(wrong("has neither floats nor integers")),
        };
        let array = numpy.call_method1("ascontiguousarray", (array, to))?;
        let array = numpy.call_method1("require", (array, to, ("C", "A")))?;
        let array = match shape[..] {
            [_, 1..=4] => array,
            // A vector for all invocations.
            [components @ 1..=4] => array.call_method1("reshape", ((1, components),))?,
            _ => {
                let what = format!(
                    "`{name}`: the shape {shape:?} is neither (invocations, 1 to 4) nor (1 to 4,), one vector for all"
                );
                return Err(PyValueError::new_err(what));
            }
        };
        Ok(match to {
            "f4" => Held::F32(array.cast_into()?),
            "f8" => Held::F64(array.cast_into()?),
            "i4" => Held::I32(array.cast_into()?),
            "u4" => Held::U32(array.cast_into()?),
            "i8" => Held::I64(array.cast_into()?),
            _ => Held::U64(array.cast_into()?),
        })
    }

    /// The same of an array that has to be of floats.
    pub(crate) fn floats(name: &str, value: &Bound<'py, PyAny>) -> PyResult<Held<'py>> {
        let held = Held::new(name, value, false)?;
        match held {
            Held::F32(_) => Ok(held),
            Held::F64(_) | Held::I32(_) | Held::U32(_) | Held::I64(_) | Held::U64(_) => Err(
                PyTypeError::new_err(format!("`{name}` is to be an array of floats")),
            ),
        }
    }

    /// Rows and components.
    pub(crate) fn shape(&self) -> [usize; 2] {
        let shape = each!(self, array => array.shape().to_vec());
        [shape[0], shape[1]]
    }

    /// The numbers, where they lie if they have 32 bits; copied into `copy` otherwise.
    pub(crate) fn numbers<'a>(&'a self, copy: &'a mut Copy) -> PyResult<Numbers<'a>> {
        Ok(match self {
            Held::F32(array) => Numbers::SharedF32(words(array)),
            Held::I32(array) => Numbers::SharedBits(words(array)),
            Held::U32(array) => Numbers::SharedBits(words(array)),
            Held::F64(array) => {
                *copy = Copy::Floats(array.to_vec()?);
                copy.numbers()
            }
            Held::I64(array) => {
                *copy = Copy::Words(array.to_vec()?.into_iter().map(i64::cast_unsigned).collect());
                copy.numbers()
            }
            Held::U64(array) => {
                *copy = Copy::Words(array.to_vec()?);
                copy.numbers()
            }
        })
    }
}

/// The words of an array of native unsigned integers of exactly that width, row behind row, and its shape; a `TypeError` for
/// anything else. What is not aligned, numpy copies first: its elements are no values of Rust.
pub(crate) fn whole<'py, T: Element + std::marker::Copy, D: Dimension>(
    value: &Bound<'py, PyAny>,
) -> PyResult<(Vec<T>, Vec<usize>)> {
    let array = value.cast::<PyArray<T, D>>().map_err(|_| {
        let wanted = numpy::dtype::<T>(value.py());
        let dimensions = D::NDIM.unwrap_or_default();
        PyTypeError::new_err(format!(
            "an array of {wanted} with {dimensions} dimensions belongs here"
        ))
    })?;
    let shape = array.shape().to_vec();
    let numpy = value.py().import("numpy")?;
    let aligned = numpy.call_method1("require", (array, numpy::dtype::<T>(value.py()), ("C", "A")))?;
    Ok((aligned.cast::<PyArray<T, D>>()?.to_vec()?, shape))
}

/// Whether a value has a vector for each invocation, and not one for all.
pub(crate) fn is_each(value: &Bound<'_, PyAny>) -> PyResult<bool> {
    let numpy = value.py().import("numpy")?;
    let rank: usize = numpy.call_method1("ndim", (value,))?.extract()?;
    Ok(rank == 2)
}

/// Numbers of 64 bits that were copied.
#[derive(Default)]
pub(crate) enum Copy {
    #[default]
    None,
    Floats(Vec<f64>),
    Words(Vec<u64>),
}

impl Copy {
    fn numbers(&self) -> Numbers<'_> {
        match self {
            Copy::None => Numbers::LongBits(&[]),
            Copy::Floats(floats) => Numbers::F64(floats),
            Copy::Words(words) => Numbers::LongBits(words),
        }
    }
}

/// The words of a C-contiguous array of 32-bit numbers, which others may write.
fn words<'a, T: Element>(array: &'a Bound<'_, PyArray2<T>>) -> &'a [AtomicU32] {
    const { assert!(size_of::<T>() == size_of::<AtomicU32>()) };
    if array.is_empty() || !array.is_c_contiguous() {
        return &[];
    }
    // SAFETY: the array was made C-contiguous and aligned, so `len` numbers of 32 bits begin at `data`. `array` is held for
    // as long as the words, which numpy neither frees nor moves while it has other references. What others write meanwhile
    // is seen by atomic loads, and nothing is written.
    unsafe { std::slice::from_raw_parts(array.data().cast::<AtomicU32>(), array.len()) }
}

/// Four planes of one slot as an array of shape (lanes, 4) that shares their memory and cannot be written: `stride` numbers
/// from plane to plane. `owner` holds them.
pub(crate) fn view<'py, T: Element>(
    planes: &[T],
    [lanes, stride]: [usize; 2],
    owner: Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyArray2<T>>> {
    if lanes == 0 {
        return Ok(PyArray2::zeros(owner.py(), [0, 4], false));
    }
    let wrong = |error| PyValueError::new_err(format!("planes of no array: {error}"));
    let shape = (lanes, 4).strides((1, stride.max(1)));
    let view = ArrayView2::from_shape(shape, planes).map_err(wrong)?;
    // SAFETY: the numbers belong to `owner`, which never changes them and lives as long as the array; nobody has the array
    // before it is made one that is only read.
    let array = unsafe { PyArray2::borrow_from_array(&view, owner) };
    array.try_readwrite()?.make_nonwriteable();
    Ok(array)
}

/// An array of truths.
pub(crate) fn truths<'py>(
    py: Python<'py>,
    truths: impl ExactSizeIterator<Item = bool>,
) -> Bound<'py, PyArray1<bool>> {
    PyArray1::from_iter(py, truths)
}
