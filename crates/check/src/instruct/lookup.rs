//! Texture instructions: coordinates, the texture, its target and a texel offset (NV_gpu_program4 2.X.4.4,
//! NV_gpu_program5 2.X.4.4).

use quadrille_base::Span;
use quadrille_isa::gl::opcode::OperandShape;
use quadrille_isa::gl::operation::Lod;
use quadrille_isa::gl::target::Reference;
use quadrille_isa::gl::{DataType, LanguageSet, Operation, TextureTarget};
use quadrille_program::{Access, Destination, Operand, TexelOffset, TextureAccess};
use quadrille_syntax::tree::{self, NumberForm, OperandIndex, Part, Value};

use crate::checker::Checker;
use crate::constant::plain_number;
use crate::instruct::gpu::Given;
use crate::instruct::unit::{Unit, UnitKind};
use crate::path::part_span;
use crate::rules;
use crate::source::Wanted;

impl<'t, 's> Checker<'t, 's> {
    /// A texture instruction: its result, its operands and its access.
    pub(crate) fn lookup(
        &mut self,
        given: Given<'_>,
        written: &'t [OperandIndex],
    ) -> Option<(Option<Destination>, Vec<Operand>, Access)> {
        let (written, comma) = self.offset_behind_comma(written);
        let vectors = given
            .row
            .operands
            .iter()
            .filter(|shape| **shape != OperandShape::Texture);
        let wanted = vectors.count() + 3;
        let counted = (wanted..=wanted + 1).contains(&written.len());
        let ([result, coordinates @ .., texture, target], true) = (written, counted) else {
            self.wrong_count(given.span, given.row.mnemonic, wanted, written);
            return None;
        };
        let attached = self.operand(*target).attached;
        let target_span = self.operand(*target).span;
        let target = self.lookup_target(given, self.operand(*target), written.len() > wanted);
        let second = match target {
            Some(target) => self.second_vector(given, target)?,
            None => written.len() == wanted + 1,
        };
        if written.len() != wanted + usize::from(second) {
            self.wrong_count(
                given.span,
                given.row.mnemonic,
                wanted + usize::from(second),
                written,
            );
            return None;
        }
        let destination = self.result(given, *result);
        let operands = self.coordinates(given, coordinates);
        let unit = self.unit(self.operand(*texture), UnitKind::Texture);
        let component = match &unit {
            Some(unit) => self.gathered(given, unit),
            None => None,
        };
        let offset = match (comma, attached, target) {
            (Some(index), None, Some(target)) => self.texel_offset(given, index, target, true),
            (None, Some(index), Some(target)) => self.texel_offset(given, index, target, false),
            (Some(index), Some(_), _) => {
                let message = "a lookup has one texel offset";
                self.report(rules::syntax_error::unexpected(self.operand(index).span, message));
                return None;
            }
            (None, None, _) | (_, _, None) => Some(None),
        };
        let (unit, target) = (unit?, target?);
        self.one_target(&unit, target, target_span, self.operand(*texture).span)?;
        let modifiers = given.modifiers?;
        let access = Access::Texture(Box::new(TextureAccess {
            unit: unit.unit,
            index: unit.index.map(Box::new),
            handle: unit.handle.map(Box::new),
            target,
            offset: offset?,
            component: component?,
            lod_clamp: modifiers.lod_clamp,
            sparse: modifiers.sparse,
        }));
        Some((Some(destination?), operands?, access))
    }

    /// Splits off the texel offset that stands behind a comma: `, (1, 0)` or `, offset(R0)`.
    fn offset_behind_comma(&self, written: &'t [OperandIndex]) -> (&'t [OperandIndex], Option<OperandIndex>) {
        match written {
            [rest @ .., last] if self.is_offset(*last) => (rest, Some(*last)),
            _ => (written, None),
        }
    }

    fn is_offset(&self, index: OperandIndex) -> bool {
        match &self.operand(index).value {
            Value::Parenthesis(_) => true,
            Value::Path(parts) => match self.parts(parts) {
                [Part::Word(word), Part::Arguments { .. }, ..] => word.text == "offset",
                _ => false,
            },
            _ => false,
        }
    }

    /// The target, if the opcode has it. SHADOWCUBE has a bias or level only in a `second` vector, where later
    /// specifications than NV_gpu_program4 put it (EXT_sparse_texture2, Table X.17).
    fn lookup_target(
        &mut self,
        given: Given<'_>,
        operand: &'t tree::Operand<'s>,
        second: bool,
    ) -> Option<TextureTarget> {
        let target = self.texture_target(operand)?;
        let operation = given.row.operation;
        let newer = self.features.languages.meets(LanguageSet::NV5);
        let compares = operation != Operation::Gather || self.gathers_anything();
        let graded = second
            && newer
            && target == TextureTarget::ShadowCube
            && matches!(operation, Operation::Sample(Lod::Bias | Lod::Explicit));
        if !(allowed(operation, target) || graded) || target.is_shadow() && !compares {
            self.report(rules::target_not_supported::at(operand.span, given.row.mnemonic));
            return None;
        }
        Some(target)
    }

