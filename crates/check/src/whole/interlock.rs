//! The interlocked section, from FSIB to FSIE: once in a program with an interlock option, in this order, in the main
//! subroutine and in no block (NV_fragment_shader_interlock 2.X.8).

use quadrille_base::Span;
use quadrille_isa::gl::ProgramOption;

use crate::context::Context;
use crate::rules;
use crate::state::diagnostics::Diagnostics;
use crate::state::flow::Flow;
use crate::state::named_options::NamedOptions;

/// The options that bring the two.
const OPTIONS: [ProgramOption; 4] = [
    ProgramOption::NvPixelInterlockOrdered,
    ProgramOption::NvPixelInterlockUnordered,
    ProgramOption::NvSampleInterlockOrdered,
    ProgramOption::NvSampleInterlockUnordered,
];

/// Reports what only the whole program shows of the section.
pub(crate) fn check(
    cx: &Context<'_, '_>,
    named: &NamedOptions,
    flow: &Flow<'_>,
    diagnostics: &mut Diagnostics,
) {
    let section = &flow.interlock;
    let has_main = flow.labels.places.contains_key("main");
    for bound in section {
        let in_main = match bound.subroutine {
            Some(name) => name == "main",
            None => !has_main,
        };
        if !in_main {
            diagnostics.report(rules::interlock_section::in_subroutine(bound.span));
        }
    }
    for begins in [true, false] {
        let mut same = section.iter().filter(|bound| bound.begins == begins);
        let first = same.next();
        for second in same {
            if let Some(first) = first {
                diagnostics.report(rules::interlock_section::twice(second.span, first.span));
            }
        }
    }
    let find = |begins: bool| section.iter().find(|bound| bound.begins == begins);
    let option = OPTIONS.into_iter().find(|option| cx.language.has(*option));
    match (find(true), find(false)) {
        (Some(begin), Some(end)) if end.span.start < begin.span.start => {
            diagnostics.report(rules::interlock_section::reversed(end.span, begin.span));
        }
        (Some(_), Some(_)) => {}
        (Some(begin), None) => diagnostics.report(rules::interlock_section::half(begin.span, "FSIE")),
        (None, Some(end)) => diagnostics.report(rules::interlock_section::half(end.span, "FSIB")),
        (None, None) => {
            let header = cx.tree.header.as_ref().map_or(Span::at(0), |header| header.span);
            if let Some(option) = option {
                let span = named.span(option).unwrap_or(header);
                diagnostics.report(rules::interlock_section::missing(span));
            }
        }
    }
}
