//! Loops that stay loops, where an option has them.
//!
//! What a round changes is not known at its beginning: the kinds of numbers that it may be are found by lowering the body
//! until they agree with what it leaves. Integers grow from round to round; as many rounds as there may be have to keep
//! them within the range in which floats are exact.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashMap;

use super::Lowering;
use super::branch::union;
use super::flow::{Left, left};
use super::loops::{Count, Loop};
use super::predicate::{Decision, Met, Predicate};
use super::variable::{Cell, Component, Content, Kind, Range, Variable};
use crate::arb::code::{Op, Place, Source, Target};
use crate::arb::refusal::{Reason, Refusal};

/// Rounds of REP (NV_fragment_program2, 3.11.X.9).
const MOST_COUNTED: u32 = 255;

/// Loops within each other (NV_fragment_program2, MAX_PROGRAM_LOOP_DEPTH_NV).
const DEEPEST: usize = 4;

/// Rounds for which integers of a loop without a count have to be exact.
const ASSUMED: f64 = 65_536.0;

/// How often a body is lowered until its kinds agree.
const ATTEMPTS: usize = 12;

/// What a component is at the beginning of each round.
#[derive(Clone, Copy, PartialEq)]
struct Assumed {
    kind: Kind,
    /// How much an integer sinks and rises in a round.
    steps: [f64; 2],
}

/// What is assumed of components that a round changes.
type Assumptions = BTreeMap<(Variable, usize), Assumed>;

/// A loop that stays one, while its body is lowered.
#[derive(Clone)]
pub(super) struct Open {
    assumed: Assumptions,
    /// The temporary that says whether it is done, where that is asked for behind it.
    done: Option<u32>,
    /// What variables hold where it is left in the middle.
    left: Vec<FxHashMap<Variable, Cell>>,
}

/// How the rounds are counted.
#[derive(Clone, Copy)]
struct Counting {
    /// The operand of REP.
    rounds: Source,
    /// The temporary that counts the rounds, and their number.
    counter: Option<(u32, Source)>,
    /// Whether a loop around it begins again what one REP cannot count.
    is_twice: bool,
    /// As many as integers grow in.
    most: f64,
}

