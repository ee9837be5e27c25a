//! State commands of scenes as calls of GL.

use quadrille_scene::{
    BlendParameter, CombineParameter, EnvironmentParameter, FogParameter, GenerationParameter,
    LightModelParameter, LightParameter, MaterialParameter, PointParameter, StateCommand,
};

use crate::enumerant as names;
use crate::error::SceneError;
use crate::gl::Gl;
use crate::state_value as value;

/// Carries a state command out.
pub(crate) fn set(command: &StateCommand, gl: &Gl) -> Result<(), SceneError> {
    match *command {
        StateCommand::Light(number, parameter) => light(gl, names::LIGHT0 + number as u32, parameter),
        StateCommand::LightModel(parameter) => light_model(gl, parameter),
        StateCommand::Material(faces, parameter) => {
            let (name, values) = match parameter {
                MaterialParameter::Ambient(color) => (names::AMBIENT, color),
                MaterialParameter::Diffuse(color) => (names::DIFFUSE, color),
                MaterialParameter::Specular(color) => (names::SPECULAR, color),
                MaterialParameter::Emission(color) => (names::EMISSION, color),
                MaterialParameter::Shininess(exponent) => (names::SHININESS, one(exponent)),
            };
            gl.material(value::faces(faces), name, values);
        }
        StateCommand::ColorMaterial(faces, mode) => {
            gl.color_material(value::faces(faces), value::color_material(mode));
        }
        StateCommand::Fog(parameter) => {
            let (name, values) = match parameter {
                FogParameter::Mode(mode) => (names::FOG_MODE, named(value::fog_mode(mode))),
                FogParameter::Source(source) => (names::FOG_COORD_SRC, named(value::fog_source(source))),
                FogParameter::Color(color) => (names::FOG_COLOR, color),
                FogParameter::Density(density) => (names::FOG_DENSITY, one(density)),
                FogParameter::Start(start) => (names::FOG_START, one(start)),
                FogParameter::End(end) => (names::FOG_END, one(end)),
            };
            gl.fog(name, values);
        }
        StateCommand::Blend {
            draw_buffer: Some(_), ..
        }
        | StateCommand::BlendEnable { .. } => return Err(SceneError::State("blend … indexed")),
        StateCommand::ColorMask {
            draw_buffer: Some(_), ..
        } => return Err(SceneError::State("colormask indexed")),
        StateCommand::ClampVertexColor(_) | StateCommand::ClampFragmentColor(_) => {
            return Err(SceneError::State("clampcolor"));
        }
        StateCommand::Blend {
            draw_buffer: None,
            parameter,
        } => match parameter {
            BlendParameter::Func { source, destination } => {
                let [[source, source_alpha], [destination, destination_alpha]] =
                    [source, destination].map(|factors| factors.map(value::blend_factor));
                gl.blend_func(source, destination, source_alpha, destination_alpha);
            }
            BlendParameter::Equation(equation) => {
                let [color, alpha] = equation.map(value::blend_equation);
                gl.blend_equation(color, alpha);
            }
            BlendParameter::Color([red, green, blue, alpha]) => gl.blend_color(red, green, blue, alpha),
        },
        StateCommand::SampleCoverage { .. } => return Err(SceneError::State("samplecoverage")),
        StateCommand::SampleMask(_) => return Err(SceneError::State("samplemask")),
        StateCommand::MinSampleShading(_) => return Err(SceneError::State("minsampleshading")),
        StateCommand::TrackMatrix { .. } => return Err(SceneError::State("trackmatrix")),
        StateCommand::Viewport { index: Some(_), .. } => return Err(SceneError::State("viewport indexed")),
        StateCommand::AlphaFunc(function, reference) => gl.alpha_func(value::compare(function), reference),
        StateCommand::DepthFunc(function) => gl.depth_func(value::compare(function)),
        StateCommand::DepthMask(write) => gl.depth_mask(write.into()),
        StateCommand::DepthRange { index: Some(_), .. } => {
            return Err(SceneError::State("depthrange indexed"));
        }
        StateCommand::DepthRange {
            index: None,
            range: [near, far],
        } => gl.depth_range(near.into(), far.into()),
        StateCommand::ViewportSwizzle { .. } => return Err(SceneError::State("viewportswizzle")),
        StateCommand::ClipControl(_) => return Err(SceneError::State("clipcontrol")),
        StateCommand::ProvokingVertex(_) => return Err(SceneError::State("provoking vertex")),
        StateCommand::PrimitiveRestart(_) => return Err(SceneError::State("primitive restart")),
        StateCommand::ScissorTest { .. } => return Err(SceneError::State("enable indexed SCISSOR_TEST")),
        StateCommand::Scissor { index: Some(_), .. } => return Err(SceneError::State("scissor indexed")),
        StateCommand::ColorMask {
            draw_buffer: None,
            written,
        } => {
            let [red, green, blue, alpha] = written.map(u8::from);
            gl.color_mask(red, green, blue, alpha);
        }
        StateCommand::StencilFunc {
            faces,
            function,
            reference,
            mask,
        } => gl.stencil_func(
            value::faces(faces),
            value::compare(function),
            reference.into(),
            mask.into(),
        ),
        StateCommand::StencilOp {
            faces,
            fail,
            depth_fail,
            pass,
        } => {
            let [fail, depth_fail, pass] = [fail, depth_fail, pass].map(value::stencil_operation);
            gl.stencil_op(value::faces(faces), fail, depth_fail, pass);
        }
        StateCommand::StencilMask(faces, mask) => gl.stencil_mask(value::faces(faces), mask.into()),
        StateCommand::LogicOp(operation) => gl.logic_op(value::logic_operation(operation)),
        StateCommand::CullFace(faces) => gl.cull_face(value::faces(faces)),
        StateCommand::FrontFace { clockwise } => gl.front_face(value::winding(clockwise)),
        StateCommand::PolygonMode(faces, mode) => {
            gl.polygon_mode(value::faces(faces), value::polygon_mode(mode));
        }
        StateCommand::PolygonOffset {
            offset: [factor, units],
            clamp: 0.0,
        } => gl.polygon_offset(factor, units),
        StateCommand::PolygonOffset { .. } => return Err(SceneError::State("polygonoffset with a clamp")),
        StateCommand::LineStipple(_) => return Err(SceneError::State("linestipple")),
        StateCommand::PolygonStipple(_) => return Err(SceneError::State("polygonstipple")),
        StateCommand::SampleLocation { .. } | StateCommand::SampleLocationDefault => {
            return Err(SceneError::State("samplelocation"));
        }
        StateCommand::ShadeModel { flat } => gl.shade_model(if flat { names::FLAT } else { names::SMOOTH }),
        StateCommand::PointSize(size) => gl.point_size(size),
        StateCommand::PointParameter(parameter) => {
            let (name, values) = match parameter {
                PointParameter::Min(size) => (names::POINT_SIZE_MIN, one(size)),
                PointParameter::Max(size) => (names::POINT_SIZE_MAX, one(size)),
                PointParameter::FadeThreshold(size) => (names::POINT_FADE_THRESHOLD_SIZE, one(size)),
                PointParameter::Attenuation([constant, linear, quadratic]) => (
                    names::POINT_DISTANCE_ATTENUATION,
                    [constant, linear, quadratic, 0.0],
                ),
            };
            gl.point_parameter(name, values);
        }
        StateCommand::LineWidth(width) => gl.line_width(width),
        StateCommand::Scissor {
            index: None,
            rectangle,
        } => {
            let [width, height] = [rectangle.width, rectangle.height].map(value::size);
            gl.scissor(rectangle.x, rectangle.y, width, height);
        }
        StateCommand::Viewport {
            index: None,
            rectangle,
        } => {
            let [x, y, width, height] = rectangle;
            match rectangle.map(f32::fract) == [0.0; 4] {
                true => gl.viewport(x as i32, y as i32, width as i32, height as i32),
                false => return Err(SceneError::State("viewport of parts of pixels")),
            }
        }
        StateCommand::ClipPlane(plane, equation) => {
            gl.set_clip_plane(names::CLIP_PLANE0 + plane as u32, equation.map(f64::from));
        }
        StateCommand::TexEnv(parameter) => {
            let (name, values) = match parameter {
                EnvironmentParameter::Mode(mode) => {
                    (names::TEXTURE_ENV_MODE, named(value::environment_mode(mode)))
                }
                EnvironmentParameter::Color(color) => (names::TEXTURE_ENV_COLOR, color),
                EnvironmentParameter::Combine { alpha, parameter } => combine(alpha, parameter),
            };
            gl.texture_environment(names::TEXTURE_ENV, name, values);
        }
        StateCommand::TexGen(coordinate, parameter) => {
            let (name, values) = match parameter {
                GenerationParameter::Mode(mode) => {
                    (names::TEXTURE_GEN_MODE, named(value::generation_mode(mode)))
                }
                GenerationParameter::ObjectPlane(plane) => (names::OBJECT_PLANE, plane),
                GenerationParameter::EyePlane(plane) => (names::EYE_PLANE, plane),
            };
            let coordinates = [names::S, names::T, names::R, names::Q];
            gl.texture_generation(coordinates[coordinate], name, values);
        }
    }
    Ok(())
}

