//! The machine: twelve QPUs, the queue of user programs in front of them, and what they share.
//!
//! ```
//! use quadrille_vc4::machine::{Launch, Limits, Machine, Memory, Profile};
//!
//! // ldi of 7 to nothing with a thread end would do; here the last three words of any program.
//! let code: Vec<u8> = [0x3000_09e7_009e_7000u64, 0x1000_09e7_009e_7000, 0x1000_09e7_009e_7000]
//!     .iter()
//!     .flat_map(|word| word.to_le_bytes())
//!     .collect();
//! let mut memory = Memory::new();
//! let at = memory.place_constant(&code)?;
//! let mut machine = Machine::new(Profile::raspberry_pi());
//! machine.queue(Launch::new(at, 0));
//! let outcome = machine.run(&mut memory, Limits::default(), &mut ());
//! assert!(outcome.findings.is_empty());
//! assert_eq!(outcome.instructions(), 3);
//! # Ok::<(), quadrille_vc4::machine::MapError>(())
//! ```
//!
//! QPUs run in the order of their own clocks wherever they touch what they share, lower numbers first, so that
//! the same programs give the same bits on every host.

mod cache;
pub(crate) mod chip;
pub mod finding;
pub mod fragments;
mod image;
pub mod job;
pub(crate) mod launch;
pub(crate) mod memory;
mod outcome;
pub(crate) mod pages;
mod paused;
pub mod profile;
pub mod registers;
mod schedule;
pub mod statistics;

pub use finding::{Answer, Finding, FindingKind};
pub use image::{Image, ImageError};
pub use launch::{Fragment, Launch, Thread, TileWrite};
pub use memory::{MapError, Memory};
pub use outcome::{End, Outcome};
pub use paused::{Activity, PausedMachine, QpuView};
pub use profile::Profile;
pub use schedule::{Limits, Machine};
pub use statistics::{CacheTotals, Stall, Totals};
