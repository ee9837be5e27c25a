//! State as commands of a scene: what differs from a context's first state (GL 2.1, tables 6.6 to 6.20).

use super::names::{self, name};
use super::{Look, Of, list, tuple};
use crate::gl::number;

/// Capabilities, by their numbers, that a scene has by these names.
const CAPABILITIES: &[(u32, &str)] = &[
    (0x0b44, "CULL_FACE"),
    (0x0b50, "LIGHTING"),
    (0x0b57, "COLOR_MATERIAL"),
    (0x0b60, "FOG"),
    (0x0b71, "DEPTH_TEST"),
    (0x0b90, "STENCIL_TEST"),
    (0x0ba1, "NORMALIZE"),
    (0x0bc0, "ALPHA_TEST"),
    (0x0be2, "BLEND"),
    (0x0bf2, "COLOR_LOGIC_OP"),
    (0x0c11, "SCISSOR_TEST"),
    (0x2a01, "POLYGON_OFFSET_POINT"),
    (0x2a02, "POLYGON_OFFSET_LINE"),
    (0x8037, "POLYGON_OFFSET_FILL"),
    (0x803a, "RESCALE_NORMAL"),
    (0x8458, "COLOR_SUM"),
    (0x8642, "VERTEX_PROGRAM_POINT_SIZE"),
    (0x8643, "VERTEX_PROGRAM_TWO_SIDE"),
    (0x864f, "DEPTH_CLAMP"),
    (0x8861, "POINT_SPRITE"),
    (number::VERTEX_PROGRAM, "VERTEX_PROGRAM_ARB"),
    (number::FRAGMENT_PROGRAM, "FRAGMENT_PROGRAM_ARB"),
];

const LIGHT0: u32 = 0x4000;
const CLIP_PLANE0: u32 = 0x3000;

/// Commands, and what has none.
pub(super) type Lines = (Vec<String>, Vec<String>);

/// State but for matrices.
pub(super) fn lines(gl: &dyn Look) -> Lines {
    let mut state = State::new(gl);
    state.lights();
    state.planes();
    state.capabilities();
    state.fragments();
    state.polygons();
    (state.lines, state.missing)
}

/// The matrices but those of textures.
pub(super) fn matrices(gl: &dyn Look) -> Vec<String> {
    let mut state = State::new(gl);
    state.matrices();
    state.lines
}

struct State<'a> {
    gl: &'a dyn Look,
    lines: Vec<String>,
    missing: Vec<String>,
}

