//! The vertices of a draw, as they come to the vertex stage.

use std::fmt::Write;

use super::recorder::{Input, recorder};
use super::{Look, Of, list, state, tuple};
use crate::context::Cut;
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

/// PATCH_VERTICES, PATCH_DEFAULT_OUTER_LEVEL and PATCH_DEFAULT_INNER_LEVEL.
const PATCH_VERTICES: u32 = 0x8e72;
const OUTER_LEVEL: u32 = 0x8e74;
const INNER_LEVEL: u32 = 0x8e73;

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
    /// The mode that draws them, where all primitives have as many vertices.
    mode: Option<&'static str>,
}

pub(super) fn section(gl: &dyn Look, draw: &dyn Fn()) -> Found {
    let mut found = Found::default();
    let conventional = CONVENTIONAL
        .iter()
        .map(|(name, count, at)| ((*name).to_owned(), *count, *at));
    let Columns { mut columns, mode } =
        recorded(gl, draw, &conventional.collect::<Vec<_>>(), "", &mut || {
            found.state = state::lines(gl);
        });
    let count = columns.first().map_or(0, |column| column.values.len());
    let Some(mode) = mode.filter(|_| (1..=MOST_VERTICES).contains(&count)) else {
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
    let draws = match input(gl) {
        Some(Input::QuadStrip) => strips(&mut columns),
        _ => vec![[0, count]],
    };
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
    for row in 0..draws.iter().map(|[_, count]| count).sum() {
        let numbers = varying
            .iter()
            .flat_map(|column| &column.values[row][..column.count]);
        let numbers: Vec<String> = numbers.map(f32::to_string).collect();
        let _ = writeln!(rows, "{}", numbers.join(" "));
    }
    found.section = format!("{}\n{rows}", header.join(" "));
    if let Some(Input::Patches(vertices)) = input(gl) {
        let levels = |name| gl.numbers(Of::State, name);
        found.commands.extend([
            format!("patch parameter vertices {vertices}"),
            format!(
                "patch parameter default level outer {}",
                list(&levels(OUTER_LEVEL)[..4])
            ),
            format!(
                "patch parameter default level inner {}",
                list(&levels(INNER_LEVEL)[..2])
            ),
        ]);
    }
    let draws = draws.iter();
    let draws = draws.map(|[first, count]| format!("draw arrays {mode} {first} {count}"));
    found.commands.extend(draws);
    found
}

/// Strips of quadrilaterals that have four vertices each: those that go on where the one before ends share two. The first
/// vertex of each strip, and how many there are.
fn strips(columns: &mut [Column]) -> Vec<[usize; 2]> {
    let quadrilaterals = columns.first().map_or(0, |column| column.values.len() / 4);
    let is_same = |row: usize, other: usize| {
        let bits = |column: &Column, row: usize| column.values[row].map(f32::to_bits);
        let mut columns = columns.iter();
        columns.all(|column| bits(column, row) == bits(column, other))
    };
    let (mut rows, mut strips): (Vec<usize>, Vec<[usize; 2]>) = (Vec::new(), Vec::new());
    for first in (0..quadrilaterals).map(|at| 4 * at) {
        let goes_on = first > 0 && is_same(first, first - 2) && is_same(first + 1, first - 1);
        match strips.last_mut().filter(|_| goes_on) {
            Some([_, count]) => {
                *count += 2;
                rows.extend([first + 2, first + 3]);
            }
            None => {
                strips.push([rows.len(), 4]);
                rows.extend(first..first + 4);
            }
        }
    }
    for column in columns {
        column.values = rows.iter().map(|row| column.values[*row]).collect();
    }
    strips
}

/// What the first program behind the vertex stage takes.
fn input(gl: &dyn Look) -> Option<Input> {
    if gl.has_shaders() {
        None
    } else if gl.has_program(number::TESS_EVALUATION_PROGRAM) {
        Some(Input::Patches(
            gl.integer(PATCH_VERTICES).clamp(1, 32).cast_unsigned(),
        ))
    } else {
        match gl.cut() {
            Cut::Quads => Some(Input::Quads),
            Cut::QuadStrip => Some(Input::QuadStrip),
            Cut::None | Cut::Polygon if gl.has_program(number::GEOMETRY_PROGRAM) => {
                let mode = gl.asked(number::GEOMETRY_PROGRAM, number::GEOMETRY_INPUT_TYPE);
                Input::of_mode(mode.cast_unsigned())
            }
            Cut::None | Cut::Polygon => None,
        }
    }
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
    let input = input(gl);
    let recorder = recorder(&expressions, declared, input);
    let stride = recorder.components;
    let mut recorded = gl.record(draw, &recorder, within);
    if let Some(Input::Patches(vertices)) = input {
        recorded.numbers = in_order(&recorded.numbers, stride, vertices as usize);
    }
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
    let mode = match input {
        Some(input) => Some(input.mode()),
        None => kind.map(|kind| KINDS[kind - 1]),
    };
    Columns { columns, mode }
}

/// The vertices of patches in their order: the last component of each is its place in the patch, and a patch of one vertex
/// has a second.
fn in_order(numbers: &[f32], stride: usize, vertices: usize) -> Vec<f32> {
    let mut ordered = Vec::with_capacity(numbers.len());
    for patch in numbers.chunks_exact(stride * vertices.max(2)) {
        let mut patch: Vec<&[f32]> = patch.chunks_exact(stride).collect();
        patch.sort_by(|one, other| one[stride - 1].total_cmp(&other[stride - 1]));
        ordered.extend(patch.into_iter().take(vertices).flatten());
    }
    ordered
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
    use super::{CONVENTIONAL, Column, in_order, strips};

    #[test]
    fn conventional_attributes_fit_into_one_record() {
        // source: OpenGL 3.3, table 6.54: MAX_TRANSFORM_FEEDBACK_INTERLEAVED_COMPONENTS is at least 64; patches take one more
        assert!(CONVENTIONAL.iter().map(|row| row.1).sum::<usize>() < 64);
    }

    #[test]
    fn quadrilaterals_that_share_an_edge_are_one_strip() {
        // source: OpenGL 2.1, 2.6.1: of a strip, each quadrilateral but the first takes two more vertices
        let values = [1.0, 2.0, 3.0, 4.0, 3.0, 4.0, 5.0, 6.0, 3.0, 4.0, 7.0, 8.0];
        let mut columns = [Column {
            location: 0,
            count: 1,
            values: values.map(|value| [value; 4]).to_vec(),
        }];
        assert_eq!(strips(&mut columns), [[0, 6], [6, 4]]);
        let rows: Vec<f32> = columns[0].values.iter().map(|value| value[0]).collect();
        assert_eq!(rows, [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 3.0, 4.0, 7.0, 8.0]);
    }

    #[test]
    fn vertices_of_patches_are_put_in_order() {
        let recorded = [7.0, 2.0, 8.0, 0.0, 9.0, 1.0, 4.0, 0.0, 5.0, 2.0, 6.0, 1.0];
        let wanted = [8.0, 0.0, 9.0, 1.0, 7.0, 2.0, 4.0, 0.0, 6.0, 1.0, 5.0, 2.0];
        assert_eq!(in_order(&recorded, 2, 3), wanted);
        assert_eq!(in_order(&[3.0, 1.0, 3.0, 0.0], 2, 1), [3.0, 0.0]);
    }
}
