//! The programs of a draw with programs between vertices and fragments. Shaders of geometry and tessellation have to be
//! linked with a vertex shader, so that one stands in for a vertex program that the driver took, and for fixed-function
//! vertices. Fragments stay the driver's where they are: what comes to them has OpenGL's own names.

use std::collections::HashMap;
use std::sync::Arc;

use quadrille_isa::gl::{Family, Stage};
use quadrille_pipeline::feedback::FeedbackAttribute;
use quadrille_pipeline::fixed::vertex::Needs;
use quadrille_pipeline::state::TEXTURE_COORDINATES;

use super::group::Loaded;
use super::load::judged;
use super::shader::target;
use super::{Context, fixed};
use crate::gl::{Gl, number};

/// Nothing can be drawn with the programs that are enabled.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a program that is enabled is not valid")]
pub(super) struct Invalid;

/// Vertex programs that stand in for what is not loaded here, by their texts.
#[derive(Debug, Default)]
pub(super) struct Derived {
    programs: HashMap<Vec<u8>, Result<Arc<Loaded>, Invalid>>,
    count: u64,
}

/// The first of their numbers, behind those of programs that are loaded.
const FIRST: u64 = 1 << 63;

/// The most that are kept.
const MOST: usize = 64;

impl Derived {
    /// The numbers of those that may be linked.
    pub(super) fn numbers(&self) -> impl Iterator<Item = u64> {
        self.programs.values().flatten().map(|one| one.number)
    }
}

impl Context {
    /// The programs that a draw takes, in the order of the stages.
    pub(super) fn pipeline(&mut self, gl: &dyn Gl) -> Result<Vec<Arc<Loaded>>, Invalid> {
        let mut between = Vec::new();
        for stage in [
            Stage::TessellationControl,
            Stage::TessellationEvaluation,
            Stage::Geometry,
        ] {
            if self.stages.enabled(target(stage)) == Some(true) {
                between.push(self.bound(gl, stage).ok_or(Invalid)?);
            }
        }
        let fragment = self.bound(gl, Stage::Fragment);
        let vertex = match (
            self.bound(gl, Stage::Vertex),
            gl.is_enabled(number::VERTEX_PROGRAM),
        ) {
            (Some(vertex), _) => vertex,
            (None, true) => {
                let length = gl.program_integer(number::VERTEX_PROGRAM, number::PROGRAM_LENGTH);
                let text = gl.program_text(number::VERTEX_PROGRAM, usize::try_from(length).unwrap_or(0));
                self.derived(text)?
            }
            (None, false) => {
                self.reads_state = true;
                let mut needs = needs(&between, fragment.as_deref());
                if between.is_empty() {
                    self.need_recorded(&mut needs);
                }
                self.derived(fixed::vertex(gl, &needs).into_bytes())?
            }
        };
        Ok([vertex].into_iter().chain(between).chain(fragment).collect())
    }

    /// Has fixed-function vertices give what transform feedback records of them.
    fn need_recorded(&self, needs: &mut Needs) {
        let list = self.feedback.list(self.feedback.now);
        for attribute in list.iter().flat_map(|list| list.attributes()) {
            match attribute {
                FeedbackAttribute::PrimaryColor | FeedbackAttribute::BackPrimaryColor => {
                    needs.colors[0] = true
                }
                FeedbackAttribute::SecondaryColor | FeedbackAttribute::BackSecondaryColor => {
                    needs.colors[1] = true;
                }
                FeedbackAttribute::FogCoordinate => needs.fog = true,
                FeedbackAttribute::TextureCoordinate(number) => {
                    if let Some(needed) = needs.texture_coordinates.get_mut(number as usize) {
                        *needed = true;
                    }
                }
                // They have no others.
                FeedbackAttribute::Position
                | FeedbackAttribute::PointSize
                | FeedbackAttribute::ClipDistance(_)
                | FeedbackAttribute::VertexId
                | FeedbackAttribute::PrimitiveId
                | FeedbackAttribute::Generic(_)
                | FeedbackAttribute::Layer => {}
            }
        }
    }

    fn derived(&mut self, text: Vec<u8>) -> Result<Arc<Loaded>, Invalid> {
        if let Some(known) = self.derived.programs.get(&text) {
            return known.clone();
        }
        if self.derived.programs.len() >= MOST {
            self.derived.programs.clear();
        }
        let number = FIRST + self.derived.count;
        self.derived.count += 1;
        let program = judged(Stage::Vertex, &text).map(|judged| Arc::new(Loaded { number, ..judged }));
        let program = program.map_err(|answer| {
            self.settings.record.refused(&text, &answer.string);
            Invalid
        });
        self.derived.programs.insert(text, program.clone());
        program
    }
}

/// What fixed-function vertices give: what the program behind them reads, and what the last one gives to fragments that are
/// none of ours ([`super::shader`] says why); all that there is where neither is a program.
fn needs(between: &[Arc<Loaded>], fragment: Option<&Loaded>) -> Needs {
    let Some(first) = between.first().map(|first| &**first).or(fragment) else {
        return Needs {
            colors: [true; 2],
            texture_coordinates: [true; TEXTURE_COORDINATES],
            fog: true,
        };
    };
    let mut needs = Needs::of(&first.program);
    let last = between.last().filter(|_| fragment.is_none());
    for result in last.iter().flat_map(|last| last.program.results()) {
        let [first, second, ..] = result.binding.index;
        match result.binding.family {
            Family::ResultColor => needs.colors[second as usize & 1] = true,
            Family::ResultFogcoord => needs.fog = true,
            Family::ResultTexcoord => {
                if let Some(needed) = needs.texture_coordinates.get_mut(first as usize) {
                    *needed = true;
                }
            }
            _ => {}
        }
    }
    needs
}
