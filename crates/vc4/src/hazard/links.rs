//! Which call a return belongs to: the addresses of instructions that registers hold on a path.
//!
//! A branch that keeps its link address is a call, and a branch through a register that holds the address is the return
//! to that call. Moves carry addresses along. Where a branch through anything else goes is not known.

use std::collections::HashMap;

use quadrille_isa::qpu::{AddOp, Address, Alu, MulOp, Mux, OperandB, RegisterFile, Rotation, Unpack, Write};

use super::effect::{Effect, WriteTarget};

/// The set of addresses that registers hold at an instruction, as its number in [`Links`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Held(u32);

impl Held {
    /// No address.
    pub(crate) const NOTHING: Held = Held(0);
}

/// Places with a word whose address they may hold, sorted. Places are registers of file A, those of file B from 32 on,
/// and accumulators from 64 on.
type Addresses = Vec<(u8, u32)>;

/// The sets of addresses that registers hold anywhere in the program.
pub(crate) struct Links {
    known: Vec<Addresses>,
    numbers: HashMap<Addresses, u32>,
    /// The words behind calls, if returns may go behind any of them.
    unpaired: Option<Vec<u32>>,
}

impl Links {
    /// Links that pair returns with their calls.
    pub(crate) fn paired() -> Links {
        Links {
            known: vec![Addresses::new()],
            numbers: HashMap::from([(Addresses::new(), 0)]),
            unpaired: None,
        }
    }

    /// Links by which a return may go behind any call.
    pub(crate) fn unpaired(effects: &[Option<Effect>]) -> Links {
        let is_call = |effect: &Effect| {
            effect.as_branch().is_some() && effect.targets.iter().any(|target| place(target).is_some())
        };
        let calls = effects.iter().enumerate().filter_map(|(at, effect)| {
            let behind = at + 4;
            let is_return = effect.as_ref().is_some_and(is_call);
            (is_return && effects.get(behind).is_some_and(Option::is_some)).then_some(behind as u32)
        });
        Links {
            unpaired: Some(calls.collect()),
            ..Links::paired()
        }
    }

    /// The addresses that registers hold after the instruction at a word that is no branch; a branch changes nothing
    /// until it is taken.
    pub(crate) fn after(&mut self, held: Held, effect: &Effect) -> Held {
        if self.unpaired.is_some() || effect.as_branch().is_some() {
            return held;
        }
        let places = [0, 1].map(|side| place(&effect.targets[side]));
        if places == [None; 2] {
            return held;
        }
        let before = &self.known[held.0 as usize];
        let mut after = before.clone();
        for (target, place) in effect.targets.iter().zip(places) {
            if let Some(place) = place.filter(|_| !target.is_conditional()) {
                after.retain(|(other, _)| *other != place);
            }
        }
        for (side, place) in places.into_iter().enumerate() {
            let Some(place) = place else { continue };
            if let Some(from) = moved(effect, side) {
                let words = before.iter().filter(|(other, _)| *other == from);
                after.extend(words.map(|(_, word)| (place, *word)));
            }
        }
        self.number(after)
    }

    /// The addresses that registers hold once the branch at `word` is taken.
    pub(crate) fn taken(&mut self, held: Held, word: u32, effect: &Effect) -> Held {
        let places = [0, 1].map(|side| place(&effect.targets[side]));
        if self.unpaired.is_some() || places == [None; 2] {
            return held;
        }
        let mut after = self.known[held.0 as usize].clone();
        after.retain(|(other, _)| !places.contains(&Some(*other)));
        after.extend(places.into_iter().flatten().map(|place| (place, word + 4)));
        self.number(after)
    }

    /// The possible targets of a branch through a register.
    pub(crate) fn goals(&self, held: Held, effect: &Effect) -> Vec<u32> {
        if let Some(all) = &self.unpaired {
            return all.clone();
        }
        match effect.as_branch() {
            Some(branch) if branch.add_register && !branch.relative && branch.immediate == 0 => {
                let known = self.known[held.0 as usize].iter();
                let through = known.filter(|(place, _)| *place == branch.read_a);
                through.map(|(_, word)| *word).collect()
            }
            _ => Vec::new(),
        }
    }

    fn number(&mut self, mut addresses: Addresses) -> Held {
        addresses.sort_unstable();
        addresses.dedup();
        let next = self.known.len() as u32;
        let number = *self.numbers.entry(addresses.clone()).or_insert(next);
        if number == next {
            self.known.push(addresses);
        }
        Held(number)
    }
}

/// The register or accumulator that is written.
fn place(target: &WriteTarget) -> Option<u8> {
    match (target.write, target.file) {
        (Write::Register(n), RegisterFile::A) => Some(n),
        (Write::Register(n), RegisterFile::B) => Some(32 + n),
        (Write::Accumulator(n), _) => Some(64 + n),
        (Write::R5All | Write::R5Quad, _) => Some(69),
        _ => None,
    }
}

/// The place from which a side moves a whole value as it is.
fn moved(effect: &Effect, side: usize) -> Option<u8> {
    let alu = effect.as_alu()?;
    let (is_move, [a, b]) = match side {
        0 => (alu.add_op == AddOp::Or, alu.add_operands),
        _ => (alu.mul_op == MulOp::V8min, alu.mul_operands),
    };
    let turns = side == 1 && matches!(effect.rotation(), Some(Rotation::By(_) | Rotation::R5));
    let is_whole = alu.unpack == Unpack::None && alu.results.pack.is_none();
    (is_move && a == b && is_whole && !turns).then(|| source(alu, a))?
}

/// The register or accumulator that a multiplexer input is.
fn source(alu: &Alu, mux: Mux) -> Option<u8> {
    match mux {
        Mux::FileA => alu.read_a.register(),
        Mux::FileB => match alu.operand_b {
            OperandB::Register(..) => alu.read_b().and_then(Address::register).map(|n| 32 + n),
            OperandB::Small(_) => None,
        },
        accumulator => Some(64 + accumulator.code()),
    }
}
