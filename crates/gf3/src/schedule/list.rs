//! List scheduling: word after word, the operation with the longest way to the end whose operands are there, and beside
//! it one of the other unit that fits.

use super::operation::{Before, Operations};
use super::preference::{Latency, Preference};
use super::registers::Registers;
use crate::word::{Instruction, Register, SourceOperand, Unit, encode};
use quadrille_isa::nv20::{IluOp, MacOp, limit};

/// An instruction and the words that its operations are from.
type Listed = (Instruction, Vec<usize>);

/// The operations of a program as new words; none where the registers do not last.
pub(super) fn list(
    instructions: &[Instruction],
    latency: Latency,
    preference: Preference,
) -> Option<Vec<Listed>> {
    let operations = Operations::of(instructions);
    let mut state = State {
        registers: Registers::new(&operations)?,
        placed: vec![None; operations.all.len()],
        heights: heights(&operations, latency),
        operations: &operations,
        latency,
        preference,
    };
    let mut listed: Vec<Listed> = Vec::new();
    let (mut now, mut open) = (0u64, operations.all.len());
    while open > 0 {
        let ready = state.ready(now);
        let Some((word, taken)) = state.word(now, &ready) else {
            // Nothing can be read yet, or no register is free: wait, as long as something is on its way.
            now = state.next(now)?;
            continue;
        };
        open -= taken.len();
        let mut origins: Vec<usize> = taken
            .iter()
            .map(|one| operations.all[*one].step.instruction)
            .collect();
        origins.sort_unstable();
        origins.dedup();
        listed.push((word, origins));
        now += 1;
    }
    match listed.last_mut() {
        Some((last, _)) => last.last = true,
        None => listed.push((
            Instruction {
                last: true,
                ..Instruction::NOP
            },
            Vec::new(),
        )),
    }
    Some(listed)
}

struct State<'o> {
    operations: &'o Operations,
    latency: Latency,
    preference: Preference,
    registers: Registers,
    /// For each operation the word that has it.
    placed: Vec<Option<u64>>,
    heights: Vec<u64>,
}

