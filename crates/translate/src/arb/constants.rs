//! Constants: the numbers that instructions need, four in a vector.

use super::code::{Code, Place};

/// Puts the literals of the code into as few vectors as there is room for.
pub(super) fn gather(code: &mut Code) {
    let mut vectors: Vec<Vec<f32>> = Vec::new();
    for instruction in &mut code.instructions {
        for at in 0..instruction.operands.len() {
            let needs = instruction.needs(at);
            let source = &mut instruction.operands[at];
            let Place::Literal(numbers) = source.place else {
                continue;
            };
            let taken = (0..4usize).filter(|at| needs >> at & 1 != 0);
            let mut wanted: Vec<f32> = Vec::new();
            for number in taken.map(|at| numbers[usize::from(source.swizzle[at])]) {
                if !wanted.iter().any(|known| same(*known, number)) {
                    wanted.push(number);
                }
            }
            let vector = place(&mut vectors, &wanted);
            let find = |number: f32| vectors[vector].iter().position(|known| same(*known, number));
            let mut swizzle = [0; 4];
            for (at, component) in swizzle.iter_mut().enumerate() {
                let number = numbers[usize::from(source.swizzle[at])];
                let any = wanted.last().copied().unwrap_or(number);
                let number = if needs >> at & 1 != 0 { number } else { any };
                *component = find(number).unwrap_or(0) as u8;
            }
            source.place = Place::Constant(vector as u32);
            source.swizzle = swizzle;
        }
    }
    code.constants = vectors
        .into_iter()
        .map(|vector| std::array::from_fn(|at| vector.get(at).copied().unwrap_or(0.0)))
        .collect();
}

/// Whether two numbers are the same bits.
fn same(a: f32, b: f32) -> bool {
    a.to_bits() == b.to_bits()
}

/// A vector with these numbers: one that has them, one with room for what it lacks, or a new one.
fn place(vectors: &mut Vec<Vec<f32>>, wanted: &[f32]) -> usize {
    let missing = |vector: &Vec<f32>| {
        let lacks = |number: &&f32| !vector.iter().any(|known| same(*known, **number));
        wanted.iter().filter(lacks).count()
    };
    let with_room = |vector: &Vec<f32>| vector.len() + missing(vector) <= 4;
    let best = (0..vectors.len())
        .filter(|at| with_room(&vectors[*at]))
        .min_by_key(|at| missing(&vectors[*at]));
    let at = best.unwrap_or_else(|| {
        vectors.push(Vec::new());
        vectors.len() - 1
    });
    for number in wanted {
        if !vectors[at].iter().any(|known| same(*known, *number)) {
            vectors[at].push(*number);
        }
    }
    at
}
