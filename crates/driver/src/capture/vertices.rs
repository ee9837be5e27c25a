//! The vertices of a draw, as they come to the vertex stage.

use std::fmt::Write;

use super::{Look, state, tuple};
use crate::gl::number;

/// The most vertices of a draw that a scene has.
const MOST_VERTICES: usize = 1 << 18;

/// Conventional attributes in GLSL: the expression, its components, and the number that scenes have for it
/// (ARB_vertex_program, table X.2.1).
const CONVENTIONAL: &[(&str, usize, u32)] = &[
    ("gl_Vertex", 4, 0),
    ("gl_Normal", 3, 2),
    ("gl_Color", 4, 3),
    ("gl_SecondaryColor", 4, 4),
    ("gl_FogCoord", 1, 5),
    ("gl_MultiTexCoord0", 4, 8),
    ("gl_MultiTexCoord1", 4, 9),
    ("gl_MultiTexCoord2", 4, 10),
    ("gl_MultiTexCoord3", 4, 11),
    ("gl_MultiTexCoord4", 4, 12),
    ("gl_MultiTexCoord5", 4, 13),
    ("gl_MultiTexCoord6", 4, 14),
    ("gl_MultiTexCoord7", 4, 15),
];

/// What transform feedback recorded.
#[derive(Debug, Default)]
pub(crate) struct Recorded {
    /// The numbers of all vertices, as many for each as were asked for.
    pub(crate) numbers: Vec<f32>,
    /// Primitives that were drawn; 0 where the driver recorded nothing.
    pub(crate) primitives: usize,
}

/// Names of primitives by their vertices, as scenes have them.
const KINDS: [&str; 3] = ["POINTS", "LINES", "TRIANGLES"];

/// A vertex shader that hands attributes on.
#[derive(Debug)]
pub(crate) struct Recorder {
    /// GLSL 3.30 of the compatibility profile.
    pub(crate) shader: String,
    /// Its outputs in order.
    pub(crate) outputs: Vec<String>,
    /// Components of all outputs.
    pub(crate) components: usize,
}

fn recorder(attributes: &[(String, usize)], declared: &str) -> Recorder {
    let mut text = format!("#version 330 compatibility\n{declared}");
    let mut body = String::new();
    let mut outputs = Vec::new();
    for (at, (expression, components)) in attributes.iter().enumerate() {
        let ty = ["float", "vec2", "vec3", "vec4"][components - 1];
        let _ = writeln!(text, "out {ty} a{at};");
        let _ = writeln!(body, "    a{at} = {expression};");
        outputs.push(format!("a{at}"));
    }
    let _ = write!(text, "void main() {{\n{body}    gl_Position = vec4(0.0);\n}}\n");
    Recorder {
        shader: text,
        outputs,
        components: attributes.iter().map(|one| one.1).sum(),
    }
}

/// `[vertex data]` and the commands that draw it.
#[derive(Default)]
pub(super) struct Found {
    pub(super) section: String,
    pub(super) commands: Vec<String>,
    pub(super) missing: Vec<String>,
    /// State as the draw leaves it.
    pub(super) state: state::Lines,
}

/// An attribute of all vertices, with components that are filled up to four.
struct Column {
    location: u32,
    count: usize,
    values: Vec<[f32; 4]>,
}

/// What is recorded of a draw.
struct Columns {
    columns: Vec<Column>,
    /// Vertices of a primitive, where all have as many.
    kind: Option<usize>,
}

