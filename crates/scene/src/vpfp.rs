//! `.vpfp`: programs and test sections in one file, an older form.

use std::collections::BTreeSet;

use quadrille_base::Span;

use crate::error::{Problem, SceneError, Unknown, wrong};
use crate::number;

/// A setting of a line of a test section.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Setting {
    /// `texcoord[n]`
    Texcoord(u32, [f32; 4]),
    /// `vertex.local[n]`
    VertexLocal(u32, [f32; 4]),
    /// `vertex.environment[n]`
    VertexEnv(u32, [f32; 4]),
    /// `fragment.local[n]`
    FragmentLocal(u32, [f32; 4]),
    /// `NVparameter[n]`
    ContextParameter(u32, [f32; 4]),
    /// `expected`
    Expected([f32; 4]),
}

/// A test section: settings in order, each with its line.
#[derive(Clone, PartialEq, Debug)]
pub struct Test {
    /// The line `!!test`.
    pub span: Span,
    /// Its settings, each with its span.
    pub settings: Vec<(Setting, Span)>,
}

/// A program: its text with blanks in the place of comment lines, as the format has them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Program {
    /// Header line and body.
    pub text: String,
    /// Its span in the file.
    pub span: Span,
}

/// The file, read.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct File {
    /// Programs in order.
    pub programs: Vec<Program>,
    /// Test sections in order.
    pub tests: Vec<Test>,
}

/// The text with blanks in the place of each line that begins with `;`, so that what is left stands where it stood.
pub fn without_comments(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let bare = line.trim_end();
        if bare.trim_start().starts_with(';') {
            out.extend(std::iter::repeat_n(' ', bare.len()));
            out.push_str(&line[bare.len()..]);
        } else {
            out.push_str(line);
        }
    }
    out
}

/// The text with `#` in the place of the `;` of each of these lines, so that they are comments of a program too.
pub fn with_program_comments(text: &str) -> String {
    let mark = |line: &str| match line.trim_start().starts_with(';') {
        true => line.replacen(';', "#", 1),
        false => line.to_owned(),
    };
    text.split_inclusive('\n').map(mark).collect()
}

/// A text that was changed since, with the `;` of the comments that had it before.
pub fn with_comments_of(changed: &str, before: &str) -> String {
    let words = |line: &str, mark| line.trim().strip_prefix(mark).map(str::to_owned);
    let had: BTreeSet<String> = before.lines().filter_map(|line| words(line, ';')).collect();
    let mark = |line: &str| match words(line, '#').is_some_and(|words| had.contains(&words)) {
        true => line.replacen('#', ";", 1),
        false => line.to_owned(),
    };
    changed.split_inclusive('\n').map(mark).collect()
}

/// Reads a file.
///
/// # Errors
///
/// The first problem in it.
pub fn read(text: &str) -> Result<File, SceneError> {
    let judged = without_comments(text);
    let mut file = sections(&judged).map_err(|problem| problem.within(text))?;
    for program in &mut file.programs {
        judged[program.span.range()].clone_into(&mut program.text);
    }
    Ok(file)
}

fn sections(text: &str) -> Result<File, SceneError> {
    enum In {
        Nothing,
        Program,
        Test,
    }
    let mut file = File::default();
    let mut inside = In::Nothing;
    let mut start = 0;
    for raw in text.split_inclusive('\n') {
        let at = start;
        start += raw.len() as u32;
        let line = raw.trim_start();
        let indent = (raw.len() - line.len()) as u32;
        let bare = line.trim_end();
        if bare.is_empty() {
            continue;
        }
        let span = Span::new(at + indent, at + indent + bare.len() as u32);
        if ["!!ARBvp", "!!VP", "!!ARBfp", "!!FP"]
            .iter()
            .any(|header| bare.starts_with(header))
        {
            file.programs.push(Program {
                text: String::new(),
                span,
            });
            inside = In::Program;
        } else if bare.starts_with("!!test") {
            file.tests.push(Test {
                span,
                settings: Vec::new(),
            });
            inside = In::Test;
            continue;
        } else if bare.starts_with("!!") {
            return Err(wrong(span, Unknown::Section));
        }
        match inside {
            In::Nothing => return Err(wrong(span, Problem::First)),
            In::Program => {
                if let Some(program) = file.programs.last_mut() {
                    program.span = program.span.to(span);
                }
            }
            In::Test => {
                let setting = setting(bare, span)?;
                if let Some(test) = file.tests.last_mut() {
                    test.settings.push((setting, span));
                }
            }
        }
    }
    Ok(file)
}

fn setting(line: &str, span: Span) -> Result<Setting, SceneError> {
    let (key, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let mut value = [0.0; 4];
    let mut words = rest.split_whitespace();
    for component in &mut value {
        let number = words.next().and_then(number::float);
        *component = number.ok_or_else(|| wrong(span, Problem::FourNumbers))?;
    }
    if key == "expected" {
        return Ok(Setting::Expected(value));
    }
    let indexed = key.strip_suffix(']').and_then(|key| key.split_once('['));
    let (name, index) = indexed.ok_or_else(|| wrong(span, Unknown::Key))?;
    let index = index.parse().map_err(|_| wrong(span, Problem::KeyIndex))?;
    Ok(match name {
        "texcoord" => Setting::Texcoord(index, value),
        "vertex.local" => Setting::VertexLocal(index, value),
        "vertex.environment" => Setting::VertexEnv(index, value),
        "fragment.local" => Setting::FragmentLocal(index, value),
        "NVparameter" => Setting::ContextParameter(index, value),
        _ => return Err(wrong(span, Unknown::Key)),
    })
}
