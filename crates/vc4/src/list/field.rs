//! One field of a packet or record: where its bits are and how they read.

/// How the bits of a field are written as text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// One bit.
    Flag,
    /// An unsigned number.
    Unsigned,
    /// A two's complement number.
    Signed,
    /// An unsigned number in hexadecimal.
    Hexadecimal,
    /// The address of something, without its low bits, which are zero.
    Address {
        /// How many low bits are left out.
        shift: u32,
    },
    /// binary32.
    Float,
    /// The upper half of a binary32: sign, 8 bits of exponent, 7 of fraction.
    FloatHigh,
    /// Two's complement with four bits of fraction.
    Fixed4,
    /// One of a set of codes, in their order; codes without a name are reserved.
    Code(&'static [(&'static str, u8)]),
}

/// One field: bits `low` to `low + bits` of a little-endian payload.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Field {
    /// Its name in text.
    pub name: &'static str,
    /// Its lowest bit.
    pub low: u32,
    /// Its width in bits, at most 32.
    pub bits: u32,
    /// How its bits read.
    pub form: Form,
    /// What it is, in one phrase.
    pub doc: &'static str,
}

impl Field {
    /// The bits of the field in `payload`.
    pub fn get(&self, payload: u128) -> u32 {
        (payload >> self.low) as u32 & self.mask()
    }

    /// `payload` with `value` in the field; bits of `value` beyond its width are dropped.
    #[must_use]
    pub fn with(&self, payload: u128, value: u32) -> u128 {
        let mask = u128::from(self.mask()) << self.low;
        payload & !mask | u128::from(value & self.mask()) << self.low
    }

    /// The bits of the field, at bit 0.
    pub const fn mask(&self) -> u32 {
        u32::MAX >> (32 - self.bits)
    }
}

/// A way to hold the bits of a field as a Rust value.
pub trait Kind {
    /// The value.
    type Value: Copy;
    /// How it is written.
    const FORM: Form;
    /// The value that a field of `bits` bits has when these are `raw`.
    fn value(raw: u32, bits: u32) -> Self::Value;
    /// The bits of a value.
    fn raw(value: Self::Value) -> u32;
}

/// Marker types: each says how the bits of a field are held.
macro_rules! kinds {
    ($($(#[$doc:meta])* $name:ident($value:ty): $form:expr, |$raw:ident, $bits:ident| $get:expr, |$v:ident| $set:expr;)*) => {
        $(
            $(#[$doc])*
            #[derive(Clone, Copy, Debug)]
            pub enum $name {}

            impl Kind for $name {
                type Value = $value;
                const FORM: Form = $form;
                fn value($raw: u32, $bits: u32) -> $value {
                    let _ = $bits;
                    $get
                }
                fn raw($v: $value) -> u32 {
                    $set
                }
            }
        )*
    };
}

kinds! {
    /// One bit.
    Flag(bool): Form::Flag, |raw, bits| raw != 0, |value| u32::from(value);
    /// At most 8 bits.
    Small(u8): Form::Unsigned, |raw, bits| raw as u8, |value| u32::from(value);
    /// At most 16 bits.
    Half(u16): Form::Unsigned, |raw, bits| raw as u16, |value| u32::from(value);
    /// At most 32 bits.
    Word(u32): Form::Unsigned, |raw, bits| raw, |value| value;
    /// At most 8 bits, shown in hexadecimal.
    SmallBits(u8): Form::Hexadecimal, |raw, bits| raw as u8, |value| u32::from(value);
    /// At most 32 bits, shown in hexadecimal.
    Bits(u32): Form::Hexadecimal, |raw, bits| raw, |value| value;
    /// 16 bits in two's complement.
    SignedHalf(i16): Form::Signed, |raw, bits| raw as i16, |value| u32::from(value as u16);
    /// An address.
    Address(u32): Form::Address { shift: 0 }, |raw, bits| raw, |value| value;
    /// An address that is a multiple of 8.
    Address8(u32): Form::Address { shift: 3 }, |raw, bits| raw << 3, |value| value >> 3;
    /// An address that is a multiple of 16.
    Address16(u32): Form::Address { shift: 4 }, |raw, bits| raw << 4, |value| value >> 4;
    /// binary32.
    Float(f32): Form::Float, |raw, bits| f32::from_bits(raw), |value| value.to_bits();
    /// The upper half of a binary32; what is below is cut off.
    FloatHigh(f32): Form::FloatHigh, |raw, bits| f32::from_bits(raw << 16), |value| value.to_bits() >> 16;
    /// Sixteenths.
    Fixed4(i16): Form::Fixed4, |raw, bits| raw as i16, |value| u32::from(value as u16);
}
