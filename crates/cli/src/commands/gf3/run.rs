//! `quadrille gf3 run`: one vertex, or one vertex state program.

use quadrille_gf3::function::{Access, Constants, ORIGIN, Options, Quad, Vertex};
use quadrille_gf3::word::{OutputTarget, print};
use quadrille_isa::nv20::Output;

use super::Error;
use super::load::Source;

#[derive(clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    source: Source,
    /// An attribute, such as 0=1,2,3,1; missing components are 0, 0, 1. 0x… gives the bits.
    #[arg(long, value_name = "N=X,Y,Z,W")]
    attrib: Vec<String>,
    /// A constant, in the numbers of the text.
    #[arg(long, value_name = "N=X,Y,Z,W", allow_hyphen_values = true)]
    constant: Vec<String>,
    /// Let indexed reads reach all 192 constants, as on the Xbox.
    #[arg(long)]
    full: bool,
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
        *place.ok_or_else(|| Error::Usage(format!("there is no attribute {number}")))? = quad;
    }
    let mut constants = Constants::default();
    for (number, value) in &loaded.constants {
        constants.0[usize::from(*number)] = *value;
    }
    for setting in &args.constant {
        let (number, quad) = parse(setting)?;
        let raw = number + i64::from(loaded.numbering.first_constant());
        let place = usize::try_from(raw).ok().and_then(|raw| constants.0.get_mut(raw));
        *place.ok_or_else(|| Error::Usage(format!("there is no constant {number}")))? = quad;
    }
    let access = if args.full { Access::Full } else { Access::UserOnly };
    let options = Options {
        access,
        ..Options::default()
    };
    let mut vertex = Vertex::default();
    for (index, instruction) in program.instructions().iter().enumerate() {
        let results = vertex.compute(instruction, &constants, &inputs, &options);
        vertex.write(instruction, &results, &mut constants, &options);
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
    Ok(())
}

/// `N=X,Y,Z,W`.
fn parse(setting: &str) -> Result<(i64, Quad), Error> {
    let wrong = || Error::Usage(format!("`{setting}` is not N=X,Y,Z,W"));
    let (number, value) = setting.split_once('=').ok_or_else(wrong)?;
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