impl<'a> State<'a> {
    fn new(gl: &'a dyn Look) -> State<'a> {
        State {
            gl,
            lines: Vec::new(),
            missing: Vec::new(),
        }
    }

    fn number(&self, name: u32) -> f32 {
        self.gl.numbers(Of::State, name)[0]
    }

    fn vector<const N: usize>(&self, of: Of, name: u32) -> [f32; N] {
        let all = self.gl.numbers(of, name);
        std::array::from_fn(|at| all[at])
    }

    fn line(&mut self, line: String) {
        self.lines.push(line);
    }

    /// A line with names of values; what has no name is missing.
    fn named(&mut self, command: &str, names: &'static [(u32, &'static str)], values: &[f32]) {
        let found: Option<Vec<&str>> = values.iter().map(|value| name(names, *value)).collect();
        match found {
            Some(found) => self.line(format!("{command} {}", found.join(" "))),
            None => self.missing.push(format!("{command} of {values:?}")),
        }
    }

    fn lights(&mut self) {
        for light in 0..8 {
            let of = Of::Light(LIGHT0 + light);
            for (name, number) in [
                ("ambient", 0x1200),
                ("diffuse", 0x1201),
                ("specular", 0x1202),
                ("position", 0x1203),
            ] {
                let value = self.vector::<4>(of, number);
                self.line(format!("light {light} {name} {}", list(&value)));
            }
            let direction = self.vector::<3>(of, 0x1204);
            self.line(format!("light {light} spot_direction {}", list(&direction)));
            let [exponent] = self.vector(of, 0x1205);
            self.line(format!("light {light} spot_exponent {exponent}"));
            let [degrees]: [f32; 1] = self.vector(of, 0x1206);
            let cosine = if degrees == 180.0 {
                -1.0
            } else {
                degrees.to_radians().cos()
            };
            self.line(format!("light {light} spot_cosine {cosine}"));
            let attenuation = [0x1207, 0x1208, 0x1209].map(|name| self.vector::<1>(of, name)[0]);
            self.line(format!("light {light} attenuation {}", list(&attenuation)));
            if self.gl.is_enabled(LIGHT0 + light) {
                self.line(format!("enable LIGHT{light}"));
            }
        }
        let ambient = self.vector::<4>(Of::State, 0x0b53);
        self.line(format!("lightmodel ambient {}", list(&ambient)));
        for (name, number) in [("local_viewer", 0x0b51), ("two_side", 0x0b52)] {
            let value = self.number(number);
            self.line(format!("lightmodel {name} {value}"));
        }
        let separate = u32::from(self.number(0x81f8) == 0x81fa as f32);
        self.line(format!("lightmodel separate_specular {separate}"));
        for (face, number) in [("FRONT", 0x0404), ("BACK", 0x0405)] {
            let of = Of::Material(number);
            for (name, number) in [
                ("ambient", 0x1200),
                ("diffuse", 0x1201),
                ("specular", 0x1202),
                ("emission", 0x1600),
            ] {
                let value = self.vector::<4>(of, number);
                self.line(format!("material {face} {name} {}", list(&value)));
            }
            let [shininess] = self.vector(of, 0x1601);
            self.line(format!("material {face} shininess {shininess}"));
        }
        let (face, parameter) = (self.number(0x0b55), self.number(0x0b56));
        match (name(names::FACES, face), name(names::COLOR_MATERIALS, parameter)) {
            (Some(face), Some(parameter)) => self.line(format!("colormaterial {face} {parameter}")),
            _ => self.missing.push("ColorMaterial".to_owned()),
        }
        self.named("fog mode", names::FOG_MODES, &[self.number(0x0b65)]);
        self.named("fog source", names::FOG_SOURCES, &[self.number(0x8450)]);
        let color = self.vector::<4>(Of::State, 0x0b66);
        self.line(format!("fog color {}", list(&color)));
        for (name, number) in [("density", 0x0b62), ("start", 0x0b63), ("end", 0x0b64)] {
            let value = self.number(number);
            self.line(format!("fog {name} {value}"));
        }
    }

    fn planes(&mut self) {
        for plane in 0..6 {
            if self.gl.is_enabled(CLIP_PLANE0 + plane) {
                let value = self.vector::<4>(Of::ClipPlane, CLIP_PLANE0 + plane);
                self.line(format!("clipplane {plane} {}", list(&value)));
                self.line(format!("enable CLIP_PLANE{plane}"));
            }
        }
    }

    fn matrices(&mut self) {
        for (name, number) in [("modelview", 0x0ba6), ("projection", 0x0ba7)] {
            let matrix = self.gl.numbers(Of::State, number);
            self.line(format!("matrix {name} 0 {}", tuple(&matrix)));
        }
        let before = self.gl.integer(number::MATRIX_MODE).cast_unsigned();
        for matrix in 0..8 {
            self.gl.matrix_mode(number::MATRIX0 + matrix);
            let value = self.gl.numbers(Of::State, number::CURRENT_MATRIX);
            let is_identity = value
                .iter()
                .enumerate()
                .all(|(at, value)| *value == f32::from(u8::from(at % 5 == 0)));
            if !is_identity {
                self.line(format!("matrix program {matrix} {}", tuple(&value)));
            }
        }
        self.gl.matrix_mode(before);
    }

    fn capabilities(&mut self) {
        for (number, name) in CAPABILITIES {
            let word = if self.gl.is_enabled(*number) {
                "enable"
            } else {
                "disable"
            };
            self.line(format!("{word} {name}"));
        }
    }

    fn fragments(&mut self) {
        for (command, size, number) in [
            ("viewport", "viewport", number::VIEWPORT),
            ("scissor", "scissor box", 0x0c10),
        ] {
            let rectangle = self.vector::<4>(Of::State, number);
            match rectangle.iter().all(|number| number.fract() == 0.0) {
                true => self.line(format!("{command} {}", list(&rectangle))),
                false => self.missing.push(format!("a {size} between pixels")),
            }
        }
        let range = self.vector::<2>(Of::State, 0x0b70);
        self.line(format!("depthrange {}", list(&range)));
        let masks = self.vector::<4>(Of::State, 0x0c23);
        self.line(format!("colormask {}", list(&masks)));
        self.line(format!("depthmask {}", self.number(0x0b72)));
        self.named("depthfunc", names::COMPARE, &[self.number(0x0b74)]);
        if let Some(function) = name(names::COMPARE, self.number(0x0bc1)) {
            self.line(format!("alphafunc {function} {}", self.number(0x0bc2)));
        }
        let factors = [0x80c9, 0x80c8, 0x80cb, 0x80ca].map(|number| self.number(number));
        self.named("blend func", names::FACTORS, &factors);
        let equations = [0x8009, 0x883d].map(|number| self.number(number));
        self.named("blend equation", names::EQUATIONS, &equations);
        let color = self.vector::<4>(Of::State, 0x8005);
        self.line(format!("blend color {}", list(&color)));
        self.named("logicop", names::LOGIC, &[self.number(0x0bf0)]);
        for (face, [function, reference, mask, fail, depth_fail, pass, write]) in [
            ("FRONT", [0x0b92, 0x0b97, 0x0b93, 0x0b94, 0x0b95, 0x0b96, 0x0b98]),
            ("BACK", [0x8800, 0x8ca3, 0x8ca4, 0x8801, 0x8802, 0x8803, 0x8ca5]),
        ] {
            // Masks have more bits than a float.
            let bits = |number| self.gl.integer(number).cast_unsigned() & 0xff;
            let (reference, mask, write) = (bits(reference), bits(mask), bits(write));
            if let Some(function) = name(names::COMPARE, self.number(function)) {
                self.line(format!("stencilfunc {face} {function} {reference} {mask}"));
            }
            let operations = [fail, depth_fail, pass].map(|number| self.number(number));
            self.named(&format!("stencilop {face}"), names::STENCIL, &operations);
            self.line(format!("stencilmask {face} {write}"));
        }
        if self.gl.is_enabled(0x0b90) {
            self.missing.push("what the stencil buffer held".to_owned());
        }
    }

    fn polygons(&mut self) {
        self.named("cullface", names::FACES, &[self.number(0x0b45)]);
        self.named("frontface", names::WINDINGS, &[self.number(0x0b46)]);
        self.named("shademodel", names::SHADE_MODELS, &[self.number(0x0b54)]);
        let modes = self.vector::<2>(Of::State, 0x0b40);
        for (face, mode) in ["FRONT", "BACK"].into_iter().zip(modes) {
            self.named(&format!("polygonmode {face}"), names::POLYGON_MODES, &[mode]);
        }
        let offset = [0x8038, 0x2a00].map(|number| self.number(number));
        self.line(format!("polygonoffset {}", list(&offset)));
        self.line(format!("pointsize {}", self.number(0x0b11)));
        self.line(format!("linewidth {}", self.number(0x0b21)));
        let attenuation = self.vector::<3>(Of::State, 0x8129);
        self.line(format!("pointparameter attenuation {}", list(&attenuation)));
        for (name, number) in [("min", 0x8126), ("max", 0x8127), ("fade", 0x8128)] {
            self.line(format!("pointparameter {name} {}", self.number(number)));
        }
        if self.gl.is_enabled(0x0b24) || self.gl.is_enabled(0x0b42) {
            self.missing.push("stipple patterns".to_owned());
        }
    }
}
