//! Statements.

use quadrille_isa::gl::Stage;

use super::Printer;
use crate::form::{Lvalue, Root, SparseRead, Statement, StatementKind};
use crate::printer::comment_behind;
use crate::target::{Feature, Target};

impl Printer<'_> {
    /// Prints a statement with the comment `after` it.
    pub(super) fn statement(&mut self, statement: &Statement, after: &str) {
        match &statement.kind {
            StatementKind::Assign {
                place,
                components,
                value,
                precise,
            } => {
                let qualifier = if *precise { "precise " } else { "" };
                self.assign(qualifier, place, components.as_ref(), value, after);
            }
            StatementKind::If {
                condition,
                then,
                otherwise,
            } => {
                let mut text = "if (".to_owned();
                self.expression(condition, &mut text);
                text.push(')');
                if let ([only], []) = (then.as_slice(), otherwise.as_slice())
                    && let Some(word) = self.word(only)
                {
                    self.line(format_args!("{text} {word};{after}"));
                    return;
                }
                self.line(format_args!("{text} {{{after}"));
                self.inner(then);
                let mut otherwise = otherwise;
                // A chain of conditions stays at one depth.
                while let [only] = otherwise.as_slice()
                    && let StatementKind::If {
                        condition,
                        then,
                        otherwise: rest,
                    } = &only.kind
                    && only.before.is_empty()
                {
                    let mut text = String::new();
                    self.expression(condition, &mut text);
                    let after = comment_behind(only);
                    self.line(format_args!("}} else if ({text}) {{{after}"));
                    self.inner(then);
                    otherwise = rest;
                }
                if !otherwise.is_empty() {
                    self.line(format_args!("}} else {{"));
                    self.inner(otherwise);
                }
                self.line(format_args!("}}"));
            }
            StatementKind::Loop { body, rounds } => {
                if self.dialect.target == Target::GlslEs100 {
                    // Appendix A of GLSL ES 1.00 wants loops that it can count.
                    let round = format!("round_{}", self.depth);
                    self.line(format_args!(
                        "for (int {round} = 0; {round} < {rounds}; ++{round}) {{{after}"
                    ));
                } else {
                    self.line(format_args!("for (;;) {{{after}"));
                }
                self.inner(body);
                self.line(format_args!("}}"));
            }
            StatementKind::Return(Some(value)) => self.return_value(value, after),
            StatementKind::Call(function) => self.call_subroutine(*function, after),
            StatementKind::Sparse {
                read,
                texel,
                resident,
            } => {
                let mut text = format!("{} = ", self.place_text(resident));
                let into = self.place_text(texel);
                match read {
                    SparseRead::Lookup(lookup) => self.sparse_lookup(lookup, &into, &mut text),
                    SparseRead::Texel(place) => self.sparse_texel(place, &into, &mut text),
                }
                self.line(format_args!("{text};{after}"));
            }
            StatementKind::Atomic {
                result,
                word,
                operation,
                value,
                compare,
            } => {
                let mut text = format!(
                    "{} = {}",
                    self.place_text(result),
                    self.open_atomic(*operation, word)
                );
                for argument in compare.iter().chain([value]) {
                    text.push_str(", ");
                    self.expression(argument, &mut text);
                }
                self.line(format_args!("{text});{after}"));
            }
            StatementKind::Store { texel, value } => {
                let text = self.store(texel, value);
                self.line(format_args!("{text};{after}"));
            }
            StatementKind::Barrier => self.line(format_args!("memoryBarrier();{after}")),
            StatementKind::GroupBarrier if self.dialect.stage == Stage::Compute => {
                self.line(format_args!("groupMemoryBarrier();{after}"));
                self.line(format_args!("barrier();"));
            }
            StatementKind::GroupBarrier => self.line(format_args!("barrier();{after}")),
            StatementKind::EmitVertex(stream) => {
                match self.shader.features.contains(&Feature::VertexStreams) {
                    true => self.line(format_args!("EmitStreamVertex({stream});{after}")),
                    false => self.line(format_args!("EmitVertex();{after}")),
                }
            }
            StatementKind::BeginInterlock => {
                self.line(format_args!("beginInvocationInterlockARB();{after}"));
            }
            StatementKind::EndInterlock => {
                self.line(format_args!("endInvocationInterlockARB();{after}"));
            }
            StatementKind::EndPrimitive => self.line(format_args!("EndPrimitive();{after}")),
            StatementKind::Break
            | StatementKind::Continue
            | StatementKind::Discard
            | StatementKind::Return(None) => {
                let word = self.word(statement).unwrap_or_default();
                self.line(format_args!("{word};{after}"));
            }
        }
    }

    /// A statement of one word, or a return.
    fn word(&self, statement: &Statement) -> Option<String> {
        if !statement.before.is_empty() || statement.after.is_some() {
            return None;
        }
        Some(match &statement.kind {
            StatementKind::Break => "break".to_owned(),
            StatementKind::Continue => "continue".to_owned(),
            StatementKind::Discard => "discard".to_owned(),
            StatementKind::Return(None) => "return".to_owned(),
            StatementKind::Return(Some(value)) => {
                let mut text = "return ".to_owned();
                self.expression(value, &mut text);
                text
            }
            _ => return None,
        })
    }

    pub(crate) fn place_text(&self, place: &Lvalue) -> String {
        match &place.index {
            None => self.name(place.root, None),
            Some(index) => {
                let number = match index.kind {
                    crate::form::ExpressionKind::Literal(bits) => Some(bits[0] as u32),
                    _ => None,
                };
                if number.is_some()
                    && let Some(alias) = self.alias(place.root, number)
                {
                    return alias.to_owned();
                }
                if let Root::Address(_) = place.root {
                    let mut text = format!("{}(", self.own_name(place.root));
                    self.expression(index, &mut text);
                    text.push_str(").word");
                    return text;
                }
                let member = self
                    .array_of(place.root)
                    .map(|array| (array, self.own_name(place.root)));
                let mut text = match &member {
                    Some((array, _)) => (*array).to_owned(),
                    None => self.name(place.root, None),
                };
                text.push('[');
                self.expression(index, &mut text);
                text.push(']');
                if let Some((_, member)) = member {
                    text.push('.');
                    text.push_str(&member);
                }
                text
            }
        }
    }
}
