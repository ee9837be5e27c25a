//! The binding tables against the specifications' own and against another implementation: what each language
//! and stage has, what it lacks, and what a wrong path is told.

mod arb;
mod nv;
mod path;
mod table;
