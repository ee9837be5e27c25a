//! Contexts of Windows (`wgl.xml`).

use std::ffi::c_void;

use super::super::capture::shown;
use super::super::current::{destroyed, number, shared};
use super::super::opengl32::know_extensions;
use super::super::table::{Slot, none};
use super::{Handle, current, made, window_system};

/// What the driver looks up by name is there once a context is current.
fn bound(done: u32, context: Handle) {
    if done != 0 && !context.is_null() {
        know_extensions();
    }
    current(done, context);
}

window_system! {
    wglCreateContext(dc: Handle) -> Handle,
        done => made(done, std::ptr::null_mut());
    wglCreateLayerContext(dc: Handle, layer: i32) -> Handle,
        done => made(done, std::ptr::null_mut());
    wglCreateContextAttribsARB(dc: Handle, other: Handle, attributes: *const i32) -> Handle,
        done => made(done, other);
    wglShareLists(first: Handle, second: Handle) -> u32,
        done => if done != 0 { shared(second.addr(), first.addr()) };
    wglDeleteContext(context: Handle) -> u32,
        [noted = number(context.addr())] done => if done != 0 { destroyed(context.addr(), noted) };
    wglMakeCurrent(dc: Handle, context: Handle) -> u32,
        done => bound(done, context);
    wglMakeContextCurrentARB(draw: Handle, read: Handle, context: Handle) -> u32,
        done => bound(done, context);
    wglSwapBuffers(dc: Handle) -> u32,
        [() = shown()];
    wglSwapLayerBuffers(dc: Handle, planes: u32) -> u32,
        [() = shown()];
}
