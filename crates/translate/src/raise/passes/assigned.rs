//! First values: what may be read before it is written, or reaches the end unwritten, gets one.
//!
//! Variables start at zero, which is what the languages with registers say and what makes an undefined read
//! safe in the others. Results that nothing is written to are (0, 0, 0, 1) after a vertex program and 0 after
//! a fragment program; those of programs between the two are as after a vertex program, but for what belongs to a patch.
//!
//! Comes after everything else that reads or writes variables and outputs.

use quadrille_isa::gl::Stage;

use crate::form::{
    Block, Expression, ExpressionKind, Function, InputKind, Lvalue, OutputKind, Root, Scalar, Shader,
    Statement, StatementKind, Type,
};

/// The masks of written components at a point of the program: for each variable and then each output those that are
/// written on every way there. `None` where no way leads.
type Known = Option<Vec<u8>>;

/// Bodies of called functions that are walked; where there are more, everything counts as read early.
const MOST_CALLS: u32 = 1000;

struct Walk<'a> {
    variables: usize,
    functions: &'a [Function],
    calls: u32,
    /// Variables and outputs that are read before they are written.
    early: Vec<bool>,
    /// The components that are written on every way to the end.
    end: Known,
}

/// Gives first values to what needs them.
pub(crate) fn initialise(shader: &mut Shader) {
    let count = shader.variables.len() + shader.outputs.len();
    let mut walk = Walk {
        variables: shader.variables.len(),
        functions: &shader.functions,
        calls: 0,
        early: vec![false; count],
        end: None,
    };
    if let Some(main) = shader.functions.last() {
        let known = walk.block(&main.body, Some(vec![0; count]));
        walk.leave(&known);
    }
    if walk.calls > MOST_CALLS {
        walk.early.fill(true);
    }
    let Walk { mut early, end, .. } = walk;
    for (early, variable) in early.iter_mut().zip(&shader.variables) {
        // Functions read arrays unseen.
        *early |= variable.length.is_some() && shader.shared_variables;
    }
    let variables = shader.variables.len();
    for (at, variable) in shader.variables.iter_mut().enumerate() {
        let first = variable.initial.take();
        if early[at] {
            let zero = || Expression::bits(variable.ty.scalar, 0, variable.ty.width);
            variable.initial = first.or_else(|| Some(zero()));
        }
    }
    let mut first = Block::new();
    for (at, output) in shader.outputs.iter().enumerate() {
        let number = variables + at;
        let all = (1u8 << output.ty.width) - 1;
        let written = end.as_ref().map_or(all, |end| end[number]);
        if early[number] || written & all != all {
            let value = unwritten(shader.stage, output.kind, output.ty);
            first.push(Statement::assign(own_place(shader, at as u32), None, value));
        }
    }
    if let Some(main) = shader.functions.last_mut() {
        main.body.splice(0..0, first);
    }
}

/// The place of an output, of which each invocation may have one.
fn own_place(shader: &Shader, at: u32) -> Lvalue {
    let mut place = Lvalue::from(Root::Output(at));
    if shader.outputs[at as usize].vertices.is_some() {
        let mut inputs = shader.inputs.iter();
        let number = inputs.position(|input| input.kind == InputKind::InvocationId);
        let number = number.map(|number| Expression::read(Root::Input(number as u32), Type::INT));
        place.index = number.map(Box::new);
    }
    place
}

fn unwritten(stage: Stage, kind: OutputKind, ty: Type) -> Expression {
    match (stage, kind) {
        (_, OutputKind::PointSize) => Expression::float(1.0, 1),
        (_, OutputKind::Patch(_)) => Expression::float(0.0, ty.width),
        (stage, _) if ty == Type::VEC4 && !matches!(stage, Stage::Fragment | Stage::Compute) => {
            Expression::words(ty, [0, 0, 0, 1f32.to_bits()])
        }
        _ if ty.scalar == Scalar::Float => Expression::float(0.0, ty.width),
        _ => Expression::bits(ty.scalar, 0, ty.width),
    }
}

