//! Instructions: each becomes statements by its operation. Every operation is named here once.

pub(crate) mod address;
pub(crate) mod condition;
pub(crate) mod element;
pub(crate) mod fragment;
pub(crate) mod goal;
pub(crate) mod interpolate;
pub(crate) mod operand;
pub(crate) mod precision;
pub(crate) mod register;
mod stage;
mod vertex;
pub(crate) mod write;

use quadrille_isa::gl::Operation;
use quadrille_isa::gl::operation::{
    AddressOp, ArithmeticOp, ConversionOp, GroupOp, MemoryOp, Packing, Space, TextureOp,
};
use quadrille_numerics::convert::Rounding;
use quadrille_program::{File, Instruction};

use crate::form::{Binary, BuiltIn, Expression, StatementKind};
use crate::options::Emulation;
use crate::raise::library::Helper;
use crate::raise::lowering::Lowering;
use crate::raise::value::computed::Computed;
use crate::raise::value::field::Field;
use crate::raise::value::float::{self, Floats};
use crate::raise::value::integer::{self, Integers};
use crate::raise::value::pack::Fields;
use crate::raise::value::{componentwise, scalar, vector};
use crate::refusal::Reason;
use crate::target::{Feature, Support};

impl Lowering<'_, '_> {
    /// One instruction that is followed by the next.
    pub(crate) fn instruction(&mut self, instruction: &Instruction) {
        if has_two_indices(instruction) {
            return self.unsupported(Reason::TwoIndices);
        }
        if self.is_precise(instruction) && self.options().target.support(Feature::Precise) != Support::Missing
        {
            self.draft.shader.features.insert(Feature::Precise);
        }
        match instruction.operation {
            Operation::Arithmetic(operation) => self.arithmetic(operation, instruction),
            Operation::Conversion(operation) => self.conversion(operation, instruction),
            Operation::Texture(operation) => self.lookup(instruction, operation),
            Operation::Derivative(axis) => self.derivative(instruction, axis),
            Operation::Interpolation(location) => self.interpolation(instruction, location),
            Operation::Kill => self.kill(instruction),
            Operation::Address(operation) => match operation {
                AddressOp::LoadFloor(range) => self.address(instruction, BuiltIn::Floor, range),
                AddressOp::LoadRound(range) => self.address(instruction, BuiltIn::RoundEven, range),
                AddressOp::Sum(range) => self.address_sum(instruction, range),
                AddressOp::Push => self.push_address(instruction),
                AddressOp::Pop => self.pop_address(instruction),
            },
            Operation::Memory(operation) => self.memory(operation, instruction),
            Operation::Group(operation) => match operation {
                _ if self.options().allows(Emulation::GroupsAsSubgroups) => {
                    self.group(operation, instruction)
                }
                GroupOp::Vote(vote) => self.write(instruction, |lowering, written| {
                    lowering.vote(vote, instruction, written)
                }),
                GroupOp::Ballot
                | GroupOp::QuadAdd(_)
                | GroupOp::QuadAddHorizontal
                | GroupOp::QuadAddVertical
                | GroupOp::Shuffle(_) => self.unsupported(Reason::Groups),
            },
            Operation::Stage(operation) => self.stage(operation, instruction),
            // Flow is in the structure of the program, and what of it is an instruction comes before this.
            Operation::Flow(_) => self.unsupported(Reason::Instruction),
        }
    }