pub(super) fn section(gl: &dyn Look, draw: &dyn Fn()) -> Found {
    let mut found = Found::default();
    let conventional = CONVENTIONAL
        .iter()
        .map(|(name, count, at)| ((*name).to_owned(), *count, *at));
    let Columns { mut columns, kind } =
        recorded(gl, draw, &conventional.collect::<Vec<_>>(), "", &mut || {
            found.state = state::lines(gl);
        });
    let count = columns.first().map_or(0, |column| column.values.len());
    let Some(kind) = kind.filter(|_| (1..=MOST_VERTICES).contains(&count)) else {
        let what = "vertices: none were drawn, too many, or primitives of several kinds";
        found.missing.push(what.to_owned());
        return found;
    };
    if gl.is_enabled(number::VERTEX_PROGRAM) {
        // What was set by number, and is in the place of the conventional attribute.
        let declared: String = (1..16)
            .map(|at| format!("layout(location = {at}) in vec4 g{at};\n"))
            .collect();
        let generic: Vec<(String, usize, u32)> = (1..16).map(|at| (format!("g{at}"), 4, at)).collect();
        let generic = recorded(gl, draw, &generic, &declared, &mut || {})
            .columns
            .into_iter();
        for column in generic.filter(|column| column.values.len() == count && !column.is_default()) {
            columns.retain(|other| other.location != column.location);
            columns.push(column);
        }
    }
    // What is the same for all vertices is a current value.
    let is_constant = |column: &Column| column.location != 0 && column.constant().is_some();
    let (constant, varying): (Vec<Column>, Vec<Column>) = columns.into_iter().partition(is_constant);
    for column in &constant {
        if let Some(value) = column.constant() {
            found
                .commands
                .push(format!("attrib {} {}", column.location, tuple(&value)));
        }
    }
    let header: Vec<String> = varying
        .iter()
        .map(|column| format!("{}/float/{}", column.location, column.count))
        .collect();
    let mut rows = String::new();
    for row in 0..count {
        let numbers = varying
            .iter()
            .flat_map(|column| &column.values[row][..column.count]);
        let numbers: Vec<String> = numbers.map(f32::to_string).collect();
        let _ = writeln!(rows, "{}", numbers.join(" "));
    }
    found.section = format!("{}\n{rows}", header.join(" "));
    found
        .commands
        .push(format!("draw arrays {} 0 {count}", KINDS[kind - 1]));
    found
}

fn recorded(
    gl: &dyn Look,
    draw: &dyn Fn(),
    attributes: &[(String, usize, u32)],
    declared: &str,
    within: &mut dyn FnMut(),
) -> Columns {
    let expressions: Vec<(String, usize)> = attributes
        .iter()
        .map(|(name, count, _)| (name.clone(), *count))
        .collect();
    let recorder = recorder(&expressions, declared);
    let stride = recorder.components;
    let recorded = gl.record(draw, &recorder, within);
    let mut first = 0;
    let mut columns = Vec::new();
    for (_, count, location) in attributes {
        let vector = |vertex: &[f32]| {
            let mut vector = [0.0, 0.0, 0.0, 1.0];
            vector[..*count].copy_from_slice(&vertex[first..first + count]);
            vector
        };
        columns.push(Column {
            location: *location,
            count: *count,
            values: recorded.numbers.chunks_exact(stride).map(vector).collect(),
        });
        first += count;
    }
    let vertices = recorded.numbers.len() / stride;
    let kind = (1..=3).find(|kind| recorded.primitives > 0 && vertices == recorded.primitives * kind);
    Columns { columns, kind }
}

impl Column {
    /// The value that all vertices have, if there is one.
    fn constant(&self) -> Option<[f32; 4]> {
        let mut all = self.values.iter();
        let first = all.next()?;
        let bits = |vector: &[f32; 4]| vector.map(f32::to_bits);
        all.all(|other| bits(other) == bits(first)).then_some(*first)
    }

    /// Whether it has the value that attributes have at first.
    fn is_default(&self) -> bool {
        self.constant() == Some([0.0, 0.0, 0.0, 1.0])
    }
}

#[cfg(test)]
mod tests {
    use super::{CONVENTIONAL, recorder};

    #[test]
    fn conventional_attributes_fit_into_one_record() {
        // source: OpenGL 3.3, table 6.54: MAX_TRANSFORM_FEEDBACK_INTERLEAVED_COMPONENTS is at least 64.
        assert!(CONVENTIONAL.iter().map(|row| row.1).sum::<usize>() <= 64);
    }

    #[test]
    fn the_recorder_hands_attributes_on() {
        let attributes = [("gl_Vertex".to_owned(), 4), ("gl_FogCoord".to_owned(), 1)];
        let recorder = recorder(&attributes, "");
        assert_eq!(recorder.outputs, ["a0", "a1"]);
        assert_eq!(recorder.components, 5);
        assert!(
            recorder.shader.contains("out vec4 a0;\nout float a1;\n"),
            "{recorder:?}"
        );
        assert!(recorder.shader.contains("a1 = gl_FogCoord;"), "{recorder:?}");
    }
}
