//! Declarations: what the stage says of itself, and the names that the program has for its registers.

use std::collections::HashSet;

use quadrille_isa::gl::LanguageSet;

use super::Printer;
use super::number::{LiteralKind, vector};
use crate::layout::{InputPrimitive, Layout, OutputPrimitive, TessellationMode, TessellationSpacing};
use crate::operand::File;
use crate::resources::{Declared, Interpolation, ParameterSource, Variable};

impl Printer<'_> {
    /// PRIMITIVE_IN to SHARED_MEMORY.
    pub(super) fn layout(&mut self) {
        let mut lines: Vec<String> = Vec::new();
        match self.program.layout() {
            Layout::None => {}
            Layout::Geometry(geometry) => {
                lines.push(format!("PRIMITIVE_IN {};", input(geometry.input)));
                if geometry.passes_through {
                    for one in &geometry.passthrough {
                        lines.push(format!(
                            "PASSTHROUGH {}{};",
                            one.binding.text(self.program.features()),
                            mask(one.mask)
                        ));
                    }
                } else {
                    lines.push(format!("PRIMITIVE_OUT {};", output(geometry.output)));
                    lines.push(format!("VERTICES_OUT {};", geometry.vertices));
                }
                if geometry.invocations > 1 {
                    lines.push(format!("INVOCATIONS {};", geometry.invocations));
                }
            }
            Layout::TessellationControl { vertices } => lines.push(format!("VERTICES_OUT {vertices};")),
            Layout::TessellationEvaluation(tessellation) => {
                let mode = match tessellation.mode {
                    TessellationMode::Triangles => "TRIANGLES",
                    TessellationMode::Quads => "QUADS",
                    TessellationMode::Isolines => "ISOLINES",
                };
                lines.push(format!("TESS_MODE {mode};"));
                let spacing = match tessellation.spacing {
                    TessellationSpacing::Equal => "EQUAL",
                    TessellationSpacing::FractionalOdd => "FRACTIONAL_ODD",
                    TessellationSpacing::FractionalEven => "FRACTIONAL_EVEN",
                };
                lines.push(format!("TESS_SPACING {spacing};"));
                let order = if tessellation.clockwise { "CW" } else { "CCW" };
                lines.push(format!("TESS_VERTEX_ORDER {order};"));
                if tessellation.points {
                    lines.push("TESS_POINT_MODE;".to_owned());
                }
            }
            Layout::Compute {
                group_size,
                shared_bytes,
            } => {
                if let Some([x, y, z]) = group_size {
                    lines.push(format!("GROUP_SIZE {x} {y} {z};"));
                }
                if *shared_bytes > 0 {
                    lines.push(format!("SHARED_MEMORY {shared_bytes};"));
                }
            }
        }
        if let Some(layers) = self.program.secondary_view_layer_offset() {
            lines.push(format!("SECONDARY_VIEW_LAYER_OFFSET {layers};"));
        }
        for line in lines {
            self.line(&line);
        }
    }

    /// A declaration for each name, in the order of the names. Of several names of one register the first is
    /// enough.
    pub(super) fn declarations(&mut self) {
        let program = self.program;
        let mut seen: HashSet<(File, u32, Option<u32>)> = HashSet::new();
        for declared in program.declared() {
            let place = (declared.file, declared.first, declared.length);
            if !seen.insert(place) {
                continue;
            }
            if let Some(line) = self.declaration(declared) {
                self.line(&line);
            }
        }
    }

    fn declaration(&self, declared: &Declared) -> Option<String> {
        let name = &declared.name;
        let slot = declared.first as usize;
        let size = declared
            .length
            .map_or(String::new(), |length| format!("[{length}]"));
        Some(match declared.file {
            File::Temporary => {
                let modifier = self.size(declared, self.program.temporaries().get(slot)?.long);
                format!("{modifier}TEMP {name}{size};")
            }
            File::Address => format!("ADDRESS {name};"),
            File::Attribute => {
                let all = self.program.attributes().get(slot..)?;
                let modifier = interpolation(&all.first()?.interpolation);
                let modifier = format!("{modifier}{}", self.size(declared, all.first()?.long));
                format!(
                    "{modifier}ATTRIB {name}{size} = {};",
                    self.bound(all, declared.length)?
                )
            }
            File::Result => {
                let all = self.program.results().get(slot..)?;
                let modifier = self.size(declared, all.first()?.long);
                format!(
                    "{modifier}OUTPUT {name}{size} = {};",
                    self.bound(all, declared.length)?
                )
            }
            File::Parameter => return self.parameter(declared, &size),
        })
    }

    /// `SHORT ` and `LONG `.
    fn size(&self, declared: &Declared, long: bool) -> &'static str {
        match (long, self.is_short(declared)) {
            (true, _) => "LONG ",
            (false, true) => "SHORT ",
            (false, false) => "",
        }
    }

    /// Whether a variable is declared SHORT: something that is written there is rounded.
    pub(super) fn is_short(&self, declared: &Declared) -> bool {
        !self.has_registers() && self.names.is_short(declared)
    }

    /// The bindings of a variable or array.
    fn bound(&self, all: &[Variable], length: Option<u32>) -> Option<String> {
        let features = self.program.features();
        match length {
            None => Some(all.first()?.binding.text(features)),
            Some(length) => {
                let items = all.get(..length as usize)?;
                let items: Vec<String> = items.iter().map(|one| one.binding.text(features)).collect();
                Some(format!("{{ {} }}", items.join(", ")))
            }
        }
    }

    fn parameter(&self, declared: &Declared, size: &str) -> Option<String> {
        let slot = declared.first as usize;
        let sources = self.program.parameters().get(slot..)?;
        if self.is_gpu() && !self.names.is_indexed(declared) {
            return None;
        }
        let item = |source: &ParameterSource| match source {
            ParameterSource::Constant(bits) => vector(*bits, LiteralKind::Float),
            ParameterSource::Binding(binding) => binding.text(self.program.features()),
            ParameterSource::Buffer(element) => element.binding().to_string(),
        };
        let name = &declared.name;
        if self.meets(LanguageSet::F10) {
            let ParameterSource::Constant(bits) = sources.first()?.source else {
                return None;
            };
            // As a vector, so that its uses may have selectors.
            let keyword = if declared.settable { "DECLARE" } else { "DEFINE" };
            return Some(format!(
                "{keyword} {name} = {};",
                vector(bits, LiteralKind::Float)
            ));
        }
        match declared.length {
            None => Some(format!("PARAM {name} = {};", item(&sources.first()?.source))),
            Some(length) => {
                let items = sources.get(..length as usize)?;
                let items: Vec<String> = items.iter().map(|one| item(&one.source)).collect();
                Some(format!("PARAM {name}{size} = {{ {} }};", items.join(", ")))
            }
        }
    }
}

