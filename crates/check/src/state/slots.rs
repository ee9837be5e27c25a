//! The register slots of the program under construction, and where each was first bound.

use quadrille_base::Span;
use quadrille_isa::gl::binding::{Binding, Family};
use quadrille_program::resources::Interpolation;
use quadrille_program::{BufferElement, File, Parameter, ParameterSource, Temporary, Variable};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::state::element::BufferRun;

/// An array of bindings, kept for the rules about relatively addressed arrays.
#[derive(Clone, Debug)]
pub(crate) struct Array {
    pub(crate) first: u32,
    pub(crate) spans: Vec<Span>,
    /// Whether an instruction addresses it relatively.
    pub(crate) relative: bool,
}

impl Array {
    pub(crate) fn slots(&self) -> std::ops::Range<usize> {
        self.first as usize..self.first as usize + self.spans.len()
    }
}

/// The slots that arrays of one file may take together: more than any machine has, and an amount of memory that
/// a short program may ask for.
pub(crate) const ARRAY_SLOTS: u32 = 1 << 20;

/// A run of attribute or result slots that instructions address by an index.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SlotRange {
    pub(crate) file: File,
    family: Family,
    first: u32,
    length: u32,
}

impl SlotRange {
    fn contains(&self, slot: usize) -> bool {
        (self.first as usize..(self.first + self.length) as usize).contains(&slot)
    }
}

/// The bits of a float constant vector.
pub(crate) type Constant = [u32; 4];

/// The register slots so far.
#[derive(Default)]
pub(crate) struct Slots {
    pub(crate) temporaries: Vec<Temporary>,
    /// The spans at which temporaries and address registers are declared, to point at the first one too many.
    pub(crate) temporary_spans: Vec<Span>,
    pub(crate) address_spans: Vec<Span>,
    pub(crate) attributes: Vec<Variable>,
    pub(crate) results: Vec<Variable>,
    pub(crate) parameters: Vec<Parameter>,
    /// Arrays of parameters, attributes and results, each in order of their slots.
    pub(crate) arrays: Vec<Array>,
    pub(crate) attribute_arrays: Vec<Array>,
    pub(crate) result_arrays: Vec<Array>,
    pub(crate) addresses: u32,
    /// The span at which each attribute slot was first bound.
    pub(crate) attribute_spans: Vec<Span>,
    /// The span at which each result slot was first bound.
    pub(crate) result_spans: Vec<Span>,
    pub(crate) families: Vec<SlotRange>,
    /// The parameter slots that DECLARE made: their values can change, so that they are no constants.
    settable: FxHashSet<u32>,
    /// The span at which each parameter slot was first bound.
    parameter_spans: Vec<Span>,
    /// The slots of attributes and results that are named, of 64-bit components or not. Those that only an index
    /// reaches are not among them: they are not counted.
    names: FxHashMap<(File, Binding, bool), u32>,
    bound: FxHashMap<Binding, u32>,
    elements: FxHashMap<BufferElement, u32>,
    runs: FxHashMap<BufferRun, u32>,
    buffer_slots: u32,
    constants: FxHashMap<[u32; 4], u32>,
    long_constants: FxHashMap<[u64; 4], u32>,
}

impl Slots {
    /// The slot of an attribute or result binding; a new one where it is not bound yet.
    pub(crate) fn bind(&mut self, file: File, binding: Binding, span: Span) -> u32 {
        self.bind_as(file, binding, false, span)
    }

    /// The slot of an attribute or result binding of 64-bit components or not.
    pub(crate) fn bind_as(&mut self, file: File, binding: Binding, long: bool, span: Span) -> u32 {
        if let Some(slot) = self.names.get(&(file, binding, long)) {
            return *slot;
        }
        let slots = match file {
            File::Attribute => &mut self.attributes,
            _ => &mut self.results,
        };
        slots.push(Variable {
            binding,
            long,
            used: 0,
            interpolation: Interpolation::default(),
        });
        let slot = slots.len() as u32 - 1;
        match file {
            File::Attribute => self.attribute_spans.push(span),
            _ => self.result_spans.push(span),
        }
        self.names.insert((file, binding, long), slot);
        slot
    }

    /// The slot of an attribute or result that the program names, of whatever size.
    pub(crate) fn named(&self, file: File, binding: Binding) -> Option<u32> {
        let slot = |long| self.names.get(&(file, binding, long)).copied();
        slot(false).or(slot(true))
    }

    /// The run of all vectors of a family, for instructions that address it by an index.
    pub(crate) fn run(&mut self, file: File, family: Family, length: u32) -> u32 {
        if let Some(run) = self.families.iter().find(|run| run.family == family) {
            return run.first;
        }
        let slots = match file {
            File::Attribute => &mut self.attributes,
            _ => &mut self.results,
        };
        let first = slots.len() as u32;
        slots.extend((0..length).map(|number| Variable {
            binding: Binding::new(family, [number, 0, 0, 0]),
            long: false,
            used: 0b1111,
            interpolation: Interpolation::default(),
        }));
        match file {
            File::Attribute => self.attribute_spans.resize(slots.len(), Span::default()),
            _ => self.result_spans.resize(slots.len(), Span::default()),
        }
        self.families.push(SlotRange {
            file,
            family,
            first,
            length,
        });
        first
    }

    /// The attributes that the program names, by their slots.
    pub(crate) fn named_attributes(&self) -> impl Iterator<Item = usize> {
        let runs = self.families.iter().filter(|run| run.file == File::Attribute);
        (0..self.attributes.len()).filter(move |slot| !runs.clone().any(|run| run.contains(*slot)))
    }

