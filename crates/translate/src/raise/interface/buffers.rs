//! Program parameter buffers: uniform blocks of vectors, one for each binding point. BUFFER and BUFFER4 variables
//! are elements of them, LDC reads them by bytes.
//!
//! A buffer is as long as the program can tell: up to the last element that it names. Where LDC finds its place at
//! run time in a variable without an end, it has [`LONGEST`] vectors.

use std::collections::BTreeMap;

use quadrille_isa::gl::Operation;
use quadrille_isa::gl::operation::{MemoryOp, Space};
use quadrille_numerics::convert::Format;
use quadrille_program::{Access, BufferElement, File, MemoryAccess, ParameterSource, Register};

use crate::form::{Buffer, Expression, Lvalue, Root, Scalar, Type, block_name};
use crate::options::Emulation;
use crate::raise::draft::Draft;
use crate::raise::types::operand_kind;
use crate::target::Feature;

/// Vectors of a buffer whose length the program does not tell: 64 KiB, as much as NV_parameter_buffer_object demands
/// of an implementation.
const LONGEST: u32 = 4096;

/// Buffers or images that an index may choose from; each takes a branch.
pub(crate) const MOST_BUFFERS: u32 = 64;

/// Facts about a buffer that are found before it is declared.
#[derive(Default)]
struct Extent {
    vectors: u32,
    integers: bool,
}

/// A buffer that is declared.
#[derive(Clone, Copy, Debug)]
struct Declared {
    /// Its number among the buffers of the shader.
    at: u32,
    /// The type of its vectors.
    ty: Type,
    /// The number of its vectors.
    vectors: u32,
}

/// Parameter buffers.
pub(crate) struct Buffers {
    /// By binding point.
    declared: BTreeMap<u32, Declared>,
}

impl Buffers {
    /// Declares the buffers that the program reads; `used` says which slots of parameters it does.
    pub(crate) fn declare(draft: &mut Draft<'_>, used: &[bool]) -> Buffers {
        let mut buffers: BTreeMap<u32, Extent> = BTreeMap::new();
        let program = draft.context.program;
        let parameters = program.parameters();
        for slot in (0..used.len()).filter(|slot| used[*slot]) {
            if let ParameterSource::Buffer(element) = parameters[slot].source {
                let extent = buffers.entry(element.buffer).or_default();
                extent.vectors = extent.vectors.max(vector_of(element) + 1);
            }
        }
        for instruction in program.instructions().iter() {
            for (at, operand) in instruction.operands.iter().enumerate() {
                if operand.register.file != File::Parameter
                    || operand_kind(program, instruction, at) == Scalar::Float
                {
                    continue;
                }
                for slot in slots(&operand.register) {
                    if let ParameterSource::Buffer(element) = parameters[slot].source {
                        buffers.entry(element.buffer).or_default().integers = true;
                    }
                }
            }
            let (Operation::Memory(MemoryOp::Load(Space::Constant)), Access::Memory(access)) =
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
            let entry = draft.context.entry();
            draft.need_or(Feature::UniformBlocks, Emulation::BuffersAsArrays, entry);
        }
        let mut declared = BTreeMap::new();
        for (number, extent) in buffers {
            let stage = draft.context.stage_word();
            let block = block_name(draft.shader.stage, number);
            draft.names.reserve(&block);
            let name = draft.names.reserve(&format!("u_{stage}_buffer{number}"));
            let scalar = match extent.integers {
                true => Scalar::Uint,
                false => Scalar::Float,
            };
            let ty = Type::new(scalar, 4);
            let buffer = Declared {
                at: draft.shader.buffers.len() as u32,
                ty,
                vectors: extent.vectors,
            };
            declared.insert(number, buffer);
            let binding = draft.context.options.buffer_binding(draft.shader.stage, number);
            draft.shader.buffers.push(Buffer {
                name,
                number,
                ty,
                length: extent.vectors,
                binding,
            });
        }
        Buffers { declared }
    }

    /// Its number among the buffers of the shader.
    pub(crate) fn number(&self, buffer: u32) -> Option<u32> {
        self.declared.get(&buffer).map(|declared| declared.at)
    }

    /// The size of a buffer in bytes; none where it is not declared.
    pub(crate) fn bytes(&self, buffer: u32) -> Option<u64> {
        let declared = self.declared.get(&buffer);
        declared.map(|declared| 16 * u64::from(declared.vectors))
    }

    /// An element of a buffer, in all four components where it is a word.
    pub(crate) fn element(&self, element: BufferElement) -> Expression {
        let vector = self.vector(element.buffer, Expression::int(vector_of(element) as i32));
        match element.vector {
            true => vector,
            false => vector.component((element.element & 3) as u8).splat(4),
        }
    }

    /// A vector of a buffer.
    pub(crate) fn vector(&self, buffer: u32, index: Expression) -> Expression {
        let Some(declared) = self.declared.get(&buffer) else {
            return Expression::float(0.0, 4);
        };
        let root = Root::Buffer(declared.at);
        let index = Some(Box::new(index));
        Expression::read(Lvalue { root, index }, declared.ty)
    }
}

/// The number of buffers that an access may choose from.
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
