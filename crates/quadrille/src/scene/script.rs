//! A scene from its programs to its report.

use quadrille_base::{Diagnostic, Meter, Source, Span};
use quadrille_scene::{ProgramKind, Scene};

use super::hazard;
use super::placed::Placed;
use super::problems::Problems;
use super::runner::Runner;
use super::stop::{Stop, wrong};
use super::view::{asked, wanted};
use super::{Report, SceneOptions, Skip, Verdict};

/// Runs a scene that was read.
pub(super) fn run(source: Source, scene: &Scene, options: &SceneOptions<'_>, meter: Meter) -> Report {
    let mut runner = match Runner::new(options, &wanted(options, scene), meter) {
        Ok(runner) => runner,
        Err(error) => {
            let span = asked(&error, scene);
            let problem = Stop::from(error).problem(span, &[]);
            return Report::without_picture(source, Verdict::Error(vec![problem]));
        }
    };
    runner
        .notes
        .add(scene.ignored.iter().map(Diagnostic::from).collect());
    let session = scene
        .dialect
        .map(|dialect| options.session.clone().dialect(dialect));
    let session = session.as_ref().unwrap_or(options.session);
    let mut problems = Problems::new(session.options().max_diagnostics);
    let mut placed = Vec::new();
    for program in &scene.programs {
        let text = source.slice(program.span).to_owned();
        if program.kind == ProgramKind::Qpu {
            let loaded = runner.qpus.load(&text, program.span, &runner.files);
            problems.extend(loaded.err().into_iter().flatten());
            continue;
        }
        if program.kind == ProgramKind::ControlList {
            let loaded = runner.frames.load(&text, program.span, &runner.meter);
            problems.extend(loaded.err().into_iter().flatten());
            continue;
        }
        match session
            .clone()
            .target(program.kind.stage())
            .load("program", &text)
        {
            Ok(loaded) => {
                runner.notes.loaded(&loaded, program.span);
                if let Some(refused) = loaded.refused() {
                    let header = text.lines().next().unwrap_or_default().len() as u32;
                    let span = Span::new(program.span.start, program.span.start + header);
                    problems.extend(runner.notes.refused(refused, span));
                }
                if program.kind == ProgramKind::VertexState {
                    runner.state_program = Some(loaded.clone());
                    placed.push(Placed::unbound(loaded, program.span));
                    continue;
                }
                match Placed::bound(loaded, program.span, &mut runner, options.sanitize) {
                    Ok(bound) => placed.push(bound),
                    Err(error) => problems.push(wrong(program.span, error.to_string())),
                }
            }
            Err(rejected) => problems.program(&rejected.diagnostics, rejected.unlisted, program.span),
        }
    }
    if !problems.is_empty() {
        return Report {
            picture: None,
            framebuffer: None,
            ..runner.report(source, problems, &placed)
        };
    }
    for statement in &scene.statements {
        let command = &statement.command;
        let done = runner.recorded(statement.span, command.draws(), |runner| {
            runner.command(command, statement.span, scene)
        });
        let done = runner.files.check().map_err(Stop::Spent).and(done);
        for refused in runner.canvas.take_refusals() {
            problems.extend(runner.notes.refused(&refused, statement.span));
        }
        placed.iter().for_each(Placed::end_draw);
        let hazards = runner.canvas.end_command().into_iter();
        problems.extend(hazards.map(|hazard| hazard::problem(hazard, statement.span)));
        if let Err(Stop::Refused(error)) = done {
            let line = Some(source.position(statement.span.start).line);
            return Report::without_picture(source, Verdict::Skip(Skip::Device { line, error }));
        }
        if let Err(stop) = done {
            problems.push(stop.problem(statement.span, &placed));
        }
        if !problems.is_empty() {
            break;
        }
    }
    problems.extend(std::mem::take(&mut runner.qpus.problems));
    problems.extend(std::mem::take(&mut runner.frames.problems));
    runner.notes.add(std::mem::take(&mut runner.qpus.notes));
    runner.notes.add(std::mem::take(&mut runner.frames.notes));
    problems.extend(placed.iter().flat_map(Placed::findings));
    runner.report(source, problems, &placed)
}
