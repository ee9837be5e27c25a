//! The scope of a program: declared names and what they stand for.

use quadrille_base::Span;
use quadrille_isa::gl::binding::BaseType;
use quadrille_isa::gl::statement::Modifier;
use quadrille_program::{File, Register};
use rustc_hash::FxHashMap;

/// The entity that a name stands for. An alias is its original's entity under another name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Entity {
    /// A variable in a register file.
    Variable(Variable),
    /// An attribute or result whose number an index says at run time.
    Relative(Register),
    /// A scalar constant of !!FP1.0, by its parameter slot; it takes no selector.
    Scalar(u32),
    /// BUFFER and BUFFER4: reads like a parameter, which gets its slots as it is used.
    Buffer(BufferVariable),
    /// TEXTURE: only in texture instructions.
    Texture(Units),
    /// IMAGE: only in image instructions.
    Image(Units),
    /// CBUFFER, STORAGE, COUNTER and SHARED: only in the memory instructions of their kind.
    Memory(MemoryVariable),
    /// SUBROUTINETYPE, by its place in the list of types.
    SubroutineType(u32),
    /// SUBROUTINE: only in CALI.
    Subroutine(SubroutineVariable),
    /// Something whose declaration has an error: uses of it are not reported again.
    Broken,
}

impl Entity {
    /// A noun phrase that names its kind in messages.
    pub(crate) const fn what(self) -> &'static str {
        match self {
            Entity::Variable(_) | Entity::Relative(_) | Entity::Scalar(_) | Entity::Broken => "a variable",
            Entity::Buffer(_) => "a parameter buffer",
            Entity::Texture(_) => "a texture variable",
            Entity::Image(_) => "an image variable",
            Entity::Memory(memory) => match memory.kind {
                MemoryKind::Constant => "a constant buffer",
                MemoryKind::Storage => "a storage buffer",
                MemoryKind::Counter => "an atomic counter",
                MemoryKind::Shared => "shared memory",
            },
            Entity::SubroutineType(_) => "a subroutine type",
            Entity::Subroutine(_) => "a subroutine variable",
        }
    }
}

/// A declared variable: one register, or a run of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Variable {
    /// Its register file.
    pub(crate) file: File,
    /// Its first slot.
    pub(crate) first: u32,
    /// The number of slots of an array; `None` if it is no array.
    pub(crate) length: Option<u32>,
    /// Which vertex it belongs to (`ATTRIB p = vertex.position` leaves that to its first index).
    pub(crate) vertex: Vertex,
    /// The type and size of its components, as declared.
    pub(crate) kind: NumberType,
}

impl Variable {
    /// One register of which nothing more is said.
    pub(crate) const fn single(file: File, slot: u32) -> Variable {
        Variable {
            file,
            first: slot,
            length: None,
            vertex: Vertex::None,
            kind: NumberType::ANY,
        }
    }

    /// A run of registers of which nothing more is said.
    pub(crate) const fn array(file: File, first: u32, length: u32) -> Variable {
        Variable {
            length: Some(length),
            ..Variable::single(file, first)
        }
    }
}

/// Which vertex an attribute is of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Vertex {
    /// None, or the one that the invocation is for.
    None,
    /// The first index of the variable says.
    Every,
    /// This one.
    Number(u32),
}

/// The type and size of the components of a variable or binding, as far as they are known (NV_gpu_program4 2.X.3.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct NumberType {
    /// FLOAT, INT or UINT, or what the binding or constant is; `Any` is typeless.
    pub(crate) base: BaseType,
    /// SHORT or LONG.
    pub(crate) size: Option<Modifier>,
}

impl NumberType {
    /// Typeless, of ordinary size.
    pub(crate) const ANY: NumberType = NumberType {
        base: BaseType::Any,
        size: None,
    };
}

/// A variable of BUFFER or BUFFER4.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct BufferVariable {
    /// The binding point, or the first of the range.
    pub(crate) buffer: u32,
    /// The number of binding points, where a range is declared: the first index then chooses one.
    pub(crate) buffers: Option<u32>,
    /// The element, or the first of the array.
    pub(crate) element: u32,
    /// The number of elements of an array; `None` if it is no array.
    pub(crate) length: Option<u32>,
    /// Whether an element is a vector: BUFFER4.
    pub(crate) vector: bool,
    /// The type and size of its components, as declared.
    pub(crate) kind: NumberType,
}

