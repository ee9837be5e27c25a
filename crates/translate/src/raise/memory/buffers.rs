//! Program parameter buffers: uniform blocks of vectors, one for each binding point. BUFFER and BUFFER4 variables
//! are elements of them, LDC reads them by bytes.
//!
//! A buffer is as long as the program can tell: up to the last element that it names. Where LDC finds its place at
//! run time in a variable without an end, it has [`LONGEST`] vectors.

use std::collections::BTreeMap;

use quadrille_isa::gl::Operation;
use quadrille_isa::gl::operation::Space;
use quadrille_numerics::convert::Format;
use quadrille_program::{Access, BufferElement, File, MemoryAccess, ParameterSource, Register};

use crate::form::{Binary, Buffer, Expression, Place, Root, Scalar, Type, block_name};
use crate::options::Emulation;
use crate::raise::memory::buffer_functions::BufferKey;
use crate::raise::raiser::{Raiser, Reading};
use crate::target::Feature;

/// Vectors of a buffer whose length the program does not tell: 64 KiB, as much as NV_parameter_buffer_object demands
/// of an implementation.
const LONGEST: u32 = 4096;

/// Buffers that an index may choose from; each takes a branch.
pub(crate) const MOST_BUFFERS: u32 = 64;

/// What is known of a buffer before it is declared.
#[derive(Default)]
struct Extent {
    vectors: u32,
    integers: bool,
}

impl Raiser<'_> {
    /// Declares the buffers that the program reads; `used` says which slots of parameters it does.
    pub(crate) fn buffers(&mut self, used: &[bool]) {
        let mut buffers: BTreeMap<u32, Extent> = BTreeMap::new();
        let parameters = self.program.parameters();
        for slot in (0..used.len()).filter(|slot| used[*slot]) {
            if let ParameterSource::Buffer(element) = parameters[slot].source {
                let extent = buffers.entry(element.buffer).or_default();
                extent.vectors = extent.vectors.max(vector_of(element) + 1);
            }
        }
        for instruction in self.program.instructions().iter() {
            for (at, operand) in instruction.operands.iter().enumerate() {
                if operand.register.file != File::Parameter
                    || self.operand_kind(instruction, at) == Scalar::Float
                {
                    continue;
                }
                for slot in slots(&operand.register) {
                    if let ParameterSource::Buffer(element) = parameters[slot].source {
                        buffers.entry(element.buffer).or_default().integers = true;
                    }
                }
            }
            let (Operation::Load(Space::Constant), Access::Memory(access)) =
                (instruction.operation, &instruction.access)
            else {
                continue;
            };
            let size = access.storage.map_or(4, |storage| storage.size());
            let end = match (access.address, access.limit) {
                (None, _) => access.offset.max(0) as u64 + size,
                (Some(_), Some(limit)) => limit,
                (Some(_), None) => 16 * u64::from(LONGEST),
            };
            let floats = access.storage.is_none_or(|storage| storage.format == Format::F32);
            for number in 0..count(access).min(MOST_BUFFERS) {
                let extent = buffers.entry(access.binding + number).or_default();
                extent.vectors = extent
                    .vectors
                    .max(u32::try_from(end.div_ceil(16)).unwrap_or(LONGEST));
                extent.integers |= !floats;
            }
        }
        if !buffers.is_empty() {
            let span = self.program.span(self.program.entry());
            self.need_or(Feature::UniformBlocks, Emulation::BuffersAsArrays, span);
        }
        for (number, extent) in buffers {
            let stage = self.stage_word();
            self.names
                .reserve(&format!("{}{number}", block_name(self.shader.stage)));
            let name = self.names.reserve(&format!("u_{stage}_buffer{number}"));
            let scalar = match extent.integers {
                true => Scalar::Uint,
                false => Scalar::Float,
            };
            self.buffers.insert(number, self.shader.buffers.len() as u32);
            self.shader.buffers.push(Buffer {
                name,
                number,
                ty: Type::new(scalar, 4),
                length: extent.vectors,
                binding: self.options.buffer_binding(self.shader.stage, number),
            });
        }
    }

    /// An element of a buffer, in all four components where it is a word.
    pub(crate) fn buffer_element(&mut self, element: BufferElement) -> Reading {
        let vector = self.buffer_vector(element.buffer, Expression::int(vector_of(element) as i32));
        Reading::Whole(match element.vector {
            true => vector,
            false => vector.component((element.element & 3) as u8).splat(4),
        })
    }

    /// A vector of a buffer.
    pub(crate) fn buffer_vector(&self, buffer: u32, index: Expression) -> Expression {
        let Some(at) = self.buffers.get(&buffer).copied() else {
            return Expression::float(0.0, 4);
        };
        let ty = self.shader.buffers[at as usize].ty;
        let index = Some(Box::new(index));
        Expression::read(
            Place {
                root: Root::Buffer(at),
                index,
            },
            ty,
        )
    }

    /// The element of buffers that a register with one or two indices means; none if it is of something else.
    pub(crate) fn indexed_buffer(&mut self, register: &Register) -> Option<Expression> {
        if register.file != File::Parameter {
            return None;
        }
        let slot = slots(register).next()?;
        let ParameterSource::Buffer(first) = self.program.parameters().get(slot)?.source else {
            return None;
        };
        let (buffers, elements) = match (&register.outer, &register.relative) {
            (None, None) => return None,
            (None, Some(relative)) => (1, relative.length),
            (Some(outer), _) => (outer.count, outer.stride),
        };
        if buffers > MOST_BUFFERS {
            self.unsaid("no translation has so many buffers to choose from");
        }
        let element = match &register.relative {
            Some(relative) => self.index(register, relative),
            None => Expression::int(0),
        };
        let buffer = match &register.outer {
            None => Expression::int(0),
            Some(outer) => {
                let index = outer.index.map(|index| self.index_value(&index));
                match index {
                    None => Expression::int(outer.number),
                    Some(index) => sum(index, outer.number),
                }
            }
        };
        let key = BufferKey::Elements(first, elements, buffers.min(MOST_BUFFERS));
        let function = self.buffer_function(key);
        Some(self.called(function, vec![buffer, element]))
    }
}

pub(crate) fn sum(value: Expression, offset: i32) -> Expression {
    match offset {
        0 => value,
        _ => Expression::binary(Binary::Add, value, Expression::int(offset)),
    }
}

/// How many buffers an access may choose from.
pub(crate) fn count(access: &MemoryAccess) -> u32 {
    access.index.as_ref().map_or(1, |index| index.length.max(1))
}

/// The vector of its buffer that an element lies in.
const fn vector_of(element: BufferElement) -> u32 {
    match element.vector {
        true => element.element,
        false => element.element / 4,
    }
}

/// The slots that a register may mean.
pub(crate) fn slots(register: &Register) -> std::ops::Range<usize> {
    let first = match &register.relative {
        None => register.slot.max(0) as usize,
        Some(relative) => relative.first as usize,
    };
    let length = match (&register.outer, &register.relative) {
        (Some(outer), _) if outer.stride > 0 => outer.stride as usize * outer.count as usize,
        (_, Some(relative)) => relative.length as usize,
        (_, None) => 1,
    };
    first..first + length
}
