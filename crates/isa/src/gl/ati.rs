//! The instructions of ATI_text_fragment_shader, a small language of its own: what they do, and the modifiers
//! of their destinations and arguments.
//!
//! Passes, constants and the rules that tie instructions together are not here.

use quadrille_numerics::lane::Float;

use super::opcode::Opcode;
use super::operation::ArithmeticOp;

/// A row of the instruction table (Table 3.21 of the specification).
#[derive(Debug)]
pub struct InstructionRow {
    /// Its name.
    pub name: &'static str,
    /// The number of arguments.
    pub arguments: u8,
    /// The operation of the opcode.
    pub operation: ArithmeticOp,
    /// The opcode of the other languages that comes nearest to it.
    pub opcode: Opcode,
    /// Whether its result is one number, so that an alpha-only mask needs a colour mask beside it.
    pub is_dot: bool,
}

macro_rules! instructions {
    ($($name:literal $arguments:literal $operation:ident $opcode:ident $is_dot:literal;)*) => {
        /// All arithmetic instructions.
        pub static INSTRUCTIONS: &[InstructionRow] = &[
            $(InstructionRow {
                name: $name,
                arguments: $arguments,
                operation: ArithmeticOp::$operation,
                opcode: Opcode::$opcode,
                is_dot: $is_dot,
            },)*
        ];
    };
}

instructions! {
    "MOV" 1 Move Mov false;
    "ADD" 2 Add Add false;
    "MUL" 2 Multiply Mul false;
    "SUB" 2 Subtract Sub false;
    "DOT3" 2 Dot3 Dp3 true;
    "DOT4" 2 Dot4 Dp4 true;
    "MAD" 3 MultiplyAdd Mad false;
    "LERP" 3 Interpolate Lrp false;
    "CND" 3 SelectAboveHalf Cmp false;
    "CND0" 3 SelectNotNegative Cmp false;
    "DOT2ADD" 3 Dot2AddBlue Dp2a true;
}

/// The instructions that set up registers at the start of a pass.
pub const SETUP: [&str; 2] = ["PassTexCoord", "SampleMap"];

/// The factors by which a result is multiplied before it is written (Table 3.22).
pub static SCALES: &[(&str, f64)] = &[
    ("2x", 2.0),
    ("4x", 4.0),
    ("8x", 8.0),
    ("half", 0.5),
    ("quarter", 0.25),
    ("eighth", 0.125),
];

/// The modifiers of an argument (Table 3.24). They stand in the order `.neg .2x .bias .comp` and apply in the
/// reverse one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Argument {
    /// `comp`: one minus it.
    pub complement: bool,
    /// `bias`: less one half.
    pub bias: bool,
    /// `2x`: twice it.
    pub double: bool,
    /// `neg`: its negation.
    pub negate: bool,
}

impl Argument {
    /// The argument as the instruction gets it: `-(2 * ((1 - x) - 0.5))` with all modifiers.
    pub fn apply<L: Float>(self, value: L) -> L {
        let value = if self.complement {
            L::constant(1.0) - value
        } else {
            value
        };
        let value = if self.bias {
            value - L::constant(0.5)
        } else {
            value
        };
        let value = if self.double {
            L::constant(2.0) * value
        } else {
            value
        };
        if self.negate { -value } else { value }
    }
}

/// The selection of three numbers from texture coordinates (Table 3.20).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Selection {
    /// `str`: s, t, r.
    Str,
    /// `stq`: s, t, q.
    Stq,
    /// `str_dr`: s/r, t/r, 1/r.
    StrOverR,
    /// `stq_dq`: s/q, t/q, 1/q.
    StqOverQ,
}

impl Selection {
    /// All of them, with their names.
    pub const ALL: [(&str, Selection); 4] = [
        ("str", Selection::Str),
        ("stq", Selection::Stq),
        ("str_dr", Selection::StrOverR),
        ("stq_dq", Selection::StqOverQ),
    ];

    /// Whether it reads q: one coordinate set may not be read with and without it.
    pub const fn reads_q(self) -> bool {
        matches!(self, Selection::Stq | Selection::StqOverQ)
    }

    /// The three numbers, and 0 for the undefined fourth.
    pub fn apply<L: Float>(self, [s, t, r, q]: [L; 4]) -> [L; 4] {
        let zero = L::constant(0.0);
        let divided = |by: L| [s / by, t / by, by.reciprocal(), zero];
        match self {
            Selection::Str => [s, t, r, zero],
            Selection::Stq => [s, t, q, zero],
            Selection::StrOverR => divided(r),
            Selection::StqOverQ => divided(q),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gl::operation::evaluate_float;
    use quadrille_numerics::environment::Ieee;

    fn run(name: &str, operands: [[f32; 4]; 3]) -> [f32; 4] {
        let row = INSTRUCTIONS.iter().find(|row| row.name == name).expect(name);
        evaluate_float(row.operation, operands.map(|v| v.map(Ieee)))
            .expect(name)
            .map(|x| x.0)
    }

    /// source: ATI_text_fragment_shader, Table 3.21 with small numbers; 11 instructions and 2 of set-up
    #[test]
    fn instructions() {
        assert_eq!(INSTRUCTIONS.len() + SETUP.len(), 13);
        let (a, b) = ([1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0]);
        let c = [0.5, 0.75, -0.0, -1.0];
        assert_eq!(run("CND", [a, b, c]), [5.0, 2.0, 7.0, 8.0]);
        assert_eq!(run("CND0", [a, b, c]), [1.0, 2.0, 3.0, 8.0]);
        assert_eq!(run("DOT2ADD", [a, b, [9.0, 9.0, 0.5, 9.0]]), [17.5; 4]);
        assert_eq!(run("DOT3", [a, b, c]), [38.0; 4]);
        assert_eq!(run("LERP", [[0.25; 4], [4.0; 4], [8.0; 4]]), [7.0; 4]);
    }

    /// source: ATI_text_fragment_shader: "s = -(2 * ((1.0 - s) - 0.5))"; Table 3.20
    #[test]
    fn modifiers() {
        let all = Argument {
            complement: true,
            bias: true,
            double: true,
            negate: true,
        };
        assert_eq!(all.apply(Ieee(0.75)).0, 0.5);
        assert_eq!(
            Argument {
                bias: true,
                double: true,
                ..Argument::default()
            }
            .apply(Ieee(0.75))
            .0,
            0.5
        );
        let coordinates = [2.0, 4.0, 8.0, 0.5].map(Ieee);
        let selected = |selection: Selection| selection.apply(coordinates).map(|x| x.0);
        assert_eq!(selected(Selection::Stq), [2.0, 4.0, 0.5, 0.0]);
        assert_eq!(selected(Selection::StrOverR), [0.25, 0.5, 0.125, 0.0]);
        assert_eq!(selected(Selection::StqOverQ), [4.0, 8.0, 2.0, 0.0]);
    }
}
