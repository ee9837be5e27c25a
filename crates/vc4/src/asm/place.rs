//! Puts operations that have their ALU into a word: read ports, write ports, conditions.
//!
//! The pack and unpack codes, and the meaning of the `pm` bit for them, are decided in [`super::packing`].

use quadrille_isa::qpu::field as f;
use quadrille_isa::qpu::{AddOp, Condition, MulOp, Signal};

use super::dialect::Dialect;
use super::immediate::{choose_constants, small_code, take_rotation, take_small, take_values};
use super::operation::{Line, OperandSource, Operation, OperationKind, Problem, wish};
use super::ports::{FILE_B, Ports, Refused, Sides, mux, refuse};
use super::register::{Register, access};
use super::{packing, rule};

/// A word, and whether an operand was unpacked or rotated along with another.
#[derive(Clone, Copy)]
pub(super) struct Word {
    pub(super) bits: u64,
    pub(super) implicit_unpack: bool,
    pub(super) implicit_rotation: bool,
}

impl Word {
    pub(super) fn plain(bits: u64) -> Word {
        Word {
            bits,
            implicit_unpack: false,
            implicit_rotation: false,
        }
    }
}

/// The word of `sides`, of which `add` and `mul` are the operations (constants still open).
pub(super) fn word(
    line: &Line,
    sides: Sides<'_>,
    mut add: AddOp,
    mut mul: MulOp,
    dialect: Dialect,
) -> Result<Word, Refused> {
    let mut ports = Ports {
        a: None,
        b: None,
        small: None,
    };
    let mut implicit_rotation = false;
    if line.wants(wish::NUMBER | wish::TURN) {
        if let Some(op) = sides.add {
            add = take_values(op, Some(add), &mut ports)?.unwrap_or(add);
        }
        if let Some(op) = sides.mul {
            take_values(op, None, &mut ports)?;
            implicit_rotation = take_rotation(op, &mut ports)?;
        }
    }
    for read in line.reads() {
        if let OperandSource::Value(bits) = read {
            take_small(&mut ports, small_code(*bits), line)?;
        }
    }
    // Small immediates of moves come last, because a move of a number has many forms.
    let zero_mux = if line.wants(wish::LOAD) {
        choose_constants(line, sides, &mut add, &mut mul, &mut ports, dialect.zero())?
    } else {
        None
    };
    let signal = line.signal.unwrap_or(Signal::None);
    if ports.small.is_some() && signal != Signal::None {
        let message = "a small immediate leaves no room for a signal";
        return Err(Box::new(Problem::new(&rule::SIGNAL, line.span, message)));
    }
    take_ports(line, sides, &mut ports)?;

    let muxes = |op: Option<&Operation>, used: u8| -> [u8; 2] {
        let Some(op) = op else { return [0; 2] };
        match op.kind {
            OperationKind::Nop(_) => [0; 2],
            OperationKind::Constant(_, 0) if zero_mux.is_some() => [zero_mux.unwrap_or(0); 2],
            OperationKind::Constant(..) => [FILE_B; 2],
            _ => {
                let first = mux(op.sources[0], &ports);
                let second = if used == 2 {
                    mux(op.sources[1], &ports)
                } else {
                    first
                };
                [first, second]
            }
        }
    };
    let add_mux = muxes(sides.add, sides.add.map_or(0, |op| op.count));
    let mul_mux = muxes(sides.mul, sides.mul.map_or(0, |op| op.count));

    let parts = line.wants(wish::PART);
    let unpack = if parts {
        packing::unpack(line, sides, &mut add, mul, &ports)?
    } else {
        packing::Unpacking::NONE
    };
    let set_flags = line.wants(wish::FLAGS) && set_flags(sides, add)?;
    let floats = [add.gives_float(), mul.takes_float()];
    let results = results(
        sides,
        floats,
        unpack.mode,
        parts,
        sides
            .add
            .is_some_and(|op| matches!(op.kind, OperationKind::Move(_))),
        dialect,
    )?;
    if results.add_as_float {
        if let (Some(op), true) = (sides.add, unpack.add_takes_integer) {
            return refuse(&rule::PACK, op, packing::ARRIVES_AS_FLOAT);
        }
        add = AddOp::Fmin;
    }
    let (signal, b) = match ports.small {
        Some(small) => (Signal::SmallImmediate, small.code()),
        None => (signal, ports.b.unwrap_or(39)),
    };
    let conditions = conditions(line, sides, add, set_flags, dialect);
    let bits = f::SIGNAL.at(signal as u64)
        | f::UNPACK.at(unpack.code as u64)
        | results.bits
        | f::COND_ADD.at(conditions[0] as u64)
        | f::COND_MUL.at(conditions[1] as u64)
        | f::SF.at(u64::from(set_flags))
        | f::OP_MUL.at(mul as u64)
        | f::OP_ADD.at(add as u64)
        | f::RADDR_A.at(u64::from(ports.a.unwrap_or(39)))
        | f::RADDR_B.at(u64::from(b))
        | f::ADD_A.at(u64::from(add_mux[0]))
        | f::ADD_B.at(u64::from(add_mux[1]))
        | f::MUL_A.at(u64::from(mul_mux[0]))
        | f::MUL_B.at(u64::from(mul_mux[1]));
    Ok(Word {
        bits,
        implicit_unpack: unpack.implicit,
        implicit_rotation,
    })
}

