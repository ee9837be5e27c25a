//! Printing: what becomes of a closed pipe or a full disk, where colours go, and that nothing else is an escape sequence.
//!
//! Names of files, and what stands in programs and scenes, may hold any character. All that is printed as text goes
//! through here, where control characters are shown; only the colours of [`rendered`] are escape sequences.

use std::fmt::Arguments;
use std::hash::{BuildHasher, RandomState};
use std::io::{ErrorKind, IsTerminal, Write};
use std::sync::LazyLock;

use anstream::stream::RawStream;
use anstream::{AutoStream, ColorChoice};
use quadrille_base::render::{self, Style, shown};
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

/// What stands for ESC in the colours of [`rendered`] until they are printed: nobody who wrote a text could know it.
static COLOUR: LazyLock<String> = LazyLock::new(|| {
    let random = || RandomState::new().hash_one(0);
    format!("\u{fdd0}{:016x}{:016x}", random(), random())
});

/// A text as it is printed: control characters are shown, and colours are colours.
fn printed(text: Arguments<'_>) -> String {
    let text = text.to_string();
    let text = shown(&text);
    match text.contains('\u{fdd0}') {
        true => text.replace(COLOUR.as_str(), "\u{1b}"),
        false => text.into_owned(),
    }
}

/// Writes text to standard output; ends the program if that cannot be.
pub(crate) fn write(text: Arguments<'_>, line: bool) {
    let mut out = std::io::stdout().lock();
    let end = if line { "\n" } else { "" };
    let text = printed(text);
    end_unless(
        out.write_all(text.as_bytes())
            .and_then(|()| out.write_all(end.as_bytes())),
    );
}

/// Writes bytes to standard output as they are, but a text to a terminal as [`write`] does; ends the program if that
/// cannot be.
pub(crate) fn bytes(bytes: &[u8]) {
    let mut out = std::io::stdout().lock();
    let written = match std::str::from_utf8(bytes) {
        Ok(text) if out.is_terminal() => out.write_all(shown(text).as_bytes()),
        _ => out.write_all(bytes),
    };
    end_unless(written.and_then(|()| out.flush()));
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
    let text = printed(format_args!("{text}\n"));
    let _ = std::io::stderr().lock().write_all(text.as_bytes());
}

/// A diagnostic with its source lines, to be printed.
pub(crate) fn rendered(source: &Source, diagnostic: &Diagnostic, style: Style) -> String {
    let text = render::text(source, diagnostic, style);
    match style {
        Style::Plain => text,
        Style::Coloured => text.replace('\u{1b}', &COLOUR),
    }
}

/// Writes diagnostics to standard error.
pub(crate) fn diagnostics<'d>(source: &Source, all: impl IntoIterator<Item = &'d Diagnostic>) {
    let style = error_style();
    for one in all {
        tell(format_args!("{}\n", rendered(source, one, style)));
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
