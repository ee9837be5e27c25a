//! Mappings of Python, whatever their class: `dict`, `types.MappingProxyType`, `collections.UserDict`, `Results`.

use std::collections::BTreeMap;

use pyo3::conversion::FromPyObjectOwned;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyMapping};

/// The entries of a mapping, by key.
pub(crate) struct Entries<K, V>(pub(crate) BTreeMap<K, V>);

impl<K, V> Default for Entries<K, V> {
    fn default() -> Entries<K, V> {
        Entries(BTreeMap::new())
    }
}

impl<'py, K, V> FromPyObject<'_, 'py> for Entries<K, V>
where
    K: FromPyObjectOwned<'py> + Ord,
    V: FromPyObjectOwned<'py>,
{
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Entries<K, V>> {
        let entries = PyDict::new(given.py());
        entries.update(&*given.cast::<PyMapping>()?)?;
        Ok(Entries(entries.extract()?))
    }
}
