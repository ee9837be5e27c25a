//! The declarations of a program's stage: primitives, patches, work groups (NV_geometry_program4,
//! NV_tessellation_program5, NV_compute_program5, section 2.X.7 of each).

use quadrille_base::Span;
use quadrille_isa::gl::statement::Statement;
use quadrille_isa::gl::{Binding, Family, LanguageSet, Limit, ProgramOption, Role, Stage};
use quadrille_program::layout::{InputPrimitive, OutputPrimitive, TessellationMode, TessellationSpacing};
use quadrille_syntax::tree::{Declaration, Declarator, Part, Value};

use crate::checker::Checker;
use crate::path::{part_span, parts_span};
use crate::progress::stage::{Once, Passthrough, Stated};
use crate::rules;

/// The words that a declaration takes, and what each says.
type Choices<T> = &'static [(&'static str, T)];

const PRIMITIVES_IN: Choices<InputPrimitive> = &[
    ("POINTS", InputPrimitive::Points),
    ("LINES", InputPrimitive::Lines),
    ("LINES_ADJACENCY", InputPrimitive::LinesAdjacency),
    ("TRIANGLES", InputPrimitive::Triangles),
    ("TRIANGLES_ADJACENCY", InputPrimitive::TrianglesAdjacency),
    ("PATCHES", InputPrimitive::Patches),
];

const PRIMITIVES_OUT: Choices<OutputPrimitive> = &[
    ("POINTS", OutputPrimitive::Points),
    ("LINE_STRIP", OutputPrimitive::LineStrip),
    ("TRIANGLE_STRIP", OutputPrimitive::TriangleStrip),
];

const MODES: Choices<TessellationMode> = &[
    ("TRIANGLES", TessellationMode::Triangles),
    ("QUADS", TessellationMode::Quads),
    ("ISOLINES", TessellationMode::Isolines),
];

const SPACINGS: Choices<TessellationSpacing> = &[
    ("EQUAL", TessellationSpacing::Equal),
    ("FRACTIONAL_ODD", TessellationSpacing::FractionalOdd),
    ("FRACTIONAL_EVEN", TessellationSpacing::FractionalEven),
];

const ORDERS: Choices<bool> = &[("CW", true), ("CCW", false)];

impl<'t, 's> Checker<'t, 's> {
    /// A declaration of the stage. `late` is the first naming statement or instruction, if there was one.
    pub(crate) fn stage_declaration(
        &mut self,
        statement: Statement,
        declaration: &'t Declaration<'s>,
        span: Span,
        late: Option<Span>,
    ) {
        if let Some(first) = late {
            self.report(rules::late_declaration::at(span, first));
        }
        self.modifiers_of(declaration, statement);
        let items = self.declarators(declaration);
        let keyword = declaration.keyword.span;
        if let Some(value) = items.iter().find_map(|item| item.value) {
            let message = "this declaration has no value";
            self.report(rules::syntax_error::unexpected(self.operand(value).span, message));
        }
        match statement {
            Statement::PrimitiveIn => {
                let mut value = self.choice(items, keyword, PRIMITIVES_IN);
                if value == Some(InputPrimitive::Patches) && !self.features.languages.meets(LanguageSet::NV5)
                {
                    let message = "this language has no patches";
                    self.report(rules::bad_stage_argument::at(items[0].span, message));
                    value = None;
                }
                self.once(|stated| &mut stated.primitive_in, value, span);
            }
            Statement::PrimitiveOut => {
                let value = self.choice(items, keyword, PRIMITIVES_OUT);
                self.once(|stated| &mut stated.primitive_out, value, span);
            }
            Statement::VerticesOut => {
                let limit = if self.features.stage == Stage::Geometry {
                    Limit::OutputVertices
                } else {
                    Limit::PatchVertices
                };
                let value = self.single_count(items, keyword, 1, limit);
                self.once(|stated| &mut stated.vertices_out, value, span);
            }
            Statement::Invocations => {
                let value = self.single_count(items, keyword, 1, Limit::GeometryInvocations);
                self.once(|stated| &mut stated.invocations, value, span);
            }
            Statement::TessMode => {
                let value = self.choice(items, keyword, MODES);
                self.once(|stated| &mut stated.tess_mode, value, span);
            }
            Statement::TessSpacing => {
                let value = self.choice(items, keyword, SPACINGS);
                self.once(|stated| &mut stated.tess_spacing, value, span);
            }
            Statement::TessVertexOrder => {
                let value = self.choice(items, keyword, ORDERS);
                self.once(|stated| &mut stated.clockwise, value, span);
            }
            Statement::TessPointMode => {
                if let [item, ..] = items {
                    let message = "this declaration has no argument";
                    self.report(rules::bad_stage_argument::at(item.span, message));
                }
                self.once(|stated| &mut stated.point_mode, Some(()), span);
            }
            Statement::GroupSize => self.group_size(items, keyword, span),
            Statement::SharedMemory => {
                let value = self.single_count(items, keyword, 0, Limit::SharedMemoryBytes);
                self.once(|stated| &mut stated.shared_memory, value, span);
            }
            Statement::SecondaryViewLayerOffset => {
                let value = self.view_offset(items, keyword);
                self.once(|stated| &mut stated.view_offset, value, span);
            }
            Statement::Passthrough => self.passthrough(items, keyword),
            _ => {}
        }
    }

