//! The code of an ARB program before it is text: instructions in a row, over any number of temporaries.
//!
//! Plain programs have no flow: what branched was chosen between, loops were unrolled, calls inlined. With options that
//! have it, blocks and loops stand between the instructions that open and close them. A temporary has four components
//! and may be written in parts, and more than once.

use quadrille_isa::gl::{Binding, Clamp, TextureTarget};
use quadrille_program::InstId;

/// The operations of ARB_vertex_program and ARB_fragment_program, and of their options by NVIDIA, that translations use.
macro_rules! operations {
    ($($(#[$doc:meta])* $id:ident $name:literal $operands:literal $shape:ident;)*) => {
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub(super) enum Op { $($(#[$doc])* $id,)* }

        impl Op {
            pub(super) const fn name(self) -> &'static str {
                match self { $(Op::$id => $name,)* }
            }

            /// The number of operands.
            pub(super) const fn operands(self) -> usize {
                match self { $(Op::$id => $operands,)* }
            }

            pub(super) const fn shape(self) -> Shape {
                match self { $(Op::$id => Shape::$shape,)* }
            }
        }
    };
}

/// The dependence of an operation's result on its operands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Shape {
    /// Each component on the same component of each operand.
    Componentwise,
    /// All components on one component of each operand.
    Scalar,
    /// All components on the first three of each operand; DPH on the fourth of the second besides.
    Dot3,
    /// All components on all of each operand.
    Dot4,
    /// In a way of its own: all components count as read.
    Whole,
    /// On what the target says of the coordinates.
    Texture,
    /// There is no result.
    Kill,
    /// The operation opens or closes a block; a condition is the x of its operand.
    Flow,
}

operations! {
    Abs "ABS" 1 Componentwise;
    Add "ADD" 2 Componentwise;
    Arl "ARL" 1 Scalar;
    /// Goes to a label, in vertex programs.
    Branch "BRA" 0 Flow;
    /// Leaves the innermost loop where its operand is below zero.
    Break "BRK" 1 Flow;
    /// Leaves the innermost loop where its operand is not below zero.
    BreakNot "BRK" 1 Flow;
    Cmp "CMP" 3 Componentwise;
    Cos "COS" 1 Scalar;
    Ddx "DDX" 1 Componentwise;
    Ddy "DDY" 1 Componentwise;
    Div "DIV" 2 Componentwise;
    Dp2 "DP2" 2 Whole;
    Dp2a "DP2A" 3 Whole;
    Dp3 "DP3" 2 Dot3;
    Dp4 "DP4" 2 Dot4;
    Dph "DPH" 2 Whole;
    Dst "DST" 2 Whole;
    Else "ELSE" 0 Flow;
    EndIf "ENDIF" 0 Flow;
    EndLoop "ENDREP" 0 Flow;
    Ex2 "EX2" 1 Scalar;
    Exp "EXP" 1 Scalar;
    Flr "FLR" 1 Componentwise;
    Frc "FRC" 1 Componentwise;
    /// The block where its operand is below zero.
    If "IF" 1 Flow;
    /// The block where its operand is not below zero.
    IfNot "IF" 1 Flow;
    Kil "KIL" 1 Kill;
    /// The place that branches go to, in vertex programs.
    Label "" 0 Flow;
    Lg2 "LG2" 1 Scalar;
    Lit "LIT" 1 Whole;
    Log "LOG" 1 Scalar;
    /// As many rounds as its operand says; in vertex programs as many as there are until it is left.
    Loop "REP" 1 Flow;
    Lrp "LRP" 3 Componentwise;
    Mad "MAD" 3 Componentwise;
    Max "MAX" 2 Componentwise;
    Min "MIN" 2 Componentwise;
    Mov "MOV" 1 Componentwise;
    Mul "MUL" 2 Componentwise;
    Nrm "NRM" 1 Whole;
    Pk2h "PK2H" 1 Whole;
    Pk2us "PK2US" 1 Whole;
    Pk4b "PK4B" 1 Whole;
    Pk4ub "PK4UB" 1 Whole;
    Pow "POW" 2 Scalar;
    Rcc "RCC" 1 Scalar;
    Rcp "RCP" 1 Scalar;
    Rfl "RFL" 2 Whole;
    Rsq "RSQ" 1 Scalar;
    Scs "SCS" 1 Scalar;
    Seq "SEQ" 2 Componentwise;
    Sge "SGE" 2 Componentwise;
    Sgt "SGT" 2 Componentwise;
    Sin "SIN" 1 Scalar;
    Sle "SLE" 2 Componentwise;
    Slt "SLT" 2 Componentwise;
    Sne "SNE" 2 Componentwise;
    Ssg "SSG" 1 Componentwise;
    Sub "SUB" 2 Componentwise;
    Tex "TEX" 1 Texture;
    Txb "TXB" 1 Texture;
    Txd "TXD" 3 Texture;
    Txl "TXL" 1 Texture;
    Txp "TXP" 1 Texture;
    Up2h "UP2H" 1 Scalar;
    Up2us "UP2US" 1 Scalar;
    Up4b "UP4B" 1 Scalar;
    Up4ub "UP4UB" 1 Scalar;
    X2d "X2D" 3 Whole;
    Xpd "XPD" 2 Whole;
}

/// A place that an instruction reads.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Place {
    Temporary(u32),
    Attribute(Binding),
    Parameter(Binding),
    /// Four numbers.
    Literal([f32; 4]),
    /// An element of a parameter array: what the component of the temporary holds is added to the number.
    Element {
        array: u32,
        number: i32,
        index: (u32, u8),
    },
    /// The element of a parameter array at the number in `A0.x` and this one.
    Addressed {
        array: u32,
        number: i32,
    },
    /// A vector of [`Code::constants`].
    Constant(u32),
}

/// An operand: a place, the component that each component takes, and a sign.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Source {
    pub(super) place: Place,
    pub(super) swizzle: [u8; 4],
    pub(super) negate: bool,
}

/// The components as they stand.
pub(super) const IDENTITY: [u8; 4] = [0, 1, 2, 3];

impl Source {
    pub(super) const fn of(place: Place) -> Source {
        Source {
            place,
            swizzle: IDENTITY,
            negate: false,
        }
    }

    /// One number in all components.
    pub(super) const fn number(number: f32) -> Source {
        Source::of(Place::Literal([number; 4]))
    }

    /// These components of it.
    pub(super) fn select(self, swizzle: [u8; 4]) -> Source {
        let swizzle = swizzle.map(|at| self.swizzle[usize::from(at)]);
        Source { swizzle, ..self }
    }

    /// One component of it in all four.
    pub(super) fn component(self, at: u8) -> Source {
        self.select([at; 4])
    }

    /// The components of its place that it reads where a result has these components, bit 0 for x.
    pub(super) fn reads(&self, components: u8) -> u8 {
        let read = (0..4).filter(|at| components >> at & 1 != 0);
        read.fold(0, |mask, at| mask | 1 << self.swizzle[at])
    }

    /// The numbers that it stands for, if it is a literal.
    pub(super) fn numbers(&self) -> Option<[f32; 4]> {
        let Place::Literal(numbers) = self.place else {
            return None;
        };
        let sign = |number: f32| if self.negate { -number } else { number };
        Some(self.swizzle.map(|at| sign(numbers[usize::from(at)])))
    }
}

impl std::ops::Neg for Source {
    type Output = Source;

    fn neg(self) -> Source {
        Source {
            negate: !self.negate,
            ..self
        }
    }
}

/// A place that an instruction writes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Target {
    Temporary(u32),
    Result(Binding),
    /// `A0.x`, of ARL.
    Address,
    /// The condition code.
    Code,
    /// The place in the program that a branch goes to.
    Label(u32),
    /// KIL has none.
    Nothing,
}

