//! The Raspberry Pi's VideoCore IV 3D unit: its QPU programs as text and as words, checked and run.

pub mod asm;
mod binner;
pub mod frame;
pub mod hazard;
pub mod layout;
pub mod list;
pub mod machine;
pub mod qpu;
mod raster;
pub mod tile;
pub mod tmu;
pub mod trace;
pub mod vpm;