impl State<'_> {
    /// The first word that an operation can be in; none while another has to come first. `partner` is one in the word
    /// that is being made.
    fn earliest(&self, operation: usize, partner: Option<(usize, u64)>) -> Option<u64> {
        let mut earliest = 0;
        for before in &self.operations.all[operation].before {
            let word = match (self.placed[before.operation], partner) {
                (Some(word), _) => word,
                (None, Some((other, word))) if other == before.operation => word,
                (None, _) => return None,
            };
            earliest = earliest.max(word + self.distance(before));
        }
        Some(earliest)
    }

    fn distance(&self, before: &Before) -> u64 {
        self.latency.between(self.operations, before)
    }

    /// The operations that could be in the next word, the most urgent first.
    fn ready(&self, now: u64) -> Vec<usize> {
        let open = (0..self.placed.len()).filter(|one| self.placed[*one].is_none());
        let mut ready: Vec<usize> = open
            .filter(|one| self.earliest(*one, None).is_some_and(|word| word <= now))
            .collect();
        match self.preference {
            Preference::Longest | Preference::LongestR1Free | Preference::Pairs => {
                ready.sort_by_key(|one| (std::cmp::Reverse(self.heights[*one]), *one));
            }
            Preference::Order | Preference::OrderR1Free => {}
        }
        ready
    }

    /// The next word at which something more can be read; none where nothing is on its way.
    fn next(&self, now: u64) -> Option<u64> {
        let open = (0..self.placed.len()).filter(|one| self.placed[*one].is_none());
        open.filter_map(|one| self.earliest(one, None))
            .filter(|word| *word > now)
            .min()
    }

    /// The next word and the operations in it.
    fn word(&mut self, now: u64, ready: &[usize]) -> Option<(Instruction, Vec<usize>)> {
        if self.preference == Preference::Pairs {
            let pair = ready.iter().find_map(|first| self.pair(*first, now, ready));
            if let Some(found) = pair {
                return Some(self.take(now, found));
            }
        }
        let found = ready.iter().find_map(|first| {
            self.pair(*first, now, ready).or_else(|| {
                let instruction = &self.operations.all[*first].instruction;
                let unit = if instruction.mac == MacOp::Nop {
                    Unit::Ilu
                } else {
                    Unit::Mac
                };
                let mut registers = self.registers.clone();
                let half = self.half(*first, unit, false, &mut registers)?;
                encode(&half).ok()?;
                Some((half, vec![*first], registers))
            })
        })?;
        Some(self.take(now, found))
    }

    fn take(
        &mut self,
        now: u64,
        (word, operations, registers): (Instruction, Vec<usize>, Registers),
    ) -> (Instruction, Vec<usize>) {
        self.registers = registers;
        operations.iter().for_each(|one| self.placed[*one] = Some(now));
        (word, operations)
    }

    /// An operation and the most urgent of those that fit beside it.
    fn pair(&self, first: usize, now: u64, ready: &[usize]) -> Option<(Instruction, Vec<usize>, Registers)> {
        // What only waits for the first to read may be in its word too.
        let open = (0..self.placed.len()).filter(|one| self.placed[*one].is_none() && !ready.contains(one));
        let beside = open.filter(|one| {
            self.earliest(*one, Some((first, now)))
                .is_some_and(|word| word <= now)
        });
        let beside: Vec<usize> = beside.collect();
        let partners = ready.iter().chain(&beside).filter(|one| **one != first);
        for partner in partners {
            for (mac, ilu) in [(first, *partner), (*partner, first)] {
                if let Some((word, registers)) = self.together(mac, ilu) {
                    return Some((word, vec![first, *partner], registers));
                }
            }
        }
        None
    }

    /// Two operations in one word.
    fn together(&self, mac: usize, ilu: usize) -> Option<(Instruction, Registers)> {
        if !can(&self.operations.all[mac].instruction, Unit::Mac)
            || !can(&self.operations.all[ilu].instruction, Unit::Ilu)
        {
            return None;
        }
        let mut registers = self.registers.clone();
        // Both read before either writes: registers of last reads are free for both.
        let mut vector = self.operands(mac, Unit::Mac)?;
        let mut special = self.operands(ilu, Unit::Ilu)?;
        self.count_reads(mac, &mut registers);
        self.count_reads(ilu, &mut registers);
        self.destination(ilu, &mut special, true, &mut registers)?;
        self.destination(mac, &mut vector, false, &mut registers)?;
        if vector
            .mac_write
            .is_some_and(|write| write.register == limit::PAIRED_TEMPORARY)
            && special.ilu_write.is_some()
        {
            return None;
        }
        let mut shared = shared(&vector, &special);
        if shared.is_none() && vector.mac == MacOp::Add {
            // A sum is the same either way round.
            vector.operands.swap(0, 2);
            shared = self::shared(&vector, &special);
        }
        let shared = shared?;
        let one_output = vector.output.is_none() || special.output.is_none();
        let constants = [vector.constant(), special.constant()];
        let relative = vector.relative == special.relative || constants.contains(&None);
        if !one_output || !relative {
            return None;
        }
        let both = Instruction {
            ilu: special.ilu,
            operands: [vector.operands[0], vector.operands[1], Some(shared)],
            ilu_write: special.ilu_write,
            output: vector.output.or(special.output),
            relative: vector.relative || special.relative,
            ..vector
        };
        encode(&both).ok()?;
        Some((both, registers))
    }

    /// An operation alone in a word.
    fn half(
        &self,
        operation: usize,
        unit: Unit,
        paired: bool,
        registers: &mut Registers,
    ) -> Option<Instruction> {
        let mut half = self.operands(operation, unit)?;
        self.count_reads(operation, registers);
        self.destination(operation, &mut half, paired, registers)?;
        Some(half)
    }

    /// An operation for a unit, with the registers that its webs have now.
    fn operands(&self, operation: usize, unit: Unit) -> Option<Instruction> {
        let found = &self.operations.all[operation];
        let mut half = found.instruction;
        for (slot, source) in half.operands.iter_mut().enumerate() {
            let Some(source) = source else { continue };
            if let Some(web) = found.reads[slot] {
                source.register = Register::Temporary(self.registers.of(web)?);
            } else if matches!(source.register, Register::Temporary(number) if number != limit::POSITION_TEMPORARY)
            {
                // Nothing that is written needs it.
                source.register = Register::Temporary(0);
            }
        }
        let moved = half.operands.iter().flatten().next().copied();
        match (unit, half.mac, half.ilu) {
            (Unit::Ilu, MacOp::Mov, IluOp::Nop) => Some(as_special(half, moved)),
            (Unit::Mac, MacOp::Nop, IluOp::Mov) => Some(as_vector(half, moved)),
            _ => Some(half),
        }
    }

    fn count_reads(&self, operation: usize, registers: &mut Registers) {
        for web in self.operations.all[operation].reads.iter().flatten() {
            registers.read(*web, self.operations.webs[*web]);
        }
    }

    /// Gives the result of an operation its register.
    fn destination(
        &self,
        operation: usize,
        half: &mut Instruction,
        paired: bool,
        registers: &mut Registers,
    ) -> Option<()> {
        let Some(web) = self.operations.all[operation].writes else {
            return Some(());
        };
        let special = self.preference.prefers_r1()
            && self
                .operations
                .all
                .iter()
                .any(|one| one.writes == Some(web) && one.instruction.mac == MacOp::Nop);
        let register = registers.write(web, self.operations.webs[web], special, paired)?;
        for write in [&mut half.mac_write, &mut half.ilu_write].into_iter().flatten() {
            write.register = register;
        }
        Some(())
    }
}

