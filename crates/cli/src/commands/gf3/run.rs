//! `quadrille gf3 run`: one vertex or those of buffers, or one vertex state program.

use std::path::Path;

use quadrille_gf3::function::attribute::{Component, Format};
use quadrille_gf3::function::track::{Rows, Transform, transformed};
use quadrille_gf3::function::{Access, BothWriteR1, Constants, ORIGIN, Options, Program, Quad, Vertex};
use quadrille_gf3::word::{OutputTarget, print};
use quadrille_isa::nv20::Output;

use super::Gf3Error;
use super::load::{Gf3Program, Loaded};
use crate::error::Error;
use crate::files;
use crate::setting::{SettingError, split};

#[derive(clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    source: Gf3Program,
    /// An attribute, such as 0=1,2,3,1; missing components are 0, 0, 1. 0x… gives the bits.
    #[arg(long, value_name = "N=X,Y,Z,W")]
    attrib: Vec<String>,
    /// A constant, in the numbers of the text.
    #[arg(long, value_name = "N=X,Y,Z,W", allow_hyphen_values = true)]
    constant: Vec<String>,
    /// An attribute of many vertices, from a file of little-endian numbers: 0=FILE:float:3. The types are byte, ubyte,
    /// short, ushort, int, uint, half, float, double and fixed; :normalized may follow. The program runs once for each
    /// vertex that every file has.
    #[arg(long, value_name = "N=FILE:TYPE:SIZE")]
    vertices: Vec<String>,
    /// A matrix in four constants, as glTrackMatrixNV keeps it: 0= and sixteen numbers, row after row; :inverse,
    /// :transpose or :inverse-transpose may follow.
    #[arg(long, value_name = "N=NUMBERS", allow_hyphen_values = true)]
    track: Vec<String>,
    /// Let indexed reads of an OpenGL program or of words with --numbering gl reach all 192 constants; those of the
    /// numbering nv2a do.
    #[arg(long)]
    full: bool,
    /// Where both halves of a word write R1, drop the vector unit's write whole; otherwise the special function unit's
    /// mask decides each component.
    #[arg(long)]
    ilu_wins: bool,
    /// Print the result of every instruction.
    #[arg(long)]
    trace: bool,
}

pub(super) fn run(args: &Args) -> Result<(), Error> {
    let loaded = args.source.load()?;
    let program = loaded.program()?;
    let mut inputs = [ORIGIN; 16];
    for setting in &args.attrib {
        let (number, quad) = parse(setting)?;
        let place = usize::try_from(number)
            .ok()
            .and_then(|number| inputs.get_mut(number));
        *place.ok_or(Gf3Error::Attribute(number))? = quad;
    }
    let mut constants = Constants::default();
    for (number, value) in &loaded.constants {
        constants.0[usize::from(*number)] = *value;
    }
    let mut given = Vec::new();
    for setting in &args.constant {
        let (number, quad) = parse(setting)?;
        set(&loaded, &mut constants, number, quad)?;
        given.push(number);
    }
    let written: Vec<u8> = program.written_constants().collect();
    for setting in &args.track {
        let (number, rows) = parse_matrix(setting)?;
        if number % 4 != 0 {
            return Err(Gf3Error::TrackedPlace(number).into());
        }
        for (row, values) in (number..).zip(rows) {
            set(&loaded, &mut constants, row, values.map(f32::to_bits))?;
            given.push(row);
            let raw = row + i64::from(loaded.numbering.first_constant());
            if written.iter().any(|number| i64::from(*number) == raw) {
                return Err(Gf3Error::TrackedWrite(row).into());
            }
        }
    }
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
    let access = if args.full { Access::Full } else { loaded.access() };
    let both_write_r1 = if args.ilu_wins {
        BothWriteR1::IluWins
    } else {
        BothWriteR1::PerComponent
    };
    let options = Options {
        access,
        both_write_r1,
        ..Options::default()
    };
    let buffers: Vec<(usize, Vec<Quad>)> = args
        .vertices
        .iter()
        .map(|setting| read(setting))
        .collect::<Result<_, Error>>()?;
    let Some(count) = buffers.iter().map(|(_, quads)| quads.len()).min() else {
        one(args, &loaded, &program, &mut constants, &inputs, &options);
        return Ok(());
    };
    for index in 0..count {
        for (attribute, quads) in &buffers {
            inputs[*attribute] = quads[index];
        }
        println!("vertex {index}");
        one(args, &loaded, &program, &mut constants, &inputs, &options);
    }
    Ok(())
}

/// Whether the second of two constants is next to the first and holds the next of the same array.
fn follows((number, binding): &(u8, String), (next, other): &(u8, String)) -> bool {
    let array = |text: &str| text.rfind('[').map(|bracket| text[..bracket].to_owned());
    number + 1 == *next && array(binding).is_some() && array(binding) == array(other)
}

/// Runs the program for one vertex and shows what it gives.
fn one(
    args: &Args,
    loaded: &Loaded,
    program: &Program,
    constants: &mut Constants,
    inputs: &[Quad; 16],
    options: &Options,
) {
    let mut vertex = Vertex::default();
    for (index, instruction) in program.instructions().iter().enumerate() {
        let results = vertex.compute(instruction, constants, inputs, options);
        vertex.write(instruction, &results, constants, options);
        if args.trace {
            println!("{index:3}  {}", print::instruction(instruction, loaded.numbering));
            println!(
                "     vector {}  special {}",
                shown(results.mac),
                shown(results.ilu)
            );
        }
    }
    for index in (0..16).filter(|index| program.outputs() & (1 << index) != 0) {
        let name = loaded.numbering.output(OutputTarget::Output(index));
        // Numbers that no register has are never written.
        if Output::from_index(index).is_some() {
            println!("{name:<8} {}", shown(vertex.outputs[usize::from(index)]));
        }
    }
    let mut written: Vec<u8> = program.written_constants().collect();
    written.sort_unstable();
    written.dedup();
    for index in written {
        let name = loaded.numbering.constant(index, false);
        println!("{name:<8} {}", shown(constants.get(index.into())));
    }
}

/// Sets a constant by its number in the text.
fn set(loaded: &Loaded, constants: &mut Constants, number: i64, quad: Quad) -> Result<(), Gf3Error> {
    let raw = number + i64::from(loaded.numbering.first_constant());
    let place = usize::try_from(raw).ok().and_then(|raw| constants.0.get_mut(raw));
    *place.ok_or(Gf3Error::Constant(number))? = quad;
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
        let part = part.trim();
        let bits = match part.strip_prefix("0x") {
            Some(bits) => u32::from_str_radix(bits, 16).ok(),
            None => part.parse().ok().map(f32::to_bits),
        };
        *place = bits.ok_or_else(wrong)?;
    }
    Ok((number.trim().parse().map_err(|_| wrong())?, quad))
}

/// A quad as numbers and as bits.
fn shown(quad: Quad) -> String {
    let numbers = quad.map(|bits| f32::from_bits(bits).to_string()).join(", ");
    let bits = quad.map(|bits| format!("{bits:08x}")).join(" ");
    format!("({numbers}) {bits}")
}
