//! Results on their way to registers: the clamp, the condition code, the condition.

use quadrille_isa::gl::{Clamp, DataType, LanguageSet};
use quadrille_numerics::environment::Ieee;
use quadrille_program::types::is_long;
use quadrille_program::{Instruction, Register};

use super::Lowering;
use super::predicate::Tested;
use super::value::Value;
use super::variable::{Content, Kind, Variable};
use crate::arb::code::{Op, Source, Target};
use crate::arb::refusal::{Reason, Refusal};

impl Lowering<'_> {
    /// Writes the result of an instruction.
    pub(super) fn write(&mut self, instruction: &Instruction, value: Value) -> Result<(), Refusal> {
        let Some(to) = &instruction.destination else {
            return Ok(());
        };
        let mask = to.mask;
        let value = self.fixed_point(value, instruction.data_type, mask)?;
        let value = self.clamped(value, instruction, mask)?;
        let mut tested = match &to.condition {
            Some(condition) => Some(self.test(condition)?),
            None => None,
        };
        // Both writes go by the code as it was before.
        if let Some(tested) = tested.as_mut().filter(|_| instruction.update.is_some()) {
            let open = (0..4).filter(|at| tested.known[*at].is_none());
            let open = open.fold(0, |mask, at| mask | 1 << at);
            if open != 0 {
                tested.predicate.source = self.compute(Op::Mov, open, &[tested.predicate.source])?;
            }
        }
        if let Some(code) = instruction.update {
            let number = self.tested_number(instruction, value);
            self.assign(Variable::Code(code), mask, &number, tested.as_ref())?;
        }
        match &to.register {
            None => Ok(()),
            Some(register) if is_long(self.program, register) => self.refuse(Reason::Long),
            Some(register) => self.assign_register(register, mask, &value, tested.as_ref()),
        }
    }

    /// A result as the number that a condition-code register holds: a float, whose sign is that of an integer too, so that
    /// ways on which results of different types were tested may meet.
    fn tested_number(&self, instruction: &Instruction, mut value: Value) -> Value {
        let is_float = self.types(instruction).result.is_float();
        for content in &mut value.contents {
            let is_integer = match content.kind {
                Kind::Integer(_) => true,
                Kind::Any => !is_float,
                Kind::Float => false,
                // Nothing holds the sign of these.
                Kind::Packed(_) | Kind::Mixed => continue,
            };
            if is_integer {
                // The flags are those of the highest bit and of zero, of words without a sign too.
                content.known = content.known.map(|bits| (bits as i32 as f32).to_bits());
                value.held = 0;
            }
            content.kind = Kind::Float;
        }
        value
    }

    fn assign_register(
        &mut self,
        register: &Register,
        mask: u8,
        value: &Value,
        tested: Option<&Tested>,
    ) -> Result<(), Refusal> {
        let Some(run) = &register.relative else {
            return match Variable::of_register(register) {
                Some(variable) => self.assign(variable, mask, value, tested),
                None => self.refuse(Reason::Memory),
            };
        };
        let index = self.index(&run.index)?;
        let Some(number) = index.contents[0].integer() else {
            return self.refuse(Reason::ArrayWrite);
        };
        let slot = number + f64::from(register.slot);
        let first = f64::from(run.first);
        // An index outside writes nothing.
        if slot < first || slot >= first + f64::from(run.length) {
            return Ok(());
        }
        match Variable::of(register.file, slot as u32) {
            Some(variable) => self.assign(variable, mask, value, tested),
            None => self.refuse(Reason::Memory),
        }
    }

    /// Writes components of a variable, where a test is passed.
    pub(super) fn assign(
        &mut self,
        variable: Variable,
        mask: u8,
        value: &Value,
        tested: Option<&Tested>,
    ) -> Result<(), Refusal> {
        let Some(tested) = tested else {
            return self.assign_always(variable, mask, value);
        };
        let answered = |answer| {
            let components = (0..4).filter(|at| mask >> at & 1 != 0 && tested.known[*at] == answer);
            components.fold(0, |mask, at| mask | 1 << at)
        };
        let (always, open) = (answered(Some(true)), answered(None));
        if open != 0 {
            let before = self.variable_value(variable);
            let chosen = self.choose_value(tested.predicate, value, &before, open)?;
            // What is written in any case is read before.
            let value = if always == 0 {
                *value
            } else {
                self.kept(value, always)?
            };
            self.assign_always(variable, open, &chosen)?;
            return self.assign_always(variable, always, &value);
        }
        self.assign_always(variable, always, value)
    }

    /// A value in a temporary of its own.
    fn kept(&mut self, value: &Value, mask: u8) -> Result<Value, Refusal> {
        let computed = mask & !value.known(mask);
        if computed == 0 {
            return Ok(*value);
        }
        let source = self.compute(Op::Mov, computed, &[value.source])?;
        Ok(Value {
            source,
            held: 0,
            ..*value
        })
    }

    /// Writes components of a variable.
    pub(super) fn assign_always(
        &mut self,
        variable: Variable,
        mask: u8,
        value: &Value,
    ) -> Result<(), Refusal> {
        let known = value.known(mask);
        let computed = mask & !known;
        let mut cell = self.cell(variable);
        if computed != 0 && cell.owner != self.way {
            let to = self.code.temporary();
            let kept = cell.present(!mask & 0b1111);
            if kept != 0 {
                let from = self.variable_value(variable).source;
                self.step(Op::Mov, Target::Temporary(to), kept, &[from])?;
            }
            cell.register = to;
            cell.owner = self.way;
        }
        if computed != 0 {
            self.step(
                Op::Mov,
                Target::Temporary(cell.register),
                computed,
                &[value.source],
            )?;
        }
        for at in (0..4).filter(|at| mask >> at & 1 != 0) {
            cell.components[at] = self.written(value.contents[at], computed >> at & 1 != 0);
        }
        self.cells.insert(variable, cell);
        Ok(())
    }

    /// The clamp of a result.
    fn clamped(&mut self, value: Value, instruction: &Instruction, mask: u8) -> Result<Value, Refusal> {
        let low = match instruction.clamp {
            Clamp::None => return Ok(value),
            Clamp::Saturate => 0.0,
            Clamp::SignedSaturate => -1.0,
        };
        if !instruction.data_type.is_float() {
            return Ok(value);
        }
        let clamp = |content: Content| Content {
            known: content
                .known
                .map(|bits| instruction.clamp.apply(Ieee(f32::from_bits(bits))).0.to_bits()),
            kind: content.kind,
        };
        let contents = value.contents.map(clamp);
        if value.known(mask) == mask {
            return Ok(Value { contents, ..value });
        }
        let computed = mask & !value.known(mask);
        let has_it = match instruction.clamp {
            Clamp::None => false,
            Clamp::Saturate => self.is_fragment() || self.takes(LanguageSet::AV3),
            Clamp::SignedSaturate => self.takes(LanguageSet::AF2),
        };
        let source = match (instruction.clamp, has_it) {
            (clamp, true) => {
                let source = self.compute(Op::Mov, computed, &[value.source])?;
                if let Some(last) = self.code.instructions.last_mut() {
                    last.clamp = clamp;
                }
                source
            }
            _ => {
                // A NaN as first operand of MAX gives the second.
                let source = self.compute(Op::Max, computed, &[value.source, Source::number(low)])?;
                self.compute(Op::Min, computed, &[source, Source::number(1.0)])?
            }
        };
        Ok(Value {
            source,
            contents,
            held: 0,
        })
    }

    /// What 12-bit fixed point holds: [−2, 2 − 1/1024], in steps of 1/1024 that are left out.
    pub(super) fn fixed_point(
        &mut self,
        mut value: Value,
        data_type: DataType,
        mask: u8,
    ) -> Result<Value, Refusal> {
        const ENDS: [f32; 2] = [-2.0, 2047.0 / 1024.0];
        if data_type != DataType::Fx12 {
            return Ok(value);
        }
        for content in &mut value.contents {
            content.known = content
                .known
                .map(|bits| f32::from_bits(bits).clamp(ENDS[0], ENDS[1]).to_bits());
        }
        value.held = 0;
        if value.known(mask) == mask {
            return Ok(value);
        }
        let [low, high] = ENDS.map(Source::number);
        let source = self.physical(&value, mask, false)?;
        let source = self.compute(Op::Max, mask, &[source, low])?;
        let source = self.compute(Op::Min, mask, &[source, high])?;
        Ok(Value::computed(source, Kind::Float))
    }
}
