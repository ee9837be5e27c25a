//! Compute: a dispatch of work groups (ARB_compute_shader chapter 19, NV_compute_program5,
//! ARB_compute_variable_group_size).
//!
//! A work group is one batch: its lanes are numbered as `invocation.localindex` numbers them. Groups run one
//! after another in the order of their numbers, x fastest, or on all threads at once where the caller gives the
//! order up.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use quadrille_base::{Meter, Spent};
use quadrille_engine::{Batch, Environment, Kernel, Scratch, Trap, TrapKind};
use quadrille_isa::gl::{Family, Stage};
use quadrille_memory::{Buffer, TooLarge};
use quadrille_program::{Layout, Program};

use crate::device::{Device, DeviceDispatch, DeviceError};
use crate::memory::Bindings;
use crate::program::BoundProgram;
use crate::state::{Context, parameter};
use crate::textures::TextureUnits;
use crate::thread;
use crate::threads::Threads;
use crate::watch::{DrawWatch, Invocation};

/// A dispatch.
#[derive(Clone, Copy)]
pub struct Dispatch<'a> {
    /// The compute program.
    pub program: &'a BoundProgram,
    /// Work groups along x, y and z.
    pub groups: [u32; 3],
    /// Invocations of a group along x, y and z, where the program leaves them open.
    pub size: Option<[u32; 3]>,
    /// Texture units.
    pub textures: &'a TextureUnits,
    /// Memory.
    pub bindings: &'a Bindings,
    /// The budget of the dispatch.
    pub meter: &'a Meter,
    /// Whether groups may run in any order, on all threads.
    pub unordered: bool,
    /// Who watches, if anybody does: groups run in their order then. Devices do not tell.
    pub watch: Option<&'a dyn DrawWatch>,
}

impl Dispatch<'_> {
    /// Invocations of all groups.
    pub fn invocations(&self) -> u64 {
        let own = match self.program.kernel.program().layout() {
            Layout::Compute { group_size, .. } => *group_size,
            Layout::None
            | Layout::Geometry(_)
            | Layout::TessellationControl { .. }
            | Layout::TessellationEvaluation(_) => None,
        };
        let sizes = own.or(self.size).unwrap_or([0; 3]).into_iter().chain(self.groups);
        sizes.fold(1, |product, size| product.saturating_mul(u64::from(size)))
    }
}

