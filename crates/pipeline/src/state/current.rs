//! Current values of vertex attributes: what vertices have that no array gives them.

use crate::mesh::{Array, Numbers};

/// The current value of an attribute, in the type in which it was set.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum CurrentValue {
    /// VertexAttrib4f and its like.
    Floats([f32; 4]),
    /// VertexAttribI4i.
    Signed([i32; 4]),
    /// VertexAttribI4ui.
    Unsigned([u32; 4]),
    /// VertexAttribL4d.
    Doubles([f64; 4]),
    /// VertexAttribL4i64NV, and the bits of VertexAttribL4ui64NV.
    Longs([i64; 4]),
}

impl CurrentValue {
    /// The value as an array of one vector, which a program reads as it reads other arrays of the type.
    pub fn array(&self) -> Array<'_> {
        let numbers = match self {
            CurrentValue::Floats(values) => Numbers::Floats(values),
            CurrentValue::Signed(values) => Numbers::Signed(values),
            CurrentValue::Unsigned(values) => Numbers::Unsigned(values),
            CurrentValue::Doubles(values) => Numbers::Doubles(values),
            CurrentValue::Longs(values) => Numbers::Longs(values),
        };
        Array::new(4, numbers)
    }
}

impl From<[f32; 4]> for CurrentValue {
    fn from(values: [f32; 4]) -> CurrentValue {
        CurrentValue::Floats(values)
    }
}

impl Default for CurrentValue {
    /// GL's initial value.
    fn default() -> CurrentValue {
        CurrentValue::Floats([0.0, 0.0, 0.0, 1.0])
    }
}
