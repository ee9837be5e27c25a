//! The pipeline: what a caller draws and computes with.

mod on_device;

use std::collections::HashMap;
use std::sync::Arc;

use quadrille_engine::{Kernel, Trap};
use quadrille_isa::gl::Stage;

use crate::compute::{self, Dispatch, DispatchError};
use crate::device::Device;
use crate::draw::{Draw, DrawError, Outcome};
use crate::fixed;
use crate::framebuffer::Framebuffer;
use crate::inter_stage::vertices::BLOCK;
use crate::output::unused::unused;
use crate::program::{BoundProgram, Compiler};
use crate::run::stages::Stages;
use crate::run::storage::Storage;
use crate::run::{self, mode};
use crate::state::Context;
use crate::threads::Threads;

/// Programs of fixed-function stages that are kept at most.
const MOST_FIXED: usize = 256;

/// The pipeline: threads, a compiler for fixed-function stages, and what it has compiled.
pub struct Pipeline {
    threads: Threads,
    /// For draws whose invocations have an order.
    one: Threads,
    compiler: Box<dyn Compiler>,
    fixed: HashMap<String, Arc<dyn Kernel>>,
    storage: Storage,
    /// The device that draws in place of the stages here, if there is one.
    pub device: Option<Arc<dyn Device>>,
}

impl Pipeline {
    /// A pipeline.
    pub fn new(threads: Threads, compiler: Box<dyn Compiler>) -> Pipeline {
        Pipeline {
            one: Threads::one().with_level(threads.level()),
            threads,
            compiler,
            fixed: HashMap::new(),
            storage: Storage::default(),
            device: None,
        }
    }

    /// Draws into a framebuffer.
    pub fn draw(
        &mut self,
        context: &Context,
        framebuffer: &mut Framebuffer,
        draw: &Draw<'_>,
    ) -> Result<Outcome, DrawError> {
        draw.check()?;
        let programs = draw.programs;
        let optional = |bound: &Option<BoundProgram>, stage: Stage, name: &'static str| {
            bound
                .as_ref()
                .map(|bound| expect_stage(bound, stage, name))
                .transpose()
        };
        let control = optional(
            &programs.control,
            Stage::TessellationControl,
            "tessellation control",
        )?;
        let evaluation = optional(
            &programs.evaluation,
            Stage::TessellationEvaluation,
            "tessellation evaluation",
        )?;
        let geometry = optional(&programs.geometry, Stage::Geometry, "geometry")?;
        mode::check(context, draw)?;
        let fragment = match optional(&programs.fragment, Stage::Fragment, "fragment")? {
            Some(bound) => bound,
            None => self.compile(&fixed::fragment::text(context))?,
        };
        let vertex = match optional(&programs.vertex, Stage::Vertex, "vertex")? {
            Some(bound) => bound,
            None => {
                let between = control.as_ref().or(evaluation.as_ref()).or(geometry.as_ref());
                let reader = between.unwrap_or(&fragment).kernel.program();
                let needs = fixed::vertex::Needs::of(reader);
                self.compile(&fixed::vertex::text(context, &needs))?
            }
        };
        let stages = Stages {
            vertex,
            control,
            evaluation,
            geometry,
            fragment,
            is_fixed: programs.vertex.is_none(),
        };
        let _room = draw.meter.room(stages.bytes())?;
        draw.meter.afford(least_work(draw, context))?;
        let outcome = match self.device.clone() {
            Some(device) => self.draw_on(&*device, context, framebuffer, draw, &stages)?,
            None => {
                let threads = threads_for(&self.threads, &self.one, draw, &stages);
                run::draw(threads, &mut self.storage, context, framebuffer, draw, &stages)
            }
        };
        let program = stages.fragment.kernel.program();
        Ok(Outcome {
            unused: unused(program, context, framebuffer),
            ..outcome
        })
    }

    /// Runs a compute program; the trap that ended it, if one did.
    ///
    /// # Errors
    ///
    /// Numbers or sizes of groups are not within the limits, the program is no compute program, or the device does not run
    /// it.
    pub fn dispatch(
        &self,
        context: &Context,
        dispatch: &Dispatch<'_>,
    ) -> Result<Option<Trap>, DispatchError> {
        match &self.device {
            Some(device) => compute::dispatch_on(&**device, context, dispatch).map(|()| None),
            None => compute::dispatch(&self.threads, context, dispatch),
        }
    }

    fn compile(&mut self, text: &str) -> Result<BoundProgram, DrawError> {
        if let Some(kernel) = self.fixed.get(text) {
            return Ok(BoundProgram::new(kernel.clone()));
        }
        let kernel = self.compiler.compile(text)?;
        if self.fixed.len() >= MOST_FIXED {
            self.fixed.clear();
        }
        self.fixed.insert(text.to_owned(), kernel.clone());
        Ok(BoundProgram::new(kernel))
    }
}

/// The threads that a draw may use, all or one.
fn threads_for<'t>(all: &'t Threads, one: &'t Threads, draw: &Draw<'_>, stages: &Stages) -> &'t Threads {
    if draw.watch.is_none() && (draw.unordered || stages.are_order_free()) {
        all
    } else {
        one
    }
}

/// The least work of a draw: a block of vertices for each instance, and each of its vertices.
fn least_work(draw: &Draw<'_>, context: &Context) -> u64 {
    let streams = draw.streams(context.patch.vertices);
    if streams.count == 0 {
        return 0;
    }
    u64::from(draw.instances).saturating_mul(streams.vertices.max(BLOCK) as u64)
}

fn expect_stage(bound: &BoundProgram, stage: Stage, name: &'static str) -> Result<BoundProgram, DrawError> {
    let profile = bound.kernel.program().profile();
    if profile.stage != stage {
        return Err(DrawError::Stage {
            header: profile.header,
            stage: name,
        });
    }
    Ok(bound.clone())
}
