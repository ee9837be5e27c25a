//! Attributes at other places of a pixel than where the shader runs: those that the program asks for (IPAC, IPAO, IPAS),
//! and those of the centre in a shader that is made for one sample. Where the target has no words for that, derivatives
//! tell: what is interpolated, times 1/w, and 1/w itself change evenly over a primitive.

use std::collections::BTreeMap;

use quadrille_isa::gl::{Family, Operation};
use quadrille_program::Instruction;

use crate::form::walk::each_expression;
use crate::form::{
    Binary, BuiltIn, Components, Expression, Function, Input, InputKind, Kind, Root, Scalar, Statement, Type,
};
use crate::options::Emulation;
use crate::raise::raiser::Raiser;
use crate::sample::{Sample, in_pixels};
use crate::target::{Feature, Support};

/// How an input changes along x and along y: variables.
type Slopes = [Expression; 2];

impl Raiser<'_> {
    /// An attribute at another place of the pixel.
    pub(crate) fn interpolation(&mut self, instruction: &Instruction) {
        let span = self.span();
        let known = self.options.known_sample(Feature::InterpolateAt);
        let function = match (instruction.operation, known) {
            (Operation::InterpolateAtOffset, _) => Some(BuiltIn::AtOffset),
            // The samples of several are places; one lies where the shader runs.
            (Operation::InterpolateAtSample, Some(sample)) if sample.is_one_of_several() => {
                Some(BuiltIn::AtOffset)
            }
            // What a sample covers of a pixel is the sample.
            (_, Some(_)) => None,
            (Operation::InterpolateAtSample, None) => Some(BuiltIn::AtSample),
            (_, None) => Some(BuiltIn::AtCentroid),
        };
        match function {
            Some(BuiltIn::AtOffset) if self.is_alone() => {}
            Some(BuiltIn::AtOffset) => {
                self.need_or(Feature::InterpolateAt, Emulation::InterpolateByDerivatives, span);
            }
            Some(_) => {
                self.need(Feature::InterpolateAt, span);
            }
            None => {}
        }
        self.write(instruction, |raiser, written| {
            let place = match (function, instruction.operation) {
                (Some(BuiltIn::AtOffset), Operation::InterpolateAtOffset) => {
                    Some(raiser.operand(&instruction.operands[1], &[0, 1]))
                }
                (Some(_), Operation::InterpolateAtSample) => {
                    let number = raiser.operand_as(&instruction.operands[1], &[0], Scalar::Int);
                    Some(match known {
                        Some(sample) => raiser.place_of(sample, number),
                        None => number,
                    })
                }
                _ => None,
            };
            let mut operand = raiser.operand(&instruction.operands[0], written);
            if let Some(function) = function {
                raiser.elsewhere(&mut operand, function, place.as_ref());
            }
            raiser.finished(operand, instruction)
        });
    }

    /// Whether the shader is made for one of several samples. What the target has words for counts from another centre
    /// then, and not every driver has them for points and lines: derivatives do.
    fn is_alone(&self) -> bool {
        let sample = self.options.sample.as_ref();
        sample.is_some_and(Sample::is_one_of_several)
    }

    /// Where the sample of a number lies; one that does not exist at the centre.
    fn place_of(&mut self, sample: &Sample, number: Expression) -> Expression {
        let number = self.hold("sample", number, false);
        let places = (0..).zip(&sample.places);
        places.fold(offset([0.0; 2]), |otherwise, (at, place)| {
            let is_it = Expression::binary(Binary::Equal, number.clone(), Expression::int(at));
            Expression::select(is_it, offset(in_pixels(*place)), otherwise)
        })
    }

    /// Interpolates what an expression reads from the stage before.
    fn elsewhere(&self, value: &mut Expression, function: BuiltIn, place: Option<&Expression>) {
        if let Kind::Read(read) = &value.kind {
            let Root::Input(at) = read.root else { return };
            if matches!(self.shader.inputs[at as usize].kind, InputKind::Varying(..)) {
                let ty = value.ty;
                let mut arguments = vec![value.clone()];
                arguments.extend(place.cloned());
                *value = Expression::new(ty, Kind::BuiltIn(function, arguments));
            }
            return;
        }
        for part in value.parts_mut() {
            self.elsewhere(part, function, place);
        }
    }

    /// Finds for all places how far they lie from where the shader runs: a pass over its functions.
    pub(crate) fn places(&mut self) {
        if self.is_vertex() {
            return;
        }
        let sample = self.options.sample.as_ref();
        let to_centre = sample.map_or([0.0; 2], |sample| sample.place().map(|part| -part));
        let centers = sample.is_some_and(|sample| sample.centered) && to_centre != [0.0; 2];
        // What is clipped is that at the sample.
        let moves = |input: &Input| {
            matches!(input.kind, InputKind::Varying(_, interpolation) if centers && !interpolation.flat)
                && input.binding.family != Family::FragmentClip
        };
        let moves: Vec<bool> = self.shader.inputs.iter().map(moves).collect();
        let mut functions = std::mem::take(&mut self.shader.functions);
        for function in &mut functions {
            each_expression(&mut function.body, &mut |expression| {
                find(expression, &moves, to_centre);
            });
        }
        let mut first = Vec::new();
        if centers {
            self.center_depth(&mut functions, to_centre, &mut first);
        }
        let mut slopes = BTreeMap::new();
        for function in &mut functions {
            each_expression(&mut function.body, &mut |expression| {
                self.without_perspective(expression);
                self.by_slopes(expression, &mut slopes, &mut first);
            });
        }
        if self.divides_by_w() {
            for input in &mut self.shader.inputs {
                if let InputKind::Varying(_, interpolation) = &mut input.kind {
                    interpolation.no_perspective = false;
                }
            }
        }
        self.shader.shared_variables |= !first.is_empty() && functions.len() > 1;
        if let Some(main) = functions.last_mut() {
            main.body.splice(0..0, first);
        }
        self.shader.functions = functions;
    }
}

