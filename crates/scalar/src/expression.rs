//! Values, and what computes them.

use quadrille_isa::gl::operation::{Axis, Packing};
use quadrille_isa::gl::{Clamp, DataType};
use quadrille_numerics::convert::{Format, Rounding};

use crate::call::CallId;
use crate::form::{ArrayId, VariableId};
use crate::number::Number;
use crate::op::{FloatBinary, FloatCompare, FloatUnary, IntBinary, IntCompare, IntUnary, named};
use crate::statement::RegionId;

quadrille_base::define_id!(
    /// A value.
    ValueId
);

named! {
    /// The type of a value.
    Type
    /// A truth value.
    Bool "bool";
    /// 32 bits.
    Word "word";
    /// 64 bits.
    Long "long";
    /// The result of a [`Call`](crate::Call), of which [`Expression::Component`] takes one.
    Vector "vector";
}

impl Type {
    /// The type of the bits of a number.
    pub const fn of(number: Number) -> Type {
        if number.is_long() { Type::Long } else { Type::Word }
    }

    /// The type of a register of 32 or 64 bits.
    pub const fn register(long: bool) -> Type {
        if long { Type::Long } else { Type::Word }
    }
}

/// A value: assigned once, by its expression.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Value {
    /// What it is.
    pub expression: Expression,
    /// Its type.
    pub kind: Type,
    /// Whether it is the same in every lane of a draw: a function of constants and parameters alone. Set by
    /// the pass `uniform`.
    pub uniform: bool,
}

/// A component of a slot that is found by an index at run time.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SlotRange {
    /// The first slot.
    pub first: u32,
    /// The number of slots.
    pub length: u32,
    /// The component, 0 to 7.
    pub component: u8,
}

impl SlotRange {
    /// The slot of an index, if it lies in the range.
    pub fn slot(&self, index: u32) -> Option<usize> {
        (index < self.length).then(|| (self.first + index) as usize)
    }
}

