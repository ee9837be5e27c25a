//! Calls, and the end of the program from within a function.

use quadrille_program::{CallOverflow, InstId, Subroutine};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::form::{Binary, Expression, Root, Scalar, StatementKind, SubroutineId, Type};
use crate::raise::interface::subroutines::MOST_PARAMETERS;
use crate::raise::lowering::Lowering;

/// The state that loops and calls set for the instructions in them.
#[derive(Default)]
pub(crate) struct Around {
    /// By first instruction and depth of calls: the functions so far.
    pub(crate) functions: FxHashMap<(InstId, u32), SubroutineId>,
    /// Calls that are under way in the function at hand, where that counts.
    pub(crate) depth: u32,
    /// Variables with the indices of the LOOPs around.
    pub(crate) indices: Vec<u32>,
    /// The variable with the number of the next block.
    pub(crate) block: Option<u32>,
    /// Functions that may end the program.
    pub(crate) ending: FxHashSet<SubroutineId>,
    /// Whether the function at hand may.
    pub(crate) ends: bool,
    /// Whether all invocations come to the statement at hand together: it stands in main, outside of blocks, and none has
    /// returned before.
    pub(crate) together: bool,
}

impl Around {
    /// The function that a call to an instruction goes to; none where the call stack is full.
    fn function(&self, entry: InstId) -> Option<SubroutineId> {
        let deeper = self.functions.get(&(entry, self.depth + 1));
        deeper.or_else(|| self.functions.get(&(entry, 0))).copied()
    }
}

impl Lowering<'_, '_> {
    /// Ends the program from within a function: its callers return too.
    pub(crate) fn end_program(&mut self) {
        let ended = self.scratch("ended", Type::BOOL);
        self.put(Root::Variable(ended), Expression::truth(true));
        self.push(StatementKind::Return(None));
    }

    /// Calls a function. Where the call stack is full, the call is passed over or ends the program, as the language
    /// says (NV_gpu_program4 2.X.8 CAL, NV_vertex_program2 2.14.2.3).
    pub(crate) fn call(&mut self, target: InstId, around: &mut Around) {
        let ends = self.program().execution().overflow == CallOverflow::Ends;
        match around.function(target) {
            Some(function) => {
                self.push(StatementKind::Call(function));
                // What is called a function a call may come to the end of the stack.
                let overflows = ends && around.functions.get(&(target, around.depth + 1)) == Some(&function);
                if overflows || around.ending.contains(&function) {
                    around.ends = true;
                    let ended = self.scratch("ended", Type::BOOL);
                    let ended = Expression::read(Root::Variable(ended), Type::BOOL);
                    self.only_if(ended, |lowering| lowering.push(StatementKind::Return(None)));
                }
            }
            None if ends => {
                self.end_program();
                around.ends = true;
            }
            None => {}
        }
    }

    /// Calls the function that a subroutine parameter holds.
    pub(crate) fn call_indirect(&mut self, called: &Subroutine, around: &mut Around) {
        let number = self.chosen_subroutine(called);
        // A function may change what chose it, so that a number found at run time is kept for the comparisons.
        let number = match called.index {
            None => number,
            Some(_) => {
                let variable = Root::Variable(self.variable("subroutine", Type::INT));
                self.put(variable, number);
                Expression::read(variable, Type::INT)
            }
        };
        for (own, target) in called.targets.iter() {
            let condition = Expression::binary(
                Binary::Equal,
                number.clone(),
                Expression::bits(Scalar::Int, *own, 1),
            );
            let then = self.apart(|lowering| lowering.call(*target, around));
            if !then.is_empty() {
                self.push(StatementKind::branch(condition, then));
            }
        }
    }

    /// The number that a subroutine variable holds; of an array outside its bounds the largest, which is no
    /// function's.
    fn chosen_subroutine(&mut self, called: &Subroutine) -> Expression {
        let parameters = &self.interface.parameters;
        let Some(index) = &called.index else {
            return parameters.subroutine(called.parameter);
        };
        let element = self.operand_as(&index.operand, &[0], Scalar::Int);
        let element = element.plus(index.offset);
        (0..index.length.min(MOST_PARAMETERS))
            .rev()
            .fold(Expression::int(i32::MAX), |rest, at| {
                let this = Expression::binary(Binary::Equal, element.clone(), Expression::int(at as i32));
                Expression::select(this, parameters.subroutine(called.parameter + at), rest)
            })
    }
}
