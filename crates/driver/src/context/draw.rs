//! Draws: which programs are to be used, and what their uniforms hold.

use std::sync::Arc;

use quadrille_isa::gl::Stage;
use quadrille_isa::gl::binding::generic_alias;
use quadrille_isa::gl::profile::Variables;

use super::Context;
use super::cut::Cut;
use super::group::Loaded;
use super::primitive::Kind;
use super::shader::{LinkOutcome, Linked, target};
use super::value::KeptValues;
use crate::gl::{Gl, number};

/// Stages that there are, as places of an array.
const STAGES: usize = Stage::Compute as usize + 1;

/// What is linked: the numbers of the programs that a draw or a dispatch takes from here, in the order of the stages, and
/// the generic vertex arrays that come before the conventional ones of the same number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub(super) struct Key {
    pub(super) programs: [Option<u64>; STAGES],
    pub(super) arrays: u16,
    /// What is cut into triangles for the geometry program.
    pub(super) cut: Cut,
    /// The number of the list that transform feedback records; 0 where it records none.
    pub(super) recorded: usize,
}

impl Key {
    /// That of a program with which the driver draws nothing; no load has the number.
    pub(super) const REFUSING: Key = Key {
        programs: [Some(0); STAGES],
        arrays: 0,
        cut: Cut::None,
        recorded: 0,
    };

    /// That of programs of different stages.
    pub(super) fn new(programs: &[Arc<Loaded>], arrays: u16) -> Key {
        let mut key = Key {
            arrays,
            ..Key::default()
        };
        for one in programs {
            key.programs[one.stage as usize] = Some(one.number);
        }
        key
    }

    fn is_empty(&self) -> bool {
        self.programs == [None; STAGES]
    }
}

impl Context {
    /// Something is about to be drawn by a mode, if it has one: the mode that the driver draws it by, or nothing where it may
    /// not be drawn.
    #[inline]
    pub(crate) fn before_draw(&mut self, gl: &dyn Gl, mode: u32) -> Option<u32> {
        if self.in_begin {
            return Some(mode);
        }
        match self.recording {
            Some(_) => {
                self.record_draw(gl, Kind::of_mode(mode));
                Some(mode)
            }
            None => self.prepare(gl, mode),
        }
    }

    /// Has the driver draw with the programs that are bound; nothing can be drawn with them where that is an error.
    fn prepare(&mut self, gl: &dyn Gl, mode: u32) -> Option<u32> {
        let mut is_ready = self.is_ready(gl);
        let cut = match self.takes {
            Some(Kind::Triangles) => Cut::of_mode(mode),
            _ => Cut::None,
        };
        // What was cut before may be what does not link.
        if cut != self.cut && (is_ready || self.cut != Cut::None) {
            self.cut = cut;
            is_ready = self.is_ready_again(gl);
        }
        if !is_ready {
            self.raise(number::INVALID_OPERATION);
            return None;
        }
        Some(cut.mode(mode))
    }

    /// What the last draw was cut from, so that the driver draws it by another mode.
    pub(crate) fn cut(&self) -> Cut {
        self.cut
    }

    /// Chooses anew what is drawn with: whether it may be.
    pub(crate) fn is_ready_again(&mut self, gl: &dyn Gl) -> bool {
        self.stale = true;
        self.is_ready(gl)
    }

    /// Has the driver draw with the programs that are bound: whether anything can be drawn with them.
    pub(super) fn is_ready(&mut self, gl: &dyn Gl) -> bool {
        if self.in_begin {
            return true;
        }
        if !self.tracked.is_empty() {
            self.update_tracked(gl);
        }
        let loads = self.group.loads();
        if loads == 0 && self.used.is_empty() && !self.takes_all() {
            return true;
        }
        self.forget(gl, loads);
        if self.stale || self.reads_state || self.loads != loads {
            self.choose(gl);
            (self.stale, self.loads) = (false, loads);
        }
        if self.is_refused {
            return false;
        }
        self.update(gl, self.used);
        true
    }

    /// Deletes what is linked of programs and contexts that are no more.
    pub(super) fn forget(&mut self, gl: &dyn Gl, loads: u64) {
        for linked in self.group.take_discarded() {
            gl.delete_linked(linked);
        }
        if self.loads != loads {
            self.forget_old(gl);
        }
    }

    /// Gives what is linked, and used, its values.
    pub(super) fn update(&mut self, gl: &dyn Gl, key: Key) {
        if key.is_empty() {
            return;
        }
        let parameters = self.group.parameters();
        if let Some(Some(linked)) = self.linked.get_mut(&key) {
            if linked.takes_state || linked.parameters != Some(parameters) {
                let kept = KeptValues {
                    group: &self.group,
                    stages: &self.stages,
                    subroutines: &self.subroutines,
                };
                linked.set(gl, &kept);
                linked.parameters = Some(parameters);
            }
            self.buffers.bind(gl, linked.buffers());
        }
    }

    /// The name of the linked program that is used, as the application must not see it; 0 where none is.
    pub(super) fn hidden(&self) -> u32 {
        match self.linked.get(&self.used) {
            Some(Some(linked)) => linked.name,
            Some(None) | None => 0,
        }
    }

