//! Labels: named places, and numbered ones that may be given again and again.

use quadrille_base::Span;

use super::symbol::NameMap;

/// A place in the program.
pub(super) struct Label {
    pub(super) name: Box<[u8]>,
    /// Bytes from the start, once it is defined.
    pub(super) address: Option<u32>,
    /// The span of its definition, or of the first reference to it.
    pub(super) span: Span,
}

impl Label {
    /// Whether the text gives it a name and defines it.
    pub(super) fn is_named(&self) -> bool {
        self.address.is_some() && *self.name != *HERE
    }
}

/// The name of the places that `.` stands for.
const HERE: &[u8] = b".";

/// All labels, in the order in which the text first names them.
#[derive(Default)]
pub(super) struct Labels {
    latest: NameMap<u32>,
    pub(super) list: Vec<Label>,
    /// Addresses from a first pass over the text, empty during the first pass.
    known: Vec<Option<u32>>,
}

impl Labels {
    /// Starts a second pass that knows the addresses of this one.
    pub(super) fn again(&self) -> Labels {
        Labels {
            known: self.list.iter().map(|label| label.address).collect(),
            ..Labels::default()
        }
    }

    fn add(&mut self, name: &[u8], span: Span) -> u32 {
        let id = self.list.len() as u32;
        self.list.push(Label {
            name: name.into(),
            address: None,
            span,
        });
        self.latest.insert(name.into(), id);
        id
    }

    /// The label that a reference means. `forward` skips one that is defined already (`1f`).
    pub(super) fn refer(&mut self, name: &[u8], forward: bool, span: Span) -> u32 {
        match self.latest.get(name) {
            Some(id) if !forward || self.list[*id as usize].address.is_none() => *id,
            _ => self.add(name, span),
        }
    }

    /// Defines a label.
    ///
    /// # Errors
    ///
    /// The place of the first definition where a name, not a number, is defined twice.
    pub(super) fn define(&mut self, name: &[u8], address: u32, span: Span) -> Result<u32, Span> {
        let id = match self.latest.get(name) {
            Some(id) => {
                let label = &self.list[*id as usize];
                if label.address.is_none() {
                    *id
                } else if name[0].is_ascii_digit() {
                    self.add(name, span)
                } else {
                    return Err(label.span);
                }
            }
            None => self.add(name, span),
        };
        let label = &mut self.list[id as usize];
        label.address = Some(address);
        label.span = span;
        Ok(id)
    }

    /// A label without a name at an address.
    pub(super) fn place(&mut self, address: u32, span: Span) -> u32 {
        let id = self.list.len() as u32;
        self.list.push(Label {
            name: HERE.into(),
            address: Some(address),
            span,
        });
        id
    }

    /// The address of a label, if this pass or the one before has found it.
    pub(super) fn address(&self, id: u32) -> Option<u32> {
        let id = id as usize;
        self.list
            .get(id)
            .and_then(|label| label.address)
            .or_else(|| self.known.get(id).copied().flatten())
    }
}