    fn arithmetic(&mut self, operation: ArithmeticOp, instruction: &Instruction) {
        use ArithmeticOp as Op;
        match operation {
            Op::Move => self.numbers(instruction, componentwise::copy, integer::copy),
            Op::Absolute => self.numbers(
                instruction,
                |f| componentwise::built_in::<1>(f, BuiltIn::Absolute),
                integer::absolute,
            ),
            Op::Add => self.numbers(
                instruction,
                |f| componentwise::binary(f, Binary::Add),
                integer::add,
            ),
            Op::Subtract => self.numbers(
                instruction,
                |f| componentwise::binary(f, Binary::Subtract),
                integer::subtract,
            ),
            Op::Multiply => self.numbers(instruction, componentwise::multiply, |i| {
                integer::binary(i, Binary::Multiply)
            }),
            Op::MultiplyAdd => self.numbers(instruction, componentwise::multiply_add, integer::multiply_add),
            Op::Divide => self.numbers(
                instruction,
                |f| componentwise::binary(f, Binary::Divide),
                integer::divide,
            ),
            Op::Compare => self.numbers(instruction, componentwise::compare, integer::compare),
            Op::Round(rounding) => self.rounding(instruction, rounding),
            Op::Maximum => self.numbers(
                instruction,
                |f| componentwise::exactly::<2>(f, Helper::Maximum, BuiltIn::Maximum),
                |i| integer::built_in::<2>(i, BuiltIn::Maximum),
            ),
            Op::Minimum => self.numbers(
                instruction,
                |f| componentwise::exactly::<2>(f, Helper::Minimum, BuiltIn::Minimum),
                |i| integer::built_in::<2>(i, BuiltIn::Minimum),
            ),
            Op::Set(comparison) => self.numbers(
                instruction,
                |f| componentwise::set(f, comparison),
                |i| integer::set(i, comparison),
            ),

            Op::Interpolate => self.floats(instruction, componentwise::interpolate),
            Op::SelectAboveHalf => self.floats(instruction, componentwise::select_above_half),
            Op::SelectNotNegative => self.floats(instruction, componentwise::select_not_negative),
            Op::Sign => self.floats(instruction, |f| {
                componentwise::exactly::<1>(f, Helper::Sign, BuiltIn::Sign)
            }),
            Op::Fraction => self.floats(instruction, |f| {
                componentwise::exactly::<1>(f, Helper::Fraction, BuiltIn::Fraction)
            }),
            Op::MaximumOrNan | Op::MaximumVp1 => self.floats(instruction, |f| {
                componentwise::exactly::<2>(f, Helper::MaximumOrNan, BuiltIn::Maximum)
            }),
            Op::MinimumOrNan | Op::MinimumVp1 => self.floats(instruction, |f| {
                componentwise::exactly::<2>(f, Helper::MinimumOrNan, BuiltIn::Minimum)
            }),
            Op::SetOrNan(comparison) => {
                self.floats(instruction, |f| componentwise::set_or_nan(f, comparison));
            }
            Op::SetTotal(comparison) => {
                self.floats(instruction, |f| componentwise::set_in_order(f, comparison));
            }

            Op::Reciprocal => self.floats(instruction, scalar::reciprocal),
            Op::ReciprocalClamped => self.floats(instruction, scalar::reciprocal_clamped),
            Op::ReciprocalSquareRoot | Op::ReciprocalSquareRootOrNan => {
                self.floats(instruction, |f| scalar::built_in(f, BuiltIn::InverseSquareRoot));
            }
            Op::ReciprocalSquareRootOfMagnitude => {
                self.floats(instruction, scalar::reciprocal_square_root_of_magnitude);
            }
            Op::Exp2 => self.floats(instruction, |f| scalar::built_in(f, BuiltIn::Exp2)),
            Op::Log2 | Op::Log2OrNan => self.floats(instruction, |f| scalar::built_in(f, BuiltIn::Log2)),
            Op::Power => self.floats(instruction, scalar::power),
            Op::PowerStrict => self.floats(instruction, scalar::power_strict),
            Op::Sine => self.floats(instruction, |f| scalar::built_in(f, BuiltIn::Sine)),
            Op::Cosine => self.floats(instruction, |f| scalar::built_in(f, BuiltIn::Cosine)),
            Op::Dot2 => self.floats(instruction, |f| scalar::dot(f, 2)),
            Op::Dot3 => self.floats(instruction, |f| scalar::dot(f, 3)),
            Op::Dot4 => self.floats(instruction, |f| scalar::dot(f, 4)),
            Op::Dot2Add => self.floats(instruction, |f| scalar::dot_add(f, 2, 2, 0)),
            Op::Dot2AddBlue => self.floats(instruction, |f| scalar::dot_add(f, 2, 2, 2)),
            Op::DotHomogeneous => self.floats(instruction, |f| scalar::dot_add(f, 3, 1, 3)),

            Op::Distance => self.floats(instruction, vector::distance),
            Op::LightCoefficients => self.floats(instruction, |f| vector::light(f, Helper::Light)),
            Op::LightCoefficientsUnclamped => {
                self.floats(instruction, |f| vector::light(f, Helper::LightUnclamped));
            }
            Op::Cross => self.floats(instruction, vector::cross),
            Op::SineCosine => self.floats(instruction, vector::sine_cosine),
            Op::Exponential => self.floats(instruction, vector::exponential),
            Op::ExponentialVp1 => self.floats(instruction, vector::exponential_vp1),
            Op::Logarithm => self.floats(instruction, vector::logarithm),
            Op::Reflect => self.floats(instruction, vector::reflect),
            Op::Transform2d => self.floats(instruction, vector::transform2d),
            Op::Normalize => self.floats(instruction, vector::normalize),

            Op::MultiplyHigh => self.integers(instruction, integer::multiply_high),
            Op::Multiply24 => self.integers(instruction, integer::multiply24),
            Op::Modulo => self.integers(instruction, integer::modulo),
            Op::SumOfAbsoluteDifference => {
                self.integers(instruction, integer::sum_of_absolute_difference);
            }
            Op::And => self.integers(instruction, |i| integer::binary(i, Binary::BitAnd)),
            Op::Or => self.integers(instruction, |i| integer::binary(i, Binary::BitOr)),
            Op::Xor => self.integers(instruction, |i| integer::binary(i, Binary::BitXor)),
            Op::Not => self.integers(instruction, integer::complement),
            Op::ShiftLeft => self.integers(instruction, |i| integer::shift(i, Binary::ShiftLeft)),
            Op::ShiftRight => self.integers(instruction, |i| integer::shift(i, Binary::ShiftRight)),
            Op::BitReverse => self.integers(instruction, |i| integer::bits(i, BuiltIn::BitReverse)),
            Op::BitCount => self.integers(instruction, |i| integer::bits(i, BuiltIn::BitCount)),
            Op::LeastBit => self.integers(instruction, |i| integer::bits(i, BuiltIn::LeastBit)),
            Op::MostBit => self.integers(instruction, |i| integer::bits(i, BuiltIn::MostBit)),
            Op::BitFieldExtract => self.field(instruction, Field::Extract),
            Op::BitFieldInsert => self.field(instruction, Field::Insert),
        }
    }