/// Calls `visit` for every register of a file that is read.
#[inline]
fn each_port_read(
    line: &Line,
    sides: Sides<'_>,
    mut visit: impl FnMut(&Register, quadrille_base::Span) -> Result<(), Refused>,
) -> Result<(), Refused> {
    let mut all = |sources: &[OperandSource], span| {
        for source in sources {
            if let OperandSource::Register(register) = source
                && !register.is_accumulator()
            {
                visit(register, span)?;
            }
        }
        Ok(())
    };
    if let Some(op) = sides.add {
        all(op.operands(), op.span)?;
    }
    if let Some(op) = sides.mul {
        all(op.operands(), op.span)?;
    }
    all(line.reads(), line.span)
}

/// Gives every register that is read a port: first those of one file only, then the others, A before B.
fn take_ports(line: &Line, sides: Sides<'_>, ports: &mut Ports) -> Result<(), Refused> {
    const BOTH: u8 = access::READ_A | access::READ_B;
    let mut has_flexible = false;
    each_port_read(line, sides, |register, span| {
        let fits = match register.access & BOTH {
            access::READ_A => take_port(&mut ports.a, register.number),
            access::READ_B if ports.small.is_some() => {
                let message = "a small immediate takes the place of the read from file B";
                let problem = Problem::new(&rule::SMALL_IMMEDIATE, span, message);
                return Err(Box::new(problem.note("rotations are small immediates too")));
            }
            access::READ_B => take_port(&mut ports.b, register.number),
            BOTH => {
                has_flexible = true;
                true
            }
            _ => {
                let message = "this register can be written but not read";
                return Err(Box::new(Problem::new(&rule::REGISTER, span, message)));
            }
        };
        if fits {
            Ok(())
        } else {
            Err(Box::new(two_of_one_file(span, register.access & BOTH)))
        }
    })?;
    if !has_flexible {
        return Ok(());
    }
    each_port_read(line, sides, |register, span| {
        let fits = register.access & BOTH != BOTH
            || take_port(&mut ports.a, register.number)
            || (ports.small.is_none() && take_port(&mut ports.b, register.number));
        if fits {
            Ok(())
        } else {
            Err(Box::new(two_of_one_file(span, BOTH)))
        }
    })
}

fn two_of_one_file(span: quadrille_base::Span, files: u8) -> Problem {
    let message = match files {
        access::READ_A => "this reads a second address of file A",
        access::READ_B => "this reads a second address of file B",
        _ => "both register files are read at other addresses already",
    };
    Problem::new(&rule::READ_PORT, span, message)
        .note("move one of the registers to the other file or to an accumulator")
}

