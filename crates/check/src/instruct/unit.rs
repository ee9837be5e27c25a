//! The names of a texture or an image: a unit, a variable that is bound to units, or a handle.

use quadrille_base::Span;
use quadrille_isa::gl::DataType;
use quadrille_isa::gl::ProgramOption;
use quadrille_isa::gl::binding::Role;
use quadrille_program::{Indexed, Operand};
use quadrille_syntax::tree::{self, Part, Value};

use crate::binding::look_up;
use crate::instruct::operand::{Expected, Size};
use crate::path::parts_span;
use crate::resolver::{Resolver, Wanted};
use crate::rules;
use crate::source::no_attachment;
use crate::state::scope::{Entity, Units};
use crate::undeclared::NameUse;

/// A texture or image as an instruction names it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Unit<'t> {
    /// The unit; with `index`, the first of the array; 0 with `handle`.
    pub(crate) unit: u32,
    /// A run-time index into the array.
    pub(crate) index: Option<Indexed>,
    /// The scalar that holds a handle.
    pub(crate) handle: Option<Operand>,
    /// All units that its variable is bound to.
    pub(crate) bound: Option<Units>,
    /// The rest of the path: the component that a gather takes.
    pub(crate) rest: &'t [Part<'t>],
}

/// The kinds of unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum UnitKind {
    /// A texture.
    Texture,
    /// An image.
    Image,
}

impl UnitKind {
    fn belongs(self) -> &'static str {
        match self {
            UnitKind::Texture => "a texture belongs here, such as `texture[0]`",
            UnitKind::Image => "an image belongs here, such as `image[0]`",
        }
    }

    fn units(self, entity: Entity) -> Option<Units> {
        match (self, entity) {
            (UnitKind::Texture, Entity::Texture(units)) | (UnitKind::Image, Entity::Image(units)) => {
                Some(units)
            }
            _ => None,
        }
    }

    fn role(self) -> Role {
        match self {
            UnitKind::Texture => Role::Texture,
            UnitKind::Image => Role::Image,
        }
    }
}

impl<'t, 's> Resolver<'_, 't, 's> {
    /// The texture or image that an operand names.
    pub(crate) fn unit(&mut self, operand: &'t tree::Operand<'s>, kind: UnitKind) -> Option<Unit<'t>> {
        no_attachment(&self.cx, self.diagnostics, operand)?;
        let parts = match &operand.value {
            Value::Path(parts) if operand.sign.is_none() && operand.absolute.is_none() => {
                self.cx.parts(parts)
            }
            Value::Missing => return None,
            _ => &[],
        };
        match parts {
            [Part::Word(word), Part::Arguments { list, span }, rest @ ..] if word.text == "handle" => {
                let handle = self.handle(self.cx.list(list), word.span.to(*span))?;
                Some(Unit {
                    unit: 0,
                    index: None,
                    handle: Some(handle),
                    bound: None,
                    rest,
                })
            }
            [Part::Word(word), ..] if self.names.opens_binding(word.text) => self.bound_unit(parts, kind),
            [Part::Word(word), ..] => match self.names.find(word.text) {
                Some(Entity::Broken) => None,
                Some(entity) => match kind.units(entity) {
                    Some(units) => {
                        let place = self.unit_place(parts, units)?;
                        Some(Unit {
                            unit: place.unit,
                            index: place.index,
                            handle: None,
                            bound: Some(units),
                            rest: place.rest,
                        })
                    }
                    None => {
                        self.report(rules::wrong_resource::at(
                            word.span,
                            kind.belongs(),
                            entity.what(),
                        ));
                        None
                    }
                },
                None => {
                    self.unknown_name(word, NameUse::Unit);
                    None
                }
            },
            _ => {
                self.report(rules::syntax_error::unexpected(operand.span, kind.belongs()));
                None
            }
        }
    }

    /// `texture[3]` or `image[3]`, used directly.
    fn bound_unit(&mut self, parts: &'t [Part<'s>], kind: UnitKind) -> Option<Unit<'t>> {
        let found = look_up(&self.cx, self.diagnostics, parts)?;
        let span = parts_span(&parts[..found.consumed]);
        if found.row.role != kind.role() {
            self.report(rules::wrong_resource::at(span, kind.belongs(), "another binding"));
            return None;
        }
        if found.array {
            self.report(rules::many_vectors_for_one::at(span));
            return None;
        }
        let unit = found.first.index[0];
        Some(Unit {
            unit,
            index: None,
            handle: None,
            bound: Some(Units {
                first: unit,
                length: None,
            }),
            rest: &parts[found.consumed..],
        })
    }

    /// The scalar in `handle(…)`: 64 bits, unsigned.
    fn handle(&mut self, arguments: &'t [tree::OperandIndex], span: Span) -> Option<Operand> {
        if !self.cx.language.has(ProgramOption::NvBindlessTexture)
            && !self.cx.language.has(ProgramOption::ArbBindlessTexture)
        {
            let diagnostic = self.cx.missing_option(span, ProgramOption::NvBindlessTexture);
            self.report(diagnostic);
            return None;
        }
        let [scalar] = arguments else {
            let message = "a handle is one scalar, such as `handle(h.x)`";
            self.report(rules::syntax_error::unexpected(span, message));
            return None;
        };
        let scalar = self.cx.operand(*scalar);
        if scalar.sign.is_some() || scalar.absolute.is_some() || !matches!(scalar.value, Value::Path(_)) {
            let message = "a handle is one component of a variable, such as `handle(h.x)`";
            self.report(rules::syntax_error::unexpected(scalar.span, message));
            return None;
        }
        let expected = Expected {
            data_type: DataType::U64,
            checked: true,
            size: Size::Any,
        };
        self.typed_source(scalar, Wanted::Scalar("handle"), expected)
    }
}
