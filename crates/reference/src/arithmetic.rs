//! Arithmetic: the operation's meaning over every lane, then the clamp.

use quadrille_isa::gl::operation::{address, evaluate_float};
use quadrille_isa::gl::{Clamp, NumericEnvironment, Operation};
use quadrille_numerics::environment::{Flushing, Ieee, Vp1};
use quadrille_numerics::lane::Float;

use crate::state::Vectors;

/// Runs a float operation over all lanes.
pub(crate) fn float32(
    environment: NumericEnvironment,
    operation: Operation,
    clamp: Clamp,
    operands: &[Vectors],
    result: &mut Vectors,
) {
    match environment {
        NumericEnvironment::Ieee => {
            lanes(
                operation,
                clamp,
                operands,
                result,
                |word| Ieee(f32::from_bits(word)),
                |value| value.0.to_bits(),
            );
        }
        NumericEnvironment::Fp1 => {
            lanes(
                operation,
                clamp,
                operands,
                result,
                |word| Flushing(f32::from_bits(word)),
                |value| value.0.to_bits(),
            );
        }
        NumericEnvironment::Vp1 => {
            lanes(
                operation,
                clamp,
                operands,
                result,
                |word| Vp1(f32::from_bits(word)),
                |value| value.0.to_bits(),
            );
        }
    }
}

fn lanes<L: Float>(
    operation: Operation,
    clamp: Clamp,
    operands: &[Vectors],
    result: &mut Vectors,
    from: fn(u32) -> L,
    to: fn(L) -> u32,
) {
    for lane in 0..result[0].len() {
        let mut values = [[from(0); 4]; 3];
        for (value, operand) in values.iter_mut().zip(operands) {
            *value = std::array::from_fn(|component| from(operand[component][lane]));
        }
        let Some(value) = evaluate_float(operation, values) else {
            continue;
        };
        for (component, value) in value.into_iter().enumerate() {
            result[component][lane] = to(clamp.apply(value));
        }
    }
}

/// Runs an address load over all lanes.
pub(crate) fn address_load(
    environment: NumericEnvironment,
    operation: Operation,
    operand: &Vectors,
    result: &mut Vectors,
) {
    let load = |word: u32| {
        let value = f32::from_bits(word);
        match environment {
            NumericEnvironment::Ieee => address(operation, Ieee(value)),
            NumericEnvironment::Fp1 => address(operation, Flushing(value)),
            NumericEnvironment::Vp1 => address(operation, Vp1(value)),
        }
    };
    for (words, out) in operand.iter().zip(result.iter_mut()) {
        for (word, out) in words.iter().zip(out.iter_mut()) {
            if let Some(value) = load(*word) {
                *out = value as u32;
            }
        }
    }
}
