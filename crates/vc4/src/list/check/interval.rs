//! What is known of a value in all sixteen elements: the least and the greatest unsigned number that it can be.

/// All numbers from `low` to `high`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Interval {
    pub(super) low: u32,
    pub(super) high: u32,
}

impl Interval {
    /// Nothing is known.
    pub(super) const ANY: Interval = Interval {
        low: 0,
        high: u32::MAX,
    };

    pub(super) const fn only(value: u32) -> Interval {
        Interval {
            low: value,
            high: value,
        }
    }

    pub(super) const fn up_to(high: u32) -> Interval {
        Interval { low: 0, high }
    }

    /// The value, if there is only one.
    pub(super) fn constant(self) -> Option<u32> {
        (self.low == self.high).then_some(self.low)
    }

    /// All numbers of either.
    pub(super) fn hull(self, other: Interval) -> Interval {
        Interval {
            low: self.low.min(other.low),
            high: self.high.max(other.high),
        }
    }

    /// What is known where two paths meet. A number that differs may differ more the next time round.
    pub(super) fn meet(self, other: Interval) -> Interval {
        if self == other { self } else { Interval::ANY }
    }

    /// Whether the sign bit is clear in all numbers, so that signed order is unsigned order.
    fn is_positive(self) -> bool {
        self.high <= i32::MAX as u32
    }

    fn checked(low: Option<u32>, high: Option<u32>) -> Interval {
        match (low, high) {
            (Some(low), Some(high)) => Interval { low, high },
            _ => Interval::ANY,
        }
    }

    /// A sum, which may wrap where both bounds do.
    pub(super) fn add(self, other: Interval) -> Interval {
        let low = u64::from(self.low) + u64::from(other.low);
        let high = u64::from(self.high) + u64::from(other.high);
        match low >> 32 == high >> 32 {
            true => Interval {
                low: low as u32,
                high: high as u32,
            },
            false => Interval::ANY,
        }
    }

    pub(super) fn sub(self, other: Interval) -> Interval {
        let low = i64::from(self.low) - i64::from(other.high);
        let high = i64::from(self.high) - i64::from(other.low);
        match low >> 32 == high >> 32 {
            true => Interval {
                low: low as u32,
                high: high as u32,
            },
            false => Interval::ANY,
        }
    }

    /// The signed minimum.
    pub(super) fn min(self, other: Interval) -> Interval {
        match self.is_positive() && other.is_positive() {
            true => Interval {
                low: self.low.min(other.low),
                high: self.high.min(other.high),
            },
            false => Interval::ANY,
        }
    }

    /// The signed maximum: not negative if one operand is not.
    pub(super) fn max(self, other: Interval) -> Interval {
        match (self.is_positive(), other.is_positive()) {
            (true, true) => Interval {
                low: self.low.max(other.low),
                high: self.high.max(other.high),
            },
            (true, false) => Interval {
                low: self.low,
                high: i32::MAX as u32,
            },
            (false, true) => other.max(self),
            (false, false) => Interval::ANY,
        }
    }

    pub(super) fn and(self, other: Interval) -> Interval {
        match (self.constant(), other.constant()) {
            (Some(a), Some(b)) => Interval::only(a & b),
            _ => Interval::up_to(self.high.min(other.high)),
        }
    }

    pub(super) fn or(self, other: Interval) -> Interval {
        match (self.constant(), other.constant()) {
            (Some(a), Some(b)) => Interval::only(a | b),
            _ => {
                let high = self.high | other.high;
                let ones = u32::MAX.checked_shr(high.leading_zeros()).unwrap_or(0);
                Interval {
                    low: self.low.max(other.low),
                    high: ones,
                }
            }
        }
    }

    pub(super) fn shl(self, count: Interval) -> Interval {
        let Some(count) = count.constant().map(|count| count & 31) else {
            return Interval::ANY;
        };
        let shifted = |value: u32| u32::try_from(u64::from(value) << count).ok();
        Interval::checked(shifted(self.low), shifted(self.high))
    }

    pub(super) fn shr(self, count: Interval) -> Interval {
        match count.constant() {
            Some(count) => Interval {
                low: self.low >> (count & 31),
                high: self.high >> (count & 31),
            },
            None => Interval::up_to(self.high),
        }
    }

    /// The product of the lower 24 bits.
    pub(super) fn mul24(self, other: Interval) -> Interval {
        const MOST: u32 = 0xff_ffff;
        if self.high > MOST || other.high > MOST {
            return Interval::ANY;
        }
        Interval::checked(self.low.checked_mul(other.low), self.high.checked_mul(other.high))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every operation on small intervals, against all numbers in them.
    #[test]
    fn every_result_lies_inside() {
        let ends = [
            0_u32,
            1,
            3,
            4,
            31,
            0x7fff_fffe,
            0x7fff_ffff,
            0x8000_0000,
            0xffff_fffd,
            0xffff_ffff,
        ];
        let intervals: Vec<Interval> = ends
            .iter()
            .flat_map(|&low| [0, 1, 2].map(|width| (low, width)))
            .map(|(low, width)| Interval {
                low,
                high: low.saturating_add(width),
            })
            .collect();
        type Rule = (fn(Interval, Interval) -> Interval, fn(u32, u32) -> u32);
        let rules: [Rule; 9] = [
            (Interval::add, u32::wrapping_add),
            (Interval::sub, u32::wrapping_sub),
            (Interval::min, |a, b| (a as i32).min(b as i32) as u32),
            (Interval::max, |a, b| (a as i32).max(b as i32) as u32),
            (Interval::and, |a, b| a & b),
            (Interval::or, |a, b| a | b),
            (Interval::shl, |a, b| a << (b & 31)),
            (Interval::shr, |a, b| a >> (b & 31)),
            (Interval::mul24, |a, b| {
                (a & 0xff_ffff).wrapping_mul(b & 0xff_ffff)
            }),
        ];
        for (number, (rule, exact)) in rules.into_iter().enumerate() {
            for &a in &intervals {
                for &b in &intervals {
                    let result = rule(a, b);
                    for x in a.low..=a.high {
                        for y in b.low..=b.high {
                            let value = exact(x, y);
                            let inside = (result.low..=result.high).contains(&value);
                            assert!(inside, "{number}: {x:x} {y:x} gives {value:x}, not in {result:?}");
                        }
                    }
                }
            }
        }
    }
}
