//! State commands, carried out.

use quadrille_isa::gl::binding;
use quadrille_pipeline::Context;
use quadrille_pipeline::framebuffer::MAX_SIZE;
use quadrille_pipeline::state::multisample::MAX_SAMPLES;
use quadrille_pipeline::state::{
    Blend, CombineTerm, Environment, Faces, Light, Matrix, Stencil, StencilFace, TEXTURE_COORDINATES,
    TrackedMatrix, Transform,
};
use quadrille_scene::{
    BlendParameter, CombineParameter, EnvironmentParameter, FogParameter, GenerationParameter,
    LightModelParameter, LightParameter, MaterialParameter, PointParameter, StateCommand, TrackedName,
};

use super::capability::Switches;

/// A state command that asks for what is not there.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub(crate) enum StateError {
    #[error("the unit has no fixed-function texturing")]
    Environment,
    #[error("the unit has no texture coordinates")]
    Coordinates,
    #[error("there is no matrix `TEXTURE` to track")]
    TextureMatrix,
}

/// Carries a state command out. `unit` is the active texture unit.
pub(crate) fn set(
    command: &StateCommand,
    unit: usize,
    context: &mut Context,
    switches: &mut Switches,
) -> Result<(), StateError> {
    match *command {
        StateCommand::Light(number, parameter) => {
            light(
                &mut context.lighting.lights[number],
                &context.transform.modelview[0],
                parameter,
            );
        }
        StateCommand::LightModel(parameter) => {
            let model = &mut context.lighting.model;
            match parameter {
                LightModelParameter::Ambient(color) => model.ambient = color,
                LightModelParameter::LocalViewer(on) => model.local_viewer = on,
                LightModelParameter::TwoSide(on) => model.two_side = on,
                LightModelParameter::SeparateSpecular(on) => model.separate_specular = on,
            }
        }
        StateCommand::Material(faces, parameter) => {
            for material in chosen(&mut context.lighting.materials, faces) {
                match parameter {
                    MaterialParameter::Ambient(color) => material.ambient = color,
                    MaterialParameter::Diffuse(color) => material.diffuse = color,
                    MaterialParameter::Specular(color) => material.specular = color,
                    MaterialParameter::Emission(color) => material.emission = color,
                    MaterialParameter::Shininess(exponent) => material.shininess = exponent,
                }
            }
        }
        StateCommand::ColorMaterial(faces, mode) => switches.color_material_mode = Some((faces, mode)),
        StateCommand::Fog(parameter) => {
            let fog = &mut context.fog;
            match parameter {
                FogParameter::Mode(mode) => fog.mode = mode,
                FogParameter::Source(source) => fog.source = source,
                FogParameter::Color(color) => fog.color = color,
                FogParameter::Density(density) => fog.density = density,
                FogParameter::Start(start) => fog.start = start,
                FogParameter::End(end) => fog.end = end,
            }
        }
        StateCommand::Blend {
            parameter: BlendParameter::Color(color),
            ..
        } => context.blend.constant = color,
        StateCommand::Blend {
            draw_buffer,
            parameter,
        } => each_blend(context, draw_buffer, |blend| match parameter {
            BlendParameter::Func { source, destination } => {
                (blend.source, blend.destination) = (source, destination);
            }
            BlendParameter::Equation(equation) => blend.equation = equation,
            BlendParameter::Color(_) => {}
        }),
        StateCommand::BlendEnable { draw_buffer, on } => {
            each_blend(context, Some(draw_buffer), |blend| blend.enabled = on);
        }
        StateCommand::ClampVertexColor(clamp) => context.clamping.vertex = clamp,
        StateCommand::ClampFragmentColor(clamp) => context.clamping.fragment = clamp,
        StateCommand::SampleCoverage { value, inverted } => {
            context.multisample.coverage = value.clamp(0.0, 1.0);
            context.multisample.coverage_inverted = inverted;
        }
        StateCommand::SampleMask(mask) => context.multisample.mask = mask,
        StateCommand::MinSampleShading(value) => context.multisample.shading = value.clamp(0.0, 1.0),
        StateCommand::AlphaFunc(function, reference) => {
            context.alpha_test.function = function;
            context.alpha_test.reference = reference.clamp(0.0, 1.0);
        }
        StateCommand::DepthFunc(function) => context.depth.function = function,
        StateCommand::DepthMask(write) => context.depth.write = write,
        StateCommand::DepthRange { index, range } => {
            let range = range.map(|depth| depth.clamp(0.0, 1.0));
            *indexed(
                &mut context.transform.depth_range,
                &mut context.transform.depth_ranges,
                index,
            ) = range;
        }
        StateCommand::ColorMask { draw_buffer, written } => {
            let mask = (0..).zip(written).map(|(bit, on)| u8::from(on) << bit).sum();
            match draw_buffer {
                Some(number) => context.own_outputs[number].color_mask = Some(mask),
                None => {
                    context.color_mask = mask;
                    context
                        .own_outputs
                        .iter_mut()
                        .for_each(|own| own.color_mask = None);
                }
            }
        }
        StateCommand::StencilFunc {
            faces,
            function,
            reference,
            mask,
        } => stencil(&mut context.stencil, faces, |face| {
            (face.function, face.reference, face.value_mask) = (function, reference, mask);
        }),
        StateCommand::StencilOp {
            faces,
            fail,
            depth_fail,
            pass,
        } => stencil(&mut context.stencil, faces, |face| {
            (face.fail, face.depth_fail, face.pass) = (fail, depth_fail, pass);
        }),
        StateCommand::StencilMask(faces, mask) => {
            stencil(&mut context.stencil, faces, |face| face.write_mask = mask);
        }
        StateCommand::LogicOp(operation) => switches.logic_operation = Some(operation),
        StateCommand::CullFace(faces) => switches.cull_faces = Some(are_chosen(faces)),
        StateCommand::FrontFace { clockwise } => context.polygon.front_clockwise = clockwise,
        StateCommand::PolygonMode(faces, mode) => {
            chosen(&mut context.polygon.mode, faces).for_each(|own| *own = mode);
        }
        StateCommand::PolygonOffset { offset, clamp } => {
            (context.polygon.offset, context.polygon.offset_clamp) = (offset, clamp);
        }
        StateCommand::LineStipple(stipple) => switches.line_stipple.value = Some(stipple),
        StateCommand::PolygonStipple(pattern) => switches.polygon_stipple.value = Some(pattern),
        StateCommand::SampleLocation { sample, place } => {
            let locations = &mut context.multisample.locations;
            locations.get_or_insert([[0.5; 2]; MAX_SAMPLES])[sample] = place;
        }
        StateCommand::SampleLocationDefault => context.multisample.locations = None,
        StateCommand::ShadeModel { flat } => context.lighting.flat = flat,
        StateCommand::PointSize(size) => context.point.size = size,
        StateCommand::PointParameter(parameter) => {
            let point = &mut context.point;
            match parameter {
                PointParameter::Min(size) => point.min = size,
                PointParameter::Max(size) => point.max = size,
                PointParameter::FadeThreshold(size) => point.fade_threshold = size,
                PointParameter::Attenuation(terms) => point.attenuation = terms,
            }
        }
        StateCommand::LineWidth(width) => context.line_width = width,
        StateCommand::Scissor { index, rectangle } => {
            switches.set_scissor(index, |own| own.rectangle = Some(rectangle))
        }
        StateCommand::ScissorTest { viewport, on } => {
            switches.set_scissor(Some(viewport), |own| own.enabled = on)
        }
        StateCommand::Viewport { index, rectangle } => viewport(&mut context.transform, index, rectangle),
        StateCommand::ViewportSwizzle { viewport, swizzle } => context.transform.swizzles[viewport] = swizzle,
        StateCommand::ClipControl(control) => context.transform.clip_control = control,
        StateCommand::ProvokingVertex(convention) => context.provoking_vertex = convention,
        StateCommand::PrimitiveRestart(index) => context.restart.index = index,
        StateCommand::ClipPlane(plane, equation) => context.transform.set_clip_plane(plane, equation),
        StateCommand::TrackMatrix {
            address,
            matrix,
            modifier,
        } => {
            let matrix = match matrix {
                None => None,
                Some(TrackedName::Matrix(matrix)) => Some(matrix),
                Some(TrackedName::ActiveTexture) if unit < TEXTURE_COORDINATES => {
                    Some(binding::Matrix::Texture(unit as u32))
                }
                Some(TrackedName::ActiveTexture) => return Err(StateError::TextureMatrix),
            };
            context.track_matrix(
                address / 4,
                matrix.map(|matrix| TrackedMatrix { matrix, modifier }),
            );
        }
        StateCommand::TexEnv(parameter) => {
            let unit = context.textures.get_mut(unit).ok_or(StateError::Environment)?;
            environment(&mut unit.environment, parameter);
        }
        StateCommand::TexGen(coordinate, parameter) => {
            let to_object = context.transform.modelview[0].inverse().transpose();
            let unit = context.textures.get_mut(unit).ok_or(StateError::Coordinates)?;
            let generation = &mut unit.generation[coordinate];
            match parameter {
                GenerationParameter::Mode(mode) => generation.mode = mode,
                GenerationParameter::ObjectPlane(plane) => generation.object_plane = plane,
                // The plane goes to eye space by the inverse of the modelview matrix (GL 2.1, 2.11.4).
                GenerationParameter::EyePlane(plane) => generation.eye_plane = to_object.transform(plane),
            }
        }
    }
    Ok(())
}

