//! Expressions: each node one instruction or few.

use rspirv::dr::{InsertPoint, Instruction, Operand};
use rspirv::spirv::{Decoration, Op, StorageClass, Word};

use super::printer::Printer;
use super::statement::alignment;
use crate::form::{
    Binary, Components, Expression, ExpressionKind, InputKind, Lvalue, Root, Scalar, Type, Unary,
};

impl Printer<'_> {
    /// The value of an expression.
    pub(super) fn value(&mut self, expression: &Expression) -> Word {
        let hides = self.hides;
        self.hides |= !self.options.target.is_spirv() && is_early(expression);
        let value = self.of_kind(expression);
        self.hides = hides;
        value
    }

    fn of_kind(&mut self, expression: &Expression) -> Word {
        let ty = expression.ty;
        match &expression.kind {
            ExpressionKind::Literal(bits) => self.literal(ty, *bits),
            ExpressionKind::Read(place) => self.read(place, ty),
            ExpressionKind::Components(inner, components) => {
                let value = self.value(inner);
                self.pick(value, inner.ty, *components)
            }
            ExpressionKind::Construct(parts) => self.construct(ty, parts),
            // naga negates no unsigned number.
            ExpressionKind::Unary(Unary::Negate, inner) if ty.scalar.is_unsigned() => {
                let zero = self.constant(ty, [0; 4]);
                let value = self.value(inner);
                let of = self.value_type(ty);
                self.emit_on(Op::ISub, of, &[zero, value])
            }
            ExpressionKind::Unary(operation, inner) => {
                let value = self.value(inner);
                let of = self.value_type(ty);
                let op = match (operation, ty.scalar) {
                    (Unary::Not, _) => Op::LogicalNot,
                    (Unary::Complement, _) => Op::Not,
                    (Unary::Negate, Scalar::Float | Scalar::Double) => Op::FNegate,
                    (Unary::Negate, _) => Op::SNegate,
                };
                self.emit_on(op, of, &[value])
            }
            ExpressionKind::Binary(operation, sides) => self.binary(*operation, sides, ty),
            ExpressionKind::Select(sides) => {
                let [condition, then, otherwise] = &**sides;
                let values = [
                    self.wide(condition, ty.width),
                    self.wide(then, ty.width),
                    self.wide(otherwise, ty.width),
                ];
                let of = self.value_type(ty);
                self.emit_on(Op::Select, of, &values)
            }
            ExpressionKind::Convert(inner) => self.convert(inner, ty),
            ExpressionKind::Bits(inner) => {
                let value = self.value(inner);
                let of = self.value_type(ty);
                self.emit_on(Op::Bitcast, of, &[value])
            }
            ExpressionKind::BuiltIn(function, arguments) => self.built_in_function(*function, arguments, ty),
            ExpressionKind::Call(function, arguments) => {
                let mut operands = vec![self.library[function.0 as usize]];
                for argument in arguments {
                    operands.push(self.value(argument));
                }
                let of = self.value_type(ty);
                self.emit_on(Op::FunctionCall, of, &operands)
            }
            ExpressionKind::Lookup(lookup) => self.lookup(lookup, ty),
            ExpressionKind::Length(storage) => self.length(*storage, ty),
            ExpressionKind::Texel(texel) => self.texel(texel, ty),
            ExpressionKind::ImageSize(image) => self.image_query(Op::ImageQuerySize, *image, ty),
            ExpressionKind::ImageSamples(image) => self.image_query(Op::ImageQuerySamples, *image, ty),
        }
    }

    /// A constant; one that WGSL must not know, as every float that is not finite, is read from a variable.
    fn literal(&mut self, ty: Type, bits: [u64; 4]) -> Word {
        let bits = &bits[..usize::from(ty.width)];
        let is_hidden = |bits: &u64| match ty.scalar {
            Scalar::Float => self.hides || !f32::from_bits(*bits as u32).is_finite(),
            Scalar::Int | Scalar::Uint => self.hides,
            Scalar::Bool | Scalar::Long | Scalar::Ulong | Scalar::Double => false,
        };
        let hidden: Vec<bool> = bits.iter().map(is_hidden).collect();
        if self.options.target.is_spirv() || !hidden.contains(&true) {
            return self.constant(ty, std::array::from_fn(|at| bits.get(at).copied().unwrap_or(0)));
        }
        let of = self.value_type(ty);
        let parts: Vec<Word> = bits
            .iter()
            .zip(hidden)
            .map(|(bits, is_hidden)| match is_hidden {
                true => self.hidden(ty.scalar, *bits as u32),
                false => self.number(ty.scalar, *bits as u32),
            })
            .collect();
        match parts.as_slice() {
            [only] => *only,
            many => self.emit_on(Op::CompositeConstruct, of, many),
        }
    }

    /// The number with these bits, from a variable that nothing changes.
    fn hidden(&mut self, scalar: Scalar, bits: u32) -> Word {
        let uint = self.value_type(Type::new(Scalar::Uint, 1));
        let variable = match self.hidden.get(&bits) {
            Some(known) => *known,
            None => {
                let pointer = self.pointer(StorageClass::Private, uint);
                let initial = self.number(Scalar::Uint, bits);
                let id = self.builder.id();
                let operands = vec![
                    Operand::StorageClass(StorageClass::Private),
                    Operand::IdRef(initial),
                ];
                let variable = Instruction::new(Op::Variable, Some(pointer), Some(id), operands);
                self.builder
                    .insert_types_global_values(InsertPoint::End, variable);
                self.builder.name(id, format!("bits_{bits:08x}"));
                self.hidden.insert(bits, id);
                id
            }
        };
        let word = self.emit_on(Op::Load, uint, &[variable]);
        match scalar {
            Scalar::Uint => word,
            Scalar::Float | Scalar::Int | Scalar::Bool | Scalar::Long | Scalar::Ulong | Scalar::Double => {
                let of = self.value_type(Type::new(scalar, 1));
                self.emit_on(Op::Bitcast, of, &[word])
            }
        }
    }

    fn read(&mut self, place: &Lvalue, ty: Type) -> Word {
        match place.root {
            Root::Argument(at) => return self.arguments[at as usize],
            Root::Constant(at) => {
                let constant = &self.shader.constants[at as usize];
                return self.literal(constant.ty, constant.value.map(u64::from));
            }
            Root::Input(at) if self.shader.inputs[at as usize].kind == InputKind::GroupSize => {
                return self.group_size();
            }
            _ => {}
        }
        let of = self.value_type(ty);
        match self.pointer_to(place) {
            Some((pointer, storage, _)) => {
                let operands = std::iter::once(Operand::IdRef(pointer)).chain(alignment(storage));
                self.emit(Op::Load, of, operands.collect())
            }
            None => self.constant(ty, [0; 4]),
        }
    }

    /// Components of a value.
    pub(super) fn pick(&mut self, value: Word, ty: Type, components: Components) -> Word {
        let of = self.value_type(ty.with_width(components.count()));
        let numbers = components.as_slice().iter().map(|at| u32::from(*at));
        let numbers = numbers.map(Operand::LiteralBit32);
        if components.count() == 1 {
            let mut operands = vec![Operand::IdRef(value)];
            operands.extend(numbers);
            return self.emit(Op::CompositeExtract, of, operands);
        }
        let mut operands = [value, value].map(Operand::IdRef).to_vec();
        operands.extend(numbers);
        self.emit(Op::VectorShuffle, of, operands)
    }

    pub(super) fn construct(&mut self, ty: Type, parts: &[Expression]) -> Word {
        let of = self.value_type(ty);
        let mut values: Vec<Word> = parts.iter().map(|part| self.value(part)).collect();
        if let ([only], [part]) = (values.as_slice(), parts) {
            if part.ty == ty {
                return *only;
            }
            values = vec![*only; usize::from(ty.width)];
        }
        self.emit_on(Op::CompositeConstruct, of, &values)
    }

    /// The value of an expression in so many components: a scalar stands in all of them.
    pub(super) fn wide(&mut self, expression: &Expression, width: u8) -> Word {
        let value = self.value(expression);
        if width == 1 || !expression.ty.is_scalar() {
            return value;
        }
        if let ExpressionKind::Literal(bits) = expression.kind {
            return self.literal(expression.ty.with_width(width), [bits[0]; 4]);
        }
        let of = self.value_type(expression.ty.with_width(width));
        self.emit_on(Op::CompositeConstruct, of, &vec![value; usize::from(width)])
    }

    /// An operation of numbers, which may not be fused where the program says so.
    fn arithmetic(&mut self, op: Op, of: Word, values: &[Word]) -> Word {
        let id = self.emit_on(op, of, values);
        if self.precise {
            self.decorate(id, Decoration::NoContraction, &[]);
        }
        id
    }

    fn binary(&mut self, operation: Binary, [left, right]: &[Expression; 2], ty: Type) -> Word {
        let of = self.value_type(ty);
        let width = left.ty.width.max(right.ty.width);
        if operation == Binary::Multiply && ty.scalar.is_float() && left.ty.width != right.ty.width {
            let (vector, scalar) = if left.ty.is_scalar() {
                (right, left)
            } else {
                (left, right)
            };
            let values = [self.value(vector), self.value(scalar)];
            return self.arithmetic(Op::VectorTimesScalar, of, &values);
        }
        let values = [self.wide(left, width), self.wide(right, width)];
        let op = opcode(operation, left.ty.scalar);
        if ty.scalar.is_float() {
            self.arithmetic(op, of, &values)
        } else {
            self.emit_on(op, of, &values)
        }
    }

    /// The same number as another kind.
    fn convert(&mut self, inner: &Expression, ty: Type) -> Word {
        let value = self.value(inner);
        let of = self.value_type(ty);
        let (from, to) = (inner.ty.scalar, ty.scalar);
        match (from, to) {
            (Scalar::Bool, _) => {
                let one = if to.is_float() { to.float_bits(1.0) } else { 1 };
                let one = self.constant(ty, [one; 4]);
                let zero = self.constant(ty, [0; 4]);
                self.emit_on(Op::Select, of, &[value, one, zero])
            }
            (Scalar::Float | Scalar::Double, Scalar::Bool) => {
                let zero = self.constant(inner.ty, [0; 4]);
                self.emit_on(Op::FUnordNotEqual, of, &[value, zero])
            }
            (_, Scalar::Bool) => {
                let zero = self.constant(inner.ty, [0; 4]);
                self.emit_on(Op::INotEqual, of, &[value, zero])
            }
            (from, to) if from == to => value,
            (from, to) => {
                let op = match (from.is_float(), to.is_float()) {
                    (true, true) => Op::FConvert,
                    (true, false) if to.is_unsigned() => Op::ConvertFToU,
                    (true, false) => Op::ConvertFToS,
                    (false, true) if from.is_unsigned() => Op::ConvertUToF,
                    (false, true) => Op::ConvertSToF,
                    (false, false) if from.is_long() == to.is_long() => Op::Bitcast,
                    (false, false) if from.is_unsigned() => Op::UConvert,
                    (false, false) => Op::SConvert,
                };
                self.emit_on(op, of, &[value])
            }
        }
    }
}

