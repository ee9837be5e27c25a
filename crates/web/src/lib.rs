//! Quadrille as a WebAssembly module: what the page and the JavaScript package call.
//!
//! A [`request`] is an object of JSON with bytes behind it, and so is its answer ([`message`]): one function takes one
//! and gives the other, which tests call without a browser. [`entry`] is that function as JavaScript finds it. Each
//! kind of request is a module; the types of all of them are `web/package/quadrille.d.ts`.
//!
//! Nothing here checks, translates or runs: that is the crate `quadrille`. There are no threads, no clock and no files
//! but those that a request brings.

mod adjustable;
mod check;
mod debug;
mod diagnostic;
pub mod entry;
mod error;
mod explain;
mod geforce3;
mod given;
mod kind;
pub mod message;
mod position;
mod qpu;
mod qpu_steps;
pub mod request;
mod run;
mod settings;
mod statistics;
mod translate;

pub use error::RequestError;
