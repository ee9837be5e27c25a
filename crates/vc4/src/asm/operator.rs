//! Operators of expressions: their spelling, how tightly they bind, and what they do.

use std::cmp::Ordering;

use super::assembler::Assembler;
use super::cursor::Cursor;
use super::register::{Register, Turn, access};
use super::value::{ElementsError, Value, ValueKind};

/// An operator in front of its operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Unary {
    Negate,
    Plus,
    Complement,
    Not,
}

macro_rules! binary {
    ($($name:ident $text:literal $level:literal;)*) => {
        /// An operator between two operands.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(super) enum Binary {
            $($name,)*
        }

        impl Binary {
            fn spelled(text: &[u8]) -> Option<(Binary, u8)> {
                $(
                    if text == $text.as_bytes() {
                        return Some((Binary::$name, $level));
                    }
                )*
                None
            }
        }
    };
}

// Spelling and level; a higher level binds tighter.
binary! {
    Power "**" 13;
    Multiply "*" 12;
    Divide "/" 12;
    Modulo "%" 12;
    Add "+" 11;
    Subtract "-" 11;
    ShiftLeft "<<" 10;
    ShiftRight ">>" 10;
    LogicalLeft "<<<" 10;
    LogicalRight ">>>" 10;
    RotateLeft "><<" 10;
    RotateRight ">><" 10;
    RotateLeft64 "><<<" 10;
    RotateRight64 ">>><" 10;
    Greater ">" 9;
    GreaterEqual ">=" 9;
    Less "<" 9;
    LessEqual "<=" 9;
    Compare "<=>" 9;
    Equal "==" 8;
    NotEqual "!=" 8;
    Identical "===" 8;
    NotIdentical "!==" 8;
    And "&" 7;
    Xor "^" 6;
    Xnor "!^" 6;
    Or "|" 5;
    LogicalAnd "&&" 4;
    LogicalXor "^^" 3;
    LogicalXnor "!^^" 3;
    LogicalOr "||" 2;
}

impl Binary {
    /// The operator at the cursor, its level and its length.
    #[inline]
    pub(super) fn at(cursor: &Cursor<'_>) -> Option<(Binary, u8, usize)> {
        let first = cursor.byte();
        let length = match first {
            b'+' | b'-' | b'%' | b'/' => 1,
            b'*' | b'&' | b'|' | b'^' => 1 + usize::from(cursor.byte_at(1) == first),
            b'<' | b'>' => {
                let mut length = 1;
                while matches!(cursor.byte_at(length), b'<' | b'=' | b'>') {
                    length += 1;
                }
                length
            }
            b'=' | b'!' => match (cursor.byte_at(1), cursor.byte_at(2)) {
                (b'=', b'=') | (b'^', b'^') => 3,
                (b'=' | b'^', _) => 2,
                _ => return None,
            },
            _ => return None,
        };
        let mut text = [0; 4];
        if length > text.len() {
            return None;
        }
        for (at, byte) in text.iter_mut().enumerate().take(length) {
            *byte = cursor.byte_at(at);
        }
        Binary::spelled(&text[..length]).map(|(operation, level)| (operation, level, length))
    }
}

/// An error in the operands of an operator.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub(super) enum OperatorError {
    #[error("this operator does not take {0}")]
    Operand(ValueKind),
    #[error("this operator does not take {0} and {1}")]
    Operands(ValueKind, ValueKind),
    #[error("this operator takes integers only")]
    Integers,
    #[error("division by zero")]
    DivisionByZero,
    #[error("an integer is raised to a power from 0 up")]
    Exponent,
    #[error("a float is shifted by an integer")]
    FloatShift,
    #[error("semaphores are numbered from 0 to 15")]
    Semaphore,
    #[error("there is no register of that number")]
    Register,
    #[error("a register is rotated by a number or by r5")]
    Rotation,
    #[error("a list is continued by a list")]
    List,
    #[error(transparent)]
    Elements(#[from] ElementsError),
}

/// The value of `operation value`.
pub(super) fn unary(operation: Unary, value: Value) -> Result<Value, OperatorError> {
    Ok(match (operation, value) {
        (Unary::Plus, value) => value,
        (Unary::Negate, Value::Int(value)) => Value::Int(value.wrapping_neg()),
        (Unary::Negate, Value::Float(value)) => Value::Float(-value),
        (Unary::Complement, Value::Int(value)) => Value::Int(!value),
        (Unary::Not, Value::Int(value)) => Value::Int(i64::from(value == 0)),
        (_, value) => return Err(OperatorError::Operand(value.kind())),
    })
}

