//! Contexts of EGL and GLX (`egl.xml`, `glx.xml`).

use std::ffi::c_void;

use super::super::capture::shown;
use super::super::current::{destroyed, made_current, number};
use super::super::table::{Slot, none};
use super::{Handle, current, made, window_system};

window_system! {
    eglCreateContext(display: Handle, config: Handle, shared: Handle, attributes: *const i32) -> Handle,
        done => made(done, shared);
    eglDestroyContext(display: Handle, context: Handle) -> u32,
        [noted = number(context.addr())] done => if done != 0 { destroyed(context.addr(), noted) };
    eglMakeCurrent(display: Handle, draw: Handle, read: Handle, context: Handle) -> u32,
        done => current(done, context);
    eglReleaseThread() -> u32,
        done => if done != 0 { made_current(0) };
    glXCreateContext(display: Handle, visual: Handle, shared: Handle, direct: i32) -> Handle,
        done => made(done, shared);
    glXCreateNewContext(display: Handle, config: Handle, kind: i32, shared: Handle, direct: i32) -> Handle,
        done => made(done, shared);
    glXCreateContextAttribsARB(display: Handle, config: Handle, shared: Handle, direct: i32, attributes: *const i32) -> Handle,
        done => made(done, shared);
    glXDestroyContext(display: Handle, context: Handle),
        [noted = number(context.addr())] _done => destroyed(context.addr(), noted);
    glXMakeCurrent(display: Handle, drawable: usize, context: Handle) -> u32,
        done => current(done, context);
    eglSwapBuffers(display: Handle, surface: Handle) -> u32,
        [() = shown()];
    glXSwapBuffers(display: Handle, drawable: usize),
        [() = shown()];
    glXMakeContextCurrent(display: Handle, draw: usize, read: usize, context: Handle) -> u32,
        done => current(done, context);
}
