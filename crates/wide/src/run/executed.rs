//! How many instructions lanes have executed.

use super::lanes::Lanes;

/// A number of each lane of a piece: what all lanes have counted, and the binary digits of the rest, the lowest first, each as
/// the lanes that have it. So lanes that count together cost a few operations of words, and not one of each lane's number.
#[derive(Clone, Debug, Default)]
pub(super) struct Executed {
    live: Lanes,
    all: u64,
    digits: Vec<Lanes>,
}

impl Executed {
    /// Makes all numbers 0; only those of the live lanes will be asked for.
    pub(super) fn begin(&mut self, live: Lanes) {
        (self.live, self.all) = (live, 0);
        self.digits.clear();
    }

    /// Adds to the numbers of lanes.
    pub(super) fn add(&mut self, lanes: Lanes, summand: u64) {
        if lanes == self.live {
            self.all += summand;
            return;
        }
        let (mut left, mut carry) = (summand, Lanes::NONE);
        let mut digit = 0;
        while left != 0 || carry.any() {
            if digit == self.digits.len() {
                self.digits.push(Lanes::NONE);
            }
            let own = &mut self.digits[digit];
            let added = if left & 1 != 0 { lanes } else { Lanes::NONE };
            let before = *own;
            *own = before.xor(added).xor(carry);
            carry = before.and(added).or(carry.and(before.xor(added)));
            left >>= 1;
            digit += 1;
        }
    }

    /// The largest number of some lanes; of none it is 0.
    pub(super) fn most(&self, lanes: Lanes) -> u64 {
        let mut largest = lanes.and(self.live);
        if !largest.any() {
            return 0;
        }
        let digits = self.digits.iter().rev();
        self.all
            + digits.fold(0, |most, digit| {
                let among = largest.and(*digit);
                if among.any() {
                    largest = among;
                }
                most << 1 | u64::from(among.any())
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plane::LANES;

    /// source: the numbers one by one
    #[test]
    fn numbers_are_those_of_each_lane() {
        let live: Lanes = (0..LANES).filter(|lane| lane % 13 != 5).collect();
        let mut executed = Executed::default();
        executed.begin(live);
        let mut numbers = [0; LANES];
        for round in 1..200_u64 {
            let some =
                |lane: &usize| (*lane as u64 * 0x9e37 + round * 77 + *lane as u64 / 7) % 11 < round % 12;
            let is_in = |lane: &usize| live.has(*lane) && (round % 5 == 0 || some(lane));
            let summand = round * round % 97;
            executed.add((0..LANES).filter(is_in).collect(), summand);
            (0..LANES).filter(is_in).for_each(|lane| numbers[lane] += summand);
            for step in 1..5 {
                let some = |lane: &usize| (*lane + round as usize).is_multiple_of(step);
                let most = (0..LANES).filter(some).map(|lane| numbers[lane]).max();
                assert_eq!(
                    executed.most((0..LANES).filter(some).collect()),
                    most.unwrap_or(0)
                );
            }
        }
        assert_eq!(executed.most(Lanes::NONE), 0);
    }
}