fn take_port(port: &mut Option<u8>, number: u8) -> bool {
    if port.is_none_or(|taken| taken == number) {
        *port = Some(number);
        return true;
    }
    false
}

/// Whether flags are set; they come from the ADD result unless that operation is nop.
fn set_flags(sides: Sides<'_>, add: AddOp) -> Result<bool, Refused> {
    if let Some(op) = sides.mul
        && op.set_flags
        && add != AddOp::Nop
    {
        let message = "flags come from the ADD operation, so that the MUL operation cannot set them here";
        return refuse(&rule::ALU, op, message);
    }
    Ok([sides.add, sides.mul]
        .into_iter()
        .flatten()
        .any(|op| op.set_flags))
}

/// The conditions of both sides. A side that writes nothing and sets no flags has condition never, which
/// keeps the ALU asleep.
fn conditions(
    line: &Line,
    sides: Sides<'_>,
    add: AddOp,
    set_flags: bool,
    dialect: Dialect,
) -> [Condition; 2] {
    let of = |op: Option<&Operation>, flags: bool| match op {
        Some(op) if op.target.write_address() != 39 || (flags && !op.is_nop()) || line.keeps_conditions => {
            op.condition.unwrap_or(Condition::Always)
        }
        _ => Condition::Never,
    };
    let mut of_add = of(sides.add, set_flags);
    if set_flags && add == AddOp::Nop && of_add == Condition::Never && dialect.flags_wake_add() {
        of_add = Condition::Always;
    }
    [of_add, of(sides.mul, set_flags && add == AddOp::Nop)]
}

/// Write addresses, write swap, pack and `pm`, at their places in the word.
#[derive(Clone, Copy)]
pub(super) struct Results {
    pub(super) bits: u64,
    /// The ADD side is a move that must be `fmin` to be packed as a float.
    pub(super) add_as_float: bool,
}

/// The write address and pack fields of the results. `floats` says which side's result is a float, `mode` which `pm` an
/// unpack needs, `parts` whether a target may have a pack, `add_is_move` whether the ADD operation may become `fmin`.
pub(super) fn results(
    sides: Sides<'_>,
    floats: [bool; 2],
    mode: Option<bool>,
    parts: bool,
    add_is_move: bool,
    dialect: Dialect,
) -> Result<Results, Refused> {
    const BOTH: u8 = access::WRITE_A | access::WRITE_B;
    let mut swap = None;
    for (op, a_swap) in [(sides.add, false), (sides.mul, true)] {
        let Some(op) = op else { continue };
        let wanted = match op.target.access & BOTH {
            BOTH => continue,
            access::WRITE_A => a_swap,
            access::WRITE_B => !a_swap,
            _ => {
                let message = if op.target.is_accumulator() && op.target.number == 5 {
                    "r5 is written as r5rep (one value for all) or r5quad (one for each quad)"
                } else {
                    "this register can be read but not written"
                };
                return refuse(&rule::REGISTER, op, message);
            }
        };
        if swap.is_some_and(|swap| swap != wanted) {
            let problem = Problem::new(
                &rule::WRITE_PORT,
                op.span,
                "both results go to the same register file",
            );
            return Err(Box::new(
                problem.note("one of them must go to the other file or to an accumulator"),
            ));
        }
        swap = Some(wanted);
    }
    let swap = swap.unwrap_or(false);
    let pack = if parts {
        packing::pack(sides, swap, floats, mode, add_is_move, dialect)?
    } else {
        packing::Packing::none(mode)
    };
    let address = |op: Option<&Operation>| op.map_or(39, |op| u64::from(op.target.write_address()));
    Ok(Results {
        bits: f::WS.at(u64::from(swap))
            | f::WADDR_ADD.at(address(sides.add))
            | f::WADDR_MUL.at(address(sides.mul))
            | f::PM.at(u64::from(pack.mode))
            | f::PACK.at(u64::from(pack.code)),
        add_as_float: pack.add_as_float,
    })
}
