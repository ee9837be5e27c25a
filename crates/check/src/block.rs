//! Blocks: IF, ELSE, ENDIF, REP, ENDREP, LOOP, ENDLOOP, and how deep they may be nested.
//!
//! A block is followed even where an instruction of it has an error, so that one error is not many. What
//! leaves a block, BRK and CONT, gets its target when the block is closed.

use quadrille_base::{Id, Span};
use quadrille_isa::gl::Operation;
use quadrille_program::{Access, InstId};

use crate::checker::Checker;
use crate::dialect::Habit;
use crate::progress::block::{Block, Kind};
use crate::rules;

impl<'t, 's> Checker<'t, 's> {
    /// Follows the blocks that an instruction opens, divides, closes or leaves, whatever else is wrong with it;
    /// it is the next one. Gives where the end of a loop goes, and how many loops are around the loop.
    pub(crate) fn follow(
        &mut self,
        operation: Operation,
        mnemonic: &str,
        span: Span,
    ) -> (Option<InstId>, u32) {
        match operation {
            Operation::If | Operation::Repeat | Operation::Loop => (None, self.open_block(operation, span)),
            Operation::EndIf | Operation::EndRepeat | Operation::EndLoop => self.close_block(operation, span),
            Operation::Break | Operation::Continue => (None, self.leave_loop(operation, mnemonic, span)),
            Operation::Else => {
                self.divide_block(span);
                (None, 0)
            }
            _ => (None, 0),
        }
    }

    /// Opens the block of IF, REP or LOOP; the instruction is the next one. Gives how many loops are around.
    fn open_block(&mut self, operation: Operation, span: Span) -> u32 {
        let kind = match operation {
            Operation::If => Kind::If,
            Operation::Loop => Kind::Loop,
            _ => Kind::Repeat,
        };
        let loops = self.blocks.count(Kind::Repeat) + self.blocks.count(Kind::Loop);
        let limits = &self.options.limits;
        let (depth, most) = match kind {
            Kind::If => (self.blocks.count(Kind::If), limits.if_depth),
            Kind::Repeat | Kind::Loop => (loops, limits.loop_depth),
        };
        if depth as u64 == u64::from(most) {
            let diagnostic = rules::block_too_deep::at(span, kind.opening(), most);
            self.unless_admitted(Habit::DeepBlocks, diagnostic);
        }
        if kind == Kind::Loop {
            // The one address register of these programs is the index of the innermost LOOP.
            self.build.addresses = 1;
        }
        let (start, returns_before) = (self.build.next(), self.blocks.returns);
        self.blocks.open(Block {
            kind,
            opened: span,
            start,
            divided: None,
            breaks: Vec::new(),
            continues: Vec::new(),
            depth: loops as u32,
            endless: false,
            returns_before,
        });
        if kind == Kind::If { 0 } else { loops as u32 }
    }

    /// ELSE: the block around it is an IF that has none yet.
    fn divide_block(&mut self, span: Span) {
        let here = self.build.next();
        match self.blocks.innermost() {
            Some(block) if block.kind == Kind::If && block.divided.is_none() => {
                block.divided = Some(here);
            }
            Some(block) if block.kind == Kind::If => {
                let opened = block.opened;
                let message = "this block has an `ELSE` already";
                self.report(rules::mismatched_block::at(span, message, Some(opened)));
            }
            Some(block) => {
                let (opened, closing) = (block.opened, block.kind.closing());
                let message = format!("`{closing}` has to come first");
                self.report(rules::mismatched_block::at(span, message, Some(opened)));
            }
            None => {
                let message = "there is no `IF` that this could belong to";
                self.report(rules::mismatched_block::at(span, message, None));
            }
        }
    }

    /// ENDIF, ENDREP or ENDLOOP, which is the next instruction: sets the targets of the block. Gives where
    /// the end of a loop goes, and how many loops are around it.
    fn close_block(&mut self, operation: Operation, span: Span) -> (Option<InstId>, u32) {
        let kind = match operation {
            Operation::EndIf => Kind::If,
            Operation::EndLoop => Kind::Loop,
            _ => Kind::Repeat,
        };
        // The block that is meant is the innermost one of its kind; those within it are not closed.
        let Some((block, within)) = self.blocks.close(kind) else {
            if !self.blocks.close_crossed(kind) {
                let message = format!("there is no `{}` that this could close", kind.opening());
                let around = self.inside_block();
                self.report(rules::mismatched_block::at(span, message, around));
            }
            return (None, 0);
        };
        if let Some(within) = within {
            let (opened, closing) = (within.opened, within.kind.closing());
            let message = format!("`{closing}` has to come first");
            self.report(rules::mismatched_block::at(span, message, Some(opened)));
        }
        let returns = self.blocks.returns > block.returns_before;
        if block.endless && !returns && block.breaks.is_empty() {
            self.report(rules::endless_loop::at(block.opened));
        }
        let end = self.build.next();
        let after = InstId::new(end.index() + 1);
        let first = InstId::new(block.start.index() + 1);
        let otherwise = block
            .divided
            .map_or(after, |middle| InstId::new(middle.index() + 1));
        self.set_target(block.start, otherwise);
        for id in block.divided.iter().chain(&block.breaks) {
            self.set_target(*id, after);
        }
        for id in &block.continues {
            self.set_target(*id, end);
        }
        if kind == Kind::If {
            (None, 0)
        } else {
            (Some(first), block.depth)
        }
    }

    /// Notes that the loop that was opened last has no count.
    pub(crate) fn note_endless(&mut self) {
        if let Some(block) = self.blocks.innermost() {
            block.endless = true;
        }
    }

    /// Notes a RET, which leaves every block around it.
    pub(crate) fn note_return(&mut self) {
        self.blocks.returns += 1;
    }

    /// BRK or CONT, which is the next instruction: it belongs to the innermost loop, whose depth it gives.
    fn leave_loop(&mut self, operation: Operation, mnemonic: &str, span: Span) -> u32 {
        let here = self.build.next();
        let Some(block) = self.blocks.innermost_loop() else {
            self.report(rules::break_outside_loop::at(span, mnemonic));
            return 0;
        };
        if operation == Operation::Break {
            block.breaks.push(here);
        } else {
            block.continues.push(here);
        }
        block.depth
    }

    /// Whether the current place is in a LOOP, which has an index.
    pub(crate) fn in_indexed_loop(&self) -> bool {
        self.blocks.count(Kind::Loop) > 0
    }

    /// Where the innermost open block begins.
    pub(crate) fn inside_block(&mut self) -> Option<Span> {
        self.blocks.innermost().map(|block| block.opened)
    }

    /// Reports the blocks that are still open at the end of the program.
    pub(crate) fn unclosed_blocks(&mut self) {
        for block in self.blocks.take() {
            let message = format!("this block has no `{}`", block.kind.closing());
            self.report(rules::mismatched_block::at(block.opened, message, None));
        }
    }

    /// Sets where an instruction of flow goes. One that has an error is not there, and its place may be
    /// another's.
    fn set_target(&mut self, id: InstId, to: InstId) {
        if id.index() < self.build.instructions.len()
            && let Access::Flow(flow) = &mut self.build.instructions[id].access
        {
            flow.target = Some(to);
        }
    }
}