/// A parameter of one number.
fn one(value: f32) -> [f32; 4] {
    [value, 0.0, 0.0, 0.0]
}

/// A parameter that is an enumerant: all of GL's are whole numbers that a float holds.
fn named(value: u32) -> [f32; 4] {
    one(value as f32)
}

fn light(gl: &Gl, light: u32, parameter: LightParameter) {
    let (name, values) = match parameter {
        LightParameter::Ambient(color) => (names::AMBIENT, color),
        LightParameter::Diffuse(color) => (names::DIFFUSE, color),
        LightParameter::Specular(color) => (names::SPECULAR, color),
        LightParameter::Position(position) => (names::POSITION, position),
        LightParameter::SpotDirection([x, y, z]) => (names::SPOT_DIRECTION, [x, y, z, 0.0]),
        LightParameter::SpotExponent(exponent) => (names::SPOT_EXPONENT, one(exponent)),
        // GL takes the angle, scenes give its cosine.
        LightParameter::SpotCosine(cosine) => {
            let angle = f64::from(cosine).acos().to_degrees();
            (names::SPOT_CUTOFF, one(angle as f32))
        }
        LightParameter::Attenuation([constant, linear, quadratic]) => {
            gl.light(light, names::CONSTANT_ATTENUATION, one(constant));
            gl.light(light, names::LINEAR_ATTENUATION, one(linear));
            (names::QUADRATIC_ATTENUATION, one(quadratic))
        }
    };
    gl.light(light, name, values);
}

