//! Programs as the reference engine runs them.

mod accuracy;
mod ati;
mod condition;
mod flow;
mod groups;
mod long_constants;
mod oracle;
mod patch;
mod precision;
mod structured;
mod support;
