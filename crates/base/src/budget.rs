//! Budgets of a run: the memory, work and time that it may take of its machine.
//!
//! Whoever starts a run gives one [`Budget`]; all parts of the run share one [`Meter`] of it. Memory is asked for
//! before it is allocated. Work is counted as it is done, and where the least that something needs is known, asked for
//! before it begins. Nothing here reads a clock: time is the caller's ([`Stop`]).

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

/// The budget of a scene, a canvas or an evaluation.
///
/// ```
/// use std::time::{Duration, Instant};
/// use quadrille_base::{Budget, Meter, Stop};
///
/// // A second, and 16 MiB.
/// let end = Instant::now() + Duration::from_secs(1);
/// let stop = Some(Stop::new(move || Instant::now() >= end));
/// let budget = Budget { memory: 16 << 20, stop, ..Budget::default() };
/// // What a run does with it.
/// let meter = Meter::new(budget);
/// let room = meter.room(10 << 20)?;
/// assert!(meter.room(10 << 20).is_err());
/// drop(room);
/// assert!(meter.room(10 << 20).is_ok());
/// # Ok::<(), quadrille_base::Spent>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Budget {
    /// Bytes of framebuffers, textures, buffers and of what waits to be written, all at one time.
    pub memory: u64,
    /// Units of work in all. An executed instruction is a unit for each invocation that executes it, but at least 32; a
    /// texture lookup is 16, a function of scalars (RCP, POW, SIN) or one whose components differ (LIT, XPD) 8. Vertices, shapes, pixels, texels and bytes that are gone
    /// over count beside that. A core does some hundred million units a second.
    pub work: u64,
    /// Instructions that one invocation may execute.
    pub instructions: u64,
    /// Ends the run from outside, as when its time is up.
    pub stop: Option<Stop>,
}

impl Budget {
    /// Everything there is.
    pub const UNLIMITED: Budget = Budget {
        memory: u64::MAX,
        work: u64::MAX,
        instructions: u64::MAX,
        stop: None,
    };

    /// So many instructions of each invocation, whatever work they come to; memory as usual.
    pub fn of_instructions(instructions: u64) -> Budget {
        Budget {
            work: u64::MAX,
            instructions,
            ..Budget::default()
        }
    }
}

/// 512 MiB, 200 million units of work, which are some seconds of a core at the most, 4 million instructions of an
/// invocation; no limit of time.
impl Default for Budget {
    fn default() -> Budget {
        Budget {
            memory: 512 << 20,
            work: 200_000_000,
            instructions: 1 << 22,
            stop: None,
        }
    }
}

/// Says whether a run is to end now. It is asked from all threads of the run, every few milliseconds.
#[derive(Clone)]
pub struct Stop(Arc<dyn Fn() -> bool + Send + Sync>);

impl Stop {
    /// By what a function says, which reads a clock, or a flag that somebody else sets.
    pub fn new(is_now: impl Fn() -> bool + Send + Sync + 'static) -> Stop {
        Stop(Arc::new(is_now))
    }

    /// Whether the run is to end now.
    pub fn is_now(&self) -> bool {
        (self.0)()
    }
}

impl fmt::Debug for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Stop")
    }
}

/// Two are equal that ask the same function.
impl PartialEq for Stop {
    fn eq(&self, other: &Stop) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for Stop {}

/// The part of a budget that is not enough.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Spent {
    /// More memory is asked for than is left.
    #[error("this takes {} of memory, and {} of {} are left", Bytes(*asked), Bytes(*left), Bytes(*limit))]
    Memory {
        /// Bytes that are asked for.
        asked: u64,
        /// Bytes that are left.
        left: u64,
        /// Bytes that there were.
        limit: u64,
    },
    /// The work is done that may be done, or more is asked for than may be.
    #[error("this takes more work than the {limit} units that there are")]
    Work {
        /// Units that there were.
        limit: u64,
    },
    /// An invocation, or a QPU, executes more instructions than it may.
    #[error("this takes more than the {limit} instructions that an invocation may execute")]
    Instructions {
        /// Instructions that there were.
        limit: u64,
    },
    /// [`Budget::stop`] said so.
    #[error("the time is up")]
    Stopped,
}

/// A number of bytes as people read it.
struct Bytes(u64);

impl fmt::Display for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const MEGA: u64 = 1 << 20;
        match self.0 {
            bytes if bytes < 10 * MEGA => write!(f, "{bytes} bytes"),
            bytes if bytes.is_multiple_of(MEGA) => write!(f, "{} MiB", bytes / MEGA),
            bytes => write!(f, "{}.{} MiB", bytes / MEGA, bytes % MEGA * 10 / MEGA),
        }
    }
}

/// The account of a budget: the part that is taken. Clones share it.
#[derive(Clone, Debug)]
pub struct Meter(Arc<Account>);

#[derive(Debug)]
struct Account {
    budget: Budget,
    /// Bytes that are taken now.
    memory: AtomicU64,
    /// Units that were done.
    work: AtomicU64,
    /// Why no more work may be done.
    over: OnceLock<Spent>,
}

impl Meter {
    /// Of a budget of which nothing is taken.
    pub fn new(budget: Budget) -> Meter {
        Meter(Arc::new(Account {
            budget,
            memory: AtomicU64::new(0),
            work: AtomicU64::new(0),
            over: OnceLock::new(),
        }))
    }

    /// The budget.
    pub fn budget(&self) -> &Budget {
        &self.0.budget
    }

