//! Operands and destinations.

use quadrille_isa::gl::condition::Condition;
use quadrille_isa::gl::register::RegisterFile;
use quadrille_isa::gl::{Binding, Family, LanguageSet};

use super::Printer;
use super::number::{LiteralKind, float, long_vector, number, vector};
use crate::instruction::Destination;
use crate::operand::{File, Index, Operand, Outer, Register, Relative, Selector, Swizzle};
use crate::resources::{Declared, ParameterSource};

const LETTERS: [char; 4] = ['x', 'y', 'z', 'w'];

impl Printer<'_> {
    /// A source operand; `scalar` says that the opcode wants one component.
    pub(super) fn operand(&self, operand: &Operand, scalar: bool, kind: LiteralKind) -> String {
        let register = &operand.register;
        let mut text = self.source(register, kind);
        let selector = self.selector(operand, scalar, kind);
        text.push_str(&selector);
        if operand.absolute {
            text = format!("|{text}|");
        }
        if operand.negate == 0b1111 {
            text = format!("-{text}");
        }
        text
    }

    /// `.x`, `.wzyx` or nothing.
    fn selector(&self, operand: &Operand, scalar: bool, kind: LiteralKind) -> String {
        if operand.swizzle == Swizzle::IDENTITY {
            let bare = !scalar || self.bare_number(&operand.register, kind).is_some();
            return if bare { String::new() } else { ".x".to_owned() };
        }
        swizzle(&operand.swizzle)
    }

    /// The register of SWZ and its four selectors.
    pub(super) fn extended(&self, operand: &Operand, kind: LiteralKind) -> String {
        let mut text = self.source(&operand.register, kind);
        for (at, selector) in operand.swizzle.0.iter().enumerate() {
            let sign = if operand.negate >> at & 1 != 0 { "-" } else { "" };
            let letter = match selector {
                Selector::X => "x",
                Selector::Y => "y",
                Selector::Z => "z",
                Selector::W => "w",
                Selector::Zero => "0",
                Selector::One => "1",
            };
            text.push_str(&format!(", {sign}{letter}"));
        }
        text
    }

    /// A register that is read.
    fn source(&self, register: &Register, kind: LiteralKind) -> String {
        if let Some(number) = self.bare_number(register, kind) {
            return number;
        }
        self.register(register, kind, false)
    }

    /// A constant that is one number in all components, as a number: where no name stands for it, and where
    /// the language's numbers have no selector.
    fn bare_number(&self, register: &Register, kind: LiteralKind) -> Option<String> {
        let signed = self.meets(LanguageSet::F10);
        let languages = LanguageSet::F10
            .or(LanguageSet::AV2)
            .or(LanguageSet::AF1)
            .or(LanguageSet::GPU);
        if register.file != File::Parameter || register.relative.is_some() || !self.meets(languages) {
            return None;
        }
        if self.named(register).is_some() {
            return None;
        }
        let parameter = self.program.parameters().get(register.slot as usize)?;
        match parameter.source {
            ParameterSource::Constant(bits) if parameter.high.is_none() && bits == [bits[0]; 4] => {
                let negative = match kind {
                    LiteralKind::Float | LiteralKind::Double | LiteralKind::Signed => bits[0] >> 31 != 0,
                    LiteralKind::Unsigned => false,
                };
                (signed || !negative).then(|| number(bits[0], kind))
            }
            ParameterSource::Constant(_) | ParameterSource::Binding(_) | ParameterSource::Buffer(_) => None,
        }
    }

    /// The declared name of a register's slot; constants of the NV languages are written out, because their
    /// type is that of the instruction.
    fn named(&self, register: &Register) -> Option<&Declared> {
        if self.is_gpu() && register.file == File::Parameter && register.relative.is_none() {
            return None;
        }
        self.names.find(register)
    }

    /// A register with its indices.
    pub(super) fn register(&self, register: &Register, kind: LiteralKind, half: bool) -> String {
        if self.has_registers() && self.named(register).is_none() {
            return self.by_file(register, kind, half);
        }
        if let Some(run) = self.buffer_run(register) {
            let mut text = run.name();
            if let Some(outer) = &register.outer {
                text.push_str(&format!("[{}]", self.outer(outer)));
            }
            if run.is_array() {
                let number = register.slot - run.first as i32;
                text.push_str(&format!(
                    "[{}]",
                    self.index_text(register.relative.as_ref(), number)
                ));
            }
            return text;
        }
        // A result that a SHORT variable stands for may be written by its own name too, and is not rounded then.
        let is_bare =
            |declared: &&Declared| register.file == File::Result && !half && self.is_short(declared);
        if let Some(declared) = self.named(register).filter(|declared| !is_bare(declared)) {
            let mut text = declared.name.clone();
            if let Some(outer) = &register.outer {
                text.push_str(&format!("[{}]", self.outer(outer)));
            }
            if declared.length.is_some() {
                let number = register.slot - declared.first as i32;
                text.push_str(&format!(
                    "[{}]",
                    self.index_text(register.relative.as_ref(), number)
                ));
            }
            return text;
        }
        let slot = register
            .relative
            .as_ref()
            .map_or(register.slot, |run| run.first as i32);
        let binding = match register.file {
            File::Temporary => return format!("t{slot}"),
            File::Address => return format!("A{slot}"),
            File::Attribute => self
                .program
                .attributes()
                .get(slot as usize)
                .map(|one| one.binding),
            File::Result => self.program.results().get(slot as usize).map(|one| one.binding),
            File::Parameter => match self.program.parameters().get(slot as usize).map(|one| one.source) {
                Some(ParameterSource::Constant(bits)) => {
                    let high = self.program.parameters()[slot as usize].high;
                    return high.map_or_else(|| vector(bits, kind), |high| long_vector(bits, high, kind));
                }
                Some(ParameterSource::Binding(binding)) => Some(binding),
                Some(ParameterSource::Buffer(element)) => Some(element.binding()),
                None => None,
            },
        };
        let Some(mut binding) = binding else {
            return format!("t{slot}");
        };
        if let Some(outer) = &register.outer
            && outer.index.is_none()
            && binding.index.contains(&Binding::EVERY)
        {
            binding.index = binding.index.map(|number| match number {
                Binding::EVERY => outer.number as u32,
                number => number,
            });
        }
        let features = self.program.features();
        match &register.relative {
            None => binding.text(features),
            Some(run) => {
                let opening = match binding.family {
                    Family::VertexTexcoord => "vertex.texcoord",
                    Family::VertexAttrib => "vertex.attrib",
                    Family::ResultTexcoord => "result.texcoord",
                    _ => "fragment.texcoord",
                };
                let number = register.slot - run.first as i32;
                format!("{opening}[{}]", self.index_text(Some(run), number))
            }
        }
    }

    /// A register of a language that names them.
    fn by_file(&self, register: &Register, kind: LiteralKind, half: bool) -> String {
        let slot = register.slot;
        if let Some(run) = &register.relative {
            let number = slot - run.first as i32;
            return format!("c[{}]", self.index_text(Some(run), number));
        }
        let binding = match register.file {
            File::Temporary => return self.numbered(RegisterFile::Temporary, slot),
            File::Address => return self.numbered(RegisterFile::Address, slot),
            File::Attribute => self.program.attributes()[slot as usize].binding,
            File::Result => self.program.results()[slot as usize].binding,
            File::Parameter => match self.program.parameters()[slot as usize].source {
                ParameterSource::Constant(bits) if bits == [bits[0]; 4] => return float(bits[0]),
                ParameterSource::Constant(bits) => return vector(bits, kind),
                ParameterSource::Binding(binding) => binding,
                ParameterSource::Buffer(element) => element.binding(),
            },
        };
        let text = self.bracketed(binding, half);
        text.unwrap_or_else(|| binding.text(self.program.features()))
    }

    fn outer(&self, outer: &Outer) -> String {
        match &outer.index {
            None => outer.number.to_string(),
            Some(index) => sum(self.index(index), outer.number),
        }
    }

    fn index_text(&self, relative: Option<&Relative>, number: i32) -> String {
        match relative {
            None => number.to_string(),
            Some(run) => sum(self.index(&run.index), number),
        }
    }

    /// The scalar that holds an index.
    fn index(&self, index: &Index) -> String {
        let name = self.register(&index.register(), LiteralKind::Signed, false);
        format!("{name}.{}", LETTERS[usize::from(index.component & 3)])
    }

    /// A destination with its mask and condition.
    pub(super) fn destination(&self, to: &Destination) -> String {
        let mut text = match &to.register {
            Some(register) => self.register(register, LiteralKind::Float, to.short),
            None if self.meets(LanguageSet::F10) => if to.short { "HC" } else { "RC" }.to_owned(),
            None => "CC".to_owned(),
        };
        if to.mask != 0b1111 {
            text.push('.');
            text.extend((0..4).filter(|at| to.mask >> at & 1 != 0).map(|at| LETTERS[at]));
        }
        if let Some(condition) = &to.condition {
            text.push_str(&format!(" ({})", self.condition(condition)));
        }
        text
    }

    /// `GT.x`
    pub(super) fn condition(&self, condition: &Condition) -> String {
        let number = if condition.register == 0 { "" } else { "1" };
        let swizzle = swizzle(&Swizzle(condition.swizzle.map(Selector::component)));
        format!("{}{number}{swizzle}", condition.test.row().name)
    }
}

pub(super) fn sum(index: String, number: i32) -> String {
    match number {
        0 => index,
        1.. => format!("{index} + {number}"),
        _ => format!("{index} - {}", number.unsigned_abs()),
    }
}

/// `.x`, `.wzyx`, or nothing for the identity.
pub(super) fn swizzle(swizzle: &Swizzle) -> String {
    if *swizzle == Swizzle::IDENTITY {
        return String::new();
    }
    let letters: Vec<char> = (0..4)
        .map(|at| LETTERS[usize::from(swizzle.component(at))])
        .collect();
    let same = letters.iter().all(|letter| *letter == letters[0]);
    let shown = if same { &letters[..1] } else { &letters[..] };
    format!(".{}", shown.iter().collect::<String>())
}
