//! Bindings in programs: look-up, what is wrong with one, and the rule about the two names of an attribute.

use quadrille_base::{Diagnostic, Span, suggest};
use quadrille_isa::gl::availability::Missing;
use quadrille_isa::gl::binding::{Match, Mismatch, Reason, candidates, find, partners};
use quadrille_isa::gl::profile::Variables;
use quadrille_isa::gl::{Binding, Family, LanguageSet, Limits, ProgramOption, reserved};
use quadrille_program::File;
use quadrille_syntax::tree::{Part, Word};

use crate::checker::Checker;
use crate::dialect::Habit;
use crate::near::Used;
use crate::path::{part_span, parts_span};
use crate::rules;
use crate::scope::{Entity, Variable};

impl<'t, 's> Checker<'t, 's> {
    /// Whether a word opens bindings in this program rather than being a name. Some first words of bindings are
    /// not reserved (`image`, `invocation`, `handle`), and a program may declare them.
    pub(crate) fn opens_binding(&self, word: &str) -> bool {
        self.openers.contains(&word)
            && (reserved::is_reserved(word, &self.features) || self.scope.find(word).is_none())
    }

    /// What a name stands for: a declared variable, or a register of the language.
    pub(crate) fn find(&self, name: &str) -> Option<Entity> {
        match self.profile.variables {
            Variables::Declared => {
                let declared = self.scope.find(name).map(|declared| declared.entity);
                declared.or_else(|| self.predefined(name))
            }
            Variables::Registers => {
                let register = self.numbered_register(name).map(Entity::Variable);
                register.or_else(|| self.scope.find(name).map(|declared| declared.entity))
            }
        }
    }

    /// The index of the LOOP around the current place (NV_fragment_program2 3.11.3.Y).
    fn predefined(&self, name: &str) -> Option<Entity> {
        let has = name == "A0" && self.features.languages.meets(LanguageSet::AF2) && self.in_indexed_loop();
        has.then_some(Entity::Variable(Variable::single(File::Address, 0)))
    }

    /// Reports a name that stands for nothing, where it is first used.
    pub(crate) fn unknown_name(&mut self, name: &Word<'s>, used: Used) {
        let declared = self.profile.variables == Variables::Declared;
        if declared && name.text == "A0" && self.features.languages.meets(LanguageSet::AF2) {
            self.report(rules::index_outside_loop::at(name.span));
            return;
        }
        if !self.unknown_names.insert(name.text) {
            return;
        }
        if self.unread.names > 0 {
            self.unread.names -= 1;
            return;
        }
        let diagnostic = if declared || self.is_fp1() {
            self.undeclared(name, used)
        } else {
            rules::unknown_register::at(name.span, None)
        };
        self.report(diagnostic);
    }

