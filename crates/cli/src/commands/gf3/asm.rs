//! `quadrille gf3 asm`: programs to words.

use std::path::PathBuf;

use quadrille::geforce3::shape;
use quadrille_gf3::word::{Word, form::Form};
use quadrille_isa::nv20::field;
use serde_json::{Map, json};

use super::FormName;
use super::load::Gf3Program;
use crate::error::Error;
use crate::files;
use crate::setting::SettingError;

#[derive(clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    source: Gf3Program,
    /// How words are written.
    #[arg(long, value_enum, default_value = "hex")]
    to: FormName,
    /// The name of the C array.
    #[arg(long, default_value = "program", value_parser = identifier)]
    name: String,
    /// End with a word that does nothing, as nv2a_vsh_asm does when asked, not with the last instruction.
    #[arg(long)]
    explicit_final: bool,
    /// Where they go; standard output if it is absent or -.
    #[arg(short, long)]
    output: Option<PathBuf>,
    /// One JSON object in the place of words: the program, its own constants, and what fills the others.
    #[arg(long, conflicts_with_all = ["to", "name"])]
    json: bool,
}

pub(super) fn run(args: &Args) -> Result<(), Error> {
    let loaded = args.source.load()?;
    let mut words = loaded.words;
    loaded.elsewhere.iter().for_each(|note| eprintln!("{note}"));
    if args.explicit_final {
        words
            .iter_mut()
            .for_each(|word| *word = word.with(field::LAST, 0));
        words.push(Word::default().with(field::LAST, 1));
    }
    let bytes = if args.json {
        let name = |number: u8| loaded.numbering.constant(number, false);
        let constants = loaded
            .constants
            .iter()
            .map(|(number, quad)| (name(*number), *quad));
        let bindings = loaded.bindings.iter();
        let bindings: Map<_, _> = bindings
            .map(|(number, binding)| (name(*number), json!(binding)))
            .collect();
        let object = json!({
            "program": shape::program(&words, loaded.numbering),
            "constants": shape::registers(constants), "bindings": bindings,
        });
        format!("{object}\n").into_bytes()
    } else {
        Form::from(args.to).write(&words, &args.name)
    };
    Ok(files::deliver(args.output.as_deref(), &bytes)?)
}

/// A name as C has it.
pub(super) fn identifier(text: &str) -> Result<String, SettingError> {
    let letter = |byte: u8| byte.is_ascii_alphabetic() || byte == b'_';
    let bytes = text.as_bytes();
    let first = bytes.first().is_some_and(|byte| letter(*byte));
    if first && bytes.iter().all(|byte| letter(*byte) || byte.is_ascii_digit()) {
        Ok(text.to_owned())
    } else {
        let form = "a name of C: letters, digits and _, no digit first";
        Err(SettingError::form(text, form))
    }
}
