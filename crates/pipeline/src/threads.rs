//! The division of work over threads. Results never depend on the number: items are independent of each other.

#[cfg(feature = "threads")]
use std::sync::atomic::{AtomicUsize, Ordering};
#[cfg(feature = "threads")]
use std::sync::{Mutex, PoisonError};

use quadrille_numerics::level::Level;

use crate::framebuffer::MAX_SIZE;
use crate::framebuffer::band::BAND_ROWS;
use crate::inter_stage::plane::BLOCK;

/// How often a thread that waits for others looks whether they are done before it sleeps. A look takes half a microsecond, and
/// lets another thread have the processor if one wants it; to sleep and be woken takes longer than most waits do.
const LOOKS: usize = 400;

/// The most threads of a draw: the bands of the largest framebuffer, which is the most work that there is at the same time.
const MOST: usize = (MAX_SIZE / BAND_ROWS) as usize;

/// Looks for a while whether something is done.
pub(crate) fn look_again(is_done: impl Fn() -> bool) {
    for _ in 0..LOOKS {
        if is_done() {
            return;
        }
        std::thread::yield_now();
    }
}

/// Threads that a draw may use, and the vector instructions; the caller decides how many and keeps them from draw to draw.
pub struct Threads {
    /// The threads besides the calling one.
    #[cfg(feature = "threads")]
    pool: Option<rayon::ThreadPool>,
    count: usize,
    band_rows: u32,
    level: Level,
}

/// Threads could not be started.
#[derive(Debug, thiserror::Error)]
pub enum ThreadsError {
    /// The system gives none.
    #[cfg(feature = "threads")]
    #[error("cannot start {count} threads: {source}")]
    System {
        /// The number of threads asked for.
        count: usize,
        /// The error of the thread pool.
        source: rayon::ThreadPoolBuildError,
    },
    /// More than one was asked for, and the crate's feature `threads` is off.
    #[cfg(not(feature = "threads"))]
    #[error("built without the feature `threads`, so that {0} threads cannot be started")]
    Feature(usize),
}

impl Threads {
    /// Work is done on the calling thread.
    pub fn one() -> Threads {
        Threads {
            #[cfg(feature = "threads")]
            pool: None,
            count: 1,
            band_rows: BAND_ROWS,
            level: Level::best(),
        }
    }

    /// So many threads, the calling one among them: a pool has the others. More than 512 would find no work, and are not
    /// started.
    ///
    /// # Errors
    ///
    /// They do not start.
    pub fn new(count: usize) -> Result<Threads, ThreadsError> {
        if count <= 1 {
            return Ok(Threads::one());
        }
        Threads::several(count.min(MOST))
    }

    #[cfg(feature = "threads")]
    fn several(count: usize) -> Result<Threads, ThreadsError> {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(count - 1)
            .build()
            .map_err(|source| ThreadsError::System { count, source })?;
        Ok(Threads {
            pool: Some(pool),
            count,
            band_rows: BAND_ROWS,
            level: Level::best(),
        })
    }

    #[cfg(not(feature = "threads"))]
    fn several(count: usize) -> Result<Threads, ThreadsError> {
        Err(ThreadsError::Feature(count))
    }

    /// The same with bands of so many rows: a band is what a thread draws at a time, and pixels come in blocks of 8 rows.
    /// No picture depends on it.
    #[must_use]
    pub fn with_band_rows(self, rows: u32) -> Threads {
        let band_rows = rows.clamp(1, MAX_SIZE).next_multiple_of(BLOCK.into());
        Threads { band_rows, ..self }
    }

    /// The same with other vector instructions than the strongest of the machine. No picture depends on them.
    #[must_use]
    pub fn with_level(self, level: Level) -> Threads {
        Threads { level, ..self }
    }

    /// The vector instructions that loops over lanes are made of.
    pub(crate) fn level(&self) -> Level {
        self.level
    }

    /// Rows of a band.
    pub(crate) fn band_rows(&self) -> u32 {
        self.band_rows
    }

    /// The number of threads.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Calls `work` once for each item. A thread takes the next item when it is done with one, and has one of
    /// `workers` to itself; there are [`Threads::count`] of them.
    pub(crate) fn for_each<W: Send, T: Send>(
        &self,
        workers: &mut [W],
        items: impl Iterator<Item = T> + Send,
        work: impl Fn(&mut W, T) + Sync,
    ) {
        self.for_each_if(true, workers, items, work);
    }

    /// The same, on the calling thread alone if the work is not `much`: to wake another takes longer than a small draw.
    pub(crate) fn for_each_if<W: Send, T: Send>(
        &self,
        much: bool,
        workers: &mut [W],
        items: impl Iterator<Item = T> + Send,
        work: impl Fn(&mut W, T) + Sync,
    ) {
        #[cfg(feature = "threads")]
        if let (true, Some(pool)) = (much, &self.pool) {
            return on_pool(pool, workers, items, work);
        }
        // Without a pool there is but the calling thread.
        let _ = much;
        if let Some(worker) = workers.first_mut() {
            items.for_each(|item| work(worker, item));
        }
    }
}

/// Does the items on the calling thread and the pool.
#[cfg(feature = "threads")]
fn on_pool<W: Send, T: Send>(
    pool: &rayon::ThreadPool,
    workers: &mut [W],
    mut items: impl Iterator<Item = T> + Send,
    work: impl Fn(&mut W, T) + Sync,
) {
    // No more threads than items.
    let first: Vec<T> = items.by_ref().take(workers.len()).collect();
    let mut workers = workers.iter_mut().take(first.len());
    let queue = Mutex::new(first.into_iter().chain(items));
    let work_off = &|worker: &mut W| {
        loop {
            let item = queue.lock().unwrap_or_else(PoisonError::into_inner).next();
            let Some(item) = item else { break };
            work(worker, item);
        }
    };
    let own = workers.next();
    let unfinished = &AtomicUsize::new(workers.len());
    pool.in_place_scope(|scope| {
        for worker in workers {
            scope.spawn(move |_| {
                work_off(worker);
                unfinished.fetch_sub(1, Ordering::Release);
            });
        }
        if let Some(worker) = own {
            work_off(worker);
        }
        look_again(|| unfinished.load(Ordering::Acquire) == 0);
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    /// source: by hand: 16384 rows in bands of 32
    #[test]
    #[cfg(feature = "threads")]
    fn no_more_threads_start_than_find_work() {
        assert_eq!(Threads::new(usize::MAX).expect("they start").count(), 512);
    }

    #[test]
    fn every_item_is_done_once() {
        let counts: &[usize] = if cfg!(feature = "threads") {
            &[1, 2, 5]
        } else {
            &[1]
        };
        for count in counts.iter().copied() {
            let threads = Threads::new(count).unwrap();
            let mut done = vec![0u32; 1000];
            let mut workers = vec![0usize; threads.count()];
            threads.for_each(&mut workers, done.iter_mut(), |worker, item| {
                *worker += 1;
                *item += 1;
            });
            assert!(done.iter().all(|times| *times == 1));
            assert_eq!(workers.iter().sum::<usize>(), 1000);
        }
    }
}
