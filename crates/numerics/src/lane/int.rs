//! Two's complement and unsigned integers of 32 and 64 bits.

use super::Bits;

/// An integer whose arithmetic wraps.
pub trait Int: Bits {
    /// The same value in every lane, its low bits where the type is narrower.
    fn constant(value: i64) -> Self;
}

macro_rules! int {
    ($($type:ident)*) => {
        $(
            impl Bits for $type {
                type Mask = bool;

                fn select(mask: bool, when: $type, otherwise: $type) -> $type {
                    if mask { when } else { otherwise }
                }
            }

            impl Int for $type {
                fn constant(value: i64) -> $type {
                    value as $type
                }
            }
        )*
    };
}

int! { i32 u32 i64 u64 }
