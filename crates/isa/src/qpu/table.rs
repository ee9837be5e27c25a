//! The macro that makes a field's closed set of values from one list of rows.
//!
//! A row is `Variant = code, "name", "what it is"`; the enum, the look-up by code and by name and the
//! list of all rows come from it, so that no second list can disagree.

macro_rules! rows {
    (
        $(#[$meta:meta])*
        $vis:vis enum $name:ident, $bits:literal bits {
            $($variant:ident = $code:literal, $text:literal, $doc:literal;)*
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        #[repr(u8)]
        $vis enum $name {
            $(#[doc = $doc] $variant = $code,)*
        }

        impl $name {
            /// Every row, in the order of the table.
            pub const ALL: &'static [$name] = &[$($name::$variant),*];

            /// Width of the field in bits.
            pub const BITS: u32 = $bits;

            /// By code: the row, or `None` where the code is reserved.
            const BY_CODE: &[Option<$name>; 1 << $bits] = &{
                let mut table = [None; 1 << $bits];
                $(
                    assert!(table[$code].is_none(), "two rows have one code");
                    table[$code] = Some($name::$variant);
                )*
                table
            };

            /// By code: the name as assembler text spells it; empty where absence is the spelling or the
            /// code is reserved.
            pub const NAMES: &'static [&'static str; 1 << $bits] = &{
                let mut table = [""; 1 << $bits];
                $(table[$code] = $text;)*
                table
            };

            /// The row of a code; `None` where the code is reserved or wider than the field.
            #[inline]
            pub const fn from_code(code: u8) -> Option<$name> {
                if (code as usize) < (1 << $bits) {
                    $name::BY_CODE[code as usize]
                } else {
                    None
                }
            }

            /// The value of the field.
            #[inline]
            pub const fn code(self) -> u8 {
                self as u8
            }

            /// The name as assembler text spells it; empty where absence is the spelling.
            #[inline]
            pub const fn name(self) -> &'static str {
                match self {
                    $($name::$variant => $text,)*
                }
            }

            /// One sentence that says what it is.
            pub const fn doc(self) -> &'static str {
                match self {
                    $($name::$variant => $doc,)*
                }
            }

            /// The row with this name, letter case not counted.
            pub fn from_name(name: &str) -> Option<$name> {
                $name::ALL
                    .iter()
                    .copied()
                    .find(|row| !row.name().is_empty() && row.name().eq_ignore_ascii_case(name))
            }
        }
    };
}
