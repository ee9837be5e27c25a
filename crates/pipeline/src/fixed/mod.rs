//! Fixed-function stages, as program text: what a stage without a program does is written as a program and
//! goes through the checker like any other. Here are pure functions from state to text.

mod combine;
pub mod fragment;
mod light;
mod needs;
pub mod vertex;
