//! Statements and functions.

use quadrille_isa::gl::Stage;

use super::{Printer, plain};
use crate::form::{Function, Lvalue, Root, SparseRead, Statement, StatementKind, Type};
use crate::target::{Feature, Target};

impl<'a> Printer<'a> {
    pub(crate) fn define(&mut self, function: &'a Function) {
        self.function = Some(function);
        if !function.doc.is_empty() {
            self.comment(&function.doc);
        }
        let result = function.result.map_or("void", |ty| self.dialect.type_name(ty));
        let argument = |(name, ty): &(String, Type)| format!("{} {name}", self.dialect.type_name(*ty));
        let arguments: Vec<String> = function.arguments.iter().map(argument).collect();
        self.line(format_args!(
            "{result} {}({}) {{",
            function.name,
            arguments.join(", ")
        ));
        self.depth += 1;
        self.undeclared = (0..function.locals.len() as u32).collect();
        let last = std::ptr::eq(function, self.shader.functions.last().unwrap_or(function));
        if last && !self.shader.shared_variables && !self.shader.variables.is_empty() {
            self.variables();
        }
        if last && self.dialect.target == Target::GlslEs100 {
            self.fill_arrays();
        }
        self.block(&function.body);
        if last {
            let shader = self.shader;
            for comment in &shader.closing {
                self.comment(comment);
            }
        }
        self.depth -= 1;
        self.line(format_args!("}}"));
        self.function = None;
    }

    fn block(&mut self, block: &[Statement]) {
        for statement in block {
            self.statement(statement);
        }
    }

    fn statement(&mut self, statement: &Statement) {
        for comment in &statement.before {
            self.comment(comment);
        }
        let after = comment_behind(statement);
        match &statement.kind {
            StatementKind::Assign {
                place,
                components,
                value,
                precise,
            } => {
                let mut text = String::new();
                if let Root::Local(at) = place.root
                    && self.undeclared.remove(&at)
                    && let Some((_, ty)) = self
                        .function
                        .and_then(|function| function.locals.get(at as usize))
                {
                    let word = if *precise { "precise " } else { "" };
                    text = format!("{word}{} ", self.dialect.type_name(*ty));
                }
                text.push_str(&self.place_text(place));
                if let Some(components) = components {
                    text.push('.');
                    text.push_str(&components.letters());
                }
                text.push_str(" = ");
                self.expression(value, &mut text);
                self.line(format_args!("{text};{after}"));
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
            StatementKind::Return(Some(value)) => {
                let mut text = String::new();
                self.expression(value, &mut text);
                self.line(format_args!("return {text};{after}"));
            }
            StatementKind::Call(function) => {
                let name = &self.shader.subroutine(*function).name;
                self.line(format_args!("{name}();{after}"));
            }
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

    fn inner(&mut self, block: &[Statement]) {
        self.depth += 1;
        self.block(block);
        self.depth -= 1;
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
                if number.is_some() && self.is_named(place.root, number) {
                    return self.name(place.root, number);
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

/// The comment that stands behind a statement, with its mark.
fn comment_behind(statement: &Statement) -> String {
    match &statement.after {
        Some(comment) => format!(" // {}", plain(comment)),
        None => String::new(),
    }
}
