//! Which viewports a primitive is drawn in: what `result.viewport` and `result.viewportmask` say (ARB_viewport_array,
//! NV_viewport_array2).

use quadrille_isa::gl::{Binding, Family};

use crate::between::given::Given;
use crate::setup::Item;
use crate::state::transform::VIEWPORTS;

/// The results that choose viewports.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Chooser {
    number: Option<usize>,
    mask: Option<usize>,
}

impl Chooser {
    /// Of a program with these results.
    pub(crate) fn new(results: &[Binding]) -> Chooser {
        let find = |family: Family| results.iter().position(|result| result.family == family);
        Chooser {
            number: find(Family::ResultViewport),
            mask: find(Family::ResultViewportmask),
        }
    }

    /// Adds a shape once for each viewport that its provoking vertex chooses, ascending. A number without a viewport
    /// is undefined and taken as 0.
    pub(crate) fn push(self, given: &Given, item: Item, to: &mut Vec<Item>) {
        let value = |slot: usize| given.get(item.provoking as usize, slot)[0];
        let mask = match (self.mask.map(value), self.number.map(value)) {
            (Some(mask), _) => mask,
            (None, Some(number)) if (number as usize) < VIEWPORTS => 1 << number,
            (None, _) => 1,
        };
        for viewport in (0..VIEWPORTS as u8).filter(|viewport| mask >> viewport & 1 != 0) {
            to.push(Item { viewport, ..item });
        }
    }
}
