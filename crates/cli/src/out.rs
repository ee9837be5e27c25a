//! Printing that ends quietly when nobody reads: `quadrille check … | head`.

/// As the standard macro, but a closed pipe ends the program instead of a panic.
macro_rules! println {
    ($($argument:tt)*) => {
        $crate::out::write(format_args!($($argument)*), true)
    };
}

/// As the standard macro, but a closed pipe ends the program instead of a panic.
macro_rules! print {
    ($($argument:tt)*) => {
        $crate::out::write(format_args!($($argument)*), false)
    };
}

/// Writes to standard output; ends the program if that is closed.
pub(crate) fn write(text: std::fmt::Arguments<'_>, line: bool) {
    use std::io::Write;
    let mut out = std::io::stdout().lock();
    let end = if line { "\n" } else { "" };
    if out
        .write_fmt(text)
        .and_then(|()| out.write_all(end.as_bytes()))
        .is_err()
    {
        std::process::exit(0);
    }
}