    fn conversion(&mut self, operation: ConversionOp, instruction: &Instruction) {
        match operation {
            ConversionOp::IntegerToFloat => self.write(instruction, |lowering, written| {
                integer::value(lowering, instruction, written, integer::to_float)
            }),
            ConversionOp::Convert => self.write(instruction, |lowering, written| {
                lowering.conversion_value(instruction, written)
            }),
            ConversionOp::Pack(Packing::Half2) => {
                self.write(instruction, |lowering, _| lowering.packed_halves(instruction));
            }
            ConversionOp::Pack(Packing::Unsigned2) => self.pack(instruction, Fields::UNSIGNED2),
            ConversionOp::Pack(Packing::Signed4) => self.pack(instruction, Fields::SIGNED4),
            ConversionOp::Pack(Packing::Unsigned4) => self.pack(instruction, Fields::UNSIGNED4),
            ConversionOp::Unpack(Packing::Half2) => self.write(instruction, |lowering, written| {
                lowering.unpacked_halves(instruction, written)
            }),
            ConversionOp::Unpack(Packing::Unsigned2) => self.unpack(instruction, Fields::UNSIGNED2),
            ConversionOp::Unpack(Packing::Signed4) => self.unpack(instruction, Fields::SIGNED4),
            ConversionOp::Unpack(Packing::Unsigned4) => self.unpack(instruction, Fields::UNSIGNED4),
            ConversionOp::Pack64 => self.write(instruction, |lowering, written| {
                lowering.packed_words(instruction, written)
            }),
            ConversionOp::Unpack64 => self.write(instruction, |lowering, written| {
                lowering.unpacked_words(instruction, written)
            }),
        }
    }

    fn memory(&mut self, operation: MemoryOp, instruction: &Instruction) {
        match operation {
            MemoryOp::Load(Space::Constant) => self.write(instruction, |lowering, written| {
                lowering.constant_load(instruction, written)
            }),
            MemoryOp::Load(space @ (Space::Storage | Space::Shared | Space::Global)) => {
                self.write(instruction, |lowering, written| {
                    lowering.storage_load(instruction, space, written)
                });
            }
            MemoryOp::Load(Space::Image) => self.write(instruction, |lowering, written| {
                lowering.image_load(instruction, written)
            }),
            MemoryOp::Store(space @ (Space::Storage | Space::Shared | Space::Global)) => {
                self.storage_store(instruction, space);
            }
            MemoryOp::Store(Space::Image) => self.image_store(instruction),
            // They are done whether their result is written or not.
            MemoryOp::Atomic(space @ (Space::Storage | Space::Shared | Space::Global)) => {
                let value = self.storage_atomic(instruction, space);
                self.write(instruction, |_, written| value.components(written));
            }
            MemoryOp::Atomic(Space::Image) => {
                let value = self.image_atomic(instruction);
                self.write(instruction, |_, written| value.components(written));
            }
            MemoryOp::Atomic(Space::Counter) => {
                let value = self.counter(instruction);
                self.write(instruction, |_, written| value.components(written));
            }
            MemoryOp::QueryImageSize => self.write(instruction, |lowering, written| {
                lowering.image_size(instruction).components(written)
            }),
            MemoryOp::QueryImageSamples => self.write(instruction, |lowering, written| {
                lowering.image_samples(instruction).components(written)
            }),
            MemoryOp::Barrier => {
                self.need(Feature::MemoryBarriers);
                self.push(StatementKind::Barrier);
            }
            MemoryOp::Load(Space::Counter)
            | MemoryOp::Store(Space::Constant | Space::Counter)
            | MemoryOp::Atomic(Space::Constant) => {
                // The checker takes none of these.
                self.unsupported(Reason::Instruction);
            }
        }
    }

