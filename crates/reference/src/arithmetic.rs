//! Arithmetic: the operation's meaning over the active lanes, then the clamp of floats.

use quadrille_engine::Mask;
use quadrille_isa::gl::operation::{address, address_sum, carry, evaluate_float, evaluate_integer};
use quadrille_isa::gl::{Clamp, DataType, NumericEnvironment, Operation};
use quadrille_isa::nv20::realisation;
use quadrille_numerics::environment::{Double, Fixed, Flushing, Half, Ieee, Vp1};
use quadrille_numerics::lane::{Float, Int};
use quadrille_numerics::nv20::{self, expansion};
use quadrille_program::Operand;

use crate::state::Values;

/// An arithmetic instruction: what is needed of it besides its values.
#[derive(Clone, Copy)]
pub(crate) struct Arithmetic<'a> {
    pub(crate) environment: NumericEnvironment,
    pub(crate) operation: Operation,
    pub(crate) data_type: DataType,
    pub(crate) clamp: Clamp,
    /// How many operands it has.
    pub(crate) count: usize,
    /// Its operands as they are written.
    pub(crate) operands: &'a [Operand],
    /// Whether it updates a condition code: the signs of its operands decide carry and overflow.
    pub(crate) updates: bool,
}

impl Arithmetic<'_> {
    /// Runs the operation over the active lanes.
    pub(crate) fn run(&self, active: &Mask, values: &mut Values) {
        match (self.data_type, self.environment) {
            (DataType::F32, NumericEnvironment::Ieee) => {
                self.floats(active, values, |x| Ieee(f32::from_bits(x)), |x| x.0.to_bits());
            }
            (DataType::F32, NumericEnvironment::Fp1) => {
                self.floats(active, values, |x| Flushing(f32::from_bits(x)), |x| x.0.to_bits());
            }
            (DataType::F32, NumericEnvironment::Vp1) => {
                self.floats(active, values, |x| Vp1(f32::from_bits(x)), |x| x.0.to_bits());
            }
            (DataType::F32, NumericEnvironment::Nv20) => self.machine_words(active, values),
            (DataType::F16, _) => self.floats(
                active,
                values,
                |x| Half::constant(f64::from(f32::from_bits(x))),
                |x| half(x).to_bits(),
            ),
            (DataType::Fx12, _) => self.floats(
                active,
                values,
                |x| Fixed::constant(f64::from(f32::from_bits(x))),
                |x| (f32::from(x.0) / 1024.0).to_bits(),
            ),
            (DataType::F64, _) => {
                self.long_floats(active, values);
            }
            (DataType::S32, _) => self.integers(active, values, |x| x as i32, |x| u64::from(x as u32)),
            (DataType::U32, _) => self.integers(active, values, |x| x as u32, u64::from),
            (DataType::S64, _) => self.integers(active, values, |x| x as i64, |x| x as u64),
            (DataType::U64, _) => self.integers(active, values, |x| x, |x| x),
        }
    }

    fn floats<L: Float>(
        &self,
        active: &Mask,
        values: &mut Values,
        from: impl Fn(u32) -> L,
        to: impl Fn(L) -> u32,
    ) {
        let Arithmetic { operation, clamp, .. } = *self;
        let operands = &values.operands[..self.count.min(values.operands.len())];
        let result = &mut values.result.low;
        let all = active.all();
        // One loop for all lanes and for some: this is where a run spends its time.
        for lane in 0..result[0].len() {
            if !all && !active.get(lane) {
                continue;
            }
            let mut vectors = [[from(0); 4]; 3];
            for (vector, operand) in vectors.iter_mut().zip(operands) {
                *vector = std::array::from_fn(|component| from(operand[component][lane]));
            }
            let Some(value) = evaluate_float(operation, vectors) else {
                continue;
            };
            for (component, value) in value.into_iter().enumerate() {
                result[component][lane] = to(clamp.apply(value));
            }
        }
    }

    /// The NV20's bits. What the machine has no way for was refused before it ran.
    fn machine_words(&self, active: &Mask, values: &mut Values) {
        let Some(realisation) = realisation(self.operation) else {
            return;
        };
        let extended = self.operands.iter().any(Operand::is_extended);
        each(active, |lane| {
            let mut quads = [[0; 4]; 3];
            for (quad, operand) in quads.iter_mut().zip(&values.operands[..self.count]) {
                *quad = std::array::from_fn(|component| operand[component][lane]);
            }
            let quad = if extended {
                quads[0].map(expansion::chosen)
            } else {
                realisation.evaluate(quads)
            };
            for (component, word) in quad.into_iter().enumerate() {
                values.result.low[component][lane] = word;
            }
        });
    }

    fn long_floats(&self, active: &Mask, values: &mut Values) {
        each(active, |lane| {
            let vectors = longs(values, lane).map(|vector| vector.map(|bits| Double(f64::from_bits(bits))));
            let Some(value) = evaluate_float(self.operation, vectors) else {
                return;
            };
            for (component, value) in value.into_iter().enumerate() {
                let bits = self.clamp.apply(value).0.to_bits();
                values.result.set_long(component, lane, bits);
            }
        });
    }

    fn integers<I: Int<Mask = bool>>(
        &self,
        active: &Mask,
        values: &mut Values,
        from: fn(u64) -> I,
        to: fn(I) -> u64,
    ) {
        each(active, |lane| {
            let vectors = longs(values, lane).map(|vector| vector.map(from));
            let Some(value) = evaluate_integer(self.operation, vectors) else {
                return;
            };
            for (component, value) in value.into_iter().enumerate() {
                values.result.set_long(component, lane, to(value));
            }
            if !self.updates {
                return;
            }
            for component in 0..4 {
                let negated = |operand: usize| {
                    self.operands
                        .get(operand)
                        .is_some_and(|operand| operand.negate >> component & 1 != 0)
                };
                let flags = carry(
                    self.operation,
                    vectors.map(|vector| vector[component]),
                    [negated(0), negated(1), negated(2)],
                );
                values.carry[component][lane] = u8::from(flags.carry) | u8::from(flags.overflow) << 1;
            }
        });
    }

    /// Runs an address load, or the sum of an address register's halves.
    pub(crate) fn addresses(&self, active: &Mask, values: &mut Values) {
        let load = |word: u32| {
            let value = f32::from_bits(word);
            match self.environment {
                NumericEnvironment::Ieee => address(self.operation, Ieee(value)),
                NumericEnvironment::Fp1 => address(self.operation, Flushing(value)),
                NumericEnvironment::Vp1 => address(self.operation, Vp1(value)),
                NumericEnvironment::Nv20 => Some(nv20::exponential::floor(word)),
            }
        };
        let Values { operands, result, .. } = values;
        let Some(operand) = operands.first() else {
            return;
        };
        each(active, |lane| {
            let words: [u32; 4] = std::array::from_fn(|component| operand[component][lane]);
            let sum = address_sum(self.operation, words.map(|word| word as i32));
            for component in 0..4 {
                let value = match sum {
                    Some(sum) => Some(sum[component]),
                    None => load(words[component]),
                };
                if let Some(value) = value {
                    result.low[component][lane] = value as u32;
                }
            }
        });
    }
}

/// A binary16 number as binary32.
fn half(value: Half) -> f32 {
    let wide = quadrille_numerics::convert::Binary::B16.decode(u64::from(value.0)) as f32;
    if wide.is_nan() {
        f32::from_bits(0x7fc0_0000)
    } else {
        wide
    }
}

/// The operands in one lane as numbers of 64 bits.
fn longs(values: &Values, lane: usize) -> [[u64; 4]; 3] {
    let mut vectors = [[0; 4]; 3];
    for (vector, (low, high)) in vectors.iter_mut().zip(values.operands.iter().zip(&values.high)) {
        *vector = std::array::from_fn(|component| {
            u64::from(low[component][lane]) | u64::from(high[component][lane]) << 32
        });
    }
    vectors
}

/// Does something for each lane of a set.
pub(crate) fn each(lanes: &Mask, mut run: impl FnMut(usize)) {
    if lanes.all() {
        (0..lanes.lanes()).for_each(run);
    } else {
        lanes.iter().for_each(&mut run);
    }
}
