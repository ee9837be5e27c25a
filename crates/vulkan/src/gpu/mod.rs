//! A device of Vulkan, loaded at run time, and the one thing that is asked of it: to carry a [`Job`] out.
//!
//! The only module of the crate that is unsafe. A job is plain data that says everything about one draw; every
//! handle lives in [`Objects`] and is destroyed with it, when the device is done.
#![allow(unsafe_code, reason = "calls of a driver")]

mod barrier;
mod commands;
mod device;
mod draw;
mod job;
mod objects;
mod open;
mod pipeline;
mod resources;
mod stored;

pub(crate) use self::device::Gpu;
pub(crate) use self::job::{Attribute, Block, Job, Picture, State, Stored, StoredView, Texels};
