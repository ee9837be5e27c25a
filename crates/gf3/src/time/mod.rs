//! When things happen: the vertex processor cycle by cycle.
//!
//! Units (`fetch`, `copy`, `issue`, `execute`, `drain`) hand each other messages over wires that
//! take at least one cycle, so the order in which they are clocked within a cycle cannot matter. What an
//! instruction computes is asked of [`crate::function`] once, with the register values that are visible at
//! that cycle: an interlock that is wrong gives wrong numbers, and [`machine::Machine::run`] can compare
//! each result with the functional model and report the first difference.
//!
//! Every number of the silicon that is not known is a [`Parameters`] field with its source. Convention for
//! stalls: where results are forwarded, an instruction reads its registers on time and is then held, as the
//! lecture draws it (`RR ----> SN`); without forwarding it waits before it reads.

mod copy;
pub mod diagram;
mod drain;
mod execute;
mod fetch;
pub mod front;
mod issue;
pub mod kanata;
pub mod lost;
pub mod machine;
pub mod parameter;
pub mod perfetto;
mod scoreboard;
pub mod svg;
pub mod sweep;
pub mod trace;
mod wire;
pub mod workload;

pub use execute::Difference;
pub use machine::{Failure, Machine, Report, Unit};
pub use parameter::{Forwarding, Granularity, ParameterError, Parameters, Policy, Profile};
pub use trace::{Row, Stall};
pub use workload::{Setup, Workload};