fn input(primitive: InputPrimitive) -> &'static str {
    match primitive {
        InputPrimitive::Points => "POINTS",
        InputPrimitive::Lines => "LINES",
        InputPrimitive::LinesAdjacency => "LINES_ADJACENCY",
        InputPrimitive::Triangles => "TRIANGLES",
        InputPrimitive::TrianglesAdjacency => "TRIANGLES_ADJACENCY",
        InputPrimitive::Patches => "PATCHES",
    }
}

fn output(primitive: OutputPrimitive) -> &'static str {
    match primitive {
        OutputPrimitive::Points => "POINTS",
        OutputPrimitive::LineStrip => "LINE_STRIP",
        OutputPrimitive::TriangleStrip => "TRIANGLE_STRIP",
    }
}

fn mask(mask: u8) -> String {
    if mask == 0b1111 {
        return String::new();
    }
    let letters = (0..4)
        .filter(|at| mask >> at & 1 != 0)
        .map(|at| char::from(b"xyzw"[at]));
    format!(".{}", letters.collect::<String>())
}

fn interpolation(interpolation: &Interpolation) -> String {
    let words = [
        (interpolation.flat, "FLAT "),
        (interpolation.centroid, "CENTROID "),
        (interpolation.no_perspective, "NOPERSPECTIVE "),
        (interpolation.sample, "SAMPLE "),
    ];
    words
        .into_iter()
        .filter(|(present, _)| *present)
        .map(|(_, word)| word)
        .collect()
}
