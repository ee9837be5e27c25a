//! Shaders that hand the attributes of vertices on to transform feedback, in the place of the programs of a draw.

use std::fmt::Write;

use crate::gl::number;

/// What the first program behind the vertex stage takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Input {
    /// Patches of so many vertices, 1 to 32.
    Patches(u32),
    /// Quadrilaterals, which are drawn as lines with their neighbours.
    Quads,
    /// The same of strips, of which every second line is none: four vertices for each quadrilateral.
    QuadStrip,
    /// Primitives of a row of [`PRIMITIVES`].
    Primitives(usize),
}

/// What geometry programs take: the mode's number, its name, GLSL's name, and the vertices of one.
const PRIMITIVES: [(u32, &str, &str, u32); 5] = [
    (0, "POINTS", "points", 1),
    (1, "LINES", "lines", 2),
    (4, "TRIANGLES", "triangles", 3),
    (0xa, "LINES_ADJACENCY", "lines_adjacency", 4),
    (0xc, "TRIANGLES_ADJACENCY", "triangles_adjacency", 6),
];

/// Their row.
const LINES_ADJACENCY: usize = 3;

impl Input {
    /// By the mode that draws nothing else.
    pub(super) fn of_mode(mode: u32) -> Option<Input> {
        let row = PRIMITIVES.iter().position(|row| row.0 == mode)?;
        Some(Input::Primitives(row))
    }

    /// The mode that draws it, as scenes name it.
    pub(super) fn mode(self) -> &'static str {
        match self {
            Input::Patches(_) => "PATCHES",
            Input::Quads => "QUADS",
            Input::QuadStrip => "QUAD_STRIP",
            Input::Primitives(row) => PRIMITIVES[row].1,
        }
    }
}

/// Shaders that hand attributes on.
#[derive(Debug)]
pub(crate) struct Recorder {
    /// Each with its kind, in GLSL of the compatibility profile.
    pub(crate) shaders: Vec<(u32, String)>,
    /// The outputs of the last in order.
    pub(crate) outputs: Vec<String>,
    /// Components of all outputs.
    pub(crate) components: usize,
    /// Whether it gives points, whatever is drawn.
    pub(crate) gives_points: bool,
}

/// Hands expressions of so many components on. Of patches the last output is the place of a vertex in its patch, because
/// tessellators give points in any order.
pub(super) fn recorder(attributes: &[(String, usize)], declared: &str, input: Option<Input>) -> Recorder {
    let attributes = Attributes(attributes);
    let mut body = String::new();
    for (at, (expression, _)) in attributes.0.iter().enumerate() {
        let _ = writeln!(body, "    a{at} = {expression};");
    }
    let outputs = attributes.declared("out", "a", "");
    let vertex = format!(
        "#version 330 compatibility\n{declared}{outputs}void main() {{\n{body}    gl_Position = vec4(0.0);\n}}\n"
    );
    let mut shaders = vec![(number::VERTEX_SHADER, vertex)];
    let (mut last, mut components) = ("a", attributes.0.iter().map(|one| one.1).sum());
    match input {
        None => {}
        Some(Input::Quads) => {
            shaders.push((number::GEOMETRY_SHADER, attributes.geometry(LINES_ADJACENCY, "")));
            last = "b";
        }
        Some(Input::QuadStrip) => {
            let geometry =
                attributes.geometry(LINES_ADJACENCY, "    if ((gl_PrimitiveIDIn & 1) != 0) return;\n");
            shaders.push((number::GEOMETRY_SHADER, geometry));
            last = "b";
        }
        Some(Input::Primitives(row)) => {
            shaders.push((number::GEOMETRY_SHADER, attributes.geometry(row, "")));
            last = "b";
        }
        Some(Input::Patches(vertices)) => {
            shaders.push((number::TESS_CONTROL_SHADER, attributes.control(vertices)));
            shaders.push((number::TESS_EVALUATION_SHADER, attributes.evaluation(vertices)));
            last = "b";
            components += 1;
        }
    }
    let mut outputs: Vec<String> = (0..attributes.0.len()).map(|at| format!("{last}{at}")).collect();
    if let Some(Input::Patches(_)) = input {
        outputs.push("place".to_owned());
    }
    Recorder {
        shaders,
        outputs,
        components,
        gives_points: input.is_some(),
    }
}

