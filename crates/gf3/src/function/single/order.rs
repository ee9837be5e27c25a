//! Steps in an order in which neighbours do not wait for each other.
//!
//! A step is a chain of some dozens of cycles, and a processor looks only two or three of them ahead. What does not depend
//! on each other is brought together: of the steps whose operands are there, the one goes first from which the longest way
//! leads to the end. Whatever a step reads and writes, it finds and leaves as in the order of the program.

use super::step::{BLOCK, INDEXED, Operand, Place, Step, TEMPORARIES, Write};
use quadrille_isa::nv20::{IluOp, MacOp};

/// Registers by block and number, and the address register.
#[derive(Clone, Copy, Default)]
struct Registers([u16; 16]);

/// What a step has to do with others.
struct Effects {
    reads: Registers,
    writes: Registers,
    /// Cycles from operands to results, and until the next step can begin beside it; measured roughly.
    latency: u32,
    busy: u32,
}

/// The steps of a program in another order, with the same results.
pub(super) fn ordered(steps: &[Step]) -> Vec<Step> {
    let effects: Vec<Effects> = steps.iter().map(Effects::of).collect();
    let waits: Vec<Vec<usize>> = (0..steps.len())
        .map(|later| {
            let earlier = 0..later;
            earlier
                .filter(|earlier| effects[*earlier].is_before(&effects[later]))
                .collect()
        })
        .collect();
    // The way from each step to the end.
    let mut way: Vec<u32> = effects.iter().map(|step| step.latency).collect();
    for (later, earlier) in waits.iter().enumerate().rev() {
        for &one in earlier {
            way[one] = way[one].max(effects[one].latency + way[later]);
        }
    }
    let mut done: Vec<Option<u32>> = vec![None; steps.len()];
    let (mut now, mut found) = (0, Vec::with_capacity(steps.len()));
    while found.len() < steps.len() {
        let start = |step: usize| -> Option<u32> {
            let operands = waits[step].iter().map(|earlier| done[*earlier]);
            let operands = operands.collect::<Option<Vec<u32>>>()?;
            Some(operands.into_iter().max().unwrap_or(0).max(now))
        };
        let open = (0..steps.len()).filter(|step| done[*step].is_none());
        let first = open
            .filter_map(|step| Some((start(step)?, u32::MAX - way[step], step)))
            .min();
        // The first step that is left waits for none that is.
        let Some((start, _, step)) = first else { break };
        done[step] = Some(start + effects[step].latency);
        now = start + effects[step].busy;
        found.push(steps[step]);
    }
    found
}

impl Effects {
    fn of(step: &Step) -> Effects {
        let mut effects = Effects {
            reads: Registers::default(),
            writes: Registers::default(),
            latency: 65,
            busy: 50,
        };
        match step {
            Step::Matrix(matrix) => {
                effects.read(&matrix.vector);
                matrix.rows.iter().for_each(|row| effects.read(row));
                effects.write(&matrix.write);
            }
            Step::One(one) => {
                one.operands.iter().for_each(|operand| effects.read(operand));
                one.writes().for_each(|(_, write)| effects.write(write));
                if one.mac == MacOp::Arl {
                    effects.writes.0[usize::from(INDEXED)] = 1;
                }
                let mac = match one.mac {
                    MacOp::Nop => (0, 0),
                    MacOp::Dp3 | MacOp::Dph | MacOp::Dp4 => (60, 30),
                    MacOp::Mad => (55, 25),
                    MacOp::Add => (40, 18),
                    MacOp::Mul | MacOp::Dst => (30, 12),
                    MacOp::Mov | MacOp::Arl | MacOp::Min | MacOp::Max | MacOp::Slt | MacOp::Sge => (15, 6),
                };
                let special = match one.ilu {
                    IluOp::Nop => (0, 0),
                    IluOp::Mov => (15, 6),
                    IluOp::Rcp | IluOp::Rcc | IluOp::Rsq => (50, 20),
                    IluOp::Exp | IluOp::Log | IluOp::Lit => (90, 40),
                };
                (effects.latency, effects.busy) = (mac.0.max(special.0), mac.1 + special.1);
            }
        }
        effects
    }

    fn read(&mut self, operand: &Operand) {
        if operand.place.block == INDEXED {
            // Any constant, by the address register.
            self.reads.0[..usize::from(TEMPORARIES)].fill(u16::MAX);
            self.reads.0[usize::from(INDEXED)] = 1;
        } else {
            self.reads.add(operand.place);
        }
    }

    fn write(&mut self, write: &Write) {
        if write.mask != [0; 4] {
            self.writes.add(write.place);
        }
    }

    /// Whether a later step has to stay behind this one.
    fn is_before(&self, later: &Effects) -> bool {
        self.writes.meet(&later.reads) || self.writes.meet(&later.writes) || self.reads.meet(&later.writes)
    }
}

impl Registers {
    fn add(&mut self, place: Place) {
        self.0[usize::from(place.block)] |= 1 << (usize::from(place.index) % BLOCK);
    }

    fn meet(&self, other: &Registers) -> bool {
        self.0.iter().zip(&other.0).any(|(one, other)| one & other != 0)
    }
}
