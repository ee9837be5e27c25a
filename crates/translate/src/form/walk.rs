//! Walking: the parts of expressions and statements, for passes that look at all of them.

use super::expression::{Expression, ExpressionKind, Lookup, LookupLod, Lvalue, Offset, Texel};
use super::statement::{Block, Statement, StatementKind, Word};

impl Lookup {
    /// Every expression in it.
    pub fn parts(&self) -> Vec<&Expression> {
        let mut parts = vec![&self.coordinates];
        parts.extend(&self.divisor);
        parts.extend(&self.reference);
        match &self.lod {
            LookupLod::Implicit => {}
            LookupLod::Bias(level) | LookupLod::Explicit(level) | LookupLod::Sample(level) => {
                parts.push(level);
            }
            LookupLod::Gradient(x, y) => parts.extend([x, y]),
        }
        if let Some(Offset::Variable(offset)) = &self.offset {
            parts.push(offset);
        }
        parts.extend(&self.clamp);
        parts
    }

    /// Every expression in it, to be changed.
    pub fn parts_mut(&mut self) -> Vec<&mut Expression> {
        let mut parts = vec![&mut self.coordinates];
        parts.extend(&mut self.divisor);
        parts.extend(&mut self.reference);
        match &mut self.lod {
            LookupLod::Implicit => {}
            LookupLod::Bias(level) | LookupLod::Explicit(level) | LookupLod::Sample(level) => {
                parts.push(level);
            }
            LookupLod::Gradient(x, y) => parts.extend([x, y]),
        }
        if let Some(Offset::Variable(offset)) = &mut self.offset {
            parts.push(offset);
        }
        parts.extend(&mut self.clamp);
        parts
    }
}

impl Expression {
    /// The expressions that it is made of.
    pub fn parts_mut(&mut self) -> Vec<&mut Expression> {
        match &mut self.kind {
            ExpressionKind::Literal(_)
            | ExpressionKind::Length(_)
            | ExpressionKind::ImageSize(_)
            | ExpressionKind::ImageSamples(_) => Vec::new(),
            ExpressionKind::Texel(texel) => texel.parts_mut().collect(),
            ExpressionKind::Read(place) => place.index.iter_mut().map(|index| &mut **index).collect(),
            ExpressionKind::Components(inner, _)
            | ExpressionKind::Unary(_, inner)
            | ExpressionKind::Convert(inner)
            | ExpressionKind::Bits(inner) => {
                vec![&mut **inner]
            }
            ExpressionKind::Binary(_, sides) => sides.iter_mut().collect(),
            ExpressionKind::Select(sides) => sides.iter_mut().collect(),
            ExpressionKind::Construct(parts)
            | ExpressionKind::BuiltIn(_, parts)
            | ExpressionKind::Call(_, parts) => parts.iter_mut().collect(),
            ExpressionKind::Lookup(lookup) => lookup.parts_mut(),
        }
    }
}

impl Statement {
    /// The expressions that it evaluates itself, in order.
    pub fn expressions_mut(&mut self) -> Vec<&mut Expression> {
        match &mut self.kind {
            StatementKind::Assign { place, value, .. } => {
                let index = place.index.iter_mut().map(|index| &mut **index);
                index.chain([value]).collect()
            }
            StatementKind::If { condition, .. } => vec![condition],
            StatementKind::Sparse { read, .. } => read.parts_mut(),
            StatementKind::Atomic {
                word, value, compare, ..
            } => word
                .parts_mut()
                .into_iter()
                .chain([value])
                .chain(compare)
                .collect(),
            StatementKind::Store { texel, value } => texel.parts_mut().chain([value]).collect(),
            StatementKind::Return(value) => value.iter_mut().collect(),
            StatementKind::Loop { .. }
            | StatementKind::Break
            | StatementKind::Continue
            | StatementKind::Discard
            | StatementKind::Barrier
            | StatementKind::GroupBarrier
            | StatementKind::BeginInterlock
            | StatementKind::EndInterlock
            | StatementKind::EmitVertex(_)
            | StatementKind::EndPrimitive
            | StatementKind::Call(_) => Vec::new(),
        }
    }

    /// The places that it writes itself.
    pub fn places_mut(&mut self) -> Vec<&mut Lvalue> {
        match &mut self.kind {
            StatementKind::Assign { place, .. } => vec![place],
            StatementKind::Sparse { texel, resident, .. } => vec![texel, resident],
            StatementKind::Atomic { result, word, .. } => match word {
                Word::Buffer(word) => vec![result, word],
                Word::Texel(_) => vec![result],
            },
            StatementKind::Store { .. }
            | StatementKind::If { .. }
            | StatementKind::Loop { .. }
            | StatementKind::Break
            | StatementKind::Continue
            | StatementKind::Return(_)
            | StatementKind::Discard
            | StatementKind::Call(_)
            | StatementKind::Barrier
            | StatementKind::GroupBarrier
            | StatementKind::BeginInterlock
            | StatementKind::EndInterlock
            | StatementKind::EmitVertex(_)
            | StatementKind::EndPrimitive => Vec::new(),
        }
    }

    /// The blocks in it.
    pub fn blocks_mut(&mut self) -> Vec<&mut Block> {
        match &mut self.kind {
            StatementKind::If { then, otherwise, .. } => vec![then, otherwise],
            StatementKind::Loop { body, .. } => vec![body],
            StatementKind::Assign { .. }
            | StatementKind::Sparse { .. }
            | StatementKind::Atomic { .. }
            | StatementKind::Store { .. }
            | StatementKind::Break
            | StatementKind::Continue
            | StatementKind::Return(_)
            | StatementKind::Discard
            | StatementKind::Call(_)
            | StatementKind::Barrier
            | StatementKind::GroupBarrier
            | StatementKind::BeginInterlock
            | StatementKind::EndInterlock
            | StatementKind::EmitVertex(_)
            | StatementKind::EndPrimitive => Vec::new(),
        }
    }
}

/// Calls back for every expression of a block, the parts of one before itself.
pub fn each_expression(block: &mut Block, change: &mut impl FnMut(&mut Expression)) {
    for statement in block {
        for expression in statement.expressions_mut() {
            inside_out(expression, change);
        }
        for block in statement.blocks_mut() {
            each_expression(block, change);
        }
    }
}

/// Calls back for every place of a block that is read or written.
pub fn each_place(block: &mut Block, change: &mut impl FnMut(&mut Lvalue)) {
    each_expression(block, &mut |expression| {
        if let ExpressionKind::Read(place) = &mut expression.kind {
            change(place);
        }
    });
    each_written(block, change);
}

fn each_written(block: &mut Block, change: &mut impl FnMut(&mut Lvalue)) {
    for statement in block {
        statement.places_mut().into_iter().for_each(&mut *change);
        for block in statement.blocks_mut() {
            each_written(block, change);
        }
    }
}

/// Calls back for an expression and all in it, the parts of one before itself.
pub fn inside_out(expression: &mut Expression, change: &mut impl FnMut(&mut Expression)) {
    for part in expression.parts_mut() {
        inside_out(part, change);
    }
    change(expression);
}

impl Texel {
    /// Every expression in it.
    pub fn parts(&self) -> impl Iterator<Item = &Expression> {
        std::iter::once(&self.coordinates).chain(&self.sample)
    }

    /// Every expression in it, to be changed.
    pub fn parts_mut(&mut self) -> impl Iterator<Item = &mut Expression> {
        std::iter::once(&mut self.coordinates).chain(&mut self.sample)
    }
}
