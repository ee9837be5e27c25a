//! A program of a scene that was loaded, and where its text stands.

use std::sync::Arc;

use quadrille_base::{Diagnostic, Span};
use quadrille_engine::Finding;
use quadrille_reference::SanitizingKernel;

use super::profile::TimedKernel;
use super::runner::Runner;
use super::watching::WatchedKernel;
use crate::canvas::CanvasError;
use crate::program::Loaded;

/// A program of the scene.
pub(super) struct Placed {
    pub(super) program: Loaded,
    pub(super) span: Span,
    /// The kernel that watches itself, where the scene is sanitized.
    watched: Option<Arc<SanitizingKernel>>,
}

impl Placed {
    /// A program that no draw runs.
    pub(super) fn unbound(program: Loaded, span: Span) -> Placed {
        let watched = None;
        Placed {
            program,
            span,
            watched,
        }
    }

    /// A program that draws run from here on, under the sanitizer if `sanitize`.
    pub(super) fn bound(
        program: Loaded,
        span: Span,
        runner: &mut Runner<'_>,
        sanitize: bool,
    ) -> Result<Placed, CanvasError> {
        let watching = || {
            let kernel = SanitizingKernel::new(program.program().clone());
            Arc::new(match runner.canvas.watched() {
                Some(hazards) => kernel.with_hazards(hazards),
                None => kernel,
            })
        };
        let watched = sanitize.then(watching);
        match (&watched, runner.history.watch()) {
            (Some(kernel), _) => runner.canvas.bind_kernel(kernel.clone())?,
            (None, Some(watch)) if watch.observes(program.program().profile().stage) => {
                let program = program.program().clone();
                let kernel = WatchedKernel::new(program, span.start, watch.clone());
                runner.canvas.bind_kernel(Arc::new(kernel))?;
            }
            (None, _) => match runner.history.timing() {
                Some(timing) => {
                    let kernel = TimedKernel::new(program.kernel().clone(), span.start, timing.clone());
                    runner.canvas.bind_kernel(Arc::new(kernel))?;
                }
                None => runner.canvas.bind(&program)?,
            },
        }
        Ok(Placed {
            program,
            span,
            watched,
        })
    }

    /// Draws and dispatches are ordered one after another.
    pub(super) fn end_draw(&self) {
        if let Some(kernel) = &self.watched {
            kernel.end_draw();
        }
    }

    /// The sanitizer's findings, each at its instruction.
    pub(super) fn findings(&self) -> Vec<Diagnostic> {
        let found = self.watched.iter().flat_map(|kernel| kernel.findings());
        let problem = |finding: Finding| {
            let span = self.program.program().span(finding.instruction);
            Diagnostic::new(finding.rule, span, finding.rule.summary)
                .moved(self.span.start)
                .note(format!("invocation {}: {}", finding.lane, finding.detail))
        };
        found.map(problem).collect()
    }
}
