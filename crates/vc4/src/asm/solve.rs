//! From the parts of a line to the word: which ALU takes which operation, which file which operand.
//!
//! The first operation prefers the ADD ALU, the second the MUL ALU. If that has no encoding the two change
//! places; if that has none either, operations that another operation of the other ALU equals (`v8min x,
//! a, a` is `or x, a, a`) may cross. The first of these that works is the word.

use quadrille_isa::qpu::field as f;
use quadrille_isa::qpu::{AddOp, Condition, FilePack, ImmediateKind, MulOp, SmallImmediate};

use super::dialect::Dialect;
use super::mnemonic::Choice;
use super::operation::{Line, OperandSource, Operation, OperationKind, Problem, wish};
use super::place::Word;
use super::ports::Sides;
use super::register::{Register, Turn};
use super::{place, rule};

/// The word of a line that is no branch; also what is to be warned of.
pub(super) fn word(line: &Line, dialect: Dialect) -> Result<Word, Box<Problem>> {
    let load = if line.wants(wish::LOAD) {
        load(line, dialect)?
    } else {
        None
    };
    let mut word = match load {
        Some(word) => Word::plain(word),
        None => alu(line, dialect)?,
    };
    word.bits = line.apply(word.bits);
    Ok(word)
}

fn alu(line: &Line, dialect: Dialect) -> Result<Word, Box<Problem>> {
    let operations = line.operations();
    let (first, second) = (operations.first(), operations.get(1));
    let may_turn = line.wants(wish::TURN);
    let mut orders = [
        Sides {
            add: first,
            mul: second,
        },
        Sides {
            add: second,
            mul: first,
        },
    ];
    let is_bytes = |op: &Operation| matches!(op.kind, OperationKind::Alu(Some(_), Some(_)));
    if first.is_some_and(is_bytes) && dialect.bytes_prefer_mul() {
        orders.reverse();
    }
    let mut refused = None;
    for loose in [false, true] {
        for sides in orders {
            let (add, mul) = (
                sides
                    .add
                    .map_or(Some(AddOp::Nop), |op| add_op(op, loose, may_turn)),
                sides.mul.map_or(Some(MulOp::Nop), |op| mul_op(op, loose)),
            );
            if let (Some(add), Some(mul)) = (add, mul) {
                match place::word(line, sides, add, mul, dialect) {
                    Ok(word) => return Ok(word),
                    Err(problem) => refused = refused.or(Some(problem)),
                }
            }
        }
    }
    Err(refused.unwrap_or_else(|| no_alu(operations)))
}

/// Why neither order works.
fn no_alu(operations: &[Operation]) -> Box<Problem> {
    let Some(last) = operations.last() else {
        unreachable!("an empty line always has an encoding")
    };
    let turned = operations
        .iter()
        .find(|op| is_turned(op) && mul_op(op, false).is_none());
    if let Some(op) = turned {
        let message = "only the MUL operation can be rotated";
        return Box::new(Problem::new(&rule::ROTATION, op.span, message));
    }
    let both_add = operations.iter().all(|op| mul_op(op, true).is_none());
    let message = if both_add {
        "both operations need the ADD ALU"
    } else {
        "both operations need the MUL ALU"
    };
    Box::new(Problem::new(&rule::ALU, last.span, message))
}

/// Whether target or operand has a rotation.
fn is_turned(operation: &Operation) -> bool {
    let turned = |register: &Register| register.turn != Turn::By(0);
    turned(&operation.target)
        || operation
            .operands()
            .iter()
            .any(|source| matches!(source, OperandSource::Register(register) if turned(register)))
}

fn same_operands(operation: &Operation) -> bool {
    operation.count == 2 && operation.sources[0] == operation.sources[1]
}

/// The ADD operation that does `operation`. A constant counts as `or` until its immediate is chosen.
#[inline]
fn add_op(operation: &Operation, loose: bool, may_turn: bool) -> Option<AddOp> {
    if may_turn && is_turned(operation) {
        return None;
    }
    match operation.kind {
        OperationKind::Alu(Some(op), _) => Some(op),
        OperationKind::Alu(None, Some(MulOp::V8min | MulOp::V8max)) if loose && same_operands(operation) => {
            Some(AddOp::Or)
        }
        OperationKind::Nop(Choice::Either | Choice::Add) => Some(AddOp::Nop),
        OperationKind::Move(Choice::Either | Choice::Add)
        | OperationKind::Constant(Choice::Either | Choice::Add, _) => Some(AddOp::Or),
        _ => None,
    }
}