/// Why nothing is dispatched.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum DispatchError {
    /// The program is of another stage.
    #[error("a {0} program cannot be dispatched")]
    Stage(&'static str),
    /// The program fixes the group size, and the dispatch gives one.
    #[error("the program declares its group size, so that the dispatch gives none")]
    FixedSize,
    /// The program leaves the group size open, and so does the dispatch.
    #[error("the program leaves its group size to the dispatch, which gives none")]
    VariableSize,
    /// There are too many groups along an axis.
    #[error("{count} work groups along an axis are more than {most}")]
    Groups {
        /// The number of groups along the axis.
        count: u32,
        /// The most there may be.
        most: u32,
    },
    /// A group is empty or too large along an axis.
    #[error("a work group of {size} invocations along an axis is not one of 1 to {most}")]
    Size {
        /// The number of invocations along the axis.
        size: u32,
        /// The most there may be.
        most: u32,
    },
    /// A group has too many invocations.
    #[error("a work group of {count} invocations is more than {most}")]
    Group {
        /// The number of invocations.
        count: u64,
        /// The most there may be.
        most: u32,
    },
    /// It takes more than there is left.
    #[error(transparent)]
    Spent(#[from] Spent),
    /// There is no room for shared memory.
    #[error(transparent)]
    Shared(#[from] TooLarge),
    /// The device does not run it.
    #[error(transparent)]
    Device(#[from] DeviceError),
}

/// A dispatch that can run: sizes are within the limits.
struct Grid {
    groups: [u32; 3],
    size: [u32; 3],
    shared: u64,
}

impl Grid {
    fn new(dispatch: &Dispatch<'_>, program: &Program) -> Result<Grid, DispatchError> {
        let limits = &dispatch.bindings.limits;
        let Layout::Compute {
            group_size,
            shared_bytes,
        } = program.layout()
        else {
            return Err(DispatchError::Stage(program.profile().header));
        };
        let size = match (*group_size, dispatch.size) {
            (Some(size), None) | (None, Some(size)) => size,
            (Some(_), Some(_)) => return Err(DispatchError::FixedSize),
            (None, None) => return Err(DispatchError::VariableSize),
        };
        let most = limits.work_groups;
        if let Some(count) = dispatch.groups.into_iter().find(|count| *count > most) {
            return Err(DispatchError::Groups { count, most });
        }
        let axes = [limits.work_group_x, limits.work_group_y, limits.work_group_z];
        if let Some((size, most)) = size
            .into_iter()
            .zip(axes)
            .find(|(size, most)| *size == 0 || size > most)
        {
            return Err(DispatchError::Size { size, most });
        }
        let product = |sizes: [u32; 3]| {
            let wide = sizes.map(u64::from);
            wide[0].saturating_mul(wide[1]).saturating_mul(wide[2])
        };
        let count = product(size);
        if count > u64::from(limits.work_group_invocations) {
            let most = limits.work_group_invocations;
            return Err(DispatchError::Group { count, most });
        }
        dispatch
            .meter
            .afford(count.saturating_mul(product(dispatch.groups)))?;
        Ok(Grid {
            groups: dispatch.groups,
            size,
            shared: u64::from(*shared_bytes),
        })
    }

    fn lanes(&self) -> usize {
        self.size.iter().map(|size| *size as usize).product()
    }

    fn count(&self) -> u64 {
        self.groups.iter().map(|count| u64::from(*count)).product()
    }

    /// Units of work of a group besides its instructions.
    fn work(&self) -> u64 {
        self.lanes() as u64 + self.shared / 32
    }

    /// The place of a group.
    fn group(&self, number: u64) -> [u32; 3] {
        let [x, y, _] = self.groups.map(u64::from);
        [
            (number % x) as u32,
            (number / x % y) as u32,
            (number / x / y) as u32,
        ]
    }

    /// The place of a lane in its group.
    fn local(&self, lane: usize) -> [u32; 3] {
        let [x, y, _] = self.size.map(|size| size as usize);
        [(lane % x) as u32, (lane / x % y) as u32, (lane / x / y) as u32]
    }

    /// The value of an attribute in a lane (NV_compute_program5 Table X.1, NV_shader_thread_group). The fourth
    /// component, and those that are undefined, are 0.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "what is no attribute of invocations is one of threads, or 0"
    )]
    fn attribute(&self, family: Family, group: [u32; 3], lane: usize) -> [u32; 4] {
        let vector = |[x, y, z]: [u32; 3]| [x, y, z, 0];
        let scalar = |value: u32| [value, 0, 0, 0];
        let local = self.local(lane);
        match family {
            Family::InvocationLocalid => vector(local),
            Family::InvocationGlobalid => vector(std::array::from_fn(|axis| {
                group[axis]
                    .wrapping_mul(self.size[axis])
                    .wrapping_add(local[axis])
            })),
            Family::InvocationGroupid => vector(group),
            Family::InvocationGroupcount => vector(self.groups),
            Family::InvocationGroupsize => vector(self.size),
            Family::InvocationLocalindex => scalar(lane as u32),
            _ => scalar(thread::attribute(family, lane).unwrap_or(0)),
        }
    }
}

/// Runs a dispatch on a device.
pub(crate) fn dispatch_on(
    device: &dyn Device,
    context: &Context,
    dispatch: &Dispatch<'_>,
) -> Result<(), DispatchError> {
    let grid = Grid::new(dispatch, dispatch.program.kernel.program())?;
    // What the device does is not seen: the invocations stand for it.
    dispatch.meter.work(dispatch.invocations())?;
    Ok(device.dispatch(&DeviceDispatch {
        context,
        program: dispatch.program,
        groups: grid.groups,
        size: grid.size,
        textures: dispatch.textures,
        bindings: dispatch.bindings,
    })?)
}

/// Working storage of one thread.
struct Worker {
    batch: Batch,
    scratch: Scratch,
    shared: Buffer,
    /// The group whose attributes the batch has.
    group: [u32; 3],
}

/// The parts of a dispatch that all work groups read.
struct DispatchRun<'a> {
    dispatch: &'a Dispatch<'a>,
    kernel: &'a dyn Kernel,
    grid: Grid,
    parameters: Vec<[u32; 4]>,
}

