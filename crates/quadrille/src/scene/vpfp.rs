//! `.vpfp` files: each test section sets parameters, draws one quad and probes its centre.

use quadrille_base::{Source, Span};
use quadrille_pipeline::state::Matrix;
use quadrille_pipeline::{BoundProgram, attribute};
use quadrille_scene::vpfp::{File, Setting};
use quadrille_scene::{Corner, ParameterTarget, ProbeArea};

use super::probe::{self, Expected};
use super::runner::{Runner, wrong};
use super::{Report, SceneOptions, Verdict, compile};

/// The headers of languages whose programs the runner draws with.
const DRAWN: [&str; 2] = ["!!ARBvp", "!!ARBfp"];

pub(super) fn run(source: Source, options: &SceneOptions<'_>) -> Report {
    let file = match quadrille_scene::vpfp::read(source.text()) {
        Ok(file) => file,
        Err(problem) => return Report::without_picture(source, Verdict::Error(vec![problem])),
    };
    if let Some(program) = file
        .programs
        .iter()
        .find(|program| !DRAWN.iter().any(|h| program.text.starts_with(h)))
    {
        let header = program.text.lines().next().unwrap_or_default();
        let reason = format!("programs of {header} are not drawn yet");
        return Report::without_picture(source, Verdict::Skip(reason));
    }
    let mut runner = match Runner::new(options, options.size) {
        Ok(runner) => runner,
        Err(message) => {
            return Report::without_picture(source, Verdict::Error(vec![wrong(Span::at(0), message)]));
        }
    };
    let mut problems = Vec::new();
    for program in &file.programs {
        // Comment lines were taken out of the text, so places in it are not places in the file.
        match compile::load(options.session, &program.text, Span::at(0)) {
            Ok(kernel) if program.text.starts_with("!!ARBvp") => {
                runner.programs.vertex = Some(BoundProgram::new(kernel));
            }
            Ok(kernel) => runner.programs.fragment = Some(BoundProgram::new(kernel)),
            Err(diagnostics) => problems.extend(diagnostics.into_iter().map(|mut diagnostic| {
                diagnostic.span = program.span;
                diagnostic.labels.clear();
                diagnostic.fix = None;
                diagnostic
            })),
        }
    }
    if problems.is_empty()
        && let Err((span, message)) = tests(&mut runner, &file)
    {
        problems.push(wrong(span, message));
    }
    runner.report(source, problems)
}

fn tests(runner: &mut Runner<'_>, file: &File) -> Result<(), (Span, String)> {
    runner.context.transform.projection = Matrix::ortho(0.0, 1.0, 0.0, 1.0, -1.0, 1.0);
    let (width, height) = (
        runner.framebuffer.width() as i32,
        runner.framebuffer.height() as i32,
    );
    for test in &file.tests {
        let mut expected = [0.0; 4];
        for (setting, span) in &test.settings {
            let parameter = |runner: &mut Runner<'_>, target, index: u32, value| {
                runner
                    .parameter(target, index as usize, value)
                    .map_err(|message| (*span, message))
            };
            match *setting {
                Setting::Texcoord(unit, value) => {
                    let place = runner
                        .context
                        .current
                        .get_mut(attribute::TEXTURE_COORDINATE + unit as usize);
                    *place.ok_or((*span, "there is no such texture coordinate".to_owned()))? = value;
                }
                Setting::VertexLocal(index, value) => {
                    parameter(runner, ParameterTarget::LocalVertex, index, value)?;
                }
                Setting::VertexEnv(index, value) => {
                    parameter(runner, ParameterTarget::EnvVertex, index, value)?
                }
                Setting::FragmentLocal(index, value) => {
                    parameter(runner, ParameterTarget::LocalFragment, index, value)?;
                }
                // c[n] of NV_vertex_program and env[n] are one array (ARB_vertex_program, issue 27).
                Setting::ContextParameter(index, value) => {
                    parameter(runner, ParameterTarget::EnvVertex, index, value)?;
                }
                Setting::Expected(value) => expected = value,
            }
        }
        runner.clear_to(expected.map(|component| if component > 0.5 { 0.0 } else { 1.0 }));
        let unit = Corner {
            origin: [0.0, 0.0],
            size: [1.0, 1.0],
        };
        runner
            .draw_rect(unit, None)
            .map_err(|message| (test.span, message))?;
        let [r, g, b, a] = expected;
        let wanted = Expected {
            color: [r, g, b],
            alpha: Some(a),
            tolerance: [0.01; 4],
        };
        let centre = ProbeArea::Pixel(width / 2, height / 2);
        let failure = probe::color(&runner.framebuffer, centre, &wanted, test.span)
            .map_err(|message| (test.span, message))?;
        runner.failures.extend(failure);
    }
    Ok(())
}
