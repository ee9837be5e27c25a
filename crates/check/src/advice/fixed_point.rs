//! Numbers that 12-bit fixed point does not hold (NV_fragment_program 3.11.4.1.1: from -2 to 2047/1024, in steps of
//! 1/1024; what lies beyond is clamped).
//!
//! What is known of a number is the interval that it lies in. Temporaries are followed where a program has no flow.

use quadrille_base::Diagnostic;
use quadrille_isa::gl::operation::ArithmeticOp;
use quadrille_isa::gl::{Clamp, DataType, Family, Operation};
use quadrille_program::{Access, Destination, File, Instruction, Operand, ParameterSource, Program};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::rules::fixed_point_range::{self, Lost};

/// The numbers from the first to the second.
type Interval = [f64; 2];

/// Nothing is known.
const ANY: Interval = [f64::NEG_INFINITY, f64::INFINITY];
const UNIT: Interval = [0.0, 1.0];
/// What 12-bit fixed point has.
const FIXED: Interval = [-2.0, 2047.0 / 1024.0];
/// Half a step of it: what is less becomes 0.
const HALF_STEP: f64 = 1.0 / 2048.0;
/// Window coordinates, but for the first pixels of a row and a column.
const WINDOW: Interval = [2.0, f64::INFINITY];

/// What is known of the components of the temporaries.
type Known = FxHashMap<i32, [Interval; 4]>;

pub(super) fn fixed_point(program: &Program, all: &mut Vec<Diagnostic>) {
    let instructions = program.instructions();
    let is_fixed = |one: &Instruction| one.data_type == DataType::Fx12;
    if !instructions.iter().any(is_fixed) {
        return;
    }
    let flows = instructions
        .iter()
        .any(|one| matches!(one.access, Access::Flow(_)));
    let mut known = Known::default();
    let mut told = FxHashSet::default();
    for id in instructions.ids() {
        let instruction = &instructions[id];
        let mut operands = [[ANY; 4]; 3];
        for (at, (values, operand)) in operands.iter_mut().zip(&instruction.operands).enumerate() {
            *values = read(program, &known, operand);
            if !is_fixed(instruction) {
                continue;
            }
            let needed = instruction.needs(at);
            for (component, value) in values.iter_mut().enumerate() {
                let lost = Some(*value)
                    .filter(|_| needed >> component & 1 != 0)
                    .and_then(lost);
                // A number is told once.
                if let Some(lost) = lost
                    && told.insert((operand.register.file, operand.register.slot))
                {
                    all.push(fixed_point_range::at(program.span(id), "reads", &lost));
                }
                *value = clamped(*value, FIXED);
            }
        }
        let mut results = results(instruction, &operands);
        let mask = instruction.destination.map_or(0, |to| to.mask);
        if is_fixed(instruction) {
            let written = (0..4).filter(|component| mask >> component & 1 != 0);
            if let Some(lost) = written.filter_map(|component| beyond(results[component])).next() {
                all.push(fixed_point_range::at(program.span(id), "gives", &lost));
            }
            results = results.map(|value| clamped(value, FIXED));
        }
        if !flows {
            write(&mut known, instruction, results);
        }
    }
}

fn beyond(value: Interval) -> Option<Lost> {
    match value {
        [low, _] if low > FIXED[1] => Some(Lost::Above(low)),
        [_, high] if high < FIXED[0] => Some(Lost::Below(high)),
        _ => None,
    }
}

fn lost(value: Interval) -> Option<Lost> {
    let [low, high] = value;
    let vanishes = low == high && low != 0.0 && low.abs() < HALF_STEP;
    beyond(value).or(vanishes.then_some(Lost::Vanishes(low)))
}

fn clamped([low, high]: Interval, within: Interval) -> Interval {
    [low, high].map(|bound| bound.clamp(within[0], within[1]))
}

