//! Variables that nothing reads or writes, as those of instructions that no way leads to: the shader has none of them,
//! nor the kinds of numbers that they would hold.
//!
//! Comes before variables get first values: none is for what goes, and the numbers of those that stay change here.

use crate::form::walk::each_place;
use crate::form::{Root, Shader};

/// Removes them.
pub(crate) fn remove(shader: &mut Shader) {
    let mut used = vec![false; shader.variables.len()];
    for function in shader.functions.iter_mut().chain(&mut shader.library) {
        each_place(&mut function.body, &mut |place| {
            if let Root::Variable(at) = place.root {
                used[at as usize] = true;
            }
        });
    }
    // Where each lies when those before it are gone.
    let mut next = 0;
    let numbers: Vec<u32> = used
        .iter()
        .map(|used| {
            let number = next;
            next += u32::from(*used);
            number
        })
        .collect();
    for function in shader.functions.iter_mut().chain(&mut shader.library) {
        each_place(&mut function.body, &mut |place| {
            if let Root::Variable(at) = &mut place.root {
                *at = numbers[*at as usize];
            }
        });
    }
    let mut kept = used.into_iter();
    shader.variables.retain(|_| kept.next().unwrap_or(true));
}