    /// Takes memory until the room is dropped.
    ///
    /// # Errors
    ///
    /// So much is not left; nothing is taken then.
    pub fn room(&self, bytes: u64) -> Result<Room, Spent> {
        let limit = self.0.budget.memory;
        let taken = |taken: u64| taken.checked_add(bytes).filter(|sum| *sum <= limit);
        match self
            .0
            .memory
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, taken)
        {
            Ok(_) => Ok(Room(Arc::new(Taken {
                meter: self.clone(),
                bytes,
            }))),
            Err(taken) => Err(Spent::Memory {
                asked: bytes,
                left: limit - taken,
                limit,
            }),
        }
    }

    /// Bytes that are left.
    pub fn memory_left(&self) -> u64 {
        let taken = self.0.memory.load(Ordering::Relaxed);
        self.0.budget.memory.saturating_sub(taken)
    }

    /// Counts work.
    ///
    /// # Errors
    ///
    /// More work is done than may be, or the run is to end; so it stays.
    pub fn work(&self, units: u64) -> Result<(), Spent> {
        self.check()?;
        let Account {
            budget, work, over, ..
        } = &*self.0;
        let add = |done: u64| Some(done.saturating_add(units));
        let before = work.fetch_update(Ordering::Relaxed, Ordering::Relaxed, add);
        let done = before.unwrap_or(u64::MAX).saturating_add(units);
        let limit = budget.work;
        if done > limit {
            return Err(*over.get_or_init(|| Spent::Work { limit }));
        }
        if budget.stop.as_ref().is_some_and(Stop::is_now) {
            return Err(*over.get_or_init(|| Spent::Stopped));
        }
        Ok(())
    }

    /// Whether so much work may still be done; counts none.
    ///
    /// # Errors
    ///
    /// It may not.
    pub fn afford(&self, units: u64) -> Result<(), Spent> {
        self.check()?;
        let limit = self.0.budget.work;
        let done = self.0.work.load(Ordering::Relaxed);
        if units > limit.saturating_sub(done) {
            return Err(Spent::Work { limit });
        }
        Ok(())
    }

    /// Whether work may go on.
    ///
    /// # Errors
    ///
    /// [`Meter::work`] has said that it may not.
    pub fn check(&self) -> Result<(), Spent> {
        match self.0.over.get() {
            Some(spent) => Err(*spent),
            None => Ok(()),
        }
    }

    /// Ends all work, as where memory is not left for what goes with it; gives why it has ended.
    pub fn end(&self, spent: Spent) -> Spent {
        *self.0.over.get_or_init(|| spent)
    }

    /// Units of work that were counted.
    pub fn done(&self) -> u64 {
        self.0.work.load(Ordering::Relaxed)
    }
}

/// Memory that is taken of a budget; it is given back when the last clone is dropped.
#[derive(Clone, Debug)]
pub struct Room(Arc<Taken>);

#[derive(Debug)]
struct Taken {
    meter: Meter,
    bytes: u64,
}

impl Drop for Taken {
    fn drop(&mut self) {
        self.meter.0.memory.fetch_sub(self.bytes, Ordering::Relaxed);
    }
}

impl Room {
    /// Bytes.
    pub fn bytes(&self) -> u64 {
        self.0.bytes
    }
}

/// All are equal: what a thing is does not depend on whose memory it lies in.
impl PartialEq for Room {
    fn eq(&self, _: &Room) -> bool {
        true
    }
}

impl Eq for Room {}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;

    #[test]
    fn memory_is_given_back() {
        let meter = Meter::new(Budget {
            memory: 10,
            ..Budget::UNLIMITED
        });
        let first = meter.room(7).expect("there are ten");
        let spent = meter.room(4).expect_err("there are three");
        assert_eq!(
            spent,
            Spent::Memory {
                asked: 4,
                left: 3,
                limit: 10
            }
        );
        let copy = first.clone();
        drop(first);
        assert!(meter.room(4).is_err(), "a clone keeps it");
        drop(copy);
        assert!(meter.room(10).is_ok());
        assert!(meter.room(u64::MAX).is_err());
    }

    #[test]
    fn work_ends_and_stays_ended() {
        let meter = Meter::new(Budget {
            work: 10,
            ..Budget::UNLIMITED
        });
        assert_eq!((meter.afford(10), meter.work(6)), (Ok(()), Ok(())));
        let spent = Err(Spent::Work { limit: 10 });
        assert_eq!(meter.afford(5), spent);
        assert_eq!((meter.work(4), meter.check()), (Ok(()), Ok(())));
        assert_eq!(
            (meter.work(1), meter.work(0), meter.check()),
            (spent, spent, spent)
        );
        let endless = Meter::new(Budget::UNLIMITED);
        assert_eq!((endless.work(u64::MAX), endless.work(u64::MAX)), (Ok(()), Ok(())));
    }

    #[test]
    fn a_run_is_stopped_from_outside() {
        let flag = Arc::new(AtomicBool::new(false));
        let seen = flag.clone();
        let meter = Meter::new(Budget {
            stop: Some(Stop::new(move || seen.load(Ordering::Relaxed))),
            ..Budget::default()
        });
        assert_eq!(meter.work(1), Ok(()));
        flag.store(true, Ordering::Relaxed);
        assert_eq!(meter.work(1), Err(Spent::Stopped));
        flag.store(false, Ordering::Relaxed);
        assert_eq!(meter.work(1), Err(Spent::Stopped));
    }
}
