//! Constants and vertices as tools capture them: JSON of nv2a_vsh_debug or of `gf3 run --json`, CSV of RenderDoc.

use quadrille_gf3::function::{ORIGIN, Quad};
use serde_json::Value;

/// The registers of a capture.
#[derive(Clone, Debug, Default)]
pub(super) struct Capture {
    /// Constants by the number in the text.
    pub(super) constants: Vec<(i64, Quad)>,
    /// For each vertex its attributes.
    pub(super) vertices: Vec<Vec<(usize, Quad)>>,
}

/// Why a file is no capture.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CaptureError {
    #[error(transparent)]
    Json(#[from] serde_json::Error),
    #[error("the file is JSON, but no object: {{\"constant\": …, \"input\": …}} should stand here")]
    Object,
    #[error("`{0}` is no register: constants are c[96] or c96, attributes v3 or v3.x")]
    Register(String),
    #[error("`{0}` is no number")]
    Number(String),
    #[error("a register is a name and four numbers, or a name with four numbers behind a colon")]
    Form,
    #[error("line {0} has {1} fields, and the first line {2}")]
    Fields(usize, usize, usize),
    #[error("this is vertex output: choose \"VS Input\" in RenderDoc before you export")]
    OutputMesh,
    #[error("the first line names no column `Name` and `Value`, and none like v0.x")]
    Columns,
}

/// The registers of a file: JSON where it begins with a brace or a bracket, else CSV.
pub(super) fn read(text: &str) -> Result<Capture, CaptureError> {
    if text.trim_start().starts_with(['{', '[']) {
        json(&serde_json::from_str(text)?)
    } else {
        csv(text)
    }
}

/// `{"constant": [["c96", 1, 0, 0, 0]], "input": [["v0", 1, 2, 3, 1]]}`, or objects in the place of lists; `vertices`
/// is a list of such inputs.
fn json(value: &Value) -> Result<Capture, CaptureError> {
    if !value.is_object() {
        return Err(CaptureError::Object);
    }
    let mut capture = Capture::default();
    for key in ["constant", "constants"] {
        for (name, quad) in value.get(key).map_or(Ok(Vec::new()), registers)? {
            capture.constants.push((constant(&name)?, quad));
        }
    }
    for key in ["input", "inputs"] {
        if let Some(list) = value.get(key) {
            capture.vertices.push(attributes(list)?);
        }
    }
    for vertex in value
        .get("vertices")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
    {
        capture
            .vertices
            .push(attributes(vertex.get("inputs").unwrap_or(vertex))?);
    }
    Ok(capture)
}

fn attributes(list: &Value) -> Result<Vec<(usize, Quad)>, CaptureError> {
    let all = registers(list)?.into_iter();
    all.map(|(name, quad)| Ok((attribute(&name)?, quad))).collect()
}

/// The registers of a list of names with numbers, or of an object.
fn registers(list: &Value) -> Result<Vec<(String, Quad)>, CaptureError> {
    match list {
        Value::Array(rows) => rows
            .iter()
            .map(|row| match row.as_array().map(Vec::as_slice) {
                Some([Value::String(name), numbers @ ..]) => Ok((name.clone(), quad(numbers)?)),
                _ => Err(CaptureError::Form),
            })
            .collect(),
        Value::Object(rows) => rows
            .iter()
            .map(|(name, numbers)| {
                let numbers = numbers.get("bits").unwrap_or(numbers);
                let numbers = numbers.as_array().ok_or(CaptureError::Form)?;
                Ok((name.clone(), quad(numbers)?))
            })
            .collect(),
        _ => Err(CaptureError::Form),
    }
}

/// Up to four numbers; the others are 0, 0, 1.
fn quad(numbers: &[Value]) -> Result<Quad, CaptureError> {
    if numbers.len() > 4 {
        return Err(CaptureError::Form);
    }
    let mut quad = ORIGIN;
    for (place, number) in quad.iter_mut().zip(numbers) {
        *place = match number {
            Value::String(text) => bits(text)?,
            other => (other.as_f64().ok_or(CaptureError::Form)? as f32).to_bits(),
        };
    }
    Ok(quad)
}

/// A number as a float has it, or its bits after `0x`.
pub(super) fn bits(text: &str) -> Result<u32, CaptureError> {
    let text = text.trim();
    let wrong = || CaptureError::Number(text.to_owned());
    match text.strip_prefix("0x") {
        Some(bits) => u32::from_str_radix(bits, 16).map_err(|_| wrong()),
        None => text.parse::<f32>().map(f32::to_bits).map_err(|_| wrong()),
    }
}

/// The number of `c96`, `c[96]` or `96`.
fn constant(name: &str) -> Result<i64, CaptureError> {
    let inside = name.trim_start_matches(['c', 'C']);
    let inside = inside
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(']'))
        .unwrap_or(inside);
    inside
        .parse()
        .map_err(|_| CaptureError::Register(name.to_owned()))
}

/// The number of `v3`, `v[3]` or `3`.
fn attribute(name: &str) -> Result<usize, CaptureError> {
    let inside = name.trim_start_matches(['v', 'V']);
    let inside = inside
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(']'))
        .unwrap_or(inside);
    let number = inside.parse().ok().filter(|number| *number < 16);
    number.ok_or_else(|| CaptureError::Register(name.to_owned()))
}

