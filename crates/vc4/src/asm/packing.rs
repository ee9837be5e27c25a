//! Pack and unpack of a word, which share one bit, `pm`, for their meaning. Guide, section 3.

use quadrille_base::Span;
use quadrille_isa::qpu::{AddOp, MulOp, Unpack};

use super::dialect::Dialect;
use super::operation::{Line, OperandSource, Operation, OperationKind, Problem};
use super::ports::{FILE_A, Ports, Sides, mux};
use super::rule;
use super::slice::{Demand, Part, Slice};

type Refused = Box<Problem>;

fn refuse<T>(op: &Operation, message: &'static str) -> Result<T, Refused> {
    refuse_at(op.span, message)
}

fn refuse_at<T>(span: Span, message: &'static str) -> Result<T, Refused> {
    Err(Box::new(Problem::new(&rule::PACK, span, message)))
}

pub(super) const ARRIVES_AS_FLOAT: &str = "the operand arrives as a float here";

/// The unpack of a word.
#[derive(Clone, Copy)]
pub(super) struct Unpacking {
    pub(super) code: Unpack,
    /// The `pm` bit that it needs, where there is one.
    pub(super) mode: Option<bool>,
    /// Whether an operand is unpacked that did not ask for it.
    pub(super) implicit: bool,
    /// Whether the ADD operation takes the operand, and the text demands an integer.
    pub(super) add_takes_integer: bool,
}

impl Unpacking {
    /// No unpack.
    pub(super) const NONE: Unpacking = Unpacking {
        code: Unpack::None,
        mode: None,
        implicit: false,
        add_takes_integer: false,
    };
}

/// An operand that can be unpacked, r4 with `pm` 1 and general registers of file A with `pm` 0.
fn mode_of(source: OperandSource, ports: &Ports) -> Option<bool> {
    let OperandSource::Register(register) = source else {
        return None;
    };
    if register.is_accumulator() {
        return (register.number == 4).then_some(true);
    }
    (register.number < 32 && mux(source, ports) == FILE_A).then_some(false)
}

/// The unpack that operands and reads ask for. A move in the ADD ALU that must deliver a float becomes `fmin`.
pub(super) fn unpack(
    line: &Line,
    sides: Sides<'_>,
    add: &mut AddOp,
    mul: MulOp,
    ports: &Ports,
) -> Result<Unpacking, Refused> {
    let mut found: Option<(Slice, bool)> = None;
    for read in line.reads() {
        if let OperandSource::Register(register) = read
            && !register.slice.is_none()
        {
            take(&mut found, *read, register.slice, ports, line.span)?;
        }
    }
    for op in [sides.add, sides.mul].into_iter().flatten() {
        for source in op.operands() {
            if let Some(slice) = wish(op, *source, ports) {
                take(&mut found, *source, slice, ports, op.span)?;
            }
        }
        if !op.unpack.is_none() && found.is_none() {
            return refuse(op, "no operand can be unpacked");
        }
    }
    let Some((slice, mode)) = found else {
        return Ok(Unpacking::NONE);
    };
    demand(sides, slice, mode, add, mul, ports)?;
    Ok(Unpacking {
        code: slice.unpack(),
        mode: Some(mode),
        implicit: check_others(sides, mode, ports)?,
        add_takes_integer: slice.demand == Demand::Integer
            && slice.part != Part::Replicate
            && takes(sides.add, mode, ports),
    })
}

/// Adds the slice that a source asks for to what was found before; there is one unpack and one meaning of it.
fn take(
    found: &mut Option<(Slice, bool)>,
    source: OperandSource,
    slice: Slice,
    ports: &Ports,
    span: Span,
) -> Result<(), Refused> {
    let Some(mode) = mode_of(source, ports) else {
        return refuse_at(span, "only general registers of file A and r4 can be unpacked");
    };
    // A name for a part of a register may say how to saturate, which counts where it is written.
    if slice.saturate && matches!(slice.part, Part::Whole | Part::Replicate) {
        return refuse_at(span, "an operand cannot be saturated");
    }
    match *found {
        Some((other, _)) if other.unpack() != slice.unpack() => {
            refuse_at(span, "this asks for a second unpack in one instruction")
        }
        Some((_, other)) if other != mode => {
            refuse_at(span, "file A and r4 cannot both be unpacked in one instruction")
        }
        Some((other, _)) if other.demand != Demand::Any => Ok(()),
        _ => {
            *found = Some((slice, mode));
            Ok(())
        }
    }
}

/// The slice that an operand asks for, itself or by its operation.
fn wish(op: &Operation, source: OperandSource, ports: &Ports) -> Option<Slice> {
    let OperandSource::Register(register) = source else {
        return None;
    };
    if !register.slice.is_none() {
        return Some(register.slice);
    }
    if op.unpack.is_none() {
        return None;
    }
    let mode = mode_of(source, ports)?;
    // An integer can come from file A only, and a float from file A only for a float operation.
    let possible = match op.unpack.demand {
        Demand::Integer => !mode,
        Demand::Float => mode || op_takes_float(op),
        Demand::Any => true,
    };
    possible.then_some(op.unpack)
}

fn op_takes_float(op: &Operation) -> bool {
    match op.kind {
        OperationKind::Alu(add, mul) => {
            add.is_some_and(AddOp::takes_float) || mul.is_some_and(MulOp::takes_float)
        }
        _ => false,
    }
}

/// Whether an operation takes what is unpacked.
fn takes(op: Option<&Operation>, mode: bool, ports: &Ports) -> bool {
    op.is_some_and(|op| {
        op.operands()
            .iter()
            .any(|source| mode_of(*source, ports) == Some(mode))
    })
}

