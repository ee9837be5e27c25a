//! Declarations of names: what each statement declares, and what all have in common.
//!
//! A name whose declaration has an error is declared all the same, so that its uses are not reported too.

mod alias;
mod bound;
mod layout;
mod memory;
mod modifiers;
pub(crate) mod stage;
pub(crate) mod subroutine;
mod temporary;
mod units;

use quadrille_base::Span;
use quadrille_isa::gl::availability::Missing;
use quadrille_isa::gl::binding::Role;
use quadrille_isa::gl::reserved;
use quadrille_isa::gl::statement::Statement;
use quadrille_syntax::tree::{Declaration, Declarator, OperandIndex, Part, Value, Word};

use self::modifiers::Modifiers;
use crate::checker::Checker;
use crate::mnemonic;
use crate::path::part_span;
use crate::rules;
use crate::scope::Entity;

impl<'t, 's> Checker<'t, 's> {
    /// Whether a declaration is one of the stage: it declares no name.
    pub(crate) fn is_of_stage(&self, declaration: &Declaration<'s>) -> bool {
        Statement::find(declaration.keyword.text).is_some_and(|statement| statement.row().unterminated)
    }

    /// One declaration of names.
    pub(crate) fn declaration(&mut self, declaration: &'t Declaration<'s>) {
        let keyword = declaration.keyword;
        if Statement::find(keyword.text).is_none() && mnemonic::readings(keyword.text).next().is_some() {
            self.equals_in_instruction(declaration);
            return;
        }
        let statement = self.available(&keyword);
        if self.is_fp1() {
            self.named_constant(declaration);
            return;
        }
        let modifiers = match statement {
            Some(statement) => self.modifiers_of(declaration, statement),
            None => Modifiers::NONE,
        };
        let mut items = self.declarators(declaration);
        let lists = matches!(statement, None | Some(Statement::Temp | Statement::Address));
        if let ([first, extra, ..], false) = (items, lists) {
            if first.value.is_none() {
                // The comma stands where `=` belongs, which is told of the first.
                items = &items[..1];
            } else {
                let message = "this declaration names one thing";
                self.report(rules::syntax_error::unexpected(extra.span, message));
            }
        }
        for item in items {
            let Some((name, sizes)) = self.declared(item) else {
                self.unread.names += 1;
                continue;
            };
            let entity = match statement {
                Some(statement) => self.entity((statement, keyword.span), item, &name, sizes, &modifiers),
                None => None,
            };
            if statement.is_none() && self.scope.find(name.text).is_some() {
                continue;
            }
            self.declare(&name, entity.unwrap_or(Entity::Broken));
        }
    }

    /// Reports an instruction that has `=` behind its first operand, where a comma belongs.
    fn equals_in_instruction(&mut self, declaration: &Declaration<'s>) {
        let [first, ..] = self.declarators(declaration) else {
            return;
        };
        let from = self.operand(first.target).span.end;
        let found = self.text[from as usize..].find('=');
        let span = found.map_or(Span::at(from), |found| {
            Span::new(from + found as u32, from + found as u32 + 1)
        });
        let message = "an instruction has commas between its operands";
        self.report(rules::syntax_error::unexpected(span, message));
    }

    /// The statement of a keyword, if the program has it.
    pub(crate) fn available(&mut self, keyword: &Word<'s>) -> Option<Statement> {
        let Some(statement) = Statement::find(keyword.text) else {
            let message = "this language has no such declaration";
            let near = self.nearest_statement(keyword).map(|near| near.row().word);
            self.report(rules::syntax_error::misspelled(keyword.span, message, near));
            return None;
        };
        match statement.row().availability.check(&self.features) {
            Ok(()) => Some(statement),
            Err(Missing::Option(option)) => {
                let diagnostic = self.missing_option(keyword.span, option);
                self.report(diagnostic);
                None
            }
            Err(Missing::Stage) => {
                let message = "programs of this stage have no such declaration";
                self.report(rules::unavailable_form::at(keyword.span, message));
                None
            }
            Err(Missing::Language) => {
                let message = "this language has no such declaration";
                self.report(rules::syntax_error::unexpected(keyword.span, message));
                None
            }
        }
    }

