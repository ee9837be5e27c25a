//! Programs, their parameters, and state.

use quadrille_scene::{
    FogParameter, LightParameter, ParameterTarget, ParameterValue, ProgramKind, StateCommand,
};

use super::{Unwritten, Writer, call, gl, line, list};

impl Writer<'_> {
    /// Loads a program, binds and enables it.
    pub(super) fn program(&mut self, kind: ProgramKind, text: &str) -> Result<(), Unwritten> {
        let header = text.lines().next().unwrap_or_default();
        let target = target(kind).ok_or_else(|| Unwritten::Command(header.to_owned()))?;
        let (name, length) = (self.name(), text.len());
        let text_at = self.pointer(text.as_bytes());
        if is_nvidia(text) {
            call!(self, "glBindProgramNV({target}, {name})");
            call!(self, "glLoadProgramNV({target}, {name}, {length}, {text_at})");
        } else {
            call!(self, "glBindProgramARB({target}, {name})");
            call!(
                self,
                "glProgramStringARB({target}, GL_PROGRAM_FORMAT_ASCII_ARB, {length}, {text_at})"
            );
        }
        call!(self, "glEnable({target})");
        Ok(())
    }

    pub(super) fn parameter(
        &mut self,
        target: ParameterTarget,
        index: u32,
        value: &ParameterValue,
    ) -> Option<()> {
        let stage = self::target(target.stage)?;
        let of = if target.environment { "Env" } else { "Local" };
        let vector = match value {
            ParameterValue::Vector(vector) => *vector,
            ParameterValue::Address { name, offset: 0 } => {
                let (buffer, _) = *self.buffers.get(name)?;
                line!(self, "GLuint64EXT address_{index} = 0");
                call!(self, "glBindBuffer(GL_ARRAY_BUFFER, {buffer})");
                call!(
                    self,
                    "glGetBufferParameterui64vNV(GL_ARRAY_BUFFER, GL_BUFFER_GPU_ADDRESS_NV, &address_{index})"
                );
                call!(
                    self,
                    "glProgram{of}ParameterI4uiNV({stage}, {index}, (GLuint)address_{index}, (GLuint)(address_{index} >> 32), 0, 0)"
                );
                return Some(());
            }
            ParameterValue::Address { .. } | ParameterValue::Handle(_) => return None,
        };
        let mut programs = self.scene.programs.iter();
        let program = programs.find(|program| program.kind == target.stage)?;
        // Bits of integers are no numbers that one writes as floats.
        let is_float = |number: f32| number == 0.0 || number.is_normal();
        if !vector.into_iter().all(is_float) {
            let [x, y, z, w] = vector.map(f32::to_bits);
            call!(
                self,
                "glProgram{of}ParameterI4uiNV({stage}, {index}, {x}, {y}, {z}, {w})"
            );
        } else if is_nvidia(self.source.slice(program.span)) {
            call!(
                self,
                "glProgramParameter4fNV({stage}, {index}, {})",
                list(&vector)
            );
        } else {
            call!(
                self,
                "glProgram{of}Parameter4fARB({stage}, {index}, {})",
                list(&vector)
            );
        }
        Some(())
    }

    pub(super) fn state(&mut self, state: &StateCommand, text: &str) -> Option<()> {
        match *state {
            StateCommand::Light(light, parameter) => {
                let (name, values) = match parameter {
                    LightParameter::Ambient(color) => ("GL_AMBIENT", color),
                    LightParameter::Diffuse(color) => ("GL_DIFFUSE", color),
                    LightParameter::Position(position) => ("GL_POSITION", position),
                    _ => return None,
                };
                let values = list(&values);
                call!(
                    self,
                    "glLightfv(GL_LIGHT{light}, {name}, (const GLfloat[]){{{values}}})"
                );
            }
            StateCommand::Fog(FogParameter::Color(color)) => {
                call!(
                    self,
                    "glFogfv(GL_FOG_COLOR, (const GLfloat[]){{{}}})",
                    list(&color)
                );
            }
            StateCommand::Fog(FogParameter::Start(start)) => call!(self, "glFogf(GL_FOG_START, {start:?})"),
            StateCommand::Fog(FogParameter::End(end)) => call!(self, "glFogf(GL_FOG_END, {end:?})"),
            StateCommand::PointSize(size) => call!(self, "glPointSize({size:?})"),
            StateCommand::PolygonOffset { offset, clamp: 0.0 } => {
                call!(self, "glPolygonOffset({})", list(&offset));
            }
            StateCommand::Viewport {
                index: None,
                rectangle: [x, y, width, height],
            } => call!(self, "glViewport({x:.0}, {y:.0}, {width:.0}, {height:.0})"),
            // The words of these are GL's.
            StateCommand::Blend { .. } | StateCommand::TrackMatrix { .. } => {
                match text.split_whitespace().collect::<Vec<_>>()[..] {
                    ["blend", "func", source, destination] => {
                        call!(self, "glBlendFunc({}, {})", gl(source), gl(destination));
                    }
                    ["trackmatrix", address, matrix, transform] => {
                        let suffix = if matrix == "modelview_projection" {
                            "_NV"
                        } else {
                            ""
                        };
                        let [matrix, transform] = [matrix, transform].map(gl);
                        call!(
                            self,
                            "glTrackMatrixNV(GL_VERTEX_PROGRAM_NV, {address}, {matrix}{suffix}, {transform}_NV)"
                        );
                    }
                    _ => return None,
                }
            }
            _ => return None,
        }
        Some(())
    }
}

/// Whether a text is one for LoadProgramNV.
fn is_nvidia(text: &str) -> bool {
    text.starts_with("!!VP") || text.starts_with("!!FP")
}

/// The target of a program; none of those that OpenGL does not have, or does not draw with.
const fn target(kind: ProgramKind) -> Option<&'static str> {
    Some(match kind {
        ProgramKind::Vertex => "GL_VERTEX_PROGRAM_ARB",
        ProgramKind::Fragment => "GL_FRAGMENT_PROGRAM_ARB",
        ProgramKind::Geometry => "GL_GEOMETRY_PROGRAM_NV",
        ProgramKind::TessellationControl => "GL_TESS_CONTROL_PROGRAM_NV",
        ProgramKind::TessellationEvaluation => "GL_TESS_EVALUATION_PROGRAM_NV",
        ProgramKind::Compute => "GL_COMPUTE_PROGRAM_NV",
        ProgramKind::VertexState | ProgramKind::Qpu | ProgramKind::ControlList => return None,
    })
}