    /// Whether shaders of the application are used, which go before programs.
    pub(super) fn has_shaders(&self, gl: &dyn Gl) -> bool {
        let used = gl.integer(number::CURRENT_PROGRAM).cast_unsigned();
        used != 0 && used != self.hidden() || gl.integer(number::PROGRAM_PIPELINE_BINDING) != 0
    }

    /// Uses what the driver's state asks for.
    fn choose(&mut self, gl: &dyn Gl) {
        let (used, hidden) = (gl.integer(number::CURRENT_PROGRAM).cast_unsigned(), self.hidden());
        (self.reads_state, self.is_refused, self.takes) = (false, false, None);
        if self.has_shaders(gl) {
            // Shaders of the application go before programs.
            if used != 0 && used == hidden {
                gl.use_linked(0);
            }
            (self.used, self.reads_arrays) = (Key::default(), false);
            self.leave_color_sum(gl);
            return;
        }
        let programs = match self.takes_all() {
            true => self.pipeline(gl),
            false => {
                let programs = [Stage::Vertex, Stage::Fragment].into_iter();
                Ok(programs.filter_map(|stage| self.bound(gl, stage)).collect())
            }
        };
        self.is_refused = programs.is_err();
        let programs = programs.unwrap_or_default();
        self.takes = Kind::taken_by(programs.iter().map(|one| &**one));
        let vertex = programs.first().filter(|one| one.stage == Stage::Vertex);
        self.reads_arrays = vertex.is_some_and(|vertex| reads_arrays(vertex));
        let arrays = match vertex {
            Some(vertex) if self.reads_arrays => arrays(gl, vertex),
            Some(_) | None => 0,
        };
        let mut key = Key::new(&programs, arrays);
        if self.takes == Some(Kind::Triangles) {
            key.cut = self.cut;
        }
        key.recorded = self.feedback.now;
        if self.feedback.is_begun && key != self.used {
            self.is_refused = true;
            return;
        }
        self.sum_colors(gl, vertex.map(|vertex| &**vertex));
        self.used = key;
        let wanted = match key.is_empty() {
            true => 0,
            false => self.linked(gl, key, &programs),
        };
        // Without the programs between them, vertices and fragments would be another picture.
        self.is_refused |= wanted == 0 && self.takes_all();
        if wanted != used {
            gl.use_linked(wanted);
        }
    }

    /// Whether all stages before the rasterizer are linked, whatever has a program of ours.
    fn takes_all(&self) -> bool {
        self.feedback.now != 0 || self.stages.are_between()
    }

    /// The translated program that a stage takes.
    pub(super) fn bound(&self, gl: &dyn Gl, stage: Stage) -> Option<Arc<Loaded>> {
        let target = target(stage);
        let kept = self.stages.enabled(target);
        if !kept.unwrap_or_else(|| gl.is_enabled(target)) {
            return None;
        }
        self.group.program(target, self.binding(gl, target))
    }

    /// The driver's name of programs, linked when they are first drawn with; 0 where they do not link.
    pub(super) fn linked(&mut self, gl: &dyn Gl, key: Key, programs: &[Arc<Loaded>]) -> u32 {
        if !self.linked.contains_key(&key) {
            let recorded = self.feedback.list(key.recorded);
            let linked = Linked::new(gl, programs, key, recorded);
            if self.settings.record.is_kept() {
                let numbers: Vec<u64> = programs.iter().map(|one| one.number).collect();
                let outcome = LinkOutcome::new(programs, key, recorded, &linked);
                self.settings.record.linked(&numbers, &outcome);
            }
            if linked.is_err() {
                self.raise(number::INVALID_OPERATION);
            }
            self.linked.insert(key, linked.ok());
        }
        match self.linked.get(&key) {
            Some(Some(linked)) => linked.name,
            Some(None) | None => 0,
        }
    }

    /// Deletes what was linked of programs that are no more.
    fn forget_old(&mut self, gl: &dyn Gl) {
        let (mut numbers, used) = (self.group.numbers(), self.used);
        numbers.extend(self.derived.numbers());
        numbers.extend(Key::REFUSING.programs.iter().flatten());
        let is_loaded = |key: &Key| key.programs.iter().flatten().all(|one| numbers.contains(one));
        let old: Vec<Key> = self
            .linked
            .keys()
            .filter(|key| !is_loaded(key))
            .copied()
            .collect();
        for key in old {
            let linked = self.linked.remove(&key).flatten();
            let name = linked.map_or(0, |linked| linked.name);
            if key == used {
                if name != 0 && gl.integer(number::CURRENT_PROGRAM).cast_unsigned() == name {
                    gl.use_linked(0);
                }
                self.used = Key::default();
            }
            if name != 0 {
                gl.delete_linked(name);
            }
        }
    }
}

/// Whether numbers of vertex attributes mean both a generic and a conventional array.
fn reads_arrays(vertex: &Loaded) -> bool {
    vertex.program.profile().variables == Variables::Registers
}

/// The generic arrays that a program reads in the place of conventional ones, because they are enabled
/// (NV_vertex_program 2.14.3).
fn arrays(gl: &dyn Gl, vertex: &Loaded) -> u16 {
    let attributes = vertex.program.attributes().iter().filter(|one| one.used != 0);
    let numbers = attributes.filter_map(|one| generic_alias(one.binding));
    let enabled = numbers.filter(|number| (1..16).contains(number) && gl.is_array_enabled(*number));
    enabled.fold(0, |arrays, number| arrays | 1 << number)
}