/// RenderDoc's tables: `Name,Value,…` with `c[96]` and four numbers in quotation marks, or `VTX, IDX, v0.x, …` with a
/// line for each vertex.
fn csv(text: &str) -> Result<Capture, CaptureError> {
    let mut lines = text
        .lines()
        .enumerate()
        .filter(|(_, line)| !line.trim().is_empty());
    let head = lines.next().map_or_else(Vec::new, |(_, line)| fields(line));
    let column = |name: &str| head.iter().position(|field| field == name);
    let mut capture = Capture::default();
    if head.iter().any(|field| field.starts_with("gl_")) {
        return Err(CaptureError::OutputMesh);
    }
    let names = column("Name").zip(column("Value"));
    let places: Vec<(usize, usize, usize)> = head.iter().enumerate().filter_map(component).collect();
    if names.is_none() && places.is_empty() {
        return Err(CaptureError::Columns);
    }
    for (at, line) in lines {
        let row = fields(line);
        if row.len() != head.len() {
            return Err(CaptureError::Fields(at + 1, row.len(), head.len()));
        }
        if let Some((name, value)) = names {
            // A capture lists other variables too.
            if let Ok(number) = constant(&row[name]) {
                let numbers = row[value].split(',').map(bits).collect::<Result<Vec<u32>, _>>()?;
                let quad: Quad = numbers.try_into().map_err(|_| CaptureError::Form)?;
                capture.constants.push((number, quad));
            }
            continue;
        }
        let mut vertex: Vec<(usize, Quad)> = Vec::new();
        for (field, attribute, component) in &places {
            if !vertex.iter().any(|one| one.0 == *attribute) {
                vertex.push((*attribute, ORIGIN));
            }
            if let Some((_, quad)) = vertex.iter_mut().find(|one| one.0 == *attribute) {
                quad[*component] = bits(&row[*field])?;
            }
        }
        capture.vertices.push(vertex);
    }
    Ok(capture)
}

/// The attribute and the component of a column's name.
fn component((field, name): (usize, &String)) -> Option<(usize, usize, usize)> {
    let (register, component) = name.split_once('.').unwrap_or((name, "x"));
    let component = ["x", "y", "z", "w"]
        .iter()
        .position(|letter| *letter == component)?;
    let known = register.starts_with(['v', 'V']);
    known
        .then(|| Some((field, attribute(register).ok()?, component)))
        .flatten()
}

/// The fields of a line; commas in quotation marks separate nothing.
fn fields(line: &str) -> Vec<String> {
    let (mut fields, mut quoted) = (vec![String::new()], false);
    for letter in line.chars() {
        match letter {
            '"' => quoted = !quoted,
            ',' if !quoted => fields.push(String::new()),
            other => fields.last_mut().into_iter().for_each(|field| field.push(other)),
        }
    }
    fields.iter().map(|field| field.trim().to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: u32 = 0x3f80_0000;

    /// source: the inputs that nv2a_vsh_debug reads (a name and four numbers), and its reader of RenderDoc's tables
    #[test]
    fn captures_of_tools_are_read() {
        let text =
            r#"{"input": [["v0", 1, 0.5, 0, 1], ["v3", "0x7fc00000"]], "constant": [["c96", 1, 0, 0, 0]]}"#;
        let found = read(text).expect("a capture");
        let expected = vec![(0, [ONE, 0x3f00_0000, 0, ONE]), (3, [0x7fc0_0000, 0, 0, ONE])];
        assert_eq!(
            (found.constants, found.vertices),
            (vec![(96, [ONE, 0, 0, 0])], vec![expected])
        );
        let table =
            "Name,Value,Byte Offset,Type\nc[5],\"1.0, 0.0, inf, -1.0\",80,float4\nclipRange,1,0,float\n";
        let found = read(table).expect("constants").constants;
        assert_eq!(found, [(5, [ONE, 0, 0x7f80_0000, 0xbf80_0000])]);
        let mesh = "VTX, IDX, v0.x, v0.y, v9.x\n0, 7, 1.0, 0.0, 1\n1, 3, 0.0, 1.0, 0\n";
        let found = read(mesh).expect("vertices").vertices;
        assert_eq!(found[0], [(0, [ONE, 0, 0, ONE]), (9, [ONE, 0, 0, ONE])]);
        assert_eq!(found[1], [(0, [0, ONE, 0, ONE]), (9, [0, 0, 0, ONE])]);
    }

    #[test]
    fn what_is_no_capture_says_why() {
        for (text, told) in [
            ("VTX, IDX, gl_Position.x\n0, 0, 1\n", "VS Input"),
            ("a, b\n1, 2\n", "no column"),
            ("", "no column"),
            ("VTX, v0.x\n0\n", "line 2 has 1 fields"),
            ("VTX, v0.x\n0, one\n", "`one` is no number"),
            ("{\"constant\": [[96, 1]]}", "a name and four numbers"),
            ("{\"input\": {\"v16\": [1]}}", "`v16` is no register"),
            ("{", "EOF"),
            ("[]", "no object"),
        ] {
            let error = read(text).expect_err(text).to_string();
            assert!(error.contains(told), "{text}: {error}");
        }
    }
}
