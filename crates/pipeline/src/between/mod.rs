//! What goes from one stage to the next: vertices and shapes on their way, and who reads which result of whom. No
//! stage is here.

pub(crate) mod assembly;
pub(crate) mod flow;
pub(crate) mod fragments;
pub(crate) mod given;
pub(crate) mod interface;
pub(crate) mod item;
pub(crate) mod link;
pub(crate) mod outgoing;
pub(crate) mod primitives;
pub(crate) mod target;
pub(crate) mod vertices;