    /// What a statement declares.
    fn entity(
        &mut self,
        (statement, keyword): (Statement, Span),
        item: &Declarator<'s>,
        name: &Word<'s>,
        sizes: &'t [Part<'s>],
        modifiers: &Modifiers,
    ) -> Option<Entity> {
        let buffer = matches!(
            statement,
            Statement::Buffer | Statement::Buffer4 | Statement::Cbuffer
        );
        if let [_, extra, ..] = sizes
            && !buffer
        {
            let message = "an array has one size";
            self.report(rules::syntax_error::unexpected(part_span(extra), message));
            return None;
        }
        let sizes: Vec<&'t Part<'s>> = sizes.iter().collect();
        let size = sizes.first().copied();
        match statement {
            Statement::Attrib => self.bound(item, &sizes, Role::Attribute, modifiers),
            Statement::Output => self.bound(item, &sizes, Role::Result, modifiers),
            Statement::Param => match size {
                None => self.parameter(item, modifiers.kind),
                Some(size) => self.parameter_array(item, size, modifiers.kind),
            },
            Statement::Temp => self.temporary(item, name, size, modifiers),
            Statement::Address => self.address_register(item, name, size),
            Statement::Alias => self.alias(keyword, item, size),
            Statement::Buffer
            | Statement::Buffer4
            | Statement::Cbuffer
            | Statement::Storage
            | Statement::Shared
            | Statement::Counter => self.memory_variable(statement, item, &sizes, modifiers),
            Statement::Texture | Statement::Image => self.units(statement, item, &sizes),
            Statement::SubroutineType => self.subroutine_type(item, name, &sizes),
            Statement::Subroutine => self.subroutine_variable(item, &sizes),
            Statement::Option
            | Statement::Define
            | Statement::Declare
            | Statement::PrimitiveIn
            | Statement::PrimitiveOut
            | Statement::VerticesOut
            | Statement::Invocations
            | Statement::TessMode
            | Statement::TessSpacing
            | Statement::TessVertexOrder
            | Statement::TessPointMode
            | Statement::GroupSize
            | Statement::SharedMemory
            | Statement::Passthrough
            | Statement::SecondaryViewLayerOffset => None,
        }
    }

    /// Gives an entity its name.
    fn declare(&mut self, name: &Word<'s>, entity: Entity) {
        if name.text.starts_with(|first: char| first.is_ascii_digit()) {
            let message = "a name begins with a letter, `_` or `$`";
            self.report(rules::syntax_error::unexpected(name.span, message));
            return;
        }
        if reserved::is_reserved(name.text, &self.features) {
            self.report(rules::reserved_name::at(name.span));
            return;
        }
        if let Err(before) = self.scope.declare(name.text, entity, name.span) {
            // A subroutine type may be named again, and has the labels of both then (ARB_shader_subroutine).
            let again = matches!(entity, Entity::SubroutineType(_)) && before.entity == entity;
            if !again {
                self.report(rules::duplicate_name::at(name.span, before.span));
            }
        }
    }

    /// The name that is declared, and the sizes behind it: `a`, `a[4]`, `a[]`, `a[][]`.
    fn declared(&mut self, item: &Declarator<'s>) -> Option<(Word<'s>, &'t [Part<'s>])> {
        let target = self.operand(item.target);
        let plain = target.sign.is_none() && target.absolute.is_none() && target.attached.is_none();
        if let (Value::Path(parts), true) = (&target.value, plain)
            && let [Part::Word(name), sizes @ ..] = self.parts(parts)
            && sizes.len() <= 2
            && sizes
                .iter()
                .all(|size| matches!(size, Part::Index { to: None, .. }))
        {
            return Some((*name, sizes));
        }
        if !matches!(target.value, Value::Missing) {
            self.report(rules::syntax_error::unexpected(
                target.span,
                "a name belongs here",
            ));
        }
        None
    }

    /// The list of an array, which is not empty.
    pub(crate) fn braces(&mut self, item: &Declarator<'s>) -> Option<(&'t [OperandIndex], Span)> {
        let Some(value) = item.value else {
            let at = Span::at(item.span.end);
            self.report(rules::syntax_error::unexpected(
                at,
                "`=` and the list of the array belong here",
            ));
            return None;
        };
        let operand = self.operand(value);
        let list = match &operand.value {
            Value::Braces(list) if operand.sign.is_none() && operand.absolute.is_none() => self.list(list),
            Value::Missing => return None,
            _ => &[],
        };
        if list.is_empty() {
            self.report(rules::array_needs_list::at(operand.span));
            return None;
        }
        Some((list, operand.span))
    }

    /// The length of an array whose list has `items`, held against the size that is written. With `whole`, the
    /// list is all of something, so that the size decides.
    pub(crate) fn array_length(
        &mut self,
        size: &'t Part<'s>,
        items: u32,
        list: Span,
        whole: bool,
    ) -> Option<u32> {
        let Part::Index { from: Some(from), .. } = size else {
            return Some(items);
        };
        let span = self.operand(*from).span;
        let Some(written) = self.integer(*from) else {
            self.report(rules::syntax_error::unexpected(
                span,
                "the size of an array is a whole number",
            ));
            return None;
        };
        if written < 1 || whole && written > i64::from(items) {
            self.report(rules::array_size_out_of_range::at(span, items));
            return None;
        }
        if !whole && written != i64::from(items) {
            self.report(rules::array_size_mismatch::at(span, items as usize, list));
            return None;
        }
        Some(written as u32)
    }

    /// The path that a declaration has as its value.
    pub(crate) fn value_path(&mut self, item: &Declarator<'s>, what: &str) -> Option<&'t [Part<'s>]> {
        match item.value {
            Some(value) => self.listed_path(value, what),
            None => {
                let message = format!("`=` and the binding of {what} belong here");
                let at = Span::at(item.span.end);
                self.report(rules::syntax_error::unexpected(at, message));
                None
            }
        }
    }

    /// The path that a value or an item of a list is.
    pub(crate) fn listed_path(&mut self, value: OperandIndex, what: &str) -> Option<&'t [Part<'s>]> {
        let value = self.operand(value);
        let plain = value.sign.is_none() && value.absolute.is_none() && value.attached.is_none();
        match &value.value {
            Value::Path(parts) if plain => Some(self.parts(parts)),
            Value::Missing => None,
            _ => {
                let message = format!("the binding of {what} belongs here");
                self.report(rules::unknown_binding::at(value.span, message, None));
                None
            }
        }
    }

    /// Reports what follows a binding that a declaration takes whole.
    pub(crate) fn nothing_behind(&mut self, parts: &'t [Part<'s>], consumed: usize) -> Option<()> {
        match parts.get(consumed) {
            None => Some(()),
            Some(extra) => {
                let message = "nothing may follow the binding";
                self.report(rules::syntax_error::unexpected(part_span(extra), message));
                None
            }
        }
    }
}
