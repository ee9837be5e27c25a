//! A device of Vulkan, loaded at run time, and the two things that are asked of it: to carry out a [`Job`] or a
//! [`Dispatch`].
//!
//! The only module of the crate that is unsafe. Both are plain data that say everything about one draw or dispatch; every
//! handle lives in [`Objects`] and is destroyed with it, when the device is done.
#![allow(unsafe_code, reason = "calls of a driver")]

mod barrier;
mod commands;
mod descriptors;
mod device;
mod dispatch;
mod draw;
mod job;
mod objects;
mod open;
mod pipeline;
mod resources;
mod stored;

pub(crate) use self::device::Gpu;
pub(crate) use self::draw::Changes;
pub(crate) use self::job::{
    Attribute, Block, Bound, Dispatch, Job, Picture, State, Stored, StoredView, Texels,
};
