//! The axes of derivatives over a quad, and the locations at which fragment programs evaluate attributes.

use super::operations;

operations! {
    /// The direction of a derivative.
    Axis
    /// Difference to the horizontal neighbour.
    X;
    /// Difference to the vertical neighbour.
    Y;
}

operations! {
    /// The neighbours that a derivative compares: those of the words of GLSL's `dFdxCoarse` and `dFdxFine`
    /// (ARB_derivative_control 8.13.1).
    DerivativeControl
    /// Difference that may be one for the whole quad.
    Coarse;
    /// Difference of the invocation itself to its own neighbour.
    Fine;
}

operations! {
    /// The location in a pixel at which an attribute is interpolated again.
    Location
    /// Attribute at the centroid.
    Centroid;
    /// Attribute at an offset from the pixel's centre.
    Offset;
    /// Attribute at a sample.
    Sample;
}
