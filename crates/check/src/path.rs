//! Access to the pools of the tree, and paths turned into what the binding table looks up.

use quadrille_base::Span;
use quadrille_isa::gl::binding::PathPart;
use quadrille_syntax::tree::{
    Declaration, Declarator, NodeRange, NumberForm, Operand, OperandIndex, Part, Value, Word,
};

use crate::context::Context;

impl<'t, 's> Context<'t, 's> {
    pub(crate) fn operand(&self, index: OperandIndex) -> &'t Operand<'s> {
        &self.tree.operands[index as usize]
    }

    pub(crate) fn parts(&self, run: &NodeRange) -> &'t [Part<'s>] {
        &self.tree.parts[run.start as usize..run.end as usize]
    }

    pub(crate) fn list(&self, run: &NodeRange) -> &'t [OperandIndex] {
        &self.tree.lists[run.start as usize..run.end as usize]
    }

    pub(crate) fn words(&self, run: &NodeRange) -> &'t [Word<'s>] {
        &self.tree.words[run.start as usize..run.end as usize]
    }

    pub(crate) fn declarators(&self, declaration: &Declaration<'s>) -> &'t [Declarator<'s>] {
        &self.tree.declarators[declaration.items.start as usize..declaration.items.end as usize]
    }

    /// A whole number that stands alone. No grammar has a sign here, so there is none before what this
    /// gives, but before a negative number, which is told to be out of range.
    pub(crate) fn integer(&self, index: OperandIndex) -> Option<i64> {
        let signed = self.operand(index).sign.is_some();
        self.signed_integer(index).filter(|value| !signed || *value < 0)
    }

    /// A whole number that stands alone, and the sign before it.
    pub(crate) fn signed_integer(&self, index: OperandIndex) -> Option<i64> {
        let operand = self.operand(index);
        let plain = operand.absolute.is_none() && operand.suffix.is_empty() && operand.attached.is_none();
        match &operand.value {
            Value::Number(number) if plain => {
                // One beyond 64 bits is beyond every limit.
                let value = match number.form {
                    NumberForm::Integer | NumberForm::Hexadecimal => number.integer().unwrap_or(u64::MAX),
                    NumberForm::Float => return None,
                };
                let value = value.min(i64::MAX as u64) as i64;
                Some(if operand.sign.is_some_and(|sign| sign.negative) {
                    -value
                } else {
                    value
                })
            }
            _ => None,
        }
    }

    /// Whether an operand has neither sign nor magnitude nor parenthesis.
    pub(crate) fn is_bare(&self, index: OperandIndex) -> bool {
        let operand = self.operand(index);
        operand.sign.is_none() && operand.absolute.is_none() && operand.attached.is_none()
    }

    /// The word that an operand begins with.
    pub(crate) fn leading_word(&self, index: OperandIndex) -> Option<Word<'s>> {
        match &self.operand(index).value {
            Value::Path(parts) => match self.parts(parts) {
                [Part::Word(name), ..] => Some(*name),
                _ => None,
            },
            _ => None,
        }
    }

    /// A path in the form that the binding table takes.
    pub(crate) fn path(&self, parts: &'t [Part<'s>]) -> Vec<PathPart<'s>> {
        parts
            .iter()
            .map(|part| match part {
                Part::Word(word) => PathPart::Word(word.text),
                Part::Index { from: None, .. } => PathPart::Index(None),
                Part::Index {
                    from: Some(from),
                    to: None,
                    ..
                } => match self.integer(*from) {
                    Some(value) => PathPart::Index(Some(value)),
                    None => PathPart::Dynamic,
                },
                Part::Index {
                    from: Some(from),
                    to: Some(to),
                    ..
                } => match (self.integer(*from), self.integer(*to)) {
                    (Some(from), Some(to)) => PathPart::Range(from, to),
                    _ => PathPart::Dynamic,
                },
                Part::Arguments { .. } => PathPart::Arguments,
            })
            .collect()
    }
}

/// The span of a part.
pub(crate) fn part_span(part: &Part<'_>) -> Span {
    match part {
        Part::Word(word) => word.span,
        Part::Index { span, .. } | Part::Arguments { span, .. } => *span,
    }
}

/// The span of a run of parts; `parts` is not empty.
pub(crate) fn parts_span(parts: &[Part<'_>]) -> Span {
    parts.iter().map(part_span).reduce(Span::to).unwrap_or_default()
}
