//! `[test]`: the commands for transform feedback, queries, and what is drawn on condition of them.
//!
//! Whether the state allows a command is known only when the scene runs.

use quadrille_pipeline::Primitive;
use quadrille_pipeline::feedback::{BufferMode, Capture, FeedbackAttribute};

use crate::error::{Expected, SceneError, followed, wrong};
use crate::words::Words;

/// A command about transform feedback.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FeedbackCommand {
    /// `xfb attribs MODE ATTRIBUTE…`, then `streams n…` or not: TransformFeedbackStreamAttribsNV.
    Attributes {
        /// One buffer after another, or one for each.
        mode: BufferMode,
        /// What is recorded.
        captures: Vec<Capture>,
        /// The vertex stream of each buffer; none is stream 0 for all.
        streams: Vec<u32>,
    },
    /// `xfb object n`: BindTransformFeedback.
    Object(u32),
    /// `xfb begin POINTS`, `LINES`, `TRIANGLES`
    Begin(Primitive),
    /// `xfb pause`
    Pause,
    /// `xfb resume`
    Resume,
    /// `xfb end`
    End,
}

/// A command about queries.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum QueryCommand {
    /// `query begin n TARGET`, `query begin n TARGET stream s`
    Begin {
        /// The query.
        query: u32,
        /// The target by its GL name.
        target: String,
        /// The vertex stream.
        stream: u32,
    },
    /// `query end TARGET`, `query end TARGET stream s`
    End {
        /// The target by its GL name.
        target: String,
        /// The vertex stream.
        stream: u32,
    },
    /// `probe query n value`
    Probe {
        /// The query.
        query: u32,
        /// The expected result.
        value: u64,
    },
    /// `conditional begin n MODE`
    Condition {
        /// The query.
        query: u32,
        /// Whether its result is to be 0.
        inverted: bool,
    },
    /// `conditional end`
    Unconditional,
}

/// The modes of conditional rendering; of each whether it is inverted.
const MODES: &[(&str, bool)] = &[
    ("QUERY_WAIT", false),
    ("QUERY_NO_WAIT", false),
    ("QUERY_BY_REGION_WAIT", false),
    ("QUERY_BY_REGION_NO_WAIT", false),
    ("QUERY_WAIT_INVERTED", true),
    ("QUERY_NO_WAIT_INVERTED", true),
    ("QUERY_BY_REGION_WAIT_INVERTED", true),
    ("QUERY_BY_REGION_NO_WAIT_INVERTED", true),
];

/// A GL name in upper case, without prefix and suffix.
fn bare(name: &str) -> String {
    let upper = name.to_ascii_uppercase();
    let name = upper.strip_prefix("GL_").unwrap_or(&upper);
    let suffixes = ["_NV", "_EXT", "_ARB"];
    let short = suffixes.iter().find_map(|suffix| name.strip_suffix(suffix));
    short.unwrap_or(name).to_owned()
}

/// Reads what follows `xfb`.
pub(crate) fn feedback(words: &mut Words<'_>) -> Result<FeedbackCommand, SceneError> {
    words.word();
    let command = if words.take("attribs") {
        attributes(words)?
    } else if words.take("object") {
        FeedbackCommand::Object(words.integer()?)
    } else if words.take("begin") {
        let span = words.span();
        FeedbackCommand::Begin(match bare(words.word()).as_str() {
            "POINTS" => Primitive::Point,
            "LINES" => Primitive::Line,
            "TRIANGLES" => Primitive::Triangle,
            _ => return Err(wrong(span, Expected::OneOf(&["POINTS", "LINES", "TRIANGLES"]))),
        })
    } else if words.take("pause") {
        FeedbackCommand::Pause
    } else if words.take("resume") {
        FeedbackCommand::Resume
    } else if words.take("end") {
        FeedbackCommand::End
    } else {
        let forms = &["attribs", "object", "begin", "pause", "resume", "end"];
        return Err(followed(words, "xfb", forms));
    };
    words.end()?;
    Ok(command)
}

fn attributes(words: &mut Words<'_>) -> Result<FeedbackCommand, SceneError> {
    let span = words.span();
    let mode = match bare(words.word()).as_str() {
        "INTERLEAVED_ATTRIBS" => BufferMode::Interleaved,
        "SEPARATE_ATTRIBS" => BufferMode::Separate,
        _ => {
            let modes = &["INTERLEAVED_ATTRIBS", "SEPARATE_ATTRIBS"];
            return Err(wrong(span, Expected::OneOf(modes)));
        }
    };
    let mut captures = Vec::new();
    while !words.is_empty() && words.peek() != "streams" {
        let span = words.span();
        captures.push(capture(words.word()).ok_or_else(|| wrong(span, Expected::Recorded))?);
    }
    let mut streams = Vec::new();
    if words.take("streams") {
        while !words.is_empty() {
            streams.push(words.integer()?);
        }
    }
    Ok(FeedbackCommand::Attributes {
        mode,
        captures,
        streams,
    })
}

/// `POSITION/4`, `TEXTURE_COORD[1]/2`, `SKIP_COMPONENTS3`, `NEXT_BUFFER`
fn capture(word: &str) -> Option<Capture> {
    let Some((name, components)) = word.split_once('/') else {
        let name = bare(word);
        return match name.strip_prefix("SKIP_COMPONENTS") {
            Some(count) => Some(Capture::Skip(count.parse().ok()?)),
            None => (name == "NEXT_BUFFER").then_some(Capture::NextBuffer),
        };
    };
    let (name, number) = match name.split_once('[') {
        Some((name, number)) => (name, Some(number.strip_suffix(']')?.parse().ok()?)),
        None => (name, None),
    };
    Some(Capture::Attribute {
        attribute: FeedbackAttribute::of_name(&bare(name), number)?,
        components: components.parse().ok()?,
    })
}

/// Reads what follows `query`.
pub(crate) fn query(words: &mut Words<'_>) -> Result<QueryCommand, SceneError> {
    words.word();
    let begins = words.take("begin");
    if !begins && !words.take("end") {
        return Err(followed(words, "query", &["begin", "end"]));
    }
    let query = if begins { words.integer()? } else { 0 };
    let target = words.word().to_owned();
    let stream = if words.take("stream") { words.integer()? } else { 0 };
    words.end()?;
    Ok(if begins {
        QueryCommand::Begin {
            query,
            target,
            stream,
        }
    } else {
        QueryCommand::End { target, stream }
    })
}

/// Reads what follows `probe query`.
pub(crate) fn probe(words: &mut Words<'_>) -> Result<QueryCommand, SceneError> {
    let query = words.integer()?;
    let value = crate::buffer::long(words)?;
    words.end()?;
    Ok(QueryCommand::Probe { query, value })
}

/// Reads what follows `conditional`.
pub(crate) fn conditional(words: &mut Words<'_>) -> Result<QueryCommand, SceneError> {
    words.word();
    let command = if words.take("begin") {
        let query = words.integer()?;
        let span = words.span();
        let name = bare(words.word());
        let mode = MODES.iter().find(|(mode, _)| *mode == name);
        let (_, inverted) = mode.ok_or_else(|| wrong(span, Expected::ConditionalMode))?;
        QueryCommand::Condition {
            query,
            inverted: *inverted,
        }
    } else if words.take("end") {
        QueryCommand::Unconditional
    } else {
        return Err(followed(words, "conditional", &["begin", "end"]));
    };
    words.end()?;
    Ok(command)
}