    /// Looks a path up; reports why it is no binding.
    pub(crate) fn binding(&mut self, parts: &'t [Part<'s>]) -> Option<Match> {
        let limits = self.options.limits;
        self.binding_within(parts, &limits)
    }

    /// Looks a path up under other limits than the program's.
    pub(crate) fn binding_within(&mut self, parts: &'t [Part<'s>], limits: &Limits) -> Option<Match> {
        let path = self.path(parts);
        match find(&path, &self.features, limits) {
            Ok(found) => {
                // A16 of the decisions: the prose leaves `patch` out.
                if let (Family::PatchAttrib, [_, Part::Word(out), Part::Word(word), ..]) =
                    (found.first.family, parts)
                    && (out.text, word.text) == ("out", "attrib")
                {
                    self.report(rules::prose_binding::at(word.span));
                }
                Some(found)
            }
            Err(mismatch) => {
                let diagnostic = self.mismatch(parts, &mismatch);
                self.report(diagnostic);
                None
            }
        }
    }

    /// Whether a dialect takes a range of environment or local parameters as one without elements; says so then.
    pub(crate) fn is_empty_range(&mut self, parts: &'t [Part<'s>]) -> bool {
        let [Part::Word(_), Part::Word(kind), Part::Index { .. }] = parts else {
            return false;
        };
        if !self.admits(Habit::ReversedRange) || !matches!(kind.text, "env" | "local") {
            return false;
        }
        match find(&self.path(parts), &self.features, &self.options.limits) {
            Err(mismatch) if matches!(mismatch.reason, Reason::RangeReversed { .. }) => {
                let diagnostic = self.mismatch(parts, &mismatch);
                self.unless_admitted(Habit::ReversedRange, diagnostic)
            }
            _ => false,
        }
    }

    fn mismatch(&self, parts: &'t [Part<'s>], mismatch: &Mismatch) -> Diagnostic {
        let whole = parts_span(parts);
        let end = mismatch.end.max(mismatch.part).min(parts.len());
        let span = match parts.get(mismatch.part..end) {
            Some(wrong @ [_, ..]) => parts_span(wrong),
            _ => Span::at(whole.end),
        };
        // An index is marked by what is in its brackets.
        let inside = match parts.get(mismatch.part) {
            Some(Part::Index {
                from: Some(from), to, ..
            }) => {
                let from = self.operand(*from).span;
                to.map_or(from, |to| from.to(self.operand(to).span))
            }
            Some(part) => part_span(part),
            None => span,
        };
        let written = parts_span(&parts[..end.max(1)]);
        if mismatch.reason == Reason::Unavailable(Missing::Language) {
            let path = self.path(parts);
            let limits = &self.options.limits;
            if let Some(option) = self.helping(|features| find(&path, features, limits).is_ok()) {
                return self.missing_option(written, option);
            }
        }
        match mismatch.reason {
            Reason::UnknownWord => {
                let path = self.path(parts);
                let known = candidates(&path, mismatch.part, &self.features, &self.options.limits);
                let near = match parts.get(mismatch.part) {
                    Some(Part::Word(word)) => suggest::nearest(word.text, known),
                    _ => None,
                };
                rules::unknown_binding::at(span, "no binding of this program has this name here", near)
            }
            Reason::WordMissing => rules::unknown_binding::at(span, "the binding is not complete", None),
            Reason::IndexMissing | Reason::IndexEmpty => {
                rules::unknown_binding::at(span, "a number in brackets belongs here", None)
            }
            Reason::OutOfRange { below, limit, .. } => {
                let most = below.saturating_sub(1);
                let message = match (below, limit) {
                    (0, _) => "this implementation has none of these".to_owned(),
                    (_, Some(limit)) => {
                        format!(
                            "this number is at most {most} here, by the limit `{}`",
                            limit.row().name
                        )
                    }
                    (_, None) => format!("this number is at most {most}"),
                };
                rules::binding_index_out_of_range::at(inside, message)
            }
            Reason::NotMultipleOf(step) => {
                let message = format!("this number has to be a multiple of {step}");
                rules::binding_index_out_of_range::at(inside, message)
            }
            Reason::RangeReversed { .. } => rules::reversed_range::at(inside),
            Reason::RangeNotAllowed => rules::many_vectors_for_one::at(written),
            Reason::RelativeNotAllowed => rules::relative_binding::at(inside),
            Reason::Parenthesis => rules::unknown_binding::at(span, "a parenthesis does not fit here", None),
            Reason::Unavailable(Missing::Option(option)) => self.missing_option(written, option),
            Reason::Unavailable(Missing::Language) => {
                rules::unknown_binding::at(span, "this language has no such binding", None)
            }
            Reason::Unavailable(Missing::Stage) => {
                rules::unknown_binding::at(span, "programs of this stage have no such binding", None)
            }
            Reason::Excluded(_) => rules::position_invariant_write::at(written),
        }
    }

    /// A feature whose option is not named; the fix names it behind the header.
    pub(crate) fn missing_option(&self, span: Span, option: ProgramOption) -> Diagnostic {
        let insert = self.tree.header.as_ref().map_or(0, |header| header.span.end);
        rules::missing_option::at(span, option.row().name(), insert)
    }

    /// The slot of an attribute; reports its alias if that is bound too.
    pub(crate) fn attribute(&mut self, attribute: Binding, span: Span) -> u32 {
        self.attribute_as(attribute, false, span)
    }

    /// The slot of an attribute, of 64-bit components or not; reports its alias if that is bound too.
    pub(crate) fn attribute_as(&mut self, attribute: Binding, long: bool, span: Span) -> u32 {
        let before = self.build.attributes.len();
        let slot = self.build.bind_as(File::Attribute, attribute, long, span);
        if slot as usize == before {
            self.no_alias(attribute, span);
        }
        slot
    }

    /// Reports the other name of an attribute if that is bound too.
    pub(crate) fn no_alias(&mut self, attribute: Binding, span: Span) {
        let build = &self.build;
        let bound = partners(attribute).find_map(|partner| build.named(File::Attribute, partner));
        if let Some(at) = bound {
            let other = build.attribute_spans[at as usize];
            self.report(rules::aliased_attributes::at(span, other));
        }
    }
}
