//! The blocks that are open. Whatever is asked of them is answered without a search, however many they are.

use quadrille_base::Span;
use quadrille_program::InstId;

/// A block that is open.
#[derive(Debug)]
pub(crate) struct Block {
    pub(crate) kind: BlockKind,
    /// The instruction that opened it, or that divides it.
    pub(crate) opened: Span,
    pub(crate) start: InstId,
    /// The ELSE.
    pub(crate) divided: Option<InstId>,
    /// The BRKs, which leave it.
    pub(crate) breaks: Vec<InstId>,
    /// The CONTs, which go to its end.
    pub(crate) continues: Vec<InstId>,
    /// The number of loops around it.
    pub(crate) depth: u32,
    /// Whether it is a loop without a count.
    pub(crate) endless: bool,
    /// The number of RETs before it.
    pub(crate) returns_before: usize,
}

/// The kinds of block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum BlockKind {
    If,
    Repeat,
    Loop,
}

impl BlockKind {
    const ALL: [BlockKind; 3] = [BlockKind::If, BlockKind::Repeat, BlockKind::Loop];

    pub(crate) fn opening(self) -> &'static str {
        match self {
            BlockKind::If => "IF",
            BlockKind::Repeat => "REP",
            BlockKind::Loop => "LOOP",
        }
    }

    pub(crate) fn closing(self) -> &'static str {
        match self {
            BlockKind::If => "ENDIF",
            BlockKind::Repeat => "ENDREP",
            BlockKind::Loop => "ENDLOOP",
        }
    }
}

/// The blocks that are open, and what was met of those that are not.
#[derive(Default, Debug)]
pub(crate) struct Blocks {
    /// The innermost last.
    open: Vec<Block>,
    /// The indices in `open` of the blocks of each kind.
    of_kind: [Vec<usize>; BlockKind::ALL.len()],
    /// The number of blocks of each kind that another one was closed around, which is reported: what closes them
    /// later is no second error.
    crossed: [usize; BlockKind::ALL.len()],
    /// The number of RETs so far.
    pub(crate) returns: usize,
    /// Whether the program has a LOOP, whose index is an address register.
    pub(crate) has_index: bool,
}

impl Blocks {
    pub(crate) fn open(&mut self, block: Block) {
        self.of_kind[block.kind as usize].push(self.open.len());
        self.has_index |= block.kind == BlockKind::Loop;
        self.open.push(block);
    }

    /// The number of open blocks of a kind.
    pub(crate) fn count(&self, kind: BlockKind) -> usize {
        self.of_kind[kind as usize].len()
    }

    pub(crate) fn innermost(&mut self) -> Option<&mut Block> {
        self.open.last_mut()
    }

    pub(crate) fn innermost_loop(&mut self) -> Option<&mut Block> {
        let last = |kind: BlockKind| self.of_kind[kind as usize].last();
        let at = *last(BlockKind::Repeat).max(last(BlockKind::Loop))?;
        self.open.get_mut(at)
    }

    /// Closes the innermost block of a kind; those within it are gone too, and of them the innermost is given.
    pub(crate) fn close(&mut self, kind: BlockKind) -> Option<(Block, Option<Block>)> {
        let at = *self.of_kind[kind as usize].last()?;
        let mut within = self.open.split_off(at + 1);
        for block in &within {
            self.of_kind[block.kind as usize].pop();
            self.crossed[block.kind as usize] += 1;
        }
        self.of_kind[kind as usize].pop();
        Some((self.open.pop()?, within.pop()))
    }

    /// Takes the end of a block that another one was closed around; whether there is one of that kind.
    pub(crate) fn close_crossed(&mut self, kind: BlockKind) -> bool {
        let crossed = &mut self.crossed[kind as usize];
        let found = *crossed > 0;
        *crossed = crossed.saturating_sub(1);
        found
    }

    /// Whether the current place is in a LOOP, which has an index.
    pub(crate) fn in_indexed_loop(&self) -> bool {
        self.count(BlockKind::Loop) > 0
    }

    /// The span of the instruction that opened or divides the innermost open block.
    pub(crate) fn innermost_span(&self) -> Option<Span> {
        self.open.last().map(|block| block.opened)
    }

    /// Closes all.
    pub(crate) fn take(&mut self) -> Vec<Block> {
        std::mem::take(&mut self.open)
    }
}
