//! Calls: where what they read is, and where the components of their results go that are read.

use quadrille_scalar::{Expression, Type, ValueId};

use super::script::Item;
use super::{Compiler, Uncompiled, together};
use crate::code::{CallSite, LookupSite, Register, Source, Step, Target};

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
        Ok(CallSite {
            values,
            operands,
            index: self.number(call.index)?,
            handle: self.number(call.handle)?,
            address: self.number(call.address)?,
            results: self.result_registers(at, value)?,
            call,
        })
    }

    /// A texture lookup, the item `at`: it reads attributes where they lie, and writes results of the program that are
    /// exported next and not read otherwise.
    pub(super) fn lookup_site(&mut self, at: usize, value: ValueId) -> Result<LookupSite, Uncompiled> {
        let form = self.script.form;
        let Expression::Call(id) = form.values[value].expression else {
            return Err(Uncompiled::Meaningless);
        };
        let call = &form.calls[id];
        let mut operands = Vec::with_capacity(call.operands.len());
        for operand in &call.operands {
            let mut sources = [Source::Register(0); 4];
            for (source, value) in sources.iter_mut().zip(operand) {
                *source = match form.values[*value].expression {
                    Expression::Attribute { slot, component } => Source::Attribute { slot, component },
                    _ => Source::Register(self.word(*value)?),
                };
            }
            operands.push(sources);
        }
        let offset = match call.offset {
            Some([x, y, z]) => Some([self.word(x)?, self.word(y)?, self.word(z)?]),
            None => None,
        };
        let (index, handle) = (self.number(call.index)?, self.number(call.handle)?);
        let exports = self.exports_of(at, value);
        if let Some(components) = self.components.get_mut(&value) {
            for (component, export) in components.iter_mut().zip(exports) {
                *component = component.filter(|_| export.is_none());
            }
        }
        let registers = self.result_registers(at, value)?;
        let mut results = exports;
        for (result, register) in results.iter_mut().zip(registers) {
            *result = result.or(register.map(|register| Target::Register(register.number())));
        }
        Ok(LookupSite {
            instruction: call.instruction,
            operands,
            index,
            handle,
            offset,
            results,
        })
    }

    /// Makes a lookup a step, or a part of the step before, if that is lookups beside which it may stand.
    pub(super) fn lookup(&mut self, value: ValueId, site: LookupSite) {
        let number = self.code.lookups.len() as u32;
        self.code.lookups.push(site);
        if let [.., before, site] = &self.code.lookups[..]
            && let Some(Step::Lookups { count, .. }) = self.steps.last_mut()
            && self.group.len() < together::MOST
            && self.group.len() == *count as usize
            && self.script.may_stand_together(self.program, &self.group, value)
            && before.writes_registers()
            && site.writes_registers()
            && before.components() == site.components()
        {
            *count += 1;
            self.group.push(value);
            return;
        }
        self.group.clear();
        self.group.push(value);
        self.steps.push(Step::Lookups {
            first: number,
            count: 1,
        });
    }

    /// The results of the program that components of a lookup are, which are exported behind it before anything else is
    /// done.
    fn exports_of(&mut self, at: usize, call: ValueId) -> [Option<Target>; 4] {
        let values = &self.script.form.values;
        let mut exports = [None; 4];
        for (item, number) in self.script.items[at + 1..].iter().zip(at + 1..) {
            let (slot, component, value) = match *item {
                Item::Compute(value) if matches!(values[value].expression, Expression::Component { .. }) => {
                    continue;
                }
                Item::Export {
                    slot,
                    component,
                    value,
                } => (slot, component, value),
                _ => break,
            };
            let target = Some(Target::Result { slot, component });
            match values[value].expression {
                // No component is written twice.
                Expression::Component { of, component: own }
                    if of == call && self.uses[value] == 1 && !exports.contains(&target) =>
                {
                    exports[usize::from(own & 3)] = target;
                    self.exported.insert(number);
                }
                _ => break,
            }
        }
        exports
    }

    /// The number of a register, if there is a value.
    fn number(&mut self, value: Option<ValueId>) -> Result<Option<u16>, Uncompiled> {
        value.map(|value| self.word(value)).transpose()
    }

    /// The registers of the components that are read of a call, the item `at`, taken when those of what it reads last are free.
    fn result_registers(&mut self, at: usize, value: ValueId) -> Result<[Option<Register>; 4], Uncompiled> {
        for dead in self.liveness.expire(at) {
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
        Ok(results)
    }

    /// The type of a component of a call.
    fn component_kind(&self, call: ValueId, component: u8) -> Type {
        let is_it = |expression: &Expression| *expression == Expression::Component { of: call, component };
        let values = &self.script.form.values;
        let found = values.iter().find(|value| is_it(&value.expression));
        found.map_or(Type::Word, |value| value.kind)
    }
}
