//! Patterns of bindings: the notation of the table, taken apart once.
//!
//! | notation | matches | captures |
//! |---|---|---|
//! | `word`, `.word` | the word | nothing |
//! | `(.a\|.b)` | one of the words | its number |
//! | `(.a\|.b)?` | one of the words or none, which means the first | its number |
//! | `(\|.a\|.b)` | one of the words or none, which is the first | its number |
//! | `(.a)?` | the word or nothing, which is the same | nothing |
//! | `[bound]` | an index below the bound | the index |
//! | `[bound/4]` | an index below the bound that 4 divides | the index |
//! | `[bound]?` | an index, or none, which means 0 | the index |
//! | `[bound]*` | an index, or none, which means every one | the index or [`Binding::EVERY`] |
//! | `[bound..]` | an index, or a range where arrays are declared | the first index |
//! | `[bound..]{…}` | an index, or a range of buffers | the first index |
//! | `{[bound..]}`, `{.word[bound..]}` | an index or range, or none, which means the whole range | the first index |
//! | `[=n]` | nothing | `n` |
//! | `(expression)` | an operand in parentheses | nothing |
//!
//! [`Binding::EVERY`]: super::Binding::EVERY

use super::super::availability::Features;
use super::super::language::LanguageSet;
use super::super::limit::{Limit, Limits, Resource};

/// One step of a pattern.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Element {
    /// This word.
    Word(&'static str),
    /// One of these words.
    Choice {
        /// The words.
        words: Vec<&'static str>,
        /// The number of the first word: 1 where none at all is number 0.
        first: u32,
        /// Whether it may be left out.
        optional: bool,
        /// Whether it is captured.
        captured: bool,
    },
    /// An index.
    Index {
        /// The exclusive upper bound.
        bound: Bound,
        /// The divisor: the index must be a multiple of it.
        step: u32,
        /// The meaning of a range in place of the index.
        range: Ranges,
        /// The meaning of an index that is left out.
        omitted: Omitted,
    },
    /// An index or range, after a word or not, whose absence means everything below the bound.
    Whole {
        /// The word before it.
        word: Option<&'static str>,
        /// The exclusive upper bound.
        bound: Bound,
    },
    /// Captures a number without matching anything.
    Constant(u32),
    /// An operand in parentheses.
    Arguments,
}

/// The meaning of a range in place of an index.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ranges {
    /// An error.
    Error,
    /// Consecutive vectors, for an array.
    Vectors,
    /// Consecutive buffers, each with the vectors that follow.
    Buffers,
}

/// The meaning of an index that is left out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Omitted {
    /// It may not be left out.
    Error,
    /// Number 0.
    Zero,
    /// Every number: the variable gets one more array dimension.
    Every,
}

