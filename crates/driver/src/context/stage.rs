//! Targets of programs that drivers with plain ARB programs lack: geometry, tessellation and compute programs. What the
//! driver keeps of vertex and fragment programs is kept here for them: what is bound and enabled, and environment
//! parameters; the share group has the objects with their local parameters.

use std::collections::BTreeMap;

use quadrille_isa::gl::Stage;

use super::list::{Operation, Piece};
use super::{Context, native_target};
use crate::gl::{Gl, number};

/// The targets, each with its stage and the extension that a driver has that takes it itself.
const TARGETS: [(u32, Stage, &str); 4] = [
    (
        number::TESS_CONTROL_PROGRAM,
        Stage::TessellationControl,
        "GL_NV_tessellation_program5",
    ),
    (
        number::TESS_EVALUATION_PROGRAM,
        Stage::TessellationEvaluation,
        "GL_NV_tessellation_program5",
    ),
    (
        number::GEOMETRY_PROGRAM,
        Stage::Geometry,
        "GL_NV_geometry_program4",
    ),
    (number::COMPUTE_PROGRAM, Stage::Compute, "GL_NV_compute_program5"),
];

/// Whether it is the target of a stage besides vertices and fragments.
pub(crate) fn is_stage_target(target: u32) -> bool {
    TARGETS.iter().any(|row| row.0 == target)
}

/// What a context has of them.
#[derive(Debug, Default)]
pub(super) struct Stages {
    targets: [Kept; 4],
    saved: Vec<Saved>,
}

#[derive(Debug, Default)]
struct Kept {
    /// Whether the driver keeps it itself.
    is_native: bool,
    bound: u32,
    is_enabled: bool,
    environment: BTreeMap<u32, [f32; 4]>,
}

/// What PushAttrib saved.
#[derive(Debug)]
struct Saved {
    /// The depth of the driver's stack with it.
    depth: i32,
    enabled: [bool; 4],
}

impl Stages {
    /// Leaves to a driver what it has itself.
    pub(super) fn leave(&mut self, extensions: &str) {
        for (kept, (_, _, extension)) in self.targets.iter_mut().zip(TARGETS) {
            kept.is_native = extensions.split(' ').any(|own| own == extension);
        }
    }

    fn kept(&self, target: u32) -> Option<&Kept> {
        let mut rows = TARGETS.iter().zip(&self.targets);
        let (_, kept) = rows.find(|((own, ..), _)| *own == target)?;
        Some(kept).filter(|kept| !kept.is_native)
    }

    fn kept_mut(&mut self, target: u32) -> Option<&mut Kept> {
        let mut rows = TARGETS.iter().zip(&mut self.targets);
        let (_, kept) = rows.find(|((own, ..), _)| *own == target)?;
        Some(kept).filter(|kept| !kept.is_native)
    }

    /// The stage of a target that is kept here.
    pub(super) fn stage(&self, target: u32) -> Option<Stage> {
        self.kept(target)?;
        let row = TARGETS.iter().find(|row| row.0 == target)?;
        Some(row.1)
    }

    /// What is bound to a target that is kept here.
    pub(super) fn bound(&self, target: u32) -> Option<u32> {
        self.kept(target).map(|kept| kept.bound)
    }

    /// Whether a target that is kept here is enabled.
    pub(super) fn enabled(&self, target: u32) -> Option<bool> {
        self.kept(target).map(|kept| kept.is_enabled)
    }

    /// Whether programs between vertices and fragments are enabled.
    pub(super) fn are_between(&self) -> bool {
        let mut rows = TARGETS.iter().zip(&self.targets);
        rows.any(|((_, stage, _), kept)| kept.is_enabled && *stage != Stage::Compute)
    }

    /// An environment parameter of a target that is kept here.
    pub(super) fn environment(&self, target: u32, index: u32) -> Option<[f32; 4]> {
        let kept = self.kept(target)?;
        Some(kept.environment.get(&index).copied().unwrap_or_default())
    }

    /// Sets environment parameters.
    pub(super) fn set_environment(&mut self, target: u32, first: u32, values: &[[f32; 4]]) {
        if let Some(kept) = self.kept_mut(target) {
            kept.environment.extend((first..).zip(values.iter().copied()));
        }
    }

    /// Binds, without asking what it is.
    pub(super) fn bind(&mut self, target: u32, program: u32) {
        if let Some(kept) = self.kept_mut(target) {
            kept.bound = program;
        }
    }

    /// A program was deleted: it is bound nowhere any more.
    pub(super) fn deleted(&mut self, program: u32) {
        for kept in self.targets.iter_mut().filter(|kept| kept.bound == program) {
            kept.bound = 0;
        }
    }
}

