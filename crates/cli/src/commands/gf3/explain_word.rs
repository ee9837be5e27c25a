//! `quadrille gf3 explain-word`: what each field of a word holds.

use quadrille::geforce3::shape;
use quadrille_gf3::word::{Word, explain};
use quadrille_isa::nv20::FIELDS;
use serde_json::{Map, Value, json};

use super::{Gf3Error, NumberingName};

#[derive(clap::Args)]
pub(super) struct Args {
    /// Four 32-bit hexadecimal numbers, or the last three of them.
    #[arg(required = true)]
    words: Vec<String>,
    /// Whose register names and constant numbers.
    #[arg(long, value_enum, default_value = "nv2a")]
    numbering: NumberingName,
    /// One JSON object a word in the place of text.
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args) -> Result<(), Gf3Error> {
    let text = args.words.join(" ");
    let mut numbers = text
        .split([' ', ','])
        .filter(|part| !part.is_empty())
        .map(|part| u32::from_str_radix(part.trim_start_matches("0x").trim_start_matches("0X"), 16))
        .collect::<Result<Vec<u32>, _>>()
        .map_err(Gf3Error::Hexadecimal)?;
    if numbers.len() % 4 == 3 {
        numbers.insert(0, 0);
    }
    if !numbers.len().is_multiple_of(4) {
        return Err(Gf3Error::Parts);
    }
    for parts in numbers.chunks_exact(4) {
        let word = Word([parts[0], parts[1], parts[2], parts[3]]);
        if args.json {
            let fields: Map<String, Value> = FIELDS
                .iter()
                .map(|field| (field.name.to_owned(), json!(word.get(*field))))
                .collect();
            let mut object = shape::word(word, args.numbering.into());
            object["fields"] = json!(fields);
            println!("{object}");
            continue;
        }
        print!("{}", explain::explain(word, args.numbering.into()));
    }
    Ok(())
}
