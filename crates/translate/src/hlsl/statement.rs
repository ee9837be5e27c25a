//! Statements.

use super::Printer;
use crate::form::{ExpressionKind, Lvalue, Statement, StatementKind};

/// Rounds of a loop (*loop - ps*, *loop - vs*: the count lies within 0 and 255).
const MOST_ROUNDS: u32 = 255;

impl Printer<'_> {
    /// Prints a statement with the comment `after` it.
    pub(super) fn statement(&mut self, statement: &Statement, after: &str) {
        match &statement.kind {
            StatementKind::Assign {
                place,
                components,
                value,
                ..
            } => self.assign("", place, components.as_ref(), value, after),
            StatementKind::If {
                condition,
                then,
                otherwise,
            } => {
                let mut text = String::new();
                self.expression(condition, &mut text);
                self.line(format_args!("if ({text}) {{{after}"));
                self.inner(then);
                if !otherwise.is_empty() {
                    self.line(format_args!("}} else {{"));
                    self.inner(otherwise);
                }
                self.line(format_args!("}}"));
            }
            StatementKind::Loop { body, rounds } => {
                let (round, most) = (format!("round__{}", self.depth), (*rounds).min(MOST_ROUNDS));
                self.line(format_args!(
                    "for (int {round} = 0; {round} < {most}; ++{round}) {{{after}"
                ));
                self.inner(body);
                self.line(format_args!("}}"));
            }
            StatementKind::Return(Some(value)) => self.return_value(value, after),
            StatementKind::Return(None) => self.line(format_args!("return;{after}")),
            StatementKind::Break => self.line(format_args!("break;{after}")),
            StatementKind::Continue => self.line(format_args!("continue;{after}")),
            StatementKind::Discard => self.line(format_args!("discard;{after}")),
            StatementKind::Call(function) => self.call_subroutine(*function, after),
            StatementKind::Sparse { .. }
            | StatementKind::Store { .. }
            | StatementKind::Atomic { .. }
            | StatementKind::Barrier
            | StatementKind::GroupBarrier
            | StatementKind::BeginInterlock
            | StatementKind::EndInterlock
            | StatementKind::EmitVertex(_)
            | StatementKind::EndPrimitive => unreachable!(
                "{:?}: this model lacks Residency, Images, StorageBuffers, MemoryBarriers, Compute, Tessellation, \
                 FragmentInterlock and Geometry",
                statement.kind
            ),
        }
    }

    pub(super) fn place_text(&self, place: &Lvalue) -> String {
        let Some(index) = &place.index else {
            return self.name(place.root, None);
        };
        if let ExpressionKind::Literal(bits) = index.kind
            && let Some(alias) = self.alias(place.root, Some(bits[0] as u32))
        {
            return alias.to_owned();
        }
        let mut text = self.name(place.root, None);
        text.push('[');
        self.expression(index, &mut text);
        text.push(']');
        text
    }
}
