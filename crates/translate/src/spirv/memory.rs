//! Parameter buffers and storage buffers: their blocks, how long they are, what changes a word in one step, and the
//! order of accesses.

use quadrille_isa::gl::Stage;
use rspirv::dr::{Instruction, Operand};
use rspirv::spirv::{self, Capability, Decoration, MemorySemantics, Op, Scope, StorageClass};

use super::printer::Printer;
use crate::form::{Atomic, Expression, Lvalue, Root, Scalar, Type, Word, block_name, storage_name};

impl Printer<'_> {
    pub(super) fn buffers(&mut self) {
        let shader = self.shader;
        for (at, buffer) in shader.buffers.iter().enumerate() {
            let one = self.value_type(buffer.ty);
            let array = self.strided_array(one, buffer.length);
            let block = self.fresh(Op::TypeStruct, vec![Operand::IdRef(array)]);
            self.builder.name(block, block_name(shader.stage, buffer.number));
            self.builder.member_name(block, 0, &buffer.name);
            self.decorate(block, Decoration::Block, &[]);
            self.builder
                .member_decorate(block, 0, Decoration::Offset, [Operand::LiteralBit32(0)]);
            let id = self.global(StorageClass::Uniform, block, &buffer.name);
            self.decorate(id, Decoration::DescriptorSet, &[0]);
            self.decorate(id, Decoration::Binding, &[buffer.binding]);
            self.place(Root::Buffer(at as u32), id, StorageClass::Uniform, vec![0]);
        }
    }

    pub(super) fn storages(&mut self) {
        let shader = self.shader;
        for (at, storage) in shader.storages.iter().enumerate() {
            let word = self.value_type(Type::new(storage.word, 1));
            let array = self.fresh(Op::TypeRuntimeArray, vec![Operand::IdRef(word)]);
            self.decorate(array, Decoration::ArrayStride, &[storage.word.bits() / 8]);
            let block = self.fresh(Op::TypeStruct, vec![Operand::IdRef(array)]);
            self.builder.name(
                block,
                storage_name(shader.stage, storage.kind, storage.number, storage.word),
            );
            self.builder.member_name(block, 0, &storage.name);
            self.decorate(block, Decoration::BufferBlock, &[]);
            self.builder
                .member_decorate(block, 0, Decoration::Offset, [Operand::LiteralBit32(0)]);
            if storage.coherent {
                self.builder.member_decorate(block, 0, Decoration::Coherent, []);
            }
            let id = self.global(StorageClass::Uniform, block, &storage.name);
            self.decorate(id, Decoration::DescriptorSet, &[0]);
            self.decorate(id, Decoration::Binding, &[storage.binding]);
            let same = shader
                .storages
                .iter()
                .filter(|other| (other.kind, other.number) == (storage.kind, storage.number));
            if same.count() > 1 {
                self.decorate(id, Decoration::Aliased, &[]);
            }
            self.place(Root::Storage(at as u32), id, StorageClass::Uniform, vec![0]);
        }
    }

    pub(super) fn shared(&mut self) {
        let Some(shared) = &self.shader.shared else {
            return;
        };
        let word = self.value_type(Type::new(shared.word, 1));
        let array = self.array(word, shared.length);
        let id = self.global(StorageClass::Workgroup, array, &shared.name);
        self.place(Root::Shared, id, StorageClass::Workgroup, Vec::new());
    }

    /// An array in a block with the std140 layout.
    pub(super) fn strided_array(&mut self, of: spirv::Word, length: u32) -> spirv::Word {
        let count = self.number(Scalar::Uint, length);
        let array = self.fresh(Op::TypeArray, vec![Operand::IdRef(of), Operand::IdRef(count)]);
        self.decorate(array, Decoration::ArrayStride, &[16]);
        array
    }

    /// The number of words of a storage buffer.
    pub(super) fn length(&mut self, storage: u32, ty: Type) -> spirv::Word {
        let Some(pointer) = self
            .places
            .get(&Root::Storage(storage))
            .map(|place| place.pointer)
        else {
            return self.constant(ty, [0; 4]);
        };
        let uint = self.value_type(Type::new(Scalar::Uint, 1));
        let operands = vec![Operand::IdRef(pointer), Operand::LiteralBit32(0)];
        let count = self.emit(Op::ArrayLength, uint, operands);
        let of = self.value_type(ty);
        self.emit_on(Op::Bitcast, of, &[count])
    }

    pub(super) fn atomic(
        &mut self,
        result: &Lvalue,
        word: &Word,
        operation: Atomic,
        value: &Expression,
        compare: Option<&Expression>,
    ) {
        let found = match word {
            Word::Buffer(place) => self.pointer_to(place).map(|(pointer, _, ty)| (pointer, ty)),
            Word::Texel(texel) => Some(self.texel_pointer(texel)),
        };
        let Some((pointer, ty)) = found else { return };
        let value = self.value(value);
        let scope = self.number(Scalar::Uint, Scope::Device as u32);
        let relaxed = self.number(Scalar::Uint, MemorySemantics::RELAXED.bits());
        let mut operands = vec![pointer, scope, relaxed];
        if let Some(compare) = compare {
            let compare = self.value(compare);
            operands.extend([relaxed, value, compare]);
        } else {
            operands.push(value);
        }
        let signed = matches!(ty.scalar, Scalar::Int | Scalar::Long);
        if ty.scalar.is_long() {
            self.need(Capability::Int64Atomics);
        }
        let op = match operation {
            Atomic::Add => Op::AtomicIAdd,
            Atomic::Minimum if signed => Op::AtomicSMin,
            Atomic::Minimum => Op::AtomicUMin,
            Atomic::Maximum if signed => Op::AtomicSMax,
            Atomic::Maximum => Op::AtomicUMax,
            Atomic::And => Op::AtomicAnd,
            Atomic::Or => Op::AtomicOr,
            Atomic::Xor => Op::AtomicXor,
            Atomic::Exchange => Op::AtomicExchange,
            Atomic::CompareExchange => Op::AtomicCompareExchange,
        };
        let of = self.value_type(ty);
        let old = self.emit_on(op, of, &operands);
        self.assign(result, None, old, ty);
    }

    pub(super) fn barrier(&mut self) {
        let scope = self.number(Scalar::Uint, Scope::Device as u32);
        let semantics = self.semantics();
        let operands = [scope, semantics].map(Operand::IdRef).to_vec();
        self.put(Instruction::new(Op::MemoryBarrier, None, None, operands));
    }

    /// Waits for the work group; in a control shader for the invocations of the patch, which see each other's outputs then
    /// without more words (Vulkan 1.3, VUID-StandaloneSpirv-ExecutionModel-07320).
    pub(super) fn group_barrier(&mut self) {
        let scope = self.number(Scalar::Uint, Scope::Workgroup as u32);
        let (memory, semantics) = match self.shader.stage {
            Stage::TessellationControl => (
                self.number(Scalar::Uint, Scope::Invocation as u32),
                self.number(Scalar::Uint, MemorySemantics::RELAXED.bits()),
            ),
            Stage::Vertex
            | Stage::VertexState
            | Stage::TessellationEvaluation
            | Stage::Geometry
            | Stage::Fragment
            | Stage::Compute => (scope, self.semantics()),
        };
        let operands = [scope, memory, semantics].map(Operand::IdRef).to_vec();
        self.put(Instruction::new(Op::ControlBarrier, None, None, operands));
    }

    /// The order of accesses to all memory that the shader has.
    fn semantics(&mut self) -> spirv::Word {
        let shader = self.shader;
        let kinds = [
            (!shader.storages.is_empty(), MemorySemantics::UNIFORM_MEMORY),
            (!shader.images.is_empty(), MemorySemantics::IMAGE_MEMORY),
            (shader.shared.is_some(), MemorySemantics::WORKGROUP_MEMORY),
        ];
        let here = kinds.iter().filter(|(is_here, _)| *is_here);
        let mut semantics = here.fold(MemorySemantics::ACQUIRE_RELEASE, |all, (_, kind)| all | *kind);
        if semantics == MemorySemantics::ACQUIRE_RELEASE {
            // An order is one of some memory.
            semantics |= MemorySemantics::UNIFORM_MEMORY;
        }
        self.number(Scalar::Uint, semantics.bits())
    }
}
