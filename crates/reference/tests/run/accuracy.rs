//! How near a result must lie to the nearest number.

/// Whether a result is right, given the operand's bits and the bits of the number nearest to the exact result.
///
/// Functions are computed in binary32 by a fixed sequence of operations, so that they cost the same in every lane and
/// give the same bits everywhere; nobody can give the nearest number at that price. What they promise instead
/// (`quadrille_numerics::binary32`) is far inside what the specifications ask for (NV_vertex_program2 2.14.3.8 to 33:
/// 2^-22 absolute of EX2 and LG2 fractions and of SIN and COS, 2^-22 relative of RSQ): 2 ulp of EX2 and LG2, 2^-23
/// relative of RSQ, of which root and quotient are each rounded, 2 ulp or 2^-24 of SIN and COS, whichever is larger,
/// 2^-18 relative of POW. Infinities, NaN and zeros are exact, as are EX2 of integers and LG2 of powers of two.
/// All else is rounded once.
pub(crate) fn is_right(mnemonic: &str, operand: u64, found: u64, nearest: u64) -> bool {
    let [operand, result, right] = [operand, found, nearest].map(|bits| f32::from_bits(bits as u32));
    let (ulp, relative) = (ulp(right), f64::from(right).abs());
    let bound = match mnemonic {
        "EX2" if operand.fract() == 0.0 => 0.0,
        "LG2" if operand.to_bits() & 0x007f_ffff == 0 => 0.0,
        "EX2" | "LG2" => 2.0 * ulp,
        "RSQ" => relative * 2f64.powi(-23) + ulp / 2.0,
        "SIN" | "COS" | "SCS" => (2.0 * ulp).max(2f64.powi(-24) + ulp / 2.0),
        "POW" => relative * 2f64.powi(-18) + ulp / 2.0,
        _ => 0.0,
    };
    let difference = (f64::from(result) - f64::from(right)).abs();
    let is_number = result.is_finite() && right.is_finite() && right != 0.0;
    found == nearest || is_number && difference <= bound
}

/// The distance of numbers at a number.
fn ulp(x: f32) -> f64 {
    let magnitude = x.abs();
    f64::from(f32::from_bits(magnitude.to_bits().saturating_add(1))) - f64::from(magnitude)
}

/// source: IEEE 754, the distance of binary32 numbers; the bounds as stated above
#[test]
fn bounds_are_those_of_the_functions() {
    let one = u64::from(1.0_f32.to_bits());
    let half = u64::from(0.5_f32.to_bits());
    assert!(is_right("EX2", half, one + 2, one) && !is_right("EX2", half, one + 3, one));
    assert!(!is_right("EX2", one, one + 1, one) && !is_right("LG2", one, one + 1, one));
    assert!(is_right("POW", half, one + 32, one) && !is_right("POW", half, one + 33, one));
    assert!(!is_right("RCP", half, one + 1, one) && !is_right("SIN", half, 1, 0));
    let infinity = u64::from(f32::INFINITY.to_bits());
    assert!(!is_right("POW", half, infinity - 1, infinity) && !is_right("POW", half, infinity, infinity - 1));
}
