//! Condition codes in operands: `R0.xy (GT.x)` on a destination, `(LE.wzyx)` behind a branch.

use quadrille_base::Span;
use quadrille_isa::gl::LanguageSet;
use quadrille_isa::gl::condition::{Condition, NUMBERED_TESTS, TESTS};
use quadrille_program::Selector;
use quadrille_syntax::tree::{OperandIndex, Part, Value, Word};

use crate::checker::Checker;
use crate::dialect::Habit;
use crate::path::part_span;
use crate::rules;

/// The vertex languages with condition codes, branches, magnitudes and address registers of four components.
pub(crate) const EXTENDED: LanguageSet = LanguageSet::V20.or(LanguageSet::AV2).or(LanguageSet::AV3);

/// The languages with condition codes and magnitudes.
const CONDITIONS: LanguageSet = EXTENDED
    .or(LanguageSet::F10)
    .or(LanguageSet::AF1)
    .or(LanguageSet::GPU);

/// The languages in which `CC` stands for no register.
const NULL_REGISTER: LanguageSet = EXTENDED.or(LanguageSet::AF1);

/// The languages with labels.
pub(crate) const LABELS: LanguageSet = EXTENDED.or(LanguageSet::AF2).or(LanguageSet::GPU);

impl<'t, 's> Checker<'t, 's> {
    /// Whether the program is of one of the [`EXTENDED`] languages.
    pub(crate) fn is_extended(&self) -> bool {
        self.features.languages.meets(EXTENDED)
    }

    /// Whether the language has condition codes and magnitudes.
    pub(crate) fn has_conditions(&self) -> bool {
        self.features.languages.meets(CONDITIONS)
    }

    /// Whether a word stands for no register but the condition code: `CC`, or `RC` and `HC` by precision.
    /// The grammars of the options on ARB programs have no such word, but their examples write `CC`
    /// (NV_vertex_program2_option 2.14.4.X, NV_fragment_program2 3.11.4.X), so it is one where no variable
    /// has that name.
    pub(crate) fn is_null(&self, word: &str) -> bool {
        if self.is_fp1() {
            return matches!(word, "RC" | "HC");
        }
        word == "CC" && self.features.languages.meets(NULL_REGISTER) && self.scope.find(word).is_none()
    }

    /// Whether a word is written for no register, rightly or as a dialect admits it.
    pub(crate) fn null_register(&mut self, word: &Word<'s>) -> bool {
        if self.is_null(word.text) {
            return true;
        }
        let known = matches!(word.text, "RC" | "HC" | "CC") && self.has_conditions();
        if !known || self.scope.find(word.text).is_some() || !self.admits(Habit::NullRegisters) {
            return false;
        }
        self.unless_admitted(Habit::NullRegisters, rules::undeclared_name::at(word.span, None))
    }

    /// What stands in the parenthesis behind a destination or a label. `None` if it is wrong, which is
    /// reported; `Some(None)` if there is nothing.
    pub(crate) fn attached_condition(&mut self, attached: Option<OperandIndex>) -> Option<Option<Condition>> {
        let Some(index) = attached else {
            return Some(None);
        };
        self.condition(index).map(Some)
    }

    /// `(GT.x)`: a test in parentheses, and a swizzle.
    pub(crate) fn condition(&mut self, index: OperandIndex) -> Option<Condition> {
        let operand = self.operand(index);
        if !self.has_conditions() {
            let message = "this language has no conditions";
            self.report(rules::unavailable_form::at(operand.span, message));
            return None;
        }
        if matches!(operand.value, Value::Path(_)) && self.is_test(index) {
            let message = "a condition stands in parentheses here";
            let diagnostic = rules::syntax_error::unexpected(operand.span, message);
            let admitted = self.unless_admitted(Habit::ConditionParentheses, diagnostic);
            return admitted.then(|| self.bare_condition(index)).flatten();
        }
        let inside = match &operand.value {
            Value::Parenthesis(list) if operand.sign.is_none() && operand.absolute.is_none() => {
                self.list(list)
            }
            Value::Missing => return None,
            _ => &[],
        };
        let parts = match inside {
            [only] => match &self.operand(*only).value {
                Value::Path(parts) if self.is_bare(*only) => self.parts(parts),
                Value::Missing => return None,
                _ => &[],
            },
            _ => &[],
        };
        self.tested(parts, operand.span)
    }

    /// KIL's condition in !!FP1.0, which has no parentheses: `GT.x`.
    pub(crate) fn bare_condition(&mut self, index: OperandIndex) -> Option<Condition> {
        let operand = self.operand(index);
        if matches!(operand.value, Value::Parenthesis(_)) {
            let message = "a condition stands without parentheses here";
            let diagnostic = rules::syntax_error::unexpected(operand.span, message);
            let admitted = self.unless_admitted(Habit::ConditionParentheses, diagnostic);
            return admitted.then(|| self.condition(index)).flatten();
        }
        let parts = match &operand.value {
            Value::Path(parts) if self.is_bare(index) => self.parts(parts),
            Value::Missing => return None,
            _ => &[],
        };
        self.tested(parts, operand.span)
    }

    fn tested(&mut self, parts: &'t [Part<'s>], span: Span) -> Option<Condition> {
        match parts {
            [Part::Word(test)] => self.test(test, None),
            [Part::Word(test), Part::Word(swizzle)] => self.test(test, Some(swizzle)),
            [_, _, extra, ..] | [_, extra] => self.no_condition(part_span(extra)),
            _ => self.no_condition(span),
        }
    }

    fn no_condition(&mut self, span: Span) -> Option<Condition> {
        let message = "a condition is a test with a swizzle, such as `(GT.x)`";
        self.report(rules::syntax_error::unexpected(span, message));
        None
    }

    pub(crate) fn is_bare(&self, index: OperandIndex) -> bool {
        let operand = self.operand(index);
        operand.sign.is_none() && operand.absolute.is_none() && operand.attached.is_none()
    }

    fn test(&mut self, word: &Word<'s>, swizzle: Option<&Word<'s>>) -> Option<Condition> {
        let numbered = self.features.languages.meets(NUMBERED_TESTS);
        let (name, register) = match (word.text.strip_suffix('0'), word.text.strip_suffix('1')) {
            (Some(name), _) if numbered => (name, 0),
            (_, Some(name)) if numbered => (name, 1),
            _ => (word.text, 0),
        };
        let row = TESTS.iter().find(|row| row.name == name);
        // Residency has one register, which no number names.
        let row = row.filter(|row| !row.test.is_sparse() || name == word.text);
        let Some(row) = row.filter(|row| row.availability.check(&self.features).is_ok()) else {
            let message = "this language has no such test of a condition";
            self.report(rules::unavailable_form::at(word.span, message));
            return None;
        };
        let swizzle = match swizzle {
            None => [0, 1, 2, 3],
            Some(word) => self.swizzle(word)?.0.map(|selector| match selector {
                Selector::X | Selector::Zero | Selector::One => 0,
                Selector::Y => 1,
                Selector::Z => 2,
                Selector::W => 3,
            }),
        };
        Some(Condition {
            test: row.test,
            register,
            swizzle,
        })
    }
}
