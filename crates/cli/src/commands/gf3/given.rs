//! The registers that a program runs with: from options, from captures, from buffers.

use std::path::{Path, PathBuf};

use quadrille_gf3::function::attribute::{Component, Format};
use quadrille_gf3::function::track::{Rows, Transform, transformed};
use quadrille_gf3::function::{Constants, ORIGIN, Program, Quad};

use super::Gf3Error;
use super::capture::{self, bits};
use super::load::Loaded;
use crate::error::Error;
use crate::files;
use crate::setting::{SettingError, split};

#[derive(clap::Args)]
pub(crate) struct Given {
    /// Constants and vertices from captures: JSON ({"constant": [["c96", 1, 0, 0, 0]], "input": [["v0", 1, 2, 3, 1]]})
    /// or a table of RenderDoc as CSV (constants, or input vertices).
    #[arg(long, value_name = "FILE")]
    inputs: Vec<PathBuf>,
    /// Which vertex of captures and buffers runs, counted from 0; all if absent.
    #[arg(long, value_name = "N")]
    vertex: Option<usize>,
    /// An attribute, such as 0=1,2,3,1; missing components are 0, 0, 1. 0x… gives the bits.
    #[arg(long, value_name = "N=X,Y,Z,W")]
    attrib: Vec<String>,
    /// A constant, in the numbers of the text.
    #[arg(long, value_name = "N=X,Y,Z,W", allow_hyphen_values = true)]
    constant: Vec<String>,
    /// Constants from a file of little-endian floats, four each, from the number on: 0=FILE.
    #[arg(long, value_name = "N=FILE", allow_hyphen_values = true)]
    constants: Vec<String>,
    /// An attribute of many vertices, from a file of little-endian numbers: 0=FILE:float:3. The types are byte, ubyte,
    /// short, ushort, int, uint, half, float, double and fixed; :normalized may follow. The program runs once for each
    /// vertex that every file has.
    #[arg(long, value_name = "N=FILE:TYPE:SIZE")]
    vertices: Vec<String>,
    /// A matrix in four constants, as glTrackMatrixNV keeps it: 0= and sixteen numbers, row after row; :inverse,
    /// :transpose or :inverse-transpose may follow.
    #[arg(long, value_name = "N=NUMBERS", allow_hyphen_values = true)]
    track: Vec<String>,
}

/// The attributes of a vertex, and its number where vertices are listed.
type Attributes = (Option<usize>, [Quad; 16]);

/// The registers of some runs.
pub(super) struct Registers {
    pub(super) constants: Constants,
    /// The constants that options and captures give, by the number in the word, each once.
    pub(super) given: Vec<u8>,
    /// The attributes of each vertex, with its number; one vertex without a number where none are listed.
    pub(super) vertices: Vec<Attributes>,
}

impl Given {
    /// The registers, with a note on those that state of OpenGL fills and nothing gives.
    pub(super) fn registers(&self, loaded: &Loaded, program: &Program) -> Result<Registers, Error> {
        let mut constants = Constants::default();
        for (number, value) in &loaded.constants {
            constants.0[usize::from(*number)] = *value;
        }
        let mut given = Vec::new();
        let mut captured: Vec<Vec<(usize, Quad)>> = Vec::new();
        for path in &self.inputs {
            let text = files::read(path)?;
            let read = capture::read(&text).map_err(|error| Gf3Error::Capture {
                path: path.clone(),
                error,
            })?;
            for (number, quad) in read.constants {
                set(loaded, &mut constants, number, quad)?;
                given.push(number);
            }
            captured.extend(read.vertices);
        }
        for setting in &self.constants {
            let (number, path) = split(setting, "N=FILE")?;
            let first: i64 = number
                .trim()
                .parse()
                .map_err(|_| SettingError::form(setting, "N=FILE"))?;
            let bytes = files::read_data(Path::new(path))?;
            for (offset, chunk) in (0..).zip(bytes.chunks_exact(16)) {
                let number = first.saturating_add(offset);
                let (parts, _) = chunk.as_chunks::<4>();
                let quad = std::array::from_fn(|i| u32::from_le_bytes(parts[i]));
                set(loaded, &mut constants, number, quad)?;
                given.push(number);
            }
        }
        for setting in &self.constant {
            let (number, quad) = parse(setting)?;
            set(loaded, &mut constants, number, quad)?;
            given.push(number);
        }
        self.matrices(loaded, program, &mut constants, &mut given)?;
        tell_unset(loaded, &given);
        let vertices = self.attributes(&captured)?;
        let first = i64::from(loaded.numbering.first_constant());
        let given = given
            .iter()
            .filter_map(|number| u8::try_from(number + first).ok());
        let mut given: Vec<u8> = given.collect();
        given.sort_unstable();
        given.dedup();
        Ok(Registers {
            constants,
            given,
            vertices,
        })
    }

