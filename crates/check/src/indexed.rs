//! Indices of arrays: a number, or a register that holds one at run time and a number to add.
//!
//! The elements themselves are described elsewhere; here is only which one is meant.

use quadrille_base::Span;
use quadrille_isa::gl::LanguageSet;
use quadrille_isa::gl::binding::BaseType;
use quadrille_program::{File, Index, Indexed, Operand, Outer, Register, Selector, Swizzle};
use quadrille_syntax::tree::{self, NumberForm, Part, Value};

use crate::dialect::Habit;
use crate::language::Language;
use crate::path::part_span;
use crate::resolver::Resolver;
use crate::rules;
use crate::selector::swizzle;
use crate::source::readable;
use crate::state::element::Element;
use crate::state::scope::{Entity, MemoryKind, MemoryVariable, Units};
use crate::undeclared::NameUse;

/// The languages that bound the constants beside address registers.
const BOUNDED_OFFSETS: LanguageSet = LanguageSet::AV;

/// The memory that a memory instruction accesses: its binding point and byte offset, as far as they are known.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MemoryPlace<'t> {
    /// The binding point; with `index`, the first of the range.
    pub(crate) binding: u32,
    /// A run-time index into the range.
    pub(crate) index: Option<Indexed>,
    /// The byte, without `address`.
    pub(crate) offset: i64,
    /// The scalar that is added to the byte; for counters, to the number of the counter.
    pub(crate) address: Option<Operand>,
    /// First byte past the array, where its declaration ends it before the memory ends.
    pub(crate) limit: Option<u64>,
    /// The rest of the path.
    pub(crate) rest: &'t [Part<'t>],
}

/// A texture unit, image unit or subroutine parameter.
#[derive(Clone, Copy, Debug)]
pub(crate) struct UnitPlace<'t> {
    /// The unit; with `index`, the first of the array.
    pub(crate) unit: u32,
    /// A run-time index into the array.
    pub(crate) index: Option<Indexed>,
    /// The rest of the path.
    pub(crate) rest: &'t [Part<'t>],
    /// Its span.
    pub(crate) span: Span,
}

