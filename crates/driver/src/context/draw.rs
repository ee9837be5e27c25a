//! Draws: which programs are to be used, and what their uniforms hold.

use std::sync::Arc;

use quadrille_isa::gl::Stage;
use quadrille_isa::gl::binding::generic_alias;
use quadrille_isa::gl::profile::Variables;

use super::Context;
use super::group::Loaded;
use super::shader::{LinkOutcome, Linked, target};
use crate::gl::{Gl, number};

/// What is linked: the numbers of the programs that a draw takes from here, by stage, and the generic vertex arrays that
/// come before the conventional ones of the same number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub(super) struct Key {
    pub(super) programs: [Option<u64>; 2],
    pub(super) arrays: u16,
}

impl Key {
    fn is_empty(&self) -> bool {
        self.programs == [None; 2]
    }
}

impl Context {
    /// Something is about to be drawn.
    #[inline]
    pub(crate) fn before_draw(&mut self, gl: &dyn Gl) {
        if self.in_begin {
            return;
        }
        match self.recording {
            Some(_) => self.record_draw(gl),
            None => self.prepare(gl),
        }
    }

    /// Has the driver draw with the programs that are bound.
    pub(super) fn prepare(&mut self, gl: &dyn Gl) {
        if self.in_begin {
            return;
        }
        if !self.tracked.is_empty() {
            self.update_tracked(gl);
        }
        let loads = self.group.loads();
        if loads == 0 {
            return;
        }
        for linked in self.group.take_discarded() {
            gl.delete_linked(linked);
        }
        if self.stale || self.loads != loads {
            if self.loads != loads {
                self.forget_old(gl);
            }
            self.choose(gl);
            (self.stale, self.loads) = (false, loads);
        }
        if self.used.is_empty() {
            return;
        }
        let parameters = self.group.parameters();
        if let Some(Some(linked)) = self.linked.get_mut(&self.used) {
            if linked.takes_state || linked.parameters != Some(parameters) {
                linked.set(gl, &self.subroutines);
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

    /// Uses what the driver's state asks for.
    fn choose(&mut self, gl: &dyn Gl) {
        let (used, hidden) = (gl.integer(number::CURRENT_PROGRAM).cast_unsigned(), self.hidden());
        if used != 0 && used != hidden || gl.integer(number::PROGRAM_PIPELINE_BINDING) != 0 {
            // Shaders of the application go before programs.
            if used != 0 && used == hidden {
                gl.use_linked(0);
            }
            (self.used, self.reads_arrays) = (Key::default(), false);
            return;
        }
        let programs = [Stage::Vertex, Stage::Fragment].map(|stage| self.bound(gl, stage));
        let [vertex, _] = &programs;
        self.reads_arrays = vertex.as_ref().is_some_and(|vertex| reads_arrays(vertex));
        let key = Key {
            programs: programs.each_ref().map(|one| one.as_ref().map(|one| one.number)),
            arrays: match vertex {
                Some(vertex) if self.reads_arrays => arrays(gl, vertex),
                Some(_) | None => 0,
            },
        };
        self.used = key;
        let wanted = match key.is_empty() {
            true => 0,
            false => self.linked(gl, key, programs),
        };
        if wanted != used {
            gl.use_linked(wanted);
        }
    }

    /// The translated program that a stage takes.
    fn bound(&self, gl: &dyn Gl, stage: Stage) -> Option<Arc<Loaded>> {
        let target = target(stage);
        if !gl.is_enabled(target) {
            return None;
        }
        let name = gl.program_integer(target, number::PROGRAM_BINDING);
        self.group.program(target, name.cast_unsigned())
    }

    /// The driver's name of programs, linked when they are first drawn with; 0 where they do not link.
    fn linked(&mut self, gl: &dyn Gl, key: Key, programs: [Option<Arc<Loaded>>; 2]) -> u32 {
        if !self.linked.contains_key(&key) {
            let programs: Vec<Arc<Loaded>> = programs.into_iter().flatten().collect();
            let linked = Linked::new(gl, &programs, key.arrays);
            if self.settings.record.is_kept() {
                let numbers: Vec<u64> = programs.iter().map(|one| one.number).collect();
                let outcome = LinkOutcome::new(&programs, key.arrays, &linked);
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
        let (numbers, used) = (self.group.numbers(), self.used);
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