/// A condition on the condition code: where it is below zero, or where it is not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Under {
    Less,
    NotLess,
}

/// One instruction.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Instruction {
    pub(super) op: Op,
    pub(super) target: Target,
    /// The components that are written, bit 0 for x.
    pub(super) mask: u8,
    /// The clamp of the result: to [0, 1] in fragment programs, and to whatever options add.
    pub(super) clamp: Clamp,
    /// As many as the operation has; the rest is not read.
    pub(super) operands: Vec<Source>,
    pub(super) texture: Option<(u32, TextureTarget)>,
    /// The condition under which it writes or goes elsewhere, once conditions are [spelled out](super::spell).
    pub(super) under: Option<Under>,
    /// The instruction of the program that it comes from.
    pub(super) at: InstId,
}

impl Instruction {
    /// An instruction that nothing clamps or asks a condition of.
    pub(super) fn new(op: Op, target: Target, mask: u8, operands: &[Source], at: InstId) -> Instruction {
        debug_assert_eq!(op.operands(), operands.len());
        Instruction {
            op,
            target,
            mask,
            clamp: Clamp::None,
            operands: operands.to_vec(),
            texture: None,
            under: None,
            at,
        }
    }

    /// Whether it is one, and no label.
    pub(super) fn counts(&self) -> bool {
        !matches!(self.op, Op::Label)
    }