    /// The first slot of an array of attributes or results; none where there would be too many. Slots that are
    /// bound outside the array too are made one when the program is finished.
    pub(crate) fn bind_array(
        &mut self,
        file: File,
        bindings: impl ExactSizeIterator<Item = Binding>,
        long: bool,
        span: Span,
    ) -> Option<u32> {
        let (slots, arrays) = match file {
            File::Attribute => (&mut self.attributes, &mut self.attribute_arrays),
            _ => (&mut self.results, &mut self.result_arrays),
        };
        let first = slots.len();
        if first + bindings.len() > ARRAY_SLOTS as usize {
            return None;
        }
        for binding in bindings {
            let slot = slots.len() as u32;
            self.names.entry((file, binding, long)).or_insert(slot);
            slots.push(Variable {
                binding,
                long,
                used: 0,
                interpolation: Interpolation::default(),
            });
        }
        let spans = vec![span; slots.len() - first];
        match file {
            File::Attribute => self.attribute_spans.extend(&spans),
            _ => self.result_spans.extend(&spans),
        }
        arrays.push(Array {
            first: first as u32,
            spans,
            relative: false,
        });
        Some(first as u32)
    }

    /// The slot of a parameter outside arrays; equal ones share it.
    pub(crate) fn parameter(&mut self, source: ParameterSource, span: Span) -> u32 {
        let (parameters, spans) = (&mut self.parameters, &mut self.parameter_spans);
        let push = || {
            parameters.push(Parameter::of(source));
            spans.push(span);
            parameters.len() as u32 - 1
        };
        match source {
            ParameterSource::Constant(bits) => *self.constants.entry(bits).or_insert_with(push),
            ParameterSource::Binding(binding) => *self.bound.entry(binding).or_insert_with(push),
            ParameterSource::Buffer(element) => *self.elements.entry(element).or_insert_with(push),
        }
    }

    /// A parameter slot of its own, with its first value.
    pub(crate) fn declared_parameter(&mut self, bits: [u32; 4]) -> u32 {
        let source = ParameterSource::Constant(bits);
        self.parameters.push(Parameter::of(source));
        let slot = self.parameters.len() as u32 - 1;
        self.settable.insert(slot);
        slot
    }

    /// Whether DECLARE made a parameter slot.
    pub(crate) fn is_settable(&self, slot: u32) -> bool {
        self.settable.contains(&slot)
    }

    /// The bits of a parameter slot that is a constant.
    pub(crate) fn constant_bits(&self, slot: u32) -> Option<[u32; 4]> {
        match self.parameters[slot as usize].source {
            ParameterSource::Constant(bits) if !self.is_settable(slot) => Some(bits),
            ParameterSource::Constant(_) | ParameterSource::Binding(_) | ParameterSource::Buffer(_) => None,
        }
    }

    /// The slot of a constant of 64 bits; equal ones share it.
    pub(crate) fn long_constant(&mut self, bits: [u64; 4], span: Span) -> u32 {
        let (parameters, spans) = (&mut self.parameters, &mut self.parameter_spans);
        *self.long_constants.entry(bits).or_insert_with(|| {
            parameters.push(Parameter {
                source: ParameterSource::Constant(bits.map(|bits| bits as u32)),
                high: Some(bits.map(|bits| (bits >> 32) as u32)),
            });
            spans.push(span);
            parameters.len() as u32 - 1
        })
    }

    /// The first slot of a new parameter array; none where there would be too many slots.
    pub(crate) fn array(&mut self, items: Vec<(ParameterSource, Span)>) -> Option<u32> {
        let first = self.parameters.len() as u32;
        if self.parameters.len() + items.len() > ARRAY_SLOTS as usize {
            return None;
        }
        self.parameters
            .extend(items.iter().map(|(source, _)| Parameter::of(*source)));
        let spans: Vec<Span> = items.into_iter().map(|(_, span)| span).collect();
        self.parameter_spans.extend(&spans);
        self.arrays.push(Array {
            first,
            spans,
            relative: false,
        });
        Some(first)
    }

    /// The first slot of a run of buffer elements; none where there would be too many.
    pub(crate) fn buffer(&mut self, run: BufferRun, span: Span) -> Option<u32> {
        if run.slots() == 1 {
            return Some(self.parameter(ParameterSource::Buffer(run.first), span));
        }
        if let Some(first) = self.runs.get(&run) {
            return Some(*first);
        }
        let slots = self.buffer_slots.saturating_add(run.slots());
        if slots > ARRAY_SLOTS {
            return None;
        }
        self.buffer_slots = slots;
        let first = self.parameters.len() as u32;
        self.parameters.extend(
            run.items()
                .map(|element| Parameter::of(ParameterSource::Buffer(element))),
        );
        self.parameter_spans.resize(self.parameters.len(), span);
        self.runs.insert(run, first);
        Some(first)
    }

    /// The span at which a parameter slot was first bound.
    pub(crate) fn parameter_span(&self, slot: usize) -> Option<Span> {
        self.parameter_spans.get(slot).copied()
    }

    /// Notes that the array at `first` is addressed relatively.
    pub(crate) fn relative(&mut self, file: File, first: u32) {
        let arrays = match file {
            File::Parameter => &mut self.arrays,
            File::Attribute => &mut self.attribute_arrays,
            File::Result => &mut self.result_arrays,
            File::Temporary | File::Address => return,
        };
        if let Ok(at) = arrays.binary_search_by_key(&first, |array| array.first) {
            arrays[at].relative = true;
        }
    }
}
