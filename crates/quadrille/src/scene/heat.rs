//! Heat maps: what fragment programs do at each pixel, counted and shown as a picture.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use quadrille_base::{Room, Spent};
use quadrille_engine::{Batch, Environment, Kernel, Mask, Scratch, Trap};
use quadrille_isa::gl::Stage;
use quadrille_isa::gl::operation::{Operation, TextureOp};
use quadrille_pipeline::DrawWatch;
use quadrille_program::Program;
use quadrille_reference::{Observer, Step};

use super::watching::{NextCommand, SceneWatch, WatchedProgram};
use crate::canvas::FramebufferId;
use crate::picture::Picture;

/// What is counted at each pixel, over all draws, samples and layers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HeatKind {
    /// Instructions that the pixel's fragments executed.
    Instructions,
    /// Fragments: primitives that cover the pixel.
    Overdraw,
    /// Texture lookups of its fragments.
    Reads,
    /// Instructions that its fragments executed while another fragment of their quad did not.
    Divergence,
}

impl HeatKind {
    /// All, in the order in which they are listed.
    pub const ALL: [HeatKind; 4] = [
        HeatKind::Instructions,
        HeatKind::Overdraw,
        HeatKind::Reads,
        HeatKind::Divergence,
    ];

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            HeatKind::Instructions => "instructions",
            HeatKind::Overdraw => "overdraw",
            HeatKind::Reads => "reads",
            HeatKind::Divergence => "divergence",
        }
    }

    /// What is counted, as a sentence goes on behind a number.
    pub fn unit(self) -> &'static str {
        match self {
            HeatKind::Instructions => "instructions",
            HeatKind::Overdraw => "fragments",
            HeatKind::Reads => "texture lookups",
            HeatKind::Divergence => "instructions without others of the quad",
        }
    }
}

/// The counts of each pixel.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HeatMap {
    /// What was counted.
    pub kind: HeatKind,
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// The counts, row by row from the lower left.
    pub counts: Vec<u64>,
}

/// The colours of a heat map from 1 count on to the most, evenly apart; 0 is black. Each is brighter than the one before.
const COLORS: [[u8; 3]; 6] = [
    [40, 20, 110],
    [120, 30, 140],
    [200, 50, 100],
    [240, 110, 50],
    [250, 190, 60],
    [255, 255, 230],
];

impl HeatMap {
    /// The count of a pixel; 0 outside.
    pub fn count(&self, x: u32, y: u32) -> u64 {
        let at = y as usize * self.width as usize + x as usize;
        let inside = x < self.width;
        self.counts.get(at).copied().filter(|_| inside).unwrap_or(0)
    }

    /// The least count of a pixel.
    pub fn least(&self) -> u64 {
        self.counts.iter().copied().min().unwrap_or(0)
    }

    /// The most.
    pub fn most(&self) -> u64 {
        self.counts.iter().copied().max().unwrap_or(0)
    }