/// Changes blending of a draw buffer, or of all.
pub(super) fn each_blend(context: &mut Context, draw_buffer: Option<usize>, set: impl Fn(&mut Blend)) {
    match draw_buffer {
        Some(number) => {
            let mut blend = context.blend_of(number);
            set(&mut blend);
            context.own_outputs[number].blend = Some(blend);
        }
        None => {
            set(&mut context.blend);
            let own = context.own_outputs.iter_mut();
            own.filter_map(|own| own.blend.as_mut()).for_each(set);
        }
    }
}

/// Whether the front, and whether the back is chosen.
fn are_chosen(faces: Faces) -> [bool; 2] {
    match faces {
        Faces::Front => [true, false],
        Faces::Back => [false, true],
        Faces::FrontAndBack => [true, true],
    }
}

/// Those of the front and the back that are chosen.
fn chosen<T>(both: &mut [T; 2], faces: Faces) -> impl Iterator<Item = &mut T> {
    let chosen = both.iter_mut().zip(are_chosen(faces));
    chosen.filter_map(|(own, is_chosen)| is_chosen.then_some(own))
}

fn stencil(stencil: &mut Stencil, faces: Faces, set: impl Fn(&mut StencilFace)) {
    chosen(&mut stencil.faces, faces).for_each(set);
}

