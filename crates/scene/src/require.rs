//! `[require]`: what a file needs.

use quadrille_base::Span;
use quadrille_check::Dialect;

use crate::Scene;
use crate::error::{Expected, SceneError, wrong};
use crate::ignored::Ignored;
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
    /// `INT GL_MAX_… >= n`; some names need no `INT`.
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
const FOREIGN: &[&str] = &["SEPARABLE", "SHADER", "SPIRV", "SSO", "rlimit"];

/// Limits whose names may begin a line, without `INT` (`getint_limits` of piglit's shader_runner.c).
const LIMITS: &[&str] = &[
    "GL_MAX_VERTEX_OUTPUT_COMPONENTS",
    "GL_MAX_FRAGMENT_UNIFORM_COMPONENTS",
    "GL_MAX_VERTEX_UNIFORM_COMPONENTS",
    "GL_MAX_VERTEX_ATTRIBS",
    "GL_MAX_VARYING_COMPONENTS",
    "GL_NUM_PROGRAM_BINARY_FORMATS",
];

/// Reads one line of the section.
pub(crate) fn line(text: &str, at: u32, scene: &mut Scene) -> Result<(), SceneError> {
    let mut words = Words::new(text, at);
    let first = words.span();
    let whole = Span::new(first.start, first.start + words.rest().len() as u32);
    let first_word = words.peek();
    let present = !words.optional_mark('!');
    let mut behind = words.clone();
    let name = behind.name();
    // Words behind the name of an extension and behind a limit are passed over.
    if name.starts_with("GL_") && !(present && LIMITS.contains(&name)) {
        let name = words.word().to_owned();
        scene.requirements.push(Requirement::Extension { name, present });
        return Ok(());
    }
    let words = &mut behind;
    let requirement = match name {
        _ if !present => return ignore(first_word, first, scene),
        "GL" => Some(version(words, first)?),
        "GLSL" => Some(shading_language(words)?),
        "depthbuffer" => Some(Requirement::DepthBuffer),
        "SIZE" => {
            scene.size = Some((words.integer()?, words.integer()?));
            scene.asked.size = whole;
            None
        }
        "SAMPLES" => {
            scene.samples = Some(words.integer()?);
            scene.asked.samples = whole;
            None
        }
        "LAYERS" => {
            scene.layers = Some(words.integer()?);
            scene.asked.layers = whole;
            None
        }
        "DIALECT" => {
            let span = words.span();
            let dialect = Dialect::of_name(words.word());
            scene.dialect = Some(dialect.ok_or_else(|| wrong(span, Expected::Dialect))?);
            None
        }
        "INT" => {
            let name = words.name();
            scene.requirements.push(limit(name, words)?);
            return Ok(());
        }
        _ if LIMITS.contains(&name) => {
            scene.requirements.push(limit(name, words)?);
            return Ok(());
        }
        _ if FOREIGN.contains(&name) => {
            scene.requirements.push(Requirement::Foreign(name.to_owned()));
            return Ok(());
        }
        _ => return ignore(first_word, first, scene),
    };
    words.end()?;
    scene.requirements.extend(requirement);
    Ok(())
}

/// Passes over a line that begins with a word of no meaning.
fn ignore(word: &str, span: Span, scene: &mut Scene) -> Result<(), SceneError> {
    scene.ignored.push(Ignored::new(word, span));
    Ok(())
}

/// What follows the name of a limit.
fn limit(name: &str, words: &mut Words<'_>) -> Result<Requirement, SceneError> {
    Ok(Requirement::Limit {
        name: name.to_owned(),
        comparison: comparison(words)?,
        value: i64::from(words.signed()?),
    })
}

fn comparison(words: &mut Words<'_>) -> Result<Comparison, SceneError> {
    let span = words.span();
    Comparison::read(words.signs()).ok_or_else(|| wrong(span, Expected::Comparison))
}

fn version(words: &mut Words<'_>, first: Span) -> Result<Requirement, SceneError> {
    let mut behind = words.clone();
    let profile = behind.name();
    let other_api = matches!(profile, "CORE" | "ES");
    if other_api || profile == "COMPAT" {
        *words = behind;
    }
    let comparison =
        Comparison::read(words.signs()).ok_or_else(|| wrong(first, Expected::VersionComparison))?;
    Ok(Requirement::Version {
        comparison,
        version: number(words, 10)?,
        other_api,
    })
}

fn shading_language(words: &mut Words<'_>) -> Result<Requirement, SceneError> {
    let mut behind = words.clone();
    let other_api = behind.name() == "ES";
    if other_api {
        *words = behind;
    }
    Ok(Requirement::ShadingLanguage {
        comparison: comparison(words)?,
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
