//! A pixel of a scene, or invocations of another stage, in the debugger: the scene runs on a thread of its own, as often as
//! it must.

use std::sync::Arc;

use quadrille::scene::{
    InvocationChoice, PixelHistory, ProgramDebugger, Report, SceneOptions, Verdict, run_scene,
};
use quadrille::{Budget, PixelPlace, Session, Source, Stage};
use quadrille_debug::scene::{SceneDebugger, SceneMachine, Subject};

use super::DebugError;
use crate::commands::given::Given;
use crate::error::Error;
use crate::files::{self, SceneFiles};
use crate::setting::SettingError;

/// What is gone through of a scene.
#[derive(Clone, Copy)]
pub(super) enum Meant {
    Pixel(PixelPlace),
    Invocations(InvocationChoice),
}

/// Invocations of a scene that are gone through: a number, and which part of it. Each option is for one stage.
#[derive(clap::Args)]
pub(super) struct Invocations {
    /// The invocations for this vertex of a scene's draws, as `vertex.id` counts them, in all instances or in one.
    #[arg(long, value_name = "VERTEX[,INSTANCE]", value_parser = numbers, conflicts_with = "pixel", group = "stage")]
    vertex: Option<Numbers>,
    /// The invocations of the tessellation control program for this patch, or for one vertex of it.
    #[arg(long, value_name = "PATCH[,VERTEX]", value_parser = numbers, conflicts_with = "pixel", group = "stage")]
    control: Option<Numbers>,
    /// The invocations of the tessellation evaluation program for this patch, or for one of the vertices that it is taken
    /// apart into.
    #[arg(long, value_name = "PATCH[,VERTEX]", value_parser = numbers, conflicts_with = "pixel", group = "stage")]
    evaluation: Option<Numbers>,
    /// The invocations of the geometry program for this primitive, or one of them.
    #[arg(long, value_name = "PRIMITIVE[,INVOCATION]", value_parser = numbers, conflicts_with = "pixel", group = "stage")]
    geometry: Option<Numbers>,
    /// The first invocation of this work group of the compute program, or another; groups are counted along x, then y, then z.
    #[arg(long, value_name = "GROUP[,INVOCATION]", value_parser = numbers, conflicts_with = "pixel", group = "stage")]
    compute: Option<Numbers>,
    /// Only in this draw or dispatch of the scene, counted from 1.
    #[arg(long, value_name = "N", requires = "stage", value_parser = clap::value_parser!(u32).range(1..))]
    draw: Option<u32>,
}

/// A number, and a part of it.
type Numbers = (u32, Option<u32>);

/// Reads a number with or without another behind it.
fn numbers(text: &str) -> Result<Numbers, SettingError> {
    let wrong = || SettingError::form(text, "N or N,N");
    let number = |text: &str| text.trim().parse().map_err(|_| wrong());
    match text.split_once(',') {
        Some((first, second)) => Ok((number(first)?, Some(number(second)?))),
        None => Ok((number(text)?, None)),
    }
}

impl Invocations {
    /// Those that are meant, if any are.
    pub(super) fn choice(&self) -> Option<InvocationChoice> {
        // All invocations of a work group are side by side.
        let first = |(group, lane): Numbers| (group, Some(lane.unwrap_or(0)));
        let stages = [
            (Stage::Vertex, self.vertex),
            (Stage::TessellationControl, self.control),
            (Stage::TessellationEvaluation, self.evaluation),
            (Stage::Geometry, self.geometry),
            (Stage::Compute, self.compute.map(first)),
        ];
        stages.into_iter().find_map(|(stage, numbers)| {
            let (number, part) = numbers?;
            Some(InvocationChoice {
                stage,
                number,
                part,
                draw: self.draw,
            })
        })
    }
}

/// What is meant of a scene, in front of the first instruction.
pub(super) fn machine(given: &Given, meant: Meant) -> Result<SceneMachine, Error> {
    let (subject, pixel, invocations) = match meant {
        Meant::Pixel(place) => (Subject::Pixel, Some(place), None),
        Meant::Invocations(choice) => (Subject::Invocations, None, Some(choice)),
    };
    let path = given.path.clone();
    let name = path.display().to_string();
    let text = files::read(&path)?;
    let source = Source::new(name.clone(), text.clone());
    let options = given.options()?;
    // What it names must be there, or nothing begins.
    SceneFiles::new(&path, &[], &[], &[])?;
    let start = move |debugger: Arc<SceneDebugger>| {
        let (path, name, text, options) = (path.clone(), name.clone(), text.clone(), options.clone());
        // It ends by itself when nobody asks any more.
        std::thread::spawn(move || {
            let session = Session::with(options);
            let Ok(files) = SceneFiles::new(&path, &[], &[], &[]) else {
                return debugger.finish("the scene's folder is gone".to_owned());
            };
            let watched: Arc<dyn ProgramDebugger> = debugger.clone();
            let options = SceneOptions {
                pixel,
                invocations,
                debugger: Some(watched),
                budget: Budget {
                    work: u64::MAX,
                    ..Budget::default()
                },
                ..SceneOptions::new(&session, &files)
            };
            debugger.finish(told(&run_scene(&name, &text, &options)));
        });
    };
    Ok(SceneMachine::new(source, subject, Box::new(start)).map_err(DebugError::from)?)
}

/// What became of the scene, in a line.
fn told(report: &Report) -> String {
    // A pixel of another framebuffer than the one that is read at the end may have a history.
    let is_outside = |history: &PixelHistory| history.value.is_none() && history.entries.is_empty();
    let is_outside = report.history.as_ref().is_some_and(is_outside);
    match &report.verdict {
        Verdict::Pass | Verdict::Fail(_) if is_outside => "it is outside of the framebuffer".to_owned(),
        Verdict::Pass => "the scene passes".to_owned(),
        Verdict::Fail(failures) => format!("the scene fails: {} probes found something else", failures.len()),
        Verdict::Skip(_) => "the scene is skipped".to_owned(),
        Verdict::Error(problems) => {
            let texts: Vec<&str> = problems.iter().map(|problem| problem.message.as_str()).collect();
            format!("the scene is wrong: {}", texts.join("; "))
        }
    }
}