macro_rules! bounds {
    ($($(#[doc = $doc:literal])* $id:ident $name:literal;)*) => {
        /// The exclusive upper bound of an index.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum Bound {
            /// A number that the specification fixes.
            Fixed(u32),
            $($(#[doc = $doc])* $id,)*
        }

        impl Bound {
            /// The bound of a name in the notation.
            fn named(name: &str) -> Bound {
                match name {
                    $($name => Bound::$id,)*
                    _ => Bound::Fixed(name.parse().unwrap_or_else(|_| panic!("no bound is called {name}"))),
                }
            }
        }
    };
}

bounds! {
    /// Generic vertex attributes.
    VertexAttributes "vertex-attributes";
    /// Texture coordinate sets, or units where the language bounds its coordinates by those.
    Texcoords "texcoords";
    /// Texture units of fixed-function texturing.
    TextureUnits "texture-units";
    /// Texture image units.
    TextureImages "texture-images";
    /// Vertex weights.
    Weights "weights";
    /// Modelview matrices: as many as weights, at least one.
    Modelviews "modelviews";
    /// Palette matrices.
    Palette "palette";
    /// Program matrices.
    ProgramMatrices "program-matrices";
    /// Lights.
    Lights "lights";
    /// Clip planes.
    ClipPlanes "clip-planes";
    /// Draw buffers.
    DrawBuffers "draw-buffers";
    /// Environment parameters of the stage.
    Env "env";
    /// Local parameters of the program.
    Local "local";
    /// Generic attributes from the stage before.
    GenericAttributes "generic-attributes";
    /// Generic results for the stage after.
    GenericResults "generic-results";
    /// Generic attributes of a patch.
    PatchAttributes "patch-attributes";
    /// Vertices of the input primitive or patch: what a declaration says bounds them, not a limit.
    Vertices "vertices";
    /// Program parameter buffers.
    Buffers "buffers";
    /// Words of a program parameter buffer.
    BufferWords "buffer-words";
    /// Storage buffers.
    Storage "storage";
    /// Bytes of a storage buffer.
    StorageBytes "storage-bytes";
    /// Atomic counter buffers.
    Counters "counters";
    /// Words of an atomic counter buffer.
    CounterWords "counter-words";
    /// Bytes of shared memory: what SHARED_MEMORY says bounds them, and no more than the limit.
    SharedBytes "shared-bytes";
    /// Image units.
    Images "images";
    /// Subroutine parameters.
    Subroutines "subroutines";
}

impl Bound {
    /// The limit it stands for; none for a fixed number and for what a declaration bounds.
    pub const fn limit(self, features: &Features) -> Option<Limit> {
        let coordinates = LanguageSet::AF
            .or(LanguageSet::AV2)
            .or(LanguageSet::AV3)
            .or(LanguageSet::GPU);
        Some(match self {
            Bound::Fixed(_) | Bound::Vertices => return None,
            Bound::VertexAttributes => Limit::GenericVertexAttributes,
            Bound::Texcoords if features.languages.meets(coordinates) => Limit::TextureCoordinates,
            Bound::Texcoords | Bound::TextureUnits => Limit::TextureUnits,
            Bound::TextureImages => Limit::TextureImageUnits,
            Bound::Weights | Bound::Modelviews => Limit::VertexUnits,
            Bound::Palette => Limit::PaletteMatrices,
            Bound::ProgramMatrices => Limit::ProgramMatrices,
            Bound::Lights => Limit::Lights,
            Bound::ClipPlanes => Limit::ClipPlanes,
            Bound::DrawBuffers => Limit::DrawBuffers,
            Bound::Env => Resource::EnvParameters.limit(features),
            Bound::Local => Resource::LocalParameters.limit(features),
            Bound::GenericAttributes => Limit::GenericAttributes,
            Bound::GenericResults => Limit::GenericResults,
            Bound::PatchAttributes => Limit::PatchAttributes,
            Bound::Buffers => Limit::ParameterBuffers,
            Bound::BufferWords => Limit::ParameterBufferWords,
            Bound::Storage => Limit::StorageBuffers,
            Bound::StorageBytes => Limit::StorageBufferBytes,
            Bound::Counters => Limit::CounterBuffers,
            Bound::CounterWords => Limit::CounterBufferWords,
            Bound::SharedBytes => Limit::SharedMemoryBytes,
            Bound::Images => Limit::ImageUnits,
            Bound::Subroutines => Limit::SubroutineParameters,
        })
    }

    /// The number that an index must be below.
    pub const fn below(self, features: &Features, limits: &Limits) -> u32 {
        match (self, self.limit(features)) {
            (Bound::Fixed(below), _) => below,
            (Bound::Modelviews, Some(limit)) if limits.get(limit) == 0 => 1,
            (_, Some(limit)) => limits.get(limit),
            (_, None) => u32::MAX,
        }
    }
}

/// Takes a pattern apart. The patterns are those of the table, so that a slip is a bug and panics.
pub fn parse(pattern: &'static str) -> Vec<Element> {
    let mut elements = Vec::new();
    let mut rest = pattern;
    while let Some(first) = rest.chars().next() {
        let (element, after) = match first {
            '[' => index(rest),
            '{' => whole(rest),
            '(' => choice(rest),
            _ => word(rest),
        };
        elements.push(element);
        rest = after;
    }
    elements
}

fn word(text: &'static str) -> (Element, &'static str) {
    let text = text.strip_prefix('.').unwrap_or(text);
    let end = text.find(['.', '[', '{', '(']).unwrap_or(text.len());
    (Element::Word(&text[..end]), &text[end..])
}

/// The text between an opening character and `close`, and what follows.
fn between(text: &'static str, close: char) -> (&'static str, &'static str) {
    text[1..].split_once(close).expect("a bracket closes")
}

fn index(text: &'static str) -> (Element, &'static str) {
    let (inside, after) = between(text, ']');
    if let Some(constant) = inside.strip_prefix('=') {
        return (Element::Constant(constant.parse().expect("a number")), after);
    }
    let range = match (inside.ends_with(".."), after.starts_with('{')) {
        (false, _) => Ranges::Error,
        (true, false) => Ranges::Vectors,
        (true, true) => Ranges::Buffers,
    };
    let name = inside.trim_end_matches("..");
    let (name, step) = name
        .split_once('/')
        .map_or((name, 1), |(name, step)| (name, step.parse().expect("a number")));
    let (omitted, after) = match after.chars().next() {
        Some('?') => (Omitted::Zero, &after[1..]),
        Some('*') => (Omitted::Every, &after[1..]),
        _ => (Omitted::Error, after),
    };
    let bound = Bound::named(name);
    (
        Element::Index {
            bound,
            step,
            range,
            omitted,
        },
        after,
    )
}

fn whole(text: &'static str) -> (Element, &'static str) {
    let (inside, after) = between(text, '}');
    let (word, bound) = inside.split_once('[').expect("an index");
    let word = word.strip_prefix('.');
    let bound = Bound::named(bound.trim_end_matches("..]"));
    (Element::Whole { word, bound }, after)
}

fn choice(text: &'static str) -> (Element, &'static str) {
    let (inside, after) = between(text, ')');
    if inside == "expression" {
        return (Element::Arguments, after);
    }
    let (none, inside) = inside
        .strip_prefix('|')
        .map_or((false, inside), |inside| (true, inside));
    let words: Vec<_> = inside
        .split('|')
        .map(|word| word.trim_start_matches('.'))
        .collect();
    let (optional, after) = after
        .strip_prefix('?')
        .map_or((none, after), |after| (true, after));
    let captured = none || words.len() > 1;
    let first = u32::from(none);
    (
        Element::Choice {
            words,
            first,
            optional,
            captured,
        },
        after,
    )
}
