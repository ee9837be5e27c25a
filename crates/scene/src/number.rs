//! Numbers of scene files: C floats, bit patterns, infinities.

use half::f16;

/// A C float as `strtof` reads it: an optional sign, decimal or `0x` hexadecimal digits, `inf`, `nan`.
pub(crate) fn float(word: &str) -> Option<f32> {
    let (negative, body) = match word.as_bytes().first()? {
        b'-' => (true, &word[1..]),
        b'+' => (false, &word[1..]),
        _ => (false, word),
    };
    if body.starts_with(['+', '-']) {
        return None;
    }
    let lower = body.to_ascii_lowercase();
    let value = match lower.as_str() {
        "inf" | "infinity" => f32::INFINITY,
        "nan" => f32::NAN,
        _ if lower.starts_with("0x") => hexadecimal(&lower[2..])?,
        _ => {
            let trimmed = lower.strip_suffix('f').unwrap_or(&lower);
            trimmed.parse().ok()?
        }
    };
    Some(if negative { -value } else { value })
}

/// A float, or where it starts with `0x` the bits of one (the forms without parentheses).
pub(crate) fn float_or_bits(word: &str) -> Option<f32> {
    match bits(word) {
        Some(digits) => u32::from_str_radix(digits, 16).ok().map(f32::from_bits),
        None => float(word),
    }
}

/// A float of 16 bits, to which a decimal number is rounded; where it starts with `0x` these bits (`strtohf_hex` of
/// piglit).
pub(crate) fn half_or_bits(word: &str) -> Option<f32> {
    let half = match bits(word) {
        Some(digits) => f16::from_bits(u16::from_str_radix(digits, 16).ok()?),
        None => f16::from_f32(float(word)?),
    };
    Some(half.to_f32())
}

/// A float of 64 bits; where it starts with `0x` these bits (`strtod_hex` of piglit).
pub(crate) fn double_or_bits(word: &str) -> Option<f64> {
    match bits(word) {
        Some(digits) => u64::from_str_radix(digits, 16).ok().map(f64::from_bits),
        None => word.parse().ok(),
    }
}

/// The digits behind the `0x` of a bit pattern.
fn bits(word: &str) -> Option<&str> {
    word.strip_prefix("0x").or_else(|| word.strip_prefix("0X"))
}

/// A hexadecimal C float after its `0x`: `1.8p3`, or plain digits.
fn hexadecimal(digits: &str) -> Option<f32> {
    let (mantissa, exponent) = digits.split_once('p').unwrap_or((digits, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    if whole.is_empty() && fraction.is_empty() || whole.len() + fraction.len() > 16 {
        return None;
    }
    let bits = u64::from_str_radix(&format!("{whole}{fraction}"), 16).ok()?;
    let exponent: i32 = exponent.parse().ok()?;
    let scale = exponent
        .checked_sub(4 * fraction.len() as i32)?
        .clamp(-1100, 1100);
    // Powers of two are exact in f64 down to its denormals, so only the last step rounds.
    let half = f64::from(scale / 2).exp2_exact();
    Some((bits as f64 * half * f64::from(scale - scale / 2).exp2_exact()) as f32)
}

/// Exact powers of two of small whole numbers.
trait PowerOfTwo {
    fn exp2_exact(self) -> f64;
}

impl PowerOfTwo for f64 {
    fn exp2_exact(self) -> f64 {
        f64::from_bits(((self as i64 + 1023).clamp(1, 2046) as u64) << 52)
    }
}

#[cfg(test)]
mod tests {
    use super::{double_or_bits, float, float_or_bits, half_or_bits};

    // source: ISO C 7.22.1.3, the strtod family.
    #[test]
    fn reads_what_c_reads() {
        assert_eq!(float("-1.5e2"), Some(-150.0));
        assert_eq!(float(".5"), Some(0.5));
        assert_eq!(float("5."), Some(5.0));
        assert_eq!(float("0x1.8p1"), Some(3.0));
        assert_eq!(float("-INF"), Some(f32::NEG_INFINITY));
        assert!(float("NAN").is_some_and(f32::is_nan));
        assert_eq!(float("--1"), None);
        assert_eq!(float("abc"), None);
        assert_eq!(float_or_bits("0x3f800000"), Some(1.0));
    }

    // source: IEEE 754 binary16 and binary64: 1.0 is 0x3c00 and 0x3ff0000000000000, the number of 16 bits that is
    // nearest to 0.1 is 0x2e66, which is 1638 / 2^14.
    #[test]
    fn bits_have_the_width_of_their_format() {
        assert_eq!(half_or_bits("0x3c00"), Some(1.0));
        assert_eq!(half_or_bits("0.1"), Some(1638.0 / 16384.0));
        assert_eq!(half_or_bits("0x2e66"), half_or_bits("0.1"));
        assert_eq!(half_or_bits("0x3f800000"), None);
        assert_eq!(double_or_bits("0x3ff0000000000000"), Some(1.0));
        assert_eq!(double_or_bits("0.1"), Some(0.1));
        assert_eq!(double_or_bits("0x10000000000000000"), None);
    }
}
