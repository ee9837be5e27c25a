//! Selection of a component from a vector that was read.

use quadrille_isa::gl::{DataType, NumericEnvironment};
use quadrille_program::Selector;

use crate::compute::compute;
use crate::expression::Expression;
use crate::number::Number;
use crate::op::{FloatUnary, IntUnary};

/// A component of a vector of a type, as an operand selects it.
pub(super) fn selected(
    vector: [u64; 4],
    selector: Selector,
    absolute: bool,
    negate: bool,
    data_type: DataType,
) -> u64 {
    let one = match data_type {
        DataType::F64 => 1f64.to_bits(),
        DataType::F32 | DataType::F16 | DataType::Fx12 => u64::from(1f32.to_bits()),
        DataType::S32 | DataType::U32 | DataType::S64 | DataType::U64 => 1,
    };
    let mut value = match selector {
        Selector::X => vector[0],
        Selector::Y => vector[1],
        Selector::Z => vector[2],
        Selector::W => vector[3],
        Selector::Zero => 0,
        Selector::One => one,
    };
    let a = quadrille_base::Id::new(0);
    let Some(number) = Number::of(data_type, NumericEnvironment::Ieee) else {
        return value;
    };
    let float = number.is_float();
    let mut apply = |of_float, of_int| {
        let expression = if float {
            Expression::FloatUnary {
                number,
                op: of_float,
                a,
            }
        } else {
            Expression::IntUnary {
                number,
                op: of_int,
                a,
            }
        };
        value = compute(&expression, |_| value).unwrap_or(value);
    };
    if absolute {
        apply(FloatUnary::Magnitude, IntUnary::Magnitude);
    }
    if negate {
        apply(FloatUnary::Negate, IntUnary::Negate);
    }
    value
}