/// The MUL operation that does `operation`. A constant counts as `v8min` until its immediate is chosen.
#[inline]
fn mul_op(operation: &Operation, loose: bool) -> Option<MulOp> {
    match operation.kind {
        OperationKind::Alu(_, Some(op)) => Some(op),
        OperationKind::Alu(Some(op), None) if loose && same_operands(operation) => match op {
            AddOp::Or | AddOp::And | AddOp::Min | AddOp::Max => Some(MulOp::V8min),
            AddOp::Xor | AddOp::Sub => Some(MulOp::V8subs),
            _ => None,
        },
        OperationKind::Nop(Choice::Either | Choice::Mul) => Some(MulOp::Nop),
        OperationKind::Move(Choice::Either | Choice::Mul)
        | OperationKind::Constant(Choice::Either | Choice::Mul, _) => Some(MulOp::V8min),
        _ => None,
    }
}

/// The immediate of a load immediate word and its mode.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Content {
    mode: u64,
    value: u32,
}

/// The word as a load immediate or semaphore, if the line asks for one or is better served by one.
fn load(line: &Line, dialect: Dialect) -> Result<Option<u64>, Box<Problem>> {
    let operations = line.operations();
    let demanded = operations
        .iter()
        .find(|op| matches!(op.kind, OperationKind::Load(..) | OperationKind::Semaphore(_)));
    let mut content: Option<Content> = None;
    let mut fits = line.signal.is_none() && line.reads().is_empty();
    for operation in operations {
        let here = match operation.kind {
            OperationKind::Nop(_) => continue,
            OperationKind::Constant(_, value) => Content { mode: 0, value },
            OperationKind::Load(kind, value) => Content {
                mode: kind as u64,
                value,
            },
            OperationKind::Semaphore(value) => Content { mode: 4, value },
            OperationKind::Alu(..) | OperationKind::Move(_) => {
                fits = false;
                continue;
            }
        };
        fits &= content.is_none_or(|other| other == here);
        content = content.or(Some(here));
        let rest_stays = !operation.target.slice.is_none() && !writes_whole(operation) && here.value != 0;
        if demanded.is_none() && SmallImmediate::of_value(here.value).is_some() {
            // A small immediate keeps its ALU form where flags or a part of a register are at stake.
            let for_flags = operation.set_flags && dialect.keeps_flags_in_alu();
            fits &= !for_flags && !rest_stays;
        }
    }
    match (content, demanded) {
        (Some(content), _) if fits => load_word(operations, content, dialect).map(Some),
        (_, Some(demanded)) => {
            let message = "this fills the whole instruction, so that nothing can stand beside it";
            let problem = Problem::new(&rule::LOAD_IMMEDIATE, demanded.span, message);
            Err(Box::new(problem.note(
                "two loads can share an instruction if their value is the same",
            )))
        }
        _ => Ok(None),
    }
}

fn writes_whole(operation: &Operation) -> bool {
    matches!(
        operation.target.slice.file_pack(),
        Some(FilePack::None | FilePack::Replicate | FilePack::Saturate | FilePack::ReplicateSaturate)
    )
}

fn load_word(operations: &[Operation], content: Content, dialect: Dialect) -> Result<u64, Box<Problem>> {
    let (mut add, mut mul) = (operations.first(), operations.get(1));
    let choice = |operation: &Operation| match operation.kind {
        OperationKind::Constant(choice, _) | OperationKind::Nop(choice) | OperationKind::Move(choice) => {
            choice
        }
        _ => Choice::Either,
    };
    if add.is_some_and(|op| choice(op) == Choice::Mul) || mul.is_some_and(|op| choice(op) == Choice::Add) {
        (add, mul) = (mul, add);
    }
    add = add.filter(|op| !op.is_nop());
    mul = mul.filter(|op| !op.is_nop());
    if add.is_none() && dialect.loads_in_add_place() {
        (add, mul) = (mul, add);
    }
    let sides = Sides { add, mul };
    if let Some(turned) = operations.iter().find(|op| is_turned(op)) {
        let message = "a load immediate cannot be rotated";
        return Err(Box::new(Problem::new(&rule::ROTATION, turned.span, message)));
    }
    let results = place::results(sides, [false; 2], None, true, false, dialect)?;
    let set_flags = operations.iter().any(|op| op.set_flags);
    let condition = |operation: Option<&Operation>, keep: bool| match operation {
        Some(op) if op.target.write_address() != 39 || keep => op.condition.unwrap_or(Condition::Always),
        _ => Condition::Never,
    };
    Ok(f::SIGNAL.at(14)
        | f::MODE.at(content.mode)
        | results.bits
        | f::SF.at(u64::from(set_flags))
        | f::COND_ADD.at(condition(add, set_flags) as u64)
        | f::COND_MUL.at(condition(mul, set_flags && add.is_none()) as u64)
        | u64::from(content.value))
}

/// The load immediate kind for a list of elements.
pub(super) fn element_kind(sign: super::value::Sign) -> ImmediateKind {
    match sign {
        super::value::Sign::Unsigned => ImmediateKind::Unsigned,
        super::value::Sign::Open | super::value::Sign::Signed => ImmediateKind::Signed,
    }
}