    fn matrices(
        &self,
        loaded: &Loaded,
        program: &Program,
        constants: &mut Constants,
        given: &mut Vec<i64>,
    ) -> Result<(), Error> {
        let written: Vec<u8> = program.written_constants().collect();
        for setting in &self.track {
            let (number, rows) = parse_matrix(setting)?;
            if number % 4 != 0 {
                return Err(Gf3Error::TrackedPlace(number).into());
            }
            for (row, values) in (number..).zip(rows) {
                set(loaded, constants, row, values.map(f32::to_bits))?;
                given.push(row);
                let raw = row + i64::from(loaded.numbering.first_constant());
                if written.iter().any(|number| i64::from(*number) == raw) {
                    return Err(Gf3Error::TrackedWrite(row).into());
                }
            }
        }
        Ok(())
    }

    /// The attributes of each vertex: those of options, over them those of captures and buffers.
    fn attributes(&self, captured: &[Vec<(usize, Quad)>]) -> Result<Vec<Attributes>, Error> {
        let mut base = [ORIGIN; 16];
        for setting in &self.attrib {
            let (number, quad) = parse(setting)?;
            let place = usize::try_from(number)
                .ok()
                .and_then(|number| base.get_mut(number));
            *place.ok_or(Gf3Error::Attribute(number))? = quad;
        }
        let mut buffers: Vec<(usize, Vec<Quad>)> = Vec::new();
        for setting in &self.vertices {
            buffers.push(read(setting)?);
        }
        let listed = (!captured.is_empty()).then_some(captured.len());
        let counts = buffers.iter().map(|(_, quads)| quads.len()).chain(listed);
        let Some(count) = counts.min() else {
            return match self.vertex {
                Some(vertex) => Err(Gf3Error::Vertex { vertex, count: 0 }.into()),
                None => Ok(vec![(None, base)]),
            };
        };
        let all = match self.vertex {
            Some(vertex) if vertex >= count => return Err(Gf3Error::Vertex { vertex, count }.into()),
            Some(vertex) => vertex..vertex + 1,
            None => 0..count,
        };
        let one = |index: usize| {
            let mut inputs = base;
            for (attribute, quad) in captured.get(index).into_iter().flatten() {
                inputs[*attribute] = *quad;
            }
            for (attribute, quads) in &buffers {
                inputs[*attribute] = quads[index];
            }
            (Some(index), inputs)
        };
        Ok(all.map(one).collect())
    }
}

/// Says which constants state of OpenGL fills, where nothing gives them.
fn tell_unset(loaded: &Loaded, given: &[i64]) {
    let first = i64::from(loaded.numbering.first_constant());
    let zero = loaded
        .bindings
        .iter()
        .filter(|(number, _)| !given.contains(&(i64::from(*number) - first)));
    for run in zero.collect::<Vec<_>>().chunk_by(|a, b| follows(a, b)) {
        let ends = [run.first(), run.last()].map(|end| end.map(|(number, binding)| (number, binding)));
        let [Some((low, from)), Some((high, to))] = ends else {
            continue;
        };
        let [low, high] = [low, high].map(|number| loaded.numbering.constant(*number, false));
        if run.len() == 1 {
            eprintln!("{low} holds {from}, which is 0 unless --constant or --track gives it");
        } else {
            eprintln!(
                "{low} to {high} hold {from} to {to}, which are 0 unless --constant or --track gives them"
            );
        }
    }
}

/// Whether the second of two constants is next to the first and holds the next of the same array.
fn follows((number, binding): &(u8, String), (next, other): &(u8, String)) -> bool {
    let array = |text: &str| text.rfind('[').map(|bracket| text[..bracket].to_owned());
    number + 1 == *next && array(binding).is_some() && array(binding) == array(other)
}

