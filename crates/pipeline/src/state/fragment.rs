//! Per-fragment state: scissor, alpha, stencil, depth, blend, logical operation (GL 2.1, 4.1).

/// An enumeration whose values have names of GL constants.
macro_rules! named {
    ($(#[$doc:meta])* $name:ident { $($variant:ident $gl:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[expect(missing_docs, reason = "each name is the specification's own")]
        pub enum $name {
            $($variant,)*
        }

        impl $name {
            /// Every value with the name of the GL constant, without `GL_`.
            pub const NAMES: &[(&str, $name)] = &[$(($gl, $name::$variant),)*];

            /// The name of the GL constant without `GL_`.
            pub fn name(self) -> &'static str {
                match self {
                    $($name::$variant => $gl,)*
                }
            }
        }
    };
}

/// A rectangle of pixels; the origin is the lower left corner.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rectangle {
    /// Left edge.
    pub x: i32,
    /// Lower edge.
    pub y: i32,
    /// Width.
    pub width: u32,
    /// Height.
    pub height: u32,
}

named! {
    /// A comparison.
    Compare {
        Never "NEVER",
        Always "ALWAYS",
        Less "LESS",
        LessOrEqual "LEQUAL",
        Equal "EQUAL",
        GreaterOrEqual "GEQUAL",
        Greater "GREATER",
        NotEqual "NOTEQUAL",
    }
}

impl Compare {
    /// Whether `new` passes against `old`.
    pub fn passes<T: PartialOrd>(self, new: T, old: T) -> bool {
        match self {
            Compare::Never => false,
            Compare::Always => true,
            Compare::Less => new < old,
            Compare::LessOrEqual => new <= old,
            Compare::Equal => new == old,
            Compare::GreaterOrEqual => new >= old,
            Compare::Greater => new > old,
            Compare::NotEqual => new != old,
        }
    }
}

/// Alpha test.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct AlphaTest {
    /// Whether it is enabled.
    pub enabled: bool,
    /// Comparison of the fragment's alpha with the reference.
    pub function: Compare,
    /// Reference, 0 to 1.
    pub reference: f32,
}

impl Default for AlphaTest {
    fn default() -> AlphaTest {
        AlphaTest {
            enabled: false,
            function: Compare::Always,
            reference: 0.0,
        }
    }
}

named! {
    /// The operation on a stencil value.
    StencilOperation {
        Keep "KEEP",
        Zero "ZERO",
        Replace "REPLACE",
        Increment "INCR",
        Decrement "DECR",
        Invert "INVERT",
        IncrementWrap "INCR_WRAP",
        DecrementWrap "DECR_WRAP",
    }
}

/// Stencil state of a face.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StencilFace {
    /// Comparison of the masked reference with the masked stored value.
    pub function: Compare,
    /// Reference.
    pub reference: u8,
    /// Mask of both values.
    pub value_mask: u8,
    /// Bits that are written.
    pub write_mask: u8,
    /// When the stencil test fails.
    pub fail: StencilOperation,
    /// When the depth test fails.
    pub depth_fail: StencilOperation,
    /// When both pass.
    pub pass: StencilOperation,
}

/// Stencil test.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stencil {
    /// Whether it is enabled.
    pub enabled: bool,
    /// Front and back.
    pub faces: [StencilFace; 2],
}

impl Default for Stencil {
    fn default() -> Stencil {
        let face = StencilFace {
            function: Compare::Always,
            reference: 0,
            value_mask: 0xff,
            write_mask: 0xff,
            fail: StencilOperation::Keep,
            depth_fail: StencilOperation::Keep,
            pass: StencilOperation::Keep,
        };
        Stencil {
            enabled: false,
            faces: [face; 2],
        }
    }
}

/// Depth test.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct DepthTest {
    /// Whether it is enabled; if not, depth is not written either.
    pub enabled: bool,
    /// Comparison of the fragment's depth with the stored one.
    pub function: Compare,
    /// Whether depth is written.
    pub write: bool,
}

impl Default for DepthTest {
    fn default() -> DepthTest {
        DepthTest {
            enabled: false,
            function: Compare::Less,
            write: true,
        }
    }
}

named! {
    /// The equation that combines source and destination.
    BlendEquation {
        Add "FUNC_ADD",
        Subtract "FUNC_SUBTRACT",
        ReverseSubtract "FUNC_REVERSE_SUBTRACT",
        Min "MIN",
        Max "MAX",
    }
}

