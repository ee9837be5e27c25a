//! Dialects: what drivers let through that the specifications do not, by name.
//!
//! A habit is admitted where its row says so: the diagnostic stays, as a warning that names the dialect. What
//! a habit means for the program is decided where it is met.

use crate::options::Dialect;

/// A row of the table of habits.
#[derive(Debug)]
pub struct HabitRow {
    /// Its name.
    pub name: &'static str,
    /// The dialects that admit it.
    pub dialects: &'static [Dialect],
    /// A description of what is admitted, in a sentence.
    pub doc: &'static str,
    /// Advice for portable programs: the form that the specifications have.
    pub instead: &'static str,
}

macro_rules! habits {
    ($($(#[doc = $doc:literal])* $id:ident $name:literal [$($dialect:ident)*] instead $instead:literal;)*) => {
        /// A habit of drivers.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(crate) enum Habit {
            $($(#[doc = $doc])* $id,)*
        }

        /// All habits, in the order in which they are documented.
        pub static HABITS: &[HabitRow] = &[
            $(HabitRow {
                name: $name,
                dialects: &[$(Dialect::$dialect),*],
                doc: concat!($($doc),*).trim_ascii(),
                instead: $instead,
            },)*
        ];
    };
}

habits! {
    /// White space and comments before the header.
    BeforeHeader "before-header" [Nvidia Apple Mesa] instead "begin the text with the header";
    /// `!!FP2.0`: the instructions of NV_fragment_program2 over the registers of `!!FP1.0`.
    UndocumentedHeader "undocumented-header" [Nvidia] instead "write an ARB program with OPTION NV_fragment_program2";
    /// `ALIAS x = result.position`: an alias of a binding.
    AliasOfBinding "alias-of-binding" [Nvidia Apple] instead "declare it with ATTRIB, PARAM or OUTPUT";
    /// `2.0.x`: a selector behind a number, which is the same in all components.
    SelectorOnNumber "selector-on-number" [Nvidia Apple] instead "write the number without a selector";
    /// `RCP R0, 2.0`: a number without a selector as a scalar of an ARB program.
    NumberAsScalar "number-as-scalar" [Nvidia Apple] instead "write a constant with a selector, `{ 2 }.x`";
    /// `c[R1.w + 2]`: an index in a temporary, of which the bits are an integer.
    IndexInTemporary "index-in-temporary" [Nvidia] instead "load an address register with ARL, and choose by that";
    /// `c[A0.x + 99]`: a number beyond -64 and 63 beside an address register.
    FarOffset "far-offset" [Nvidia Mesa] instead "add the rest to what ARL loads";
    /// `program.env[3..1]`: a range that ends before it starts, as no element at all.
    ReversedRange "reversed-range" [Mesa] instead "write the lower number first, or no element";
    /// A zero, or a character that is not ASCII, behind `END`: it ends the text, whatever follows.
    MarkAfterEnd "mark-after-end" [Mesa] instead "end the text with END";
    /// `OUTPUT p = result.position` in a position-invariant program that does not use the name.
    DeclaredPosition "declared-position" [Mesa] instead "leave the declaration out";
    /// `SWZ a, b, 00, 01, x, y`: the numbers 0 and 1 with zeros before them.
    PaddedSelector "padded-selector" [Mesa] instead "write 0 or 1";
    /// `TEMP a[4]`: arrays of temporaries in ARB programs, indexed by address registers too.
    TemporaryArrays "temporary-arrays" [Nvidia] instead "declare a temporary for each element";
    /// `RC`, `HC` and `CC` as a result of which only the condition code is kept.
    NullRegisters "null-registers" [Nvidia] instead "write to `CC`, or to a temporary of its own";
    /// `BRK NE.x`, `IF (GT.x)`: conditions in and out of parentheses.
    ConditionParentheses "condition-parentheses" [Nvidia] instead "IF has its condition without parentheses, all others within";
    /// Blocks beyond the depth that the limits allow, as unrolled programs have them.
    DeepBlocks "deep-blocks" [Nvidia] instead "move inner blocks into subroutines, or raise the limit";
    /// `DDX.FINE`, `DDX.COARSE`: the derivatives of ARB_derivative_control, which defines them for GLSL alone.
    DerivativeControl "derivative-control" [Nvidia] instead "leave the modifier out";
    /// `vertex.baseVertex`, `vertex.baseInstance`, `vertex.draw.id`: the numbers of ARB_shader_draw_parameters, which
    /// defines them for GLSL alone.
    DrawParameters "draw-parameters" [Nvidia] instead "give the numbers as program parameters";
    /// `MUL.HI.S64`, `MUL.HI.U64`: the high half of a product of 64-bit integers.
    LongHighProduct "long-high-product" [Nvidia] instead "put it together from products of 32-bit halves";
    /// `TXB` and `TXL` of SHADOWARRAY2D and SHADOWARRAYCUBE, with the bias or level in a second vector: its x, or
    /// its y behind the reference.
    GradedShadowArrays "graded-shadow-arrays" [Nvidia] instead "compare what TXB or TXL of ARRAY2D or ARRAYCUBE gives";
    /// `LODCLAMP` without the vector that the smallest level stands in: no level is too small.
    BareLevelClamp "bare-level-clamp" [Nvidia] instead "leave the modifier out";
    /// `OPTION NV_internal`, `OPTION NV_gpu_program_fp64` and `OPTION EXT_sparse_texture2`, which name no option
    /// of a specification, as in programs that a driver has dumped or that were written for one.
    InternalOptions "internal-options" [Nvidia] instead "leave the option out";
}

/// Options that no specification has.
pub(crate) const INTERNAL_OPTIONS: [&str; 3] = ["NV_internal", "NV_gpu_program_fp64", "EXT_sparse_texture2"];

impl Dialect {
    /// All dialects, the strict one first.
    pub const ALL: [Dialect; 4] = [Dialect::Strict, Dialect::Nvidia, Dialect::Apple, Dialect::Mesa];

    /// The dialect of a name.
    pub fn of_name(name: &str) -> Option<Dialect> {
        Dialect::ALL.into_iter().find(|dialect| dialect.name() == name)
    }

    /// Its name on the command line and in scenes.
    pub const fn name(self) -> &'static str {
        match self {
            Dialect::Strict => "strict",
            Dialect::Nvidia => "nvidia",
            Dialect::Apple => "apple",
            Dialect::Mesa => "mesa",
        }
    }
}
