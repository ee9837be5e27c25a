//! The section between FSIB and FSIE: once in a program with an interlock option, in this order, in the main
//! subroutine and in no block (NV_fragment_shader_interlock 2.X.8).

use quadrille_base::Span;
use quadrille_isa::gl::{Operation, ProgramOption};

use crate::checker::Checker;
use crate::progress::interlock::Bound;
use crate::rules;

/// The options that bring the two.
const OPTIONS: [ProgramOption; 4] = [
    ProgramOption::NvPixelInterlockOrdered,
    ProgramOption::NvPixelInterlockUnordered,
    ProgramOption::NvSampleInterlockOrdered,
    ProgramOption::NvSampleInterlockUnordered,
];

impl Checker<'_, '_> {
    /// Notes FSIB or FSIE.
    pub(crate) fn interlock(&mut self, operation: Operation, span: Span) {
        if let Some(opened) = self.inside_block() {
            self.report(rules::interlock_section::in_block(span, opened));
        }
        let subroutine = self.last_label.map(|(name, _)| name);
        self.interlock.section.push(Bound {
            begins: operation == Operation::InterlockBegin,
            span,
            subroutine,
        });
    }

    /// Reports what only the whole program shows of the section.
    pub(crate) fn whole_interlock(&mut self) {
        let section = std::mem::take(&mut self.interlock.section);
        let has_main = self.labels.contains_key("main");
        for bound in &section {
            let in_main = match bound.subroutine {
                Some(name) => name == "main",
                None => !has_main,
            };
            if !in_main {
                self.report(rules::interlock_section::in_subroutine(bound.span));
            }
        }
        for begins in [true, false] {
            let mut same = section.iter().filter(|bound| bound.begins == begins);
            let first = same.next();
            for second in same {
                if let Some(first) = first {
                    self.report(rules::interlock_section::twice(second.span, first.span));
                }
            }
        }
        let find = |begins: bool| section.iter().find(|bound| bound.begins == begins);
        let option = OPTIONS.into_iter().find(|option| self.has(*option));
        match (find(true), find(false)) {
            (Some(begin), Some(end)) if end.span.start < begin.span.start => {
                self.report(rules::interlock_section::reversed(end.span, begin.span));
            }
            (Some(_), Some(_)) => {}
            (Some(begin), None) => self.report(rules::interlock_section::half(begin.span, "FSIE")),
            (None, Some(end)) => self.report(rules::interlock_section::half(end.span, "FSIB")),
            (None, None) => {
                let header = self
                    .tree
                    .header
                    .as_ref()
                    .map_or(Span::at(0), |header| header.span);
                if let Some(option) = option {
                    let span = self.option_span(option).unwrap_or(header);
                    self.report(rules::interlock_section::missing(span));
                }
            }
        }
    }
}
