//! The rules, a file for each group of closely related ones. The page of a rule is a section of its file's
//! documentation; the programs in it are its tests.

pub mod flow;
pub mod pack;
pub mod register_file;
pub mod rotation;
pub mod sfu;
pub mod target;
pub mod thread;
pub mod thread_end;
pub mod tile;
pub mod tmu;
pub mod tmu_queue;
pub mod uniform;
pub mod varying;
pub mod vpm;

use quadrille_base::Rule;

use super::subject::{Breaches, Subject};

/// Every check; each looks at the whole program.
pub(crate) const CHECKS: &[fn(&Subject<'_>, &mut Breaches)] = &[
    flow::check,
    pack::check,
    register_file::check,
    rotation::check,
    sfu::check,
    target::check,
    thread::check,
    thread_end::check,
    tile::check,
    tmu::check,
    tmu_queue::check,
    uniform::check,
    varying::check,
    vpm::check,
];

/// The page of one rule as Markdown: its section of its file, without the marks that only tests read.
pub fn page(rule: &Rule) -> String {
    let file = rule.markdown();
    let heading = format!("## {}", rule.name);
    let mut page = format!("# {}\n", rule.name);
    let section = file.lines().skip_while(|line| *line != heading).skip(1);
    for line in section.take_while(|line| !line.starts_with("## ")) {
        page.push_str(line);
        page.push('\n');
    }
    let page = page.replace(['«', '»'], "");
    format!("{}\n\nStated in: {}\n", page.trim_end(), rule.cites.join(", "))
}