/// The values of an operand, as its swizzle gives them.
fn read(program: &Program, known: &Known, operand: &Operand) -> [Interval; 4] {
    let register = &operand.register;
    let slot = usize::try_from(register.slot).unwrap_or(usize::MAX);
    let whole = match register.file {
        _ if register.relative.is_some() || register.outer.is_some() => [ANY; 4],
        File::Temporary => known.get(&register.slot).copied().unwrap_or([ANY; 4]),
        File::Parameter => match program.parameters().get(slot).map(|parameter| parameter.source) {
            Some(ParameterSource::Constant(bits)) => bits.map(|bits| [f64::from(f32::from_bits(bits)); 2]),
            Some(ParameterSource::Binding(_) | ParameterSource::Buffer(_)) | None => [ANY; 4],
        },
        File::Attribute => match program
            .attributes()
            .get(slot)
            .map(|attribute| attribute.binding.family)
        {
            Some(Family::FragmentColor) => [UNIT; 4],
            Some(Family::FragmentPosition) => [WINDOW, WINDOW, UNIT, ANY],
            Some(_) | None => [ANY; 4],
        },
        File::Result | File::Address => [ANY; 4],
    };
    let mut values = operand
        .swizzle
        .0
        .map(|selector| match selector.component_or_number() {
            Ok(component) => whole[component],
            Err(one) => [f64::from(u8::from(one)); 2],
        });
    for (at, value) in values.iter_mut().enumerate() {
        if operand.absolute {
            *value = magnitude(*value);
        }
        if operand.negate >> at & 1 != 0 {
            *value = negated(*value);
        }
    }
    values
}

/// The results of an instruction before they are written; those of most instructions may be anything.
fn results(instruction: &Instruction, operands: &[[Interval; 4]; 3]) -> [Interval; 4] {
    let Operation::Arithmetic(operation) = instruction.operation else {
        return [ANY; 4];
    };
    let each = |value: fn([Interval; 3]) -> Interval| {
        [0, 1, 2, 3].map(|at| value([operands[0][at], operands[1][at], operands[2][at]]))
    };
    let values = match operation {
        ArithmeticOp::Move => each(|[a, ..]| a),
        ArithmeticOp::Absolute => each(|[a, ..]| magnitude(a)),
        ArithmeticOp::Add => each(|[a, b, _]| sum(a, b)),
        ArithmeticOp::Subtract => each(|[a, b, _]| sum(a, negated(b))),
        ArithmeticOp::Multiply => each(|[a, b, _]| product(a, b)),
        ArithmeticOp::MultiplyAdd => each(|[a, b, c]| sum(product(a, b), c)),
        ArithmeticOp::Maximum | ArithmeticOp::MaximumOrNan => {
            each(|[a, b, _]| [a[0].max(b[0]), a[1].max(b[1])])
        }
        ArithmeticOp::Minimum | ArithmeticOp::MinimumOrNan => {
            each(|[a, b, _]| [a[0].min(b[0]), a[1].min(b[1])])
        }
        ArithmeticOp::Set(_) | ArithmeticOp::SetOrNan(_) | ArithmeticOp::Fraction => [UNIT; 4],
        _ => [ANY; 4],
    };
    match instruction.clamp {
        Clamp::None => values,
        Clamp::Saturate => values.map(|value| clamped(value, UNIT)),
        Clamp::SignedSaturate => values.map(|value| clamped(value, [-1.0, 1.0])),
    }
}

fn write(known: &mut Known, instruction: &Instruction, results: [Interval; 4]) {
    let Some(Destination {
        register: Some(register),
        mask,
        condition,
        ..
    }) = &instruction.destination
    else {
        return;
    };
    if register.file != File::Temporary {
        return;
    }
    // Any element of an array may be meant.
    if register.relative.is_some() {
        return known.clear();
    }
    let components = known.entry(register.slot).or_insert([ANY; 4]);
    for (at, value) in components
        .iter_mut()
        .enumerate()
        .filter(|(at, _)| mask >> at & 1 != 0)
    {
        *value = match condition {
            None => results[at],
            Some(_) => [value[0].min(results[at][0]), value[1].max(results[at][1])],
        };
    }
}

fn negated([low, high]: Interval) -> Interval {
    [-high, -low]
}

fn magnitude(value: Interval) -> Interval {
    let [low, high] = value;
    match (low < 0.0, high < 0.0) {
        (false, _) => value,
        (_, true) => negated(value),
        (true, false) => [0.0, high.max(-low)],
    }
}

fn sum(a: Interval, b: Interval) -> Interval {
    known_or_any([a[0] + b[0], a[1] + b[1]])
}

fn product(a: Interval, b: Interval) -> Interval {
    let all = [a[0] * b[0], a[0] * b[1], a[1] * b[0], a[1] * b[1]];
    let bound = |of: fn(f64, f64) -> f64| all.into_iter().reduce(of).unwrap_or(f64::NAN);
    match all.iter().any(|bound| bound.is_nan()) {
        true => ANY,
        false => [bound(f64::min), bound(f64::max)],
    }
}

fn known_or_any(value: Interval) -> Interval {
    match value.iter().any(|bound| bound.is_nan()) {
        true => ANY,
        false => value,
    }
}
