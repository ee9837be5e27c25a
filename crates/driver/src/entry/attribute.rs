//! Vertex attributes as NV_vertex_program sets them: each number has one entry point for each type and count.

use std::ffi::c_void;

use super::current::with;
use super::memory::{many, read, write};
use super::real::{Driver, call};
use crate::context::{ATTRIBUTES, Context, attribute_array};
use crate::gl::{Gl, number};

/// A component as the caller gives it. Those of fewer than four are (…, 0, 0, 1).
pub(super) trait Component: Copy {
    /// As OpenGL keeps it.
    fn float(self) -> f32;
}

impl Component for f32 {
    fn float(self) -> f32 {
        self
    }
}

impl Component for f64 {
    fn float(self) -> f32 {
        self as f32
    }
}

impl Component for i16 {
    fn float(self) -> f32 {
        self.into()
    }
}

/// The only one that is normalised: 255 is 1.
impl Component for u8 {
    fn float(self) -> f32 {
        f32::from(self) / 255.0
    }
}

fn vector<T: Component, const N: usize>(components: [T; N]) -> [f32; 4] {
    let mut vector = [0.0, 0.0, 0.0, 1.0];
    for (to, component) in vector.iter_mut().zip(components) {
        *to = component.float();
    }
    vector
}

/// `VertexAttrib…`: components one by one, at a pointer, and of several attributes at a pointer.
macro_rules! attributes {
    ($($one:ident($($component:ident),*), $vector:ident, $several:ident: $ty:ty, $count:literal;)*) => {
        $(pub(super) unsafe fn $one(index: u32, $($component: $ty),*) {
            let values = [vector([$($component),*])];
            if with(|context| context.set_attributes(&Driver, index, &values)).is_none() {
                call!($one(index, $($component),*));
            }
        }

        pub(super) unsafe fn $vector(index: u32, v: *const $ty) {
            // SAFETY: the caller's own components.
            let values = unsafe { read(v.cast::<[$ty; $count]>()) };
            let set = |context: &mut Context| match values {
                Some(values) => context.set_attributes(&Driver, index, &[vector(values)]),
                None => {}
            };
            if with(set).is_none() {
                // The caller's own components.
                call!($vector(index, v));
            }
        }

        pub(super) unsafe fn $several(index: u32, count: i32, v: *const $ty) {
            let most = count.clamp(count.min(0), ATTRIBUTES as i32);
            // SAFETY: the caller's own components, of which those behind the last attribute are not read.
            let values = unsafe { many(most, v.cast::<[$ty; $count]>(), ATTRIBUTES as usize) };
            let set = |context: &mut Context| match &values {
                Ok(values) => {
                    let values: Vec<[f32; 4]> = values.iter().copied().map(vector).collect();
                    context.set_attributes(&Driver, index, &values);
                }
                Err(error) => context.raise(*error),
            };
            if with(set).is_none() {
                // The caller's own components.
                call!($several(index, count, v));
            }
        })*
    };
}

attributes! {
    glVertexAttrib1dNV(x), glVertexAttrib1dvNV, glVertexAttribs1dvNV: f64, 1;
    glVertexAttrib1fNV(x), glVertexAttrib1fvNV, glVertexAttribs1fvNV: f32, 1;
    glVertexAttrib1sNV(x), glVertexAttrib1svNV, glVertexAttribs1svNV: i16, 1;
    glVertexAttrib2dNV(x, y), glVertexAttrib2dvNV, glVertexAttribs2dvNV: f64, 2;
    glVertexAttrib2fNV(x, y), glVertexAttrib2fvNV, glVertexAttribs2fvNV: f32, 2;
    glVertexAttrib2sNV(x, y), glVertexAttrib2svNV, glVertexAttribs2svNV: i16, 2;
    glVertexAttrib3dNV(x, y, z), glVertexAttrib3dvNV, glVertexAttribs3dvNV: f64, 3;
    glVertexAttrib3fNV(x, y, z), glVertexAttrib3fvNV, glVertexAttribs3fvNV: f32, 3;
    glVertexAttrib3sNV(x, y, z), glVertexAttrib3svNV, glVertexAttribs3svNV: i16, 3;
    glVertexAttrib4dNV(x, y, z, w), glVertexAttrib4dvNV, glVertexAttribs4dvNV: f64, 4;
    glVertexAttrib4fNV(x, y, z, w), glVertexAttrib4fvNV, glVertexAttribs4fvNV: f32, 4;
    glVertexAttrib4sNV(x, y, z, w), glVertexAttrib4svNV, glVertexAttribs4svNV: i16, 4;
    glVertexAttrib4ubNV(x, y, z, w), glVertexAttrib4ubvNV, glVertexAttribs4ubvNV: u8, 4;
}

