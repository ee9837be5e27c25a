//! The layout of a program: what its stage has to declare is there, and the vertices that it may read.

use quadrille_base::Span;
use quadrille_isa::gl::statement::Statement;
use quadrille_isa::gl::{Binding, Features, ProgramOption, Stage};
use quadrille_program::layout::{Geometry, InputPrimitive, OutputPrimitive, Passthrough, Tessellation};
use quadrille_program::{Layout, Outer};

use crate::checker::Checker;
use crate::progress::stage::Once;
use crate::rules;

impl<'t, 's> Checker<'t, 's> {
    /// How many vertices the attribute in a slot has one of: those of the primitive that comes in, or as many
    /// as a patch may have.
    pub(crate) fn vertices(&self, slot: u32) -> u32 {
        let binding = self.build.attributes[slot as usize].binding;
        // An index beyond a patch is undefined, whether it comes in or goes out (NV_tessellation_program5
        // 2.X.3.2), so that only the size of the largest patch bounds it.
        let known = self
            .vertices_of(binding)
            .filter(|_| self.features.stage == Stage::Geometry);
        known.unwrap_or(self.options.limits.patch_vertices)
    }

    /// How many vertices an attribute has, as far as the program says so.
    pub(crate) fn vertices_of(&self, binding: Binding) -> Option<u32> {
        let of_output = binding.index[0] == 1;
        match value(self.stated.primitive_in) {
            Some(input) => input.vertices().or(Some(self.options.limits.patch_vertices)),
            None if of_output => value(self.stated.vertices_out),
            None => None,
        }
    }

    /// A vertex that is known, of the attribute in a slot.
    pub(crate) fn outer(&self, slot: u32, number: u32) -> Outer {
        Outer {
            number: number as i32,
            index: None,
            count: self.vertices(slot).max(number.saturating_add(1)),
            stride: 0,
        }
    }

    /// Whether the vertices that come in are those of a patch, as far as it is declared.
    pub(crate) fn reads_patches(&self) -> bool {
        self.features.stage != Stage::Geometry
            || self.stated.primitive_in.is_none_or(|primitive| {
                primitive
                    .value
                    .is_none_or(|value| value == InputPrimitive::Patches)
            })
    }

    /// Reports what the stage has to declare and does not, and what it may not.
    pub(crate) fn whole_stage(&mut self) {
        let passes = self.has(ProgramOption::NvGeometryProgramPassthrough);
        let end = self.end_of_program();
        let (stated, unread) = (&self.stated, &self.unread);
        let mut found = Vec::new();
        let mut need = |is_there: bool, what: &'static str| {
            let misspelled = |statement: &Statement| statement.row().word == what;
            if !(is_there || unread.head || unread.declarations.iter().any(misspelled)) {
                found.push(rules::missing_declaration::at(end, what));
            }
        };
        match self.features.stage {
            Stage::Geometry => {
                need(stated.primitive_in.is_some(), "PRIMITIVE_IN");
                if !passes {
                    need(stated.primitive_out.is_some(), "PRIMITIVE_OUT");
                    need(stated.vertices_out.is_some(), "VERTICES_OUT");
                }
            }
            Stage::TessellationControl => need(stated.vertices_out.is_some(), "VERTICES_OUT"),
            Stage::TessellationEvaluation => need(stated.tess_mode.is_some(), "TESS_MODE"),
            Stage::Compute if !self.has(ProgramOption::ArbComputeVariableGroupSize) => {
                need(stated.group_size.is_some(), "GROUP_SIZE");
            }
            Stage::Compute | Stage::Vertex | Stage::VertexState | Stage::Fragment => {}
        }
        if passes {
            let option = ProgramOption::NvGeometryProgramPassthrough.row().name();
            let excluded = [
                stated.primitive_out.map(|once| once.span),
                stated.vertices_out.map(|once| once.span),
                stated.invocations.map(|once| once.span),
            ];
            let excluded = excluded.into_iter().flatten();
            found.extend(excluded.map(|span| rules::declaration_excluded::at(span, option)));
            if let Some(Once {
                value: Some(input),
                span,
            }) = stated.primitive_in
                && strip(input).is_none()
            {
                found.push(rules::passthrough_result::primitive(span));
            }
        }
        for diagnostic in found {
            self.report(diagnostic);
        }
    }

    /// Where what is missing is marked: before END, or at the end of the text.
    fn end_of_program(&self) -> Span {
        self.tree.end.unwrap_or_else(|| Span::at(self.text.len() as u32))
    }

    /// The layout of a program without errors.
    pub(crate) fn layout(&self) -> Layout {
        let stated = &self.stated;
        match self.features.stage {
            Stage::Vertex | Stage::VertexState | Stage::Fragment => Layout::None,
            Stage::Geometry => {
                let input = value(stated.primitive_in).unwrap_or(InputPrimitive::Points);
                Layout::Geometry(Geometry {
                    input,
                    output: value(stated.primitive_out)
                        .or(strip(input))
                        .unwrap_or(OutputPrimitive::Points),
                    vertices: value(stated.vertices_out).or(input.vertices()).unwrap_or(0),
                    invocations: value(stated.invocations).unwrap_or(1),
                    passes_through: passes_through(&self.features),
                    passthrough: self.passthrough_results(),
                })
            }
            Stage::TessellationControl => Layout::TessellationControl {
                vertices: value(stated.vertices_out).unwrap_or(0),
            },
            Stage::TessellationEvaluation => match value(stated.tess_mode) {
                Some(mode) => Layout::TessellationEvaluation(Tessellation {
                    mode,
                    spacing: value(stated.tess_spacing).unwrap_or_default(),
                    clockwise: value(stated.clockwise).unwrap_or(false),
                    points: stated.point_mode.is_some(),
                }),
                None => Layout::None,
            },
            Stage::Compute => Layout::Compute {
                group_size: value(stated.group_size),
                shared_bytes: value(stated.shared_memory).unwrap_or(0),
            },
        }
    }

    /// The results that PASSTHROUGH names, each once with all its components.
    fn passthrough_results(&self) -> Vec<Passthrough> {
        let mut results: Vec<Passthrough> = Vec::new();
        let mut named = self.stated.passthrough.clone();
        named.sort_by_key(|named| named.binding);
        for named in named {
            match results.last_mut() {
                Some(last) if last.binding == named.binding => last.mask |= named.mask,
                _ => results.push(Passthrough {
                    binding: named.binding,
                    mask: named.mask,
                }),
            }
        }
        results
    }
}

/// What is declared without error.
fn value<T: Copy>(once: Option<Once<T>>) -> Option<T> {
    once.and_then(|once| once.value)
}

/// What a passthrough program emits for what it gets; none for what it may not get.
const fn strip(input: InputPrimitive) -> Option<OutputPrimitive> {
    match input {
        InputPrimitive::Points => Some(OutputPrimitive::Points),
        InputPrimitive::Lines => Some(OutputPrimitive::LineStrip),
        InputPrimitive::Triangles => Some(OutputPrimitive::TriangleStrip),
        InputPrimitive::LinesAdjacency | InputPrimitive::TrianglesAdjacency | InputPrimitive::Patches => None,
    }
}

/// Whether a geometry program copies its vertices and emits none of its own.
const fn passes_through(features: &Features) -> bool {
    features
        .options
        .contains(ProgramOption::NvGeometryProgramPassthrough)
}