impl Walk<'_> {
    fn number(&self, root: Root) -> Option<usize> {
        match root {
            Root::Variable(at) => Some(at as usize),
            Root::Output(at) => Some(self.variables + at as usize),
            Root::Input(_)
            | Root::Parameter(_)
            | Root::Buffer(_)
            | Root::Storage(_)
            | Root::Shared
            | Root::Address(_)
            | Root::Constant(_)
            | Root::Argument(_)
            | Root::Local(_) => None,
        }
    }

    fn leave(&mut self, known: &Known) {
        meet(&mut self.end, known.clone());
    }

    fn block(&mut self, block: &[Statement], mut known: Known) -> Known {
        for statement in block {
            known = self.statement(statement, known);
        }
        known
    }

    fn statement(&mut self, statement: &Statement, mut known: Known) -> Known {
        match &statement.kind {
            StatementKind::Assign {
                place,
                components,
                value,
                ..
            } => {
                self.expression(value, &known);
                if let Some(index) = &place.index {
                    self.expression(index, &known);
                }
                // The index of an output is the invocation's own.
                let is_whole = place.index.is_none() || matches!(place.root, Root::Output(_));
                if let (true, Some(number), Some(known)) = (is_whole, self.number(place.root), &mut known) {
                    let written = components.map_or(0b1111, |components| mask(components.as_slice()));
                    known[number] |= written;
                }
                known
            }
            StatementKind::If {
                condition,
                then,
                otherwise,
            } => {
                self.expression(condition, &known);
                let mut after = self.block(then, known.clone());
                let other = self.block(otherwise, known);
                meet(&mut after, other);
                after
            }
            StatementKind::Loop { body, .. } => {
                // What a round writes is not counted behind the loop: it may be left at any point.
                self.block(body, known.clone());
                known
            }
            StatementKind::Break | StatementKind::Continue => None,
            StatementKind::Return(value) => {
                if let Some(value) = value {
                    self.expression(value, &known);
                }
                self.leave(&known);
                None
            }
            StatementKind::Call(function) => {
                self.calls += 1;
                if self.calls > MOST_CALLS {
                    return known;
                }
                let outer = self.end.take();
                let functions = self.functions;
                let behind = self.block(&functions[function.0 as usize].body, known);
                self.leave(&behind);
                std::mem::replace(&mut self.end, outer)
            }
            StatementKind::Sparse {
                read,
                texel,
                resident,
            } => {
                read.parts()
                    .into_iter()
                    .for_each(|part| self.expression(part, &known));
                for place in [texel, resident] {
                    if let (Some(number), Some(known)) = (self.number(place.root), &mut known) {
                        known[number] = 0b1111;
                    }
                }
                known
            }
            StatementKind::Atomic {
                result,
                word,
                value,
                compare,
                ..
            } => {
                for part in word.parts().into_iter().chain([value]).chain(compare) {
                    self.expression(part, &known);
                }
                if let (Some(number), Some(known)) = (self.number(result.root), &mut known) {
                    known[number] = 0b1111;
                }
                known
            }
            StatementKind::Store { texel, value } => {
                for part in texel.parts().chain([value]) {
                    self.expression(part, &known);
                }
                known
            }
            StatementKind::Discard
            | StatementKind::Barrier
            | StatementKind::GroupBarrier
            | StatementKind::BeginInterlock
            | StatementKind::EndInterlock
            | StatementKind::EmitVertex(_)
            | StatementKind::EndPrimitive => known,
        }
    }

    fn read(&mut self, place: &Lvalue, wanted: u8, known: &Known) {
        if let Some(index) = &place.index {
            self.expression(index, known);
        }
        if let (Some(number), Some(known)) = (self.number(place.root), known)
            && known[number] & wanted != wanted
        {
            self.early[number] = true;
        }
    }

    fn expression(&mut self, expression: &Expression, known: &Known) {
        let width = expression.ty.width;
        match &expression.kind {
            ExpressionKind::Literal(_)
            | ExpressionKind::Length(_)
            | ExpressionKind::ImageSize(_)
            | ExpressionKind::ImageSamples(_) => {}
            ExpressionKind::Texel(texel) => texel.parts().for_each(|part| self.expression(part, known)),
            ExpressionKind::Read(place) => self.read(place, (1 << width) - 1, known),
            ExpressionKind::Components(inner, components) => match &inner.kind {
                ExpressionKind::Read(place) => self.read(place, mask(components.as_slice()), known),
                _ => self.expression(inner, known),
            },
            ExpressionKind::Unary(_, inner)
            | ExpressionKind::Convert(inner)
            | ExpressionKind::Bits(inner) => self.expression(inner, known),
            ExpressionKind::Binary(_, sides) => sides.iter().for_each(|side| self.expression(side, known)),
            ExpressionKind::Select(sides) => sides.iter().for_each(|side| self.expression(side, known)),
            ExpressionKind::Construct(parts)
            | ExpressionKind::BuiltIn(_, parts)
            | ExpressionKind::Call(_, parts) => {
                parts.iter().for_each(|part| self.expression(part, known));
            }
            ExpressionKind::Lookup(lookup) => {
                lookup
                    .parts()
                    .into_iter()
                    .for_each(|part| self.expression(part, known));
            }
        }
    }
}

fn mask(components: &[u8]) -> u8 {
    components.iter().fold(0, |mask, at| mask | 1 << at)
}

/// Keeps the components that are written on both ways.
fn meet(one: &mut Known, other: Known) {
    match (one.as_mut(), other) {
        (_, None) => {}
        (None, other) => *one = other,
        (Some(one), Some(other)) => one.iter_mut().zip(other).for_each(|(one, other)| *one &= other),
    }
}
