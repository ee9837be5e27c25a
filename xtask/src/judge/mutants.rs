//! Programs made by breaking those of the repository in one place, and the least of one that is still judged otherwise.

use std::path::Path;

use quadrille_opengl::ProgramTarget;
use quadrille_testkit::hostile::mutate::Mutator;
use quadrille_testkit::hostile::{corpus, reader};

/// Programs of the repository that the driver has a language for, broken one by one.
pub(super) struct Mutants(Mutator);

impl Mutants {
    /// Those of programs that `is_asked` says are to be judged.
    pub(super) fn new(root: &Path, is_asked: impl Fn(&ProgramTarget) -> bool) -> Mutants {
        let programs = reader("checker").map_or(Vec::new(), |reader| corpus(root, reader));
        let asked = |program: &Vec<u8>| {
            let text = std::str::from_utf8(program).ok();
            text.and_then(ProgramTarget::of).is_some_and(&is_asked)
        };
        Mutants(Mutator::new(programs.into_iter().filter(asked).collect()))
    }

    /// The program of a number; none where it is no text, or lost its header.
    pub(super) fn program(&self, number: u64) -> Option<(&'static ProgramTarget, String)> {
        let text = String::from_utf8(self.0.neighbour(number)).ok()?;
        Some((ProgramTarget::of(&text)?, text))
    }
}

/// A text with as few of its lines as `differs` allows.
pub(super) fn reduced(text: &str, mut differs: impl FnMut(&str) -> bool) -> String {
    let mut lines: Vec<&str> = text.split_inclusive('\n').collect();
    let mut at = lines.len();
    while at > 0 {
        at -= 1;
        let removed = lines.remove(at);
        if !differs(&lines.concat()) {
            lines.insert(at, removed);
        }
    }
    lines.concat()
}
