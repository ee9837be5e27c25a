//! Development tasks, run as `cargo xtask TASK`. Not part of the product.

fn main() {}