/// Says one expression, whose parts are said, from where the shader runs.
fn find(expression: &mut Expression, moves: &[bool], to_centre: [f32; 2]) {
    let ty = expression.ty;
    match &mut expression.kind {
        Kind::Read(place) if matches!(place.root, Root::Input(at) if moves[at as usize]) => {
            let input = expression.clone();
            expression.kind = Kind::BuiltIn(BuiltIn::AtOffset, vec![input, offset(to_centre)]);
        }
        // An offset of the program's own counts from the centre.
        Kind::BuiltIn(BuiltIn::AtOffset, arguments) if to_centre != [0.0; 2] => {
            if let [input, own] = &arguments[..] {
                let input = match &input.kind {
                    Kind::BuiltIn(BuiltIn::AtOffset, inner) => &inner[0],
                    _ => input,
                };
                let whole = Expression::binary(Binary::Add, own.clone(), offset(to_centre));
                let arguments = vec![input.clone(), whole];
                *expression = Expression::new(ty, Kind::BuiltIn(BuiltIn::AtOffset, arguments));
            }
        }
        _ => {}
    }
}

/// Two floats.
fn offset(parts: [f32; 2]) -> Expression {
    Expression::construct(parts.map(|part| Expression::float(part, 1)).to_vec())
}

/// A value with what it changes by over an offset.
fn moved(value: Expression, slopes: &Slopes, by: &Expression) -> Expression {
    let width = value.ty.width;
    (0..).zip(slopes).fold(value, |sum, (axis, slope)| {
        let part = by.clone().component(axis).splat(width);
        let change = Expression::binary(Binary::Multiply, slope.clone(), part);
        Expression::binary(Binary::Add, sum, change)
    })
}

