//! Draws: which programs are to be used, and what their uniforms hold.

use std::sync::Arc;

use quadrille_isa::gl::Stage;

use super::group::Loaded;
use super::shader::{LinkOutcome, Linked, target};
use super::{Context, Key};
use crate::gl::{Gl, number};

impl Context {
    /// Something is about to be drawn.
    pub(crate) fn before_draw(&mut self, gl: &dyn Gl) {
        let loads = self.group.loads();
        if loads == 0 || self.in_list {
            return;
        }
        if self.stale || self.loads != loads {
            self.choose(gl);
            (self.stale, self.loads) = (false, loads);
        }
        if self.used == [None; 2] {
            return;
        }
        let parameters = self.group.parameters();
        if let Some(Some(linked)) = self.linked.get(&self.used)
            && (linked.takes_state || self.parameters != parameters)
        {
            linked.set(gl);
            self.parameters = parameters;
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
            if used == hidden {
                gl.use_linked(0);
            }
            self.used = [None; 2];
            return;
        }
        let programs = [Stage::Vertex, Stage::Fragment].map(|stage| self.bound(gl, stage));
        let key: Key = programs.each_ref().map(|one| one.as_ref().map(|one| one.number));
        if key != self.used {
            self.forget_old(gl);
            self.used = key;
            // Uniforms that were last set under another generation are set again.
            self.parameters = u64::MAX;
        }
        let wanted = match key {
            [None, None] => 0,
            _ => self.linked(gl, key, programs),
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
        self.group.program(name.cast_unsigned())
    }

    /// The driver's name of programs, linked when they are first drawn with; 0 where they do not link.
    fn linked(&mut self, gl: &dyn Gl, key: Key, programs: [Option<Arc<Loaded>>; 2]) -> u32 {
        if !self.linked.contains_key(&key) {
            let programs: Vec<Arc<Loaded>> = programs.into_iter().flatten().collect();
            let linked = Linked::new(gl, &programs);
            if self.settings.record.is_kept() {
                let numbers: Vec<u64> = programs.iter().map(|one| one.number).collect();
                let outcome = LinkOutcome::new(&programs, &linked);
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

    /// Deletes what was linked, once there is more than programs of a scene can need.
    fn forget_old(&mut self, gl: &dyn Gl) {
        const MOST: usize = 4096;
        if self.linked.len() < MOST {
            return;
        }
        gl.use_linked(0);
        for linked in self.linked.drain().filter_map(|(_, linked)| linked) {
            gl.delete_linked(linked.name);
        }
    }
}
