//! Depth comparison: a reference value against a texel's depth, and the components that the result fills.

use crate::{CompareFunction, DepthMode};

/// The result of a comparison, 1 or 0 (OpenGL 2.1 table 3.26). With NaN only NOTEQUAL and ALWAYS are 1.
pub fn compare(function: CompareFunction, reference: f32, depth: f32) -> f32 {
    let passes = match function {
        CompareFunction::Lequal => reference <= depth,
        CompareFunction::Gequal => reference >= depth,
        CompareFunction::Less => reference < depth,
        CompareFunction::Greater => reference > depth,
        CompareFunction::Equal => reference == depth,
        CompareFunction::Notequal => reference != depth,
        CompareFunction::Always => true,
        CompareFunction::Never => false,
    };
    if passes { 1.0 } else { 0.0 }
}

/// The colour that a depth, or the result of a comparison, becomes (OpenGL 2.1 section 3.8.14, table 3.20).
pub(crate) fn arrange<T: Copy>(mode: DepthMode, value: T, zero: T, one: T) -> [T; 4] {
    match mode {
        DepthMode::Luminance => [value, value, value, one],
        DepthMode::Intensity => [value; 4],
        DepthMode::Alpha => [zero, zero, zero, value],
        DepthMode::Red => [value, zero, zero, one],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comparison_table() {
        // source: OpenGL 2.1 table 3.26; columns are R < D, R = D, R > D
        let rows = [
            (CompareFunction::Lequal, [1.0, 1.0, 0.0]),
            (CompareFunction::Gequal, [0.0, 1.0, 1.0]),
            (CompareFunction::Less, [1.0, 0.0, 0.0]),
            (CompareFunction::Greater, [0.0, 0.0, 1.0]),
            (CompareFunction::Equal, [0.0, 1.0, 0.0]),
            (CompareFunction::Notequal, [1.0, 0.0, 1.0]),
            (CompareFunction::Always, [1.0; 3]),
            (CompareFunction::Never, [0.0; 3]),
        ];
        for (function, expected) in rows {
            assert_eq!(
                [0.25, 0.5, 0.75].map(|reference| compare(function, reference, 0.5)),
                expected
            );
        }
    }
}
