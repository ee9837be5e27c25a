//! What may not be written together, and what one invocation emits: rules that only the whole program shows.

use quadrille_base::Span;
use quadrille_isa::gl::{Binding, Family, Stage};
use quadrille_program::File;

use crate::checker::Checker;
use crate::rules;

impl<'t> Checker<'t> {
    /// The rules about results of the NV languages.
    pub(crate) fn whole_results(&mut self) {
        let mut found = Vec::new();
        if let (Some(index), Some(mask)) = (
            self.first_write(|binding| binding.family == Family::ResultViewport),
            self.first_write(|binding| binding.family == Family::ResultViewportmask),
        ) {
            let (before, after) = if index.start < mask.start {
                (index, mask)
            } else {
                (mask, index)
            };
            found.push(rules::two_viewports::at(after, before));
        }
        for named in &self.stated.passthrough {
            if let Some(written) = self.first_write(|binding| binding == named.binding) {
                found.push(rules::passthrough_result::written(written, named.span));
            }
        }
        for diagnostic in found {
            self.report(diagnostic);
        }
        self.emitted();
    }

    /// Vertices times components is limited (NV_geometry_program4, "Errors"; NV_gpu_program5: for each
    /// invocation).
    fn emitted(&mut self) {
        if self.features.stage != Stage::Geometry {
            return;
        }
        let Some(vertices) = self.stated.vertices_out else {
            return;
        };
        let components = components(&self.build.results);
        let most = self.options.limits.total_output_components;
        let emitted = u64::from(vertices.value.unwrap_or(0)) * u64::from(components);
        if emitted > u64::from(most) {
            self.report(rules::too_many_output_components::at(
                vertices.span,
                most,
                components,
            ));
        }
    }

    /// The first instruction that writes a result.
    fn first_write(&self, wanted: impl Fn(Binding) -> bool) -> Option<Span> {
        let results = &self.build.results;
        let instructions = self.build.instructions.iter().zip(self.build.spans.iter());
        let mut writes = instructions.filter_map(|(instruction, span)| {
            let register = instruction.destination.as_ref()?.register?;
            (register.file == File::Result).then_some((register, *span))
        });
        let found = writes.find(|(register, _)| match register.relative {
            None => wanted(results[register.slot as usize].binding),
            Some(relative) => {
                let range = relative.first as usize..(relative.first + relative.length) as usize;
                results[range].iter().any(|result| wanted(result.binding))
            }
        });
        found.map(|(_, span)| span)
    }
}

/// How many components of bindings are used, each once.
pub(crate) fn components(slots: &[quadrille_program::Variable]) -> u32 {
    let mut seen: rustc_hash::FxHashMap<Binding, u8> = rustc_hash::FxHashMap::default();
    for slot in slots {
        *seen.entry(slot.binding).or_default() |= slot.used;
    }
    seen.values().map(|used| used.count_ones()).sum()
}
