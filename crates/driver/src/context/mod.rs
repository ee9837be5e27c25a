//! A context of OpenGL, as this library sees it: which of its programs are translated, and what is drawn with.
//!
//! The driver keeps all state that it has. An object of the driver behind which a translated program stands holds a plain
//! one, so that bindings, enables, parameters, attribute stacks and deletion are the driver's; what is asked at a draw is
//! asked of the driver, once something may have changed it. State that no driver has is kept here: tracked matrices,
//! parameter buffers, the numbers of subroutines, parameters by name.

mod attribute;
mod buffer;
mod color_sum;
mod cut;
mod dispatch;
mod draw;
#[cfg(any(test, fuzzing))]
pub(crate) mod fake;
mod feedback;
mod fixed;
mod group;
mod list;
mod list_name;
mod load;
mod object;
mod parameter;
mod pipeline;
mod play;
mod primitive;
mod query;
#[cfg(any(test, fuzzing))]
pub(crate) mod random;
mod refuse;
mod require;
mod shader;
mod stage;
mod state_program;
mod subroutine;
#[cfg(test)]
mod tests;
mod track;
mod value;
mod vertex_limit;

use std::collections::BTreeMap;
use std::sync::Arc;

pub(crate) use attribute::ATTRIBUTES;
pub(crate) use buffer::{BUFFER_WORDS, is_of_parameters};
pub(crate) use cut::Cut;
pub(crate) use dispatch::Dispatch;
pub(crate) use group::Group;
pub(crate) use list::Operation;
pub(crate) use list_name::{decoded, size};
pub(crate) use parameter::Space;
pub(crate) use primitive::Kind;
pub(crate) use query::attribute_array;
pub(crate) use shader::LinkOutcome;
pub(crate) use stage::is_stage_target;
pub(crate) use track::PROGRAM_PARAMETERS;

use buffer::ParameterBuffers;
use draw::Key;
use feedback::Feedback;
use list::Recording;
use pipeline::Derived;
use shader::Linked;
use stage::Stages;
use subroutine::Subroutines;
use track::Tracked;

use crate::files::Record;
use crate::gl::{Gl, number};

/// How programs are treated.
#[derive(Clone, Debug, Default)]
pub(crate) struct Settings {
    /// Whether programs are translated that the driver would take.
    pub(crate) force: bool,
    /// Where programs, their translations and what became of them are written.
    pub(crate) record: Record,
}

/// What a load left to be asked for.
#[derive(Debug)]
struct Answer {
    /// `PROGRAM_ERROR_POSITION_ARB`.
    position: i32,
    /// `PROGRAM_ERROR_STRING_ARB`.
    string: String,
}

/// A context.
#[derive(Debug)]
pub(crate) struct Context {
    group: Arc<Group>,
    settings: Settings,
    /// Whether it has programs at all; unknown until it is first current.
    has_programs: Option<bool>,
    /// An error that GetError has yet to give.
    error: u32,
    /// The answer to the last load, where it is not the driver's.
    answer: Option<Answer>,
    /// Whether bindings, enables or the program that is used may have changed since the last draw.
    stale: bool,
    /// How often programs were loaded when the last draw came.
    loads: u64,
    /// Whether vertices are being given between Begin and End.
    in_begin: bool,
    /// The display list that is being made.
    recording: Option<Recording>,
    /// Whether the program that is drawn with depends on which arrays are enabled.
    reads_arrays: bool,
    /// The programs that are drawn with, and all that were linked; `None` for those that do not link.
    used: Key,
    linked: BTreeMap<Key, Option<Linked>>,
    /// Matrices that take the place of four vertex program parameters each, by the first of these.
    tracked: BTreeMap<u32, Tracked>,
    buffers: ParameterBuffers,
    subroutines: Subroutines,
    /// Targets that the driver lacks.
    stages: Stages,
    /// Vertex programs that stand in for what is not loaded here.
    derived: Derived,
    /// Whether what is drawn depends on state of which nobody says when it changes.
    reads_state: bool,
    /// Whether the driver sums colours for a program, where the application has it sum none.
    sums_colors: bool,
    /// Whether programs are enabled with which nothing can be drawn.
    is_refused: bool,
    /// The primitives that can be drawn, where they are of one kind.
    takes: Option<Kind>,
    /// What the last draw was cut from.
    cut: Cut,
    feedback: Feedback,
    /// Whether the driver has transform feedback objects.
    has_feedback_objects: bool,
}