    /// Arithmetic on floats by one body, and on integers by another.
    fn numbers<C: Into<Computed>>(
        &mut self,
        instruction: &Instruction,
        float: impl FnOnce(&mut Floats<'_, '_, '_>) -> Expression,
        integer: impl FnOnce(&mut Integers<'_, '_, '_>) -> C,
    ) {
        match instruction.data_type.is_float() {
            true => self.floats(instruction, float),
            false => self.integers(instruction, integer),
        }
    }

    /// Arithmetic on floats.
    fn floats(
        &mut self,
        instruction: &Instruction,
        body: impl FnOnce(&mut Floats<'_, '_, '_>) -> Expression,
    ) {
        if !instruction.data_type.is_float() {
            return self.unsupported(Reason::InstructionOfType);
        }
        self.write(instruction, |lowering, written| {
            float::value(lowering, instruction, written, body)
        });
    }

    /// Arithmetic on integers.
    fn integers<C: Into<Computed>>(
        &mut self,
        instruction: &Instruction,
        body: impl FnOnce(&mut Integers<'_, '_, '_>) -> C,
    ) {
        if instruction.data_type.is_float() {
            return self.unsupported(Reason::InstructionOfType);
        }
        self.write(instruction, |lowering, written| {
            integer::value(lowering, instruction, written, body)
        });
    }

    /// Rounding of floats to floats, and to integers: by a function, or by what the conversion does.
    fn rounding(&mut self, instruction: &Instruction, rounding: Rounding) {
        let (float, integer) = match rounding {
            Rounding::Down => (BuiltIn::Floor, Some(BuiltIn::Floor)),
            Rounding::Up => (BuiltIn::Ceiling, Some(BuiltIn::Ceiling)),
            Rounding::TowardZero => (BuiltIn::Truncate, None),
            Rounding::Nearest => (BuiltIn::RoundEven, Some(BuiltIn::RoundEven)),
        };
        self.numbers(
            instruction,
            |f| componentwise::built_in::<1>(f, float),
            |i| integer::whole(i, integer),
        );
    }

    fn field(&mut self, instruction: &Instruction, field: Field) {
        self.write(instruction, |lowering, written| {
            lowering.bit_field(instruction, written, field)
        });
    }

    fn pack(&mut self, instruction: &Instruction, fields: Fields) {
        self.write(instruction, |lowering, _| {
            lowering.packed_fields(instruction, fields)
        });
    }

    fn unpack(&mut self, instruction: &Instruction, fields: Fields) {
        self.write(instruction, |lowering, written| {
            lowering.unpacked_fields(instruction, written, fields)
        });
    }

    fn lookup(&mut self, instruction: &Instruction, operation: TextureOp) {
        self.write(instruction, |lowering, written| {
            lowering.lookup_value(instruction, written, operation)
        });
    }
}

/// Whether an instruction reads or writes a register that two indices choose.
fn has_two_indices(instruction: &Instruction) -> bool {
    let operands = instruction.operands.iter().map(|operand| operand.register);
    let mut registers = operands.chain(instruction.destination.and_then(|to| to.register));
    registers.any(|register| {
        let of_vertex = register.relative.is_some_and(|run| run.index.vertex.is_some());
        let two = match register.file {
            File::Parameter => false,
            // The one that chooses a vertex is no index of its own.
            File::Attribute => register.outer.is_some() && register.relative.is_some(),
            File::Temporary | File::Result | File::Address => register.outer.is_some(),
        };
        two || of_vertex
    })
}
