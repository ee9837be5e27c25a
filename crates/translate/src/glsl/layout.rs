//! What a stage takes and gives as a whole: sizes of work groups, primitives, patches; and how values go between stages.

use quadrille_program::Layout;
use quadrille_program::layout::{InputPrimitive, OutputPrimitive, TessellationMode, TessellationSpacing};
use quadrille_program::resources::Interpolation;

use super::Printer;
use crate::form::Interlock;
use crate::target::Feature;

impl Printer<'_> {
    /// What the stage takes and gives as a whole.
    pub(super) fn layout(&mut self) {
        match self.shader.layout {
            Layout::Compute {
                group_size: Some([x, y, z]),
                ..
            } => self.line(format_args!(
                "layout(local_size_x = {x}, local_size_y = {y}, local_size_z = {z}) in;"
            )),
            Layout::Compute { group_size: None, .. } => {
                self.line(format_args!("layout(local_size_variable) in;"))
            }
            Layout::Geometry(ref geometry) => {
                let input = match geometry.input {
                    InputPrimitive::Points => "points",
                    InputPrimitive::Lines => "lines",
                    InputPrimitive::LinesAdjacency => "lines_adjacency",
                    InputPrimitive::Triangles => "triangles",
                    InputPrimitive::TrianglesAdjacency => "triangles_adjacency",
                    InputPrimitive::Patches => return,
                };
                let output = match geometry.output {
                    OutputPrimitive::Points => "points",
                    OutputPrimitive::LineStrip => "line_strip",
                    OutputPrimitive::TriangleStrip => "triangle_strip",
                };
                let invocations = match geometry.invocations {
                    0 | 1 => String::new(),
                    many => format!(", invocations = {many}"),
                };
                let most = geometry.vertices;
                self.line(format_args!("layout({input}{invocations}) in;"));
                self.line(format_args!("layout({output}, max_vertices = {most}) out;"));
            }
            Layout::TessellationControl { vertices } => {
                self.line(format_args!("layout(vertices = {vertices}) out;"));
            }
            Layout::TessellationEvaluation(tessellation) => {
                let mode = match tessellation.mode {
                    TessellationMode::Triangles => "triangles",
                    TessellationMode::Quads => "quads",
                    TessellationMode::Isolines => "isolines",
                };
                let spacing = match tessellation.spacing {
                    TessellationSpacing::Equal => "equal_spacing",
                    TessellationSpacing::FractionalEven => "fractional_even_spacing",
                    TessellationSpacing::FractionalOdd => "fractional_odd_spacing",
                };
                let order = if tessellation.clockwise { "cw" } else { "ccw" };
                let points = if tessellation.points { ", point_mode" } else { "" };
                self.line(format_args!("layout({mode}, {spacing}, {order}{points}) in;"));
            }
            Layout::None => {}
        }
    }
}

impl Printer<'_> {
    /// How fragments count their places, and when they are tested and wait for each other.
    pub(super) fn fragments(&mut self) {
        let shader = self.shader;
        if shader.features.contains(&Feature::UpperLeftOrigin) {
            self.line(format_args!("layout(origin_upper_left) in vec4 gl_FragCoord;"));
        }
        if shader.features.contains(&Feature::EarlyTests) {
            self.line(format_args!("layout(early_fragment_tests) in;"));
        }
        if let Some(order) = shader.interlock() {
            let word = match order {
                Interlock::PixelOrdered => "pixel_interlock_ordered",
                Interlock::PixelUnordered => "pixel_interlock_unordered",
                Interlock::SampleOrdered => "sample_interlock_ordered",
                Interlock::SampleUnordered => "sample_interlock_unordered",
            };
            self.line(format_args!("layout({word}) in;"));
        }
    }
}

/// The words for how a value is interpolated.
pub(super) fn qualifiers(interpolation: Interpolation) -> String {
    let mut words = String::new();
    for (used, word) in [
        (interpolation.flat, "flat "),
        (interpolation.no_perspective, "noperspective "),
        (interpolation.centroid, "centroid "),
        (interpolation.sample, "sample "),
    ] {
        if used {
            words.push_str(word);
        }
    }
    words
}
