//! The Raspberry Pi's VideoCore IV 3D unit: its QPU programs as text and as words, checked and run.

pub mod asm;
pub mod hazard;
pub mod layout;
pub mod list;
pub mod machine;
pub mod qpu;
pub mod tmu;
pub mod trace;
pub mod vpm;
