//! The file: sections, and what is in them.

use quadrille_base::Span;

use crate::error::{Problem, SceneError, Unknown, wrong};
use crate::{ProgramKind, ProgramText, Requirement, Scene, data, line, require};

/// Statements that a scene may have; more than that is an error, so that memory stays bounded.
const MOST_STATEMENTS: usize = 1 << 20;

#[derive(Clone, Copy)]
enum Section {
    Comment,
    Require,
    Program(ProgramKind),
    VertexData,
    Test,
    /// Of a scene with a shader in GLSL: it is for others.
    Foreign,
}

/// Reads a scene.
///
/// # Errors
///
/// The first problem in the file.
pub fn read(text: &str) -> Result<Scene, SceneError> {
    match recover(text) {
        (scene, None) => Ok(scene),
        (_, Some(problem)) => Err(problem),
    }
}

/// Reads what can be read of a scene: all programs, and commands up to the first problem in the file, which is given.
/// Of a scene with a shader in GLSL commands and vertex data are not read.
pub fn recover(text: &str) -> (Scene, Option<SceneError>) {
    let mut scene = Scene::default();
    if u32::try_from(text.len()).is_err() {
        let problem = wrong(Span::at(0), Problem::Length);
        return (scene, Some(problem));
    }
    let mut section = Section::Comment;
    let mut has_section = false;
    let mut problem = None;
    let mut body = 0;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        // Editors of Windows put a byte order mark in front of the first line.
        let bare = if at == 0 {
            line.trim_start_matches('\u{feff}')
        } else {
            line
        };
        if bare.starts_with('[') {
            note(
                &mut problem,
                end(section, &text[body..at], body as u32, &mut scene),
            );
            let opened = open(bare, (at + line.len() - bare.len()) as u32, &mut scene);
            section = note(&mut problem, opened).unwrap_or(Section::Comment);
            has_section = true;
            body = at + line.len();
        } else if problem.is_none() {
            let bare = line.trim_end_matches(['\n', '\r']);
            note(&mut problem, inside(section, bare, at as u32, &mut scene));
        }
        at += line.len();
    }
    note(&mut problem, end(section, &text[body..], body as u32, &mut scene));
    if !has_section {
        problem.get_or_insert_with(|| wrong(Span::at(0), Problem::NoSection));
    }
    (scene, problem.map(|problem| problem.within(text)))
}

/// Keeps the first problem.
fn note<T>(problem: &mut Option<SceneError>, done: Result<T, SceneError>) -> Option<T> {
    match done {
        Ok(done) => Some(done),
        Err(new) => {
            problem.get_or_insert(new);
            None
        }
    }
}

/// The names of sections, as they stand in brackets.
pub const SECTIONS: [&str; 12] = [
    "require",
    "vertex program",
    "fragment program",
    "geometry program",
    "tessellation control program",
    "tessellation evaluation program",
    "compute program",
    "vertex state program",
    "qpu program",
    "control list",
    "vertex data",
    "test",
];

fn open(line: &str, at: u32, scene: &mut Scene) -> Result<Section, SceneError> {
    let name = line[1..].split_once(']').map_or("", |(name, _)| name).trim();
    let is_shader = |requirement: &Requirement| matches!(requirement, Requirement::Shader(_));
    Ok(match name {
        "require" => Section::Require,
        "vertex program" => Section::Program(ProgramKind::Vertex),
        "fragment program" => Section::Program(ProgramKind::Fragment),
        "geometry program" => Section::Program(ProgramKind::Geometry),
        "tessellation control program" => Section::Program(ProgramKind::TessellationControl),
        "tessellation evaluation program" => Section::Program(ProgramKind::TessellationEvaluation),
        "compute program" => Section::Program(ProgramKind::Compute),
        "vertex state program" => Section::Program(ProgramKind::VertexState),
        "qpu program" => Section::Program(ProgramKind::Qpu),
        "control list" => Section::Program(ProgramKind::ControlList),
        _ if name.split(' ').any(|word| word == "shader") => {
            scene.requirements.push(Requirement::Shader(name.to_owned()));
            Section::Foreign
        }
        // What shaders take, and what is done with them, is in words that are not ours.
        "vertex data" | "test" if scene.requirements.iter().any(is_shader) => Section::Foreign,
        "vertex data" => Section::VertexData,
        "test" => Section::Test,
        _ => {
            let span = Span::new(at, at + line.trim_end().len() as u32);
            return Err(wrong(span, Unknown::Section));
        }
    })
}

fn inside(section: Section, text: &str, at: u32, scene: &mut Scene) -> Result<(), SceneError> {
    let bare = text.trim_start();
    if bare.trim_end().is_empty() || bare.starts_with('#') {
        return Ok(());
    }
    match section {
        Section::Comment | Section::Program(_) | Section::VertexData | Section::Foreign => Ok(()),
        Section::Require => require::line(text, at, scene),
        Section::Test => {
            if scene.statements.len() >= MOST_STATEMENTS {
                return Err(wrong(Span::at(at), Problem::Commands));
            }
            scene.statements.push(line::read(text, at)?);
            Ok(())
        }
    }
}

fn end(section: Section, text: &str, at: u32, scene: &mut Scene) -> Result<(), SceneError> {
    match section {
        Section::Program(kind) => {
            let span = Span::new(at, at + text.len() as u32);
            scene.programs.push(ProgramText { kind, span });
        }
        Section::VertexData => scene.vertex_data = Some(data::read(text, at)?),
        Section::Comment | Section::Require | Section::Test | Section::Foreign => {}
    }
    Ok(())
}
