//! Frames: lists in memory to pixels in memory.

mod clear;
mod draw;
mod examples;
mod gl;
mod image;
mod lists;
mod passes;
mod triangle;
mod vg;
