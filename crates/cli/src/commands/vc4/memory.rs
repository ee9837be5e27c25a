//! The memory that a command looks at: files at addresses, zeros, single words, and where lists begin.

use std::path::Path;

use quadrille_base::Source;
use quadrille_vc4::asm::{self, Options, SymbolKind};
use quadrille_vc4::list::check::Buffer;
use quadrille_vc4::list::text::{Limits, Symbols, assemble};
use quadrille_vc4::list::walk::Start;
use quadrille_vc4::list::{Source as _, Thread, dump};
use quadrille_vc4::machine::Image;

use super::Vc4Error;
use crate::commands::qpu::Includes;
use crate::error::Error;
use crate::setting::{SettingError, split, word};
use crate::{files, out};

#[derive(clap::Args)]
#[group(skip)]
pub(crate) struct Args {
    /// Where the first byte of the named file lies.
    #[arg(long, default_value = "0", value_name = "ADDRESS")]
    origin: String,
    /// Put a file at an address.
    #[arg(long, value_name = "FILE@ADDRESS")]
    load: Vec<String>,
    /// Put zeros at an address.
    #[arg(long, value_name = "ADDRESS,BYTES")]
    zero: Vec<String>,
    /// Write a word, after all files and zeros.
    #[arg(long, value_name = "ADDRESS=WORD")]
    poke: Vec<String>,
    /// Name an address.
    #[arg(long, value_name = "NAME=ADDRESS")]
    symbol: Vec<String>,
    /// A buffer that lists may use; if there is none, every file and run of zeros is one.
    #[arg(long, value_name = "NAME=ADDRESS,BYTES")]
    buffer: Vec<String>,
    /// Where a binning list begins, and the byte behind its last; once for each frame.
    #[arg(long, value_name = "ADDRESS[,END]")]
    bin: Vec<String>,
    /// Where a rendering list begins, and the byte behind its last; once for each frame.
    #[arg(long, value_name = "ADDRESS[,END]")]
    render: Vec<String>,
    /// Where a list for either thread begins, and the byte behind its last.
    #[arg(long, value_name = "ADDRESS[,END]")]
    list: Vec<String>,
}

/// What was loaded.
pub(crate) struct Memory {
    pub(crate) image: Image,
    pub(crate) symbols: Symbols,
    pub(crate) starts: Vec<Start>,
    /// What lists may use.
    pub(crate) buffers: Vec<Buffer>,
}

impl Args {
    /// Loads everything, first the named file: a memory image, or a text of lists. `None` if a text has errors, which
    /// are then told.
    pub(crate) fn read(&self, path: Option<&Path>) -> Result<Option<Memory>, Error> {
        let mut memory = Memory {
            image: Image::default(),
            symbols: Symbols::default(),
            starts: Vec::new(),
            buffers: Vec::new(),
        };
        for setting in &self.symbol {
            let (name, address) = split(setting, "NAME=ADDRESS")?;
            if !memory.symbols.add(name, word(address)?) {
                return Err(Vc4Error::Twice(name.to_owned()).into());
            }
        }
        if path.is_none() && self.load.is_empty() && self.zero.is_empty() {
            return Err(Vc4Error::NoMemory.into());
        }
        if let Some(path) = path {
            let origin = memory.address(&self.origin)?;
            if !memory.read(path, origin)? {
                return Ok(None);
            }
        }
        for setting in &self.load {
            let form = || SettingError::form(setting, "FILE@ADDRESS");
            let (file, address) = setting.rsplit_once('@').ok_or_else(form)?;
            let address = memory.address(address)?;
            memory.load(file, address, &files::read_data(Path::new(file))?)?;
        }
        for setting in &self.zero {
            let form = || SettingError::form(setting, "ADDRESS,BYTES");
            let (address, bytes) = setting.split_once(',').ok_or_else(form)?;
            let (address, bytes) = (memory.address(address)?, u64::from(word(bytes)?));
            let zero = memory.image.zero(address, bytes);
            zero.map_err(|error| named(setting, error))?;
            memory.hold(setting, address, bytes);
        }
        for setting in &self.poke {
            let (address, value) = split(setting, "ADDRESS=WORD")?;
            let (address, value) = (memory.address(address)?, memory.address(value)?);
            let poke = memory.image.poke(address, value);
            poke.map_err(|error| named(setting, error))?;
        }
        self.starts(&mut memory)?;
        self.buffers(&mut memory)?;
        Ok(Some(memory))
    }

    /// What the command line names stands in place of what was loaded.
    fn buffers(&self, memory: &mut Memory) -> Result<(), Error> {
        if !self.buffer.is_empty() {
            memory.buffers.clear();
        }
        for setting in &self.buffer {
            let form = "NAME=ADDRESS,BYTES";
            let (name, place) = split(setting, form)?;
            let (address, bytes) = place
                .split_once(',')
                .ok_or_else(|| SettingError::form(setting, form))?;
            let address = memory.address(address)?;
            memory.hold(name, address, u64::from(word(bytes)?));
        }
        Ok(())
    }

