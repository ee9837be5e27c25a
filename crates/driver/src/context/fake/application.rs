//! An application of the library and the fake driver.

use std::sync::Arc;

use super::super::{Context, Dispatch, Group, Settings};
use super::Fake;
use crate::gl::Gl;

/// An application with a context of the library over the fake driver.
#[derive(Debug)]
pub(crate) struct Application {
    /// The driver.
    pub(crate) gl: Fake,
    /// The library.
    pub(crate) context: Context,
}

impl Application {
    /// One alone.
    pub(crate) fn new() -> Application {
        Application::of(Fake::default(), Arc::default())
    }

    /// One that shares its objects with this.
    pub(crate) fn sharing(&self) -> Application {
        Application::of(self.gl.sharing(), Arc::clone(&self.context.group))
    }

    fn of(gl: Fake, group: Arc<Group>) -> Application {
        let mut context = Context::new(group, Settings::default());
        assert!(context.begin(&gl), "the fake driver has programs");
        Application { gl, context }
    }

    /// GetError.
    pub(crate) fn error(&mut self) -> u32 {
        self.context.take_error().unwrap_or_else(|| self.gl.error())
    }

    /// DrawArrays, of a mode of which nothing is known.
    pub(crate) fn draw(&mut self) {
        self.draw_mode(u32::MAX);
    }

    /// DrawArrays: the mode that the driver draws by.
    pub(crate) fn draw_mode(&mut self, mode: u32) -> Option<u32> {
        let drawn = self.context.before_draw(&self.gl, mode);
        if drawn.is_some() {
            self.gl.draw();
        }
        drawn
    }

    /// DispatchCompute.
    pub(crate) fn dispatch(&mut self) {
        let dispatch = self.context.before_dispatch(&self.gl);
        if dispatch != Dispatch::Refused {
            self.gl.draw();
        }
        self.context.after_dispatch(&self.gl, dispatch);
    }

    /// Enable and Disable.
    pub(crate) fn set_enabled(&mut self, capability: u32, enabled: bool) {
        if !self.context.enable_stage(&self.gl, capability, enabled) {
            self.gl.set_enabled(capability, enabled);
            self.context.changed();
        }
    }
}
