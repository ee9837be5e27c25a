//! Instructions: each becomes statements by the class of its operation.

pub(crate) mod arrays;
pub(crate) mod chosen;
pub(crate) mod condition;
pub(crate) mod operand;
pub(crate) mod write;

use quadrille_isa::gl::Operation;
use quadrille_isa::gl::operation::{Class, Space};
use quadrille_program::{Access, File, Instruction};

use crate::form::{Binary, BuiltIn, Expression, Kind, Place, Root, Scalar, StatementKind, Type};
use crate::raise::raiser::Raiser;
use crate::target::{Feature, Support};

impl Raiser<'_> {
    /// One instruction that is followed by the next.
    pub(crate) fn instruction(&mut self, instruction: &Instruction) {
        let outer = instruction
            .operands
            .iter()
            .map(|operand| operand.register)
            .chain(instruction.destination.and_then(|to| to.register));
        let two = outer.into_iter().any(|register| {
            let of_vertex = register.relative.is_some_and(|run| run.index.vertex.is_some());
            register.outer.is_some() && register.file != File::Parameter || of_vertex
        });
        if two {
            return self.unsaid("no translation has variables with two indices");
        }
        if instruction.precise && self.options.target.support(Feature::Precise) != Support::Missing {
            self.shader.features.insert(Feature::Precise);
        }
        let integers =
            !instruction.data_type.is_float() || instruction.operation == Operation::IntegerToFloat;
        match instruction.operation.class() {
            Class::Componentwise(_) | Class::Conversion
                if integers
                    && !matches!(
                        instruction.operation,
                        Operation::Convert | Operation::Pack64 | Operation::Unpack64
                    )
                    && !is_pack(instruction.operation) =>
            {
                self.write(instruction, |raiser, written| {
                    raiser.integer_value(instruction, written)
                });
            }
            Class::Conversion if instruction.operation == Operation::Convert => {
                self.write(instruction, |raiser, written| {
                    raiser.conversion_value(instruction, written)
                });
            }
            Class::Conversion if instruction.operation == Operation::Pack64 => {
                self.write(instruction, |raiser, written| {
                    raiser.packed_words(instruction, written)
                });
            }
            Class::Conversion if instruction.operation == Operation::Unpack64 => {
                self.write(instruction, |raiser, written| {
                    raiser.unpacked_words(instruction, written)
                });
            }
            Class::Conversion if is_pack(instruction.operation) => {
                self.write(instruction, |raiser, written| {
                    raiser.packed_value(instruction, written)
                });
            }
            Class::Vector(_)
                if matches!(
                    instruction.operation,
                    Operation::BitFieldExtract | Operation::BitFieldInsert
                ) =>
            {
                self.write(instruction, |raiser, written| {
                    raiser.bit_field(instruction, written)
                });
            }
            Class::Scalar(_) | Class::Dot(_) | Class::Vector(_) if integers => {
                self.unsaid("no translation has this instruction for integers");
            }
            Class::Componentwise(_) | Class::Scalar(_) | Class::Dot(_) | Class::Vector(_) => {
                self.write(instruction, |raiser, written| {
                    raiser.float_value(instruction, written)
                });
            }
            Class::Memory if instruction.operation == Operation::Load(Space::Constant) => {
                self.write(instruction, |raiser, written| {
                    raiser.constant_load(instruction, written)
                });
            }
            Class::Memory if instruction.operation == Operation::Load(Space::Storage) => {
                self.write(instruction, |raiser, written| {
                    raiser.storage_load(instruction, written)
                });
            }
            Class::Memory if instruction.operation == Operation::Store(Space::Storage) => {
                self.storage_store(instruction);
            }
            Class::Memory if instruction.operation == Operation::Atomic(Space::Storage) => {
                // It is done whether its result is written or not.
                let value = self.storage_atomic(instruction);
                self.write(instruction, |_, written| value.components(written));
            }
            Class::Memory if instruction.operation == Operation::Load(Space::Image) => {
                self.write(instruction, |raiser, written| {
                    raiser.image_load(instruction, written)
                });
            }
            Class::Memory if instruction.operation == Operation::Store(Space::Image) => {
                self.image_store(instruction);
            }
            Class::Memory if instruction.operation == Operation::Atomic(Space::Image) => {
                let value = self.image_atomic(instruction);
                self.write(instruction, |_, written| value.components(written));
            }
            Class::Memory if instruction.operation == Operation::QueryImageSize => {
                self.write(instruction, |raiser, written| {
                    raiser.image_size(instruction).components(written)
                });
            }
            Class::Memory if instruction.operation == Operation::QueryImageSamples => {
                self.write(instruction, |raiser, written| {
                    raiser.image_samples(instruction).components(written)
                });
            }
            Class::Memory if instruction.operation == Operation::MemoryBarrier => {
                self.need(Feature::MemoryBarriers, self.span());
                self.push(StatementKind::Barrier);
            }
            Class::Texture => {
                self.write(instruction, |raiser, written| {
                    raiser.lookup_value(instruction, written)
                });
            }
            Class::Derivative => self.derivative(instruction),
            Class::Kill => self.kill(instruction),
            Class::Address => self.address(instruction),
            Class::Interpolation => self.interpolation(instruction),
            Class::Memory => self.unsaid("no translation reaches memory but parameter buffers, storage buffers and images"),
            Class::Group if let Operation::Vote(vote) = instruction.operation => {
                self.write(instruction, |raiser, written| {
                    raiser.vote(vote, instruction, written)
                });
            }
            Class::Group => self.unsaid("which invocations make a group is the machine's own, and no target says it as this language does"),
            Class::Conversion | Class::Flow | Class::Stage => {
                self.unsaid("no translation has this instruction")
            }
        }
    }

    fn derivative(&mut self, instruction: &Instruction) {
        let span = self.span();
        self.need(Feature::Derivatives, span);
        let function = match instruction.operation {
            Operation::DerivativeX => BuiltIn::DerivativeX,
            _ => BuiltIn::DerivativeY,
        };
        self.write(instruction, |raiser, written| {
            let operand = raiser.operand(&instruction.operands[0], written);
            let value = Expression::built_in(function, vec![operand]);
            raiser.finished(value, instruction)
        });
    }

    /// Drops the fragment where a component is below zero, or where a condition holds for any.
    fn kill(&mut self, instruction: &Instruction) {
        let answers = match (&instruction.access, instruction.operands.first()) {
            (Access::Condition(condition), _) => self.any(condition),
            (_, Some(operand)) => match self.operand_kind(instruction, 0) {
                // No unsigned number is below zero.
                kind if kind.is_unsigned() => Expression::truth(false),
                kind => {
                    let value = self.operand_as(operand, &[0, 1, 2, 3], kind).narrow();
                    let zero = Expression::zero(kind, value.ty.width);
                    Expression::binary(Binary::Less, value, zero)
                }
            },
            (_, None) => Expression::truth(true),
        };
        let condition = if answers.ty.is_scalar() {
            answers
        } else {
            Expression::built_in(BuiltIn::Any, vec![answers])
        };
        let outer = std::mem::take(&mut self.block);
        self.push(StatementKind::Discard);
        let then = std::mem::replace(&mut self.block, outer);
        self.push(StatementKind::If {
            condition,
            then,
            otherwise: Vec::new(),
        });
    }

    fn address(&mut self, instruction: &Instruction) {
        let rounding = match instruction.operation {
            Operation::AddressFloor | Operation::AddressFloorClamped => BuiltIn::Floor,
            Operation::AddressRound | Operation::AddressRoundClamped => BuiltIn::RoundEven,
            Operation::AddressAdd | Operation::AddressAddClamped => return self.address_sum(instruction),
            Operation::AddressPush => return self.push_address(instruction),
            Operation::AddressPop => return self.pop_address(instruction),
            _ => return self.unsaid("no translation has this instruction"),
        };
        let clamps = matches!(
            instruction.operation,
            Operation::AddressFloorClamped | Operation::AddressRoundClamped
        );
        self.write(instruction, |raiser, written| {
            let operand = raiser.operand(&instruction.operands[0], written).narrow();
            let value = Expression::built_in(rounding, vec![operand]).convert(Scalar::Int);
            if clamps { within(value) } else { value }
        });
    }

    /// The stack of address registers and the number of those on it.
    fn address_stack(&mut self) -> (Root, Expression) {
        let span = self.span();
        self.need(Feature::Integers, span);
        let stack = self.scratch("address_stack", Type::new(Scalar::Int, 4));
        let depth = self.program.execution().call_depth.clamp(1, 256);
        self.shader.variables[stack as usize].length = Some(depth);
        let top = self.scratch("address_count", Type::INT);
        (
            Root::Variable(stack),
            Expression::read(Root::Variable(top), Type::INT),
        )
    }

    /// Where a condition holds, does what is to be done and puts a value into a variable.
    pub(crate) fn put_where(
        &mut self,
        condition: Expression,
        then: Vec<StatementKind>,
        variable: &Expression,
        value: Expression,
    ) {
        let Kind::Read(place) = variable.kind.clone() else {
            return;
        };
        let outer = std::mem::take(&mut self.block);
        for kind in then {
            self.push(kind);
        }
        self.push(StatementKind::Assign {
            place,
            components: None,
            value,
            precise: false,
        });
        let then = std::mem::replace(&mut self.block, outer);
        self.push(StatementKind::If {
            condition,
            then,
            otherwise: Vec::new(),
        });
    }

    fn push_address(&mut self, instruction: &Instruction) {
        let (stack, top) = self.address_stack();
        let value = self.address_vector(instruction.operands[0].register.slot as usize);
        let depth = self.program.execution().call_depth.clamp(1, 256) as i32;
        let room = Expression::binary(Binary::Less, top.clone(), Expression::int(depth));
        let assign = StatementKind::Assign {
            place: Place {
                root: stack,
                index: Some(Box::new(top.clone())),
            },
            components: None,
            value,
            precise: false,
        };
        let raised = Expression::binary(Binary::Add, top.clone(), Expression::int(1));
        self.put_where(room, vec![assign], &top, raised);
    }

    fn pop_address(&mut self, instruction: &Instruction) {
        let (stack, top) = self.address_stack();
        let any = Expression::binary(Binary::Greater, top.clone(), Expression::int(0));
        let lowered = Expression::binary(Binary::Add, top.clone(), Expression::int(-1));
        self.put_where(any, Vec::new(), &top, lowered);
        let place = Place {
            root: stack,
            index: Some(Box::new(top)),
        };
        let value = Expression::read(place, Type::new(Scalar::Int, 4));
        self.write(instruction, |_, written| value.components(written));
    }

    /// `(x + z, y + w, x + z, y + w)`
    fn address_sum(&mut self, instruction: &Instruction) {
        let clamps = instruction.operation == Operation::AddressAddClamped;
        let slot = instruction.operands[0].register.slot as usize;
        self.write(instruction, |raiser, written| {
            let whole = raiser.address_vector(slot);
            let first: Vec<u8> = written.iter().map(|at| at & 1).collect();
            let second: Vec<u8> = written.iter().map(|at| (at & 1) + 2).collect();
            let sum = Expression::binary(
                Binary::Add,
                whole.clone().components(&first),
                whole.components(&second),
            );
            if clamps { within(sum) } else { sum }
        });
    }
}

/// Whether floats become words, or words floats.
fn is_pack(operation: Operation) -> bool {
    matches!(
        operation,
        Operation::PackHalf2
            | Operation::PackUnsigned2
            | Operation::PackSigned4
            | Operation::PackUnsigned4
            | Operation::UnpackHalf2
            | Operation::UnpackUnsigned2
            | Operation::UnpackSigned4
            | Operation::UnpackUnsigned4
    )
}

/// Within the range of VP2.0's address registers.
fn within(value: Expression) -> Expression {
    let bounds = vec![value, Expression::int(-512), Expression::int(511)];
    Expression::built_in(BuiltIn::Clamp, bounds)
}