fn light_model(gl: &Gl, parameter: LightModelParameter) {
    let flag = |on: bool| one(f32::from(u8::from(on)));
    let (name, values) = match parameter {
        LightModelParameter::Ambient(color) => (names::LIGHT_MODEL_AMBIENT, color),
        LightModelParameter::LocalViewer(on) => (names::LIGHT_MODEL_LOCAL_VIEWER, flag(on)),
        LightModelParameter::TwoSide(on) => (names::LIGHT_MODEL_TWO_SIDE, flag(on)),
        LightModelParameter::SeparateSpecular(on) => {
            let control = if on {
                names::SEPARATE_SPECULAR_COLOR
            } else {
                names::SINGLE_COLOR
            };
            (names::LIGHT_MODEL_COLOR_CONTROL, named(control))
        }
    };
    gl.light_model(name, values);
}

/// The name and the value of a parameter of COMBINE.
fn combine(alpha: bool, parameter: CombineParameter) -> (u32, [f32; 4]) {
    let of = |names: [u32; 2]| names[usize::from(alpha)];
    match parameter {
        CombineParameter::Function(function) => (
            of([names::COMBINE_RGB, names::COMBINE_ALPHA]),
            named(value::combine(function)),
        ),
        // The enumerants of the arguments follow one another.
        CombineParameter::Source(argument, source) => (
            of([names::SRC0_RGB, names::SRC0_ALPHA]) + argument as u32,
            named(value::combine_source(source)),
        ),
        CombineParameter::Operand(argument, operand) => (
            of([names::OPERAND0_RGB, names::OPERAND0_ALPHA]) + argument as u32,
            named(value::combine_operand(operand)),
        ),
        CombineParameter::Scale(scale) => (
            of([names::RGB_SCALE, names::ALPHA_SCALE]),
            one(value::combine_scale(scale)),
        ),
    }
}
