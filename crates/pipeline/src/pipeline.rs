//! The pipeline: what a caller draws and computes with.

mod on_device;

use std::collections::HashMap;
use std::sync::Arc;

use quadrille_engine::{Kernel, Trap};
use quadrille_isa::gl::Stage;

use crate::compute::{self, Dispatch, DispatchError};
use crate::device::{Between, Device};
use crate::draw::{Draw, DrawError, Outcome};
use crate::fixed;
use crate::framebuffer::Framebuffer;
use crate::inter_stage::vertices::BLOCK;
use crate::output::unused::unused;
use crate::primitive::Streams;
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
        let between = Between {
            control: expect_stage(
                &programs.control,
                Stage::TessellationControl,
                "tessellation control",
            )?,
            evaluation: expect_stage(
                &programs.evaluation,
                Stage::TessellationEvaluation,
                "tessellation evaluation",
            )?,
            geometry: expect_stage(&programs.geometry, Stage::Geometry, "geometry")?,
        };
        mode::check(context, draw)?;
        let vertex = expect_stage(&programs.vertex, Stage::Vertex, "vertex")?;
        let (fixed_fragment, fixed_vertex);
        let fragment = match expect_stage(&programs.fragment, Stage::Fragment, "fragment")? {
            Some(bound) => bound,
            None => {
                fixed_fragment = self.compile(&fixed::fragment::text(
                    context,
                    vertex.map(|bound| &**bound.kernel.program()),
                ))?;
                &fixed_fragment
            }
        };
        let vertex = match vertex {
            Some(bound) => bound,
            None => {
                let reader = between.programs().next().unwrap_or(fragment);
                let needs = fixed::vertex::Needs::of(reader.kernel.program());
                fixed_vertex = self.compile(&fixed::vertex::text(context, &needs))?;
                &fixed_vertex
            }
        };
        let stages = Stages {
            vertex,
            between,
            fragment,
            is_fixed: programs.vertex.is_none(),
        };
        let _room = draw.meter.room(stages.bytes())?;
        let streams = draw.streams(context.patch.vertices);
        draw.meter.afford(least_work(draw, &streams))?;
        let outcome = match self.device.clone() {
            Some(device) => self.draw_on(&*device, context, framebuffer, draw, &stages)?,
            None => {
                let threads = threads_for(&self.threads, &self.one, draw, &stages);
                run::draw(
                    threads,
                    &mut self.storage,
                    context,
                    framebuffer,
                    (draw, &streams),
                    &stages,
                )
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
fn threads_for<'t>(all: &'t Threads, one: &'t Threads, draw: &Draw<'_>, stages: &Stages<'_>) -> &'t Threads {
    if draw.watch.is_none() && (draw.unordered || stages.are_order_free()) {
        all
    } else {
        one
    }
}

/// The least work of a draw: a block of vertices for each instance, and each of its vertices.
fn least_work(draw: &Draw<'_>, streams: &Streams) -> u64 {
    if streams.count == 0 {
        return 0;
    }
    u64::from(draw.instances).saturating_mul(streams.vertices.max(BLOCK) as u64)
}

/// The program of a stage, if there is one, which is for that stage.
fn expect_stage<'p>(
    bound: &'p Option<BoundProgram>,
    stage: Stage,
    name: &'static str,
) -> Result<Option<&'p BoundProgram>, DrawError> {
    let Some(bound) = bound else {
        return Ok(None);
    };
    let profile = bound.kernel.program().profile();
    if profile.stage != stage {
        return Err(DrawError::Stage {
            header: profile.header,
            stage: name,
        });
    }
    Ok(Some(bound))
}
