//! `quadrille lsp`: the language server, on standard input and output.

use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use quadrille_base::FileError;
use quadrille_lsp::Includes as Included;
use quadrille_lsp::server::stdio;
use quadrille_vc4::asm::Resolver;

use crate::commands::qpu::Includes;
use crate::error::Error;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Does nothing: it is how the server speaks. Some editors say it.
    #[arg(long, hide = true)]
    stdio: bool,
}

/// Texts that programs of the QPU include, from their own folder and the current one.
struct Beside;

impl Included for Beside {
    fn read(&self, path: &Path, name: &str, is_system: bool) -> Result<String, FileError> {
        let mut includes = Includes::new(path, &[]).map_err(|_| FileError::NotGranted)?;
        includes.resolve(name, is_system)
    }
}

pub(crate) fn run(_: &Args) -> Result<ExitCode, Error> {
    stdio(env!("CARGO_PKG_VERSION"), Arc::new(Beside))?;
    Ok(ExitCode::SUCCESS)
}