impl<'t, 's> Resolver<'_, 't, 's> {
    /// Which of the vertices, buffers or elements an index means, of which there are `length`. The part after
    /// the name has to be one; reports what is wrong.
    pub(crate) fn index_part(
        &mut self,
        name: &Part<'_>,
        rest: &'t [Part<'t>],
        length: u32,
    ) -> Option<(Element, Span, &'t [Part<'t>])> {
        let [Part::Index { span, from, to }, rest @ ..] = rest else {
            self.report(rules::array_needs_index::at(part_span(name)));
            return None;
        };
        let (Some(from), None) = (from, to) else {
            self.report(rules::bad_index::at(*span, "one index belongs here"));
            return None;
        };
        let element = self.index_value(self.cx.operand(*from), length)?;
        Some((element, *span, rest))
    }

    /// The element that the brackets of an index name.
    pub(crate) fn index_value(&mut self, index: &'t tree::Operand<'s>, length: u32) -> Option<Element> {
        if let Value::Number(number) = &index.value
            && index.is_plain()
        {
            if number.form == NumberForm::Float {
                self.report(rules::bad_index::at(index.span, "an index is a whole number"));
                return None;
            }
            return match number.integer().filter(|value| *value < u64::from(length)) {
                Some(value) => Some(Element {
                    number: value as i32,
                    index: None,
                }),
                None => {
                    self.report(rules::array_index_out_of_range::at(index.span, length));
                    None
                }
            };
        }
        // A0 is there for the numbers of texture coordinates (NV_fragment_program2 3.11.3.Y).
        if self.cx.language.meets(LanguageSet::AF2) {
            self.report(rules::relative_binding::at(index.span));
            return None;
        }
        self.run_time_index(index, length)
    }

    /// An index that is known at run time, into an array of `length`.
    pub(crate) fn run_time_index(&mut self, index: &'t tree::Operand<'s>, length: u32) -> Option<Element> {
        let (register, number) = match &index.value {
            Value::Sum(base, sign, offset) if index.sign.is_none() => {
                let span = self.cx.operand(*offset).span;
                let Some(value) = self.cx.integer(*offset).filter(|value| *value >= 0) else {
                    let message = "a whole number without a sign belongs here";
                    self.report(rules::bad_index::at(span, message));
                    return None;
                };
                let value = if sign.negative { -value } else { value };
                let (least, most) = offsets(&self.cx.language, length);
                if !(least..=most).contains(&value) {
                    let diagnostic = rules::relative_offset_out_of_range::at(span, least, most);
                    let bounded = self.cx.language.meets(BOUNDED_OFFSETS) && value.abs() < 1 << 30;
                    if !bounded {
                        self.report(diagnostic);
                        return None;
                    }
                    if !self.diagnostics.unless_admitted(Habit::FarOffset, diagnostic) {
                        return None;
                    }
                }
                (self.cx.operand(*base), value as i32)
            }
            _ => (index, 0),
        };
        let index = if self.cx.language.meets(LanguageSet::GPU) || self.index_in_temporary(register) {
            self.index_register(register)?
        } else {
            let (slot, component) = self.address(register)?;
            Index {
                file: File::Address,
                slot,
                component,
                vertex: None,
            }
        };
        Some(Element {
            number,
            index: Some(index),
        })
    }

    /// Whether an index is in a temporary of an ARB program, which a dialect may admit.
    fn index_in_temporary(&mut self, operand: &'t tree::Operand<'s>) -> bool {
        let Value::Path(parts) = &operand.value else {
            return false;
        };
        let Some(Part::Word(name)) = self.cx.parts(parts).first() else {
            return false;
        };
        let temporary = match self.names.find(name.text) {
            Some(Entity::Variable(variable)) => variable.file == File::Temporary,
            _ => false,
        };
        if !temporary || !self.diagnostics.admits(Habit::IndexInTemporary) {
            return false;
        }
        let message = "an index is a number or an address register";
        self.diagnostics.unless_admitted(
            Habit::IndexInTemporary,
            rules::bad_index::at(operand.span, message),
        )
    }

    /// The integer scalar that holds a run-time index: one component of a temporary, attribute or parameter.
    fn index_register(&mut self, operand: &'t tree::Operand<'s>) -> Option<Index> {
        let parts = match &operand.value {
            Value::Path(parts) if operand.sign.is_none() && operand.absolute.is_none() => {
                self.cx.parts(parts)
            }
            Value::Missing => return None,
            _ => {
                let message = "an index is a number or one component of a variable";
                self.report(rules::bad_index::at(operand.span, message));
                return None;
            }
        };
        let place = self.place(parts, NameUse::Read)?;
        if !readable(self.diagnostics, &place) {
            return None;
        }
        if place.kind.base == BaseType::Float {
            let message = "an index is an integer, and this variable is declared as floating point";
            self.report(rules::bad_index::at(operand.span, message));
            return None;
        }
        let Register {
            file,
            slot,
            relative: None,
            outer: None | Some(Outer { index: None, .. }),
        } = place.register
        else {
            let message = "an index has no index of its own that is known only at run time";
            self.report(rules::bad_index::at(operand.span, message));
            return None;
        };
        // No patch has as many vertices as this number can count.
        let vertex = place
            .register
            .outer
            .map(|outer| outer.number.try_into().unwrap_or(u16::MAX));
        let component = match place.rest {
            [Part::Word(word)] if word.text.len() == 1 => swizzle(&self.cx, self.diagnostics, word)?.0[0],
            _ => {
                let message = "an index needs one component of the variable";
                self.report(rules::bad_index::at(operand.span, message));
                return None;
            }
        };
        Some(Index {
            file,
            slot: slot as u32,
            component: component_number(component),
            vertex,
        })
    }

    /// A variable in memory, with its indices.
    pub(crate) fn memory_place(
        &mut self,
        parts: &'t [Part<'s>],
        variable: MemoryVariable,
    ) -> Option<MemoryPlace<'t>> {
        let name = parts.first()?;
        let mut rest = &parts[1..];
        let mut binding = variable.binding;
        let mut index = None;
        if let Some(bindings) = variable.bindings {
            let (element, _, after) = self.index_part(name, rest, bindings)?;
            rest = after;
            match element.index {
                None => binding += element.number as u32,
                Some(_) => index = indexed(element, bindings),
            }
        }
        let unit = match variable.kind {
            MemoryKind::Counter => 4,
            MemoryKind::Constant | MemoryKind::Storage | MemoryKind::Shared => 1,
        };
        let mut offset = i64::from(variable.offset);
        let mut address = None;
        if let Some(length) = variable.length {
            let (element, _, after) = self.index_part(name, rest, length)?;
            rest = after;
            offset += i64::from(element.number);
            address = element.index.map(scalar);
        } else if let Some(extra @ Part::Index { .. }) = rest.first() {
            self.report(rules::index_on_single::at(part_span(extra)));
            return None;
        }
        let end = |length: u32| (u64::from(variable.offset) + u64::from(length)) * unit as u64;
        Some(MemoryPlace {
            binding,
            index,
            offset: offset * unit,
            address,
            limit: variable.length.map(end),
            rest,
        })
    }

    /// A variable of units or subroutine parameters, with its index.
    pub(crate) fn unit_place(&mut self, parts: &'t [Part<'s>], units: Units) -> Option<UnitPlace<'t>> {
        let name = parts.first()?;
        let mut place = UnitPlace {
            unit: units.first,
            index: None,
            rest: &parts[1..],
            span: part_span(name),
        };
        if let Some(length) = units.length {
            let (element, end, rest) = self.index_part(name, place.rest, length)?;
            (place.rest, place.span) = (rest, place.span.to(end));
            match element.index {
                None => place.unit += element.number as u32,
                Some(_) => place.index = indexed(element, length),
            }
        } else if let Some(extra @ Part::Index { .. }) = place.rest.first() {
            self.report(rules::index_on_single::at(part_span(extra)));
            return None;
        }
        Some(place)
    }
}

/// The constants that may be added to a run-time index (ARB_vertex_program 2.14.2, NV_fragment_program2
/// 3.11.2, NV_gpu_program4 2.X.4.2); NV_vertex_program2_option 2.14.2 takes any integer.
fn offsets(language: &Language, length: u32) -> (i64, i64) {
    let languages = language.features.languages;
    if languages.meets(LanguageSet::GPU) {
        (0, i64::from(length) - 1)
    } else if languages.meets(LanguageSet::AF2) {
        (0, 9)
    } else if languages.meets(LanguageSet::AV2) {
        (-(1 << 30), 1 << 30)
    } else {
        (-64, 63)
    }
}

/// A run-time index into an array of `length`.
fn indexed(element: Element, length: u32) -> Option<Indexed> {
    element.index.map(|index| Indexed {
        operand: scalar(index),
        offset: element.number,
        length,
    })
}

/// The operand that an index reads.
fn scalar(index: Index) -> Operand {
    Operand {
        swizzle: Swizzle::replicate(Selector::component(index.component)),
        ..Operand::of(index.register())
    }
}

/// The number of a component.
fn component_number(selector: Selector) -> u8 {
    let order = Swizzle::IDENTITY.0;
    order.iter().position(|other| *other == selector).unwrap_or(0) as u8
}
