//! ALU words.

use quadrille_isa::qpu::{AddOp, Condition, Field, Form, MulOp, Signal, field as f};

use super::lines::Lines;
use super::operand::{self, Operands};
use super::operation::{self, ADD_NAMES, MOVE_ADD, MOVE_MUL, MUL_NAMES};
use super::piece::Piece;

/// The word that the assembler makes of a line that says nothing.
const IDLE: u64 =
    f::SIGNAL.at(1) | f::WADDR_ADD.at(39) | f::WADDR_MUL.at(39) | f::RADDR_A.at(39) | f::RADDR_B.at(39);

fn is_small(word: u64) -> bool {
    f::SIGNAL.byte(word) == Signal::SmallImmediate.code()
}

/// The fields of one ALU.
struct Fields {
    op: Field,
    condition: Field,
    waddr: Field,
    a: Field,
    b: Field,
}

const ADD: Fields = Fields {
    op: f::OP_ADD,
    condition: f::COND_ADD,
    waddr: f::WADDR_ADD,
    a: f::ADD_A,
    b: f::ADD_B,
};

const MUL: Fields = Fields {
    op: f::OP_MUL,
    condition: f::COND_MUL,
    waddr: f::WADDR_MUL,
    a: f::MUL_A,
    b: f::MUL_B,
};

impl Fields {
    const fn is_mul(&self) -> bool {
        self.op.low == f::OP_MUL.low
    }

    /// `or x, a, a` and `v8min x, a, a` are moves, unless `a` is a number, for which `mov` means more.
    #[inline(always)]
    fn is_register_move(&self, word: u64) -> bool {
        let mux = self.a.get(word);
        mux == self.b.get(word) && !(mux == 7 && is_small(word))
    }
}

/// The text form of one ALU's operation.
struct Side {
    fields: Fields,
    /// The name of the operation with each condition.
    names: &'static [Piece; 8],
    /// The number of operands that are written.
    count: u8,
    set_flags: bool,
    /// Whether its result goes to file B.
    is_b: bool,
}

impl Side {
    #[inline(always)]
    fn add(word: u64) -> Side {
        let (op, op_mul) = (f::OP_ADD.byte(word), f::OP_MUL.byte(word));
        let is_move = op == AddOp::Or.code() && ADD.is_register_move(word);
        Side {
            fields: ADD,
            names: &ADD_NAMES[if is_move { MOVE_ADD } else { usize::from(op) }],
            count: AddOp::from_code(op).map_or(0, AddOp::operands) - u8::from(is_move),
            set_flags: f::SF.is_set(word) && (op != 0 || op_mul == 0),
            is_b: f::WS.is_set(word),
        }
    }

    #[inline(always)]
    fn mul(word: u64) -> Side {
        let (op, op_add) = (f::OP_MUL.byte(word), f::OP_ADD.byte(word));
        let is_move = op == MulOp::V8min.code() && MUL.is_register_move(word);
        Side {
            fields: MUL,
            names: &MUL_NAMES[if is_move { MOVE_MUL } else { usize::from(op) }],
            count: MulOp::from_code(op).map_or(0, MulOp::operands) - u8::from(is_move),
            set_flags: f::SF.is_set(word) && op_add == 0 && op != 0,
            is_b: !f::WS.is_set(word),
        }
    }

    /// The multiplexer inputs that operands come from, as bits.
    #[inline(always)]
    fn used(&self, word: u64) -> u32 {
        let a = u32::from(self.count > 0) << self.fields.a.get(word);
        let b = u32::from(self.count > 1) << self.fields.b.get(word);
        a | b
    }
}

/// A word under way.
struct Alu {
    word: u64,
    /// Bits in which the word differs from what the assembler makes of the text so far.
    unprinted: u64,
    is_small: bool,
    operands: Operands,
    /// The multiplexer input at which an unpack is written, 8 where none is.
    unpacked: u8,
}

pub(super) fn print(word: u64, out: &mut Lines<'_>) {
    let signal = f::SIGNAL.byte(word);
    let is_small = is_small(word);
    let (op_add, op_mul) = (f::OP_ADD.byte(word), f::OP_MUL.byte(word));
    let (add, mul) = (Side::add(word), Side::mul(word));
    let used = add.used(word) | mul.used(word);
    let (uses_a, uses_b) = (used & 1 << 6 != 0, used & 1 << 7 != 0);
    let (raddr_a, raddr_b) = (f::RADDR_A.byte(word), f::RADDR_B.byte(word));
    let mut alu = Alu {
        word,
        unprinted: word ^ IDLE,
        is_small,
        operands: Operands::new(is_small, raddr_a, raddr_b, uses_a),
        unpacked: 8,
    };
    alu.unpack(used);
    // Accesses that no operand makes.
    let reads_a = !uses_a && raddr_a != 39;
    let reads_b = !uses_b && if is_small { raddr_b < 48 } else { raddr_b != 39 };
    let has_signal = !is_small && signal != Signal::None.code();
    let has_mul = op_mul != 0 || f::WADDR_MUL.byte(word) != 39;
    let has_add = op_add != 0 || f::WADDR_ADD.byte(word) != 39 || add.set_flags;
    let mut separator = "";
    if has_add || has_mul || !(has_signal || reads_a || reads_b) {
        alu.side(&add, out);
        separator = "; ";
    }
    if has_mul {
        alu.side(&mul, out);
    }
    if reads_a {
        out.text(separator);
        out.text("read");
        out.put(operand::raw(false, raddr_a));
        separator = "; ";
    }
    if reads_b {
        out.text(separator);
        if is_small {
            out.text("read ");
            out.text(operand::small(raddr_b));
        } else {
            out.text("read");
            out.put(operand::raw(true, raddr_b));
        }
        separator = "; ";
    }
    if has_signal {
        out.text(separator);
        out.text(Signal::NAMES[usize::from(signal)]);
        separator = "; ";
    }
    alu.say_reads(uses_b || reads_b);
    if alu.unprinted != 0 {
        let form = if is_small {
            Form::AluSmallImmediate
        } else {
            Form::Alu
        };
        out.with(word, alu.unprinted, form.fields(), separator);
    }
}

