//! Programs with the fixes that leave nothing open, written in their place.

use quadrille::encoding::decode;
use quadrille_check::{Options, fixed};

use crate::error::Error;
use crate::files::{self, Input};
use crate::out::count;
use crate::programs::Programs;

/// Fixes the programs of a file, and says on standard error how much.
pub(crate) fn fix(input: &Input, options: &Options, quiet: bool) -> Result<(), Error> {
    let path = input.path();
    let Ok(bytes) = input.bytes() else {
        // That is told where the file is read to be judged.
        return Ok(());
    };
    let (text, encoding) = decode(bytes);
    let Ok(programs) = Programs::of(path, text.clone(), options) else {
        return Ok(());
    };
    let (mut new, mut fixes) = (text, 0);
    for place in programs.places.iter().rev() {
        // What a preprocessor leaves, or what is left of a scene, is not what is written.
        if new.get(place.range()) != Some(programs.text(*place)) {
            continue;
        }
        let program = fixed(programs.text(*place), &programs.options);
        new.replace_range(place.range(), &program.text);
        fixes += program.count;
    }
    if fixes == 0 {
        return Ok(());
    }
    let problems = count(fixes, "problem");
    if !input.stands_alone() || path.as_os_str() == "-" {
        eprintln!(
            "quadrille: {}: {problems} not fixed: it is no file of its own",
            path.display()
        );
        return Ok(());
    }
    files::rewrite(path, &encoding.encode(new))?;
    if !quiet {
        eprintln!("quadrille: {}: {problems} fixed", path.display());
    }
    Ok(())
}