    /// The sum over all pixels.
    pub fn total(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// The map as a picture: black where the count is 0, then from dark blue over red and yellow to white, which is `most` and
    /// more.
    pub fn picture(&self, most: u64) -> Picture {
        let rows = (0..self.height).rev();
        let counts = rows.flat_map(|y| (0..self.width).map(move |x| (x, y)));
        let colors = counts.map(|(x, y)| color(self.count(x, y), most));
        Picture {
            width: self.width,
            height: self.height,
            rgba: colors.flat_map(|[r, g, b]| [r, g, b, u8::MAX]).collect(),
        }
    }
}

/// The colour of a count.
fn color(count: u64, most: u64) -> [u8; 3] {
    if count == 0 {
        return [0; 3];
    }
    let steps = COLORS.len() - 1;
    let part = match most {
        0 | 1 => 1.0,
        _ => (count.min(most) - 1) as f64 / (most - 1) as f64,
    };
    let place = part * steps as f64;
    let below = (place as usize).min(steps - 1);
    let part = place - below as f64;
    std::array::from_fn(|component| {
        let [from, to] = [COLORS[below], COLORS[below + 1]].map(|color| f64::from(color[component]));
        (from + (to - from) * part).round() as u8
    })
}

/// Counts while a scene is drawn.
pub(super) struct HeatWatch {
    kind: HeatKind,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// The counts of each framebuffer that was drawn into, with its width and height.
    maps: HashMap<FramebufferId, Counts>,
    /// That of the command at hand.
    drawn: FramebufferId,
    /// The pixels of the lanes of the next batch.
    lanes: Vec<Option<[u32; 2]>>,
}

#[derive(Default)]
struct Counts {
    size: [u32; 2],
    counts: Vec<u64>,
    /// Of the budget.
    _room: Option<Room>,
}

impl State {
    fn add(&mut self, lane: usize, count: u64) {
        let Some([x, y]) = self.lanes.get(lane).copied().flatten() else {
            return;
        };
        let Some(map) = self.maps.get_mut(&self.drawn) else {
            return;
        };
        let [width, _] = map.size;
        let at = y as usize * width as usize + x as usize;
        if let Some(sum) = map.counts.get_mut(at) {
            *sum += count;
        }
    }
}

impl HeatWatch {
    pub(super) fn new(kind: HeatKind) -> HeatWatch {
        HeatWatch {
            kind,
            state: Mutex::default(),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The counts of a framebuffer of this width and height.
    pub(super) fn map(&self, framebuffer: FramebufferId, [width, height]: [u32; 2]) -> HeatMap {
        let mut state = self.state();
        let drawn = state.maps.remove(&framebuffer);
        let drawn = drawn.filter(|drawn| drawn.size == [width, height]);
        let none = || vec![0; width as usize * height as usize];
        HeatMap {
            kind: self.kind,
            width,
            height,
            counts: drawn.map_or_else(none, |drawn| drawn.counts),
        }
    }
}

impl DrawWatch for HeatWatch {
    fn fragments(&self, lanes: &[Option<[u32; 2]>]) {
        let mut state = self.state();
        state.lanes = lanes.to_vec();
        if self.kind == HeatKind::Overdraw {
            for lane in 0..lanes.len() {
                state.add(lane, 1);
            }
        }
    }
}

impl SceneWatch for HeatWatch {
    fn observes(&self, stage: Stage) -> bool {
        stage == Stage::Fragment && self.kind != HeatKind::Overdraw
    }

    fn begin(&self, command: &NextCommand) -> Result<(), Spent> {
        let mut state = self.state();
        state.drawn = command.framebuffer;
        if command.draws {
            let map = state.maps.entry(command.framebuffer).or_default();
            if map.size != command.size {
                let [width, height] = command.size;
                let pixels = u64::from(width) * u64::from(height);
                *map = Counts {
                    size: command.size,
                    _room: Some(command.meter.room(size_of::<u64>() as u64 * pixels)?),
                    counts: vec![0; pixels as usize],
                };
            }
        }
        Ok(())
    }

    fn run(
        &self,
        program: &WatchedProgram,
        batch: &mut Batch,
        environment: &Environment<'_>,
        _: &mut Scratch,
    ) -> Result<(), Trap> {
        let kernel = &program.kernel;
        let mut counter = Counter {
            kind: self.kind,
            program: kernel.program(),
            live: batch.live.clone(),
            counts: vec![0; batch.lanes()],
        };
        let outcome = kernel.observe(batch, environment, &mut counter);
        let mut state = self.state();
        for (lane, count) in counter.counts.into_iter().enumerate() {
            state.add(lane, count);
        }
        outcome
    }
}

/// Counts what lanes do.
struct Counter<'a> {
    kind: HeatKind,
    program: &'a Program,
    /// The lanes that run.
    live: Mask,
    counts: Vec<u64>,
}

impl Counter<'_> {
    fn counts(&self, step: &Step<'_>) -> bool {
        match self.kind {
            HeatKind::Instructions => true,
            HeatKind::Overdraw => false,
            HeatKind::Reads => {
                let operation = self.program.instructions()[step.instruction].operation;
                let queries = [TextureOp::QueryLod, TextureOp::QuerySize, TextureOp::QuerySamples];
                matches!(operation, Operation::Texture(one) if !queries.contains(&one))
            }
            HeatKind::Divergence => {
                let quad = step.lane - step.lane % 4;
                let lanes = quad..(quad + 4).min(self.live.lanes());
                lanes
                    .into_iter()
                    .any(|lane| self.live.get(lane) && !step.active.get(lane))
            }
        }
    }
}

impl Observer for Counter<'_> {
    fn step(&mut self, step: Step<'_>) {
        if self.counts(&step) {
            self.counts[step.lane] += 1;
        }
    }
}
