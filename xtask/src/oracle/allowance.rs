//! What a driver's answer to a translated instruction may differ by, each with a name and a reason.

use quadrille_isa::gl::operation::{ArithmeticOp, Class, ConversionOp, Operation, Packing};
use quadrille_isa::gl::{NumericEnvironment, Opcode};

use super::matrix::{Group, OperandKind};
use crate::storm::is_approximated;

/// An answer of the driver beside ours.
pub(super) struct Answer<'g> {
    pub(super) group: &'g Group,
    /// The row of operands.
    pub(super) lane: usize,
    pub(super) theirs: [u32; 4],
    /// What all rows give here.
    pub(super) ours: &'g [[u32; 4]],
}

/// A number of both.
struct Pair<'a> {
    answer: &'a Answer<'a>,
    /// The component, of two words the first.
    at: usize,
    ours: Number,
    theirs: Number,
}

/// A number of an answer.
#[derive(Clone, Copy)]
struct Number {
    bits: u64,
    /// What it is, of an integer its bits as a number.
    value: f64,
    is_subnormal: bool,
}

/// A difference that is not the translation's.
struct Allowance {
    name: &'static str,
    is_met: fn(&Pair<'_>) -> bool,
}

/// All of them; the first that is met names a difference.
const ALLOWANCES: &[Allowance] = &[
    // IEEE 754, 6.2: the bits of a NaN are the machine's.
    Allowance {
        name: "bits of NaN",
        is_met: |pair| pair.gives_float() && pair.ours.value.is_nan() && pair.theirs.value.is_nan(),
    },
    // The same of halves in a word.
    Allowance {
        name: "bits of NaN",
        is_met: |pair| {
            let is_nan = |half: u64| half & 0x7c00 == 0x7c00 && half & 0x03ff != 0;
            let same = |shift: u32| {
                let [ours, theirs] = [pair.ours, pair.theirs].map(|number| number.bits >> shift & 0xffff);
                ours == theirs || (is_nan(ours) && is_nan(theirs))
            };
            let has_halves = pair.answer.group.gives == OperandKind::Half
                || pair.operation() == Operation::Conversion(ConversionOp::Pack(Packing::Half2));
            has_halves && same(0) && same(16)
        },
    },
    // GLSL 4.60, 4.7.1: implementations need not keep the sign of zero.
    Allowance {
        name: "sign of zero",
        is_met: |pair| pair.gives_float() && pair.ours.value == 0.0 && pair.theirs.value == 0.0,
    },
    // GLSL 4.60, 4.7.1: denormalized results may be flushed.
    Allowance {
        name: "flushed denormal",
        is_met: |pair| pair.gives_float() && pair.theirs.value == 0.0 && pair.ours.is_subnormal,
    },
    // The same of operands: the answer is that to zeros in their place.
    Allowance {
        name: "flushed denormal operand",
        is_met: |pair| {
            let answer = pair.answer;
            let flushed = answer.group.flushed(answer.lane);
            let mut rows = answer.group.rows.iter().zip(answer.ours);
            let ours = rows.find(|(row, _)| **row == flushed).map(|(_, ours)| *ours);
            ours.is_some_and(|ours| {
                let ours = answer.group.number(ours, pair.at);
                let theirs = if pair.theirs.is_subnormal {
                    0.0
                } else {
                    pair.theirs.value
                };
                match pair.gives_float() {
                    true => ours.value == theirs || (ours.value.is_nan() && theirs.is_nan()),
                    false => ours.bits == pair.theirs.bits,
                }
            })
        },
    },
    // The same of products before they are summed up, and of what is divided by them.
    Allowance {
        name: "flushed denormal term",
        is_met: |pair| {
            let has_terms = matches!(
                pair.operation().class(),
                Class::Dot(_) | Class::Vector(_) | Class::Componentwise(3)
            );
            let least = 4.0 * f64::from(f32::MIN_POSITIVE);
            let divides = matches!(
                pair.operation(),
                Operation::Arithmetic(ArithmeticOp::Reflect | ArithmeticOp::Normalize)
            );
            let is_small = (pair.ours.value - pair.theirs.value).abs() <= least;
            has_terms && (is_small || (divides && pair.answer.has_root_below(least)))
        },
    },
    // NV_fragment_program 3.11.4.1 has no denormals; what is packed may look like one.
    Allowance {
        name: "denormal that is kept",
        is_met: |pair| {
            let flushes = pair.answer.group.profile.numeric == NumericEnvironment::Flushing;
            let words = [pair.ours, pair.theirs].map(|number| f32::from_bits(number.bits as u32));
            flushes && words[0] == 0.0 && words[1].is_subnormal()
        },
    },
    // NV_vertex_program 2.14.1.11 rounds toward zero, so that nothing finite overflows, and sums go on from there.
    Allowance {
        name: "rounding of VP1.x",
        is_met: |pair| {
            let is_inward = pair.answer.group.profile.numeric == NumericEnvironment::Vp1;
            let overflows = !pair.theirs.value.is_finite() && pair.answer.has_above(1e19);
            is_inward && (pair.error() <= ROUNDING || overflows)
        },
    },
    // GLSL 4.60, 4.7.1: the order of the sums in a dot product is the implementation's; so is where one overflows.
    Allowance {
        name: "order of sums",
        is_met: |pair| matches!(pair.operation().class(), Class::Dot(3)) && pair.answer.has_above(1e38),
    },
    // ARB_fragment_program 3.11.5.22: an angle is reduced to a period as well as a machine can.
    Allowance {
        name: "sine of a large angle",
        is_met: |pair| {
            let is_sine = matches!(
                pair.operation(),
                Operation::Arithmetic(ArithmeticOp::Sine | ArithmeticOp::Cosine | ArithmeticOp::SineCosine)
            );
            is_sine && pair.answer.has_above(32768.0) && pair.theirs.value.abs() <= 1.0
        },
    },
    // GLSL 4.60, 8.4: what a number that is none is packed as no specification says.
    Allowance {
        name: "NaN that is packed",
        is_met: |pair| {
            let packs = matches!(
                pair.operation(),
                Operation::Conversion(ConversionOp::Pack(
                    Packing::Unsigned2 | Packing::Signed4 | Packing::Unsigned4
                ))
            );
            packs && pair.answer.has_nan()
        },
    },
    // NV_gpu_program5 2.X.8 CVT: infinities and NaN are no integers.
    Allowance {
        name: "infinity that becomes an integer",
        is_met: |pair| {
            let is_whole = matches!(
                pair.answer.group.gives,
                OperandKind::Integer | OperandKind::LongInteger
            );
            let is_known = pair.answer.group.row.opcode == Opcode::Cvt;
            is_whole && is_known && pair.answer.has_above(f64::MAX)
        },
    },
    // GLSL 4.60, 4.7.1: of these operations a shading language asks for less than all bits.
    Allowance {
        name: "approximation",
        is_met: |pair| {
            let overflows = pair.theirs.value.is_infinite()
                && pair.ours.value.abs() >= f64::from(f32::MAX) * (1.0 - APPROXIMATION);
            is_approximated(pair.operation()) && (pair.error() <= APPROXIMATION || overflows)
        },
    },
];

/// What the roundings of a few instructions come to, relative to their result.
const ROUNDING: f64 = 1.0 / 1_048_576.0;

/// The error of an approximation relative to its result.
const APPROXIMATION: f64 = 1.0 / 1024.0;

impl Group {
    fn number(&self, words: [u32; 4], at: usize) -> Number {
        number(self.gives, words, at)
    }

