//! From operands to results, packed and under their conditions, and the flags.

use quadrille_isa::qpu::{AddOp, Condition, MulOp, Pack, Rotation, Write};
use quadrille_numerics::qpu::lanes::{self, Lanes, Wide, map1, map2, mask};
use quadrille_numerics::qpu::{bytes, float, integer, pack};

use super::micro::{FlagSource, MicroOp, mark, place};
use super::state::{Bank, Flags};

/// Both results of every ADD operation.
#[inline(always)]
fn add_alu(operation: AddOp, a: &Lanes, b: &Lanes) -> Wide {
    match operation {
        AddOp::Nop => Wide {
            value: [0; 16],
            carry: [0; 16],
        },
        AddOp::Fadd => lanes::fadd(a, b),
        AddOp::Fsub => lanes::fsub(a, b),
        AddOp::Fmin => map2(a, b, float::fmin),
        AddOp::Fmax => map2(a, b, float::fmax),
        AddOp::Fminabs => map2(a, b, float::fminabs),
        AddOp::Fmaxabs => map2(a, b, float::fmaxabs),
        AddOp::Ftoi => map1(a, float::ftoi),
        AddOp::Itof => map1(a, float::itof),
        AddOp::Add => map2(a, b, integer::add),
        AddOp::Sub => map2(a, b, integer::sub),
        AddOp::Shr => map2(a, b, integer::shr),
        AddOp::Asr => map2(a, b, integer::asr),
        AddOp::Ror => map2(a, b, integer::ror),
        AddOp::Shl => map2(a, b, integer::shl),
        AddOp::Min => map2(a, b, integer::min),
        AddOp::Max => map2(a, b, integer::max),
        AddOp::And => map2(a, b, integer::and),
        AddOp::Or => map2(a, b, integer::or),
        AddOp::Xor => map2(a, b, integer::xor),
        AddOp::Not => map1(a, integer::not),
        AddOp::Clz => map1(a, integer::clz),
        AddOp::V8adds => map2(a, b, bytes::v8adds),
        AddOp::V8subs => map2(a, b, bytes::v8subs),
    }
}

/// Both results of every MUL operation.
#[inline(always)]
fn mul_alu<const FUSED: bool>(operation: MulOp, a: &Lanes, b: &Lanes) -> Wide {
    match operation {
        MulOp::Nop => Wide {
            value: [0; 16],
            carry: [0; 16],
        },
        MulOp::Fmul => lanes::fmul::<FUSED>(a, b),
        MulOp::Mul24 => map2(a, b, integer::mul24),
        MulOp::V8muld => map2(a, b, bytes::v8muld),
        MulOp::V8min => map2(a, b, bytes::v8min),
        MulOp::V8max => map2(a, b, bytes::v8max),
        MulOp::V8adds => map2(a, b, bytes::v8adds),
        MulOp::V8subs => map2(a, b, bytes::v8subs),
    }
}

/// All ones where the condition holds.
#[inline(always)]
pub(crate) fn holds(condition: Condition, flags: &Flags) -> Lanes {
    let value = &flags.value;
    let mut gate = [0; 16];
    match condition {
        Condition::Never => {}
        Condition::Always => gate = [u32::MAX; 16],
        Condition::ZeroSet => each(&mut gate, |i| mask(value[i] == 0)),
        Condition::ZeroClear => each(&mut gate, |i| mask(value[i] != 0)),
        Condition::NegativeSet => each(&mut gate, |i| mask((value[i] as i32) < 0)),
        Condition::NegativeClear => each(&mut gate, |i| mask((value[i] as i32) >= 0)),
        Condition::CarrySet => gate = flags.carry,
        Condition::CarryClear => each(&mut gate, |i| !flags.carry[i]),
    }
    gate
}

/// A plain loop over the elements, which compilers turn into vectors more surely than `array::from_fn`.
#[inline(always)]
fn each(lanes: &mut Lanes, value: impl Fn(usize) -> u32) {
    for (i, lane) in lanes.iter_mut().enumerate() {
        *lane = value(i);
    }
}

#[inline(always)]
fn store(bank: &mut Bank, to: u8, when: Condition, value: &Lanes, flags: &Flags) {
    let target = &mut bank[usize::from(to)];
    match when {
        Condition::Always => *target = *value,
        Condition::Never => {}
        _ => *target = lanes::select(&holds(when, flags), value, target),
    }
}

/// `fadd`, or with `DIFFERENCE` `fsub`, together with `fmul`, both unconditional: the places of their operands, and
/// those of their results.
#[inline(always)]
pub(crate) fn sum_and_product<const FUSED: bool, const DIFFERENCE: bool>(
    bank: &mut Bank,
    from: [u8; 4],
    to: [u8; 2],
) {
    let [a, b, c, d] = from.map(|place| &bank[usize::from(place)]);
    let plain = if DIFFERENCE {
        lanes::plain_sums_and_products::<FUSED>(a, &lanes::negate(b), c, d)
    } else {
        lanes::plain_sums_and_products::<FUSED>(a, b, c, d)
    };
    match plain {
        Some((sum, product)) => {
            bank[usize::from(to[0])] = sum;
            bank[usize::from(to[1])] = product;
        }
        None => any_sum_and_product::<DIFFERENCE>(bank, from, to),
    }
}