impl Context {
    /// The name of the program that is bound to a target.
    pub(super) fn binding(&self, gl: &dyn Gl, target: u32) -> u32 {
        let kept = self.stages.bound(target);
        kept.unwrap_or_else(|| {
            gl.program_integer(target, number::PROGRAM_BINDING)
                .cast_unsigned()
        })
    }

    /// Whether programs can be loaded to a target of the driver's.
    pub(super) fn has_target(&self, target: u32) -> bool {
        matches!(target, number::VERTEX_PROGRAM | number::FRAGMENT_PROGRAM)
            || self.stages.stage(target).is_some()
    }

    /// BindProgram of a target that is kept here.
    pub(super) fn bind_kept(&mut self, gl: &dyn Gl, target: u32, program: u32) {
        if program != 0 && !self.claim(gl, target, program) {
            return self.raise(number::INVALID_OPERATION);
        }
        self.stages.bind(target, program);
        self.subroutines.reset(target);
        self.changed();
    }

    /// Has a name be one of a target; `false` if it is one of another.
    pub(super) fn claim(&mut self, gl: &dyn Gl, target: u32, program: u32) -> bool {
        match self.group.kept_target(program) {
            Some(own) => own == target,
            None if gl.is_program(program) => false,
            None => {
                // The driver has an object of the name from now on: it gives the name to nobody else, and says that it is a
                // program.
                let before = gl
                    .program_integer(number::VERTEX_PROGRAM, number::PROGRAM_BINDING)
                    .cast_unsigned();
                gl.bind_program(number::VERTEX_PROGRAM, program);
                gl.bind_program(number::VERTEX_PROGRAM, before);
                self.group.claim(target, program)
            }
        }
    }

    /// Enable and Disable: whether it is a target that is kept here, or COLOR_SUM.
    pub(crate) fn enable_stage(&mut self, gl: &dyn Gl, target: u32, enabled: bool) -> bool {
        let is_kept = self.stages.stage(target).is_some() || target == number::COLOR_SUM;
        if is_kept {
            self.perform(gl, Operation::Enable { target, enabled });
        }
        is_kept
    }

    pub(super) fn enable_kept(&mut self, gl: &dyn Gl, target: u32, enabled: bool) {
        if target == number::COLOR_SUM {
            return self.enable_color_sum(gl, enabled);
        }
        if let Some(kept) = self.stages.kept_mut(target) {
            kept.is_enabled = enabled;
        }
        self.changed();
    }

    /// IsEnabled of a target that is kept here.
    pub(crate) fn stage_enabled(&self, target: u32) -> Option<bool> {
        self.stages.enabled(native_target(target))
    }

    /// PushAttrib.
    pub(crate) fn push_attributes(&mut self, gl: &dyn Gl, mask: u32) {
        match self.recording {
            Some(_) if self.group.has_kept() && !self.in_begin => {
                self.record(gl, Piece::Operation(Operation::Push { mask }));
            }
            Some(_) => gl.push_attributes(mask),
            None => self.push_now(gl, mask),
        }
    }

    pub(super) fn push_now(&mut self, gl: &dyn Gl, mask: u32) {
        if !self.in_begin {
            self.leave_color_sum(gl);
        }
        gl.push_attributes(mask);
        if mask & number::ENABLE_BIT != 0 && !self.in_begin {
            self.stages.saved.push(Saved {
                depth: gl.integer(number::ATTRIB_STACK_DEPTH),
                enabled: self.stages.targets.each_ref().map(|kept| kept.is_enabled),
            });
        }
    }

    /// PopAttrib.
    pub(crate) fn pop_attributes(&mut self, gl: &dyn Gl) {
        match self.recording {
            Some(_) if self.group.has_kept() && !self.in_begin => {
                self.record(gl, Piece::Operation(Operation::Pop));
            }
            Some(_) => {
                gl.pop_attributes();
                self.changed();
            }
            None => self.pop_now(gl),
        }
    }

    pub(super) fn pop_now(&mut self, gl: &dyn Gl) {
        if !self.in_begin {
            self.leave_color_sum(gl);
        }
        gl.pop_attributes();
        self.changed();
        if self.stages.saved.is_empty() || self.in_begin {
            return;
        }
        let depth = gl.integer(number::ATTRIB_STACK_DEPTH);
        // Where the driver's stack was full, several have one depth: the first is what it holds.
        while let Some(saved) = self.stages.saved.pop_if(|saved| saved.depth > depth) {
            for (kept, enabled) in self.stages.targets.iter_mut().zip(saved.enabled) {
                kept.is_enabled = enabled;
            }
        }
    }
}
