//! Calls: the registers of what they read, and of the components of their results that are read.

use quadrille_scalar::{Expression, Type, ValueId};

use super::{Compiler, Uncompiled};
use crate::code::{CallSite, Register};

impl Compiler<'_> {
    /// A call with its registers; those of its components are taken now.
    pub(super) fn call_site(&mut self, at: usize, value: ValueId) -> Result<CallSite, Uncompiled> {
        let form = self.script.form;
        let Expression::Call(id) = form.values[value].expression else {
            return Err(Uncompiled::Meaningless);
        };
        let call = form.calls[id].clone();
        let mut read = Vec::new();
        call.visit(|value| read.push(value));
        let mut values = Vec::with_capacity(read.len());
        for value in read {
            values.push((value, self.register(value)?));
        }
        let mut operands = Vec::with_capacity(call.operands.len());
        for operand in &call.operands {
            let mut registers = [Register::Word(0); 4];
            for (register, value) in registers.iter_mut().zip(operand) {
                *register = self.register(*value)?;
            }
            operands.push(registers);
        }
        let mut single = |value: Option<ValueId>| {
            value
                .map(|value| self.register(value).map(Register::number))
                .transpose()
        };
        let [index, handle, address] = [single(call.index)?, single(call.handle)?, single(call.address)?];
        let offset = match call.offset {
            Some([x, y, z]) => Some([self.word(x)?, self.word(y)?, self.word(z)?]),
            None => None,
        };
        for dead in &self.lives.expire[at] {
            self.release(*dead);
        }
        let mut results = self.components.get(&value).copied().unwrap_or_default();
        for (component, result) in results.iter_mut().enumerate() {
            if result.is_some() {
                let kind = self.component_kind(value, component as u8);
                *result = Some(self.allocator.take(kind)?);
            }
        }
        self.components.insert(value, results);
        Ok(CallSite {
            call,
            values,
            operands,
            index,
            handle,
            address,
            offset,
            results,
        })
    }

    /// The type of a component of a call.
    fn component_kind(&self, call: ValueId, component: u8) -> Type {
        let is_it = |expression: &Expression| *expression == Expression::Component { of: call, component };
        let values = &self.script.form.values;
        let found = values.iter().find(|value| is_it(&value.expression));
        found.map_or(Type::Word, |value| value.kind)
    }
}
