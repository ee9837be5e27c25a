//! Commands that go through many steps: traces, and the first difference of two runs.

use super::{Interpreter, InterpreterError, show};
use crate::breakpoint::touches;
use crate::command::Filter;
use crate::difference::{Difference, first_difference, text};
use crate::expression::{Expression, Target};

/// Lines that a trace gives at most.
const LINES: usize = 10_000;

impl Interpreter<'_> {
    pub(super) fn trace(
        &mut self,
        filter: &Filter,
        goes_on: &mut dyn FnMut() -> bool,
    ) -> Result<String, InterpreterError> {
        let machine = self.session.machine();
        let threads = machine.threads();
        if let Some(thread) = filter.thread.filter(|thread| *thread >= threads) {
            return Err(InterpreterError::Thread(thread, threads));
        }
        if let Some((from, to)) = filter.lines.filter(|(from, to)| from > to) {
            return Err(InterpreterError::Lines(from, to));
        }
        let target = match &filter.writes {
            Some(name) => Some(Target::find(machine, name)?),
            None => None,
        };
        let condition = match &filter.condition {
            Some(text) => Some(Expression::parse(machine, text)?),
            None => None,
        };
        let mut lines = Vec::new();
        let mut unlisted = 0u64;
        let done = self.session.trace(
            filter.steps,
            &mut |machine, step, executed| {
                let of_thread = filter
                    .thread
                    .is_none_or(|thread| executed.threads.contains(&thread));
                let line = machine.listing().line_of(executed.instruction);
                let of_lines = filter
                    .lines
                    .is_none_or(|(from, to)| line.is_some_and(|line| (from..=to).contains(&line)));
                let writes = target.is_none_or(|target| {
                    let mut effects = executed.effects.iter();
                    effects.any(|effect| touches(effect, &target, false))
                });
                let holds = condition.as_ref().is_none_or(|condition| {
                    let threads = executed.threads.iter().filter(|thread| match filter.thread {
                        Some(wanted) => **thread == wanted,
                        None => true,
                    });
                    threads
                        .into_iter()
                        .any(|thread| condition.holds(machine, *thread, step))
                });
                if !(of_thread && of_lines && writes && holds) {
                    return;
                }
                if lines.len() >= LINES {
                    unlisted += 1;
                    return;
                }
                lines.push(show::step(machine, step, executed));
                for effect in &executed.effects {
                    lines.extend(text(machine, effect).map(|text| format!("        {text}\n")));
                }
            },
            goes_on,
        );
        let mut all = lines.concat();
        if unlisted > 0 {
            all.push_str(&format!("and {unlisted} more\n"));
        }
        if done < filter.steps {
            all.push_str(&show::end(&self.session));
        }
        Ok(all)
    }

    pub(super) fn difference(
        &mut self,
        goes_on: &mut dyn FnMut() -> bool,
    ) -> Result<String, InterpreterError> {
        let other = self.other.as_mut().ok_or(InterpreterError::Alone)?;
        let (found, is_over) = first_difference([&mut self.session, other], goes_on);
        let Some(found) = found else {
            return Ok(match is_over {
                true => format!("both runs do the same in all {} steps\n", self.session.at()),
                false => format!("no difference up to step {}\n", self.session.at()),
            });
        };
        let sessions = [&self.session, &*other];
        let step = self.session.at() + 1;
        let mut text = format!("the runs part in step {step}\n");
        let sides: [Vec<String>; 2] = match found {
            Difference::Values(values) => values,
            Difference::Threads(threads) => threads.map(|threads| {
                let numbers: Vec<String> = threads.iter().map(usize::to_string).collect();
                vec![format!("threads {}", numbers.join(" "))]
            }),
            Difference::Ended(which) => std::array::from_fn(|side| {
                vec![if side == which { "has ended" } else { "goes on" }.to_owned()]
            }),
        };
        for (session, (name, lines)) in sessions.into_iter().zip(["this ", "other"].iter().zip(sides)) {
            let place = match session.machine().next() {
                Some(instruction) => show::instruction(session, instruction),
                None => "at its end".to_owned(),
            };
            text.push_str(&format!("{name}: {place}\n"));
            lines
                .iter()
                .for_each(|line| text.push_str(&format!("        {line}\n")));
        }
        Ok(text)
    }
}