/// The same with operands of every kind.
#[cold]
#[inline(never)]
pub(crate) fn any_sum_and_product<const DIFFERENCE: bool>(bank: &mut Bank, from: [u8; 4], to: [u8; 2]) {
    let [a, b, c, d] = from.map(|place| &bank[usize::from(place)]);
    let (sum, product) = if DIFFERENCE {
        lanes::any_sums_and_products(a, &lanes::negate(b), c, d)
    } else {
        lanes::any_sums_and_products(a, b, c, d)
    };
    bank[usize::from(to[0])] = sum;
    bank[usize::from(to[1])] = product;
}

/// Any instruction of the two ALUs.
#[inline(always)]
pub(crate) fn alu<const FUSED: bool>(op: &MicroOp, bank: &mut Bank, flags: &mut Flags) {
    let at = |place: u8| &bank[usize::from(place)];
    let add = add_alu(op.add_op, at(op.add_a), at(op.add_b));
    let mut mul = mul_alu::<FUSED>(op.mul_op, at(op.mul_a), at(op.mul_b));
    if op.marks & (mark::ROTATE | mark::FLAGS | mark::PACK | mark::PRODUCT) == 0 {
        store(bank, op.add_to, op.add_when, &add.value, flags);
        store(bank, op.mul_to, op.mul_when, &mul.value, flags);
        return;
    }
    if op.marks & mark::ROTATE != 0 {
        mul.value = rotated(op, bank, &mul.value);
    }
    if op.marks & mark::PRODUCT != 0 {
        let last = &mut bank[usize::from(place::PRODUCT)];
        if op.mul_op == MulOp::Nop {
            mul.value = *last;
        } else {
            *last = std::array::from_fn(|i| mul.value[12 + i % 4]);
        }
    }
    let carry = match op.flag_source {
        FlagSource::Add => &add.carry,
        FlagSource::Mul => &mul.carry,
    };
    deliver(op, bank, flags, &add.value, &mul.value, carry);
}

/// The MUL result after rotation.
#[inline(always)]
fn rotated(op: &MicroOp, bank: &Bank, mul: &Lanes) -> Lanes {
    let distance = match op.rotation {
        Some(Rotation::By(n)) => usize::from(n),
        Some(Rotation::R5) => bank[usize::from(place::R5)][0] as usize & 15,
        None => 0,
    };
    if op.rotate_in_quads {
        lanes::rotate_in_quads(mul, distance)
    } else {
        lanes::rotate(mul, distance)
    }
}

/// The values of a word that delivers one value to both sides.
pub(crate) fn immediate(op: &MicroOp, bank: &mut Bank, flags: &mut Flags) {
    let value = op.immediate_lanes();
    deliver(op, bank, flags, &value, &value, &[0; 16]);
}

/// Packs, writes and sets flags, in this order; the conditions and the flags' gate look at the old flags.
#[inline(always)]
fn deliver(op: &MicroOp, bank: &mut Bank, flags: &mut Flags, add: &Lanes, mul: &Lanes, carry: &Lanes) {
    let (mut add_packed, mut mul_packed) = (*add, *mul);
    if op.marks & mark::PACK != 0 {
        packed(op, bank, &mut add_packed, &mut mul_packed);
    }
    store(bank, op.add_to, op.add_when, &add_packed, flags);
    store(bank, op.mul_to, op.mul_when, &mul_packed, flags);
    if op.marks & mark::FLAGS != 0 {
        let (value, when) = match op.flag_source {
            FlagSource::Add => (add, op.add_when),
            FlagSource::Mul => (mul, op.mul_when),
        };
        let gate = holds(when, flags);
        flags.value = lanes::select(&gate, value, &flags.value);
        flags.carry = lanes::select(&gate, carry, &flags.carry);
    }
}

/// Packs the result that goes to file A, or the MUL result as a colour.
#[inline(never)]
fn packed(op: &MicroOp, bank: &Bank, add: &mut Lanes, mul: &mut Lanes) {
    match op.pack {
        Pack::File(code) => {
            let add_side = op.add_to < 32 && matches!(op.add_target, Write::Register(_));
            let (result, to) = if add_side {
                (add, op.add_to)
            } else {
                (mul, op.mul_to)
            };
            let old = &bank[usize::from(to)];
            let (a, b) = (&bank[usize::from(op.add_a)], &bank[usize::from(op.add_b)]);
            for i in 0..16 {
                let source = match (add_side, op.add_op) {
                    (true, AddOp::Add) => pack::UnpackSource::of_add(a[i], b[i]),
                    (true, AddOp::Sub) => pack::UnpackSource::of_sub(a[i], b[i]),
                    (true, operation) if operation.gives_float() => pack::UnpackSource::Float,
                    (false, _) if op.mul_op == MulOp::Fmul => pack::UnpackSource::Float,
                    _ => pack::UnpackSource::Integer,
                };
                result[i] = pack::file_a(code.code(), source, result[i], old[i]);
            }
        }
        Pack::Mul(code) => {
            let zero = [0; 16];
            let old = match op.mul_target {
                Write::R5All | Write::R5Quad => &bank[usize::from(place::R5)],
                Write::Register(_) | Write::Accumulator(_) => &bank[usize::from(op.mul_to)],
                _ => &zero,
            };
            for i in 0..16 {
                mul[i] = pack::colour(code.code(), mul[i], old[i]);
            }
        }
    }
}
