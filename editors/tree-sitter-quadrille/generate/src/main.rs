//! Makes `src/parser.c` and what belongs to it of `src/grammar.json`, which `cargo xtask gen` writes. The parser names
//! the grammar that it is of, so that `gen --check` sees one that is old.

use std::error::Error;
use std::fs;
use std::path::Path;

use tree_sitter_generate::{OptLevel, generate_parser_in_directory};

/// The version of parsers that Neovim and Helix of the last years load.
const ABI: usize = 14;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let grammar = folder.join("src/grammar.json");
    generate_parser_in_directory(
        &folder,
        None::<&Path>,
        Some(&grammar),
        ABI,
        None,
        None,
        true,
        OptLevel::default(),
        &mut Vec::new(),
    )?;
    let parser = folder.join("src/parser.c");
    let mark = crc32fast::hash(&fs::read(&grammar)?);
    let text = fs::read_to_string(&parser)?;
    fs::write(
        &parser,
        format!("/* Of the grammar with CRC-32 {mark:08x}. */\n{text}"),
    )?;
    Ok(())
}
