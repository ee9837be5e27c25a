//! Operands: what an instruction reads, as constants and places of the code.

use quadrille_isa::gl::DataType;
use quadrille_program::types::{NumberKind, Types, is_long};
use quadrille_program::{File, Instruction, Operand, ParameterSource, Register};

use super::Lowering;
use super::value::Value;
use super::variable::{Content, Kind, Range, Variable};
use crate::arb::code::{Op, Place, Source, Target};
use crate::arb::refusal::{Reason, Refusal};
use crate::options::Approximation;

impl Lowering<'_> {
    /// The components of an operand of an instruction that it needs.
    pub(super) fn operand(
        &mut self,
        instruction: &Instruction,
        types: Types,
        at: usize,
        mask: u8,
    ) -> Result<Value, Refusal> {
        let kind = NumberKind::read(instruction, types, at);
        let operand = instruction.operands[at];
        self.read(&operand, types.operands[at.min(2)], kind, mask)
    }

    /// Components of an operand, bit 0 for x, that are read as numbers of a kind.
    pub(super) fn read(
        &mut self,
        operand: &Operand,
        data_type: DataType,
        kind: NumberKind,
        mask: u8,
    ) -> Result<Value, Refusal> {
        if is_long(self.program, &operand.register) || data_type.is_long() {
            return self.refuse(Reason::Long);
        }
        let integer = matches!(kind, NumberKind::Signed | NumberKind::Unsigned);
        let selectors = operand.swizzle.0;
        let taken = |at: usize| {
            selectors[at]
                .component_or_number()
                .ok()
                .filter(|_| mask >> at & 1 != 0)
        };
        let components = (0..4).filter_map(taken).fold(0u8, |mask, at| mask | 1 << at);
        let value = self.register(&operand.register, components, integer)?;
        let mut value =
            value.select(selectors.map(|selector| selector.component_or_number().unwrap_or(0) as u8));
        for (at, selector) in selectors.into_iter().enumerate() {
            if let Err(one) = selector.component_or_number() {
                let bits = data_type.zero_or_one(one) as u32;
                value.contents[at] = Content::constant(bits, Kind::Any);
                value.held &= !(1 << at);
            }
        }
        if kind == NumberKind::Float {
            value.contents = value.contents.map(|content| self.word_as_float(content));
        }
        self.check_kinds(&value, kind, mask)?;
        value.contents = value.contents.map(|content| read_as(content, kind));
        let is_signed = operand.absolute || operand.negate & mask != 0;
        // Of a word the sign is that of an integer, whatever packed its fields.
        if kind == NumberKind::Any && is_signed && value.known(mask) != mask {
            return self.refuse(Reason::Kind);
        }
        // A number without a sign is its own magnitude.
        let absolute = operand.absolute && NumberKind::of(data_type) != NumberKind::Unsigned;
        let operand = Operand { absolute, ..*operand };
        let mut value = self.signs(value, &operand, !data_type.is_float(), mask)?;
        value.contents = value.contents.map(|content| read_as(content, kind));
        Ok(value)
    }

    /// Whether numbers are read as what they are.
    fn check_kinds(&self, value: &Value, kind: NumberKind, mask: u8) -> Result<(), Refusal> {
        for at in (0..4).filter(|at| mask >> at & 1 != 0) {
            let content = value.contents[at];
            let fits = match kind {
                NumberKind::Float => content.kind == Kind::Float,
                NumberKind::Signed | NumberKind::Unsigned => content.kind.is_integer(),
                NumberKind::Any => content.kind != Kind::Mixed,
            };
            if content.known.is_none() && !fits {
                let refused = Reason::Kind.at(self.at);
                let is_word = kind == NumberKind::Float && matches!(content.kind, Kind::Packed(_));
                return Err(if is_word {
                    refused.or(Approximation::PackedWords)
                } else {
                    refused
                });
            }
        }
        Ok(())
    }

    /// A packed word as the float that has its bits, where the user asks for that.
    pub(super) fn word_as_float(&self, content: Content) -> Content {
        match content.kind {
            Kind::Packed(_) if self.approximates(Approximation::PackedWords) => Content {
                kind: Kind::Float,
                ..content
            },
            Kind::Any | Kind::Float | Kind::Integer(_) | Kind::Packed(_) | Kind::Mixed => content,
        }
    }

    /// The magnitude and the sign that an operand asks for.
    fn signs(
        &mut self,
        mut value: Value,
        operand: &Operand,
        integer: bool,
        mask: u8,
    ) -> Result<Value, Refusal> {
        if operand.absolute {
            if value.known(mask) != mask {
                let source = self.physical(&value, mask, integer)?;
                value.source = self.compute(Op::Abs, mask, &[source])?;
                value.held = mask;
            }
            for content in &mut value.contents {
                *content = magnitude(*content, integer);
            }
        }
        let negated = operand.negate & mask;
        if negated == 0 {
            return Ok(value);
        }
        if value.known(mask) != mask {
            if negated == mask {
                value.source = -value.source;
            } else {
                let source = self.physical(&value, mask, integer)?;
                let signs = std::array::from_fn(|at| if negated >> at & 1 != 0 { -1.0 } else { 1.0 });
                value.source = self.compute(Op::Mul, mask, &[source, Source::of(Place::Literal(signs))])?;
                value.held = mask;
            }
        }
        for at in (0..4).filter(|at| negated >> at & 1 != 0) {
            value.contents[at] = opposite(value.contents[at], integer);
        }
        Ok(value)
    }

    /// Components of a register.
    fn register(&mut self, register: &Register, mask: u8, integer: bool) -> Result<Value, Refusal> {
        if register.outer.is_some() {
            return self.refuse(Reason::Memory);
        }
        match &register.relative {
            None => self.fixed(register.file, register.slot as u32, mask, integer),
            Some(run) => self.indexed(register, run, mask, integer),
        }
    }

    /// Components of a register with a number.
    pub(super) fn fixed(&mut self, file: File, slot: u32, mask: u8, integer: bool) -> Result<Value, Refusal> {
        if let Some(variable) = Variable::of(file, slot) {
            return self.held(variable, mask, integer);
        }
        if file == File::Attribute {
            return self.attribute(slot);
        }
        let parameter = self.program.parameters()[slot as usize];
        if parameter.high.is_some() {
            return self.refuse(Reason::Long);
        }
        match parameter.source {
            ParameterSource::Constant(bits) => {
                let mut declared = self.program.declared().iter();
                let named = declared.any(|one| one.settable && one.file == file && one.first == slot);
                if named && !self.approximates(Approximation::InitialParameters) {
                    return Err(Reason::NamedParameter
                        .at(self.at)
                        .or(Approximation::InitialParameters));
                }
                Ok(Value::constant(bits, Kind::Any))
            }
            ParameterSource::Binding(binding) => {
                let binding = self.parameter(binding)?;
                Ok(Value::float(Source::of(Place::Parameter(binding))))
            }
            ParameterSource::Buffer(_) => self.refuse(Reason::Memory),
        }
    }

    /// Components of a variable. Constants that are read beside what is computed go into its temporary.
    fn held(&mut self, variable: Variable, mask: u8, integer: bool) -> Result<Value, Refusal> {
        let mut value = self.variable_value(variable);
        let known = value.known(mask);
        if known == 0 || known == mask {
            return Ok(value);
        }
        let mut cell = self.cell(variable);
        let absent = known & !cell.present(known);
        // The temporary of another way of a branch is not written.
        if absent != 0 && cell.owner != self.way {
            let (from, kept) = (value.source, cell.present(0b1111));
            cell.register = self.code.temporary();
            cell.owner = self.way;
            value.source = Source::of(Place::Temporary(cell.register));
            if kept != 0 {
                self.step(Op::Mov, Target::Temporary(cell.register), kept, &[from])?;
            }
        }
        let mut numbers = [0.0; 4];
        for at in (0..4).filter(|at| absent >> at & 1 != 0) {
            let content = &mut cell.components[at].content;
            numbers[at] = self.constant(content.number(integer))?;
            content.kind = if integer {
                Kind::Integer(content.range())
            } else {
                Kind::Float
            };
            cell.components[at].present = true;
        }
        if absent != 0 {
            let to = Target::Temporary(cell.register);
            self.step(Op::Mov, to, absent, &[Source::of(Place::Literal(numbers))])?;
            self.cells.insert(variable, cell);
        }
        value.contents = cell.components.map(|component| component.content);
        let right = (0..4).filter(|at| value.contents[*at].kind.is_integer() == integer);
        value.held = cell.present(known) & right.fold(0, |mask, at| mask | 1 << at);
        Ok(value)
    }

    /// A number that a text can have: an infinity is written as a number too large for a float.
    pub(super) fn constant(&self, number: Option<f32>) -> Result<f32, Refusal> {
        match number {
            None => self.refuse(Reason::Range),
            Some(number) if number.is_nan() => self.refuse(Reason::Constant),
            Some(number) => Ok(number),
        }
    }

    /// One place that has these components of a value, as floats or as integers.
    pub(super) fn physical(&mut self, value: &Value, mask: u8, integer: bool) -> Result<Source, Refusal> {
        let known = value.known(mask);
        let missing = known & !value.held;
        if missing == 0 && known != mask {
            return Ok(value.source);
        }
        let mut numbers = [0.0; 4];
        for at in (0..4).filter(|at| known >> at & 1 != 0) {
            numbers[at] = self.constant(value.contents[at].number(integer))?;
        }
        let literal = Source::of(Place::Literal(numbers));
        if known == mask {
            return Ok(literal);
        }
        let to = self.code.temporary();
        self.step(Op::Mov, Target::Temporary(to), mask & !missing, &[value.source])?;
        self.step(Op::Mov, Target::Temporary(to), missing, &[literal])?;
        Ok(Source::of(Place::Temporary(to)))
    }
}

