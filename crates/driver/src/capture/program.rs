//! Programs of all stages, and what they read beside textures: parameters, parameter buffers and storage buffers.

use super::{Look, Scene, TooLarge, tuple};
use crate::context::Space;
use crate::gl::number;

/// A stage, as OpenGL and scenes name it.
pub(super) struct Stage {
    target: u32,
    section: &'static str,
    suffix: &'static str,
    /// The target of its parameter buffers.
    buffers: u32,
}

const fn stage(target: u32, section: &'static str, suffix: &'static str, buffers: u32) -> Stage {
    Stage {
        target,
        section,
        suffix,
        buffers,
    }
}

/// The stages of a draw.
pub(super) const DRAWN: [Stage; 5] = [
    stage(
        number::VERTEX_PROGRAM,
        "vertex program",
        "vp",
        number::VERTEX_PROGRAM_PARAMETER_BUFFER_NV,
    ),
    stage(
        number::TESS_CONTROL_PROGRAM,
        "tessellation control program",
        "tcp",
        number::TESS_CONTROL_PROGRAM_PARAMETER_BUFFER_NV,
    ),
    stage(
        number::TESS_EVALUATION_PROGRAM,
        "tessellation evaluation program",
        "tep",
        number::TESS_EVALUATION_PROGRAM_PARAMETER_BUFFER_NV,
    ),
    stage(
        number::GEOMETRY_PROGRAM,
        "geometry program",
        "gp",
        number::GEOMETRY_PROGRAM_PARAMETER_BUFFER_NV,
    ),
    stage(
        number::FRAGMENT_PROGRAM,
        "fragment program",
        "fp",
        number::FRAGMENT_PROGRAM_PARAMETER_BUFFER_NV,
    ),
];

/// That of a dispatch.
pub(super) const DISPATCHED: [Stage; 1] = [stage(
    number::COMPUTE_PROGRAM,
    "compute program",
    "cp",
    number::COMPUTE_PROGRAM_PARAMETER_BUFFER_NV,
)];

/// The most parameters of a kind that are looked at.
const MOST_PARAMETERS: i32 = 256;

/// Points of parameter buffers and of storage buffers that are looked at.
const POINTS: u32 = 8;

/// What FP1.0 declares parameters by that have a name and no number.
const DECLARE: &str = "DECLARE";

impl Scene {
    /// The programs of these stages that are enabled.
    pub(super) fn programs(&mut self, gl: &dyn Look, stages: &[Stage]) {
        if gl.has_shaders() {
            return self.missing.push("the shaders of the application".to_owned());
        }
        let mut reads_storage = false;
        for stage in stages.iter().filter(|stage| gl.has_program(stage.target)) {
            let given = gl.given(stage.target);
            let text = String::from_utf8_lossy(&given);
            let reads = |word: &str| text.contains(word);
            if reads(DECLARE) {
                self.missing
                    .push("values of parameters that are set by their names".to_owned());
            }
            if reads("image[") {
                self.missing.push("images".to_owned());
            }
            for (parameter, label) in gl.subroutines(stage.target) {
                let suffix = stage.suffix;
                self.commands
                    .push(format!("subroutine {suffix} {parameter} {label}"));
            }
            reads_storage |= reads("program.storage");
            let has_buffers = reads("program.buffer");
            self.programs.push((stage.section, given));
            self.parameters(gl, stage);
            if has_buffers {
                self.parameter_buffers(gl, stage);
            }
        }
        if reads_storage {
            self.storage_buffers(gl);
        }
    }

    fn parameters(&mut self, gl: &dyn Look, stage: &Stage) {
        for (which, most, space) in [
            ("env", number::MAX_PROGRAM_ENV_PARAMETERS, Space::Environment),
            ("local", number::MAX_PROGRAM_LOCAL_PARAMETERS, Space::Local),
        ] {
            let count = gl.asked(stage.target, most).clamp(0, MOST_PARAMETERS);
            for index in 0..count.cast_unsigned() {
                let words = gl.parameter(space, stage.target, index);
                if words != [0; 4] {
                    let (suffix, value) = (stage.suffix, vector(words));
                    self.commands
                        .push(format!("parameter {which}_{suffix} {index} {value}"));
                }
            }
        }
    }

    fn parameter_buffers(&mut self, gl: &dyn Look, stage: &Stage) {
        for point in 0..POINTS {
            let suffix = stage.suffix;
            let name = format!("buffer_{suffix}_{point}");
            if self.buffer(&name, gl.parameter_buffer(stage.buffers, point)) {
                self.commands.push(format!("bind buffer_{suffix} {point} {name}"));
            }
        }
    }

    fn storage_buffers(&mut self, gl: &dyn Look) {
        for point in 0..POINTS {
            let name = format!("storage_{point}");
            if self.buffer(&name, gl.storage_buffer(point)) {
                self.commands.push(format!("bind storage {point} {name}"));
                self.outputs
                    .push(format!("output buffer {name} NAME-{name}-drawn.bin"));
            }
        }
    }

    /// A buffer of the scene; whether there is one.
    fn buffer(&mut self, name: &str, bytes: Option<Result<Vec<u8>, TooLarge>>) -> bool {
        match bytes {
            Some(Ok(bytes)) => {
                self.commands.push(format!("buffer {name} file NAME-{name}.bin"));
                self.files.push((format!("-{name}.bin"), bytes));
                return true;
            }
            Some(Err(TooLarge(bytes))) => self.missing.push(format!("the {bytes} bytes of {name}")),
            None => {}
        }
        false
    }
}

/// A parameter, which has no type: floats where all four are plain ones.
fn vector(words: [u32; 4]) -> String {
    let floats = words.map(f32::from_bits);
    match floats.iter().all(|float| *float == 0.0 || float.is_normal()) {
        true => tuple(&floats),
        false => format!("u32 {}", tuple(&words)),
    }
}

#[cfg(test)]
mod tests {
    use super::vector;

    #[test]
    fn parameters_that_are_no_floats_are_words() {
        // source: IEEE 754-2019, 3.4: 1.5 is 0x3fc00000, and 0x7f800001 a NaN
        assert_eq!(vector([0x3fc0_0000, 0, 0x8000_0000, 0]), "(1.5, 0, -0, 0)");
        assert_eq!(vector([7, 0, 0, 0x7f80_0001]), "u32 (7, 0, 0, 2139095041)");
    }
}
