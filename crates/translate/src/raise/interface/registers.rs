//! Registers: temporaries, address registers and condition codes that instructions touch, as variables with
//! the names of the source.

use quadrille_program::{File, Program, Register, Relative};

use crate::form::{Scalar, Type};
use crate::raise::draft::Draft;
use crate::raise::interface::codes::Codes;
use crate::raise::interface::kinds::Kinds;

/// Stands where no instruction touches a register.
const UNUSED: u32 = u32::MAX;

/// Variables that stand for registers.
pub(crate) struct Registers {
    /// By temporary slot: variables, and which element of an array.
    pub(crate) temporaries: Vec<(u32, Option<u32>)>,
    /// By address register: variables.
    pub(crate) addresses: Vec<u32>,
    /// Condition codes.
    pub(crate) codes: Codes,
}

impl Registers {
    /// Declares the variables of the program.
    pub(crate) fn declare(draft: &mut Draft<'_>, kinds: &Kinds) -> Registers {
        let program = draft.context.program;
        let mut used = vec![false; program.temporaries().len()];
        let mut components_of = vec![0u8; program.addresses() as usize];
        touched(program, |register, components| match register.file {
            File::Temporary => match register.relative {
                None => used[register.slot as usize] = true,
                Some(index) => {
                    used[index.first as usize..(index.first + index.length) as usize].fill(true);
                }
            },
            File::Address => components_of[register.slot as usize] |= components,
            File::Attribute | File::Parameter | File::Result => {}
        });
        let mut temporaries = Vec::new();
        for (slot, used) in used.into_iter().enumerate() {
            let place = if used {
                temporary(draft, kinds, &temporaries, slot)
            } else {
                (UNUSED, None)
            };
            temporaries.push(place);
        }
        let mut addresses = Vec::new();
        for (slot, components) in components_of.into_iter().enumerate() {
            let numbered = format!("A{slot}");
            let name = draft.context.declared(File::Address, slot).unwrap_or(&numbered);
            let width = if components <= 1 { 1 } else { 4 };
            let at = match components {
                0 => UNUSED,
                _ => draft.variable(name, Type::new(Scalar::Int, width)),
            };
            addresses.push(at);
        }
        let codes = Codes::declare(draft);
        Registers {
            temporaries,
            addresses,
            codes,
        }
    }

    /// The first address register, if an instruction touches it.
    pub(crate) fn first_address(&self) -> Option<u32> {
        self.addresses.first().copied().filter(|at| *at != UNUSED)
    }
}

/// The variable of a temporary; elements of an array share one.
fn temporary(
    draft: &mut Draft<'_>,
    kinds: &Kinds,
    temporaries: &[(u32, Option<u32>)],
    slot: usize,
) -> (u32, Option<u32>) {
    let program = draft.context.program;
    let mut arrays = program.declared().iter().filter_map(|declared| {
        let length = declared.length.filter(|_| declared.file == File::Temporary)?;
        Some((declared.first as usize, length))
    });
    let array = arrays.find(|(first, length)| (*first..first + *length as usize).contains(&slot));
    let kind = |slots: std::ops::Range<usize>| {
        let kinds: Vec<Scalar> = slots.map(|slot| kinds.of(File::Temporary, slot)).collect();
        if kinds.iter().all(|kind| *kind == kinds[0]) {
            kinds[0]
        } else {
            kinds[0].signed()
        }
    };
    let name = &program.temporaries()[slot].name;
    let Some((first, length)) = array else {
        let ty = Type::new(kind(slot..slot + 1), 4);
        return (draft.variable(name, ty), None);
    };
    let known = (first..slot).find_map(|other| temporaries.get(other).filter(|place| place.0 != UNUSED));
    let at = match known {
        Some((variable, _)) => *variable,
        None => {
            let ty = Type::new(kind(first..first + length as usize), 4);
            let at = draft.variable(name, ty);
            draft.shader.variables[at as usize].length = Some(length);
            // Functions read arrays, so that these cannot be the entry's own.
            draft.shader.shared_variables = true;
            at
        }
    };
    (at, Some((slot - first) as u32))
}

/// Calls back for every register that an instruction reads, writes or indexes with, and its components.
fn touched(program: &Program, mut touch: impl FnMut(&Register, u8)) {
    let mut register = |register: &Register, components: u8| {
        touch(register, components);
        if let Some(Relative { index, .. }) = &register.relative {
            touch(&index.register(), 1 << index.component);
        }
        if let Some(index) = register.outer.and_then(|outer| outer.index) {
            touch(&index.register(), 1 << index.component);
        }
    };
    for instruction in program.instructions().iter() {
        for operand in instruction.reads() {
            register(&operand.register, 0b1111);
        }
        if let Some(to) = &instruction.destination
            && let Some(written) = &to.register
        {
            register(written, to.mask);
        }
    }
}
