//! The operations of the two units.

/// Which of the three operand selectors an operation reads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// None.
    Nothing,
    /// A.
    A,
    /// A and B.
    Ab,
    /// A and C.
    Ac,
    /// A, B and C.
    Abc,
    /// C.
    C,
}

impl Shape {
    /// Whether operands A, B and C are read.
    pub const fn reads(self) -> [bool; 3] {
        match self {
            Shape::Nothing => [false, false, false],
            Shape::A => [true, false, false],
            Shape::Ab => [true, true, false],
            Shape::Ac => [true, false, true],
            Shape::Abc => [true, true, true],
            Shape::C => [false, false, true],
        }
    }

    /// Number of operands.
    pub fn count(self) -> usize {
        self.reads().iter().filter(|read| **read).count()
    }
}

/// Defines a unit's operations. `components` names the components of each operand that matter to each
/// component of the result: `each` its own, `x`, `xyz` or `xyzw` the same for all, `light` and `distance`
/// as the operation of that name.
macro_rules! operations {
    ($(#[$doc:meta])* $unit:ident {
        $($code:literal $variant:ident $name:literal $alias:literal $shape:ident $needs:ident, $text:literal;)*
    }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[repr(u8)]
        pub enum $unit {
            $(#[doc = $text] $variant = $code,)*
        }

        impl $unit {
            /// Every operation, by code.
            pub const ALL: &[$unit] = &[$($unit::$variant),*];

            /// The code in the word.
            pub const fn code(self) -> u8 {
                self as u8
            }

            /// The operation of a code; none for a reserved one.
            pub const fn from_code(code: u8) -> Option<$unit> {
                match code {
                    $($code => Some($unit::$variant),)*
                    _ => None,
                }
            }

            /// The mnemonic of NV_vertex_program.
            pub const fn name(self) -> &'static str {
                match self { $($unit::$variant => $name,)* }
            }

            /// The mnemonic of Direct3D where it differs, else the same.
            pub const fn alias(self) -> &'static str {
                match self { $($unit::$variant => $alias,)* }
            }

            /// Which operand selectors it reads.
            pub const fn shape(self) -> Shape {
                match self { $($unit::$variant => Shape::$shape,)* }
            }

            /// The operand components that a result component depends on.
            pub const fn needs(self) -> Needs {
                match self { $($unit::$variant => Needs::$needs,)* }
            }

            /// One sentence.
            pub const fn doc(self) -> &'static str {
                match self { $($unit::$variant => $text,)* }
            }

            /// The operation of a mnemonic, in either case and either spelling.
            pub fn from_name(name: &str) -> Option<$unit> {
                let same = |text: &str| text.eq_ignore_ascii_case(name);
                Self::ALL.iter().copied().find(|op| same(op.name()) || same(op.alias()))
            }
        }
    };
}

/// Which operand components, after swizzling, a result component depends on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Needs {
    /// Its own.
    Each,
    /// x alone.
    X,
    /// x, y and z.
    Xyz,
    /// All four of B, three of A.
    Homogeneous,
    /// All four.
    Xyzw,
    /// `(none, y of both, z of A, w of B)`.
    Distance,
    /// `(none, x, xyw, none)`.
    Light,
    /// `(x, x, x, none)`.
    Split,
}

impl Needs {
    /// The components of operand `slot` (0 = A, 1 = B, 2 = C), as a mask with x in bit 3, that the result
    /// components of `mask` depend on.
    pub const fn mask(self, slot: usize, mask: u8) -> u8 {
        let (x, y, z, w) = (mask & 8, mask & 4, mask & 2, mask & 1);
        let any = mask != 0;
        match self {
            Needs::Each => mask,
            Needs::X if any => 8,
            Needs::Xyz if any => 14,
            Needs::Homogeneous if any => {
                if slot == 0 {
                    14
                } else {
                    15
                }
            }
            Needs::Xyzw if any => 15,
            Needs::Distance => y | if slot == 0 { z } else { w },
            Needs::Light => (if y != 0 { 8 } else { 0 }) | (if z != 0 { 13 } else { 0 }),
            Needs::Split => {
                if x | y | z != 0 {
                    8
                } else {
                    0
                }
            }
            Needs::X | Needs::Xyz | Needs::Homogeneous | Needs::Xyzw => 0,
        }
    }
}

operations! {
    /// Operations of the vector unit. Codes 14 and 15 are reserved.
    MacOp {
        0 Nop "NOP" "NOP" Nothing Each, "Does nothing.";
        1 Mov "MOV" "MOV" A Each, "Hands the operand on, bit for bit.";
        2 Mul "MUL" "MUL" Ab Each, "Truncated products.";
        3 Add "ADD" "ADD" Ac Each, "Sums of A and C.";
        4 Mad "MAD" "MAD" Abc Each, "Truncated products of A and B, then sums with C.";
        5 Dp3 "DP3" "DP3" Ab Xyz, "Dot product of three components.";
        6 Dph "DPH" "DPH" Ab Homogeneous, "Dot product of four components with 1 for A's w.";
        7 Dp4 "DP4" "DP4" Ab Xyzw, "Dot product of four components.";
        8 Dst "DST" "DST" Ab Distance, "Distance vector.";
        9 Min "MIN" "MIN" Ab Each, "The operand that comes first in the total order.";
        10 Max "MAX" "MAX" Ab Each, "The operand that comes last in the total order.";
        11 Slt "SLT" "SLT" Ab Each, "1 where A comes before B, else 0.";
        12 Sge "SGE" "SGE" Ab Each, "0 where A comes before B, else 1.";
        13 Arl "ARL" "ARL" A X, "Loads the floor of A's x into the address register.";
    }
}

operations! {
    /// Operations of the special function unit; each reads operand C.
    IluOp {
        0 Nop "NOP" "NOP" Nothing Each, "Does nothing.";
        1 Mov "MOV" "MOV" C Each, "Hands the operand on, bit for bit.";
        2 Rcp "RCP" "RCP" C X, "Reciprocal.";
        3 Rcc "RCC" "RCC" C X, "Reciprocal, clamped to 2^-64 .. 2^64.";
        4 Rsq "RSQ" "RSQ" C X, "Reciprocal square root of the magnitude.";
        5 Exp "EXP" "EXPP" C Split, "Powers of two.";
        6 Log "LOG" "LOGP" C Split, "Logarithms to base two.";
        7 Lit "LIT" "LIT" C Light, "Lighting coefficients.";
    }
}

#[cfg(test)]
mod tests {
    use super::{IluOp, MacOp};

    #[test]
    fn codes_and_names_lead_back() {
        for op in MacOp::ALL {
            assert_eq!(MacOp::from_code(op.code()), Some(*op));
            assert_eq!(MacOp::from_name(&op.name().to_lowercase()), Some(*op));
        }
        for op in IluOp::ALL {
            assert_eq!(IluOp::from_code(op.code()), Some(*op));
            assert_eq!(IluOp::from_name(op.alias()), Some(*op));
        }
        assert_eq!((MacOp::ALL.len(), IluOp::ALL.len()), (14, 8));
        assert_eq!((MacOp::from_code(14), IluOp::from_code(8)), (None, None));
    }
}
