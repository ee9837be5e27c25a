//! `quadrille vc4`: frames of the VideoCore IV: control lists, and what they lead to.

mod error;
mod explain;
mod list;
mod memory;
mod render;
mod tile;

use std::process::ExitCode;

use crate::error::Error;
pub(crate) use error::Vc4Error;

#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    /// Say what lies at an address: a packet, a shader record, uniforms with texture set-up, a shader.
    Explain(explain::Args),
    /// Control lists as text and as bytes.
    List(list::Args),
    /// Run the lists of a memory image and write the frame: exit status 1 when it has errors.
    Render(render::Args),
    /// Make a texture of a picture: any type, layout and number of levels.
    Tile(tile::TileArgs),
    /// Make a picture of a texture.
    Untile(tile::UntileArgs),
}

pub(crate) fn run(args: &Args) -> Result<ExitCode, Error> {
    match &args.command {
        Command::Explain(args) => explain::run(args),
        Command::List(args) => list::run(args),
        Command::Render(args) => render::run(args),
        Command::Tile(args) => tile::tile(args),
        Command::Untile(args) => tile::untile(args),
    }
}
