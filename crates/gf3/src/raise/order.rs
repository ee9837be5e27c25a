//! An order for the instructions of one word in which each still reads what was before the word.

use super::step::{Destination, Step};

/// The instructions of a word in such an order; one that has to wait goes through the temporary `spare`. None where
/// that is not enough.
pub(super) fn ordered(steps: Vec<Step>, spare: Option<u8>) -> Option<Vec<Step>> {
    if let Some(order) = permuted(&steps) {
        return Some(order);
    }
    let spare = spare?;
    // What is held back is written last, so not where another of the word has to be; no MOV writes the address.
    let last = |held: &usize| {
        let destination = steps[*held].destination;
        let mut later = steps[*held + 1..].iter();
        destination != Destination::Address && later.all(|other| other.destination != destination)
    };
    (0..steps.len()).filter(last).find_map(|held| {
        let mut steps = steps.clone();
        let last = Step::copy(
            steps[held].index,
            steps[held].destination,
            steps[held].mask,
            spare,
        );
        steps[held].destination = Destination::Temporary(spare);
        let mut order = permuted(&steps)?;
        order.push(last);
        Some(order)
    })
}

/// The instructions one after another, each time the first that none of the others has to precede.
fn permuted(steps: &[Step]) -> Option<Vec<Step>> {
    let mut left: Vec<&Step> = steps.iter().collect();
    let mut order = Vec::new();
    while !left.is_empty() {
        let free = (0..left.len()).find(|place| {
            let step = left[*place];
            let mut others = left.iter().enumerate().filter(|(at, _)| at != place);
            // Of two that write one register the vector unit's, which is first in the list, goes first.
            others.all(|(at, other)| {
                !(other.reads(step) || at < *place && other.destination == step.destination)
            })
        })?;
        order.push(left.remove(free).clone());
    }
    Some(order)
}
