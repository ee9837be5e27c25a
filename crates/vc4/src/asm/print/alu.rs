//! ALU words.

use quadrille_isa::qpu::{AddOp, Condition, Form, MulOp, Signal, field as f};

use super::operand;

/// The word's fields, and the word that the printed text stands for as far as it is written.
struct Alu {
    word: u64,
    printed: u64,
    is_small: bool,
    small: u8,
    raddr_a: u8,
    raddr_b: u8,
    /// Unpack code to write at operands, 0 where none is or none can be.
    unpack: u8,
    /// Whether the unpack is that of r4.
    unpack_r4: bool,
    /// Whether a printed operand reads file A, and whether such an address is A's alone.
    uses_a: bool,
    uses_b: bool,
}

/// How an operation is written, before its operands.
struct Side {
    is_mul: bool,
    name: &'static str,
    condition: Condition,
    set_flags: bool,
    waddr: u8,
    muxes: [u8; 2],
    count: u8,
    is_b: bool,
}

pub(super) fn print(word: u64, out: &mut String) {
    let is_small = f::SIGNAL.get(word) == 13;
    let add = AddOp::from_code(f::OP_ADD.byte(word)).unwrap_or(AddOp::Nop);
    let mul = MulOp::from_code(f::OP_MUL.byte(word)).unwrap_or(MulOp::Nop);
    let swap = f::WS.is_set(word);
    let set_flags = f::SF.is_set(word);
    let condition = |code| Condition::from_code(code).unwrap_or(Condition::Never);
    let mut add_side = Side {
        is_mul: false,
        name: add.name(),
        condition: condition(f::COND_ADD.byte(word)),
        set_flags: set_flags && (add != AddOp::Nop || mul == MulOp::Nop),
        waddr: f::WADDR_ADD.byte(word),
        muxes: [f::ADD_A.byte(word), f::ADD_B.byte(word)],
        count: add.operands(),
        is_b: swap,
    };
    let mut mul_side = Side {
        is_mul: true,
        name: mul.name(),
        condition: condition(f::COND_MUL.byte(word)),
        set_flags: set_flags && add == AddOp::Nop && mul != MulOp::Nop,
        waddr: f::WADDR_MUL.byte(word),
        muxes: [f::MUL_A.byte(word), f::MUL_B.byte(word)],
        count: mul.operands(),
        is_b: !swap,
    };
    let mut alu = Alu {
        word,
        printed: f::RADDR_A.at(39),
        is_small,
        small: f::SMALL_IMM.byte(word),
        raddr_a: f::RADDR_A.byte(word),
        raddr_b: f::RADDR_B.byte(word),
        unpack: 0,
        unpack_r4: f::PM.is_set(word),
        uses_a: uses(&add_side, 6) || uses(&mul_side, 6),
        uses_b: uses(&add_side, 7) || uses(&mul_side, 7),
    };
    alu.choose_unpack(&add_side, &mul_side);
    let has_mul = mul != MulOp::Nop || mul_side.waddr != 39;
    let signal = Signal::from_code(f::SIGNAL.byte(word)).unwrap_or(Signal::None);
    let has_signal = !is_small && signal != Signal::None;
    let add_is_idle = add == AddOp::Nop && add_side.waddr == 39 && !add_side.set_flags;
    if add == AddOp::Or && alu.is_register_move(&add_side) {
        (add_side.name, add_side.count) = ("mov", 1);
    }
    if mul == MulOp::V8min && alu.is_register_move(&mul_side) {
        (mul_side.name, mul_side.count) = ("mov", 1);
    }
    let mut has_parts = false;
    if has_mul || !add_is_idle || !(has_signal || alu.has_reads()) {
        alu.side(&add_side, add, out);
        has_parts = true;
    }
    if has_mul {
        out.push_str("; ");
        alu.side(&mul_side, mul, out);
    } else {
        alu.printed |= f::WADDR_MUL.at(39);
    }
    if !has_parts {
        alu.printed |= f::WADDR_ADD.at(39);
    }
    has_parts = alu.reads(has_parts, out);
    if has_signal {
        out.push_str(if has_parts { "; " } else { "" });
        out.push_str(signal.name());
        has_parts = true;
    }
    alu.finish(&add_side, &mul_side, has_mul);
    let form = if is_small {
        Form::AluSmallImmediate
    } else {
        Form::Alu
    };
    super::with(word, alu.printed, form.fields(), has_parts, out);
}