struct Attributes<'a>(&'a [(String, usize)]);

impl Attributes<'_> {
    fn declared(&self, qualifier: &str, letter: &str, suffix: &str) -> String {
        let mut text = String::new();
        for (at, (_, components)) in self.0.iter().enumerate() {
            let ty = ["float", "vec2", "vec3", "vec4"][components - 1];
            let _ = writeln!(text, "{qualifier} {ty} {letter}{at}{suffix};");
        }
        text
    }

    fn copied(&self, to: &str, from: &str, [to_index, from_index]: [&str; 2]) -> String {
        let lines = (0..self.0.len()).map(|at| format!("    {to}{at}{to_index} = {from}{at}{from_index};\n"));
        lines.collect()
    }

    /// Each vertex of a primitive becomes a point, unless the first line says otherwise.
    fn geometry(&self, row: usize, first: &str) -> String {
        let (_, _, name, vertices) = PRIMITIVES[row];
        let declared = self.declared("in", "a", "[]") + &self.declared("out", "b", "");
        let body = self.copied("b", "a", ["", "[i]"]);
        format!(
            "#version 330 compatibility\nlayout({name}) in;\nlayout(points, max_vertices = {vertices}) out;\n{declared}\
             void main() {{\n{first}    for (int i = 0; i < {vertices}; i++) {{\n{body}    gl_Position = vec4(0.0);\n    \
             EmitVertex();\n    EndPrimitive();\n    }}\n}}\n"
        )
    }

    /// A line with a point for each vertex of a patch; it has two at least.
    fn control(&self, vertices: u32) -> String {
        let declared = self.declared("in", "a", "[]") + &self.declared("out", "c", "[]");
        let body = self.copied("c", "a", ["[gl_InvocationID]", "[gl_InvocationID]"]);
        let parts = vertices.max(2) - 1;
        format!(
            "#version 400 compatibility\nlayout(vertices = {vertices}) out;\n{declared}void main() {{\n{body}    \
             gl_TessLevelOuter[0] = 1.0;\n    gl_TessLevelOuter[1] = {parts}.0;\n}}\n"
        )
    }

    fn evaluation(&self, vertices: u32) -> String {
        let declared = self.declared("in", "c", "[]") + &self.declared("out", "b", "");
        let body = self.copied("b", "c", ["", "[i]"]);
        let (parts, last) = (vertices.max(2) - 1, vertices - 1);
        format!(
            "#version 400 compatibility\nlayout(isolines, equal_spacing, point_mode) in;\n{declared}out float place;\n\
             void main() {{\n    place = floor(gl_TessCoord.x * {parts}.0 + 0.5);\n    int i = min(int(place), {last});\n\
             {body}    gl_Position = vec4(0.0);\n}}\n"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::{Input, recorder};

    #[test]
    fn the_recorder_hands_attributes_on() {
        let attributes = [("gl_Vertex".to_owned(), 4), ("gl_FogCoord".to_owned(), 1)];
        let plain = recorder(&attributes, "", None);
        assert_eq!(plain.outputs, ["a0", "a1"]);
        assert_eq!(plain.components, 5);
        let text = &plain.shaders[0].1;
        assert!(text.contains("out vec4 a0;\nout float a1;\n"), "{text}");
        assert!(text.contains("a1 = gl_FogCoord;"), "{text}");
        let geometry = recorder(&attributes, "", Input::of_mode(0xc));
        assert_eq!((&*geometry.outputs[1], geometry.components), ("b1", 5));
        let text = &geometry.shaders[1].1;
        assert!(text.contains("max_vertices = 6"), "{text}");
        let patches = recorder(&attributes, "", Some(Input::Patches(4)));
        assert_eq!((&*patches.outputs[2], patches.components), ("place", 6));
        let text = &patches.shaders[1].1;
        assert!(text.contains("gl_TessLevelOuter[1] = 3.0;"), "{text}");
    }
}