/// Checks that the operand arrives in the form that the text demands: r4 always as a float, file A as a
/// float where an operation that reads it is one (hardware vectors of doe300/VC4C).
fn demand(
    sides: Sides<'_>,
    slice: Slice,
    mode: bool,
    add: &mut AddOp,
    mul: MulOp,
    ports: &Ports,
) -> Result<(), Refused> {
    if slice.demand == Demand::Any || slice.part == Part::Replicate {
        return Ok(());
    }
    let reads = |op| takes(op, mode, ports);
    if !reads(sides.add) && !reads(sides.mul) {
        // A read without an operation: what takes the value later decides its form.
        return Ok(());
    }
    let as_float = mode || (add.takes_float() && reads(sides.add)) || (mul.takes_float() && reads(sides.mul));
    let Some(op) = sides.add.or(sides.mul) else {
        return Ok(());
    };
    match (slice.demand, as_float) {
        (Demand::Integer, true) => refuse(op, ARRIVES_AS_FLOAT),
        (Demand::Float, false) => {
            let add_moves = reads(sides.add)
                && sides
                    .add
                    .is_some_and(|op| matches!(op.kind, OperationKind::Move(_)));
            if !add_moves {
                return refuse(op, "the operand arrives as an integer here");
            }
            *add = AddOp::Fmin;
            Ok(())
        }
        _ => Ok(()),
    }
}

/// Operands that are unpacked without asking: an error in the other operation, worth a warning in the same.
fn check_others(sides: Sides<'_>, mode: bool, ports: &Ports) -> Result<bool, Refused> {
    let mut implicit = false;
    for op in [sides.add, sides.mul].into_iter().flatten() {
        let hit = |source: &&OperandSource| mode_of(**source, ports) == Some(mode);
        let asked = op
            .operands()
            .iter()
            .filter(hit)
            .filter(|source| wish(op, **source, ports).is_some());
        let (hits, asked) = (op.operands().iter().filter(hit).count(), asked.count());
        if hits > 0 && asked == 0 {
            return refuse(op, "the unpack of the other operation acts on this one too");
        }
        implicit |= asked < hits;
    }
    Ok(implicit)
}

/// The pack of a word.
#[derive(Clone, Copy)]
pub(super) struct Packing {
    pub(super) mode: bool,
    pub(super) code: u8,
    pub(super) add_as_float: bool,
}

impl Packing {
    /// No pack, with the `pm` bit that an unpack needs.
    pub(super) fn none(mode: Option<bool>) -> Packing {
        Packing {
            mode: mode.unwrap_or(false),
            code: 0,
            add_as_float: false,
        }
    }
}

/// The pack that a target asks for. `mode` is the `pm` bit that an unpack needs.
pub(super) fn pack(
    sides: Sides<'_>,
    swap: bool,
    floats: [bool; 2],
    mode: Option<bool>,
    add_is_move: bool,
    dialect: Dialect,
) -> Result<Packing, Refused> {
    let mut packing = Packing::none(mode);
    let mut packed = false;
    for (is_mul, op) in [(false, sides.add), (true, sides.mul)] {
        let Some(op) = op else { continue };
        let slice = op.target.slice;
        if slice.is_none() {
            continue;
        }
        if packed {
            return refuse(op, "an instruction packs one result");
        }
        packed = true;
        if slice.source_only {
            return refuse(op, "this suffix belongs to an operand, not to a target");
        }
        let writes_file_a = is_mul == swap && op.target.write_address() < 32;
        let of_file = slice.file_pack().filter(|_| writes_file_a && mode != Some(true));
        let of_mul = slice.mul_pack(dialect).filter(|_| is_mul && mode != Some(false));
        match (of_file, of_mul) {
            (Some(pack), _) => {
                (packing.mode, packing.code) = (false, pack.code());
                packing.add_as_float =
                    check_half(op, slice, floats[usize::from(is_mul)], !is_mul && add_is_move)?;
            }
            (None, Some(pack)) => (packing.mode, packing.code) = (true, pack.code()),
            (None, None) => return refuse(op, why_not(slice, is_mul, writes_file_a, mode)),
        }
    }
    Ok(packing)
}

/// Whether a 16-bit pack of this kind goes with the operation; `Ok(true)` where a move must become `fmin`.
fn check_half(op: &Operation, slice: Slice, gives_float: bool, is_move: bool) -> Result<bool, Refused> {
    if !matches!(slice.part, Part::Half0 | Part::Half1) {
        return Ok(false);
    }
    match (slice.demand, gives_float) {
        (Demand::Integer, true) => refuse(op, "a float result is packed as a half float"),
        (Demand::Float, false) if is_move => Ok(true),
        (Demand::Float, false) => refuse(op, "an integer result is packed as an integer"),
        _ => Ok(false),
    }
}

fn why_not(slice: Slice, is_mul: bool, writes_file_a: bool, mode: Option<bool>) -> &'static str {
    if mode == Some(true) && writes_file_a {
        "unpacking r4 leaves only the pack of the MUL operation"
    } else if mode == Some(false) && is_mul && !writes_file_a {
        "unpacking file A leaves only the pack of a write to file A"
    } else if slice.mul_pack(Dialect::default()).is_none() {
        "this pack needs a general register of file A as the target"
    } else if is_mul {
        "this pack needs the MUL operation, or a general register of file A as the target"
    } else {
        "the ADD operation can pack only into a general register of file A"
    }
}