/// Whether WGSL would compute an operation before any run, and refuse what then overflows, divides by zero, is no
/// number, or loses bits (WGSL, 8.18.1): all that it computes with are constants.
fn is_early(expression: &Expression) -> bool {
    let ty = expression.ty.scalar;
    match &expression.kind {
        ExpressionKind::Unary(Unary::Negate, inner) => !ty.is_float() && is_constant(inner),
        ExpressionKind::Binary(Binary::Divide | Binary::Remainder, sides) if !ty.is_float() => {
            is_constant(&sides[1])
        }
        ExpressionKind::Binary(operation, sides) => {
            let is_safe = operation.compares() || matches!(operation, Binary::And | Binary::Or);
            !is_safe && sides.iter().all(is_constant)
        }
        ExpressionKind::Convert(inner) => inner.ty.scalar.is_float() && is_constant(inner),
        ExpressionKind::Bits(inner) => ty.is_float() && is_constant(inner),
        ExpressionKind::BuiltIn(_, arguments) => arguments.iter().all(is_constant),
        _ => false,
    }
}

/// Whether WGSL knows the value of an expression before any run.
fn is_constant(expression: &Expression) -> bool {
    match &expression.kind {
        ExpressionKind::Literal(_) => true,
        ExpressionKind::Read(place) => matches!(place.root, Root::Constant(_)),
        ExpressionKind::Components(inner, _) => is_constant(inner),
        ExpressionKind::Construct(parts) => parts.iter().all(is_constant),
        ExpressionKind::Unary(_, inner) | ExpressionKind::Convert(inner) | ExpressionKind::Bits(inner) => {
            is_constant(inner) && !is_early(expression)
        }
        ExpressionKind::Binary(_, sides) => sides.iter().all(is_constant) && !is_early(expression),
        ExpressionKind::Select(sides) => sides.iter().all(is_constant),
        ExpressionKind::BuiltIn(..)
        | ExpressionKind::Call(..)
        | ExpressionKind::Lookup(_)
        | ExpressionKind::Length(_)
        | ExpressionKind::Texel(_)
        | ExpressionKind::ImageSize(_)
        | ExpressionKind::ImageSamples(_) => false,
    }
}

