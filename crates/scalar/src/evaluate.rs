//! Evaluation: a form run over the lanes of a batch, one value after the other, as plainly as can be.
//!
//! It is what the statements of a form mean, and what lowering and passes are tested with. It is slow.

use quadrille_base::Id;
use quadrille_engine::{Batch, Environment, Mask, Trap, TrapKind};
use quadrille_isa::gl::operation::Axis;
use quadrille_program::{InstId, Program};

use crate::call_execution::{CallRun, Vectors};
use crate::compute::compute;
use crate::expression::{Expression, SlotRange, Type, ValueId};
use crate::form::Form;
use crate::number::Number;
use crate::statement::{RegionId, Statement};

/// What NaN float operations give.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Nan {
    /// The canonical one.
    Canonical,
    /// Another, with a sign and a payload, as a processor may: what sees its bits before
    /// [`Expression::Canonical`] has made it canonical differs from the reference.
    Odd,
}

/// Runs the live lanes of a batch to their end.
///
/// # Errors
///
/// The run was stopped. The instruction is the first of those that were counted together.
pub fn evaluate(
    form: &Form,
    program: &Program,
    batch: &mut Batch,
    environment: &Environment<'_>,
    nan: Nan,
) -> Result<(), Trap> {
    batch.emitted.clear();
    batch.ended.clear();
    let lanes = batch.lanes();
    let live: Vec<bool> = (0..lanes).map(|lane| batch.live.get(lane)).collect();
    let mut run = Evaluation {
        form,
        program,
        before: batch.results.clone(),
        calls: CallRun::default(),
        batch,
        environment,
        nan,
        lanes,
        values: vec![0; form.values.len() * lanes],
        vectors: vec![Vectors::default(); form.values.len()],
        variables: vec![0; form.variables.len() * lanes],
        arrays: form
            .arrays
            .iter()
            .map(|array| vec![0; array.length as usize * 4 * lanes])
            .collect(),
        active: live,
        away: vec![None; lanes],
        executed: vec![0; lanes],
        levels: 0,
    };
    for (id, value) in form.values.iter_enumerated() {
        if let Expression::Constant { bits, .. } = value.expression {
            run.values[id.index() * lanes..][..lanes].fill(bits);
        }
    }
    for value in &form.prologue {
        run.compute(*value)?;
    }
    if let Some(body) = form.body {
        run.region(body)?;
    }
    Ok(())
}

/// Where a lane that has left a region goes on: behind a level, or at the end of its body.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Away {
    Behind(usize),
    Round(usize),
}

struct Evaluation<'a> {
    form: &'a Form,
    program: &'a Program,
    batch: &'a mut Batch,
    /// The results as they were at the start.
    before: quadrille_engine::Planes,
    environment: &'a Environment<'a>,
    nan: Nan,
    lanes: usize,
    calls: CallRun,
    values: Vec<u64>,
    vectors: Vec<Vectors>,
    variables: Vec<u64>,
    arrays: Vec<Vec<u64>>,
    active: Vec<bool>,
    away: Vec<Option<Away>>,
    executed: Vec<u64>,
    levels: usize,
}