    /// Whether it opens or closes a block, or leaves one.
    pub(super) fn is_flow(&self) -> bool {
        self.op.shape() == Shape::Flow
    }

    /// Whether an operand is one component, which its selector names.
    pub(super) fn is_scalar(&self, operand: usize) -> bool {
        matches!(self.op.shape(), Shape::Scalar | Shape::Flow) || self.op == Op::Div && operand == 1
    }

    /// The components, after its swizzle, that it needs of an operand: bit 0 for x.
    pub(super) fn needs(&self, operand: usize) -> u8 {
        match self.op.shape() {
            _ if self.is_scalar(operand) => 1,
            Shape::Componentwise => self.mask,
            Shape::Scalar | Shape::Flow => 1,
            Shape::Dot3 => 0b0111,
            Shape::Dot4 | Shape::Whole | Shape::Kill => whole(self.op, operand, self.mask),
            Shape::Texture => {
                let target = self.texture.map(|(_, target)| target.row());
                let coordinates = target.map_or(0b1111, |row| {
                    let shadow = u8::from(row.reference.is_some()) << 2;
                    ((1 << row.coordinates) - 1) | shadow
                });
                coordinates | u8::from(!matches!(self.op, Op::Tex | Op::Txd)) << 3
            }
        }
    }

    /// The temporaries that it reads, with the components of them.
    pub(super) fn reads(&self) -> impl Iterator<Item = (u32, u8)> + '_ {
        self.operands
            .iter()
            .enumerate()
            .filter_map(|(at, source)| match source.place {
                Place::Temporary(number) => Some((number, source.reads(self.needs(at)))),
                Place::Element {
                    index: (number, component),
                    ..
                } => Some((number, 1 << component)),
                Place::Attribute(_)
                | Place::Parameter(_)
                | Place::Literal(_)
                | Place::Addressed { .. }
                | Place::Constant(_) => None,
            })
    }

    /// Whether it looks a texture up, or discards: what counts as a texture instruction.
    pub(super) const fn is_texture(&self) -> bool {
        matches!(self.op.shape(), Shape::Texture | Shape::Kill)
    }
}

/// The components that operations with a way of their own need.
fn whole(op: Op, operand: usize, mask: u8) -> u8 {
    match (op, operand) {
        (Op::Dph | Op::Xpd, 0) | (Op::Xpd | Op::Nrm | Op::Rfl, _) => 0b0111,
        (Op::Dp2 | Op::Dp2a, 0 | 1) | (Op::X2d, 1) | (Op::Pk2h | Op::Pk2us, _) => 0b0011,
        (Op::Dp2a, _) => 1,
        (Op::Dst, 0) => 0b0110 & mask,
        (Op::Dst, _) => 0b1010 & mask,
        (Op::Lit, _) if mask & 0b0100 == 0 => mask >> 1 & 1,
        (Op::Lit, _) => 0b1011,
        _ => 0b1111,
    }
}

/// The code of a program.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Code {
    pub(super) instructions: Vec<Instruction>,
    /// Temporaries so far.
    pub(super) temporaries: u32,
    /// Parameter arrays that are indexed: their elements, each a binding or a literal.
    pub(super) arrays: Vec<Vec<Place>>,
    /// Constants, several in a vector.
    pub(super) constants: Vec<[f32; 4]>,
}

impl Code {
    /// A new temporary.
    pub(super) fn temporary(&mut self) -> u32 {
        self.temporaries += 1;
        self.temporaries - 1
    }
}
