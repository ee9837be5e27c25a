//! Programs as the reference engine runs them.

mod condition;
mod flow;
mod oracle;
mod precision;
mod random;
mod structured;
mod support;
