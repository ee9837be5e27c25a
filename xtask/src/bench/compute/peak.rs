//! What a processor of this machine can do at most, measured by loops that do nothing else.

use std::hint::black_box;
use std::sync::atomic::{AtomicU32, Ordering};

use quadrille_numerics::level::{Level, Pass};

use super::super::clock::{median, taken};

/// What bounds a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Bound {
    /// Bytes copied in memory that no cache holds.
    Copied,
    /// Words of 32 bits loaded or stored in the first-level cache.
    Words,
    /// Atomic additions to words of 32 bits.
    Atomics,
    /// Sums and exclusive ors of 32 bits.
    Integers32,
    /// Products and sums of 64 bits.
    Integers64,
    /// Products and sums of binary64.
    Floats64,
}

impl Bound {
    pub(super) const ALL: [Bound; 6] = [
        Bound::Copied,
        Bound::Words,
        Bound::Atomics,
        Bound::Integers32,
        Bound::Integers64,
        Bound::Floats64,
    ];

    pub(super) fn name(self) -> &'static str {
        match self {
            Bound::Copied => "bytes copied",
            Bound::Words => "words in the first-level cache",
            Bound::Atomics => "atomic additions",
            Bound::Integers32 => "operations on 32 bits",
            Bound::Integers64 => "operations on 64 bits",
            Bound::Floats64 => "operations on binary64",
        }
    }

    /// Operations in a second of processor time: the median of some samples.
    pub(super) fn measure(self, level: Level) -> Result<f64, nix::Error> {
        let mut work = self.work(level);
        let mut operations = work();
        let mut samples = Vec::new();
        for _ in 0..5 {
            let (done, time) = taken(&mut work)?;
            operations = done;
            samples.push(time.processor);
        }
        Ok(operations as f64 / median(samples).as_secs_f64())
    }

    /// What does as many operations as take some milliseconds, and tells how many.
    fn work(self, level: Level) -> Box<dyn FnMut() -> u64> {
        match self {
            Bound::Copied => copies(16 << 20, 8, |bytes| bytes),
            // Each is loaded and stored.
            Bound::Words => copies(8 << 10, 1 << 16, |bytes| bytes / 4 * 2),
            Bound::Atomics => Box::new(|| {
                let words: [AtomicU32; 1024] = std::array::from_fn(|_| AtomicU32::new(0));
                for at in 0..1 << 22 {
                    words[at % 1024].fetch_add(1, Ordering::Relaxed);
                }
                black_box(words);
                1 << 22
            }),
            Bound::Integers32 => Box::new(move || level.run(Chains::<u32>::new([3, 5]))),
            Bound::Integers64 => Box::new(move || level.run(Chains::<u64>::new([3, 5]))),
            Bound::Floats64 => Box::new(move || level.run(Chains::<f64>::new([0.5, 1.0]))),
        }
    }
}

/// Copies so many bytes so many times.
fn copies(bytes: usize, times: u64, operations: fn(u64) -> u64) -> Box<dyn FnMut() -> u64> {
    let from = black_box(vec![1_u8; bytes]);
    let mut to = vec![2_u8; bytes];
    Box::new(move || {
        for _ in 0..times {
            to.copy_from_slice(&from);
            black_box(&mut to);
        }
        operations(bytes as u64 * times)
    })
}

/// Numbers of which two are combined by two operations.
trait Combined: Copy {
    fn combined(self, with: [Self; 2]) -> Self;
}

impl Combined for u32 {
    #[inline(always)]
    fn combined(self, [a, b]: [u32; 2]) -> u32 {
        self.wrapping_add(a) ^ b
    }
}

impl Combined for u64 {
    #[inline(always)]
    fn combined(self, [a, b]: [u64; 2]) -> u64 {
        self.wrapping_mul(a).wrapping_add(b)
    }
}

impl Combined for f64 {
    #[inline(always)]
    fn combined(self, [a, b]: [f64; 2]) -> f64 {
        self * a + b
    }
}

/// Chains that do not wait for each other.
const CHAINS: usize = 64;
const LINKS: usize = 1 << 18;

struct Chains<T> {
    values: [T; CHAINS],
    with: [T; 2],
}

impl<T: Combined> Chains<T> {
    fn new(with: [T; 2]) -> Chains<T> {
        let (values, with) = black_box(([with[0]; CHAINS], with));
        Chains { values, with }
    }
}

impl<T: Combined> Pass for Chains<T> {
    type Output = u64;

    #[inline(always)]
    fn call(self) -> u64 {
        let Chains { mut values, with } = self;
        for _ in 0..LINKS {
            for value in &mut values {
                *value = value.combined(with);
            }
        }
        black_box(values);
        2 * (CHAINS * LINKS) as u64
    }
}
