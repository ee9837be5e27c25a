//! The program under construction: slots, and what is needed to count them.

use quadrille_base::{IndexVec, Span};
use quadrille_isa::gl::{Binding, TextureTarget};
use quadrille_program::resources::Interpolation;
use quadrille_program::{
    BufferElement, File, ImageUse, InstId, Instruction, Layout, MemoryUse, Parameter, ParameterSource,
    Subroutines, Temporary, TextureUse, Variable,
};
use rustc_hash::FxHashMap;

/// A parameter array, kept for the rules about relatively addressed arrays.
#[derive(Clone, Debug)]
pub(crate) struct ParameterArray {
    pub(crate) first: u32,
    pub(crate) spans: Vec<Span>,
    /// Whether an instruction addresses it relatively.
    pub(crate) relative: bool,
}

impl ParameterArray {
    pub(crate) fn slots(&self) -> std::ops::Range<usize> {
        self.first as usize..self.first as usize + self.spans.len()
    }
}

/// Slots and instructions so far.
#[derive(Default)]
pub(crate) struct Build {
    pub(crate) instructions: IndexVec<InstId, Instruction>,
    pub(crate) spans: IndexVec<InstId, Span>,
    pub(crate) temporaries: Vec<Temporary>,
    pub(crate) attributes: Vec<Variable>,
    pub(crate) results: Vec<Variable>,
    pub(crate) parameters: Vec<Parameter>,
    pub(crate) arrays: Vec<ParameterArray>,
    pub(crate) addresses: u32,
    pub(crate) textures: Vec<TextureUse>,
    pub(crate) images: Vec<ImageUse>,
    pub(crate) memory: MemoryUse,
    pub(crate) subroutines: Subroutines,
    pub(crate) layout: Layout,
    pub(crate) secondary_view_layer_offset: Option<i32>,
    /// Where each attribute slot was first bound.
    pub(crate) attribute_spans: Vec<Span>,
    /// Where each texture unit was first used.
    pub(crate) texture_spans: Vec<Span>,
    /// Where each parameter slot was first bound.
    parameter_spans: Vec<Span>,
    bound: FxHashMap<Binding, u32>,
    elements: FxHashMap<BufferElement, u32>,
    constants: FxHashMap<[u32; 4], u32>,
}

impl Build {
    /// The slot of an attribute or result binding; a new one where it is not bound yet.
    pub(crate) fn bind(&mut self, file: File, binding: Binding, span: Span) -> u32 {
        let slots = match file {
            File::Attribute => &mut self.attributes,
            _ => &mut self.results,
        };
        // Programs bind a handful of these, so a search beats a map.
        if let Some(slot) = slots.iter().position(|variable| variable.binding == binding) {
            return slot as u32;
        }
        slots.push(Variable {
            binding,
            long: false,
            used: 0,
            interpolation: Interpolation::default(),
        });
        let slot = slots.len() as u32 - 1;
        if file == File::Attribute {
            self.attribute_spans.push(span);
        }
        slot
    }

    /// The slot of a parameter outside arrays; equal ones share it.
    pub(crate) fn parameter(&mut self, source: ParameterSource, span: Span) -> u32 {
        let (parameters, spans) = (&mut self.parameters, &mut self.parameter_spans);
        let push = || {
            parameters.push(Parameter { source });
            spans.push(span);
            parameters.len() as u32 - 1
        };
        match source {
            ParameterSource::Constant(bits) => *self.constants.entry(bits).or_insert_with(push),
            ParameterSource::Binding(binding) => *self.bound.entry(binding).or_insert_with(push),
            ParameterSource::Buffer(element) => *self.elements.entry(element).or_insert_with(push),
        }
    }

    /// The first slot of a new parameter array.
    pub(crate) fn array(&mut self, items: Vec<(ParameterSource, Span)>) -> u32 {
        let first = self.parameters.len() as u32;
        self.parameters
            .extend(items.iter().map(|(source, _)| Parameter { source: *source }));
        let spans: Vec<Span> = items.into_iter().map(|(_, span)| span).collect();
        self.parameter_spans.extend(&spans);
        self.arrays.push(ParameterArray {
            first,
            spans,
            relative: false,
        });
        first
    }

    /// Where a parameter slot was first bound.
    pub(crate) fn parameter_span(&self, slot: usize) -> Option<Span> {
        self.parameter_spans.get(slot).copied()
    }

    /// Notes that the array at `first` is addressed relatively.
    pub(crate) fn relative(&mut self, first: u32) {
        if let Some(array) = self.arrays.iter_mut().find(|array| array.first == first) {
            array.relative = true;
        }
    }

    /// Notes the use of a texture unit; gives back the first use's target and place if they differ.
    pub(crate) fn texture(
        &mut self,
        unit: u32,
        target: TextureTarget,
        span: Span,
    ) -> Result<(), (TextureTarget, Span)> {
        match self.textures.iter().position(|texture| texture.unit == unit) {
            Some(at) if self.textures[at].target != target => {
                Err((self.textures[at].target, self.texture_spans[at]))
            }
            Some(_) => Ok(()),
            None => {
                self.textures.push(TextureUse { unit, target });
                self.texture_spans.push(span);
                Ok(())
            }
        }
    }
}
