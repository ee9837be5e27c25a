//! Registers that a path names: declared variables with their index, and bindings used directly.

use quadrille_isa::gl::binding::Role;
use quadrille_isa::gl::profile::Variables;
use quadrille_program::{BufferElement, File, Index, Outer, ParameterSource, Register, Relative, Swizzle};
use quadrille_syntax::tree::{self, Part, Value};

use crate::binding::{attribute, look_up};
use crate::path::{part_span, parts_span};
use crate::resolver::{RegisterPath, Resolver};
use crate::rules;
use crate::selector::swizzle;
use crate::state::element::{BufferRun, Element};
use crate::state::scope::{BufferVariable, Entity, NumberType, Variable, Vertex};
use crate::state::slots::ARRAY_SLOTS;
use crate::undeclared::NameUse;
use crate::vertices::{outer, patch_only, vertex_of, vertices};

impl<'t, 's> Resolver<'_, 't, 's> {
    /// The register that a path names: a declared name with its index, or a binding used directly.
    pub(crate) fn place(&mut self, parts: &'t [Part<'s>], used: NameUse) -> Option<RegisterPath<'t>> {
        let Some(Part::Word(name)) = parts.first() else {
            return None;
        };
        if self.names.opens_binding(name.text) {
            return match self.cx.language.profile.variables {
                Variables::Declared => self.direct(parts),
                Variables::Registers => self.bracketed_register(parts),
            };
        }
        match self.names.find(name.text) {
            Some(Entity::Variable(variable)) => self.variable(parts, variable),
            Some(Entity::Buffer(variable)) => self.buffer(parts, variable),
            Some(Entity::Scalar(slot)) => {
                if let Some(extra) = parts.get(1) {
                    let message = "a scalar constant has no selector";
                    self.report(rules::syntax_error::unexpected(part_span(extra), message));
                    return None;
                }
                Some(RegisterPath {
                    register: Register::fixed(File::Parameter, slot),
                    rest: &[],
                    span: name.span,
                    scalar: true,
                    kind: NumberType::ANY,
                })
            }
            Some(Entity::Relative(register)) => Some(RegisterPath {
                register,
                rest: &parts[1..],
                span: name.span,
                scalar: false,
                kind: NumberType::ANY,
            }),
            Some(Entity::Broken) => None,
            Some(entity) => {
                self.report(rules::not_readable::at(name.span, entity.what()));
                None
            }
            None => {
                self.unknown_name(name, used);
                None
            }
        }
    }

    /// A declared variable with its indices.
    fn variable(&mut self, parts: &'t [Part<'s>], variable: Variable) -> Option<RegisterPath<'t>> {
        let name = &parts[0];
        let mut span = part_span(name);
        let mut rest = &parts[1..];
        let mut register = Register::fixed(variable.file, variable.first);
        match variable.vertex {
            Vertex::None => {}
            Vertex::Number(number) => {
                register.outer = Some(outer(&self.cx, self.stage, self.slots, variable.first, number))
            }
            Vertex::Every => {
                let count = vertices(&self.cx, self.stage, self.slots, variable.first);
                let (element, end, after) = self.index_part(name, rest, count)?;
                (rest, span) = (after, span.to(end));
                register.outer = Some(Outer {
                    number: element.number,
                    index: element.index,
                    count,
                    stride: 0,
                });
            }
        }
        if let Some(length) = variable.length {
            let (element, end, after) = self.index_part(name, rest, length)?;
            (rest, span) = (after, span.to(end));
            register.slot += element.number;
            if let Some(index) = element.index {
                self.slots.relative(variable.file, variable.first);
                register.relative = Some(relative(index, variable.first, length));
            }
        } else if let Some(extra @ Part::Index { .. }) = rest.first() {
            self.report(rules::index_on_single::at(part_span(extra)));
            return None;
        }
        Some(RegisterPath {
            register,
            rest,
            span,
            scalar: false,
            kind: variable.kind,
        })
    }

    /// An element of a parameter buffer. The slots of a buffer are made as they are needed: one for an element
    /// that is known, all for one that a register chooses.
    fn buffer(&mut self, parts: &'t [Part<'s>], variable: BufferVariable) -> Option<RegisterPath<'t>> {
        let name = &parts[0];
        let mut span = part_span(name);
        let mut rest = &parts[1..];
        let known = Element {
            number: 0,
            index: None,
        };
        let (mut buffer, mut element) = (known, known);
        if let Some(buffers) = variable.buffers {
            let (index, end, after) = self.index_part(name, rest, buffers)?;
            (buffer, rest, span) = (index, after, span.to(end));
        }
        if let Some(length) = variable.length {
            let (index, end, after) = self.index_part(name, rest, length)?;
            (element, rest, span) = (index, after, span.to(end));
        } else if let Some(extra @ Part::Index { .. }) = rest.first() {
            self.report(rules::index_on_single::at(part_span(extra)));
            return None;
        }
        let all = BufferRun {
            first: BufferElement {
                buffer: variable.buffer,
                element: variable.element,
                vector: variable.vector,
            },
            buffers: variable.buffers.unwrap_or(1),
            elements: variable.length.unwrap_or(1),
        };
        let run = all.narrow(buffer, element);
        let Some(first) = self.slots.buffer(run, span) else {
            self.report(rules::too_many_parameters::at(span, ARRAY_SLOTS, all.slots()));
            return None;
        };
        let mut register = Register::fixed(File::Parameter, first);
        if let Some(index) = element.index {
            register.slot += element.number;
            register.relative = Some(relative(index, first, run.elements));
        }
        if buffer.index.is_some() {
            register.outer = Some(Outer {
                number: buffer.number,
                index: buffer.index,
                count: run.buffers,
                stride: run.elements,
            });
        }
        Some(RegisterPath {
            register,
            rest,
            span,
            scalar: false,
            kind: variable.kind,
        })
    }

    /// The address register and component of a relative index.
    pub(crate) fn address(&mut self, operand: &'t tree::Operand<'s>) -> Option<(u32, u8)> {
        let not_an_index = "an index is a number or an address register";
        let parts = match &operand.value {
            Value::Path(parts) if operand.sign.is_none() && operand.absolute.is_none() => {
                self.cx.parts(parts)
            }
            Value::Missing => return None,
            _ => {
                self.report(rules::bad_index::at(operand.span, not_an_index));
                return None;
            }
        };
        let Some(Part::Word(name)) = parts.first() else {
            return None;
        };
        let variable = match self.names.find(name.text) {
            Some(Entity::Variable(variable)) if variable.file == File::Address => variable,
            Some(Entity::Broken) => return None,
            Some(_) => {
                self.report(rules::bad_index::at(operand.span, not_an_index));
                return None;
            }
            None if self.names.opens_binding(name.text) => {
                self.report(rules::bad_index::at(operand.span, not_an_index));
                return None;
            }
            None => {
                self.unknown_name(name, NameUse::Address);
                return None;
            }
        };
        match &parts[1..] {
            [Part::Word(word)] if word.text == "x" => Some((variable.first, 0)),
            [Part::Word(word)] if self.cx.language.is_extended() && word.text.len() == 1 => {
                let swizzle = swizzle(&self.cx, self.diagnostics, word)?;
                let component = Swizzle::IDENTITY
                    .0
                    .iter()
                    .position(|selector| *selector == swizzle.0[0]);
                Some((variable.first, component.unwrap_or(0) as u8))
            }
            rest => {
                let message = if self.cx.language.is_extended() {
                    "an index needs one component of the address register"
                } else {
                    "an address register has one component, and needs `.x`"
                };
                let noticed = self.cx.selector_place(rest, operand.span);
                self.report(rules::bad_index::at(operand.span, message).noticed(noticed));
                None
            }
        }
    }

    /// A binding used directly in an instruction.
    fn direct(&mut self, parts: &'t [Part<'s>]) -> Option<RegisterPath<'t>> {
        let found = look_up(&self.cx, self.diagnostics, parts)?;
        let span = parts_span(&parts[..found.consumed]);
        if found.array {
            self.report(rules::many_vectors_for_one::at(span));
            return None;
        }
        if found.dynamic.is_some() {
            let register = self.relative_binding(parts, &found)?;
            return Some(RegisterPath {
                register,
                rest: &parts[found.consumed..],
                span,
                scalar: false,
                kind: NumberType::ANY,
            });
        }
        let binding = found.first;
        let register = match found.row.role {
            Role::Parameter => {
                let slot = self.slots.parameter(ParameterSource::Binding(binding), span);
                Register::fixed(File::Parameter, slot)
            }
            Role::Attribute => {
                patch_only(&self.cx, self.stage, self.diagnostics, &found, span)?;
                let (binding, vertex) = vertex_of(&self.cx, self.stage, self.diagnostics, binding, span)?;
                let slot = attribute(self.slots, self.diagnostics, binding, span);
                let outer = match vertex {
                    Vertex::None => None,
                    Vertex::Number(number) => Some(outer(&self.cx, self.stage, self.slots, slot, number)),
                    Vertex::Every => {
                        self.report(rules::array_needs_index::vertex(span));
                        return None;
                    }
                };
                Register {
                    outer,
                    ..Register::fixed(File::Attribute, slot)
                }
            }
            Role::Result => Register::fixed(File::Result, self.slots.bind(File::Result, binding, span)),
            Role::Buffer
            | Role::Storage
            | Role::Counter
            | Role::Shared
            | Role::Subroutine
            | Role::Texture
            | Role::Image
            | Role::Handle => {
                self.report(rules::not_readable::at(span, "this binding"));
                return None;
            }
        };
        Some(RegisterPath {
            register,
            rest: &parts[found.consumed..],
            span,
            scalar: false,
            // What is not declared takes the type of its instruction (NV_gpu_program4 2.X.3.1).
            kind: NumberType::ANY,
        })
    }
}

/// A run-time index into the array at `first`.
fn relative(index: Index, first: u32, length: u32) -> Relative {
    Relative { index, first, length }
}