/// Whether an operand that is written comes from this multiplexer input.
#[inline]
fn uses(side: &Side, mux: u8) -> bool {
    (side.count > 0 && side.muxes[0] == mux) || (side.count > 1 && side.muxes[1] == mux)
}

impl Alu {
    /// The unpack can be written where at least one operand is unpacked; it is then written at all of them.
    #[inline]
    fn choose_unpack(&mut self, add: &Side, mul: &Side) {
        let code = f::UNPACK.byte(self.word);
        if code == 0 {
            return;
        }
        let hit = if self.unpack_r4 {
            uses(add, 4) || uses(mul, 4)
        } else {
            self.raddr_a < 32 && self.uses_a
        };
        if hit {
            self.unpack = code;
            self.printed |= f::UNPACK.at(u64::from(code)) | f::PM.at(u64::from(self.unpack_r4));
        }
    }

    /// `or x, a, a` and `v8min x, a, a` are moves, unless `a` is a number, for which `mov` means more.
    #[inline]
    fn is_register_move(&self, side: &Side) -> bool {
        side.muxes[0] == side.muxes[1] && !(side.muxes[0] == 7 && self.is_small)
    }

    /// The rotation that the small immediate asks of the MUL result, as its distance from code 48.
    #[inline]
    fn rotation(&self) -> Option<u8> {
        (self.is_small && self.small >= 48).then(|| self.small - 48)
    }

    fn side(&mut self, side: &Side, op: impl Into<Code>, out: &mut String) {
        let op = op.into().0;
        out.push_str(side.name);
        let writes = side.waddr != 39;
        // Without a target and without flags the assembler puts the ALU to sleep.
        let flags_from_here = side.set_flags && op != 0;
        let condition = if writes || flags_from_here {
            side.condition
        } else {
            Condition::Never
        };
        if writes || flags_from_here {
            match condition {
                Condition::Always => {}
                other => {
                    out.push('.');
                    out.push_str(other.name());
                }
            }
        }
        if side.set_flags {
            out.push_str(".setf");
            self.printed |= f::SF.mask();
        }
        let fields = if side.is_mul {
            (f::OP_MUL, f::COND_MUL, f::WADDR_MUL, f::MUL_A, f::MUL_B)
        } else {
            (f::OP_ADD, f::COND_ADD, f::WADDR_ADD, f::ADD_A, f::ADD_B)
        };
        self.printed |=
            fields.0.at(u64::from(op)) | fields.1.at(condition as u64) | fields.2.at(u64::from(side.waddr));
        if op == 0 && !writes {
            return;
        }
        out.push(' ');
        operand::write(side.is_b, side.waddr, out);
        if op == 0 {
            return;
        }
        self.pack(side, out);
        let rotation = if side.is_mul { self.rotation() } else { None };
        if let Some(by) = rotation
            && side.count == 2
        {
            out.push_str(" << ");
            turn(by, out);
            self.printed |= f::SIGNAL.at(13) | f::SMALL_IMM.at(u64::from(self.small));
        }
        let second = if side.count == 2 {
            side.muxes[1]
        } else {
            side.muxes[0]
        };
        self.printed |= fields.3.at(u64::from(side.muxes[0])) | fields.4.at(u64::from(second));
        for at in 0..usize::from(side.count) {
            out.push_str(", ");
            self.operand(side.muxes[at], out);
        }
        if let Some(by) = rotation
            && side.count == 1
        {
            out.push_str(" >> ");
            turn(by, out);
            self.printed |= f::SIGNAL.at(13) | f::SMALL_IMM.at(u64::from(self.small));
        }
    }

