//! A pixel of a scene in the debugger: the scene runs on a thread of its own, as often as it must.

use std::sync::Arc;

use quadrille::scene::{FragmentDebugger, SceneOptions, Verdict, run_scene};
use quadrille::{Budget, PixelPlace, Session, Source};
use quadrille_debug::scene::{SceneDebugger, SceneMachine};

use super::DebugError;
use crate::commands::given::Given;
use crate::error::Error;
use crate::files::{self, SceneFiles};

/// The fragments at a pixel of a scene, in front of the first instruction.
pub(super) fn machine(given: &Given, pixel: PixelPlace) -> Result<SceneMachine, Error> {
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
            let watched: Arc<dyn FragmentDebugger> = debugger.clone();
            let options = SceneOptions {
                pixel: Some(pixel),
                debugger: Some(watched),
                budget: Budget {
                    work: u64::MAX,
                    ..Budget::default()
                },
                ..SceneOptions::new(&session, &files)
            };
            debugger.finish(told(&run_scene(&name, &text, &options).verdict));
        });
    };
    Ok(SceneMachine::new(source, Box::new(start)).map_err(DebugError::from)?)
}

/// A verdict in a line.
fn told(verdict: &Verdict) -> String {
    match verdict {
        Verdict::Pass => "the scene passes".to_owned(),
        Verdict::Fail(failures) => format!("the scene fails: {} probes found something else", failures.len()),
        Verdict::Skip(_) => "the scene is skipped".to_owned(),
        Verdict::Error(problems) => {
            let texts: Vec<&str> = problems.iter().map(|problem| problem.message.as_str()).collect();
            format!("the scene is wrong: {}", texts.join("; "))
        }
    }
}
