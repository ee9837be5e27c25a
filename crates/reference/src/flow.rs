//! The order of instructions: branches, blocks, loops, calls, and the stack of address registers.

use quadrille_base::Id;
use quadrille_engine::trap::AbnormalEnd;
use quadrille_isa::gl::DataType;
use quadrille_isa::gl::operation::FlowOp;
use quadrille_program::{Access, CallOverflow, Flow, InstId, Instruction, Subroutine};

use crate::observer::Observer;
use crate::run::BatchRun;
use crate::schedule::{Counter, Entry, Frame};

impl<O: Observer> BatchRun<'_, O> {
    /// Executes an instruction of flow for all active lanes, and chooses those that go next. Its operands are
    /// loaded.
    pub(crate) fn flow(&mut self, id: InstId, operation: FlowOp, instruction: &Instruction) {
        let Access::Flow(flow) = &instruction.access else {
            return self.state.schedule.advance();
        };
        let lanes: Vec<usize> = self.state.schedule.active().iter().collect();
        self.state.schedule.diverge();
        for lane in lanes {
            let holds = self.state.codes.any(flow.condition.as_ref(), lane);
            match operation {
                FlowOp::If => self.open_if(id, flow, lane, holds),
                FlowOp::Repeat | FlowOp::Loop => self.open_loop(id, operation, instruction, flow, lane),
                FlowOp::EndRepeat | FlowOp::EndLoop => self.close_loop(flow, lane),
                FlowOp::EndIf => {}
                FlowOp::Branch
                | FlowOp::Break
                | FlowOp::Continue
                | FlowOp::Else
                | FlowOp::Call
                | FlowOp::CallIndirect
                | FlowOp::Return
                    if !holds => {}
                FlowOp::Branch | FlowOp::Continue | FlowOp::Else => self.jump(flow, lane),
                FlowOp::Break => {
                    self.jump(flow, lane);
                    self.restore_index(lane, flow.depth);
                }
                FlowOp::Call => {
                    if let Some(target) = flow.target {
                        self.call(id, lane, target);
                    }
                }
                FlowOp::CallIndirect => {
                    let target = flow
                        .subroutine
                        .as_ref()
                        .and_then(|called| self.called(called, lane));
                    match target {
                        Some(target) => self.call(id, lane, target),
                        None => watch!(O, { self.observer.no_subroutine(id, lane) }),
                    }
                }
                FlowOp::Return => self.leave(id, lane),
            }
        }
        self.state.schedule.select();
    }

    fn jump(&mut self, flow: &Flow, lane: usize) {
        if let Some(target) = flow.target {
            self.state.schedule.lane(lane).at = target.index() as u32;
        }
    }

    /// Ends a lane as no program should.
    pub(crate) fn end(&mut self, id: InstId, lane: usize, why: AbnormalEnd) {
        self.state.schedule.end(lane);
        self.batch.ended.push((id, lane, why));
        watch!(O, { self.observer.ended(id, lane, why) });
    }

    fn open_if(&mut self, id: InstId, flow: &Flow, lane: usize, holds: bool) {
        let open = self.state.schedule.lane(lane).frame.open_ifs + self.nesting(id).ifs;
        if self
            .prepared
            .program
            .execution()
            .if_depth
            .is_some_and(|most| open >= most)
        {
            return self.end(id, lane, AbnormalEnd::IfDepth);
        }
        if !holds {
            self.jump(flow, lane);
        }
    }

    /// Calls a subroutine. On a full stack the call ends the program or is passed over, as the language says.
    fn call(&mut self, id: InstId, lane: usize, target: InstId) {
        let execution = self.prepared.program.execution();
        let nesting = self.nesting(id);
        let counters = self.prepared.loop_depth;
        let lane_state = self.state.schedule.lane(lane);
        if lane_state.stack.len() >= execution.call_depth as usize {
            match execution.overflow {
                CallOverflow::Ends => self.end(id, lane, AbnormalEnd::CallDepth),
                CallOverflow::Ignored => watch!(O, { self.observer.call_ignored(id, lane) }),
            }
            return;
        }
        lane_state.stack.push(Entry::Return {
            to: lane_state.at,
            frame: lane_state.frame,
            loops: nesting.loops,
        });
        lane_state.calls += 1;
        lane_state.at = target.index() as u32;
        lane_state.frame = Frame {
            counters: lane_state.frame.counters + counters,
            open_ifs: lane_state.frame.open_ifs + nesting.ifs,
            open_loops: lane_state.frame.open_loops + nesting.loops,
        };
    }

    /// The subroutine that a subroutine variable holds in a lane.
    fn called(&self, called: &Subroutine, lane: usize) -> Option<InstId> {
        let mut parameter = i64::from(called.parameter);
        if let Some(index) = &called.index {
            let at_run_time = self.sources().scalar(&index.operand, DataType::S32, lane);
            let element = i64::from(at_run_time as i32) + i64::from(index.offset);
            if !(0..i64::from(index.length)).contains(&element) {
                return None;
            }
            parameter += element;
        }
        // What was not set is 0.
        let set = self.environment.subroutines.get(parameter as usize);
        let number = set.copied().unwrap_or(0);
        let mut targets = called.targets.iter();
        targets
            .find(|(known, _)| *known == number)
            .map(|(_, target)| *target)
    }

    fn leave(&mut self, id: InstId, lane: usize) {
        let lane_state = self.state.schedule.lane(lane);
        match lane_state.stack.pop() {
            None => self.state.schedule.end(lane),
            Some(Entry::Address(_)) => self.end(id, lane, AbnormalEnd::StackEntry),
            Some(Entry::Return { to, frame, loops }) => {
                lane_state.at = to;
                lane_state.frame = frame;
                lane_state.calls -= 1;
                self.restore_index(lane, loops);
            }
        }
    }

    fn open_loop(
        &mut self,
        id: InstId,
        operation: FlowOp,
        instruction: &Instruction,
        flow: &Flow,
        lane: usize,
    ) {
        let execution = self.prepared.program.execution();
        let open = self.state.schedule.lane(lane).frame.open_loops + self.nesting(id).loops;
        if execution.loop_depth.is_some_and(|most| open >= most) {
            return self.end(id, lane, AbnormalEnd::LoopDepth);
        }
        let counted = !instruction.operands.is_empty();
        let left = counted.then(|| {
            let count = self.whole(instruction.data_type, 0, lane);
            let most = execution.loop_count.map_or(i64::MAX, i64::from);
            count.min(most)
        });
        if left.is_some_and(|left| left <= 0) {
            return self.jump(flow, lane);
        }
        let index = (operation == FlowOp::Loop).then(|| {
            let first = self.whole(instruction.data_type, 1, lane);
            (first, self.whole(instruction.data_type, 2, lane))
        });
        let lane_state = self.state.schedule.lane(lane);
        let at = lane_state.frame.counters + flow.depth as usize;
        if lane_state.counters.len() <= at {
            lane_state.counters.resize(at + 1, Counter::default());
        }
        lane_state.counters[at] = Counter { left, index };
        self.restore_index(lane, flow.depth + 1);
    }

    fn close_loop(&mut self, flow: &Flow, lane: usize) {
        let lane_state = self.state.schedule.lane(lane);
        let at = lane_state.frame.counters + flow.depth as usize;
        let Some(counter) = lane_state.counters.get_mut(at) else {
            return;
        };
        counter.left = counter.left.map(|left| left - 1);
        if let Some((index, increment)) = &mut counter.index {
            *index = index.saturating_add(*increment);
        }
        if counter.left.is_none_or(|left| left > 0) {
            self.jump(flow, lane);
            self.restore_index(lane, flow.depth + 1);
        } else {
            self.restore_index(lane, flow.depth);
        }
    }

    /// Puts the index of the innermost LOOP around into A0.x, never below 0 (NV_fragment_program2 3.11.3.Y).
    /// `loops` of the running subroutine are open.
    fn restore_index(&mut self, lane: usize, loops: u32) {
        if !self.prepared.indexed_loops {
            return;
        }
        let lane_state = self.state.schedule.lane(lane);
        let first = lane_state.frame.counters;
        let open = lane_state.counters.iter().skip(first).take(loops as usize);
        if let Some((index, _)) = open.rev().find_map(|counter| counter.index) {
            let index = index.clamp(0, i64::from(i32::MAX)) as u32;
            self.state.addresses.component_mut(0, 0)[lane] = index;
        }
    }

    /// A component of the first operand as a whole number: of a float its floor, of NaN 0.
    fn whole(&self, data_type: DataType, component: usize, lane: usize) -> i64 {
        let word = self.state.values.operands[0][component][lane];
        let long = u64::from(word) | u64::from(self.state.values.high[0][component][lane]) << 32;
        match data_type {
            DataType::F32 | DataType::F16 | DataType::Fx12 => f32::from_bits(word).floor() as i64,
            DataType::F64 => f64::from_bits(long).floor() as i64,
            DataType::S32 => i64::from(word as i32),
            DataType::U32 => i64::from(word),
            DataType::S64 => long as i64,
            DataType::U64 => i64::try_from(long).unwrap_or(i64::MAX),
        }
    }

    /// PUSHA.
    pub(crate) fn push_addresses(&mut self, id: InstId) {
        let lanes: Vec<usize> = self.state.schedule.active().iter().collect();
        let depth = self.prepared.program.execution().call_depth as usize;
        for lane in lanes {
            let words = &self.state.values.operands[0];
            let entry = Entry::Address(std::array::from_fn(|component| words[component][lane]));
            let stack = &mut self.state.schedule.lane(lane).stack;
            if stack.len() >= depth {
                self.end(id, lane, AbnormalEnd::CallDepth);
            } else {
                stack.push(entry);
            }
        }
    }

    /// POPA. What is popped is the result.
    pub(crate) fn pop_addresses(&mut self, id: InstId) {
        let lanes: Vec<usize> = self.state.schedule.active().iter().collect();
        for lane in lanes {
            match self.state.schedule.lane(lane).stack.pop() {
                Some(Entry::Address(words)) => {
                    for (component, word) in words.into_iter().enumerate() {
                        self.state.values.result.low[component][lane] = word;
                    }
                }
                Some(Entry::Return { .. }) => self.end(id, lane, AbnormalEnd::StackEntry),
                None => self.end(id, lane, AbnormalEnd::StackEmpty),
            }
        }
    }
}
