//! Arithmetic: the operation's body over the active lanes, then the clamp of floats.

use quadrille_engine::{Mask, TrapKind};
use quadrille_isa::gl::operation::{AddressOp, ArithmeticOp, Evaluator, carry};
use quadrille_isa::gl::{Clamp, DataType, NumericEnvironment, Operation};
use quadrille_isa::nv20::realisation;
use quadrille_numerics::environment::{Double, Fixed, Flushing, Half, Ieee, Vp1};
use quadrille_numerics::lane::{Float, Int};
use quadrille_numerics::nv20::{self, expansion};
use quadrille_program::Operand;

use crate::state::{Values, Vectors};

/// An arithmetic instruction: what is needed of it besides its operation and its values.
#[derive(Clone, Copy)]
pub(crate) struct Arithmetic<'a> {
    pub(crate) environment: NumericEnvironment,
    pub(crate) data_type: DataType,
    pub(crate) clamp: Clamp,
    /// Its operands as they are written.
    pub(crate) operands: &'a [Operand],
    /// Whether it updates a condition code: the signs of its operands decide carry and overflow.
    pub(crate) updates: bool,
}

impl Arithmetic<'_> {
    /// Runs the operation over the active lanes.
    ///
    /// # Errors
    ///
    /// The operation does not compute in this type, which no checked program asks for.
    pub(crate) fn run(
        &self,
        operation: ArithmeticOp,
        active: &Mask,
        values: &mut Values,
    ) -> Result<(), TrapKind> {
        let done = match (self.data_type, self.environment) {
            (DataType::F32, NumericEnvironment::Ieee) => self.floats(
                operation,
                active,
                values,
                |x| Ieee(f32::from_bits(x)),
                |x| x.0.to_bits(),
            ),
            (DataType::F32, NumericEnvironment::Flushing) => self.floats(
                operation,
                active,
                values,
                |x| Flushing(f32::from_bits(x)),
                |x| x.0.to_bits(),
            ),
            (DataType::F32, NumericEnvironment::Vp1) => self.floats(
                operation,
                active,
                values,
                |x| Vp1(f32::from_bits(x)),
                |x| x.0.to_bits(),
            ),
            (DataType::F32, NumericEnvironment::Nv20) => self.machine_words(operation, active, values),
            (DataType::F16, _) => self.floats(
                operation,
                active,
                values,
                |x| Half::constant(f64::from(f32::from_bits(x))),
                |x| half(x).to_bits(),
            ),
            (DataType::Fx12, _) => self.floats(
                operation,
                active,
                values,
                |x| Fixed::constant(f64::from(f32::from_bits(x))),
                |x| (f32::from(x.0) / 1024.0).to_bits(),
            ),
            (DataType::F64, _) => self.long_floats(operation, active, values),
            (DataType::S32, _) => {
                self.integers(operation, active, values, |x| x as i32, |x| u64::from(x as u32))
            }
            (DataType::U32, _) => self.integers(operation, active, values, |x| x as u32, u64::from),
            (DataType::S64, _) => self.integers(operation, active, values, |x| x as i64, |x| x as u64),
            (DataType::U64, _) => self.integers(operation, active, values, |x| x, |x| x),
        };
        done.ok_or(TrapKind::Unsupported)
    }

    fn floats<L: Float>(
        &self,
        operation: ArithmeticOp,
        active: &Mask,
        values: &mut Values,
        from: impl Fn(u32) -> L,
        to: impl Fn(L) -> u32,
    ) -> Option<()> {
        let Values { operands, result, .. } = values;
        let clamp = self.clamp;
        operation.float(Lanes {
            active,
            read: |operand: usize, component: usize, lane: usize| from(operands[operand][component][lane]),
            write: |component: usize, lane: usize, value| {
                result.low[component][lane] = to(clamp.apply(value));
            },
        })
    }

    /// The NV20's bits. What the machine has no way for was refused before it ran.
    fn machine_words(&self, operation: ArithmeticOp, active: &Mask, values: &mut Values) -> Option<()> {
        let realisation = realisation(Operation::Arithmetic(operation))?;
        let extended = self.operands.iter().any(Operand::is_extended);
        each(active, |lane| {
            let mut quads = [[0; 4]; 3];
            for (quad, operand) in quads.iter_mut().zip(&values.operands[..self.operands.len()]) {
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
        Some(())
    }

    fn long_floats(&self, operation: ArithmeticOp, active: &Mask, values: &mut Values) -> Option<()> {
        let Values {
            operands,
            high,
            result,
            ..
        } = values;
        let clamp = self.clamp;
        operation.float(Lanes {
            active,
            read: |operand: usize, component: usize, lane: usize| {
                Double(f64::from_bits(long(operands, high, [operand, component, lane])))
            },
            write: |component: usize, lane: usize, value: Double| {
                result.set_long(component, lane, clamp.apply(value).0.to_bits());
            },
        })
    }

    fn integers<I: Int<Mask = bool>>(
        &self,
        operation: ArithmeticOp,
        active: &Mask,
        values: &mut Values,
        from: fn(u64) -> I,
        to: fn(I) -> u64,
    ) -> Option<()> {
        let Values {
            operands,
            high,
            result,
            carry: flags,
        } = values;
        let read = |operand: usize, component: usize, lane: usize| {
            from(long(operands, high, [operand, component, lane]))
        };
        if self.updates {
            let negated = |operand: usize, component: usize| {
                self.operands
                    .get(operand)
                    .is_some_and(|operand| operand.negate >> component & 1 != 0)
            };
            each(active, |lane| {
                for (component, flags) in flags.iter_mut().enumerate() {
                    let flag = carry(
                        operation,
                        std::array::from_fn(|operand| {
                            if operand < operands.len() {
                                read(operand, component, lane)
                            } else {
                                I::constant(0)
                            }
                        }),
                        std::array::from_fn(|operand| negated(operand, component)),
                    );
                    flags[lane] = u8::from(flag.carry) | u8::from(flag.overflow) << 1;
                }
            });
        }
        operation.integer(Lanes {
            active,
            read,
            write: |component: usize, lane: usize, value| result.set_long(component, lane, to(value)),
        })
    }

    /// Runs an address load, or the sum of an address register's halves.
    pub(crate) fn addresses(&self, operation: AddressOp, active: &Mask, values: &mut Values) {
        let load = |word: u32| {
            let value = f32::from_bits(word);
            match self.environment {
                NumericEnvironment::Ieee => operation.load(Ieee(value)),
                NumericEnvironment::Flushing => operation.load(Flushing(value)),
                NumericEnvironment::Vp1 => operation.load(Vp1(value)),
                NumericEnvironment::Nv20 => Some(nv20::exponential::floor(word)),
            }
        };
        let Values { operands, result, .. } = values;
        let Some(operand) = operands.first() else {
            return;
        };
        each(active, |lane| {
            let words: [u32; 4] = std::array::from_fn(|component| operand[component][lane]);
            let sum = operation.sum(words.map(|word| word as i32));
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

/// Runs a body over the active lanes, a component after the other. `read` gives a component of an operand in a lane,
/// `write` takes one of the result.
struct Lanes<'a, R, W> {
    active: &'a Mask,
    read: R,
    write: W,
}

impl<N: Copy, R: Fn(usize, usize, usize) -> N, W: FnMut(usize, usize, N)> Lanes<'_, R, W> {
    fn run(&mut self, component: usize, body: impl Fn(&R, usize) -> N) {
        let Lanes { active, read, write } = self;
        each(active, |lane| write(component, lane, body(read, lane)));
    }

    fn replicate(&mut self, body: impl Fn(&R, usize) -> N) {
        let Lanes { active, read, write } = self;
        each(active, |lane| {
            let value = body(read, lane);
            (0..4).for_each(|component| write(component, lane, value));
        });
    }
}

/// A component of each operand.
fn component<N, R: Fn(usize, usize, usize) -> N, const COUNT: usize>(
    read: &R,
    component: usize,
    lane: usize,
) -> [N; COUNT] {
    std::array::from_fn(|operand| read(operand, component, lane))
}

/// All components of each operand.
fn vectors<N, R: Fn(usize, usize, usize) -> N, const COUNT: usize>(read: &R, lane: usize) -> [[N; 4]; COUNT] {
    std::array::from_fn(|operand| std::array::from_fn(|component| read(operand, component, lane)))
}

impl<N: Copy, R: Fn(usize, usize, usize) -> N, W: FnMut(usize, usize, N)> Evaluator<N> for Lanes<'_, R, W> {
    type Output = ();

    fn componentwise<const COUNT: usize>(mut self, body: impl Fn([N; COUNT]) -> N) {
        for at in 0..4 {
            self.run(at, |read, lane| body(component(read, at, lane)));
        }
    }

    fn scalar<const COUNT: usize>(mut self, body: impl Fn([N; COUNT]) -> N) {
        self.replicate(|read, lane| body(component(read, 0, lane)));
    }

    fn dot<const COUNT: usize>(mut self, body: impl Fn([[N; 4]; COUNT]) -> N) {
        self.replicate(|read, lane| body(vectors(read, lane)));
    }

    fn vector<const COUNT: usize>(
        mut self,
        x: impl Fn([[N; 4]; COUNT]) -> N,
        y: impl Fn([[N; 4]; COUNT]) -> N,
        z: impl Fn([[N; 4]; COUNT]) -> N,
        w: impl Fn([[N; 4]; COUNT]) -> N,
    ) {
        self.run(0, |read, lane| x(vectors(read, lane)));
        self.run(1, |read, lane| y(vectors(read, lane)));
        self.run(2, |read, lane| z(vectors(read, lane)));
        self.run(3, |read, lane| w(vectors(read, lane)));
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

/// A component of an operand in a lane as a number of 64 bits.
fn long(operands: &[Vectors], high: &[Vectors], [operand, component, lane]: [usize; 3]) -> u64 {
    u64::from(operands[operand][component][lane]) | u64::from(high[operand][component][lane]) << 32
}

/// Does something for each lane of a set.
pub(crate) fn each(lanes: &Mask, mut run: impl FnMut(usize)) {
    if lanes.all() {
        (0..lanes.lanes()).for_each(run);
    } else {
        lanes.iter().for_each(&mut run);
    }
}