/// The instruction of an operation on values of a kind.
fn opcode(operation: Binary, scalar: Scalar) -> Op {
    let kinds = |float, signed, unsigned| match scalar {
        Scalar::Float | Scalar::Double => float,
        Scalar::Int | Scalar::Long => signed,
        Scalar::Uint | Scalar::Ulong | Scalar::Bool => unsigned,
    };
    let boolean = scalar == Scalar::Bool;
    match operation {
        Binary::Add => kinds(Op::FAdd, Op::IAdd, Op::IAdd),
        Binary::Subtract => kinds(Op::FSub, Op::ISub, Op::ISub),
        Binary::Multiply => kinds(Op::FMul, Op::IMul, Op::IMul),
        Binary::Divide => kinds(Op::FDiv, Op::SDiv, Op::UDiv),
        Binary::Remainder => kinds(Op::FRem, Op::SRem, Op::UMod),
        Binary::Equal if boolean => Op::LogicalEqual,
        Binary::NotEqual if boolean => Op::LogicalNotEqual,
        Binary::Equal => kinds(Op::FOrdEqual, Op::IEqual, Op::IEqual),
        Binary::NotEqual => kinds(Op::FUnordNotEqual, Op::INotEqual, Op::INotEqual),
        Binary::Less => kinds(Op::FOrdLessThan, Op::SLessThan, Op::ULessThan),
        Binary::LessOrEqual => kinds(Op::FOrdLessThanEqual, Op::SLessThanEqual, Op::ULessThanEqual),
        Binary::Greater => kinds(Op::FOrdGreaterThan, Op::SGreaterThan, Op::UGreaterThan),
        Binary::GreaterOrEqual => kinds(
            Op::FOrdGreaterThanEqual,
            Op::SGreaterThanEqual,
            Op::UGreaterThanEqual,
        ),
        Binary::And => Op::LogicalAnd,
        Binary::Or => Op::LogicalOr,
        Binary::BitAnd => Op::BitwiseAnd,
        Binary::BitOr => Op::BitwiseOr,
        Binary::BitXor => Op::BitwiseXor,
        Binary::ShiftLeft => Op::ShiftLeftLogical,
        Binary::ShiftRight => kinds(
            Op::ShiftRightArithmetic,
            Op::ShiftRightArithmetic,
            Op::ShiftRightLogical,
        ),
    }
}