impl Raiser<'_> {
    /// Divides what comes multiplied by w.
    fn without_perspective(&mut self, expression: &mut Expression) {
        let Kind::Read(place) = &expression.kind else {
            return;
        };
        let Root::Input(at) = place.root else { return };
        let InputKind::Varying(_, interpolation) = self.shader.inputs[at as usize].kind else {
            return;
        };
        if interpolation.no_perspective && !interpolation.flat && self.divides_by_w() {
            let width = expression.ty.width;
            let reciprocal = self.window_position_input().component(3).splat(width);
            *expression = Expression::binary(Binary::Multiply, expression.clone(), reciprocal);
        }
    }

    /// Says one interpolation at an offset by what changes over a primitive, where the target has no word for it or the
    /// value is a product.
    fn by_slopes(
        &mut self,
        expression: &mut Expression,
        known: &mut BTreeMap<Option<u32>, Slopes>,
        first: &mut Vec<Statement>,
    ) {
        let Kind::BuiltIn(BuiltIn::AtOffset, arguments) = &expression.kind else {
            return;
        };
        let [input, by] = &arguments[..] else { return };
        let place = match &input.kind {
            Kind::Read(_)
                if !self.is_alone()
                    && self.options.target.support(Feature::InterpolateAt) != Support::Missing =>
            {
                return;
            }
            Kind::Read(place) => place,
            Kind::Binary(_, sides) => match &sides[0].kind {
                Kind::Read(place) => place,
                _ => return,
            },
            _ => return,
        };
        let Root::Input(at) = place.root else { return };
        let InputKind::Varying(_, interpolation) = self.shader.inputs[at as usize].kind else {
            return;
        };
        let (input, by) = (input.clone(), by.clone());
        if interpolation.flat {
            *expression = input;
            return;
        }
        if interpolation.no_perspective {
            let slopes = self.slopes(Some(at), &input, known, first);
            *expression = moved(input, &slopes, &by);
            return;
        }
        let reciprocal = self.window_position_input().component(3);
        let width = input.ty.width;
        let value = Expression::binary(Binary::Multiply, input, reciprocal.clone().splat(width));
        let slopes = self.slopes(Some(at), &value, known, first);
        let of_reciprocal = self.slopes(None, &reciprocal, known, first);
        *expression = Expression::binary(
            Binary::Divide,
            moved(value, &slopes, &by),
            moved(reciprocal, &of_reciprocal, &by).splat(width),
        );
    }

    /// How a value changes over a primitive, found before anything else: in flow that parts derivatives are undefined.
    fn slopes(
        &mut self,
        input: Option<u32>,
        value: &Expression,
        known: &mut BTreeMap<Option<u32>, Slopes>,
        first: &mut Vec<Statement>,
    ) -> Slopes {
        if let Some(slopes) = known.get(&input) {
            return slopes.clone();
        }
        self.need(Feature::Derivatives, self.program.span(self.program.entry()));
        let axes = [
            ("along_x", BuiltIn::DerivativeX),
            ("along_y", BuiltIn::DerivativeY),
        ];
        let slopes = axes.map(|(name, derivative)| {
            let root = Root::Variable(self.variable(name, value.ty));
            let slope = Expression::built_in(derivative, vec![value.clone()]);
            first.push(Statement::assign(root, None, slope));
            Expression::read(root, value.ty)
        });
        known.insert(input, slopes.clone());
        slopes
    }

    /// Depth and 1/w of the window position at the centre.
    fn center_depth(&mut self, functions: &mut [Function], to_centre: [f32; 2], first: &mut Vec<Statement>) {
        let mut inputs = self.shader.inputs.iter();
        let Some(at) =
            inputs.position(|input| input.kind == InputKind::FragmentPosition && input.used & 0b1100 != 0)
        else {
            return;
        };
        let here = Expression::read(Root::Input(at as u32), Type::VEC4);
        let depth = here.clone().components(&[2, 3]);
        let slopes = self.slopes(None, &depth, &mut BTreeMap::new(), first);
        let centre = Root::Variable(self.variable("centre", Type::VEC4));
        first.push(Statement::assign(centre, None, here));
        let depth = moved(depth, &slopes, &offset(to_centre));
        first.push(Statement::assign(centre, Some(Components::new(&[2, 3])), depth));
        for function in functions {
            each_expression(&mut function.body, &mut |expression| {
                if let Kind::Read(place) = &mut expression.kind
                    && place.root == Root::Input(at as u32)
                {
                    place.root = centre;
                }
            });
        }
    }
}
