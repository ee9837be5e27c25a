//! A program's text as the commands take it: where it is, and how it is assembled.

use std::num::ParseIntError;
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use quadrille_base::FileError;
use quadrille_vc4::asm::{Assembly, Dialect, Options, Resolver, Syntax, assemble};

use crate::error::Error;
use crate::files::{self, FolderError, Folders};
use crate::out;

#[derive(clap::Args)]
pub(crate) struct Program {
    /// The program, or - for standard input.
    pub(crate) path: PathBuf,
    /// Whose choices to make where the published assemblers differ.
    #[arg(long, default_value = "broadcom")]
    dialect: DialectName,
    /// Whether `;` joins operations (vc4asm) or begins a comment (gas, where `.align n` is a power of two); if not given,
    /// what the text has decides.
    #[arg(long)]
    syntax: Option<SyntaxName>,
    /// The address of the first word, for absolute labels; decimal, or hexadecimal with 0x.
    #[arg(long, default_value = "0", value_parser = address)]
    pub(crate) origin: u32,
    /// Folders in which includes are looked for, after the program's own.
    #[arg(short = 'I', long = "include", value_name = "FOLDER")]
    include: Vec<PathBuf>,
}

#[derive(Clone, Copy, ValueEnum)]
enum DialectName {
    Broadcom,
    Vc4asm,
    EarlyVc4asm,
}

#[derive(Clone, Copy, ValueEnum)]
enum SyntaxName {
    Vc4asm,
    Gas,
}

fn address(text: &str) -> Result<u32, ParseIntError> {
    match text.strip_prefix("0x") {
        Some(digits) => u32::from_str_radix(digits, 16),
        None => text.parse(),
    }
}

/// Finds includes beside the program and in the folders of the command line, below which they must lie.
pub(crate) struct Includes<'a> {
    /// The folders in which names in quotes are looked for; the program's own is the first.
    folders: Vec<&'a Path>,
    granted: Folders,
}

impl<'a> Includes<'a> {
    /// For the program at `path`.
    pub(crate) fn new(path: &'a Path, include: &'a [PathBuf]) -> Result<Includes<'a>, FolderError> {
        let own = path.parent().unwrap_or(Path::new(""));
        let include = include.iter().map(PathBuf::as_path);
        let folders: Vec<&Path> = std::iter::once(own).chain(include).collect();
        let name = "the program's folder, the current one and those of --include";
        let granted = Folders::new(name, folders.iter().copied().chain([Path::new("")]))?;
        Ok(Includes { folders, granted })
    }
}

impl Resolver for Includes<'_> {
    fn resolve(&mut self, name: &str, is_system: bool) -> Result<String, FileError> {
        // The program's own folder comes first for names in quotes and last for names in angle brackets.
        let mut order = self.folders.clone();
        if is_system {
            order.rotate_left(1);
        }
        let mut why = FileError::Missing;
        for folder in order {
            match self.granted.read(&folder.join(name), files::MOST_BYTES) {
                Ok(bytes) => return Ok(files::text(bytes)),
                Err(FileError::Missing) => {}
                Err(error) => why = error,
            }
        }
        Err(why)
    }
}

impl Program {
    /// Reads and assembles the text.
    pub(crate) fn assemble(&self) -> Result<Assembly, Error> {
        Ok(self.assemble_text(&files::read(&self.path)?)?)
    }

    /// Assembles `text` as the file's.
    pub(crate) fn assemble_text(&self, text: &str) -> Result<Assembly, FolderError> {
        let options = Options {
            dialect: match self.dialect {
                DialectName::Broadcom => Dialect::Broadcom,
                DialectName::Vc4asm => Dialect::Vc4asm,
                DialectName::EarlyVc4asm => Dialect::EarlyVc4asm,
            },
            syntax: self.syntax.map(|syntax| match syntax {
                SyntaxName::Vc4asm => Syntax::Vc4asm,
                SyntaxName::Gas => Syntax::Gas,
            }),
            origin: self.origin,
            ..Options::default()
        };
        let mut includes = Includes::new(&self.path, &self.include)?;
        Ok(assemble(
            &self.path.display().to_string(),
            text,
            &options,
            &mut includes,
        ))
    }
}

/// Writes the problems of the assembler to standard error.
pub(crate) fn report(assembly: &Assembly) {
    for diagnostic in &assembly.diagnostics {
        let (source, local) = assembly.in_its_text(diagnostic);
        eprintln!("{}\n", out::rendered(source, &local, out::error_style()));
    }
}
