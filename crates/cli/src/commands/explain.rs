//! `quadrille explain`: what a header, statement, opcode, modifier, binding, option, extension, rule or limit is.
//!
//! Rules of the machines' texts and of runs have no page in the manual; theirs is made here.

use std::process::ExitCode;

use quadrille::manual::{self, ManualLocation};
use quadrille::scene;
use quadrille::translate::rules::UNTRANSLATABLE;
use quadrille_base::{Rule, suggest};
use quadrille_drivers::DRIVER_REFUSES;
use quadrille_gf3::{lower, word};
use quadrille_scene::SCENE_SYNTAX;
use quadrille_vc4::{asm, list};

use crate::error::Error;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// A header (!!ARBvp1.0), a statement (TEMP), an opcode (MAD), a modifier or suffix (_SAT), a binding (state.light),
    /// an option or extension (NV_gpu_program5), a rule (duplicate-name) or a limit.
    name: String,
    /// The language whose forms and example are shown, by its header, with !! or without: ARBvp1.0.
    #[arg(short, long, value_name = "HEADER")]
    language: Option<String>,
    /// An option that programs of that language name; may be given several times.
    #[arg(short, long, value_name = "NAME", requires = "language")]
    option: Vec<String>,
}

/// What a run, a draw or a translation says, by the rule's name: the rules of the library whose own text is no page.
const RUNS: &[(&str, &str)] = &[
    (
        "budget-spent",
        "A scene may take so much memory, work and time, so that a scene of a stranger comes to an end. The message says \
         which of them was spent; `--memory`, `--budget` and `--time-limit` set them.",
    ),
    (
        "driver-refuses",
        "The machine's own OpenGL driver does not accept a program, or reports an error at a command. Another driver may \
         take it; `quadrille check` says what the specifications say of the program.",
    ),
    (
        "frame-finding",
        "A frame of the VideoCore IV does what the hardware leaves undefined or what cannot be emulated, such as a read \
         beyond memory or a list that does not end. The note says where in the lists.",
    ),
    (
        "probe-differs",
        "A probe whose command says that it only warns found another colour or value than it expected. Other probes make \
         the scene fail.",
    ),
    (
        "program-refused",
        "An engine does not take every program. What it does not take is run by the reference engine; the note says why. \
         With `--strict-engine` it is an error.",
    ),
    (
        "program-stopped",
        "A program ended before its last instruction: it took more steps than the budget has, or an instruction could not \
         be carried out. The program's line is the place.",
    ),
    (
        "qpu-finding",
        "A program of the VideoCore IV does something while it runs that the hardware leaves undefined, such as a read \
         beyond a buffer or a queue that is full. `quadrille qpu check` finds what can be known before a run.",
    ),
    (
        "scene-syntax",
        "A scene file does not read as its format wants: a section that does not exist, a command with other arguments, or \
         a file that is missing.\n\nWrong: `clear colour 0 0 0 1`\n\nRight: `clear color 0 0 0 1`",
    ),
    (
        "unused-result",
        "A fragment program writes a result that no buffer of the framebuffer takes, such as the second color where one \
         buffer is drawn to. The write has no effect.",
    ),
];

/// The rules that commands report and that have no page in the manual.
fn rules() -> impl Iterator<Item = &'static Rule> {
    word::rule::RULES
        .iter()
        .chain(lower::rule::RULES)
        .chain(asm::rule::ALL)
        .chain(list::text::rule::ALL)
        .chain(scene::RULES)
        .copied()
        .chain([&DRIVER_REFUSES, &SCENE_SYNTAX, &UNTRANSLATABLE])
}

/// The page of a rule that has none in the manual.
fn rule_page(rule: &Rule) -> String {
    let written = RUNS.iter().find(|(name, _)| *name == rule.name);
    let text = match written {
        Some((_, text)) => (*text).to_owned(),
        // A page in the module documentation of the rule's own file has its title.
        None if rule.page.starts_with("//!") => {
            let page = rule.markdown().replace(['«', '»'], "");
            page.lines().skip(1).collect::<Vec<_>>().join("\n")
        }
        None => rule.page.to_owned(),
    };
    let mut summary = rule.summary.chars();
    let first: String = summary.next().into_iter().flat_map(char::to_uppercase).collect();
    let mut page = format!(
        "# {}\n\n{first}{}.\n\n{}\n",
        rule.name,
        summary.as_str(),
        text.trim()
    );
    if !rule.cites.is_empty() {
        page += &format!("\nStated in: {}\n", rule.cites.join(", "));
    }
    page
}

pub(crate) fn run(args: &Args) -> Result<ExitCode, Error> {
    let options = args.option.iter().map(String::as_str);
    let reader = args.language.as_deref();
    let reader = reader
        .map(|header| ManualLocation::of(header, options))
        .transpose()?;
    let page = manual::page_for(&args.name, reader.as_ref()).or_else(|mut unknown| {
        let rule = rules().find(|rule| rule.name == args.name);
        let page = rule.map(rule_page);
        page.ok_or_else(|| {
            let near = || suggest::nearest(&args.name, rules().map(|rule| rule.name));
            unknown.near = near().map(str::to_owned).or_else(|| unknown.near.take());
            unknown
        })
    })?;
    print!("{page}");
    Ok(ExitCode::SUCCESS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_has_a_page() {
        let pages = manual::pages();
        for rule in rules() {
            let page = rule_page(rule);
            // A rule whose page is a file of source text has module documentation that is no page.
            let is_file = rule.page.contains("rule!(");
            let is_written = RUNS.iter().any(|(name, _)| *name == rule.name);
            let has_title = rule.page.starts_with(&format!("//! # {}\n", rule.name));
            assert!(!is_file || is_written || has_title, "{}", rule.name);
            assert!(page.len() > rule.name.len() + rule.summary.len() + 20, "{page}");
            let is_in_manual = pages.iter().any(|page| page.name == rule.name);
            assert!(!is_in_manual, "{} has a page in the manual", rule.name);
        }
        let known = |name: &&str| rules().any(|rule| rule.name == *name);
        assert!(RUNS.iter().map(|(name, _)| name).all(known));
    }
}
