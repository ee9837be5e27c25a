//! What the commands tell of the programs of a file besides their problems.

use quadrille::programs::Programs;

use crate::out;

/// A message with the number of errors beyond those listed, once all programs are judged.
pub(crate) fn unlisted(programs: &Programs) -> Option<String> {
    let (name, number) = (programs.source.name(), programs.unlisted());
    let are = if number == 1 { "is" } else { "are" };
    (number > 0).then(|| format!("{name}: {} {are} not listed", out::count(number, "more error")))
}

/// Tells on standard error what else there is to be told once all programs are judged; whether there are any.
pub(crate) fn tell_rest(programs: &Programs) -> bool {
    let none = programs.places.is_empty();
    if none {
        out::diagnostics(&programs.source, &programs.scene);
        eprintln!("quadrille: {}: no programs", programs.source.name());
    }
    if let Some(unlisted) = unlisted(programs) {
        eprintln!("quadrille: {unlisted}");
    }
    !none
}