    /// Takes a declaration that may stand once.
    fn once<T>(
        &mut self,
        field: impl FnOnce(&mut Stated) -> &mut Option<Once<T>>,
        value: Option<T>,
        span: Span,
    ) {
        let field = field(&mut self.stated);
        match field {
            Some(before) => {
                let before = before.span;
                self.report(rules::repeated_declaration::at(span, before));
            }
            None => *field = Some(Once { value, span }),
        }
    }

    /// The only argument.
    fn argument(&mut self, items: &'t [Declarator<'s>], keyword: Span) -> Option<&'t Declarator<'s>> {
        match items {
            [] => {
                let at = Span::at(keyword.end);
                self.report(rules::bad_stage_argument::at(at, "an argument is missing"));
                None
            }
            [item] => Some(item),
            [_, extra, ..] => {
                let message = "this declaration has one argument";
                self.report(rules::bad_stage_argument::at(extra.span, message));
                None
            }
        }
    }

    /// One of a few words.
    fn choice<T: Copy>(
        &mut self,
        items: &'t [Declarator<'s>],
        keyword: Span,
        choices: Choices<T>,
    ) -> Option<T> {
        let item = self.argument(items, keyword)?;
        let operand = self.operand(item.target);
        let word = match &operand.value {
            Value::Path(parts) if operand.sign.is_none() && operand.absolute.is_none() => {
                match self.parts(parts) {
                    [Part::Word(word)] => Some(word.text),
                    _ => None,
                }
            }
            Value::Missing => return None,
            _ => None,
        };
        let found = choices.iter().find(|(name, _)| Some(*name) == word);
        if found.is_none() {
            let names: Vec<&str> = choices.iter().map(|(name, _)| *name).collect();
            self.report(rules::bad_stage_argument::word(operand.span, word, &names));
        }
        found.map(|(_, value)| *value)
    }

    /// One number from `least` to a limit.
    fn single_count(
        &mut self,
        items: &'t [Declarator<'s>],
        keyword: Span,
        least: u32,
        limit: Limit,
    ) -> Option<u32> {
        let item = self.argument(items, keyword)?;
        self.count(item, least, limit)
    }

    /// A number from `least` to a limit.
    fn count(&mut self, item: &'t Declarator<'s>, least: u32, limit: Limit) -> Option<u32> {
        let operand = self.operand(item.target);
        let written = self.integer(item.target).filter(|_| operand.sign.is_none());
        let Some(written) = written else {
            if !matches!(operand.value, Value::Missing) {
                let message = "a whole number without a sign belongs here";
                self.report(rules::bad_stage_argument::at(operand.span, message));
            }
            return None;
        };
        let most = self.options.limits.get(limit);
        if written < i64::from(least) || written > i64::from(most) {
            self.report(rules::stage_limit::at(operand.span, least, most, limit.row()));
            return None;
        }
        Some(written as u32)
    }

    /// `GROUP_SIZE x [y [z]];`
    fn group_size(&mut self, items: &'t [Declarator<'s>], keyword: Span, span: Span) {
        let option = ProgramOption::ArbComputeVariableGroupSize;
        if self.has(option) {
            self.report(rules::declaration_excluded::at(span, option.row().name()));
            return;
        }
        let mut size = Some([1; 3]);
        let limits = [Limit::WorkGroupX, Limit::WorkGroupY, Limit::WorkGroupZ];
        match items {
            [] => {
                let at = Span::at(keyword.end);
                self.report(rules::bad_stage_argument::at(
                    at,
                    "one to three numbers belong here",
                ));
                size = None;
            }
            [_, _, _, extra, ..] => {
                let message = "a work group has three dimensions at most";
                self.report(rules::bad_stage_argument::at(extra.span, message));
                size = None;
            }
            _ => {
                for (axis, (item, limit)) in items.iter().zip(limits).enumerate() {
                    // A group of no invocations has nothing to run, and no limit speaks of it.
                    let count = self.count(item, 1, limit);
                    match (count, &mut size) {
                        (Some(count), Some(size)) => size[axis] = count,
                        _ => size = None,
                    }
                }
            }
        }
        let most = self.options.limits.work_group_invocations;
        if let Some([x, y, z]) = size
            && u64::from(x) * u64::from(y) * u64::from(z) > u64::from(most)
            && let ([first, ..], [.., last]) = (items, items)
        {
            let row = Limit::WorkGroupInvocations.row();
            self.report(rules::stage_limit::product(first.span.to(last.span), most, row));
            size = None;
        }
        self.once(|stated| &mut stated.group_size, size, span);
    }

    /// `SECONDARY_VIEW_LAYER_OFFSET -1;`
    fn view_offset(&mut self, items: &'t [Declarator<'s>], keyword: Span) -> Option<i32> {
        let item = self.argument(items, keyword)?;
        let operand = self.operand(item.target);
        let value = self
            .signed_integer(item.target)
            .and_then(|value| i32::try_from(value).ok());
        if value.is_none() && !matches!(operand.value, Value::Missing) {
            let message = "a whole number belongs here";
            self.report(rules::bad_stage_argument::at(operand.span, message));
        }
        value
    }

    /// `PASSTHROUGH result.attrib[0..3];` (NV_geometry_shader_passthrough 2.X.7.Y).
    fn passthrough(&mut self, items: &'t [Declarator<'s>], keyword: Span) {
        if items.is_empty() {
            let at = Span::at(keyword.end);
            self.report(rules::bad_stage_argument::at(
                at,
                "the binding of a result belongs here",
            ));
        }
        for item in items {
            let operand = self.operand(item.target);
            let Value::Path(parts) = &operand.value else {
                if !matches!(operand.value, Value::Missing) {
                    let message = "the binding of a result belongs here";
                    self.report(rules::bad_stage_argument::at(operand.span, message));
                }
                continue;
            };
            let parts = self.parts(parts);
            let Some(found) = self.binding(parts) else {
                continue;
            };
            let span = parts_span(&parts[..found.consumed]);
            if found.row.role != Role::Result {
                let message = "this is not a binding of a result";
                self.report(rules::unknown_binding::at(span, message, None));
                continue;
            }
            if !passes_through(found.first) {
                self.report(rules::passthrough_result::no_attribute(span));
                continue;
            }
            let mask = match &parts[found.consumed..] {
                [] => Some(0b1111),
                [Part::Word(word)] => self.mask(word),
                [_, extra, ..] | [extra] => {
                    let message = "nothing may follow here";
                    self.report(rules::syntax_error::unexpected(part_span(extra), message));
                    None
                }
            };
            let Some(mask) = mask else { continue };
            for binding in found.bindings() {
                self.stated.passthrough.push(Passthrough { binding, mask, span });
            }
        }
    }
}

/// Whether an attribute of the vertices that come in corresponds to a result.
fn passes_through(result: Binding) -> bool {
    use Family::{
        ResultAttrib, ResultClip, ResultColor, ResultFogcoord, ResultPointsize, ResultPosition,
        ResultSecondaryposition, ResultTexcoord,
    };
    matches!(
        result.family,
        ResultPosition
            | ResultColor
            | ResultFogcoord
            | ResultPointsize
            | ResultTexcoord
            | ResultAttrib
            | ResultClip
            | ResultSecondaryposition
    )
}
