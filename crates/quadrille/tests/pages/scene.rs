//! Blocks that are scenes, or bodies of programs with a scene around them.

use quadrille::scene::{NoFiles, SceneOptions, Verdict};
use quadrille::{Session, run_scene};
use quadrille_pages_testkit::{Block, Kind};

pub(crate) fn judge(session: &Session, block: &Block<'_>, scene: &str) -> Result<(), String> {
    let run = |sanitize| {
        let options = SceneOptions {
            sanitize,
            ..SceneOptions::new(session, &NoFiles)
        };
        run_scene("page.shader_test", scene, &options)
    };
    let report = run(matches!(block.kind, Kind::Finding | Kind::Clean));
    let problems = match &report.verdict {
        Verdict::Error(problems) => problems.as_slice(),
        _ => &[],
    };
    let is_it = |problem: &quadrille::Diagnostic| problem.rule.name == block.rule;
    let right = match block.kind {
        Kind::Run | Kind::Clean | Kind::Accept => report.verdict == Verdict::Pass,
        Kind::Reject => problems.iter().any(is_it),
        // Nothing but the finding; and what the program gives is defined by us.
        Kind::Finding => {
            !problems.is_empty() && problems.iter().all(is_it) && run(false).verdict == Verdict::Pass
        }
    };
    let found = || match &report.verdict {
        Verdict::Error(problems) => problems
            .iter()
            .map(|problem| {
                format!(
                    "{}: {:?} at `{}`",
                    problem.rule.name,
                    problem.message,
                    report.source.slice(problem.span)
                )
            })
            .collect::<Vec<_>>()
            .join("; "),
        other => format!("{other:?}"),
    };
    if right { Ok(()) } else { Err(found()) }
}
