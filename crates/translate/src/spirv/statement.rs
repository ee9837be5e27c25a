//! Functions and statements: structured flow as blocks with their merges.

use quadrille_program::InstId;
use rspirv::dr::{Instruction, Operand};
use rspirv::spirv::{FunctionControl, LoopControl, MemoryAccess, Op, SelectionControl, StorageClass, Word};

use super::printer::{Around, Printer, Variable};
use crate::form::{
    Block, Components, Expression, Function, Lvalue, Root, Scalar, Statement, StatementKind, Type,
};
use crate::target::Feature;

impl Printer<'_> {
    /// Prints a function and gives its id.
    pub(super) fn define(&mut self, function: &Function) -> Word {
        let result = match function.result {
            Some(ty) => self.value_type(ty),
            None => self.void(),
        };
        let arguments: Vec<Word> = function
            .arguments
            .iter()
            .map(|(_, ty)| self.value_type(*ty))
            .collect();
        let signature = self.function_type(result, &arguments);
        // The builder refuses only what is in another function or block.
        let id = self
            .builder
            .begin_function(result, None, FunctionControl::NONE, signature)
            .unwrap_or_default();
        self.builder.name(id, &function.name);
        self.arguments.clear();
        for ((name, _), ty) in function.arguments.iter().zip(arguments) {
            let argument = self.builder.function_parameter(ty).unwrap_or_default();
            self.builder.name(argument, name);
            self.arguments.push(argument);
        }
        self.locals = function.locals.iter().map(|(_, ty)| *ty).collect();
        let _ = self.builder.begin_block(None);
        for (at, (name, ty)) in function.locals.iter().enumerate() {
            let of = self.value_type(*ty);
            let pointer = self.pointer(StorageClass::Function, of);
            let id = self.builder.variable(pointer, None, StorageClass::Function, None);
            self.builder.name(id, name);
            let variable = Variable {
                pointer: id,
                storage: StorageClass::Function,
                path: Vec::new(),
                of_vertices: false,
            };
            self.places.insert(Root::Local(at as u32), variable);
        }
        let shader = self.shader;
        let last = shader
            .functions
            .last()
            .is_some_and(|main| std::ptr::eq(main, function));
        if last && !shader.shared_variables {
            self.variables(StorageClass::Function);
        }
        self.line = 0;
        self.block(&function.body);
        self.close(function.result.is_none());
        let _ = self.builder.end_function();
        id
    }

    /// Ends the block at hand: the function returns, or no way leads here.
    fn close(&mut self, returns: bool) {
        let op = if returns { Op::Return } else { Op::Unreachable };
        self.end(op, Vec::new());
    }

    /// Ends the block at hand, if one is open.
    fn end(&mut self, op: Op, operands: Vec<Operand>) {
        self.put(Instruction::new(op, None, None, operands));
        let _ = self.builder.select_block(None);
    }

    fn go(&mut self, to: Word) {
        self.end(Op::Branch, vec![Operand::IdRef(to)]);
    }

    fn begin(&mut self, label: Word) {
        let _ = self.builder.begin_block(Some(label));
    }

    fn is_open(&self) -> bool {
        self.builder.selected_block().is_some()
    }

    fn block(&mut self, block: &Block) {
        for statement in block {
            // Nothing leads to what stands behind a statement that goes away.
            if !self.is_open() {
                return;
            }
            self.statement(statement);
        }
    }

    /// Says the line of an instruction.
    fn say_line(&mut self, origin: Option<InstId>) {
        let (Some(file), Some(listing), Some(id)) = (self.file, &self.shader.listing, origin) else {
            return;
        };
        let Some(line) = listing.lines.get(id).copied().filter(|line| *line != self.line) else {
            return;
        };
        self.line = line;
        self.builder.line(file, line, 0);
    }

    fn statement(&mut self, statement: &Statement) {
        self.say_line(statement.origin);
        match &statement.kind {
            StatementKind::Assign {
                place,
                components,
                value,
                precise,
            } => {
                self.precise = *precise;
                let id = self.value(value);
                self.precise = false;
                self.assign(place, *components, id, value.ty);
            }
            StatementKind::If {
                condition,
                then,
                otherwise,
            } => self.branch(condition, then, otherwise),
            StatementKind::Loop { body, .. } => self.repeat(body),
            StatementKind::Break => {
                if let Some(around) = self.loops.last_mut() {
                    around.left = true;
                    let behind = around.behind;
                    self.go(behind);
                }
            }
            StatementKind::Continue => {
                if let Some(again) = self.loops.last().map(|around| around.again) {
                    self.go(again);
                }
            }
            StatementKind::Return(None) => self.end(Op::Return, Vec::new()),
            StatementKind::Return(Some(value)) => {
                let id = self.value(value);
                self.end(Op::ReturnValue, vec![Operand::IdRef(id)]);
            }
            StatementKind::Discard => self.end(Op::Kill, Vec::new()),
            StatementKind::Sparse {
                read,
                texel,
                resident,
            } => self.sparse_read(read, texel, resident),
            StatementKind::Atomic {
                result,
                word,
                operation,
                value,
                compare,
            } => self.atomic(result, word, *operation, value, compare.as_ref()),
            StatementKind::Store { texel, value } => self.store_texel(texel, value),
            StatementKind::Barrier => self.barrier(),
            StatementKind::GroupBarrier => self.group_barrier(),
            StatementKind::EmitVertex(stream) => self.emit_vertex(*stream),
            StatementKind::BeginInterlock => {
                self.put(Instruction::new(
                    Op::BeginInvocationInterlockEXT,
                    None,
                    None,
                    Vec::new(),
                ));
            }
            StatementKind::EndInterlock => {
                self.put(Instruction::new(
                    Op::EndInvocationInterlockEXT,
                    None,
                    None,
                    Vec::new(),
                ));
            }
            StatementKind::EndPrimitive => {
                self.put(Instruction::new(Op::EndPrimitive, None, None, Vec::new()));
            }
            StatementKind::Call(function) => {
                let void = self.void();
                let called = self.functions[function.0 as usize];
                self.emit_on(Op::FunctionCall, void, &[called]);
            }
        }
    }

    /// Where there are streams, each vertex says which is its own.
    fn emit_vertex(&mut self, stream: u32) {
        let instruction = match self.shader.features.contains(&Feature::VertexStreams) {
            true => {
                let stream = self.number(Scalar::Uint, stream);
                Instruction::new(Op::EmitStreamVertex, None, None, vec![Operand::IdRef(stream)])
            }
            false => Instruction::new(Op::EmitVertex, None, None, Vec::new()),
        };
        self.put(instruction);
    }

    fn branch(&mut self, condition: &Expression, then: &Block, otherwise: &Block) {
        let condition = self.value(condition);
        let behind = self.builder.id();
        let first = self.builder.id();
        let second = if otherwise.is_empty() {
            behind
        } else {
            self.builder.id()
        };
        let mut reached = otherwise.is_empty();
        let none = SelectionControl::NONE;
        let merge = vec![Operand::IdRef(behind), Operand::SelectionControl(none)];
        self.put(Instruction::new(Op::SelectionMerge, None, None, merge));
        let ways = [condition, first, second].map(Operand::IdRef).to_vec();
        self.end(Op::BranchConditional, ways);
        for (label, block) in [(first, then), (second, otherwise)] {
            if label == behind {
                continue;
            }
            self.begin(label);
            self.block(block);
            reached |= self.is_open();
            if self.is_open() {
                self.go(behind);
            }
        }
        self.begin(behind);
        if !reached {
            self.close(false);
        }
    }

    fn repeat(&mut self, body: &Block) {
        let [head, start, again, behind] = std::array::from_fn(|_| self.builder.id());
        self.go(head);
        self.begin(head);
        let merge = vec![
            Operand::IdRef(behind),
            Operand::IdRef(again),
            Operand::LoopControl(LoopControl::NONE),
        ];
        self.put(Instruction::new(Op::LoopMerge, None, None, merge));
        self.go(start);
        self.begin(start);
        self.loops.push(Around {
            behind,
            again,
            left: false,
        });
        self.block(body);
        if self.is_open() {
            self.go(again);
        }
        self.begin(again);
        self.go(head);
        let left = self.loops.pop().is_some_and(|around| around.left);
        self.begin(behind);
        if !left {
            self.close(false);
        }
    }

    /// Puts a value into components of a place.
    pub(super) fn assign(&mut self, place: &Lvalue, components: Option<Components>, value: Word, ty: Type) {
        let Some((pointer, storage, whole)) = self.pointer_to(place) else {
            return;
        };
        let store = |to: Word, value: Word| {
            let mut operands = [to, value].map(Operand::IdRef).to_vec();
            operands.extend(alignment(storage));
            Instruction::new(Op::Store, None, None, operands)
        };
        let Some(components) = components else {
            return self.put(store(pointer, value));
        };
        if let [only] = components.as_slice() {
            let one = self.value_type(whole.with_width(1));
            let one = self.pointer(storage, one);
            let index = self.number(Scalar::Int, u32::from(*only));
            let part = self.emit_on(Op::AccessChain, one, &[pointer, index]);
            return self.put(store(part, value));
        }
        let of = self.value_type(whole);
        let old = self.emit_on(Op::Load, of, &[pointer]);
        let mut from: Vec<u32> = (0..u32::from(whole.width)).collect();
        for (at, to) in components.as_slice().iter().enumerate() {
            if let Some(from) = from.get_mut(usize::from(*to)) {
                *from = u32::from(whole.width) + at as u32;
            }
        }
        debug_assert_eq!(ty.width, components.count());
        let mut operands = [old, value].map(Operand::IdRef).to_vec();
        operands.extend(from.into_iter().map(Operand::LiteralBit32));
        let mixed = self.emit(Op::VectorShuffle, of, operands);
        self.put(store(pointer, mixed));
    }

    /// The pointer to a place, its storage class, and the type of what lies there; none for what is only a
    /// value.
    pub(super) fn pointer_to(&mut self, place: &Lvalue) -> Option<(Word, StorageClass, Type)> {
        let ty = self.type_of(place.root)?;
        if let (Root::Address(_), Some(address)) = (place.root, &place.index) {
            let storage = StorageClass::PhysicalStorageBuffer;
            let address = self.value(address);
            let of = self.value_type(ty);
            let of = self.pointer(storage, of);
            return Some((self.emit_on(Op::ConvertUToPtr, of, &[address]), storage, ty));
        }
        let variable = self.places.get(&place.root)?.clone();
        let mut path: Vec<Word> = variable
            .path
            .iter()
            .map(|at| self.number(Scalar::Int, *at))
            .collect();
        if let Some(index) = &place.index {
            let index = self.value(index);
            path.insert(if variable.of_vertices { 0 } else { path.len() }, index);
        }
        if path.is_empty() {
            return Some((variable.pointer, variable.storage, ty));
        }
        let of = self.value_type(ty);
        let to = self.pointer(variable.storage, of);
        path.insert(0, variable.pointer);
        Some((self.emit_on(Op::AccessChain, to, &path), variable.storage, ty))
    }

    /// The type of one element of what a root names.
    fn type_of(&self, root: Root) -> Option<Type> {
        let shader = self.shader;
        Some(match root {
            Root::Variable(at) => shader.variables[at as usize].ty,
            Root::Input(at) => shader.inputs[at as usize].ty,
            Root::Output(at) => shader.outputs[at as usize].ty,
            Root::Parameter(at) => shader.parameters[at as usize].ty,
            Root::Buffer(at) => shader.buffers[at as usize].ty,
            Root::Storage(at) => Type::new(shader.storages[at as usize].word, 1),
            Root::Shared => Type::new(shader.shared.as_ref()?.word, 1),
            Root::Address(at) => Type::new(*shader.addressed.get(at as usize)?, 1),
            Root::Constant(at) => shader.constants[at as usize].ty,
            Root::Local(at) => self.locals.get(at as usize).copied()?,
            Root::Argument(_) => return None,
        })
    }
}

/// What loads and stores say of memory by GPU addresses: that its words are aligned.
pub(super) fn alignment(storage: StorageClass) -> impl Iterator<Item = Operand> {
    let is_physical = storage == StorageClass::PhysicalStorageBuffer;
    let words = [
        Operand::MemoryAccess(MemoryAccess::ALIGNED),
        Operand::LiteralBit32(4),
    ];
    words.into_iter().filter(move |_| is_physical)
}
