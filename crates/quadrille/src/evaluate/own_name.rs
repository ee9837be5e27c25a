//! Names of inputs as the languages have them that name registers: `v[OPOS]`, `v[0]`, `c[4]`, `f[COL0]`.

use std::borrow::Cow;

use quadrille_isa::gl::Limits;
use quadrille_isa::gl::register::{Selected, bracketed, letters};

use super::inputs::{Inputs, canonical};
use crate::program::Loaded;

impl Loaded {
    /// The inputs under the names of the bindings that the program reads.
    pub(super) fn in_own_names<'i>(&self, inputs: &'i Inputs) -> Cow<'i, Inputs> {
        match inputs.names().any(|name| self.own_name(name).is_some()) {
            true => Cow::Owned(inputs.renamed(|name| self.own_name(name))),
            false => Cow::Borrowed(inputs),
        }
    }

    /// The name of the binding that the program reads for a canonical name that its language has for a register. Where
    /// attributes are registers with numbers, `vertex.attrib[0]` is one of them.
    pub(super) fn own_name(&self, name: &str) -> Option<String> {
        let languages = self.program().profile().language;
        let (letter, rest) = match name.strip_prefix("vertex.attrib") {
            Some(rest) => ("v", rest),
            None => letters(languages).find_map(|letter| Some((letter, name.strip_prefix(letter)?)))?,
        };
        let selected = match rest {
            // The canonical name leaves 0 out.
            "" => Selected::Number(0),
            rest => {
                let inside = rest.strip_prefix('[')?.strip_suffix(']')?;
                inside.parse().map_or(Selected::Name(inside), Selected::Number)
            }
        };
        let (binding, _) = bracketed(letter, selected, languages, &Limits::DESKTOP).ok()?;
        let own = binding.to_string();
        let read = self.attributes().into_iter().chain(self.parameters());
        let is_read = |of: &str| read.clone().any(|named| canonical(&named.name) == canonical(of));
        (is_read(&own) && !is_read(name)).then_some(own)
    }
}
