//! `[require]`: what a file needs.

use quadrille_base::{Span, suggest};
use quadrille_check::Dialect;

use crate::Scene;
use crate::error::{Expected, SceneError, Unknown, wrong};
use crate::words::Words;

/// A comparison.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names are the operators")]
pub enum Comparison {
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

impl Comparison {
    pub(crate) fn read(word: &str) -> Option<Comparison> {
        Some(match word {
            "==" => Comparison::Equal,
            "!=" => Comparison::NotEqual,
            "<" => Comparison::Less,
            "<=" => Comparison::LessOrEqual,
            ">" => Comparison::Greater,
            ">=" => Comparison::GreaterOrEqual,
            _ => return None,
        })
    }

    /// Whether two values compare so.
    pub fn holds<T: PartialOrd>(self, left: T, right: T) -> bool {
        match self {
            Comparison::Equal => left == right,
            Comparison::NotEqual => left != right,
            Comparison::Less => left < right,
            Comparison::LessOrEqual => left <= right,
            Comparison::Greater => left > right,
            Comparison::GreaterOrEqual => left >= right,
        }
    }
}

/// One thing that a file needs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Requirement {
    /// `GL >= 1.3`; versions as major × 10 + minor.
    Version {
        /// The comparison of the implementation's version.
        comparison: Comparison,
        /// With this one.
        version: u32,
        /// Whether it is a version of OpenGL ES, or of the core profile.
        other_api: bool,
    },
    /// `GL_ARB_fragment_program`, or not with `!`.
    Extension {
        /// The name with its prefix.
        name: String,
        /// Whether it has to be there.
        present: bool,
    },
    /// `depthbuffer`
    DepthBuffer,
    /// `GLSL >= 1.10`; versions as major × 100 + minor.
    ShadingLanguage {
        /// The comparison of the implementation's version.
        comparison: Comparison,
        /// With this one.
        version: u32,
        /// Whether it is a version of the language of OpenGL ES.
        other_api: bool,
    },
    /// A section whose shader is in GLSL or SPIR-V, by its name.
    Shader(String),
    /// `SSO ENABLED`: something that programs in assembly do not have, by its first word.
    Foreign(String),
    /// `INT GL_MAX_… >= n`
    Limit {
        /// The enumerant.
        name: String,
        /// The comparison of its value.
        comparison: Comparison,
        /// With this number.
        value: i64,
    },
}

/// Words of the format that ask for what programs in assembly do not have.
const FOREIGN: &[&str] = &["SHADER", "SPIRV", "SSO", "rlimit"];

/// Words that a line may begin with.
pub(crate) const KNOWN: &[&str] = &[
    "GL",
    "GLSL",
    "depthbuffer",
    "SIZE",
    "SAMPLES",
    "LAYERS",
    "DIALECT",
    "INT",
];

/// Reads one line of the section.
pub(crate) fn line(text: &str, at: u32, scene: &mut Scene) -> Result<(), SceneError> {
    let mut words = Words::new(text, at);
    let span = words.span();
    let whole = Span::new(span.start, span.start + words.rest().len() as u32);
    if FOREIGN.contains(&words.peek()) {
        let word = words.word().to_owned();
        scene.requirements.push(Requirement::Foreign(word));
        return Ok(());
    }
    let requirement = read(&mut words, scene, whole)?;
    words.end()?;
    scene.requirements.extend(requirement);
    Ok(())
}

/// Reads one line; none is a requirement that sets something of the scene.
fn read(words: &mut Words<'_>, scene: &mut Scene, whole: Span) -> Result<Option<Requirement>, SceneError> {
    let span = words.span();
    let first = words.word();
    let requirement = match first {
        "GL" => version(words, span)?,
        "GLSL" => shading_language(words)?,
        "depthbuffer" => Requirement::DepthBuffer,
        "SIZE" => {
            scene.size = Some((words.integer()?, words.integer()?));
            scene.asked.size = whole;
            return Ok(None);
        }
        "SAMPLES" => {
            scene.samples = Some(words.integer()?);
            scene.asked.samples = whole;
            return Ok(None);
        }
        "LAYERS" => {
            scene.layers = Some(words.integer()?);
            scene.asked.layers = whole;
            return Ok(None);
        }
        "DIALECT" => {
            let span = words.span();
            let dialect = Dialect::of_name(words.word());
            scene.dialect = Some(dialect.ok_or_else(|| wrong(span, Expected::Dialect))?);
            return Ok(None);
        }
        "INT" => {
            let name = words.word().to_owned();
            let span = words.span();
            let comparison =
                Comparison::read(words.word()).ok_or_else(|| wrong(span, Expected::Comparison))?;
            Requirement::Limit {
                name,
                comparison,
                value: i64::from(words.signed()?),
            }
        }
        _ => match (first.strip_prefix('!'), first) {
            (Some(name), _) if name.starts_with("GL_") => Requirement::Extension {
                name: name.to_owned(),
                present: false,
            },
            (None, name) if name.starts_with("GL_") => Requirement::Extension {
                name: name.to_owned(),
                present: true,
            },
            _ => {
                let near = suggest::nearest(first, KNOWN.iter().copied());
                return Err(wrong(span, Unknown::Requirement { near }));
            }
        },
    };
    Ok(Some(requirement))
}

fn version(words: &mut Words<'_>, span: Span) -> Result<Requirement, SceneError> {
    let mut other_api = false;
    for (name, other) in [("CORE", true), ("COMPAT", false), ("ES", true)] {
        if words.take(name) {
            other_api = other;
        }
    }
    let comparison =
        Comparison::read(words.word()).ok_or_else(|| wrong(span, Expected::VersionComparison))?;
    Ok(Requirement::Version {
        comparison,
        version: number(words, 10)?,
        other_api,
    })
}

fn shading_language(words: &mut Words<'_>) -> Result<Requirement, SceneError> {
    let other_api = words.take("ES");
    let span = words.span();
    let comparison = Comparison::read(words.word()).ok_or_else(|| wrong(span, Expected::Comparison))?;
    Ok(Requirement::ShadingLanguage {
        comparison,
        version: number(words, 100)?,
        other_api,
    })
}

/// A version, as major × `minors` + minor.
fn number(words: &mut Words<'_>, minors: u32) -> Result<u32, SceneError> {
    let at = words.span();
    let word = words.word();
    let (major, minor) = word.split_once('.').unwrap_or((word, "0"));
    match (major.parse::<u32>(), minor.parse::<u32>()) {
        (Ok(major @ ..100), Ok(minor)) if minor < minors => Ok(major * minors + minor),
        _ => Err(wrong(at, Expected::Version)),
    }
}