    /// Whether TXG compares depths and chooses a component: "this version adds two capabilities"
    /// (NV_gpu_program5 2.X.8 TXG, of NV_gpu_program4_1's).
    fn gathers_anything(&self) -> bool {
        self.features.languages.meets(LanguageSet::NV5)
    }

    /// Whether a lookup has a second coordinate vector: for what does not fit the first (ARB_sparse_texture_clamp
    /// Table X.17). Reports a clamp of the level that the target does not have.
    fn second_vector(&mut self, given: Given<'_>, target: TextureTarget) -> Option<bool> {
        let clamp = given.modifiers.is_some_and(|modifiers| modifiers.lod_clamp);
        if clamp && matches!(target, TextureTarget::Rect | TextureTarget::ShadowRect) {
            let message = "rectangle textures have one level, and nothing to clamp";
            self.report(rules::unsupported_modifier::with(given.span, message));
            return None;
        }
        let reference = target.row().reference == Some(Reference::SecondVector);
        let crowded = matches!(target, TextureTarget::ArrayCube | TextureTarget::ShadowCube);
        Some(match given.row.operation {
            Operation::Sample(Lod::Bias | Lod::Explicit) => clamp || crowded,
            Operation::Sample(Lod::Implicit) | Operation::Gather => clamp || reference,
            _ => false,
        })
    }

    /// The coordinates, and the other vectors of TXD and TXGO.
    fn coordinates(&mut self, given: Given<'_>, written: &'t [OperandIndex]) -> Option<Vec<Operand>> {
        let mut operands = Vec::with_capacity(written.len());
        let mut complete = true;
        let shapes = given
            .row
            .operands
            .iter()
            .filter(|shape| **shape != OperandShape::Texture);
        let mut expected = shapes.map(|shape| given.expected(*shape));
        for index in written {
            // A second coordinate vector holds floats.
            let expected = expected.next().unwrap_or_else(|| given.expect(DataType::F32));
            match self.typed_source(self.operand(*index), Wanted::Vector, expected) {
                Some(operand) => operands.push(operand),
                None => complete = false,
            }
        }
        complete.then_some(operands)
    }

    /// The component behind the texture, which only a gather has.
    fn gathered(&mut self, given: Given<'_>, unit: &Unit<'t>) -> Option<u8> {
        let gathers = matches!(given.row.operation, Operation::Gather | Operation::GatherOffsets);
        match unit.rest {
            [] => Some(0),
            [Part::Word(word)] if gathers && !self.gathers_anything() => {
                let message =
                    "in this language a gather gives the first component, and takes no selector here";
                self.report(rules::unavailable_form::at(word.span, message));
                None
            }
            [Part::Word(word)] if gathers => {
                let component = self.swizzle(word)?;
                if word.text.len() != 1 {
                    self.report(rules::scalar_needs_selector::many(word.span, given.row.mnemonic));
                    return None;
                }
                Some(component.component(0))
            }
            [Part::Word(word)] => {
                self.report(rules::gathered_component::at(word.span, given.row.mnemonic));
                None
            }
            [_, extra, ..] | [extra] => {
                let message = "nothing may follow here";
                self.report(rules::syntax_error::unexpected(part_span(extra), message));
                None
            }
        }
    }

    /// `(1, 0)`, `offset(1, 0)` or `offset(R0)`; behind a comma or not, as the languages have it.
    fn texel_offset(
        &mut self,
        given: Given<'_>,
        index: OperandIndex,
        target: TextureTarget,
        comma: bool,
    ) -> Option<Option<TexelOffset>> {
        let operand = self.operand(index);
        let newer = self.features.languages.meets(LanguageSet::NV5);
        let (list, word) = match &operand.value {
            _ if !operand.is_plain() => return self.no_offset(operand.span),
            Value::Parenthesis(list) => (list, false),
            Value::Path(parts) => match self.parts(parts) {
                [Part::Word(word), Part::Arguments { list, .. }] if word.text == "offset" => (list, true),
                [Part::Word(_), Part::Arguments { .. }, extra, ..] => {
                    let message = "nothing may follow a texel offset";
                    self.report(rules::syntax_error::unexpected(part_span(extra), message));
                    return None;
                }
                _ => return self.no_offset(operand.span),
            },
            _ => return self.no_offset(operand.span),
        };
        if !newer && (word || !comma) {
            let message = "in this language a texel offset is one to three numbers behind a comma";
            self.report(rules::unavailable_form::at(operand.span, message));
            return None;
        }
        let items = self.list(list);
        if let ([only], true) = (items, word) {
            return self.variable_offset(given, self.operand(*only), operand.span, target);
        }
        if items.is_empty() || items.len() > 3 {
            let message = "a texel offset has one to three numbers";
            self.report(rules::syntax_error::unexpected(operand.span, message));
            return None;
        }
        self.constant_offset(given, items, target)
    }

    fn no_offset(&mut self, span: Span) -> Option<Option<TexelOffset>> {
        let message = "a texel offset belongs here, such as `(1, 0)`";
        self.report(rules::syntax_error::unexpected(span, message));
        None
    }

