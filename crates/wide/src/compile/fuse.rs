//! Values that are computed with another: a product that is only added to something, a comparison that only one choice
//! asks.

use quadrille_base::IndexVec;
use quadrille_scalar::{Expression, FloatBinary, FloatCompare, Number, Type, ValueId};

use super::script::{Item, Script};
use crate::kernel::Product;

/// What a value and those that it absorbed are computed by.
#[derive(Clone, Copy, Debug)]
pub(super) enum Fused {
    /// A product and a sum: `a·b` and `c`.
    MultiplyAdd(Product, [ValueId; 3]),
    /// A comparison and a choice: what is compared, and what is chosen between.
    Compared(FloatCompare, [ValueId; 4]),
}

impl Fused {
    /// What it reads.
    pub(super) fn operands(&self) -> [Option<ValueId>; 4] {
        match *self {
            Fused::MultiplyAdd(_, [a, b, c]) => [Some(a), Some(b), Some(c), None],
            Fused::Compared(_, operands) => operands.map(Some),
        }
    }
}

/// Finds what can be computed together.
pub(super) fn fuse(script: &mut Script<'_>) {
    let mut uses: IndexVec<ValueId, u32> = script.form.values.iter().map(|_| 0).collect();
    for item in &script.items {
        script.reads(item, |value| uses[value] += 1);
    }
    let mut computed: IndexVec<ValueId, bool> = script.form.values.iter().map(|_| false).collect();
    for at in 0..script.items.len() {
        let Item::Compute(value) = script.items[at] else {
            continue;
        };
        computed[value] = !script.uniform[value];
        if script.uniform[value] {
            continue;
        }
        let alone = |value: ValueId| uses[value] == 1 && computed[value] && script.fused[value].is_none();
        let product = |value: ValueId| match script.form.values[value].expression {
            Expression::FloatBinary {
                number: Number::Ieee,
                op: FloatBinary::Multiply,
                a,
                b,
            } if alone(value) => {
                // What is the same in all lanes comes second.
                Some(if script.is_uniform(a) { [b, a] } else { [a, b] })
            }
            _ => None,
        };
        let found = match script.form.values[value].expression {
            Expression::FloatBinary {
                number: Number::Ieee,
                op,
                a,
                b,
            } if a != b => match op {
                FloatBinary::Add => match (product(a), product(b)) {
                    (_, Some([x, y])) => Some((Fused::MultiplyAdd(Product::Plus, [x, y, a]), b)),
                    (Some([x, y]), None) => Some((Fused::MultiplyAdd(Product::Plus, [x, y, b]), a)),
                    (None, None) => None,
                },
                FloatBinary::Subtract => match (product(a), product(b)) {
                    (_, Some([x, y])) => Some((Fused::MultiplyAdd(Product::Subtracted, [x, y, a]), b)),
                    (Some([x, y]), None) => Some((Fused::MultiplyAdd(Product::Minus, [x, y, b]), a)),
                    (None, None) => None,
                },
                FloatBinary::Multiply | FloatBinary::Divide | FloatBinary::Power => None,
            },
            Expression::Select {
                mask,
                when,
                otherwise,
            } if script.form.values[value].kind == Type::Word => match script.form.values[mask].expression {
                Expression::FloatCompare {
                    number: Number::Ieee,
                    op,
                    a,
                    b,
                } if alone(mask) && op != FloatCompare::LessInTotalOrder => {
                    Some((Fused::Compared(op, [a, b, when, otherwise]), mask))
                }
                _ => None,
            },
            _ => None,
        };
        if let Some((fused, absorbed)) = found {
            script.fused[value] = Some(fused);
            script.absorbed[absorbed] = true;
        }
    }
    let absorbed = &script.absorbed;
    script
        .items
        .retain(|item| !matches!(item, Item::Compute(value) if absorbed[*value]));
}
