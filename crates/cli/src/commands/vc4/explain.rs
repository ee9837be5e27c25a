//! `quadrille vc4 explain`.

use std::path::Path;
use std::process::ExitCode;

use quadrille_vc4::list::text::Names;
use quadrille_vc4::list::walk::walk;
use quadrille_vc4::list::{check, explain};

use super::{list, memory};
use crate::error::Error;
use crate::files;
use crate::setting::word;

#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    memory: memory::Args,
    /// A memory image or a text of lists (.list), unless --load gives the memory, and what is asked about: an address, a
    /// symbol, or a symbol and an offset.
    #[arg(value_name = "[FILE] ADDRESS", required = true)]
    words: Vec<String>,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode, Error> {
    let (file, addresses) = match args.words.split_first() {
        Some((first, rest)) if word(first).is_err() && files::is_there(Path::new(first)) => {
            (Some(Path::new(first)), rest)
        }
        _ => (None, args.words.as_slice()),
    };
    let Some(memory) = args.memory.read(file)? else {
        return Ok(ExitCode::from(1));
    };
    let walk = walk(&memory.image, &memory.starts, list::PARTS);
    let names = Names::new(&walk, &memory.symbols);
    let limits = check::Limits::default();
    let uniforms = check::check(&memory.image, &memory.starts, memory.buffers.clone(), &limits).uniforms;
    for address in addresses {
        let address = match names.address(address) {
            Some(address) => address,
            None => memory.address(address)?,
        };
        print!("{}", explain(&memory.image, &walk, &names, &uniforms, address));
    }
    Ok(ExitCode::SUCCESS)
}