/// An operand C for both operations: each component is what one of them needs, where both do the same.
fn shared(vector: &Instruction, special: &Instruction) -> Option<SourceOperand> {
    let own = special.operands[2]?;
    let Some(other) = vector.operands[2] else {
        return Some(own);
    };
    if (own.register, own.negate) != (other.register, other.negate) {
        return None;
    }
    let for_vector = vector.mac.needs().mask(2, vector.live(Unit::Mac));
    let for_special = special.ilu.needs().mask(2, special.live(Unit::Ilu));
    let mut shared = own;
    for component in (0..4).filter(|component| for_vector & (8 >> component) != 0) {
        if for_special & (8 >> component) != 0 && own.swizzle[component] != other.swizzle[component] {
            return None;
        }
        shared.swizzle[component] = other.swizzle[component];
    }
    Some(shared)
}

/// Whether a unit has the operation. MOV is an operation of both.
fn can(half: &Instruction, unit: Unit) -> bool {
    let moves = half.mac == MacOp::Mov || half.ilu == IluOp::Mov;
    moves || (unit == Unit::Mac) == (half.mac != MacOp::Nop)
}

/// A MOV of the vector unit as one of the special function unit.
fn as_special(half: Instruction, source: Option<SourceOperand>) -> Instruction {
    let mut half = Instruction {
        mac: MacOp::Nop,
        ilu: IluOp::Mov,
        operands: [None, None, source],
        ilu_write: half.mac_write,
        mac_write: None,
        ..half
    };
    if let Some(output) = &mut half.output {
        output.from = Unit::Ilu;
    }
    half
}

/// A MOV of the special function unit as one of the vector unit.
fn as_vector(half: Instruction, source: Option<SourceOperand>) -> Instruction {
    let mut half = Instruction {
        mac: MacOp::Mov,
        ilu: IluOp::Nop,
        operands: [source, None, None],
        mac_write: half.ilu_write,
        ilu_write: None,
        ..half
    };
    if let Some(output) = &mut half.output {
        output.from = Unit::Mac;
    }
    half
}

/// For each operation the words from it to the end of what waits for it.
fn heights(operations: &Operations, latency: Latency) -> Vec<u64> {
    let mut heights = vec![1u64; operations.all.len()];
    // What comes before has a smaller number, but within a word: then it only reads.
    for operation in (0..operations.all.len()).rev() {
        for before in &operations.all[operation].before {
            let height = heights[operation] + latency.between(operations, before);
            heights[before.operation] = heights[before.operation].max(height);
        }
    }
    heights
}
