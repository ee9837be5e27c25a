//! Registers: temporaries, address registers and condition codes that instructions touch, as variables with
//! the names of the source.

use quadrille_program::{File, Register, Relative};

use crate::form::{Scalar, Type, Variable};
use crate::raise::raiser::Raiser;

/// Stands where no instruction touches a register.
const UNUSED: u32 = u32::MAX;

impl Raiser<'_> {
    /// Declares the variables of the program.
    pub(crate) fn registers(&mut self) {
        let mut temporaries = vec![false; self.program.temporaries().len()];
        let mut addresses = vec![0u8; self.program.addresses() as usize];
        self.touched(|register, components| match register.file {
            File::Temporary => match register.relative {
                None => temporaries[register.slot as usize] = true,
                Some(index) => {
                    temporaries[index.first as usize..(index.first + index.length) as usize].fill(true);
                }
            },
            File::Address => addresses[register.slot as usize] |= components,
            File::Attribute | File::Parameter | File::Result => {}
        });
        for (slot, used) in temporaries.into_iter().enumerate() {
            let place = if used {
                self.temporary(slot)
            } else {
                (UNUSED, None)
            };
            self.temporaries.push(place);
        }
        for (slot, components) in addresses.into_iter().enumerate() {
            let numbered = format!("A{slot}");
            let name = self.declared(File::Address, slot).unwrap_or(&numbered);
            let width = if components <= 1 { 1 } else { 4 };
            let at = match components {
                0 => UNUSED,
                _ => self.variable(name, Type::new(Scalar::Int, width)),
            };
            self.addresses.push(at);
        }
        self.condition_codes();
    }

    /// The variable of a temporary; elements of an array share one.
    fn temporary(&mut self, slot: usize) -> (u32, Option<u32>) {
        let program = self.program;
        let mut arrays = program.declared().iter().filter_map(|declared| {
            let length = declared.length.filter(|_| declared.file == File::Temporary)?;
            Some((declared.first as usize, length))
        });
        let array = arrays.find(|(first, length)| (*first..first + *length as usize).contains(&slot));
        let kind = |slots: std::ops::Range<usize>| {
            let kinds: Vec<Scalar> = slots.map(|slot| self.kinds.of(File::Temporary, slot)).collect();
            if kinds.iter().all(|kind| *kind == kinds[0]) {
                kinds[0]
            } else {
                kinds[0].signed()
            }
        };
        let name = &program.temporaries()[slot].name;
        let Some((first, length)) = array else {
            let ty = Type::new(kind(slot..slot + 1), 4);
            return (self.variable(name, ty), None);
        };
        let known =
            (first..slot).find_map(|other| self.temporaries.get(other).filter(|place| place.0 != UNUSED));
        let at = match known {
            Some((variable, _)) => *variable,
            None => {
                let ty = Type::new(kind(first..first + length as usize), 4);
                let at = self.variable(name, ty);
                self.shader.variables[at as usize].length = Some(length);
                // Functions read arrays, so that these cannot be the entry's own.
                self.shader.shared_variables = true;
                at
            }
        };
        (at, Some((slot - first) as u32))
    }

    /// Calls back for every register that an instruction reads, writes or indexes with, and its components.
    fn touched(&self, mut touch: impl FnMut(&Register, u8)) {
        let mut register = |register: &Register, components: u8| {
            touch(register, components);
            if let Some(Relative { index, .. }) = &register.relative {
                touch(&index.register(), 1 << index.component);
            }
            if let Some(index) = register.outer.and_then(|outer| outer.index) {
                touch(&index.register(), 1 << index.component);
            }
        };
        for instruction in self.program.instructions().iter() {
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

    /// A variable for a value that is used up at once; one for each name and type.
    pub(crate) fn scratch(&mut self, name: &'static str, ty: Type) -> u32 {
        match self.scratches.get(&(name, ty)) {
            Some(known) => *known,
            None => {
                let fresh = self.variable(name, ty);
                self.scratches.insert((name, ty), fresh);
                fresh
            }
        }
    }

    /// A new variable.
    pub(crate) fn variable(&mut self, name: &str, ty: Type) -> u32 {
        let name = self.names.fresh(name);
        self.shader.variables.push(Variable {
            name,
            ty,
            length: None,
            initial: None,
        });
        self.shader.variables.len() as u32 - 1
    }
}
