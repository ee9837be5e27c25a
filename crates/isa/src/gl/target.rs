//! Texture targets as instructions name them, and where each reads its coordinates (facts 3.7).

/// A texture target.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[expect(missing_docs, reason = "each name is the specification's own")]
pub enum TextureTarget {
    T1D,
    T2D,
    T3D,
    Rect,
    Cube,
    Shadow1D,
    Shadow2D,
    ShadowRect,
    ShadowCube,
    Array1D,
    Array2D,
    ShadowArray1D,
    ShadowArray2D,
    Buffer,
    ArrayCube,
    ShadowArrayCube,
    Renderbuffer,
    T2DMS,
    Array2DMS,
    Stack1D,
    Stack2D,
}
