//! Pages of rules: those of programs, those that a run can break, and those of the QPU. A rule's own file
//! holds its page.

use quadrille_base::Rule;
use quadrille_check::rules::RULES;
use quadrille_reference::{DRAW_FINDINGS, FINDINGS};
#[cfg(feature = "vc4")]
use quadrille_vc4::hazard;

use super::{Chapter, Page};

pub(super) fn pages() -> Vec<Page> {
    let own = RULES.iter().chain(FINDINGS).chain(DRAW_FINDINGS);
    let own = own.map(|rule| page(rule, text(rule)));
    #[cfg(feature = "vc4")]
    let own = own.chain(
        hazard::RULES
            .iter()
            .map(|rule| page(rule, hazard::rules::page(rule))),
    );
    own.collect()
}

fn page(rule: &Rule, text: String) -> Page {
    Page {
        chapter: Chapter::Rules,
        name: rule.name.to_owned(),
        aliases: Vec::new(),
        summary: rule.summary.to_owned(),
        text,
    }
}

fn text(rule: &Rule) -> String {
    // The marks around what is rejected are for the tests of the page.
    let page = rule.markdown().replace(['«', '»'], "");
    format!("{}\n\nStated in: {}\n", page.trim_end(), rule.cites.join(", "))
}