/// What a value is computed from.
///
/// Float operations give any NaN where the result is none; [`Expression::Canonical`] gives the canonical one, and
/// stands wherever bits are seen. Words of registers are bits; a float operation reads them as its number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Expression {
    /// Bits: the low ones of a word, 0 or 1 of a truth value.
    Constant {
        /// The type.
        kind: Type,
        /// The bits.
        bits: u64,
    },
    /// A word of a parameter slot. Components 4 to 7 are the high words of a constant of 64 bits
    /// ([`Parameter::high`](quadrille_program::Parameter::high)).
    Parameter {
        /// The slot.
        slot: u32,
        /// The component, 0 to 7.
        component: u8,
    },
    /// A word of an attribute slot; components 4 to 7 are the high words of a long one.
    Attribute {
        /// The slot.
        slot: u32,
        /// The component, 0 to 7.
        component: u8,
    },
    /// A word of a result slot as the batch had it before the run; components as of an attribute.
    Result {
        /// The slot.
        slot: u32,
        /// The component, 0 to 7.
        component: u8,
    },
    /// A word of the parameter slot of an index; 0 where `index`, an unsigned word, is not below the length.
    ParameterAt {
        /// The slots.
        range: SlotRange,
        /// The index, a word.
        index: ValueId,
    },
    /// The same of attributes.
    AttributeAt {
        /// The slots.
        range: SlotRange,
        /// The index, a word.
        index: ValueId,
    },
    /// The same of the attributes of a vertex that comes in (`Batch::vertices`); 0 where there is no such vertex.
    VertexAttributeAt {
        /// The slots.
        range: SlotRange,
        /// The index, a word.
        index: ValueId,
        /// The number of the vertex, a signed word.
        vertex: ValueId,
    },
    /// A component of an element of an array; 0 where `index`, a signed word, lies outside. Reads of different
    /// `version` have a store or a region's border between them.
    Element {
        /// The array.
        array: ArrayId,
        /// The component, 0 to 3.
        component: u8,
        /// The index, a word.
        index: ValueId,
        /// Tells reads apart between which the array may change.
        version: u32,
    },
    /// A variable as it is where the value is computed. Reads of different `version` may differ.
    Variable {
        /// The variable.
        variable: VariableId,
        /// Tells reads apart between which the variable may change.
        version: u32,
    },
    /// Whether the lane is active in a region; in it, so that it is false in lanes whose values operations of quads
    /// and groups may read all the same.
    Active {
        /// The region.
        region: RegionId,
        /// Tells places apart between which lanes may leave the region.
        version: u32,
    },
    /// A function of one float.
    FloatUnary {
        /// Of which numbers.
        number: Number,
        /// The function.
        op: FloatUnary,
        /// Its operand.
        a: ValueId,
    },
    /// A function of two floats.
    FloatBinary {
        /// Of which numbers.
        number: Number,
        /// The function.
        op: FloatBinary,
        /// Its first operand.
        a: ValueId,
        /// Its second.
        b: ValueId,
    },
    /// Whether a float is no number.
    IsNan {
        /// Of which numbers.
        number: Number,
        /// The float.
        a: ValueId,
    },
    /// A comparison of floats.
    FloatCompare {
        /// Of which numbers.
        number: Number,
        /// The comparison.
        op: FloatCompare,
        /// Its first operand.
        a: ValueId,
        /// Its second.
        b: ValueId,
    },
    /// The signed word towards zero, saturated; of NaN 0.
    ToSigned {
        /// Of which numbers.
        number: Number,
        /// The float.
        a: ValueId,
    },
    /// The float with its NaN made the canonical one ([`Number::nan`]).
    Canonical {
        /// Of which numbers.
        number: Number,
        /// The float.
        a: ValueId,
    },
    /// A binary32 word rounded to the nearest number of binary16 or fixed point, held as binary32.
    Narrow {
        /// [`Number::Half`] or [`Number::Fixed`].
        number: Number,
        /// The binary32 word.
        a: ValueId,
    },
    /// A function of one integer.
    IntUnary {
        /// Of which numbers.
        number: Number,
        /// The function.
        op: IntUnary,
        /// Its operand.
        a: ValueId,
    },
    /// A function of two integers.
    IntBinary {
        /// Of which numbers.
        number: Number,
        /// The function.
        op: IntBinary,
        /// Its first operand.
        a: ValueId,
        /// Its second.
        b: ValueId,
    },
    /// A truth about two integers.
    IntCompare {
        /// Of which numbers.
        number: Number,
        /// Which.
        op: IntCompare,
        /// Its first operand.
        a: ValueId,
        /// Its second.
        b: ValueId,
    },
    /// [`Int::extract`](quadrille_numerics::lane::Int::extract).
    Extract {
        /// Of which numbers.
        number: Number,
        /// The number.
        a: ValueId,
        /// How many bits.
        count: ValueId,
        /// From which on.
        offset: ValueId,
    },
    /// [`Int::insert`](quadrille_numerics::lane::Int::insert).
    Insert {
        /// Of which numbers.
        number: Number,
        /// The number.
        a: ValueId,
        /// What is put into it.
        field: ValueId,
        /// How many bits.
        count: ValueId,
        /// From which on.
        offset: ValueId,
    },
    /// Both truths.
    And {
        /// One.
        a: ValueId,
        /// The other.
        b: ValueId,
    },
    /// Either truth.
    Or {
        /// One.
        a: ValueId,
        /// The other.
        b: ValueId,
    },
    /// The other truth.
    Not {
        /// The truth.
        a: ValueId,
    },
    /// `when` where the truth holds, else `otherwise`: a move of words or longs.
    Select {
        /// The truth.
        mask: ValueId,
        /// Where it holds.
        when: ValueId,
        /// Where it does not.
        otherwise: ValueId,
    },
    /// Another format.
    Convert {
        /// From what to what, and how.
        conversion: Conversion,
        /// The number.
        a: ValueId,
    },
    /// Words to the fields of a word; what the packing does not read is any value.
    Pack {
        /// The fields.
        packing: Packing,
        /// Four binary32 words.
        operands: [ValueId; 4],
    },
    /// A field of a word as binary32.
    Unpack {
        /// The fields.
        packing: Packing,
        /// Which.
        component: u8,
        /// The word.
        a: ValueId,
    },
    /// Two words as a long.
    Join {
        /// The low one.
        low: ValueId,
        /// The high one.
        high: ValueId,
    },
    /// The low word of a long.
    Low {
        /// The long.
        a: ValueId,
    },
    /// The high word of a long.
    High {
        /// The long.
        a: ValueId,
    },
    /// A value of a neighbour in the quad, lanes (x, y), (x+1, y), (x, y+1), (x+1, y+1): of the lane at the side `upper`
    /// along an axis, which for one of both is itself. 0 where the batch has no such upper lane.
    Neighbour {
        /// The axis.
        axis: Axis,
        /// Whether the lane of greater x or y.
        upper: bool,
        /// The value, a word or long, in every lane, active or not.
        a: ValueId,
    },
    /// What an instruction gives that is no function of its operands: see [`Call`](crate::Call).
    Call(CallId),
    /// A component of a call's result.
    Component {
        /// The call.
        of: ValueId,
        /// Which.
        component: u8,
    },
}

/// A conversion of one number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Conversion {
    /// [`convert`](quadrille_numerics::convert::convert).
    Number {
        /// The format of the operand.
        from: Format,
        /// The format of the result, in its low bits.
        to: Format,
        /// The rounding.
        rounding: Rounding,
        /// Whether integers saturate.
        saturate: bool,
    },
    /// [`convert_between`](quadrille_isa::gl::operation::convert_between): CVT, from register to register.
    Register {
        /// The format of the operand.
        from: Format,
        /// Whether its register is long.
        from_long: bool,
        /// The format of the result.
        to: Format,
        /// Whether its register is long.
        to_long: bool,
        /// The rounding.
        rounding: Rounding,
        /// The clamp.
        clamp: Clamp,
    },
    /// The floor of a number of a type as a signed long, saturated; of NaN 0: the counts of loops.
    Whole(DataType),
}