/// Texture or image units.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Units {
    /// The unit, or the first of the array.
    pub(crate) first: u32,
    /// The number of units of an array; `None` if it is no array.
    pub(crate) length: Option<u32>,
}

/// The kinds of memory that a variable may be in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum MemoryKind {
    /// CBUFFER: read by LDC.
    Constant,
    /// STORAGE: LDB, STB and ATOMB.
    Storage,
    /// COUNTER: ATOMCTR.
    Counter,
    /// SHARED: LDS, STS and ATOMS.
    Shared,
}

/// A variable in memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct MemoryVariable {
    /// The kind of memory.
    pub(crate) kind: MemoryKind,
    /// The binding point, or the first of the range; 0 for shared memory.
    pub(crate) binding: u32,
    /// The number of binding points, where a range is declared: the first index then chooses one.
    pub(crate) bindings: Option<u32>,
    /// Its first byte in the memory bound there; for a counter, the number of its word.
    pub(crate) offset: u32,
    /// The number of bytes (counters: words) of an array, which its last index counts; `None` if it is no array.
    pub(crate) length: Option<u32>,
    /// The type of what it holds, as declared.
    pub(crate) holds: NumberType,
}

/// A subroutine variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct SubroutineVariable {
    /// Its type, by its place in the list of types.
    pub(crate) of: u32,
    /// The first of the runs that its subroutine parameters are.
    pub(crate) first_run: u32,
    /// The number of these runs, at least one.
    pub(crate) runs: u32,
    /// The number of parameters of an array; `None` if it is no array.
    pub(crate) length: Option<u32>,
}

/// A declared name.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Declared {
    pub(crate) entity: Entity,
    pub(crate) span: Span,
}

/// The names of one program.
#[derive(Default)]
pub(crate) struct Scope<'s> {
    names: FxHashMap<&'s str, Declared>,
    /// The names as they are declared one after the other.
    order: Vec<&'s str>,
    /// The words that open a binding in this program, or name a register file.
    pub(crate) openers: Vec<&'static str>,
}

impl<'s> Scope<'s> {
    /// The entity that a name stands for, and the span of its declaration.
    pub(crate) fn find(&self, name: &str) -> Option<Declared> {
        self.names.get(name).copied()
    }

    /// Declares a name; gives back what it stood for before, and then changes nothing.
    pub(crate) fn declare(&mut self, name: &'s str, entity: Entity, span: Span) -> Result<(), Declared> {
        match self.names.get(name) {
            Some(before) => Err(*before),
            None => {
                self.names.insert(name, Declared { entity, span });
                self.order.push(name);
                Ok(())
            }
        }
    }

    /// Lets the names that are declared within `statement`, the last one, stand for nothing that is known.
    pub(crate) fn spoil(&mut self, statement: Span) {
        for name in self.order.iter().rev() {
            match self.names.get_mut(name) {
                Some(declared) if statement.start <= declared.span.start => declared.entity = Entity::Broken,
                _ => return,
            }
        }
    }

    /// The number of declared names.
    pub(crate) fn len(&self) -> usize {
        self.order.len()
    }

    /// The names of variables, in the order of their places.
    pub(crate) fn variables(&self) -> Vec<quadrille_program::Declared> {
        let variable = |(name, declared): (&&str, &Declared)| {
            match declared.entity {
                // An array without elements is nothing that a program could name.
                Entity::Variable(Variable { length: Some(0), .. }) => None,
                Entity::Variable(Variable {
                    file, first, length, ..
                }) => Some((name.to_string(), file, first, length)),
                Entity::Scalar(slot) => Some((name.to_string(), File::Parameter, slot, None)),
                _ => None,
            }
            .map(|(name, file, first, length)| quadrille_program::Declared {
                name,
                file,
                first,
                length,
                settable: false,
                span: declared.span,
            })
        };
        let mut variables: Vec<_> = self.names.iter().filter_map(variable).collect();
        variables.sort_unstable_by_key(|declared| declared.span.start);
        variables
    }

    /// All names and what they stand for, in the order of their declarations.
    pub(crate) fn names(&self) -> impl Iterator<Item = (&'s str, Entity)> {
        self.order.iter().map(|name| (*name, self.names[name].entity))
    }
}