impl Alu {
    /// Takes bits as said by the text.
    #[inline(always)]
    fn say(&mut self, bits: u64) {
        self.unprinted &= !bits;
    }

    /// The unpack can be written where at least one operand is unpacked; it is then written at all of them.
    #[inline]
    fn unpack(&mut self, used: u32) {
        let mux = if f::PM.is_set(self.word) {
            4
        } else if f::RADDR_A.get(self.word) < 32 {
            6
        } else {
            8
        };
        if f::UNPACK.is_set(self.word) && used >> mux & 1 != 0 {
            self.unpacked = mux;
            self.say(f::UNPACK.mask() | f::PM.mask());
        }
    }

    #[inline(always)]
    fn side(&mut self, side: &Side, out: &mut Lines<'_>) {
        let Side { fields, .. } = side;
        let waddr = fields.waddr.byte(self.word);
        let is_idle = !fields.op.is_set(self.word);
        self.say(fields.op.mask());
        // Without a target and without flags the assembler puts the ALU to sleep.
        if waddr != 39 || (side.set_flags && !is_idle) {
            out.put(side.names[usize::from(fields.condition.byte(self.word))]);
            self.say(fields.condition.mask());
        } else {
            out.put(side.names[usize::from(Condition::Always.code())]);
        }
        if side.set_flags {
            out.text(".setf");
            self.say(f::SF.mask());
        }
        if is_idle && waddr == 39 {
            return;
        }
        out.put(operand::write(side.is_b, waddr));
        self.say(fields.waddr.mask());
        if !operand::writes_either(waddr) {
            self.say(f::WS.mask());
        }
        if is_idle {
            return;
        }
        self.pack(side, waddr, out);
        let (a, b) = (fields.a.byte(self.word), fields.b.byte(self.word));
        self.say(fields.a.mask() | fields.b.mask());
        if side.count == 2 {
            self.rotation(side, &operation::ROTATIONS_LEFT, out);
            self.operand(a, out);
            self.operand(b, out);
        } else {
            self.operand(a, out);
            self.rotation(side, &operation::ROTATIONS_RIGHT, out);
            // The assembler gives the same operand twice.
            if a != b {
                self.unprinted |= fields.b.mask();
            }
        }
    }

    /// Writes the pack at the target that it packs.
    #[inline(always)]
    fn pack(&mut self, side: &Side, waddr: u8, out: &mut Lines<'_>) {
        let code = f::PACK.byte(self.word);
        if code == 0 {
            return;
        }
        if f::PM.is_set(self.word) {
            if side.fields.is_mul() {
                out.put(operand::mul_pack(code));
                // Codes from 11 on do the same as those that are 8 less, and only some dialects write them.
                self.say(f::PM.mask() | if code < 8 { f::PACK.mask() } else { 0 });
            }
        } else if !side.is_b && waddr < 32 {
            out.put(operand::file_pack(code));
            self.say(f::PACK.mask());
        }
    }

    /// Writes how far the small immediate has the MUL result rotated.
    #[inline(always)]
    fn rotation(&mut self, side: &Side, by: &'static [Piece; 16], out: &mut Lines<'_>) {
        let small = f::SMALL_IMM.byte(self.word);
        if self.is_small && small >= 48 && side.fields.is_mul() {
            out.put(by[usize::from(small & 15)]);
            self.say(f::SIGNAL.mask() | f::SMALL_IMM.mask());
        }
    }

    #[inline(always)]
    fn operand(&mut self, mux: u8, out: &mut Lines<'_>) {
        out.put(self.operands.get(mux));
        if mux == self.unpacked {
            out.put(operand::unpack(f::UNPACK.byte(self.word)));
        }
    }

    /// Takes what the reads and the signal say as said.
    #[inline(always)]
    fn say_reads(&mut self, names_b: bool) {
        self.say(f::RADDR_A.mask());
        if !self.is_small {
            self.say(f::SIGNAL.mask() | f::RADDR_B.mask());
        } else if names_b {
            // Codes that rotate are written as the numbers that they have as operands.
            let code = if f::SMALL_IMM.get(self.word) < 48 {
                f::SMALL_IMM.mask()
            } else {
                0
            };
            self.say(f::SIGNAL.mask() | code);
        }
    }
}