/// Positions and directions are put into eye space when they are set (GL 2.1, 2.14.1).
fn light(light: &mut Light, modelview: &Matrix, parameter: LightParameter) {
    match parameter {
        LightParameter::Ambient(color) => light.ambient = color,
        LightParameter::Diffuse(color) => light.diffuse = color,
        LightParameter::Specular(color) => light.specular = color,
        LightParameter::Position(position) => light.position = modelview.transform(position),
        LightParameter::SpotDirection([x, y, z]) => {
            let [x, y, z, _] = modelview.transform([x, y, z, 0.0]);
            light.spot_direction = [x, y, z];
        }
        LightParameter::SpotExponent(exponent) => light.spot_exponent = exponent,
        LightParameter::SpotCosine(cosine) => light.spot_cosine = cosine,
        LightParameter::Attenuation(terms) => light.attenuation = terms,
    }
}

/// What a viewport has: of the first, or of others that may have it from that. Without a number all are set
/// (ARB_viewport_array).
fn indexed<'a, T: Copy, const N: usize>(
    first: &'a mut T,
    others: &'a mut [Option<T>; N],
    index: Option<usize>,
) -> &'a mut T {
    let old = *first;
    match index.map(|number| number.checked_sub(1)) {
        None => {
            *others = [None; N];
            first
        }
        Some(None) => {
            others.iter_mut().for_each(|other| {
                other.get_or_insert(old);
            });
            first
        }
        Some(Some(other)) => others[other].get_or_insert(old),
    }
}

fn viewport(transform: &mut Transform, index: Option<usize>, [x, y, width, height]: [f32; 4]) {
    let viewport = indexed(&mut transform.viewport, &mut transform.others, index);
    // Sizes are cut at MAX_VIEWPORT_DIMS, and corners lie in VIEWPORT_BOUNDS_RANGE (OpenGL 4.6, 13.8).
    let [width, height] = [width, height].map(|size| size.min(MAX_SIZE as f32));
    let [x, y] = [x, y].map(|edge| match edge.is_nan() {
        true => 0.0,
        false => edge.clamp(-32768.0, 32767.0),
    });
    (viewport.x, viewport.y, viewport.width, viewport.height) = (x, y, width, height);
}

fn environment(environment: &mut Environment, parameter: EnvironmentParameter) {
    match parameter {
        EnvironmentParameter::Mode(mode) => environment.mode = mode,
        EnvironmentParameter::Color(color) => environment.color = color,
        EnvironmentParameter::Combine { alpha, parameter } => {
            let term: &mut CombineTerm = match alpha {
                true => &mut environment.alpha,
                false => &mut environment.rgb,
            };
            match parameter {
                CombineParameter::Function(function) => term.function = function,
                CombineParameter::Source(argument, source) => term.sources[argument] = source,
                CombineParameter::Operand(argument, operand) => term.operands[argument] = operand,
                CombineParameter::Scale(scale) => term.scale = scale,
            }
        }
    }
}
