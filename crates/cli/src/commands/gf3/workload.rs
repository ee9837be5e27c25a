//! Workload files: what the host sends, draw after draw.

use std::collections::BTreeMap;
use std::path::Path;

use quadrille_gf3::time::{Setup, Workload};
use serde_json::Value;

use super::Gf3Error;
use super::pipeline::MOST;
use crate::error::Error;
use crate::files;

/// Why a file is no workload.
#[derive(Debug, thiserror::Error)]
pub(crate) enum WorkloadError {
    #[error(transparent)]
    Json(#[from] serde_json::Error),
    #[error("a workload is an object with a list of `draws`")]
    Draws,
    #[error(
        "draw {0}: there is no `{1}`; a draw has program, constants, vertices, each, every, once and indices"
    )]
    Key(usize, String),
    #[error("draw {draw}: {key} takes {form}")]
    Form {
        draw: usize,
        key: &'static str,
        form: &'static str,
    },
}

/// One draw: set-up before it, its vertices, when which attribute is sent, and the order of its indices.
struct Draw {
    program: u32,
    constants: u32,
    vertices: usize,
    /// For each attribute after how many vertices it is sent again; 0 sends it once.
    every: BTreeMap<usize, usize>,
    indices: Option<Vec<usize>>,
}

/// The workload of a file: `{"draws": [{"program": 24, "constants": 8, "vertices": 4, "each": [0, 2], "once": [3],
/// "every": {"9": 2}, "indices": [0, 1, 2, 2, 1, 3]}]}`.
pub(super) fn read(path: &Path) -> Result<Workload, Error> {
    let text = files::read(path)?;
    let wrong = |error: WorkloadError| Gf3Error::Workload {
        path: path.to_owned(),
        error,
    };
    let value: Value = serde_json::from_str(&text).map_err(|error| wrong(error.into()))?;
    let draws = value
        .get("draws")
        .and_then(Value::as_array)
        .ok_or_else(|| wrong(WorkloadError::Draws))?;
    let mut workload = Workload::default();
    for (number, draw) in draws.iter().enumerate() {
        let draw = draw_of(number, draw).map_err(wrong)?;
        if workload.vertices.len() + draw.vertices > MOST {
            return Err(Gf3Error::Vertices.into());
        }
        add(&mut workload, draw);
        if workload.indices.len() > MOST {
            return Err(Gf3Error::Vertices.into());
        }
    }
    Ok(workload)
}

fn draw_of(draw: usize, value: &Value) -> Result<Draw, WorkloadError> {
    let form = |key, form| WorkloadError::Form { draw, key, form };
    let object = value.as_object().ok_or(WorkloadError::Draws)?;
    let known = [
        "program",
        "constants",
        "vertices",
        "each",
        "every",
        "once",
        "indices",
    ];
    if let Some(key) = object.keys().find(|key| !known.contains(&key.as_str())) {
        return Err(WorkloadError::Key(draw, key.clone()));
    }
    let count = |key: &'static str, most: u64| match object.get(key) {
        None => Ok(0),
        Some(number) => number
            .as_u64()
            .filter(|number| *number <= most)
            .ok_or(form(key, "a number")),
    };
    let numbers = |key: &'static str, most: u64| -> Result<Option<Vec<usize>>, WorkloadError> {
        let Some(list) = object.get(key) else {
            return Ok(None);
        };
        let list = list.as_array().ok_or(form(key, "a list of numbers"))?;
        let number = |one: &Value| {
            one.as_u64()
                .filter(|number| *number < most)
                .map(|number| number as usize)
        };
        let all: Option<Vec<usize>> = list.iter().map(number).collect();
        all.map(Some).ok_or(form(
            key,
            "a list of numbers: attributes 0 to 15, indices of the draw's vertices",
        ))
    };
    let vertices = count("vertices", MOST as u64)?;
    let mut every = BTreeMap::new();
    every.insert(0, 1);
    for (key, period) in [("each", 1), ("once", 0)] {
        for slot in numbers(key, 16)?.into_iter().flatten() {
            every.insert(slot, period);
        }
    }
    if let Some(periods) = object.get("every") {
        let wanted = "an object of attributes and numbers of vertices: {\"3\": 4}";
        for (slot, period) in periods.as_object().ok_or(form("every", wanted))? {
            let slot = slot.parse().ok().filter(|slot| *slot < 16);
            let period = period.as_u64().filter(|period| *period > 0);
            let (Some(slot), Some(period)) = (slot, period) else {
                return Err(form("every", wanted));
            };
            every.insert(slot, period as usize);
        }
    }
    Ok(Draw {
        program: count("program", 136)? as u32,
        constants: count("constants", 192)? as u32,
        vertices: vertices as usize,
        every,
        indices: numbers("indices", vertices)?,
    })
}

fn add(workload: &mut Workload, draw: Draw) {
    if draw.program + draw.constants > 0 {
        workload.setups.push(Setup {
            before: workload.indices.len(),
            program: draw.program,
            constants: draw.constants,
        });
    }
    let first = workload.vertices.len();
    for vertex in 0..draw.vertices {
        // Attribute 0 goes last.
        let sent = draw.every.iter().rev().filter(|(_, period)| match **period {
            0 => vertex == 0,
            period => vertex.is_multiple_of(period),
        });
        let number = |slot: usize| ((first + vertex) as f32 + slot as f32 / 16.0).to_bits();
        workload.vertices.push(
            sent.map(|(slot, _)| (*slot, [number(*slot), 0, 0, 0x3f80_0000]))
                .collect(),
        );
    }
    let indices = draw.indices.unwrap_or_else(|| (0..draw.vertices).collect());
    workload
        .indices
        .extend(indices.into_iter().map(|index| first + index));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draw(text: &str) -> Result<Workload, WorkloadError> {
        let mut workload = Workload::default();
        add(&mut workload, draw_of(0, &serde_json::from_str(text)?)?);
        Ok(workload)
    }

    #[test]
    fn attributes_are_sent_when_they_change() {
        let found = draw(
            r#"{"program": 3, "vertices": 4, "each": [2], "every": {"3": 2}, "once": [9], "indices": [0, 3]}"#,
        );
        let found = found.expect("a draw");
        let slots: Vec<Vec<usize>> = found
            .vertices
            .iter()
            .map(|sent| sent.iter().map(|one| one.0).collect())
            .collect();
        assert_eq!(slots, [vec![9, 3, 2, 0], vec![2, 0], vec![3, 2, 0], vec![2, 0]]);
        assert_eq!((found.indices, found.setups.len()), (vec![0, 3], 1));
        for (text, told) in [
            (r#"{"vertices": 2, "indices": [2]}"#, "indices takes"),
            (r#"{"vertex": 2}"#, "no `vertex`"),
            (r#"{"each": [16]}"#, "each takes"),
            (r#"{"every": {"3": 0}}"#, "every takes"),
            (r#"{"program": 137}"#, "program takes"),
        ] {
            let error = draw(text).expect_err(text).to_string();
            assert!(error.contains(told), "{text}: {error}");
        }
    }
}
