//! What the pipeline does to results after an assembly program, and no longer does after a shader: vertex
//! colours are clamped, distances to clip planes and sizes of points are found, the fog of a program option is mixed into the final colour, and the alpha test drops
//! fragments.

use quadrille_base::Span;
use quadrille_isa::gl::{Binding, Family, Opcode, ProgramOption};
use quadrille_program::{Instruction, Variable};

use crate::form::{
    Binary, BuiltIn, Components, Expression, Function, Kind, Output, OutputKind, Root, Scalar, Statement,
    StatementKind, SubroutineId, Type, Unary,
};
use crate::options::{ALPHA_REFERENCE, AlphaTest, Emulation, POINT_SIZE};
use crate::raise::interface::parameters::{FOG_OPTIONS, FOG_STATE, MODELVIEW, clip_plane};
use crate::raise::raiser::{Raiser, Reading};
use crate::target::{Feature, Support};

impl Raiser<'_> {
    /// Adds what comes after the program's own instructions.
    pub(crate) fn finish(&mut self) {
        self.origin = None;
        if self.is_vertex() {
            if self.options.clamp_colors {
                self.clamp_colors();
            }
            self.clip();
            self.open_other_planes();
            self.size_points();
            self.multiply_by_w();
            let position = self.position();
            if self.options.target.is_vulkan() {
                self.halve_depth(position);
            }
        } else {
            self.mix_fog();
            self.drop_clipped();
            self.cover();
            self.test_alpha();
            self.test_early();
        }
        let after = std::mem::take(&mut self.block);
        if after.is_empty() {
            return;
        }
        // A program without a structured form is refused already.
        let Some(last) = self.shader.functions.len().checked_sub(1) else {
            return;
        };
        if !returns(&self.shader.functions[last].body) {
            self.shader.functions[last].body.extend(after);
            return;
        }
        // The program may end early; what comes after must not be left out then.
        let name = self.names.fresh("program");
        let main = std::mem::replace(&mut self.shader.functions[last].name, name);
        let mut body = vec![Statement::new(
            StatementKind::Call(SubroutineId(last as u32)),
            None,
        )];
        body.extend(after);
        self.shader.shared_variables = true;
        self.shader.functions.push(Function {
            name: main,
            doc: String::new(),
            arguments: Vec::new(),
            locals: Vec::new(),
            result: None,
            body,
        });
    }

    /// The distance of a position-invariant program's vertex to each enabled clip plane, in eye coordinates (GL 2.1,
    /// 2.12; ARB_vertex_program 2.14.4.5.1).
    fn clip(&mut self) {
        let planes = self.added_planes();
        if planes == 0 {
            return;
        }
        let planes = (0..u32::BITS).filter(|plane| planes >> plane & 1 != 0);
        let planes: Vec<u32> = planes.filter(|plane| self.clips(*plane, Span::at(0))).collect();
        let mut attributes = self.program.attributes().iter();
        let slot = attributes.position(|variable| variable.binding.family == Family::VertexPosition);
        // The position is computed from it.
        let Some(Reading::Whole(position)) = slot.and_then(|slot| self.attributes[slot].clone()) else {
            return;
        };
        // The program may read it as integers.
        let position = position.reinterpret(Scalar::Float);
        let dot = |a: Expression, b: Expression| Expression::built_in(BuiltIn::Dot, vec![a, b]);
        let eye = self.variable("eye", Type::VEC4);
        let components = MODELVIEW.map(|row| dot(self.bound_parameter(row), position.clone()));
        self.push(StatementKind::Assign {
            place: Root::Variable(eye).into(),
            components: None,
            value: Expression::construct(components.to_vec()),
            precise: false,
        });
        for plane in planes {
            let equation = self.bound_parameter(clip_plane(plane));
            let (name, kind) = self.clip_output(plane);
            let output = self.added_output(&name, kind, Binding::new(Family::ResultClip, [plane, 0, 0, 0]));
            self.push(StatementKind::Assign {
                place: output.into(),
                components: None,
                value: dot(equation, Expression::read(Root::Variable(eye), Type::VEC4)),
                precise: false,
            });
        }
    }

    /// The size of points is a parameter.
    fn size_points(&mut self) {
        if !self.options.point_size || self.need_or(Feature::PointSize, Emulation::NoPointSize, Span::at(0)) {
            return;
        }
        let value = self.added_parameter(POINT_SIZE, Type::FLOAT);
        let size = Binding::new(Family::ResultPointsize, [0; 4]);
        let output = self.added_output("point_size", OutputKind::PointSize, size);
        self.push(StatementKind::Assign {
            place: output.into(),
            components: None,
            value,
            precise: false,
        });
    }

    /// Adds an output of one component that the program does not write.
    pub(crate) fn added_output(&mut self, name: &str, kind: OutputKind, binding: Binding) -> Root {
        let name = self.names.reserve(name);
        self.shader.outputs.push(Output {
            name,
            ty: Type::FLOAT,
            kind,
            binding,
            used: 1,
        });
        Root::Output(self.shader.outputs.len() as u32 - 1)
    }

    /// Colours go to the rasterizer clamped to [0, 1] (GL 2.1, 2.14.6).
    fn clamp_colors(&mut self) {
        for at in 0..self.shader.outputs.len() {
            let output = &self.shader.outputs[at];
            if output.binding.family != Family::ResultColor || output.used == 0 {
                continue;
            }
            let root = Root::Output(at as u32);
            let bounds = vec![
                Expression::read(root, Type::VEC4),
                Expression::float(0.0, 1),
                Expression::float(1.0, 1),
            ];
            self.push(StatementKind::Assign {
                place: root.into(),
                components: None,
                value: Expression::built_in(BuiltIn::Clamp, bounds),
                precise: false,
            });
        }
    }

    /// The position, which every vertex shader has to write (GLSL 1.20, 7.1; so do Vulkan and WGSL); one that the program
    /// leaves undefined is (0, 0, 0, 1).
    fn position(&mut self) -> Root {
        let mut outputs = self.shader.outputs.iter();
        let found = outputs.position(|output| matches!(output.kind, OutputKind::Position));
        let at = found.unwrap_or_else(|| {
            self.shader.outputs.push(Output {
                name: "position".to_owned(),
                ty: Type::VEC4,
                kind: OutputKind::Position,
                binding: Binding::new(Family::ResultPosition, [0; 4]),
                used: 0,
            });
            self.shader.outputs.len() - 1
        });
        Root::Output(at as u32)
    }

    /// Depth from OpenGL's [-w, w] to the [0, w] of the newer interfaces (Vulkan 1.3, 24.2).
    fn halve_depth(&mut self, root: Root) {
        let component = |at| Expression::read(root, Type::VEC4).component(at);
        let sum = Expression::binary(Binary::Add, component(2), component(3));
        self.push(StatementKind::Assign {
            place: root.into(),
            components: Some(Components::new(&[2])),
            value: Expression::binary(Binary::Multiply, sum, Expression::float(0.5, 1)),
            precise: false,
        });
    }

    /// Drops fragments that fail the alpha test (OpenGL 2.1, 4.1.4), which comes after fog. A program that
    /// writes no colour has no alpha that could fail, nor has one that writes integers (OpenGL 3.0, 4.1.4).
    fn test_alpha(&mut self) {
        let is_first =
            |output: &Output| matches!(output.kind, OutputKind::Color(0, 0)) && output.ty == Type::VEC4;
        let first = self.shader.outputs.iter().position(is_first);
        let (Some(test), Some(at)) = (self.options.alpha_test, first) else {
            return;
        };
        // What is dropped is what does not pass: NaN among it.
        let passes = match test {
            AlphaTest::Never => None,
            AlphaTest::Less => Some(Binary::Less),
            AlphaTest::LessOrEqual => Some(Binary::LessOrEqual),
            AlphaTest::Equal => Some(Binary::Equal),
            AlphaTest::GreaterOrEqual => Some(Binary::GreaterOrEqual),
            AlphaTest::Greater => Some(Binary::Greater),
            AlphaTest::NotEqual => Some(Binary::NotEqual),
        };
        let condition = match passes {
            None => Expression::truth(true),
            Some(passes) => {
                let reference = self.added_parameter(ALPHA_REFERENCE, Type::FLOAT);
                let alpha = Expression::read(Root::Output(at as u32), Type::VEC4).component(3);
                let bounds = vec![alpha, Expression::float(0.0, 1), Expression::float(1.0, 1)];
                let clamped = Expression::built_in(BuiltIn::Clamp, bounds);
                Expression::binary(passes, clamped, reference).unary(Unary::Not)
            }
        };
        self.drop_where(condition);
    }

    /// The tests of depth and stencil come before the program (NV_gpu_program5 3.X, option NV_early_fragment_tests),
    /// which shows where it drops fragments or has a depth of its own.
    fn test_early(&mut self) {
        if !self
            .program
            .features()
            .options
            .contains(ProgramOption::NvEarlyFragmentTests)
        {
            return;
        }
        let kills = |instruction: &Instruction| instruction.opcode == Opcode::Kil;
        let shows = self.options.alpha_test.is_some()
            || self.program.instructions().iter().any(kills)
            || self
                .program
                .results()
                .iter()
                .any(|result| result.binding.family == Family::ResultDepth);
        if shows || self.options.target.support(Feature::EarlyTests) != Support::Missing {
            self.need(Feature::EarlyTests, Span::at(0));
        }
    }

    /// Fog by a program option: into the clamped colour, by the factor of GL 2.1, 3.10 (ARB_fragment_program
    /// 3.11.4.5.1).
    fn mix_fog(&mut self) {
        let options = self.program.features().options;
        let Some(option) = FOG_OPTIONS.into_iter().find(|option| options.contains(*option)) else {
            return;
        };
        let variable = Variable {
            binding: Binding::new(Family::FragmentFogcoord, [0; 4]),
            long: false,
            used: 1,
            interpolation: Default::default(),
        };
        let coordinate = self.fog_coordinate(&variable);
        let [color, parameters] = FOG_STATE.map(|binding| self.bound_parameter(binding));
        let parameter = |at| parameters.clone().component(at);
        let product = |a, b| Expression::binary(Binary::Multiply, a, b);
        // e^x = 2^(x · log2 e)
        let exponential = |x: Expression| {
            let scaled = product(x.negate(), Expression::float(std::f32::consts::LOG2_E, 1));
            Expression::built_in(BuiltIn::Exp2, vec![scaled])
        };
        let factor = match option {
            ProgramOption::ArbFogLinear => {
                let left = Expression::binary(Binary::Subtract, parameter(2), coordinate);
                product(left, parameter(3))
            }
            ProgramOption::ArbFogExp => exponential(product(parameter(0), coordinate)),
            _ => {
                let depth = product(parameter(0), coordinate);
                exponential(product(depth.clone(), depth))
            }
        };
        let bounds = |value| vec![value, Expression::float(0.0, 1), Expression::float(1.0, 1)];
        let name = self.variable("fog_factor", Type::FLOAT);
        self.push(StatementKind::Assign {
            place: Root::Variable(name).into(),
            components: None,
            value: Expression::built_in(BuiltIn::Clamp, bounds(factor)),
            precise: false,
        });
        for at in 0..self.shader.outputs.len() {
            if !matches!(self.shader.outputs[at].kind, OutputKind::Color(..)) {
                continue;
            }
            let root = Root::Output(at as u32);
            let own = Expression::read(root, Type::VEC4).components(&[0, 1, 2]);
            let clamped = Expression::built_in(BuiltIn::Clamp, bounds(own));
            let fog = color.clone().components(&[0, 1, 2]);
            let factor = Expression::read(Root::Variable(name), Type::FLOAT);
            let ty = Type::new(Scalar::Float, 3);
            let mixed = Kind::BuiltIn(BuiltIn::Mix, vec![fog, clamped, factor]);
            self.push(StatementKind::Assign {
                place: root.into(),
                components: Some(Components::new(&[0, 1, 2])),
                value: Expression::new(ty, mixed),
                precise: false,
            });
        }
    }
}

/// Whether a block may leave its function.
fn returns(block: &[Statement]) -> bool {
    block.iter().any(|statement| match &statement.kind {
        StatementKind::Return(_) => true,
        StatementKind::If { then, otherwise, .. } => returns(then) || returns(otherwise),
        StatementKind::Loop { body, .. } => returns(body),
        _ => false,
    })
}
