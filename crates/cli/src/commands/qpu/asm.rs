//! `quadrille qpu asm`.

use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::ValueEnum;
use quadrille_base::render;
use quadrille_vc4::asm::{
    Assembly, Dialect, HexForm, Host, Options, Resolver, assemble, binary, hex, listing, object,
};

use super::usage;
use crate::files;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The program, or - for standard input.
    path: PathBuf,
    /// Where to write; standard output if it is not given.
    #[arg(short, long)]
    output: Option<PathBuf>,
    /// What to write.
    #[arg(short, long, default_value = "plain")]
    form: Form,
    /// What the array or object symbol is called.
    #[arg(long, default_value = "program")]
    name: String,
    /// The processor that an object file is for.
    #[arg(long, default_value = "arm")]
    host: HostName,
    /// Whose choices to make where the published assemblers differ.
    #[arg(long, default_value = "broadcom")]
    dialect: DialectName,
    /// The address of the first word, for absolute labels; decimal, or hexadecimal with 0x.
    #[arg(long, default_value = "0", value_parser = address)]
    origin: u32,
    /// Folders in which includes are looked for, after the program's own.
    #[arg(short = 'I', long = "include", value_name = "FOLDER")]
    include: Vec<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Form {
    /// Bytes as memory holds them.
    Bin,
    /// `0xlow, 0xhigh,` lines.
    Plain,
    /// `.word low, high` lines.
    Words,
    /// A C array.
    C,
    /// A Rust array.
    Rust,
    /// A Python list.
    Python,
    /// An ELF object file.
    Elf,
    /// Addresses, clocks, words and source lines.
    Listing,
}

#[derive(Clone, Copy, ValueEnum)]
enum HostName {
    Arm,
    Aarch64,
}

#[derive(Clone, Copy, ValueEnum)]
enum DialectName {
    Broadcom,
    Vc4asm,
    EarlyVc4asm,
}

fn address(text: &str) -> Result<u32, String> {
    let parsed = match text.strip_prefix("0x") {
        Some(digits) => u32::from_str_radix(digits, 16),
        None => text.parse(),
    };
    parsed.map_err(|error| error.to_string())
}

/// Finds includes beside the program and in the folders of the command line.
pub(super) struct Folders {
    pub(super) folders: Vec<PathBuf>,
}

impl Resolver for Folders {
    fn resolve(&mut self, name: &str, is_system: bool) -> Option<String> {
        // The program's own folder comes first for names in quotes and last for names in angle brackets.
        let mut order: Vec<&PathBuf> = self.folders.iter().collect();
        if is_system {
            order.rotate_left(1);
        }
        order
            .iter()
            .find_map(|folder| files::read(&folder.join(name)).ok())
    }
}

pub(crate) fn run(args: &Args) -> ExitCode {
    let text = match files::read(&args.path) {
        Ok(text) => text,
        Err(error) => return usage(&format!("{}: {error}", args.path.display())),
    };
    let options = Options {
        dialect: match args.dialect {
            DialectName::Broadcom => Dialect::Broadcom,
            DialectName::Vc4asm => Dialect::Vc4asm,
            DialectName::EarlyVc4asm => Dialect::EarlyVc4asm,
        },
        origin: args.origin,
        ..Options::default()
    };
    let own = args.path.parent().unwrap_or(Path::new(".")).to_path_buf();
    let mut resolver = Folders {
        folders: std::iter::once(own).chain(args.include.iter().cloned()).collect(),
    };
    let assembly = assemble(&args.path.display().to_string(), &text, &options, &mut resolver);
    report(&assembly);
    if !assembly.is_complete() {
        return ExitCode::from(1);
    }
    let bytes = match encode(args, &assembly) {
        Ok(bytes) => bytes,
        Err(message) => return usage(&message),
    };
    match write(args.output.as_deref(), &bytes) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => usage(&error.to_string()),
    }
}

fn encode(args: &Args, assembly: &Assembly) -> Result<Vec<u8>, String> {
    let text = |form| hex(&assembly.words, form, &args.name).into_bytes();
    Ok(match args.form {
        Form::Bin => binary(&assembly.words),
        Form::Plain => text(HexForm::Plain),
        Form::Words => text(HexForm::Assembly),
        Form::C => text(HexForm::C),
        Form::Rust => text(HexForm::Rust),
        Form::Python => text(HexForm::Python),
        Form::Listing => listing(assembly).into_bytes(),
        Form::Elf => {
            let host = match args.host {
                HostName::Arm => Host::Arm,
                HostName::Aarch64 => Host::Aarch64,
            };
            object(assembly, &args.name, host)?
        }
    })
}

fn write(path: Option<&Path>, bytes: &[u8]) -> std::io::Result<()> {
    match path {
        Some(path) => std::fs::write(path, bytes),
        None => std::io::stdout().lock().write_all(bytes),
    }
}

/// Writes the problems to standard error.
fn report(assembly: &Assembly) {
    let style = if std::io::stderr().is_terminal() {
        render::Style::Coloured
    } else {
        render::Style::Plain
    };
    for diagnostic in &assembly.diagnostics {
        let (source, local) = assembly.in_its_text(diagnostic);
        eprintln!("{}\n", render::text(source, &local, style));
    }
}