/// Sets a constant by its number in the text. An OpenGL program has none below 0, and keeps those that its words need.
fn set(loaded: &Loaded, constants: &mut Constants, number: i64, quad: Quad) -> Result<(), Gf3Error> {
    let missing = Gf3Error::Constant(number);
    if loaded.is_lowered && number < 0 {
        return Err(missing);
    }
    let raw = number.checked_add(loaded.numbering.first_constant().into());
    let Some(raw) = raw.and_then(|raw| u8::try_from(raw).ok()) else {
        return Err(missing);
    };
    let mut own = loaded.constants.iter().filter(|_| loaded.is_lowered);
    if let Some((_, value)) = own.find(|(place, value)| *place == raw && *value != quad) {
        return Err(Gf3Error::OwnConstant {
            number,
            value: *value,
        });
    }
    *constants.0.get_mut(usize::from(raw)).ok_or(missing)? = quad;
    Ok(())
}

/// `N=FILE:TYPE:SIZE`, the attribute's number and its values.
fn read(setting: &str) -> Result<(usize, Vec<Quad>), Error> {
    let form = "N=FILE:TYPE:SIZE";
    let wrong = || SettingError::form(setting, form);
    let (number, rest) = split(setting, form)?;
    let number = number.trim().parse().ok().filter(|number| *number < 16);
    let plain = rest.strip_suffix(":normalized");
    let mut parts = plain.unwrap_or(rest).rsplitn(3, ':');
    let (Some(number), Some(size), Some(name), Some(path)) =
        (number, parts.next(), parts.next(), parts.next())
    else {
        return Err(wrong().into());
    };
    let component = match name {
        "byte" => Component::Byte,
        "ubyte" => Component::UnsignedByte,
        "short" => Component::Short,
        "ushort" => Component::UnsignedShort,
        "int" => Component::Int,
        "uint" => Component::UnsignedInt,
        "half" => Component::Half,
        "float" => Component::Float,
        "double" => Component::Double,
        "fixed" => Component::Fixed,
        _ => return Err(wrong().into()),
    };
    let size = size.parse().ok().filter(|size| (1..=4).contains(size));
    let format = Format {
        normalized: plain.is_some(),
        ..Format::plain(component, size.ok_or_else(wrong)?)
    };
    let bytes = files::read_data(Path::new(path))?;
    let quads = bytes.chunks_exact(format.bytes());
    Ok((number, quads.filter_map(|bytes| format.convert(bytes)).collect()))
}

/// `N=` and sixteen numbers with a form behind them.
fn parse_matrix(setting: &str) -> Result<(i64, Rows), SettingError> {
    let form = "N= and sixteen numbers";
    let wrong = || SettingError::form(setting, form);
    let (number, rest) = split(setting, form)?;
    let (numbers, form) = rest.split_once(':').unwrap_or((rest, ""));
    let transform = match form {
        "" => Transform::Identity,
        "inverse" => Transform::Inverse,
        "transpose" => Transform::Transpose,
        "inverse-transpose" => Transform::InverseTranspose,
        _ => return Err(wrong()),
    };
    let numbers: Vec<f32> = numbers
        .split(',')
        .map(|number| number.trim().parse().map_err(|_| wrong()))
        .collect::<Result<_, SettingError>>()?;
    let (rows, rest) = numbers.as_chunks::<4>();
    let rows: Rows = rows
        .try_into()
        .ok()
        .filter(|_| rest.is_empty())
        .ok_or_else(wrong)?;
    Ok((
        number.trim().parse().map_err(|_| wrong())?,
        transformed(&rows, transform),
    ))
}

/// `N=X,Y,Z,W`.
fn parse(setting: &str) -> Result<(i64, Quad), SettingError> {
    let form = "N=X,Y,Z,W";
    let wrong = || SettingError::form(setting, form);
    let (number, value) = split(setting, form)?;
    let mut quad = ORIGIN;
    let parts: Vec<&str> = value.split(',').collect();
    if parts.len() > 4 {
        return Err(wrong());
    }
    for (place, part) in quad.iter_mut().zip(parts) {
        *place = bits(part).map_err(|_| wrong())?;
    }
    Ok((number.trim().parse().map_err(|_| wrong())?, quad))
}