/// A constant as what it is read as.
fn read_as(content: Content, kind: NumberKind) -> Content {
    let integer = match (content.known, kind) {
        (Some(bits), NumberKind::Signed) => f64::from(bits as i32),
        (Some(bits), NumberKind::Unsigned) => f64::from(bits),
        (None, _) | (_, NumberKind::Float | NumberKind::Any) => return content,
    };
    Content {
        kind: Kind::Integer(Range::of(integer, integer)),
        ..content
    }
}

/// The magnitude of a number.
fn magnitude(content: Content, integer: bool) -> Content {
    let known = content.known.map(|bits| match integer {
        true => (bits as i32).unsigned_abs(),
        false => bits & 0x7fff_ffff,
    });
    let kind = match content.kind {
        Kind::Integer(range) => {
            let high = range.low.abs().max(range.high.abs());
            Kind::Integer(Range::of(0.0, high))
        }
        kind => kind,
    };
    Content { known, kind }
}

/// The number with the other sign.
fn opposite(content: Content, integer: bool) -> Content {
    let known = content.known.map(|bits| match integer {
        true => bits.wrapping_neg(),
        false => bits ^ 0x8000_0000,
    });
    let kind = match content.kind {
        Kind::Integer(range) => Kind::Integer(Range::of(-range.high, -range.low)),
        kind => kind,
    };
    Content { known, kind }
}
