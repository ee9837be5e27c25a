//! Where two runs part: the first step that does not do the same in both.

use crate::machine::{Effect, Executed, Machine};
use crate::session::Session;

/// What is not the same.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Difference {
    /// A step leaves different values, or other registers, behind: what each wrote.
    Values([Vec<String>; 2]),
    /// Other threads execute it.
    Threads([Vec<usize>; 2]),
    /// One of the runs has come to its end: 0 the first, 1 the second.
    Ended(usize),
}

/// Goes on with both runs until a step differs, and leaves them in front of it. `None` if there is none until both end,
/// until the limit of the first session, or until `goes_on` says no; then the second value says whether both have ended.
pub fn first_difference(
    sessions: [&mut Session<'_>; 2],
    goes_on: &mut dyn FnMut() -> bool,
) -> (Option<Difference>, bool) {
    let [one, other] = sessions;
    let from = one.at();
    loop {
        let at = [one.at(), other.at()];
        let steps = [one.turn(), other.turn()];
        let difference = match &steps {
            [None, None] => return (None, true),
            [None, Some(_)] => Some(Difference::Ended(0)),
            [Some(_), None] => Some(Difference::Ended(1)),
            [Some(a), Some(b)] if a.threads != b.threads => {
                Some(Difference::Threads([a.threads.clone(), b.threads.clone()]))
            }
            [Some(a), Some(b)] => {
                let values = [written(one.machine(), a), written(other.machine(), b)];
                (values[0] != values[1]).then_some(Difference::Values(values))
            }
        };
        if difference.is_some() {
            one.go(at[0], &mut || true);
            other.go(at[1], &mut || true);
            return (difference, false);
        }
        if at[0] - from >= one.limit || at[0].is_multiple_of(1024) && !goes_on() {
            return (None, false);
        }
    }
}

/// What a step wrote, by the names of registers and regions.
pub fn written(machine: &dyn Machine, executed: &Executed) -> Vec<String> {
    let each = executed.effects.iter().filter_map(|effect| text(machine, effect));
    each.collect()
}

/// `lane 0 R0.xy = (1, 2)`
pub(crate) fn text(machine: &dyn Machine, effect: &Effect) -> Option<String> {
    match *effect {
        Effect::Register {
            thread,
            register,
            components,
        } => {
            let name = &machine.registers().get(register)?.name;
            let mut value = machine.value(register, thread)?;
            let all = value.words.len();
            let written = |at: usize| components >> at & 1 != 0;
            let letters = match all {
                4 => {
                    let letters: String = (0..4)
                        .filter(|at| written(*at))
                        .map(|at| ['x', 'y', 'z', 'w'][at])
                        .collect();
                    if letters.len() == 4 {
                        String::new()
                    } else {
                        format!(".{letters}")
                    }
                }
                _ if (0..all).all(written) || all == 1 => String::new(),
                _ => {
                    let places: Vec<String> = (0..all)
                        .filter(|at| written(*at))
                        .map(|at| at.to_string())
                        .collect();
                    format!("[{}]", places.join(","))
                }
            };
            let words = value.words.iter().enumerate().filter(|(at, _)| written(*at));
            value.words = words.map(|(_, word)| *word).collect();
            Some(format!(
                "{} {name}{letters} = {value}",
                machine.thread_name(thread)
            ))
        }
        Effect::Memory {
            thread,
            region,
            offset,
            bytes,
            written: true,
        } => {
            let name = machine.regions().get(region)?.name.clone();
            let words = machine.bytes(region, offset, bytes.min(16));
            let words: Vec<String> = words
                .chunks(4)
                .map(|bytes| {
                    let word = bytes
                        .iter()
                        .rev()
                        .fold(0u32, |word, byte| word << 8 | u32::from(*byte));
                    format!("{word:08x}")
                })
                .collect();
            let more = if bytes > 16 { " …" } else { "" };
            let end = offset + bytes;
            Some(format!(
                "{} {name}[{offset}..{end}] = {}{more}",
                machine.thread_name(thread),
                words.join(" ")
            ))
        }
        Effect::Memory { written: false, .. } => None,
    }
}