/// The value of `left operation right`.
pub(super) fn binary(
    assembler: &mut Assembler<'_>,
    operation: Binary,
    left: Value,
    right: Value,
) -> Result<Value, OperatorError> {
    use Binary as B;
    match (operation, left, right) {
        (B::Identical, ..) => return Ok(truth(left == right)),
        (B::NotIdentical, ..) => return Ok(truth(left != right)),
        (B::Add, Value::Register(register), Value::Int(by)) => return renumber(register, by),
        (B::Subtract, Value::Register(register), Value::Int(by)) => {
            return renumber(register, by.wrapping_neg());
        }
        (B::ShiftLeft | B::ShiftRight, Value::Register(register), right) => {
            return rotate(register, operation == B::ShiftLeft, right);
        }
        (B::Add | B::Subtract, Value::Semaphore(bits), Value::Int(by)) => {
            let by = if operation == B::Add {
                by
            } else {
                by.wrapping_neg()
            };
            let number = i64::from(bits & 15).wrapping_add(by);
            return if (0..16).contains(&number) {
                Ok(Value::Semaphore(bits & 16 | number as u32))
            } else {
                Err(OperatorError::Semaphore)
            };
        }
        (B::Add, Value::Label { id, offset }, Value::Int(by))
        | (B::Add, Value::Int(by), Value::Label { id, offset }) => {
            let offset = offset.wrapping_add(by);
            return Ok(Value::Label { id, offset });
        }
        (B::Subtract, Value::Label { id, offset }, Value::Int(by)) => {
            let offset = offset.wrapping_sub(by);
            return Ok(Value::Label { id, offset });
        }
        (B::Add, left, right) if left.list().is_some() => {
            let (mut list, more) = (left.list().unwrap_or_default(), right.list());
            list.extend(more.ok_or(OperatorError::List)?);
            return Ok(Value::elements(&list)?);
        }
        (B::Multiply, Value::Int(count @ 0..=16), list) | (B::Multiply, list, Value::Int(count @ 0..=16))
            if list.list().is_some() =>
        {
            let list = list.list().unwrap_or_default().repeat(count as usize);
            return Ok(Value::elements(&list)?);
        }
        (B::Equal | B::NotEqual, Value::Register(a), Value::Register(b)) => {
            return Ok(truth((a == b) == (operation == B::Equal)));
        }
        _ => {}
    }
    if let Some(holds) = relation(operation)
        && let Some(order) = left.order(right)
    {
        return Ok(holds(order));
    }
    match (assembler.resolve(left), assembler.resolve(right)) {
        (Value::Int(a), Value::Int(b)) => integers(operation, a, b),
        (a, b) => match (a.as_float(), b.as_float()) {
            (Some(x), Some(y)) => floats(operation, x, y, b),
            _ if matches!(operation, B::Equal) => Ok(truth(false)),
            _ if matches!(operation, B::NotEqual) => Ok(truth(true)),
            _ => Err(OperatorError::Operands(left.kind(), right.kind())),
        },
    }
}

/// The function by which a relational operator turns an ordering into a value.
fn relation(operation: Binary) -> Option<fn(Ordering) -> Value> {
    Some(match operation {
        Binary::Greater => |order| truth(order.is_gt()),
        Binary::GreaterEqual => |order| truth(order.is_ge()),
        Binary::Less => |order| truth(order.is_lt()),
        Binary::LessEqual => |order| truth(order.is_le()),
        Binary::Compare => |order| Value::Int(order as i64),
        _ => return None,
    })
}

fn truth(holds: bool) -> Value {
    Value::Int(i64::from(holds))
}

/// A register some numbers further on.
fn renumber(register: Register, by: i64) -> Result<Value, OperatorError> {
    let number = i64::from(register.number).wrapping_add(by);
    let most = if register.is_accumulator() {
        if register.access & access::WRITE_A != 0 {
            3
        } else {
            5
        }
    } else {
        63
    };
    if !(0..=most).contains(&number) {
        return Err(OperatorError::Register);
    }
    let number = number as u8;
    Ok(Value::Register(Register { number, ..register }))
}

