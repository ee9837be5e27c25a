//! Scenes at the same time: each thread has its own engine, and what they find comes in the order of the scenes.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

/// Bytes of a thread's stack, which are as many as the first thread of a program has.
const STACK: usize = 8 << 20;

/// Does `run` for each of `all`, in as many threads as there are `tools`, of which each thread has one; `take` gets what
/// they give, one after the other in the order of `all`.
///
/// # Errors
///
/// The first error of `run`, behind which nothing is begun, or a thread does not start.
pub(super) fn in_order<T: Sync, U: Sync, R: Send, E: Send + From<std::io::Error>>(
    all: &[T],
    tools: &[U],
    run: impl Fn(&T, &U) -> Result<R, E> + Sync,
    mut take: impl FnMut(R),
) -> Result<(), E> {
    let next = AtomicUsize::new(0);
    let is_over = AtomicBool::new(false);
    let work = |tool: &U, send: mpsc::Sender<(usize, Result<R, E>)>| {
        while !is_over.load(Ordering::Relaxed) {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(one) = all.get(at) else { return };
            // Nobody listens any more behind an error.
            if send.send((at, run(one, tool))).is_err() {
                return;
            }
        }
    };
    thread::scope(|scope| {
        let (send, receive) = mpsc::channel();
        let start = || {
            for tool in tools {
                let (work, send) = (&work, send.clone());
                let thread = thread::Builder::new().stack_size(STACK);
                thread.spawn_scoped(scope, move || work(tool, send))?;
            }
            Ok(())
        };
        let started = start();
        drop(send);
        let listen = || -> Result<(), E> {
            started?;
            let (mut waiting, mut told) = (BTreeMap::new(), 0);
            for (at, done) in receive {
                waiting.insert(at, done?);
                while let Some(one) = waiting.remove(&told) {
                    take(one);
                    told += 1;
                }
            }
            Ok(())
        };
        let listened = listen();
        is_over.store(true, Ordering::Relaxed);
        listened
    })
}

#[cfg(test)]
mod tests {
    use std::io;

    use super::*;

    #[test]
    fn results_come_in_order_whoever_is_first() {
        let all: Vec<u64> = (0..50).collect();
        let mut found = Vec::new();
        let run = |&number: &u64, _: &()| {
            // Every third takes its time.
            thread::sleep(std::time::Duration::from_millis(if number % 3 == 0 {
                3
            } else {
                0
            }));
            Ok::<_, io::Error>(number * 10)
        };
        in_order(&all, &[(), (), ()], run, |one| found.push(one)).expect("no error");
        assert_eq!(found, all.iter().map(|number| number * 10).collect::<Vec<_>>());
    }

    #[test]
    fn an_error_ends_it() {
        let all: Vec<usize> = (0..1000).collect();
        let mut found = 0;
        let run = |&number: &usize, _: &()| match number {
            5 => Err(io::Error::other("five")),
            number => Ok(number),
        };
        let ended = in_order(&all, &[(), ()], run, |_| found += 1);
        assert_eq!(ended.expect_err("five").to_string(), "five");
        assert!(found <= 5);
    }
}
