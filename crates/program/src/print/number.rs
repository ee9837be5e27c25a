//! Numbers that read back to the same bits.

/// A float by its bits, with its sign. Infinities are written as numbers that are too large; NaN, which no
/// text of these languages means, as one of them.
pub(super) fn float(bits: u32) -> String {
    let value = f32::from_bits(bits);
    if value.is_finite() {
        format!("{value:?}")
    } else if value.is_sign_negative() {
        "-1e39".to_owned()
    } else {
        "1e39".to_owned()
    }
}

/// The type as which the bits of a constant are read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum LiteralKind {
    Float,
    /// Floats that are read as 64 bits: written so that they do not gain or lose any.
    Double,
    Signed,
    Unsigned,
}

/// A number of a kind.
pub(super) fn number(bits: u32, kind: LiteralKind) -> String {
    match kind {
        LiteralKind::Float => float(bits),
        LiteralKind::Double => double(f64::from(f32::from_bits(bits))),
        LiteralKind::Signed => (bits as i32).to_string(),
        LiteralKind::Unsigned => bits.to_string(),
    }
}

/// A double, as [`float`].
fn double(value: f64) -> String {
    if value.is_finite() {
        format!("{value:?}")
    } else if value.is_sign_negative() {
        "-1e309".to_owned()
    } else {
        "1e309".to_owned()
    }
}

/// A number of 64 bits of a kind.
fn long_number(bits: u64, kind: LiteralKind) -> String {
    match kind {
        LiteralKind::Float | LiteralKind::Double => double(f64::from_bits(bits)),
        LiteralKind::Signed => (bits as i64).to_string(),
        LiteralKind::Unsigned => bits.to_string(),
    }
}

/// A vector of four numbers of 64 bits, by their low and high words.
pub(super) fn long_vector(low: [u32; 4], high: [u32; 4], kind: LiteralKind) -> String {
    let numbers: [String; 4] = std::array::from_fn(|at| {
        let bits = u64::from(low[at]) | u64::from(high[at]) << 32;
        long_number(bits, kind)
    });
    format!("{{ {} }}", numbers.join(", "))
}

/// A vector of four.
pub(super) fn vector(bits: [u32; 4], kind: LiteralKind) -> String {
    let numbers = bits.map(|word| number(word, kind));
    format!("{{ {} }}", numbers.join(", "))
}

#[cfg(test)]
mod tests {
    use super::float;

    /// source: IEEE 754: a float read from its shortest decimal form is the float
    #[test]
    fn floats_read_back() {
        for bits in [
            0u32,
            1,
            0x8000_0000,
            0x3f80_0000,
            0x7f7f_ffff,
            0x0080_0000,
            0x3dcc_cccd,
            0xc2f6_e979,
        ] {
            let back: f32 = float(bits).parse().expect("a number");
            assert_eq!(back.to_bits(), bits);
        }
        let infinite: f32 = float(0x7f80_0000).parse().expect("a number");
        assert!(infinite.is_infinite());
    }
}
