//! Elementary functions of binary64, from `+ - * /`, `floor` and bit moves only, so that every machine
//! computes the same bits.
//!
//! Each states its largest error, measured by the tests against an arbitrary-precision library. They are
//! accurate enough that rounding their result to binary32 is the correctly rounded value but for about one
//! argument in ten million, where it is the neighbour. Nothing here knows a language's special cases.

mod exponential;
mod logarithm;
pub(crate) mod parts;
mod reduction;
mod trigonometry;

pub use exponential::exp2;
pub use logarithm::{log2, power};
pub use trigonometry::{cosine, sine};