impl Lowering<'_> {
    /// A loop that stays one.
    pub(super) fn stay_loop(&mut self, of: &Loop<'_>) -> Result<(), Refusal> {
        if let Count::Open(count) = of.count {
            // There may be no round.
            let decision = Decision::Open(Predicate::less(-count));
            return self.decide(decision, &mut |lowering| lowering.counted(of), &mut |_| Ok(()));
        }
        self.counted(of)
    }

    fn counted(&mut self, of: &Loop<'_>) -> Result<(), Refusal> {
        let counting = self.counting(of)?;
        let depth = 1 + usize::from(counting.is_twice);
        if self.is_fragment() && self.loops + depth > DEEPEST {
            return self.refuse(Reason::Nested);
        }
        if let Some((counter, _)) = counting.counter {
            self.step(Op::Mov, Target::Temporary(counter), 1, &[Source::number(0.0)])?;
        }
        let before = self.cells.clone();
        let length = self.code.instructions.len();
        let mut assumed = Assumptions::new();
        self.loops += depth;
        for _ in 0..ATTEMPTS {
            self.cells.clone_from(&before);
            self.code.instructions.truncate(length);
            self.assume(&assumed)?;
            let entered = self.cells.clone();
            let done = self.code.temporary();
            let open = Open {
                assumed: assumed.clone(),
                done: counting.is_twice.then_some(done),
                left: Vec::new(),
            };
            self.open.push(Some(open));
            let round = self.block_of(&mut |lowering| lowering.one_of(of, &counting, &assumed, done));
            let open = self.open.pop().flatten();
            let round = round?;
            let mut more = assumed.clone();
            let left = open.into_iter().flat_map(|open| open.left);
            let ends: Vec<FxHashMap<Variable, Cell>> = left.chain([round.cells]).collect();
            for (variable, cell) in ends.iter().flatten() {
                for at in 0..4 {
                    self.cells.clone_from(&before);
                    let entry = self.cell(*variable).components[at];
                    let begin = entered.get(variable).map_or(entry, |cell| cell.components[at]);
                    let known = more.get(&(*variable, at)).copied();
                    let ends = [entry, begin, cell.components[at]];
                    if let Some(found) = changed(known, ends, counting.most) {
                        more.insert((*variable, at), found);
                    }
                }
            }
            if more == assumed {
                self.loops -= depth;
                self.cells = entered;
                return self.finish_loop(&counting, done, round.code);
            }
            assumed = more;
        }
        self.loops -= depth;
        self.refuse(Reason::Range)
    }

    /// The loop around the code of a round.
    fn finish_loop(
        &mut self,
        counting: &Counting,
        done: u32,
        round: Vec<crate::arb::code::Instruction>,
    ) -> Result<(), Refusal> {
        let done = Source::of(Place::Temporary(done)).component(0);
        for _ in 0..1 + u8::from(counting.is_twice) {
            self.step(Op::Loop, Target::Nothing, 0, &[counting.rounds])?;
        }
        self.code.instructions.extend(round);
        self.step(Op::EndLoop, Target::Nothing, 0, &[])?;
        if counting.is_twice {
            self.step(Op::Break, Target::Nothing, 0, &[-done])?;
            self.step(Op::EndLoop, Target::Nothing, 0, &[])?;
        }
        self.met = None;
        Ok(())
    }

    fn counting(&mut self, of: &Loop<'_>) -> Result<Counting, Refusal> {
        let fragment = self.is_fragment();
        let most = Source::number(MOST_COUNTED as f32);
        let counted = |lowering: &mut Self, count, rounds| Counting {
            rounds: most,
            counter: Some((lowering.code.temporary(), count)),
            is_twice: fragment,
            most: rounds,
        };
        Ok(match of.count {
            Count::Known(count @ ..=MOST_COUNTED) if fragment => Counting {
                rounds: Source::number(count as f32),
                counter: None,
                is_twice: false,
                most: f64::from(count),
            },
            Count::Given(rounds) => Counting {
                rounds,
                counter: None,
                is_twice: false,
                most: f64::from(MOST_COUNTED),
            },
            Count::Known(count) => counted(self, Source::number(count as f32), f64::from(count)),
            Count::Open(count) => counted(self, count, ASSUMED),
            Count::Endless => Counting {
                rounds: most,
                counter: None,
                is_twice: fragment,
                most: ASSUMED,
            },
        })
    }

    /// What holds at the beginning of a round.
    fn assume(&mut self, assumed: &Assumptions) -> Result<(), Refusal> {
        let variables: BTreeSet<Variable> = assumed.keys().map(|key| key.0).collect();
        for variable in variables {
            let kinds = [0, 1, 2, 3].map(|at| assumed.get(&(variable, at)).map(|one| one.kind));
            self.hold(variable, kinds)?;
        }
        Ok(())
    }

    /// One round, and whether it is the last.
    fn one_of(
        &mut self,
        of: &Loop<'_>,
        counting: &Counting,
        assumed: &Assumptions,
        done: u32,
    ) -> Result<(), Refusal> {
        for _ in 0..2 {
            let exit = self.exit();
            self.exits.push(exit);
        }
        self.indices.push(None);
        // Whatever was left before ended the rounds.
        self.stay();
        let lowered = self.block(of.body);
        self.indices.pop();
        self.close_exit();
        lowered?;
        let mut ones = match left(&self.cells, &self.exits) {
            Left::No => Source::number(0.0),
            Left::Yes => Source::number(1.0),
            Left::Perhaps => self.left_ones()?,
        };
        let is_left = |open: &Option<Open>| open.as_ref().is_some_and(|open| !open.left.is_empty());
        let is_endless = matches!(of.count, Count::Endless)
            && ones == Source::number(0.0)
            && !self.open.last().is_some_and(is_left);
        self.close_exit();
        if is_endless {
            return Err(Reason::Endless.at(of.at));
        }
        if let Some((counter, count)) = counting.counter {
            let counter = Source::of(Place::Temporary(counter)).component(0);
            let next = self.compute(Op::Add, 1, &[counter, Source::number(1.0)])?;
            if let Place::Temporary(to) = counter.place {
                self.step(Op::Mov, Target::Temporary(to), 1, &[next])?;
            }
            let last = self.compute(Op::Sge, 1, &[counter, count])?.component(0);
            ones = if ones == Source::number(0.0) {
                last
            } else {
                self.compute(Op::Max, 1, &[ones, last])?.component(0)
            };
        }
        if ones != Source::number(0.0) {
            self.step(Op::Mov, Target::Temporary(done), 1, &[ones])?;
        }
        self.keep_assumed(assumed)?;
        if ones != Source::number(0.0) {
            let done = Source::of(Place::Temporary(done)).component(0);
            self.step(Op::Break, Target::Nothing, 0, &[-done])?;
        }
        Ok(())
    }

    /// Whether two ways met of which one does no more than leave the innermost loop, and the other no more than end the
    /// round: then nothing of the round comes next.
    pub(super) fn is_last(&mut self, met: &Met) -> Result<bool, Refusal> {
        if met.length != self.code.instructions.len() {
            return Ok(false);
        }
        Ok(self.is_broken(met, 0, met.predicate)? || self.is_broken(met, 1, met.predicate.opposite())?)
    }

    /// Whether two ways met of which one does no more than leave the innermost loop, and the other nothing: it is left right
    /// there, and what comes next goes on without a block.
    pub(super) fn is_broken(&mut self, met: &Met, still: usize, stays: Predicate) -> Result<bool, Refusal> {
        let Some(Some(open)) = self.open.last().cloned() else {
            return Ok(false);
        };
        let [stay, leave] = [&met.ways[still], &met.ways[1 - still]];
        // The notes that the loop, and its round, were left.
        let Some([leaves, again]) = self.exits.last_chunk().copied() else {
            return Ok(false);
        };
        let is_same = |(variable, cell): (&Variable, &Cell)| {
            let other = stay.get(variable);
            let is_note = *variable == leaves || *variable == again;
            is_note || other.is_some_and(|other| versions(other) == versions(cell))
        };
        let does_nothing = met.codes.iter().all(Vec::is_empty) && leave.iter().all(is_same);
        let is_left = is_set(leave.get(&leaves)) && !is_set(stay.get(&leaves));
        if !self.branches || !does_nothing || !is_left {
            return Ok(false);
        }
        self.code.instructions.truncate(met.begin);
        self.cells.clone_from(stay);
        self.keep_assumed(&open.assumed)?;
        let ends = stays.opposite();
        match open.done {
            Some(done) => {
                let ones = self.ones(ends, 1)?.component(0);
                self.step(Op::Mov, Target::Temporary(done), 1, &[ones])?;
                let done = Source::of(Place::Temporary(done)).component(0);
                self.step(Op::Break, Target::Nothing, 0, &[-done])?;
            }
            None => {
                let op = if ends.less { Op::Break } else { Op::BreakNot };
                self.step(op, Target::Nothing, 0, &[ends.source])?;
            }
        }
        let mut cells = self.cells.clone();
        // The notes are those of this round.
        cells.retain(|variable, _| *variable != leaves && *variable != again);
        if let Some(Some(open)) = self.open.last_mut() {
            open.left.push(cells);
        }
        Ok(true)
    }

    /// Writes the constants among what is assumed, where a round may end.
    fn keep_assumed(&mut self, assumed: &Assumptions) -> Result<(), Refusal> {
        let variables: BTreeSet<Variable> = assumed.keys().map(|key| key.0).collect();
        for variable in variables {
            let cell = self.cell(variable);
            let kinds = std::array::from_fn(|at| {
                let kind = assumed.get(&(variable, at)).map(|one| one.kind)?;
                let component: Component = cell.components[at];
                let is_constant = !component.present && component.content.known.is_some();
                (is_constant && kind != Kind::Mixed).then_some(kind)
            });
            self.keep_constants(variable, kinds)?;
        }
        Ok(())
    }

    /// Writes constants into the temporary of a variable and remembers what they are.
    fn keep_constants(&mut self, variable: Variable, kinds: [Option<Kind>; 4]) -> Result<(), Refusal> {
        let before = self.cell(variable);
        self.hold(variable, kinds)?;
        let mut cell = self.cell(variable);
        for at in 0..4 {
            cell.components[at].content = before.components[at].content;
        }
        self.cells.insert(variable, cell);
        Ok(())
    }
}

