//! Where a primitive is drawn: what `result.viewport`, `result.viewportmask` and `result.layer` of the last program
//! before the rasterizer say (ARB_viewport_array, NV_viewport_array2, NV_geometry_program4 4.4.7).

use quadrille_engine::Planes;
use quadrille_isa::gl::{Binding, Family, ProgramOption};
use quadrille_program::Program;

use crate::between::item::Item;
use crate::between::vertices::{Target, Vertices, shaded_vertex};
use crate::state::transform::VIEWPORTS;

/// The results that choose.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Chooser {
    viewport: Option<usize>,
    mask: Option<usize>,
    layer: Option<usize>,
    /// Whether the number of the viewport is added to the layer.
    is_relative: bool,
    /// Layers of the framebuffer.
    layers: u32,
}

impl Chooser {
    /// Of a program with these results; `None` if all is drawn in the first viewport and layer.
    pub(crate) fn new(last: &Program, results: &[Binding], layers: u32) -> Option<Chooser> {
        let find = |family: Family| results.iter().position(|result| result.family == family);
        let chooser = Chooser {
            viewport: find(Family::ResultViewport),
            mask: find(Family::ResultViewportmask),
            layer: find(Family::ResultLayer),
            is_relative: last
                .features()
                .options
                .contains(ProgramOption::NvLayerViewportRelative),
            layers,
        };
        let results = [chooser.viewport, chooser.mask, chooser.layer];
        results.iter().any(Option::is_some).then_some(chooser)
    }

    /// Keeps what the first lanes chose. A number without a viewport is undefined and taken as 0.
    pub(crate) fn keep(&self, results: &Planes, out: &mut Vertices) {
        let value = |slot: usize, vertex: usize| results.component(slot, 0)[vertex];
        let target = |vertex: usize| Target {
            viewports: match (self.mask, self.viewport) {
                (Some(mask), _) => value(mask, vertex),
                (None, Some(number)) if (value(number, vertex) as usize) < VIEWPORTS => {
                    1 << value(number, vertex)
                }
                (None, _) => 1,
            },
            layer: self.layer.map_or(0, |slot| value(slot, vertex) as i32),
        };
        let length = out.len();
        out.targets.clear();
        out.targets.extend((0..length).map(target));
    }

    /// Each shape once for each viewport that its provoking vertex chose, ascending. What a layer gets that does not
    /// exist is undefined, and not drawn; without layers their number has no effect.
    pub(crate) fn spread(&self, items: &[Item], shaded: &[Vertices]) -> Vec<Item> {
        let mut spread = Vec::with_capacity(items.len());
        for item in items {
            let place = shaded_vertex(shaded, item.provoking);
            let Target { viewports, layer } = place.vertices.targets[place.at];
            for viewport in (0..VIEWPORTS as u8).filter(|viewport| viewports >> viewport & 1 != 0) {
                let offset = if self.is_relative { i32::from(viewport) } else { 0 };
                let layer = layer.wrapping_add(offset);
                if self.layers == 1 || u32::try_from(layer).is_ok_and(|layer| layer < self.layers) {
                    spread.push(Item {
                        viewport,
                        layer,
                        ..*item
                    });
                }
            }
        }
        spread
    }
}
