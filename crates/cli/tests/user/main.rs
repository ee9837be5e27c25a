//! The binary as its users meet it: the commands of the pages in `docs`, and what they give it to read.
#![cfg(unix)]

mod archives;
mod batches;
mod budget;
mod commands;
mod completions;
mod console_words;
mod debug;
mod dialects;
mod escapes;
mod fixes;
mod folders;
mod geforce3;
mod gf3_registers;
mod heat;
mod input;
mod output;
mod page;
mod policy;
mod porting;
mod preprocess;
mod profile;
mod qpu;
mod scene_programs;
mod schemas;
mod serve;
mod walks;