/// Runs a dispatch; the trap that ended it, if one did. Groups after that of the trap do not run.
pub(crate) fn dispatch(
    threads: &Threads,
    context: &Context,
    dispatch: &Dispatch<'_>,
) -> Result<Option<Trap>, DispatchError> {
    let kernel = &*dispatch.program.kernel;
    let program = kernel.program();
    let run = DispatchRun {
        grid: Grid::new(dispatch, program)?,
        parameters: parameter::parameters(program, context, &dispatch.program.locals, dispatch.bindings),
        dispatch,
        kernel,
    };
    let count = run.grid.count();
    let _room = dispatch
        .meter
        .room(Batch::bytes(program, run.grid.lanes()) + run.grid.shared)?;
    let unordered = dispatch.unordered && dispatch.watch.is_none();
    let workers = if unordered { threads.count() } else { 1 };
    let mut workers = (0..workers)
        .map(|_| run.worker())
        .collect::<Result<Vec<Worker>, TooLarge>>()?;
    // Groups before the first that was stopped still run, so that it is the first.
    let stopped = AtomicU64::new(u64::MAX);
    let first: Mutex<Option<(u64, Trap)>> = Mutex::new(None);
    let group = |worker: &mut Worker, number: u64| match run.group(worker, number) {
        // The meter knows.
        Ok(())
        | Err(Trap {
            kind: TrapKind::Spent(_),
            ..
        }) => {}
        Err(trap) => {
            stopped.fetch_min(number, Ordering::Relaxed);
            if let Ok(mut first) = first.lock()
                && first.as_ref().is_none_or(|(earlier, _)| number < *earlier)
            {
                *first = Some((number, trap));
            }
        }
    };
    let work = run.grid.work();
    let goes_on =
        |number: &u64| *number < stopped.load(Ordering::Relaxed) && dispatch.meter.work(work).is_ok();
    if unordered {
        threads.for_each(&mut workers, (0..count).take_while(goes_on), group);
    } else if let Some(worker) = workers.first_mut() {
        (0..count)
            .take_while(goes_on)
            .for_each(|number| group(worker, number));
    }
    let first = first.into_inner().unwrap_or_default();
    match first {
        Some((_, trap)) => Ok(Some(trap)),
        None => dispatch.meter.check().map(|()| None).map_err(Into::into),
    }
}

impl DispatchRun<'_> {
    fn worker(&self) -> Result<Worker, TooLarge> {
        let program = self.kernel.program();
        let mut batch = Batch::new(program, self.grid.lanes());
        for (slot, variable) in program.attributes().iter().enumerate() {
            for lane in 0..batch.lanes() {
                let value = self.grid.attribute(variable.binding.family, [0; 3], lane);
                batch.attributes.set(slot, lane, value);
            }
        }
        Ok(Worker {
            batch,
            scratch: self.kernel.scratch(),
            shared: Buffer::new(self.grid.shared)?,
            group: [0; 3],
        })
    }

    /// Gives a batch that has the attributes of a group those of another: what is the same in all groups stays.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "no other attribute is another in each group"
    )]
    fn place(&self, batch: &mut Batch, from: [u32; 3], to: [u32; 3]) {
        for (slot, variable) in self.kernel.program().attributes().iter().enumerate() {
            match variable.binding.family {
                Family::InvocationGroupid => {
                    let [x, y, z] = to;
                    batch.attributes.fill(slot, [x, y, z, 0]);
                }
                Family::InvocationGlobalid => {
                    for axis in 0..3 {
                        let step = to[axis]
                            .wrapping_sub(from[axis])
                            .wrapping_mul(self.grid.size[axis]);
                        for word in batch.attributes.component_mut(slot, axis) {
                            *word = word.wrapping_add(step);
                        }
                    }
                }
                _ => {}
            }
        }
    }

    fn group(&self, worker: &mut Worker, number: u64) -> Result<(), Trap> {
        let group = self.grid.group(number);
        let batch = &mut worker.batch;
        self.place(batch, std::mem::replace(&mut worker.group, group), group);
        if let Some(watch) = self.dispatch.watch {
            let number = u32::try_from(number).unwrap_or(u32::MAX);
            let lanes = 0..u32::try_from(batch.lanes()).unwrap_or(u32::MAX);
            let lanes: Vec<Invocation> = lanes.map(|part| Invocation { number, part }).collect();
            watch.invocations(Stage::Compute, &lanes);
        }
        // The contents of shared memory are undefined when a group begins; here they are 0.
        worker.shared.clear();
        let memory = self
            .dispatch
            .bindings
            .memory(Stage::Compute, Some(&worker.shared));
        let environment = Environment {
            memory,
            subroutines: &self.dispatch.program.subroutines,
            ..Environment::new(&self.parameters, self.dispatch.textures, self.dispatch.meter)
        };
        self.kernel.run(batch, &environment, &mut worker.scratch)
    }
}
