//! `.vpfp` files: each test section sets parameters, draws one quad and probes its centre.

use quadrille_base::{Meter, Source, Span};
use quadrille_isa::gl::binding::{Matrix as MatrixName, MatrixModifier};
use quadrille_pipeline::attribute;
use quadrille_pipeline::state::{Matrix, TrackedMatrix};
use quadrille_scene::vpfp::{File, Setting};
use quadrille_scene::{Corner, ParameterTarget, ProbeArea, ProgramKind, Scene};

use super::placed::Placed;
use super::probe::{self, Expected};
use super::problems::Problems;
use super::runner::{Missing, Runner};
use super::stop::{Stop, wrong};
use super::{Report, SceneOptions, Verdict, view};

/// The matrix that `!!VP` programs find in c[0] to c[3].
const MODEL_VIEW_PROJECTION: TrackedMatrix = TrackedMatrix {
    matrix: MatrixName::Mvp,
    modifier: MatrixModifier::None,
};

pub(super) fn run(source: Source, options: &SceneOptions<'_>, meter: Meter) -> Report {
    let file = match quadrille_scene::vpfp::read(source.text()) {
        Ok(file) => file,
        Err(error) => return Report::without_picture(source, Verdict::Error(vec![error.into()])),
    };
    let mut runner = match Runner::new(options, &view::wanted(options, &Scene::default()), meter) {
        Ok(runner) => runner,
        Err(error) => {
            let problem = Stop::from(error).problem(Span::at(0), &[]);
            return Report::without_picture(source, Verdict::Error(vec![problem]));
        }
    };
    let mut problems = Problems::new(options.session.options().max_diagnostics);
    let mut placed = Vec::new();
    for program in &file.programs {
        match options.session.load("program", &program.text) {
            Ok(loaded) => {
                runner.notes.loaded(&loaded, program.span);
                if program.text.starts_with("!!VP") {
                    runner.canvas.state.tracked = vec![Some(MODEL_VIEW_PROJECTION)];
                }
                if let Some(refused) = loaded.refused() {
                    problems.extend(runner.notes.refused(refused, program.span));
                }
                match Placed::bound(loaded, program.span, &mut runner, options.sanitize) {
                    Ok(bound) => placed.push(bound),
                    Err(_) => {
                        let message = "a test section draws with vertex and fragment programs only";
                        problems.push(wrong(program.span, message));
                    }
                }
            }
            Err(rejected) => problems.program(&rejected.diagnostics, rejected.unlisted, program.span),
        }
    }
    if problems.is_empty()
        && let Err((span, stop)) = tests(&mut runner, &file)
    {
        problems.push(stop.problem(span, &placed));
    }
    for refused in runner.canvas.take_refusals() {
        problems.extend(runner.notes.refused(&refused, Span::at(0)));
    }
    problems.extend(placed.iter().flat_map(Placed::findings));
    runner.report(source, problems, &placed)
}

/// Local parameters of the program of a stage.
const fn local(stage: ProgramKind) -> ParameterTarget {
    let environment = false;
    ParameterTarget { stage, environment }
}

/// Environment parameters of vertex programs.
const fn environment() -> ParameterTarget {
    ParameterTarget {
        stage: ProgramKind::Vertex,
        environment: true,
    }
}

fn tests(runner: &mut Runner<'_>, file: &File) -> Result<(), (Span, Stop)> {
    runner.canvas.state.transform.projection = Matrix::ortho(0.0, 1.0, 0.0, 1.0, -1.0, 1.0);
    let (width, height) = runner.size();
    for test in &file.tests {
        let mut expected = [0.0; 4];
        for (setting, span) in &test.settings {
            let parameter = |runner: &mut Runner<'_>, target, index: u32, value| {
                let set = runner.parameter(target, index, value);
                set.map_err(|stop| (*span, stop))
            };
            match *setting {
                Setting::Texcoord(unit, value) => {
                    let place = runner
                        .canvas
                        .state
                        .current
                        .get_mut(attribute::TEXTURE_COORDINATE + unit as usize);
                    *place.ok_or((*span, Missing::TextureCoordinate.into()))? = value.into();
                }
                Setting::VertexLocal(index, value) => {
                    parameter(runner, local(ProgramKind::Vertex), index, value)?;
                }
                Setting::VertexEnv(index, value) => parameter(runner, environment(), index, value)?,
                Setting::FragmentLocal(index, value) => {
                    parameter(runner, local(ProgramKind::Fragment), index, value)?;
                }
                // c[n] of NV_vertex_program and env[n] are one array (ARB_vertex_program, issue 27).
                Setting::ContextParameter(index, value) => {
                    parameter(runner, environment(), index, value)?;
                }
                Setting::Expected(value) => expected = value,
            }
        }
        let unit = Corner {
            origin: [0.0, 0.0],
            size: [1.0, 1.0],
        };
        let background = expected.map(|component| if component > 0.5 { 0.0 } else { 1.0 });
        let drawn = runner.recorded(test.span, true, |runner| {
            runner.clear_to(background);
            runner.draw_rect(unit, None, false, 1)
        });
        drawn.map_err(|stop| (test.span, stop))?;
        let [r, g, b, a] = expected;
        let wanted = Expected {
            buffer: 0,
            color: [r, g, b],
            alpha: Some(a),
            tolerance: [0.01; 4],
        };
        let centre = ProbeArea::Pixel((width / 2) as i32, (height / 2) as i32);
        let failure = probe::color(runner.canvas.framebuffer(), centre, &wanted, test.span)
            .map_err(|error| (test.span, error.into()))?;
        runner.probes.failures.extend(failure);
    }
    Ok(())
}
