//! The layers and viewports that a primitive is drawn to: what `result.viewport`, `result.viewportmask` and
//! `result.layer` of the last program before the rasterizer say (ARB_viewport_array, NV_viewport_array2,
//! NV_geometry_program4 4.4.7).

use quadrille_engine::Planes;
use quadrille_isa::gl::{Binding, Family, ProgramOption};
use quadrille_program::Program;

use crate::inter_stage::primitive_ref::PrimitiveRef;
use crate::inter_stage::stage_outputs::StageOutputs;
use crate::inter_stage::vertices::{LayerViewports, Vertices, shaded_vertex};
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

    /// The layer and viewports that a vertex chooses whose results have these numbers as their first components. A
    /// number without a viewport is undefined and taken as 0.
    fn choice(&self, value: impl Fn(usize) -> u32) -> LayerViewports {
        LayerViewports {
            viewports: match (self.mask, self.viewport) {
                (Some(mask), _) => value(mask),
                (None, Some(number)) if (value(number) as usize) < VIEWPORTS => 1 << value(number),
                (None, _) => 1,
            },
            layer: self.layer.map_or(0, |slot| value(slot) as i32),
        }
    }

    /// The viewports that the primitives of a provoking vertex are drawn in, ascending, each with the number of its
    /// layer. The contents of a layer that does not exist are undefined, and nothing is drawn there; without layers
    /// their number has no effect.
    fn places(&self, choice: LayerViewports) -> impl Iterator<Item = (u8, i32)> + use<> {
        let (is_relative, layers) = (self.is_relative, self.layers);
        let viewports = (0..VIEWPORTS as u8).filter(move |viewport| choice.viewports >> viewport & 1 != 0);
        viewports.filter_map(move |viewport| {
            let offset = if is_relative { i32::from(viewport) } else { 0 };
            let layer = choice.layer.wrapping_add(offset);
            let exists = layers == 1 || u32::try_from(layer).is_ok_and(|layer| layer < layers);
            exists.then_some((viewport, layer))
        })
    }

    /// The viewports and layers that the primitives of a vertex are drawn in that a program gave.
    pub(crate) fn places_of(
        &self,
        outputs: &StageOutputs,
        vertex: usize,
    ) -> impl Iterator<Item = (u8, i32)> + use<> {
        self.places(self.choice(|slot| outputs.get(vertex, slot)[0]))
    }

    /// Keeps what the first lanes chose.
    pub(crate) fn keep(&self, results: &Planes, out: &mut Vertices) {
        let target = |vertex: usize| self.choice(|slot| results.component(slot, 0)[vertex]);
        let length = out.len();
        out.choices.clear();
        out.choices.extend((0..length).map(target));
    }

    /// Each primitive once for each place that its provoking vertex chose.
    pub(crate) fn spread(&self, items: &[PrimitiveRef], shaded: &[Vertices]) -> Vec<PrimitiveRef> {
        let mut spread = Vec::with_capacity(items.len());
        for item in items {
            let place = shaded_vertex(shaded, item.provoking);
            let target = place.vertices.choices[place.at];
            spread.extend(self.places(target).map(|(viewport, layer)| PrimitiveRef {
                viewport,
                layer,
                ..*item
            }));
        }
        spread
    }
}