impl Evaluation<'_> {
    fn get(&self, value: ValueId, lane: usize) -> u64 {
        self.values[value.index() * self.lanes + lane]
    }

    fn region(&mut self, region: RegionId) -> Result<(), Trap> {
        let form = self.form;
        for statement in &form.regions[region].statements {
            if !self.active.contains(&true) {
                return Ok(());
            }
            self.statement(statement)?;
        }
        Ok(())
    }

    fn statement(&mut self, statement: &Statement) -> Result<(), Trap> {
        match *statement {
            Statement::Compute(value) => self.compute(value)?,
            Statement::Write { variable, value } => {
                for lane in self.here() {
                    self.variables[variable.index() * self.lanes + lane] = self.get(value, lane);
                }
            }
            Statement::Store {
                array,
                component,
                index,
                value,
            } => {
                for lane in self.here() {
                    if let Some(at) = self.element(array, component, index, lane) {
                        self.arrays[array.index()][at] = self.get(value, lane);
                    }
                }
            }
            Statement::Export {
                slot,
                component,
                value,
            } => {
                for lane in self.here() {
                    let word = self.get(value, lane) as u32;
                    self.batch
                        .results
                        .component_mut(slot as usize, usize::from(component))[lane] = word;
                }
            }
            Statement::Kill { mask } => {
                for lane in self.here() {
                    if self.get(mask, lane) != 0 {
                        self.batch.killed.set(lane, true);
                    }
                }
            }
            Statement::Count { first, count, .. } => self.count(first, u64::from(count))?,
            Statement::If {
                condition,
                then,
                otherwise,
            } => {
                let holds: Vec<bool> = (0..self.lanes)
                    .map(|lane| self.get(condition, lane) != 0)
                    .collect();
                let before = self.active.clone();
                let of = |truth| -> Vec<bool> {
                    before
                        .iter()
                        .zip(&holds)
                        .map(|(active, holds)| *active && *holds == truth)
                        .collect()
                };
                self.active = of(true);
                self.region(then)?;
                let came = std::mem::replace(&mut self.active, of(false));
                self.region(otherwise)?;
                for (active, came) in self.active.iter_mut().zip(came) {
                    *active |= came;
                }
            }
            Statement::Block { body } => {
                self.levels += 1;
                self.region(body)?;
                self.levels -= 1;
                self.meet(Away::Behind(self.levels));
            }
            Statement::Loop { body } => {
                self.levels += 1;
                while self.active.contains(&true) {
                    self.region(body)?;
                    self.meet(Away::Round(self.levels - 1));
                }
                self.levels -= 1;
                self.meet(Away::Behind(self.levels));
            }
            Statement::Break { depth } => self.leave(Away::Behind(self.levels - 1 - depth as usize)),
            Statement::Continue { depth } => self.leave(Away::Round(self.levels - 1 - depth as usize)),
            Statement::End { instruction, why } => {
                for lane in self.here() {
                    self.batch.ended.push((instruction, lane, why));
                }
            }
        }
        Ok(())
    }

    /// The active lanes.
    fn here(&self) -> Vec<usize> {
        (0..self.lanes).filter(|lane| self.active[*lane]).collect()
    }

    fn leave(&mut self, to: Away) {
        for lane in self.here() {
            self.away[lane] = Some(to);
        }
        self.active.fill(false);
    }

    fn meet(&mut self, at: Away) {
        for lane in 0..self.lanes {
            if self.away[lane] == Some(at) {
                self.away[lane] = None;
                self.active[lane] = true;
            }
        }
    }

    fn count(&mut self, first: InstId, count: u64) -> Result<(), Trap> {
        let language = self.program.execution().instructions.unwrap_or(u64::MAX);
        let most = self.environment.meter.budget().instructions.min(language);
        for lane in self.here() {
            self.executed[lane] += count;
            if self.executed[lane] > most {
                return Err(Trap {
                    instruction: first,
                    lane,
                    kind: TrapKind::Budget,
                });
            }
        }
        Ok(())
    }

    fn element(
        &self,
        array: crate::form::ArrayId,
        component: u8,
        index: ValueId,
        lane: usize,
    ) -> Option<usize> {
        let index = self.get(index, lane) as u32;
        let inside = index < self.form.arrays[array].length;
        inside.then(|| (index as usize * 4 + usize::from(component)) * self.lanes + lane)
    }

    fn compute(&mut self, value: ValueId) -> Result<(), Trap> {
        let expression = self.form.values[value].expression;
        if let Expression::Call(call) = expression {
            return self.call(value, &self.form.calls[call]);
        }
        for lane in 0..self.lanes {
            let bits = match compute(&expression, |operand| self.get(operand, lane)) {
                Some(bits) => self.odd(&expression, bits),
                None => self.read(&expression, lane),
            };
            self.values[value.index() * self.lanes + lane] = bits;
        }
        Ok(())
    }

    /// A NaN as a processor may give it.
    fn odd(&self, expression: &Expression, bits: u64) -> u64 {
        let number = match *expression {
            Expression::FloatUnary { number, op, .. } if !op.moves() => number,
            Expression::FloatUnary { number, .. } if matches!(number, Number::Half | Number::Fixed) => number,
            Expression::FloatBinary { number, .. } | Expression::Narrow { number, .. } => number,
            _ => return bits,
        };
        if self.nan == Nan::Canonical || number.nan() != Some(bits) {
            return bits;
        }
        match Type::of(number) {
            Type::Long => 0xfff8_0000_1234_5678,
            Type::Word | Type::Bool | Type::Vector => 0xffc1_2345,
        }
    }

    fn read(&self, expression: &Expression, lane: usize) -> u64 {
        let parameter = |slot: usize, component: u8| {
            let at = usize::from(component & 3);
            if component < 4 {
                return self.environment.parameters[slot][at];
            }
            let high = self
                .program
                .parameters()
                .get(slot)
                .and_then(|parameter| parameter.high);
            high.map_or(0, |high| high[at])
        };
        let slot = |range: SlotRange, index: ValueId| range.slot(self.get(index, lane) as u32);
        let word = |planes: &quadrille_engine::Planes, slot: usize, component: u8| {
            planes.component(slot, usize::from(component))[lane]
        };
        u64::from(match *expression {
            Expression::Parameter { slot, component } => parameter(slot as usize, component),
            Expression::Attribute { slot, component } => {
                word(&self.batch.attributes, slot as usize, component)
            }
            Expression::Result { slot, component } => word(&self.before, slot as usize, component),
            Expression::ParameterAt { range, index } => {
                slot(range, index).map_or(0, |slot| parameter(slot, range.component))
            }
            Expression::AttributeAt { range, index } => {
                slot(range, index).map_or(0, |slot| word(&self.batch.attributes, slot, range.component))
            }
            Expression::VertexAttributeAt { range, index, vertex } => {
                let planes = self.batch.vertices.get(self.get(vertex, lane) as u32 as usize);
                slot(range, index)
                    .zip(planes)
                    .map_or(0, |(slot, planes)| word(planes, slot, range.component))
            }
            Expression::Element {
                array,
                component,
                index,
                ..
            } => {
                let at = self.element(array, component, index, lane);
                return at.map_or(0, |at| self.arrays[array.index()][at]);
            }
            Expression::Variable { variable, .. } => {
                return self.variables[variable.index() * self.lanes + lane];
            }
            Expression::Active { .. } => u32::from(self.active[lane]),
            Expression::Neighbour { axis, upper, a } => {
                let step = match axis {
                    Axis::X => 1,
                    Axis::Y => 2,
                };
                let (below, above) = (lane & !step, lane | step);
                return match above < self.lanes {
                    true => self.get(a, if upper { above } else { below }),
                    false => 0,
                };
            }
            Expression::Component { of, component } => {
                return self.vectors[of.index()].get(usize::from(component), lane);
            }
            _ => 0,
        })
    }

    fn call(&mut self, value: ValueId, call: &crate::call::Call) -> Result<(), Trap> {
        let mut active = Mask::new(self.lanes, false);
        for lane in self.here() {
            active.set(lane, true);
        }
        let values = &self.values;
        let lanes = self.lanes;
        let get = |value: ValueId, lane: usize| values[value.index() * lanes + lane];
        let vectors = &mut self.vectors[value.index()];
        self.calls
            .execute(
                call,
                self.program,
                self.batch,
                self.environment,
                &active,
                &get,
                vectors,
            )
            .map_err(|kind| Trap {
                instruction: call.instruction,
                lane: 0,
                kind,
            })
    }
}