    /// Writes the pack at the target that it packs.
    #[inline]
    fn pack(&mut self, side: &Side, out: &mut String) {
        let code = f::PACK.byte(self.word);
        if code == 0 {
            return;
        }
        if f::PM.is_set(self.word) {
            if side.is_mul {
                operand::mul_pack(code, out);
                self.printed |= f::PACK.at(u64::from(code)) | f::PM.mask();
            }
        } else if !side.is_b && side.waddr < 32 {
            operand::file_pack(code, out);
            self.printed |= f::PACK.at(u64::from(code));
        }
    }

    #[inline]
    fn operand(&mut self, mux: u8, out: &mut String) {
        static ACCUMULATORS: [&str; 6] = ["r0", "r1", "r2", "r3", "r4", "r5"];
        match mux {
            0..=5 => {
                out.push_str(ACCUMULATORS[usize::from(mux)]);
                if mux == 4 && self.unpack != 0 && self.unpack_r4 {
                    operand::unpack(self.unpack, out);
                }
            }
            6 => {
                operand::read(false, self.raddr_a, out);
                self.printed = f::RADDR_A.with(self.printed, u64::from(self.raddr_a));
                if self.unpack != 0 && !self.unpack_r4 {
                    operand::unpack(self.unpack, out);
                }
            }
            _ if self.is_small => operand::small(self.small, out),
            // A name that both files have would be taken from A, unless A is taken by one of its own.
            _ if operand::reads_either(self.raddr_b)
                && (!self.uses_a || operand::reads_either(self.raddr_a)) =>
            {
                operand::raw(true, self.raddr_b, out);
            }
            _ => operand::read(true, self.raddr_b, out),
        }
    }

    /// Whether a register file is read, or a small immediate given, that no operand uses.
    #[inline]
    fn has_reads(&self) -> bool {
        let b = if self.is_small {
            self.small < 48
        } else {
            self.raddr_b != 39
        };
        (!self.uses_a && self.raddr_a != 39) || (!self.uses_b && b)
    }

    /// Writes accesses that no operand makes.
    #[inline]
    fn reads(&mut self, mut has_parts: bool, out: &mut String) -> bool {
        if !self.uses_a && self.raddr_a != 39 {
            out.push_str(if has_parts { "; read " } else { "read " });
            operand::raw(false, self.raddr_a, out);
            self.printed = f::RADDR_A.with(self.printed, u64::from(self.raddr_a));
            has_parts = true;
        }
        if !self.uses_b && (self.is_small && self.small < 48 || !self.is_small && self.raddr_b != 39) {
            out.push_str(if has_parts { "; read " } else { "read " });
            if self.is_small {
                operand::small(self.small, out);
            } else {
                operand::raw(true, self.raddr_b, out);
            }
            self.uses_b = true;
            has_parts = true;
        }
        has_parts
    }

    /// Completes the printed word: file B or small immediate, signal, write swap.
    #[inline]
    fn finish(&mut self, add: &Side, mul: &Side, has_mul: bool) {
        if self.is_small && self.uses_b {
            let rotated = f::SIGNAL.get(self.printed) == 13;
            let code = if self.small >= 48 && !rotated {
                self.small - 32
            } else {
                self.small
            };
            self.printed |= f::SIGNAL.at(13) | f::SMALL_IMM.at(u64::from(code));
        } else if f::SIGNAL.get(self.printed) != 13 {
            let b = if self.uses_b { self.raddr_b } else { 39 };
            let signal = if self.is_small {
                1
            } else {
                f::SIGNAL.get(self.word)
            };
            self.printed |= f::SIGNAL.at(signal) | f::RADDR_B.at(u64::from(b));
        }
        let fixed = !operand::writes_either(add.waddr) || (has_mul && !operand::writes_either(mul.waddr));
        if fixed {
            self.printed |= self.word & f::WS.mask();
        }
    }
}

fn turn(by: u8, out: &mut String) {
    if by == 0 {
        out.push_str("r5");
    } else {
        super::decimal(u32::from(by), out);
    }
}

/// The code of an operation of either ALU.
struct Code(u8);

impl From<AddOp> for Code {
    fn from(op: AddOp) -> Code {
        Code(op.code())
    }
}

impl From<MulOp> for Code {
    fn from(op: MulOp) -> Code {
        Code(op.code())
    }
}
