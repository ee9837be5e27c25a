//! `OPTION name;`

use quadrille_base::{Span, suggest};
use quadrille_isa::gl::option::{OPTIONS, OptionRow};
use quadrille_isa::gl::statement::Statement;
use quadrille_isa::gl::{Features, LanguageSet, ProgramOption};
use quadrille_syntax::tree::{Declaration, Part, StatementKind, SyntaxError, Value, Word};

use crate::checker::Checker;
use crate::dialect::{Habit, INTERNAL_OPTIONS};
use crate::progress::NamedOption;
use crate::rules;

impl<'t, 's> Checker<'t, 's> {
    /// Switches on all options that a piece of the program names. In what order it names them does not matter
    /// (ARB_vertex_program 2.14.4.5), so an option that another one brings is looked at after it.
    pub(crate) fn program_options(&mut self) {
        let mut named = Vec::new();
        for statement in &self.tree.statements {
            if let StatementKind::Declaration(declaration) = &statement.kind
                && declaration.keyword.text == "OPTION"
            {
                self.modifiers_of(declaration, Statement::Option);
                named.extend(self.named_option(declaration, self.bare(statement)));
            }
        }
        if named.is_empty() {
            return;
        }
        for NamedOption { row, span } in &named {
            let mut others = self.named_options.iter().map(|named| named.row.option);
            if let Some(other) = others.find(|other| row.excludes.contains(other)) {
                self.report(rules::conflicting_options::at(*span, other.row().name()));
            }
            if self.option_span(row.option).is_none() {
                self.named_options.push(NamedOption { row, span: *span });
            }
        }
        let (mut accepted, mut waiting) = (true, named.clone());
        while accepted {
            accepted = false;
            for NamedOption { row, span } in std::mem::take(&mut waiting) {
                if self.accepts(row) {
                    self.features = self.features.with(row.option);
                    accepted = true;
                } else {
                    waiting.push(NamedOption { row, span });
                }
            }
        }
        for NamedOption { row, span } in waiting {
            let diagnostic = match self.bringing(row) {
                Some(other) => self.missing_option(span, other),
                None => {
                    // What it would bring is not missing as well; what it would forbid is no mistake.
                    let features = self.features.with(row.option);
                    if !features.options.position_invariant() {
                        self.features = features;
                    }
                    let message = "programs of this language do not take this option";
                    rules::unknown_option::at(span, message, None)
                }
            };
            self.report(diagnostic);
        }
        for NamedOption { row, span } in named {
            let missing = row.requires.iter().find(|option| !self.has(**option));
            if let Some(option) = missing {
                let diagnostic = self.missing_option(span, *option);
                self.report(diagnostic);
            }
        }
        self.note_features();
    }

    /// The option that a statement names, if there is such an option.
    fn named_option(&mut self, declaration: &Declaration<'s>, span: Span) -> Option<NamedOption> {
        let Some(name) = self.option_name(declaration) else {
            // Where the grammar is breached, that is told already.
            let breached =
                |error: &SyntaxError| span.start <= error.span.start && error.span.start <= span.end + 1;
            if !self.tree.errors.iter().any(breached) {
                self.report(rules::syntax_error::unexpected(span, "an option is one name"));
            }
            let part = |c: char| c.is_ascii_alphanumeric() || c == '_';
            for word in self.text[span.range()].split(|c| !part(c)) {
                self.bring(word);
            }
            return None;
        };
        let Some(option) = ProgramOption::find(name.text) else {
            let here = OPTIONS.iter().filter(|row| self.accepts(row));
            let near = suggest::nearest(name.text, here.flat_map(|row| row.names.iter().copied()));
            let message = "there is no such option";
            let diagnostic = rules::unknown_option::at(name.span, message, near);
            if INTERNAL_OPTIONS.contains(&name.text) {
                self.unless_admitted(Habit::InternalOptions, diagnostic);
            } else {
                self.report(diagnostic);
                if let Some(near) = near {
                    self.bring(near);
                }
            }
            return None;
        };
        Some(NamedOption {
            row: option.row(),
            span: name.span,
        })
    }

    /// Switches on an option that a statement with an error was meant to name: what it brings is not missing as
    /// well.
    pub(crate) fn bring(&mut self, name: &str) {
        if let Some(option) = ProgramOption::find(name).filter(|option| self.accepts(option.row())) {
            self.features = self.features.with(option);
            self.note_features();
        }
    }

    /// The option that a program of this language could name to have something.
    pub(crate) fn helping(&self, has: impl Fn(&Features) -> bool) -> Option<ProgramOption> {
        let helps = |row: &&OptionRow| {
            row.adds != LanguageSet::NONE && self.accepts(row) && has(&self.features.with(row.option))
        };
        Some(OPTIONS.iter().find(helps)?.option)
    }

    /// Where the program names an option.
    pub(crate) fn option_span(&self, option: ProgramOption) -> Option<Span> {
        let mut named = self.named_options.iter();
        Some(named.find(|named| named.row.option == option)?.span)
    }

    /// The option after which a program of this language would take this one.
    fn bringing(&self, row: &OptionRow) -> Option<ProgramOption> {
        let after = |other: &&OptionRow| {
            let features = self.features.with(other.option);
            self.accepts(other) && row.accepts(features.languages, features.stage)
        };
        Some(OPTIONS.iter().find(after)?.option)
    }

    fn accepts(&self, row: &OptionRow) -> bool {
        row.accepts(self.features.languages, self.features.stage)
    }

    fn option_name(&self, declaration: &Declaration<'s>) -> Option<Word<'s>> {
        let [item] = self.declarators(declaration) else {
            return None;
        };
        let target = self.operand(item.target);
        match (&target.value, item.value, item.type_name) {
            (Value::Path(parts), None, None) if target.is_plain() => match self.parts(parts) {
                [Part::Word(word)] => Some(*word),
                _ => None,
            },
            _ => None,
        }
    }
}
