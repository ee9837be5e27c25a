//! `OPTION name;`

use quadrille_base::{Span, suggest};
use quadrille_isa::gl::ProgramOption;
use quadrille_isa::gl::option::{OPTIONS, OptionRow};
use quadrille_syntax::tree::{Declaration, Part, Value, Word};

use crate::checker::Checker;
use crate::rules;

impl<'t> Checker<'t> {
    /// Switches an option on. `late` is the first other statement, if there was one already.
    pub(crate) fn program_option(&mut self, declaration: &Declaration<'t>, span: Span, late: Option<Span>) {
        if let Some(first) = late {
            self.report(rules::option_after_statement::at(span, first));
        }
        let Some(name) = self.option_name(declaration) else {
            self.report(rules::syntax_error::unexpected(span, "an option is one name"));
            return;
        };
        let Some(option) = ProgramOption::find(name.text) else {
            let here = OPTIONS.iter().filter(|row| self.accepts(row));
            let near = suggest::nearest(name.text, here.flat_map(|row| row.names.iter().copied()));
            self.report(rules::unknown_option::at(
                name.span,
                "there is no such option",
                near,
            ));
            return;
        };
        let row = option.row();
        if !self.accepts(row) {
            let message = "programs of this language do not take this option";
            self.report(rules::unknown_option::at(name.span, message, None));
            return;
        }
        if let Some(other) = row.excludes.iter().find(|other| self.has(**other)) {
            self.report(rules::conflicting_options::at(name.span, other.row().name()));
            return;
        }
        self.features = self.features.with(option);
        self.note_features();
    }

    fn accepts(&self, row: &OptionRow) -> bool {
        row.accepts(self.features.languages, self.features.stage)
    }

    fn option_name(&self, declaration: &Declaration<'t>) -> Option<Word<'t>> {
        let [item] = self.declarators(declaration) else {
            return None;
        };
        let target = self.operand(item.target);
        match (&target.value, item.value, item.type_name) {
            (Value::Path(parts), None, None) => match self.parts(parts) {
                [Part::Word(word)] => Some(*word),
                _ => None,
            },
            _ => None,
        }
    }
}