impl Context {
    /// A context that shares its programs with those of a group.
    pub(crate) fn new(group: Arc<Group>, settings: Settings) -> Context {
        Context {
            group,
            settings,
            has_programs: None,
            error: 0,
            answer: None,
            stale: true,
            loads: 0,
            in_begin: false,
            recording: None,
            reads_arrays: false,
            used: Key::default(),
            linked: BTreeMap::new(),
            tracked: BTreeMap::new(),
            buffers: ParameterBuffers::default(),
            subroutines: Subroutines::default(),
            stages: Stages::default(),
            derived: Derived::default(),
            reads_state: false,
            sums_colors: false,
            is_refused: false,
            takes: None,
            cut: Cut::None,
            feedback: Feedback::default(),
            has_feedback_objects: false,
        }
    }

    /// It became current: whether it is one that programs are translated for. Those are of the compatibility profile, and
    /// of a driver that has programs itself.
    pub(crate) fn begin(&mut self, gl: &dyn Gl) -> bool {
        self.stale = true;
        *self.has_programs.get_or_insert_with(|| {
            let has_programs = has_programs(gl);
            if has_programs {
                let extensions = gl.text(number::EXTENSIONS);
                self.stages.leave(&extensions);
                let mut extensions = extensions.split(' ');
                self.has_feedback_objects = extensions.any(|name| name == "GL_ARB_transform_feedback2");
            }
            let [renderer, version] = [number::RENDERER, number::VERSION].map(|name| gl.text(name));
            self.settings.record.context(renderer, version, has_programs);
            has_programs
        })
    }

    /// State that a draw depends on may have changed.
    pub(crate) fn changed(&mut self) {
        self.stale = true;
        self.parameters_changed();
    }

    /// What is bound or enabled may have changed, and no parameter.
    pub(crate) fn choice_changed(&mut self) {
        self.stale = true;
        self.recording_changed();
    }

    /// Vertex arrays may have been enabled or disabled.
    pub(crate) fn arrays_changed(&mut self) {
        self.stale |= self.reads_arrays;
    }

    /// Parameters of programs were set.
    pub(crate) fn parameters_changed(&mut self) {
        self.group.set_parameters();
        self.recording_changed();
    }

    /// A matrix was changed, of which programs that are translated, and parameters that track it, may take rows.
    pub(crate) fn matrix_changed(&mut self) {
        if self.recording.is_some() && (self.group.has_programs() || !self.tracked.is_empty()) {
            self.recording_changed();
        }
    }

    fn recording_changed(&mut self) {
        if let Some(recording) = &mut self.recording {
            recording.is_changed = true;
        }
    }

    /// Whether a call may be made here; between Begin and End few may.
    fn may(&mut self) -> bool {
        if self.in_begin {
            self.raise(number::INVALID_OPERATION);
        }
        !self.in_begin
    }

    /// Raises an error, if none waits to be asked for.
    pub(crate) fn raise(&mut self, error: u32) {
        if self.error == 0 {
            self.error = error;
        }
    }

    /// Takes the driver's errors over, so that the next that it gives is of what follows.
    pub(crate) fn take_errors(&mut self, gl: &dyn Gl) {
        // A driver that has lost its context may give errors for ever.
        for _ in 0..8 {
            match gl.error() {
                0 => return,
                error => self.raise(error),
            }
        }
    }
}

impl Drop for Context {
    fn drop(&mut self) {
        let linked = self.linked.values().flatten();
        self.group.discard(linked.map(|linked| linked.name));
    }
}

fn has_programs(gl: &dyn Gl) -> bool {
    let version = gl.text(number::VERSION);
    let mut parts = version.split(['.', ' ']).map(str::parse::<u32>);
    let (Some(Ok(major)), Some(Ok(minor))) = (parts.next(), parts.next()) else {
        // OpenGL ES begins with its name.
        return false;
    };
    let is_core = (major, minor) >= (3, 2) && gl.integer(number::CONTEXT_PROFILE_MASK) & 1 != 0;
    // Translations are in GLSL 3.30.
    if is_core || (major, minor) < (3, 3) {
        return false;
    }
    let extensions = gl.text(number::EXTENSIONS);
    let mut extensions = extensions.split(' ');
    extensions.any(|name| matches!(name, "GL_ARB_vertex_program" | "GL_ARB_fragment_program"))
}

/// The driver's target for a target of programs; NV_fragment_program has one of its own.
pub(crate) fn native_target(target: u32) -> u32 {
    match target {
        number::FRAGMENT_PROGRAM_NV => number::FRAGMENT_PROGRAM,
        other => other,
    }
}
