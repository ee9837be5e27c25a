//! What is kept of a scene that is watched, command by command.

use std::sync::Arc;

use quadrille_base::Span;
use quadrille_pipeline::{DrawWatch, Framebuffer, PixelValue};

use super::SceneOptions;
use super::heat::{HeatMap, HeatWatch};
use super::history::{History, HistoryEntry, PixelHistory};
use super::invocations::InvocationWatch;
use super::profile::{Measure, Timing};
use super::runner::Runner;
use super::stop::Stop;
use super::watching::{NextCommand, SceneWatch};
use crate::canvas::Canvas;

/// What watches a scene, and what it has seen so far.
#[derive(Default)]
pub(super) struct Recording {
    watch: Option<Arc<dyn SceneWatch>>,
    /// The watch, if it is that of a pixel.
    history: Option<Arc<History>>,
    /// The watch, if it counts for a heat map.
    heat: Option<Arc<HeatWatch>>,
    /// Who takes the time of commands and programs.
    timing: Option<Arc<Timing>>,
    entries: Vec<HistoryEntry>,
}

impl Recording {
    /// What the options ask for, which watches what is drawn on the canvas from here on.
    pub(super) fn begin(options: &SceneOptions<'_>, canvas: &mut Canvas) -> Recording {
        let recording = Recording::of(options);
        canvas.watch_draws(recording.watch.clone().map(|watch| watch as Arc<dyn DrawWatch>));
        recording
    }

    /// What the options ask for, if they ask for anything: a pixel, else invocations, else a heat map, else
    /// a measure.
    fn of(options: &SceneOptions<'_>) -> Recording {
        if let Some(place) = options.pixel {
            let history = Arc::new(History::new(place, options.debugger.clone()));
            return Recording {
                watch: Some(history.clone()),
                history: Some(history),
                ..Recording::default()
            };
        }
        if let (Some(choice), Some(debugger)) = (options.invocations, &options.debugger) {
            return Recording {
                watch: Some(Arc::new(InvocationWatch::new(choice, debugger.clone()))),
                ..Recording::default()
            };
        }
        if let Some(kind) = options.heat {
            let heat = Arc::new(HeatWatch::new(kind));
            return Recording {
                watch: Some(heat.clone()),
                heat: Some(heat),
                ..Recording::default()
            };
        }
        match &options.measure {
            Some(Measure::Time(timing)) => Recording {
                timing: Some(timing.clone()),
                ..Recording::default()
            },
            Some(Measure::Work(work)) => Recording {
                watch: Some(work.clone()),
                ..Recording::default()
            },
            None => Recording::default(),
        }
    }

    /// Who takes the time of programs, if anybody does.
    pub(super) fn timing(&self) -> Option<&Arc<Timing>> {
        self.timing.as_ref()
    }

    /// What watches, if anything does.
    pub(super) fn watch(&self) -> Option<&Arc<dyn SceneWatch>> {
        self.watch.as_ref()
    }

    /// What a framebuffer holds at the pixel, if it is wanted and inside.
    fn value(&self, framebuffer: &Framebuffer) -> Option<PixelValue> {
        framebuffer.value(self.history.as_ref()?.pixel()?)
    }

    /// A command was carried out, which drew into the framebuffer of a name.
    fn add(&mut self, span: Span, framebuffer: Option<&String>, [before, after]: [PixelValue; 2]) {
        let Some(history) = &self.history else { return };
        let entry = HistoryEntry {
            span,
            framebuffer: framebuffer.cloned(),
            before,
            after,
            fragments: history.take(),
        };
        if entry.before != entry.after || !entry.fragments.is_empty() {
            history.end_command(span);
            self.entries.push(entry);
        }
    }

    /// The history of the pixel and the heat map, when all is drawn; of the framebuffer that is read.
    pub(super) fn finish(self, canvas: &Canvas) -> (Option<PixelHistory>, Option<HeatMap>) {
        let framebuffer = canvas.framebuffer();
        let [_, read] = canvas.bound_framebuffers();
        let size = [framebuffer.width(), framebuffer.height()];
        let heat = self.heat.map(|heat| heat.map(read, size));
        let pixel = self.history.and_then(|history| Some((history.pixel()?, history)));
        let history = pixel.map(|(place, history)| PixelHistory {
            place,
            value: framebuffer.value(place),
            entries: self.entries,
            unlisted: history.unlisted(),
        });
        (history, heat)
    }
}

impl<'a> Runner<'a> {
    /// Carries a command out, which draws or dispatches or does neither, and keeps what it does with what is watched.
    pub(super) fn recorded(
        &mut self,
        span: Span,
        draws: bool,
        command: impl FnOnce(&mut Runner<'a>) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        let drawn = self.canvas.bound_framebuffers()[0];
        let framebuffer = self.canvas.draw_framebuffer();
        if let Some(watch) = self.history.watch() {
            let began = watch.begin(&NextCommand {
                span,
                draws,
                framebuffer: drawn,
                size: [framebuffer.width(), framebuffer.height()],
                meter: self.canvas.meter(),
            });
            began?;
        }
        let before = self.history.value(framebuffer);
        let timing = self.history.timing().cloned();
        if let Some(timing) = &timing {
            timing.begin(span, draws);
        }
        let done = command(self);
        if let Some(timing) = &timing {
            timing.end();
        }
        let after = self.history.value(self.canvas.draw_framebuffer());
        // A command that binds another framebuffer changes none.
        if drawn == self.canvas.bound_framebuffers()[0]
            && let (Some(before), Some(after)) = (before, after)
        {
            let mut names = self.named.iter();
            let name = names.find_map(|(name, named)| (*named == drawn).then_some(name));
            self.history.add(span, name, [before, after]);
        }
        done
    }
}