    fn starts(&self, memory: &mut Memory) -> Result<(), Error> {
        let bin = self.bin.iter().map(|text| (text, Thread::Binning));
        let render = self.render.iter().map(|text| (text, Thread::Rendering));
        let list = self.list.iter().map(|text| (text, Thread::Both));
        let given: Vec<_> = bin.chain(render).chain(list).collect();
        if !given.is_empty() {
            // What the command line says stands in place of what the file says.
            memory.starts.clear();
        }
        for (text, thread) in given {
            let (address, end) = match text.split_once(',') {
                Some((address, end)) => (address, Some(memory.address(end)?)),
                None => (text.as_str(), None),
            };
            memory.starts.push(Start {
                address: memory.address(address)?,
                end,
                thread,
            });
        }
        Ok(())
    }
}

impl Memory {
    /// The named file, in whatever form it is; whether it had no errors.
    fn read(&mut self, path: &Path, origin: u32) -> Result<bool, Error> {
        let bytes = files::read_bytes(path)?;
        let name = path.display().to_string();
        if path.extension().is_some_and(|extension| extension == "list") {
            return self.text(&name, origin, files::text(bytes));
        }
        let is_source = path
            .extension()
            .and_then(|extension| extension.to_str())
            .is_some_and(|extension| ["asm", "qasm", "s"].contains(&extension));
        if is_source {
            return self.source(path, origin, &files::text(bytes));
        }
        if let Some(dump) = dump::read(&bytes) {
            let dump = dump.map_err(|error| Vc4Error::Dump {
                path: path.to_owned(),
                error,
            })?;
            (self.image, self.starts, self.buffers) = (dump.image, dump.starts, dump.buffers);
            for buffer in &self.buffers {
                self.symbols.add(buffer.name.clone(), buffer.address);
            }
            return Ok(true);
        }
        self.load(&name, origin, &bytes)?;
        Ok(true)
    }

    /// A source of code and data, whose labels become symbols; whether it had no errors.
    fn source(&mut self, path: &Path, origin: u32, text: &str) -> Result<bool, Error> {
        let options = Options {
            origin,
            ..Options::default()
        };
        let name = path.display().to_string();
        let assembly = asm::assemble(&name, text, &options, &mut Includes::new(path, &[])?);
        for diagnostic in &assembly.diagnostics {
            let (source, local) = assembly.in_its_text(diagnostic);
            out::diagnostics(source, &[local]);
        }
        if !assembly.is_complete() {
            return Ok(false);
        }
        for symbol in &assembly.symbols {
            let value = match symbol.kind {
                SymbolKind::Place => origin.wrapping_add(symbol.value),
                SymbolKind::Number => symbol.value,
            };
            if !self.symbols.add(&symbol.name, value) {
                return Err(Vc4Error::Twice(symbol.name.clone()).into());
            }
        }
        let bytes: Vec<u8> = assembly
            .words
            .iter()
            .flat_map(|word| word.to_le_bytes())
            .collect();
        self.load(&name, origin, &bytes)?;
        self.starts = self.symbols.starts();
        Ok(true)
    }

    fn text(&mut self, name: &str, origin: u32, text: String) -> Result<bool, Error> {
        let assembly = assemble(
            &text,
            origin,
            std::mem::take(&mut self.symbols),
            &Limits::default(),
        );
        out::diagnostics(&Source::new(name, text), &assembly.diagnostics);
        for piece in &assembly.pieces {
            self.load(name, piece.address, &piece.bytes)?;
        }
        self.symbols = assembly.symbols;
        self.starts = self.symbols.starts();
        Ok(assembly.diagnostics.is_empty())
    }

    fn load(&mut self, name: &str, address: u32, bytes: &[u8]) -> Result<(), Vc4Error> {
        let load = self.image.load(address, bytes);
        load.map_err(|error| named(name, error))?;
        self.hold(name, address, bytes.len() as u64);
        Ok(())
    }

    fn hold(&mut self, name: &str, address: u32, bytes: u64) {
        let (name, address) = (name.to_owned(), self.image.canonical(address));
        self.buffers.push(Buffer { name, address, bytes });
    }

    /// A number, a symbol, or a symbol and an offset.
    pub(crate) fn address(&self, text: &str) -> Result<u32, Vc4Error> {
        let found = word(text).ok().or_else(|| self.symbols.resolve(text));
        found.ok_or_else(|| Vc4Error::Address(text.to_owned()))
    }
}

fn named(name: &str, error: quadrille_vc4::machine::ImageError) -> Vc4Error {
    let name = name.to_owned();
    Vc4Error::Image { name, error }
}