fn versions(cell: &Cell) -> [u32; 4] {
    cell.components.map(|component| component.version)
}

/// Whether the note that something was left is set.
fn is_set(cell: Option<&Cell>) -> bool {
    cell.is_some_and(|cell| cell.components[0].content.known.is_some_and(|bits| bits != 0))
}

/// What is to be assumed of a component from now on, if a round changes it: what it was before the loop, at the
/// beginning of the round and at its end.
fn changed(known: Option<Assumed>, ends: [Component; 3], most: f64) -> Option<Assumed> {
    let [entry, begin, end] = ends;
    if end.version == begin.version {
        return known;
    }
    if known.is_none() && end.content.known.is_some() && end.content.known == entry.content.known {
        return None;
    }
    let mixed = Assumed {
        kind: Kind::Mixed,
        steps: [0.0; 2],
    };
    if known.is_some_and(|known| known.kind == Kind::Mixed) {
        return Some(mixed);
    }
    let Some(kind) = union([entry.content, end.content]) else {
        return Some(mixed);
    };
    let Kind::Integer(range) = kind else {
        let steps = [0.0; 2];
        return Some(Assumed { kind, steps });
    };
    let first = integers(entry.content, range);
    let (start, last) = match known.map(|known| known.kind) {
        Some(Kind::Integer(start)) => (start, integers(end.content, range)),
        _ => (first, integers(end.content, range)),
    };
    let grown = [start.low - last.low, last.high - start.high];
    // An end without bounds has none after any round.
    let grown = grown.map(|step| if step.is_nan() { 0.0 } else { step.max(0.0) });
    let steps = match known {
        Some(known) if (0..2).all(|end| grown[end] <= known.steps[end]) => return Some(known),
        Some(known) => [0, 1].map(|end| known.steps[end].max(grown[end])),
        None => grown,
    };
    let wide = Range::of(first.low - most * steps[0], first.high + most * steps[1]);
    Some(Assumed {
        kind: Kind::Integer(wide),
        steps,
    })
}

/// The integers that a component may be.
fn integers(content: Content, otherwise: Range) -> Range {
    content.range_if_known(match content.kind {
        Kind::Integer(range) => range,
        Kind::Any | Kind::Float | Kind::Packed(_) | Kind::Mixed => otherwise,
    })
}
