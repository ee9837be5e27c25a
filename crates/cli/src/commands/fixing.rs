//! Programs with the fixes that leave nothing open, written in their place.

use quadrille::encoding::decode;
use quadrille::programs::{FileKind, Programs};
use quadrille_check::{Fixed, Options, fixed};
use quadrille_scene::vpfp;

use crate::error::Error;
use crate::files::{self, Input};
use crate::out::count;

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
    let is_old_scene = FileKind::of_name(path) == Some(FileKind::OldScene);
    let (mut new, mut fixes) = (text, 0);
    for place in programs.places.iter().rev() {
        let judged = programs.text(*place);
        let Some(written) = new.get(place.range()) else {
            continue;
        };
        let program = if written == judged {
            fixed(judged, &programs.options)
        } else if is_old_scene && vpfp::without_comments(written) == judged {
            let program = fixed(&vpfp::with_program_comments(written), &programs.options);
            Fixed {
                text: vpfp::with_comments_of(&program.text, written),
                ..program
            }
        } else {
            // What a preprocessor leaves is not what is written.
            continue;
        };
        new.replace_range(place.range(), &program.text);
        fixes += program.count;
    }
    if fixes == 0 {
        return Ok(());
    }
    let problems = count(fixes, "problem");
    if !input.is_rewritable() {
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
