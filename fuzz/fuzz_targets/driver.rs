//! Any bytes as calls of OpenGL, of two contexts of the vendor library over a driver that is none.
#![no_main]
#![allow(dead_code, reason = "entry points that are not called")]

#[path = "../../crates/driver/src/context/mod.rs"]
mod context;
#[path = "../../crates/driver/src/files/mod.rs"]
mod files;
#[path = "../../crates/driver/src/gl.rs"]
mod gl;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| context::random::run(bytes));
