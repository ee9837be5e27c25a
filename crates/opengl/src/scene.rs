//! The engine `gl`: a scene drawn by the driver, and probed as one that the pipeline drew.

use quadrille::scene::{
    BUDGET_SPENT, CountedFiles, Probes, Report, SceneOptions, Skip, Verdict, metered, unmet,
};
use quadrille::{ColorFormat, DepthFormat, Depths, Framebuffer, Picture, Pixels};
use quadrille_base::{Diagnostic, Meter, Room, Source, Span, Spent};
use quadrille_pipeline::Extent;
use quadrille_scene::{Command, Scene};
use quadrille_translate::Options;

use crate::command::{Drawing, draw};
use crate::error::SceneError;
use crate::gl::{Gl, OpenError};
use crate::program::Stop;

/// Runs a scene as [`quadrille::run_scene`] does, but that the driver draws it. What is not handed to the driver
/// is a scene that is skipped. Of the options only the files, the size, the format, which is RGBA8 or
/// [`ColorFormat::Rgba32F`], and the budget count: of the budget what is handed to the driver, and not what programs do
/// there.
///
/// # Errors
///
/// There is no driver, or it gives no context.
pub fn run_scene(name: &str, text: &str, options: &SceneOptions<'_>) -> Result<Report, OpenError> {
    drawn(name, text, options, None)
}

/// The same with programs that the options' session judges and that are translated to a language of the compatibility
/// profile, in which OpenGL itself gives shaders its state.
///
/// # Errors
///
/// There is no driver, or it gives no context.
pub fn run_compatible(
    name: &str,
    text: &str,
    options: &SceneOptions<'_>,
    translation: &Options,
) -> Result<Report, OpenError> {
    drawn(name, text, options, Some(translation))
}

fn drawn(
    name: &str,
    text: &str,
    options: &SceneOptions<'_>,
    translation: Option<&Options>,
) -> Result<Report, OpenError> {
    let mut report = Report {
        verdict: Verdict::Pass,
        picture: None,
        framebuffer: None,
        outputs: Vec::new(),
        files: Vec::new(),
        buffers: Vec::new(),
        history: None,
        heat: None,
        notes: Vec::new(),
        source: Source::new(name, text),
    };
    if name.ends_with(".vpfp") {
        report.verdict = skip(None, SceneError::Form);
        return Ok(report);
    }
    let (meter, _room) = match metered(text, &options.budget) {
        Ok(metered) => metered,
        Err(spent) => {
            report.verdict = over(Span::at(0), spent);
            return Ok(report);
        }
    };
    let (scene, problem) = quadrille_scene::recover(text);
    match (unmet(&scene, &options.session.options().limits), problem) {
        (Some(unmet), _) => report.verdict = Verdict::Skip(Skip::Unmet(unmet)),
        (None, Some(problem)) => report.verdict = Verdict::Error(vec![problem.into()]),
        (None, None) => run(&mut report, &scene, options, translation, &meter)?,
    }
    Ok(report)
}

/// The verdict on a scene that exceeds its budget.
fn over(command: Span, spent: Spent) -> Verdict {
    Verdict::Error(vec![Diagnostic::new(&BUDGET_SPENT, command, spent.to_string())])
}

/// The verdict on a scene of which something is not handed to the driver.
fn skip(line: Option<u32>, error: SceneError) -> Verdict {
    let error = error.into();
    Verdict::Skip(Skip::Device { line, error })
}

/// Takes the room of the framebuffer: the driver's, the one that is looked at, what comes from one to the other, and the
/// picture at the end.
fn framebuffer_room(meter: &Meter, extent: Extent, format: ColorFormat) -> Result<Room, Spent> {
    let bytes = extent.bytes(&[format], Some(DepthFormat::Depth32F), false);
    meter.work(extent.values())?;
    meter.room(bytes.saturating_mul(3).saturating_add(picture_bytes(extent)))
}

/// Bytes of a picture.
fn picture_bytes(extent: Extent) -> u64 {
    extent.values().saturating_mul(4)
}

fn run(
    report: &mut Report,
    scene: &Scene,
    options: &SceneOptions<'_>,
    translation: Option<&Options>,
    meter: &Meter,
) -> Result<(), OpenError> {
    if scene.samples.is_some() || scene.layers.is_some() {
        report.verdict = skip(None, SceneError::SamplesOrLayers);
        return Ok(());
    }
    let size @ (width, height) = scene.size.unwrap_or(options.size);
    let has_floats = options.color == ColorFormat::Rgba32F;
    let format = if has_floats {
        ColorFormat::Rgba32F
    } else {
        ColorFormat::Rgba8
    };
    let extent = match Extent::new(width, height).check() {
        Ok(extent) => extent,
        Err(error) => {
            report.verdict = skip(None, error.into());
            return Ok(());
        }
    };
    let _room = match framebuffer_room(meter, extent, format) {
        Ok(room) => room,
        Err(spent) => {
            report.verdict = over(Span::at(0), spent);
            return Ok(());
        }
    };
    let mut framebuffer = match Framebuffer::new(width, height, &[format], Some(DepthFormat::Depth32F), false)
    {
        Ok(framebuffer) => framebuffer,
        Err(error) => {
            report.verdict = skip(None, error.into());
            return Ok(());
        }
    };
    let gl = Gl::open(width, height)?;
    if has_floats && let Err(error) = gl.float_framebuffer(width, height) {
        report.verdict = skip(None, error.into());
        return Ok(());
    }
    let colors = || match has_floats {
        true => {
            let words = gl.words(width, height).into_iter();
            Pixels::rgba32f(&words.map(|pixel| pixel.map(f32::from_bits)).collect::<Vec<_>>())
        }
        false => Pixels::rgba8(gl.pixels(width, height)),
    };
    let files = CountedFiles::new(options.files, meter.clone());
    let drawing = Drawing {
        source: &report.source,
        scene,
        files: &files,
        meter,
        size,
        translation: translation.map(|translation| (options.session, translation)),
    };
    let mut probes = Probes::default();
    let mut outputs = Vec::new();
    let mut rooms = Vec::new();
    let mut look = |statement: &quadrille_scene::Statement| -> Result<(), SceneError> {
        match &statement.command {
            Command::Output(path) => {
                meter.work(extent.values())?;
                rooms.push(meter.room(picture_bytes(extent))?);
                framebuffer.set_color(0, &colors());
                outputs.push((path.clone(), Picture::of(&framebuffer, 0)));
            }
            Command::Probe { .. } => {
                meter.work(extent.values())?;
                framebuffer.set_color(0, &colors());
            }
            Command::ProbeDepth { .. } => {
                meter.work(extent.values())?;
                framebuffer.set_depths(&Depths::Float(gl.depths(width, height)));
            }
            _ => {}
        }
        Ok(probes.command(&statement.command, statement.span, &framebuffer)?)
    };
    let drawn = draw(&gl, &drawing, &mut look);
    framebuffer.set_color(0, &colors());
    report.picture = Some(Picture::of(&framebuffer, 0));
    report.framebuffer = Some(framebuffer);
    report.outputs = outputs;
    report.notes.extend(probes.notes());
    report.verdict = match drawn {
        Err(Stop::Missing { line, error }) => skip(line, error),
        Err(Stop::Refused(problem)) => Verdict::Error(vec![*problem]),
        Err(Stop::Spent(command, spent)) => over(command, spent),
        Ok(()) if probes.failures.is_empty() => Verdict::Pass,
        Ok(()) => Verdict::Fail(probes.failures),
    };
    Ok(())
}
