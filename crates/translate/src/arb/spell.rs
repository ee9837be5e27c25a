//! Conditions spelled out: CMP of vertex programs, blocks and loops, by the condition code and branches.
//!
//! Until here an instruction with a condition has the number that is compared with zero as an operand. What vertex
//! programs choose, and where programs with options go, depends on a code that an instruction before has set.

use quadrille_isa::gl::Stage;

use super::code::{Code, IDENTITY, Instruction, Op, Place, Source, Target, Under};

/// Gives operands of CMP that are one temporary in two ways a copy, so that one of them can be written first.
pub(super) fn part(code: &mut Code) {
    let mut parted = Vec::with_capacity(code.instructions.len());
    for mut instruction in std::mem::take(&mut code.instructions) {
        if let (Op::Cmp, [_, first, second]) = (instruction.op, instruction.operands.as_slice())
            && let (Place::Temporary(one), Place::Temporary(other)) = (first.place, second.place)
            && one == other
        {
            let to = code.temporary();
            let (mask, at) = (instruction.mask, instruction.at);
            let copy = Instruction::new(Op::Mov, Target::Temporary(to), mask, &[*second], at);
            parted.push(copy);
            instruction.operands[2] = Source::of(Place::Temporary(to));
        }
        parted.push(instruction);
    }
    code.instructions = parted;
}

/// Spells conditions out. Temporaries are registers already.
pub(super) fn out(code: &mut Code, stage: Stage) {
    let mut spelled = Spelled {
        code: Vec::with_capacity(code.instructions.len()),
        is_vertex: stage == Stage::Vertex,
        labels: 0,
        open: Vec::new(),
    };
    for instruction in std::mem::take(&mut code.instructions) {
        spelled.instruction(instruction);
    }
    code.instructions = spelled.code;
}

/// The labels of a block that is open in a vertex program.
#[derive(Clone, Copy)]
enum Open {
    /// Where the condition does not hold, or the block ends.
    If(u32),
    /// Where the loop begins, and what is behind it.
    Loop(u32, u32),
}

struct Spelled {
    code: Vec<Instruction>,
    is_vertex: bool,
    labels: u32,
    open: Vec<Open>,
}

impl Spelled {
    fn instruction(&mut self, instruction: Instruction) {
        match instruction.op {
            Op::Cmp if self.is_vertex => self.choose(&instruction),
            Op::If | Op::IfNot | Op::Break | Op::BreakNot => self.tested(instruction),
            Op::Else | Op::EndIf | Op::Loop | Op::EndLoop if self.is_vertex => self.bounded(&instruction),
            _ => self.code.push(instruction),
        }
    }

    /// Sets the condition code by an operand.
    fn test(&mut self, of: &Instruction, mask: u8) {
        let test = Instruction::new(Op::Mov, Target::Code, mask, &of.operands[..1], of.at);
        self.code.push(test);
    }

    /// CMP: one of both, and the other where the condition says so.
    fn choose(&mut self, instruction: &Instruction) {
        let [first, second] = [instruction.operands[1], instruction.operands[2]];
        let reads = |source: &Source| match (source.place, instruction.target) {
            (Place::Temporary(number), Target::Temporary(to)) => number == to,
            _ => false,
        };
        let stays = |source: &Source| reads(source) && source.swizzle == IDENTITY && !source.negate;
        self.test(instruction, instruction.mask);
        let (before, after, under) = match reads(&first) && !stays(&second) {
            true => (first, second, Under::NotLess),
            false => (second, first, Under::Less),
        };
        let write = |source, under| Instruction {
            under,
            clamp: instruction.clamp,
            ..Instruction::new(
                Op::Mov,
                instruction.target,
                instruction.mask,
                &[source],
                instruction.at,
            )
        };
        if !stays(&before) {
            self.code.push(write(before, None));
        }
        self.code.push(write(after, Some(under)));
    }

    /// IF and BRK with the test before them.
    fn tested(&mut self, instruction: Instruction) {
        self.test(&instruction, 1);
        let (under, other) = match instruction.op {
            Op::IfNot | Op::BreakNot => (Under::NotLess, Under::Less),
            _ => (Under::Less, Under::NotLess),
        };
        if !self.is_vertex {
            let operands = Vec::new();
            self.code.push(Instruction {
                under: Some(under),
                operands,
                ..instruction
            });
            return;
        }
        let (to, under) = match instruction.op {
            Op::Break | Op::BreakNot => (self.behind(), under),
            _ => {
                let label = self.label();
                self.open.push(Open::If(label));
                (label, other)
            }
        };
        self.branch(&instruction, to, Some(under));
    }

    /// What begins or ends a block of a vertex program.
    fn bounded(&mut self, instruction: &Instruction) {
        match (instruction.op, self.open.pop()) {
            (Op::Else, Some(Open::If(otherwise))) => {
                let behind = self.label();
                self.branch(instruction, behind, None);
                self.place(instruction, otherwise);
                self.open.push(Open::If(behind));
            }
            (Op::EndIf, Some(Open::If(behind))) => self.place(instruction, behind),
            (Op::EndLoop, Some(Open::Loop(begin, behind))) => {
                let behind = Target::Label(behind);
                match self.code.last_mut() {
                    // What ends the round leaves the loop or goes on with it.
                    Some(last) if last.target == behind && last.under == Some(Under::NotLess) => {
                        last.target = Target::Label(begin);
                        last.under = Some(Under::Less);
                    }
                    _ => self.branch(instruction, begin, None),
                }
                if self.code.iter().any(|one| one.target == behind) {
                    let place = Instruction::new(Op::Label, behind, 0, &[], instruction.at);
                    self.code.push(place);
                }
            }
            (_, outer) => {
                self.open.extend(outer);
                let (begin, behind) = (self.label(), self.label());
                self.place(instruction, begin);
                self.open.push(Open::Loop(begin, behind));
            }
        }
    }

    /// What is behind the innermost loop.
    fn behind(&self) -> u32 {
        let behind = self.open.iter().rev().find_map(|open| match open {
            Open::Loop(_, behind) => Some(*behind),
            Open::If(_) => None,
        });
        behind.unwrap_or_default()
    }

    fn label(&mut self) -> u32 {
        self.labels += 1;
        self.labels - 1
    }

    fn branch(&mut self, of: &Instruction, to: u32, under: Option<Under>) {
        self.code.push(Instruction {
            under,
            ..Instruction::new(Op::Branch, Target::Label(to), 0, &[], of.at)
        });
    }

    fn place(&mut self, of: &Instruction, label: u32) {
        let place = Instruction::new(Op::Label, Target::Label(label), 0, &[], of.at);
        self.code.push(place);
    }
}
