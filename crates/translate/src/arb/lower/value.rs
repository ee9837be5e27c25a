//! Values on their way from operands to a destination.

use quadrille_isa::gl::operation::Packing;

use super::variable::{Content, Kind};
use crate::arb::code::Source;

/// Four components: each a constant, or what the source gives at its place.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Value {
    /// Where the components lie that are no constants.
    pub(super) source: Source,
    pub(super) contents: [Content; 4],
    /// The constants that the source gives too, bit 0 for x.
    pub(super) held: u8,
}

impl Value {
    /// Numbers that are computed, all of one kind.
    pub(super) const fn computed(source: Source, kind: Kind) -> Value {
        Value {
            source,
            contents: [Content::computed(kind); 4],
            held: 0,
        }
    }

    /// Floats that are computed.
    pub(super) const fn float(source: Source) -> Value {
        Value::computed(source, Kind::Float)
    }

    /// Constants.
    pub(super) fn constant(bits: [u32; 4], kind: Kind) -> Value {
        Value {
            source: Source::number(0.0),
            contents: bits.map(|bits| Content::constant(bits, kind)),
            held: 0,
        }
    }

    /// The components that are constants, among these.
    pub(super) fn known(&self, mask: u8) -> u8 {
        let known = |at: &usize| mask >> at & 1 != 0 && self.contents[*at].known.is_some();
        (0..4).filter(known).fold(0, |mask, at| mask | 1 << at)
    }

    /// The constants, if these components are all constants; what is not asked for is 0.
    pub(super) fn constants(&self, mask: u8) -> Option<[u32; 4]> {
        let bits = self.contents.map(|content| content.known.unwrap_or(0));
        (self.known(mask) == mask).then_some(bits)
    }

    /// These components of it.
    pub(super) fn select(&self, swizzle: [u8; 4]) -> Value {
        let held = (0..4).filter(|at| self.held >> swizzle[*at] & 1 != 0);
        Value {
            source: self.source.select(swizzle),
            contents: swizzle.map(|at| self.contents[usize::from(at)]),
            held: held.fold(0, |mask, at| mask | 1 << at),
        }
    }

    /// The numbers that the components in a mask may be, taken together.
    pub(super) fn kind(&self, mask: u8) -> Option<Kind> {
        let contents = (0..4)
            .filter(|at| mask >> at & 1 != 0)
            .map(|at| self.contents[at]);
        let mut kinds = contents.map(|content| match content.kind {
            Kind::Integer(_) => Kind::Integer(content.range()),
            kind => kind,
        });
        kinds.try_fold(Kind::Any, Kind::union)
    }
}

/// The fields of a packed word.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Fields {
    pub(super) packing: Packing,
    /// What unpacking gives.
    pub(super) source: Source,
}
