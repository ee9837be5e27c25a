//! Random programs of words that the machine has: every operation of both units, alone and beside each other, over
//! operands that fit one word.

mod cases;

pub(crate) use cases::cases;
use proptest::prelude::*;
use quadrille_gf3::word::{
    Instruction, OutputTarget, OutputWrite, Register, SourceOperand, TemporaryWrite, Unit, Word, encode,
};
use quadrille_isa::nv20::{IluOp, MacOp, limit, register::OUTPUTS};

/// What the words of a program are made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Parts {
    /// How many temporaries it names.
    pub(crate) temporaries: u8,
    /// The first of its constants, and how many follow.
    pub(crate) constants: (u8, u8),
    /// Whether the address register is loaded and added.
    pub(crate) indexed: bool,
    /// Whether it writes constants in the place of outputs and reads `v0` alone.
    pub(crate) state: bool,
}

impl Parts {
    /// Those of a vertex program: one half of the constants, or both.
    pub(crate) fn vertex() -> impl Strategy<Value = Parts> {
        let constants = prop::sample::select(vec![(96, 64), (96, 96), (0, 64), (50, 90)]);
        (1..=12u8, constants, any::<bool>()).prop_map(|(temporaries, constants, indexed)| Parts {
            temporaries,
            constants,
            indexed,
            state: false,
        })
    }

    /// Those of a vertex state program.
    pub(crate) fn state() -> impl Strategy<Value = Parts> {
        (1..=12u8, any::<bool>()).prop_map(|(temporaries, indexed)| Parts {
            temporaries,
            constants: (96, 64),
            indexed,
            state: true,
        })
    }
}

/// The numbers that an operand is made of.
type Operand = (u8, u8, [u8; 4], bool);

fn operand() -> impl Strategy<Value = Operand> {
    (0..8u8, any::<u8>(), prop::array::uniform4(0..4u8), any::<bool>())
}

fn instruction(parts: Parts) -> impl Strategy<Value = Instruction> {
    let operations = (
        prop::sample::select(MacOp::ALL),
        prop_oneof![Just(IluOp::Nop), prop::sample::select(IluOp::ALL)],
    );
    let writes = (0..16u8, 0..16u8, any::<u8>(), any::<u8>());
    let output = (0..3u8, 0..OUTPUTS.len(), 1..16u8, any::<bool>());
    let shared = (any::<u8>(), 0..16u8, any::<bool>());
    let operands = prop::array::uniform3(operand());
    (operations, writes, output, shared, operands).prop_map(
        move |(units, writes, output, shared, operands)| made(parts, units, writes, output, shared, operands),
    )
}

fn made(
    parts: Parts,
    (mac, ilu): (MacOp, IluOp),
    (mac_mask, ilu_mask, mac_register, ilu_register): (u8, u8, u8, u8),
    (written, output, output_mask, by_special): (u8, usize, u8, bool),
    (constant, input, relative): (u8, u8, bool),
    operands: [Operand; 3],
) -> Instruction {
    let mac = if mac == MacOp::Arl && !parts.indexed {
        MacOp::Mov
    } else {
        mac
    };
    let constant = parts.constants.0 + constant % parts.constants.1;
    let mut used = mac.shape().reads();
    used[2] |= ilu != IluOp::Nop;
    let mut operands = operands.map(|(file, number, swizzle, negate)| {
        let register = match file {
            0 | 1 => Register::Constant(constant),
            2 | 3 => Register::Input(if parts.state { 0 } else { input }),
            4 if !parts.state => Register::Temporary(limit::POSITION_TEMPORARY),
            _ => Register::Temporary(number % parts.temporaries),
        };
        Some(SourceOperand {
            register,
            swizzle,
            negate,
        })
    });
    for (source, used) in operands.iter_mut().zip(used) {
        *source = source.filter(|_| used);
    }
    let reads_constant = |source: &SourceOperand| matches!(source.register, Register::Constant(_));
    let indexed = operands.iter().flatten().any(reads_constant);
    let write = |mask: u8, register: u8| (mask != 0).then_some(TemporaryWrite { register, mask });
    let special = ilu != IluOp::Nop;
    let vector = mac != MacOp::Nop && mac != MacOp::Arl;
    let from = if by_special && special || !vector {
        Unit::Ilu
    } else {
        Unit::Mac
    };
    let target = if parts.state {
        OutputTarget::Constant(constant)
    } else {
        OutputTarget::Output(OUTPUTS[output].index)
    };
    let ilu_register = if mac == MacOp::Nop {
        ilu_register % parts.temporaries
    } else {
        limit::PAIRED_TEMPORARY
    };
    Instruction {
        mac,
        ilu,
        operands,
        mac_write: write(mac_mask, mac_register % parts.temporaries).filter(|_| vector),
        ilu_write: write(ilu_mask, ilu_register).filter(|_| special),
        output: (written == 0 && (vector || special)).then_some(OutputWrite {
            from,
            target,
            mask: output_mask,
        }),
        relative: relative && parts.indexed && indexed,
        last: false,
    }
}

/// A program of up to `most` words behind one that writes the position, or `c[96]` where it is a state program.
pub(crate) fn program(parts: Parts, most: usize) -> impl Strategy<Value = Vec<Word>> {
    prop::collection::vec(instruction(parts), 0..most).prop_map(move |mut all| {
        let target = if parts.state {
            OutputTarget::Constant(parts.constants.0)
        } else {
            OutputTarget::Output(0)
        };
        let source = SourceOperand {
            register: Register::Input(0),
            swizzle: [0, 1, 2, 3],
            negate: false,
        };
        let first = Instruction {
            mac: MacOp::Mov,
            operands: [Some(source), None, None],
            output: Some(OutputWrite {
                from: Unit::Mac,
                target,
                mask: 15,
            }),
            ..Instruction::NOP
        };
        all.insert(0, first);
        if let Some(last) = all.last_mut() {
            last.last = true;
        }
        let words = all.iter().map(|one| encode(one).expect("operands of one word"));
        words.collect()
    })
}
