//! A scene from its programs to its report.

use std::sync::Arc;

use quadrille_base::{Diagnostic, Meter, Source, Span};
use quadrille_reference::SanitizingKernel;
use quadrille_scene::{ProgramKind, Scene};

use super::runner::Runner;
use super::stop::{Placed, Stop, wrong};
use super::view::{asked, wanted};
use super::{Report, SceneOptions, Skip, Verdict, require};
use crate::program::Loaded;
use crate::session::Session;

/// Runs a scene that was read.
pub(super) fn run(source: Source, scene: &Scene, options: &SceneOptions<'_>, meter: Meter) -> Report {
    if let Some(reason) = require::unmet(scene) {
        return Report::without_picture(source, Verdict::Skip(Skip::Unmet(reason)));
    }
    let mut runner = match Runner::new(options, &wanted(options, scene), meter) {
        Ok(runner) => runner,
        Err(error) => {
            let span = asked(&error, scene);
            let problem = Stop::from(error).problem(span, &[]);
            return Report::without_picture(source, Verdict::Error(vec![problem]));
        }
    };
    let session = scene
        .dialect
        .map(|dialect| options.session.clone().dialect(dialect));
    let session = session.as_ref().unwrap_or(options.session);
    let mut problems = Vec::new();
    let mut placed = Vec::new();
    for program in &scene.programs {
        let text = source.slice(program.span).to_owned();
        if program.kind == ProgramKind::Qpu {
            let loaded = runner.qpus.load(&text, program.span, &runner.files);
            problems.extend(loaded.err().into_iter().flatten());
            continue;
        }
        match load(session, &text, program.span) {
            Ok(loaded) => {
                if let Some(refused) = loaded.refused().filter(|_| !options.sanitize) {
                    let header = text.lines().next().unwrap_or_default().len() as u32;
                    let span = Span::new(program.span.start, program.span.start + header);
                    runner.notes.refused(refused, span);
                }
                if program.kind == ProgramKind::VertexState {
                    runner.state_program = Some(loaded.clone());
                    placed.push(Placed {
                        program: loaded,
                        span: program.span,
                        watched: None,
                    });
                    continue;
                }
                let watched = options
                    .sanitize
                    .then(|| Arc::new(SanitizingKernel::new(loaded.program().clone())));
                let bound = match &watched {
                    Some(kernel) => runner.canvas.bind_kernel(kernel.clone()),
                    None => runner.canvas.bind(&loaded),
                };
                if let Err(error) = bound {
                    problems.push(wrong(program.span, error.to_string()));
                    continue;
                }
                placed.push(Placed {
                    program: loaded,
                    span: program.span,
                    watched,
                });
            }
            Err(diagnostics) => problems.extend(diagnostics),
        }
    }
    if !problems.is_empty() {
        return Report::without_picture(source, Verdict::Error(problems));
    }
    for statement in &scene.statements {
        let done = runner.command(&statement.command, statement.span, scene);
        let done = runner.files.check().map_err(Stop::Spent).and(done);
        for refused in runner.canvas.take_refusals() {
            runner.notes.refused(&refused, statement.span);
        }
        // Draws and dispatches are ordered one after another.
        for kernel in placed
            .iter()
            .filter_map(|placed: &Placed| placed.watched.as_ref())
        {
            kernel.end_draw();
        }
        if let Err(Stop::Refused(error)) = done {
            let line = Some(source.position(statement.span.start).line);
            return Report::without_picture(source, Verdict::Skip(Skip::Device { line, error }));
        }
        if let Err(stop) = done {
            problems.push(stop.problem(statement.span, &placed));
            break;
        }
    }
    problems.append(&mut runner.qpus.problems);
    runner.notes.said.append(&mut runner.qpus.notes);
    problems.extend(placed.iter().flat_map(Placed::findings));
    let notes = std::mem::take(&mut runner.notes).into_diagnostics(&placed);
    Report {
        notes,
        ..runner.report(source, problems)
    }
}

/// Loads a program of a scene; problems are moved to where it stands in the file.
fn load(session: &Session, text: &str, at: Span) -> Result<Loaded, Vec<Diagnostic>> {
    session.load("program", text).map_err(|rejected| {
        let moved = |diagnostic: Diagnostic| diagnostic.moved(at.start);
        rejected.diagnostics.into_iter().map(moved).collect()
    })
}
