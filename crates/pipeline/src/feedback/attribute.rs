//! The attributes that transform feedback records (NV_transform_feedback, table X.2).

use std::fmt;

use quadrille_isa::gl::{Binding, Family, Limits};

/// An attribute of a vertex behind the last stage before the rasterizer.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[expect(missing_docs, reason = "each name is the specification's own")]
pub enum FeedbackAttribute {
    Position,
    PrimaryColor,
    SecondaryColor,
    BackPrimaryColor,
    BackSecondaryColor,
    FogCoordinate,
    PointSize,
    /// `result.texcoord[n]`
    TextureCoordinate(u32),
    /// `result.clip[n]`
    ClipDistance(u32),
    VertexId,
    PrimitiveId,
    /// `result.attrib[n]`
    Generic(u32),
    Layer,
}

/// The attributes by GL's names, those with numbers with the number 0.
const NAMES: [(&str, FeedbackAttribute); 13] = [
    ("POSITION", FeedbackAttribute::Position),
    ("PRIMARY_COLOR", FeedbackAttribute::PrimaryColor),
    ("SECONDARY_COLOR", FeedbackAttribute::SecondaryColor),
    ("BACK_PRIMARY_COLOR", FeedbackAttribute::BackPrimaryColor),
    ("BACK_SECONDARY_COLOR", FeedbackAttribute::BackSecondaryColor),
    ("FOG_COORDINATE", FeedbackAttribute::FogCoordinate),
    ("POINT_SIZE", FeedbackAttribute::PointSize),
    ("TEXTURE_COORD", FeedbackAttribute::TextureCoordinate(0)),
    ("CLIP_DISTANCE", FeedbackAttribute::ClipDistance(0)),
    ("VERTEX_ID", FeedbackAttribute::VertexId),
    ("PRIMITIVE_ID", FeedbackAttribute::PrimitiveId),
    ("GENERIC_ATTRIB", FeedbackAttribute::Generic(0)),
    ("LAYER", FeedbackAttribute::Layer),
];

impl FeedbackAttribute {
    /// The attribute that GL calls so, without prefix and suffix; `number` where there are several.
    pub fn of_name(name: &str, number: Option<u32>) -> Option<FeedbackAttribute> {
        let (_, attribute) = NAMES.iter().find(|(own, _)| *own == name)?;
        match (*attribute, number) {
            (FeedbackAttribute::TextureCoordinate(_), Some(n)) => {
                Some(FeedbackAttribute::TextureCoordinate(n))
            }
            (FeedbackAttribute::ClipDistance(_), Some(n)) => Some(FeedbackAttribute::ClipDistance(n)),
            (FeedbackAttribute::Generic(_), Some(n)) => Some(FeedbackAttribute::Generic(n)),
            (attribute, None) if attribute.number().is_none() => Some(attribute),
            (_, _) => None,
        }
    }

    /// Its number, where there are several.
    pub fn number(self) -> Option<u32> {
        match self {
            FeedbackAttribute::TextureCoordinate(number)
            | FeedbackAttribute::ClipDistance(number)
            | FeedbackAttribute::Generic(number) => Some(number),
            FeedbackAttribute::Position
            | FeedbackAttribute::PrimaryColor
            | FeedbackAttribute::SecondaryColor
            | FeedbackAttribute::BackPrimaryColor
            | FeedbackAttribute::BackSecondaryColor
            | FeedbackAttribute::FogCoordinate
            | FeedbackAttribute::PointSize
            | FeedbackAttribute::VertexId
            | FeedbackAttribute::PrimitiveId
            | FeedbackAttribute::Layer => None,
        }
    }

    /// The components that can be recorded, from the first.
    pub fn components(self) -> u8 {
        match self {
            FeedbackAttribute::Position
            | FeedbackAttribute::PrimaryColor
            | FeedbackAttribute::SecondaryColor
            | FeedbackAttribute::BackPrimaryColor
            | FeedbackAttribute::BackSecondaryColor
            | FeedbackAttribute::TextureCoordinate(_)
            | FeedbackAttribute::Generic(_) => 4,
            FeedbackAttribute::FogCoordinate
            | FeedbackAttribute::PointSize
            | FeedbackAttribute::ClipDistance(_)
            | FeedbackAttribute::VertexId
            | FeedbackAttribute::PrimitiveId
            | FeedbackAttribute::Layer => 1,
        }
    }

    /// How many there are of it.
    pub(super) fn most(self, limits: &Limits) -> u32 {
        match self {
            FeedbackAttribute::TextureCoordinate(_) => limits.texture_coordinates,
            FeedbackAttribute::ClipDistance(_) => crate::state::CLIP_DISTANCES as u32,
            FeedbackAttribute::Generic(_) => limits.generic_results,
            FeedbackAttribute::Position
            | FeedbackAttribute::PrimaryColor
            | FeedbackAttribute::SecondaryColor
            | FeedbackAttribute::BackPrimaryColor
            | FeedbackAttribute::BackSecondaryColor
            | FeedbackAttribute::FogCoordinate
            | FeedbackAttribute::PointSize
            | FeedbackAttribute::VertexId
            | FeedbackAttribute::PrimitiveId
            | FeedbackAttribute::Layer => 1,
        }
    }

    /// The result of a program that it is.
    pub fn binding(self) -> Binding {
        let of = |family: Family, index: [u32; 2]| Binding::new(family, [index[0], index[1], 0, 0]);
        match self {
            FeedbackAttribute::Position => of(Family::ResultPosition, [0, 0]),
            FeedbackAttribute::PrimaryColor => of(Family::ResultColor, [0, 0]),
            FeedbackAttribute::SecondaryColor => of(Family::ResultColor, [0, 1]),
            FeedbackAttribute::BackPrimaryColor => of(Family::ResultColor, [1, 0]),
            FeedbackAttribute::BackSecondaryColor => of(Family::ResultColor, [1, 1]),
            FeedbackAttribute::FogCoordinate => of(Family::ResultFogcoord, [0, 0]),
            FeedbackAttribute::PointSize => of(Family::ResultPointsize, [0, 0]),
            FeedbackAttribute::TextureCoordinate(number) => of(Family::ResultTexcoord, [number, 0]),
            FeedbackAttribute::ClipDistance(number) => of(Family::ResultClip, [number, 0]),
            FeedbackAttribute::VertexId => of(Family::ResultId, [0, 0]),
            FeedbackAttribute::PrimitiveId => of(Family::ResultPrimid, [0, 0]),
            FeedbackAttribute::Generic(number) => of(Family::ResultAttrib, [number, 0]),
            FeedbackAttribute::Layer => of(Family::ResultLayer, [0, 0]),
        }
    }
}

/// GL's name, with the number in brackets.
impl fmt::Display for FeedbackAttribute {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let same = |named: &FeedbackAttribute| std::mem::discriminant(named) == std::mem::discriminant(self);
        let name = NAMES.iter().find(|(_, named)| same(named));
        f.write_str(name.map_or("", |(name, _)| name))?;
        match self.number() {
            Some(number) => write!(f, "[{number}]"),
            None => Ok(()),
        }
    }
}

/// An entry of the list of what is recorded (TransformFeedbackStreamAttribsNV).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Capture {
    /// The first components of an attribute.
    Attribute {
        /// The attribute.
        attribute: FeedbackAttribute,
        /// How many components, 1 to 4.
        components: u8,
    },
    /// Components of the buffer that stay as they are (SKIP_COMPONENTSn), 1 to 4.
    Skip(u8),
    /// What follows goes to the next buffer (NEXT_BUFFER).
    NextBuffer,
}
