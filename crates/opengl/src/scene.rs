//! The engine `gl`: a scene drawn by the driver, and probed as one that the pipeline drew.

use quadrille::scene::{Probes, Report, SceneOptions, Verdict};
use quadrille::{ColorFormat, DepthFormat, Depths, Framebuffer, Picture, Pixels};
use quadrille_base::Source;
use quadrille_scene::{Command, Scene};

use super::gl::{Gl, OpenError};
use super::painter::{Drawing, draw};
use super::program::Stop;

/// Runs a scene as [`quadrille::run_scene`] does, but that the driver draws it. What is not handed to the driver
/// is a scene that is skipped. Of the options only the files, the size and the format count, which is RGBA8 or
/// [`ColorFormat::Rgba32F`].
///
/// # Errors
///
/// There is no driver, or it gives no context.
pub fn run_scene(name: &str, text: &str, options: &SceneOptions<'_>) -> Result<Report, OpenError> {
    let mut report = Report {
        verdict: Verdict::Pass,
        picture: None,
        framebuffer: None,
        outputs: Vec::new(),
        files: Vec::new(),
        notes: Vec::new(),
        source: Source::new(name, text),
    };
    if name.ends_with(".vpfp") {
        report.verdict = Verdict::Skip("files of this form are not handed to the driver".to_owned());
        return Ok(report);
    }
    match quadrille_scene::read(text) {
        Ok(scene) => run(&mut report, &scene, options)?,
        Err(problem) => report.verdict = Verdict::Error(vec![problem]),
    }
    Ok(report)
}

fn run(report: &mut Report, scene: &Scene, options: &SceneOptions<'_>) -> Result<(), OpenError> {
    if scene.samples.is_some() || scene.layers.is_some() {
        let reason = "framebuffers of several samples or layers are not asked of the driver";
        report.verdict = Verdict::Skip(reason.to_owned());
        return Ok(());
    }
    let size @ (width, height) = scene.size.unwrap_or(options.size);
    let has_floats = options.color == ColorFormat::Rgba32F;
    let format = if has_floats {
        ColorFormat::Rgba32F
    } else {
        ColorFormat::Rgba8
    };
    let mut framebuffer = match Framebuffer::new(width, height, &[format], Some(DepthFormat::Depth32F), false)
    {
        Ok(framebuffer) => framebuffer,
        Err(error) => {
            report.verdict = Verdict::Skip(error.to_string());
            return Ok(());
        }
    };
    let gl = Gl::open(width, height)?;
    if has_floats && let Err(why) = gl.float_framebuffer(width, height) {
        report.verdict = Verdict::Skip(why);
        return Ok(());
    }
    let colors = || match has_floats {
        true => Pixels::Rgba32F(
            gl.words(width, height)
                .into_iter()
                .map(|pixel| pixel.map(f32::from_bits))
                .collect(),
        ),
        false => Pixels::Rgba8(gl.pixels(width, height)),
    };
    let drawing = Drawing {
        source: &report.source,
        scene,
        files: options.files,
        size,
    };
    let mut probes = Probes::default();
    let mut outputs = Vec::new();
    let mut look = |statement: &quadrille_scene::Statement| {
        match &statement.command {
            Command::Output(path) => {
                framebuffer.set_color(0, colors());
                outputs.push((path.clone(), Picture::of(&framebuffer, 0)));
            }
            Command::Probe { .. } => framebuffer.set_color(0, colors()),
            Command::ProbeDepth { .. } => framebuffer.set_depths(Depths::Float(gl.depths(width, height))),
            _ => {}
        }
        probes.command(&statement.command, statement.span, &framebuffer)
    };
    let drawn = draw(&gl, &drawing, &mut look);
    framebuffer.set_color(0, colors());
    report.picture = Some(Picture::of(&framebuffer, 0));
    report.framebuffer = Some(framebuffer);
    report.outputs = outputs;
    report.verdict = match drawn {
        Err(Stop::Missing(message)) => Verdict::Skip(message),
        Err(Stop::Refused(problem)) => Verdict::Error(vec![*problem]),
        Ok(()) if probes.failures.is_empty() => Verdict::Pass,
        Ok(()) => Verdict::Fail(probes.failures),
    };
    Ok(())
}
