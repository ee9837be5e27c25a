//! `quadrille gf3 dis`: words to machine text, or back to the languages of OpenGL.

use quadrille::geforce3::shape;
use quadrille_gf3::raise::{Language, Raised, Viewport, raise};
use quadrille_gf3::target::Target;
use quadrille_gf3::word::{Numbering, print};
use serde_json::{Map, json};

use super::Gf3Error;
use super::load::{Gf3Program, Loaded};
use crate::error::Error;
use crate::files;
use crate::setting::SettingError;

#[derive(clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    source: Gf3Program,
    /// The language of the text: machine text, or a program that OpenGL loads.
    #[arg(long, value_enum, default_value = "machine")]
    to: LanguageName,
    /// With --to arb, take the position, which the NV2A has in pixels of a screen of this size, to clip space at the end
    /// of the program, so that OpenGL draws it. The depth is 16777215 if absent.
    #[arg(long, value_name = "WIDTHxHEIGHT[xDEPTH]", value_parser = viewport)]
    viewport: Option<Viewport>,
    /// One JSON object in the place of text.
    #[arg(long)]
    json: bool,
    /// Leave out notes on fields that nothing uses.
    #[arg(long)]
    plain: bool,
}

/// Names of the languages that words go back to.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum LanguageName {
    /// A line a word.
    Machine,
    /// !!VP1.1, or !!VSP1.0 for a program that writes constants.
    Nv,
    /// !!ARBvp1.0.
    Arb,
}

pub(super) fn run(args: &Args) -> Result<(), Error> {
    let loaded = args.source.load()?;
    let (words, numbering) = (&loaded.words, loaded.numbering);
    let language = match args.to {
        LanguageName::Machine => None,
        LanguageName::Nv => Some(Language::Nv),
        LanguageName::Arb => Some(Language::Arb {
            viewport: args.viewport,
        }),
    };
    if args.viewport.is_some() && args.to != LanguageName::Arb {
        return Err(Gf3Error::Viewport.into());
    }
    let text = match language {
        None if args.json => {
            println!("{}", json!({ "program": shape::program(words, numbering) }));
            return Ok(());
        }
        None if args.plain => print::plain(words, numbering),
        None => print::program(words, numbering),
        Some(language) => {
            let raised = raised(&loaded, language)?;
            if args.json {
                let renumbered = raised.constants.iter();
                let renumbered: Map<_, _> = renumbered
                    .map(|(here, there)| (format!("c[{here}]"), json!(there)))
                    .collect();
                let program = shape::program(words, numbering);
                println!(
                    "{}",
                    json!({ "program": program, "source": raised.text, "renumbered": renumbered, "reach": raised.reach })
                );
                return Ok(());
            }
            told(&raised);
            raised.text
        }
    };
    Ok(files::deliver(None, text.as_bytes())?)
}

/// The program in a language of OpenGL.
fn raised(loaded: &Loaded, language: Language) -> Result<Raised, Gf3Error> {
    let program = loaded.program()?;
    // Console words name the console's attributes.
    let target = loaded.target.unwrap_or(match loaded.numbering {
        Numbering::Nv2a => Target::Nv2a,
        Numbering::NvVertexProgram => Target::Gf3,
    });
    Ok(raise(program.instructions(), language, target)?)
}

/// Says which constants have other numbers in the text, and which of them indexed reads reach.
fn told(raised: &Raised) {
    if let Some(reach) = raised.reach {
        eprintln!(
            "warning: the program indexes constants and reads others, which take places at the end: indexed reads reach \
             {reach} constants, c[0] to c[{}]",
            reach.saturating_sub(1)
        );
    }
    for run in raised.constants.chunk_by(|a, b| a.0 + 1 == b.0 && a.1 + 1 == b.1) {
        let (Some((here, there)), Some((last, end))) = (run.first(), run.last()) else {
            continue;
        };
        if here == last {
            eprintln!("c[{here}] is the word's constant {there}");
        } else {
            eprintln!("c[{here}] to c[{last}] are the words' constants {there} to {end}");
        }
    }
}

/// `640x480`, or `640x480x65535`.
fn viewport(text: &str) -> Result<Viewport, SettingError> {
    let wrong = || SettingError::form(text, "a width, a height and perhaps a depth, as 640x480");
    let parts: Vec<u32> = text
        .split('x')
        .map(|part| part.parse().ok().filter(|part| *part > 0).ok_or_else(wrong))
        .collect::<Result<_, _>>()?;
    let (width, height, depth) = match parts[..] {
        [width, height] => (width, height, 0xff_ffff),
        [width, height, depth] => (width, height, depth),
        _ => return Err(wrong()),
    };
    let [width, height] = [width, height].map(|size| u16::try_from(size).map_err(|_| wrong()));
    Ok(Viewport {
        width: width?,
        height: height?,
        depth,
    })
}
