//! RCC in `!!ARBvp1.0`, which has only RCP: the machine's bits, for every input.
//!
//! The reciprocal of a magnitude of at least 2^-64 is at most 2^64, so the magnitude is clamped from below before RCP
//! and again behind it, and the sign put back by a product with 1 or -1, which is exact. MAX orders NaN above all other
//! numbers, so it passes both clamps; a number is less than its negation where its sign bit is set, zero included.

/// The parameter with the limit and what makes a sign of 0 and 1.
pub(super) fn parameter() -> String {
    format!("PARAM clamp = {{ {:e}, -2, 1, 0 }};\n", 2f32.powi(-64))
}

/// How many instructions [`instructions`] has beside the one that they stand for.
pub(super) const MORE: usize = 6;

/// The instructions, of a source and its negation.
pub(super) fn instructions(destination: &str, [source, negated]: [&str; 2], scratch: u8) -> String {
    format!(
        "SLT R{scratch}.y, {source}, {negated};
MAX R{scratch}.x, {source}, {negated};
MAX R{scratch}.x, R{scratch}.x, clamp.x;
RCP R{scratch}.x, R{scratch}.x;
MAX R{scratch}.x, R{scratch}.x, clamp.x;
MAD R{scratch}.y, R{scratch}.y, clamp.y, clamp.z;
MUL {destination}, R{scratch}.x, R{scratch}.y;
"
    )
}
