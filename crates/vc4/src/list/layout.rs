//! The macros that make a struct, its decoding and its table of fields from one list of rows.

use super::field::Field;

/// A run of at most 16 bytes with fields.
pub trait Layout: Sized {
    /// Length in bytes.
    const BYTES: usize;
    /// All fields, by their place in the struct.
    const FIELDS: &'static [Field];
    /// From the bytes, taken as a little-endian number.
    fn from_bits(bits: u128) -> Self;
    /// The bytes as a little-endian number.
    fn to_bits(&self) -> u128;
}

macro_rules! layout {
    (
        $(#[doc = $doc:literal])+
        pub struct $name:ident, $bytes:literal bytes {
            $($(#[doc = $phrase:literal])+ $field:ident: $kind:ty = $low:literal, $bits:literal;)*
        }
    ) => {
        $(#[doc = $doc])+
        #[derive(Clone, Copy, PartialEq, Default, Debug)]
        pub struct $name {
            $($(#[doc = $phrase])+ pub $field: <$kind as $crate::list::field::Kind>::Value,)*
            /// The bits that no field has, where they are; 0 in all that the guide describes.
            pub reserved: u128,
        }

        impl $crate::list::layout::Layout for $name {
            const BYTES: usize = $bytes;
            const FIELDS: &'static [$crate::list::field::Field] = &[$($crate::list::field::Field {
                name: stringify!($field),
                low: $low,
                bits: $bits,
                form: <$kind as $crate::list::field::Kind>::FORM,
                doc: concat!($($phrase),+),
            }),*];

            fn from_bits(bits: u128) -> $name {
                const RESERVED: u128 = $crate::list::layout::reserved::<$name>();
                $name {
                    $($field: <$kind as $crate::list::field::Kind>::value(
                        (bits >> $low) as u32 & (u32::MAX >> (32 - $bits)),
                        $bits,
                    ),)*
                    reserved: bits & RESERVED,
                }
            }

            fn to_bits(&self) -> u128 {
                const RESERVED: u128 = $crate::list::layout::reserved::<$name>();
                let mut bits = self.reserved & RESERVED;
                $(
                    let raw = <$kind as $crate::list::field::Kind>::raw(self.$field) & (u32::MAX >> (32 - $bits));
                    bits |= u128::from(raw) << $low;
                )*
                bits
            }
        }
    };
}

macro_rules! codes {
    ($(
        $(#[doc = $doc:literal])+
        pub enum $name:ident {
            $($(#[doc = $phrase:literal])+ $variant:ident = $code:literal, $text:literal;)*
        }
    )*) => {$(
        $(#[doc = $doc])+
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum $name {
            $($(#[doc = $phrase])+ $variant,)*
            /// A code that the guide does not give.
            Reserved(u8),
        }

        impl $name {
            /// The value with this name in texts.
            pub fn of_name(name: &str) -> Option<$name> {
                match name {
                    $($text => Some($name::$variant),)*
                    _ => None,
                }
            }
        }

        impl Default for $name {
            fn default() -> $name {
                <$name as $crate::list::field::Kind>::value(0, 8)
            }
        }

        impl $crate::list::field::Kind for $name {
            type Value = $name;
            const FORM: $crate::list::field::Form = $crate::list::field::Form::Code(&[$(($text, $code)),*]);

            fn value(raw: u32, _: u32) -> $name {
                match raw as u8 {
                    $($code => $name::$variant,)*
                    code => $name::Reserved(code),
                }
            }

            fn raw(value: $name) -> u32 {
                match value {
                    $($name::$variant => $code,)*
                    $name::Reserved(code) => u32::from(code),
                }
            }
        }
    )*};
}

/// The bits of a layout that no field has.
pub(crate) const fn reserved<L: Layout>() -> u128 {
    let mut free = u128::MAX >> (128 - 8 * L::BYTES);
    let mut index = 0;
    while index < L::FIELDS.len() {
        let field = &L::FIELDS[index];
        let bits = (field.mask() as u128) << field.low;
        assert!(free & bits == bits, "fields overlap or lie outside");
        free &= !bits;
        index += 1;
    }
    free
}