    /// A row of operands with zeros in place of denormals.
    fn flushed(&self, lane: usize) -> [[u32; 4]; 3] {
        let mut row = self.rows[lane];
        for (operand, words) in row.iter_mut().enumerate() {
            let Some(kind) = self.takes(operand) else { continue };
            let step = (kind.size() / 32) as usize;
            for at in (0..4).step_by(step) {
                if number(kind, *words, at).is_subnormal {
                    let sign = words[at + step - 1] & 1 << 31;
                    words[at..at + step].fill(0);
                    words[at + step - 1] = sign;
                }
            }
        }
        row
    }
}

/// The number of a kind that begins at a word.
fn number(kind: OperandKind, words: [u32; 4], at: usize) -> Number {
    let bits = match kind.size() {
        64 => u64::from(words[at]) | u64::from(words[at + 1]) << 32,
        _ => u64::from(words[at]),
    };
    let (value, is_subnormal) = match kind {
        OperandKind::Float => {
            let value = f32::from_bits(words[at]);
            (f64::from(value), value.is_subnormal())
        }
        OperandKind::Double => (f64::from_bits(bits), f64::from_bits(bits).is_subnormal()),
        OperandKind::Half | OperandKind::Integer | OperandKind::LongInteger => (bits as f64, false),
    };
    Number {
        bits,
        value,
        is_subnormal,
    }
}

impl Answer<'_> {
    /// The operands that are floats.
    fn operands(&self) -> impl Iterator<Item = f64> {
        let row = self.group.rows[self.lane].into_iter().enumerate();
        row.filter_map(|(operand, words)| match self.group.takes(operand)? {
            kind @ (OperandKind::Float | OperandKind::Double) => Some(number(kind, words, 0).value),
            OperandKind::Half => Some(if words[0] & 0x7c00 == 0x7c00 {
                f64::INFINITY
            } else {
                1.0
            }),
            OperandKind::Integer | OperandKind::LongInteger => None,
        })
    }

    fn has_above(&self, limit: f64) -> bool {
        self.operands().any(|operand| operand.abs() > limit)
    }

    /// Whether the square of an operand is below a number, and it is not 0.
    fn has_root_below(&self, limit: f64) -> bool {
        self.operands()
            .any(|operand| operand != 0.0 && operand * operand < limit)
    }

    fn has_nan(&self) -> bool {
        self.operands().any(f64::is_nan)
    }
}

impl Pair<'_> {
    fn operation(&self) -> Operation {
        let group = self.answer.group;
        group.row.operation_in(group.profile.language)
    }

    fn gives_float(&self) -> bool {
        matches!(self.answer.group.gives, OperandKind::Float | OperandKind::Double)
    }

    fn error(&self) -> f64 {
        let [ours, theirs] = [self.ours.value, self.theirs.value];
        (ours - theirs).abs() / ours.abs().max(theirs.abs()).max(f64::from(f32::MIN_POSITIVE))
    }
}

/// The names of what allows an answer to differ; an error if nothing does.
pub(super) fn allowed(answer: &Answer<'_>) -> Result<Vec<&'static str>, ()> {
    let group = answer.group;
    let undefined = group.row.operation.unspecified();
    let mut names = Vec::new();
    for at in (0..4).step_by((group.gives.size() / 32) as usize) {
        let is_defined = group.gives.size() == 64 || undefined >> at & 1 == 0;
        let pair = Pair {
            answer,
            at,
            ours: group.number(answer.ours[answer.lane], at),
            theirs: group.number(answer.theirs, at),
        };
        if pair.ours.bits == pair.theirs.bits || !is_defined {
            continue;
        }
        let allowance = ALLOWANCES
            .iter()
            .find(|allowance| (allowance.is_met)(&pair))
            .ok_or(())?;
        if !names.contains(&allowance.name) {
            names.push(allowance.name);
        }
    }
    Ok(names)
}
