//! Inter-stage data: stage outputs, primitives, varyings and fragments as one stage hands them to the next, and the
//! interfaces that say who reads which result of whom. No stage is here.

pub(crate) mod assembly;
pub(crate) mod blocks;
pub(crate) mod distinct;
pub(crate) mod fragments;
pub(crate) mod gradients;
pub(crate) mod interface;
pub(crate) mod layer_viewports;
pub(crate) mod plane;
pub(crate) mod primitive_batch;
pub(crate) mod primitive_ref;
pub(crate) mod primitives;
pub(crate) mod stage_outputs;
pub(crate) mod varying_layout;
pub(crate) mod vertex_export;
pub(crate) mod vertices;
pub(crate) mod watched;
