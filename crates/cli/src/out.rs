//! Printing: what becomes of a closed pipe or a full disk, and where colours go.

use std::fmt::Arguments;
use std::io::{ErrorKind, Write};

use anstream::stream::RawStream;
use anstream::{AutoStream, ColorChoice};
use quadrille_base::render::{self, Style};
use quadrille_base::{Diagnostic, Source};

use crate::exit::{CLOSED_PIPE, USAGE};

/// As the standard macro, but an error ends the program instead of a panic.
macro_rules! println {
    ($($argument:tt)*) => {
        $crate::out::write(format_args!($($argument)*), true)
    };
}

/// As the standard macro, but an error ends the program instead of a panic.
macro_rules! print {
    ($($argument:tt)*) => {
        $crate::out::write(format_args!($($argument)*), false)
    };
}

/// As the standard macro, but it does not matter whether anybody can read it.
macro_rules! eprintln {
    ($($argument:tt)*) => {
        $crate::out::tell(format_args!($($argument)*))
    };
}

/// Writes text to standard output; ends the program if that cannot be.
pub(crate) fn write(text: Arguments<'_>, line: bool) {
    let mut out = std::io::stdout().lock();
    let end = if line { "\n" } else { "" };
    end_unless(out.write_fmt(text).and_then(|()| out.write_all(end.as_bytes())));
}

/// Writes bytes to standard output; ends the program if that cannot be.
pub(crate) fn bytes(bytes: &[u8]) {
    let mut out = std::io::stdout().lock();
    end_unless(out.write_all(bytes).and_then(|()| out.flush()));
}

fn end_unless(written: std::io::Result<()>) {
    if let Err(error) = written {
        if error.kind() == ErrorKind::BrokenPipe {
            std::process::exit(CLOSED_PIPE);
        }
        tell(format_args!("quadrille: standard output: {error}"));
        std::process::exit(USAGE.into());
    }
}

/// Writes a line to standard error.
pub(crate) fn tell(text: Arguments<'_>) {
    let _ = std::io::stderr().lock().write_fmt(format_args!("{text}\n"));
}

/// Writes diagnostics to standard error.
pub(crate) fn diagnostics<'d>(source: &Source, all: impl IntoIterator<Item = &'d Diagnostic>) {
    let style = error_style();
    for one in all {
        tell(format_args!("{}\n", render::text(source, one, style)));
    }
}

/// A number of things, one of which is a `what`.
pub(crate) fn count(number: usize, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}

/// Whether diagnostics on standard output are coloured.
pub(crate) fn output_style() -> Style {
    style(&std::io::stdout())
}

/// Whether diagnostics on standard error are coloured.
pub(crate) fn error_style() -> Style {
    style(&std::io::stderr())
}

/// Colours for a terminal, unless the environment says otherwise (`NO_COLOR`, `CLICOLOR`, `CLICOLOR_FORCE`, `TERM`).
fn style(stream: &impl RawStream) -> Style {
    match AutoStream::choice(stream) {
        ColorChoice::Never => Style::Plain,
        _ => Style::Coloured,
    }
}
