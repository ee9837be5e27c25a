//! Blocks that are scenes, or bodies of programs with a scene around them.

use std::fmt;

use quadrille::scene::{NoFiles, Report, SceneOptions, Verdict};
use quadrille::{Session, run_scene};
use quadrille_pages_testkit::{Block, PageBlockKind};

pub(crate) fn judge(session: &Session, block: &Block<'_>, scene: &str) -> Result<(), Untrue> {
    let run = |sanitize| {
        let options = SceneOptions {
            sanitize,
            ..SceneOptions::new(session, &NoFiles)
        };
        run_scene("page.shader_test", scene, &options)
    };
    let report = run(matches!(
        block.kind,
        PageBlockKind::Finding | PageBlockKind::Clean
    ));
    let problems = match &report.verdict {
        Verdict::Error(problems) => problems.as_slice(),
        _ => &[],
    };
    let is_it = |problem: &quadrille::Diagnostic| problem.rule.name == block.rule;
    let right = match block.kind {
        PageBlockKind::Run | PageBlockKind::Clean | PageBlockKind::Accept => report.verdict == Verdict::Pass,
        PageBlockKind::Reject => problems.iter().any(is_it),
        // Nothing but the finding; and what the program gives is defined by us.
        PageBlockKind::Finding => {
            !problems.is_empty() && problems.iter().all(is_it) && run(false).verdict == Verdict::Pass
        }
    };
    if right {
        Ok(())
    } else {
        Err(Untrue(Box::new(report)))
    }
}

/// What became of a block that is not true.
pub(crate) struct Untrue(Box<Report>);

impl fmt::Display for Untrue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Verdict::Error(problems) = &self.0.verdict else {
            return write!(f, "{:?}", self.0.verdict);
        };
        problems.iter().try_for_each(|problem| {
            let place = self.0.source.slice(problem.span);
            write!(f, "{}: {:?} at `{place}`; ", problem.rule.name, problem.message)
        })
    }
}