    fn constant_offset(
        &mut self,
        given: Given<'_>,
        items: &'t [OperandIndex],
        target: TextureTarget,
    ) -> Option<Option<TexelOffset>> {
        let (below, above) = (
            self.options.limits.texel_offset_below,
            self.options.limits.texel_offset_above,
        );
        let (below, above) = (-i64::from(below), i64::from(above));
        let used = offset_components(given.row.operation, target);
        let mut offset = [0; 3];
        let mut complete = true;
        for (at, index) in items.iter().enumerate() {
            let item = self.operand(*index);
            let whole = plain_number(item).is_some_and(|(number, _)| number.form != NumberForm::Float);
            let Some(value) = self.signed_integer(*index).filter(|_| whole) else {
                if !matches!(item.value, Value::Missing) {
                    let message = "a texel offset is a whole number";
                    self.report(rules::syntax_error::unexpected(item.span, message));
                }
                return None;
            };
            let diagnostic = if value != 0 && at >= used {
                rules::texel_offset::not_here(item.span, unused(given.row.operation, target))
            } else if !(below..=above).contains(&value) {
                rules::texel_offset::out_of_range(item.span, below, above)
            } else {
                offset[at] = value as i32;
                continue;
            };
            self.report(diagnostic);
            complete = false;
        }
        complete.then_some(Some(TexelOffset::Constant(offset)))
    }

    fn variable_offset(
        &mut self,
        given: Given<'_>,
        operand: &'t tree::Operand<'s>,
        span: Span,
        target: TextureTarget,
    ) -> Option<Option<TexelOffset>> {
        let operation = given.row.operation;
        let message = match operation {
            Operation::Sample(Lod::Derivatives) | Operation::GatherOffsets => {
                "this instruction takes no texel offset that is found at run time"
            }
            _ if target.row().cube => "a cube map takes no texel offset that is found at run time",
            _ if target == TextureTarget::Buffer => "a buffer texture takes no texel offset",
            _ => {
                let offset = self.typed_source(operand, Wanted::Vector, given.expect(DataType::S32))?;
                return Some(Some(TexelOffset::Variable(offset)));
            }
        };
        self.report(rules::texel_offset::not_here(span, message));
        None
    }

    /// A unit is sampled with one target; an array of textures counts as all of its units.
    fn one_target(
        &mut self,
        unit: &Unit<'t>,
        target: TextureTarget,
        span: Span,
        unit_span: Span,
    ) -> Option<()> {
        let Some(bound) = unit.bound else {
            return Some(());
        };
        for number in bound.first..bound.first + bound.length.unwrap_or(1) {
            if let Err((_, before)) = self.build.texture(number, target, span, unit_span) {
                self.report(rules::texture_target_conflict::at(span, before));
                return None;
            }
        }
        Some(())
    }
}

/// Whether an opcode has a target (NV_gpu_program4 2.X.8 TXB, TXF, TXL, TXP; NV_gpu_program5 2.X.8 TXG, TXGO;
/// the multisample extensions).
fn allowed(operation: Operation, target: TextureTarget) -> bool {
    use TextureTarget as T;
    let multisample = target.row().sample.is_some();
    let crowded = matches!(target, T::ShadowCube | T::ShadowArray2D | T::ShadowArrayCube);
    match operation {
        Operation::FetchMultisample => multisample,
        Operation::QuerySamples => matches!(target, T::T2DMS | T::Array2DMS),
        Operation::QuerySize => true,
        Operation::Fetch => !multisample && !target.row().cube && !target.is_shadow(),
        Operation::Gather => matches!(
            target,
            T::T2D
                | T::Shadow2D
                | T::Cube
                | T::ShadowCube
                | T::Array2D
                | T::ShadowArray2D
                | T::ArrayCube
                | T::ShadowArrayCube
                | T::Rect
                | T::ShadowRect
        ),
        Operation::GatherOffsets => matches!(
            target,
            T::T2D | T::Shadow2D | T::Array2D | T::ShadowArray2D | T::Rect | T::ShadowRect
        ),
        Operation::Sample(Lod::Bias | Lod::Explicit)
        | Operation::SampleProjected
        | Operation::SampleProjectedButCube => !multisample && target != T::Buffer && !crowded,
        _ => !multisample && target != T::Buffer,
    }
}

/// How many components of a constant texel offset may differ from 0.
fn offset_components(operation: Operation, target: TextureTarget) -> usize {
    if operation == Operation::GatherOffsets || target.row().cube || target == TextureTarget::Buffer {
        return 0;
    }
    usize::from(target.row().coordinates)
}

fn unused(operation: Operation, target: TextureTarget) -> &'static str {
    if operation == Operation::GatherOffsets {
        "`TXGO` has its offsets in operands, and no other beside them"
    } else if target.row().cube {
        "a cube map takes no texel offset"
    } else if target == TextureTarget::Buffer {
        "a buffer texture takes no texel offset"
    } else {
        "the target does not have this direction"
    }
}
