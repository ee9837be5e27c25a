//! Frames: lists in memory to pixels in memory.

mod clear;
mod image;
mod triangle;