named! {
    /// Weight of source or destination.
    BlendFactor {
        Zero "ZERO",
        One "ONE",
        SourceColor "SRC_COLOR",
        OneMinusSourceColor "ONE_MINUS_SRC_COLOR",
        DestinationColor "DST_COLOR",
        OneMinusDestinationColor "ONE_MINUS_DST_COLOR",
        SourceAlpha "SRC_ALPHA",
        OneMinusSourceAlpha "ONE_MINUS_SRC_ALPHA",
        DestinationAlpha "DST_ALPHA",
        OneMinusDestinationAlpha "ONE_MINUS_DST_ALPHA",
        ConstantColor "CONSTANT_COLOR",
        OneMinusConstantColor "ONE_MINUS_CONSTANT_COLOR",
        ConstantAlpha "CONSTANT_ALPHA",
        OneMinusConstantAlpha "ONE_MINUS_CONSTANT_ALPHA",
        SourceAlphaSaturate "SRC_ALPHA_SATURATE",
        Source1Color "SRC1_COLOR",
        OneMinusSource1Color "ONE_MINUS_SRC1_COLOR",
        Source1Alpha "SRC1_ALPHA",
        OneMinusSource1Alpha "ONE_MINUS_SRC1_ALPHA",
    }
}

impl BlendFactor {
    /// Whether it is one of the second source (ARB_blend_func_extended).
    pub fn is_second(self) -> bool {
        match self {
            BlendFactor::Source1Color
            | BlendFactor::OneMinusSource1Color
            | BlendFactor::Source1Alpha
            | BlendFactor::OneMinusSource1Alpha => true,
            BlendFactor::Zero
            | BlendFactor::One
            | BlendFactor::SourceColor
            | BlendFactor::OneMinusSourceColor
            | BlendFactor::DestinationColor
            | BlendFactor::OneMinusDestinationColor
            | BlendFactor::SourceAlpha
            | BlendFactor::OneMinusSourceAlpha
            | BlendFactor::DestinationAlpha
            | BlendFactor::OneMinusDestinationAlpha
            | BlendFactor::ConstantColor
            | BlendFactor::OneMinusConstantColor
            | BlendFactor::ConstantAlpha
            | BlendFactor::OneMinusConstantAlpha
            | BlendFactor::SourceAlphaSaturate => false,
        }
    }
}

/// Blending. Pairs are for red, green, blue, and for alpha.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Blend {
    /// Whether it is enabled.
    pub enabled: bool,
    /// Equations.
    pub equation: [BlendEquation; 2],
    /// Factors of the source.
    pub source: [BlendFactor; 2],
    /// Factors of the destination.
    pub destination: [BlendFactor; 2],
    /// Constant colour.
    pub constant: [f32; 4],
}

impl Blend {
    /// Whether it takes the second source.
    pub fn takes_second(&self) -> bool {
        let mut factors = self.source.into_iter().chain(self.destination);
        self.enabled && factors.any(BlendFactor::is_second)
    }
}

/// What a draw buffer has of its own in place of the state of all (EXT_draw_buffers2, ARB_draw_buffers_blend).
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct OwnOutput {
    /// Blending; the constant colour is that of all.
    pub blend: Option<Blend>,
    /// Components that are written, bit 0 for red.
    pub color_mask: Option<u8>,
}

impl Default for Blend {
    fn default() -> Blend {
        Blend {
            enabled: false,
            equation: [BlendEquation::Add; 2],
            source: [BlendFactor::One; 2],
            destination: [BlendFactor::Zero; 2],
            constant: [0.0; 4],
        }
    }
}

named! {
    /// A logical operation on the bits of source `s` and destination `d`.
    LogicOperation {
        Clear "CLEAR",
        And "AND",
        AndReverse "AND_REVERSE",
        Copy "COPY",
        AndInverted "AND_INVERTED",
        Noop "NOOP",
        Xor "XOR",
        Or "OR",
        Nor "NOR",
        Equivalent "EQUIV",
        Invert "INVERT",
        OrReverse "OR_REVERSE",
        CopyInverted "COPY_INVERTED",
        OrInverted "OR_INVERTED",
        Nand "NAND",
        Set "SET",
    }
}

/// Colour clamping (ARB_color_buffer_float).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clamping {
    /// Whether vertex colours are clamped to [0, 1].
    pub vertex: bool,
    /// Whether fragment colours are; `None`: only where the colour buffers are fixed-point (FIXED_ONLY).
    pub fragment: Option<bool>,
}

impl Default for Clamping {
    fn default() -> Clamping {
        Clamping {
            vertex: true,
            fragment: None,
        }
    }
}
