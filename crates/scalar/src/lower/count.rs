//! Counting instructions of the source for the budgets of a run.

use quadrille_base::Id;
use quadrille_engine::more_work;
use quadrille_program::InstId;

use super::Lowering;
use crate::statement::{RegionId, Statement};

/// The statement that the next instruction is counted by, if it follows the last that was.
#[derive(Clone, Copy, Default)]
pub(super) struct Open(Option<(RegionId, usize, usize)>);

impl Lowering<'_> {
    /// Counts an instruction of the source, which the statements to come execute.
    pub(super) fn count(&mut self, id: InstId) {
        let more = more_work(self.program.instructions()[id].operation.class()) as u32;
        let region = self.recorder.region();
        if let Some((counted, at, next)) = self.count.0
            && counted == region
            && next == id.index()
        {
            self.recorder.change(at, |statement| {
                if let Statement::Count { count, more_work, .. } = statement {
                    *count += 1;
                    *more_work += more;
                }
            });
            self.count.0 = Some((region, at, next + 1));
            return;
        }
        let at = self.recorder.length();
        self.recorder.statement(Statement::Count {
            first: id,
            count: 1,
            more_work: more,
        });
        self.count.0 = Some((region, at, id.index() + 1));
    }

    /// Has the next instruction counted anew: what was counted has had an effect.
    pub(super) const fn after_effect(&mut self) {
        self.count.0 = None;
    }
}