/// A register with a rotation: `<<` turns left.
fn rotate(register: Register, left: bool, right: Value) -> Result<Value, OperatorError> {
    let turn = match (right, register.turn) {
        (Value::Int(by), Turn::By(so_far)) => {
            let by = if left { by.wrapping_neg() } else { by };
            Turn::By((i64::from(so_far).wrapping_add(by) & 15) as u8)
        }
        (Value::Register(by), Turn::By(0)) if by.is_accumulator() && by.number == 5 => {
            if left {
                Turn::Left5
            } else {
                Turn::Right5
            }
        }
        _ => return Err(OperatorError::Rotation),
    };
    Ok(Value::Register(Register { turn, ..register }))
}

fn integers(operation: Binary, a: i64, b: i64) -> Result<Value, OperatorError> {
    use Binary as B;
    let shift = |by: i64, left: bool, logical: bool| -> i64 {
        let left = left == (by >= 0);
        let count = by.unsigned_abs();
        match (left, logical) {
            (true, _) if count > 63 => 0,
            (true, _) => a << count,
            (false, true) if count > 63 => 0,
            (false, true) => (a as u64 >> count) as i64,
            (false, false) => a >> count.min(63),
        }
    };
    Ok(Value::Int(match operation {
        B::Power => {
            let Ok(exponent) = u32::try_from(b) else {
                return Err(OperatorError::Exponent);
            };
            a.wrapping_pow(exponent)
        }
        B::Multiply => a.wrapping_mul(b),
        B::Divide | B::Modulo if b == 0 => return Err(OperatorError::DivisionByZero),
        B::Divide => a.wrapping_div(b),
        B::Modulo => a.wrapping_rem(b),
        B::Add => a.wrapping_add(b),
        B::Subtract => a.wrapping_sub(b),
        B::ShiftLeft => shift(b, true, false),
        B::ShiftRight => shift(b, false, false),
        B::LogicalLeft => shift(b, true, true),
        B::LogicalRight => shift(b, false, true),
        B::RotateLeft => i64::from((a as u32).rotate_left(b as u32 & 31)),
        B::RotateRight => i64::from((a as u32).rotate_right(b as u32 & 31)),
        B::RotateLeft64 => a.rotate_left(b as u32 & 63),
        B::RotateRight64 => a.rotate_right(b as u32 & 63),
        B::Greater => i64::from(a > b),
        B::GreaterEqual => i64::from(a >= b),
        B::Less => i64::from(a < b),
        B::LessEqual => i64::from(a <= b),
        B::Compare => i64::from(a > b) - i64::from(a < b),
        B::Equal | B::Identical => i64::from(a == b),
        B::NotEqual | B::NotIdentical => i64::from(a != b),
        B::And => a & b,
        B::Xor => a ^ b,
        B::Xnor => !(a ^ b),
        B::Or => a | b,
        B::LogicalAnd => i64::from(a != 0 && b != 0),
        B::LogicalXor => i64::from((a != 0) != (b != 0)),
        B::LogicalXnor => i64::from((a != 0) == (b != 0)),
        B::LogicalOr => i64::from(a != 0 || b != 0),
    }))
}

fn floats(operation: Binary, x: f64, y: f64, right: Value) -> Result<Value, OperatorError> {
    use Binary as B;
    let value = match operation {
        B::Power => libm::pow(x, y),
        B::Multiply => x * y,
        B::Divide => x / y,
        B::Modulo => libm::fmod(x, y),
        B::Add => x + y,
        B::Subtract => x - y,
        B::ShiftLeft | B::ShiftRight => {
            let Value::Int(by) = right else {
                return Err(OperatorError::FloatShift);
            };
            let by = if operation == B::ShiftLeft {
                by
            } else {
                by.wrapping_neg()
            };
            libm::scalbn(x, by.clamp(-4096, 4096) as i32)
        }
        B::Greater => return Ok(truth(x > y)),
        B::GreaterEqual => return Ok(truth(x >= y)),
        B::Less => return Ok(truth(x < y)),
        B::LessEqual => return Ok(truth(x <= y)),
        B::Compare => {
            return Ok(Value::Int(match x.partial_cmp(&y) {
                Some(order) => order as i64,
                None => -0x8000_0000,
            }));
        }
        B::Equal => return Ok(truth(x == y)),
        B::NotEqual => return Ok(truth(x != y)),
        _ => return Err(OperatorError::Integers),
    };
    Ok(Value::Float(value))
}
