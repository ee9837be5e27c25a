//! Programs as the reference engine runs them.

mod condition;
mod flow;
mod precision;
mod support;
