//! The texture units that a program uses, each with one target.

use quadrille_base::Span;
use quadrille_isa::gl::TextureTarget;
use quadrille_program::TextureUse;
use rustc_hash::FxHashMap;

/// The texture units so far, in the order of their first use.
#[derive(Default)]
pub(crate) struct Textures {
    pub(crate) used: Vec<TextureUse>,
    /// The index in `used` of each unit.
    places: FxHashMap<u32, usize>,
    /// The spans at which each was first used: its target, and the unit itself.
    target_spans: Vec<Span>,
    pub(crate) unit_spans: Vec<Span>,
}

impl Textures {
    /// Notes the use of a texture unit; gives back the first use's target and place if they differ.
    pub(crate) fn note(
        &mut self,
        unit: u32,
        target: TextureTarget,
        target_span: Span,
        unit_span: Span,
    ) -> Result<(), (TextureTarget, Span)> {
        match self.places.get(&unit).copied() {
            Some(at) if self.used[at].target != target => Err((self.used[at].target, self.target_spans[at])),
            Some(_) => Ok(()),
            None => {
                self.places.insert(unit, self.used.len());
                self.used.push(TextureUse { unit, target });
                self.target_spans.push(target_span);
                self.unit_spans.push(unit_span);
                Ok(())
            }
        }
    }
}