const UNSIGNED_BYTE: u32 = 0x1401;
const SHORT: u32 = 0x1402;
const FLOAT: u32 = 0x1406;
const DOUBLE: u32 = 0x140a;

pub(super) unsafe fn glVertexAttribPointerNV(
    index: u32,
    fsize: i32,
    kind: u32,
    stride: i32,
    pointer: *const c_void,
) {
    let checked = |context: &mut Context| match kind {
        UNSIGNED_BYTE if fsize != 4 => context.raise(number::INVALID_OPERATION),
        UNSIGNED_BYTE | SHORT | FLOAT | DOUBLE => {
            let normalized = u8::from(kind == UNSIGNED_BYTE);
            // The caller's own array, which the driver keeps.
            call!(glVertexAttribPointerARB(
                index, fsize, kind, normalized, stride, pointer
            ));
        }
        _ => context.raise(number::INVALID_ENUM),
    };
    if with(checked).is_none() {
        // The caller's own array.
        call!(glVertexAttribPointerNV(index, fsize, kind, stride, pointer));
    }
}

pub(super) unsafe fn glEnableClientState(array_: u32) {
    match attribute_array(array_).filter(|_| with(Context::arrays_changed).is_some()) {
        Some(index) => call!(glEnableVertexAttribArrayARB(index)),
        None => call!(glEnableClientState(array_)),
    };
}

pub(super) unsafe fn glDisableClientState(array_: u32) {
    match attribute_array(array_).filter(|_| with(Context::arrays_changed).is_some()) {
        Some(index) => call!(glDisableVertexAttribArrayARB(index)),
        None => call!(glDisableClientState(array_)),
    };
}

/// IsEnabled of an array.
pub(super) fn is_enabled(capability: u32) -> Option<bool> {
    let index = attribute_array(capability)?;
    with(|_| Driver.is_array_enabled(index))
}

/// `GetVertexAttrib…NV`: what is current is ours, arrays are the driver's.
macro_rules! queries {
    ($($name:ident, $driver:ident: $ty:ty, $from:expr;)*) => {
        $(pub(super) unsafe fn $name(index: u32, pname: u32, params: *mut $ty) {
            let ask = |context: &mut Context| match pname {
                number::CURRENT_ATTRIB => match context.current_attribute(&Driver, index) {
                    // SAFETY: the caller has room for four.
                    Some(value) => unsafe { write(params, &value.map($from)) },
                    None => {}
                },
                // The caller's own room.
                _ if !params.is_null() => drop(call!($driver(index, pname, params))),
                _ => {}
            };
            if with(ask).is_none() {
                // The caller's own room.
                call!($name(index, pname, params));
            }
        })*
    };
}

queries! {
    glGetVertexAttribdvNV, glGetVertexAttribdvARB: f64, f64::from;
    glGetVertexAttribfvNV, glGetVertexAttribfvARB: f32, |value| value;
    glGetVertexAttribivNV, glGetVertexAttribivARB: i32, |value: f32| value.round_ties_even() as i32;
}
