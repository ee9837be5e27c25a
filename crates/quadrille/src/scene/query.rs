//! Transform feedback and queries of a scene.

use quadrille_base::Span;
use quadrille_scene::{FeedbackCommand, QueryCommand, Values};

use super::runner::Runner;
use super::stop::Stop;
use super::{Failure, ProbeLocation};
use crate::canvas::QueryTarget;

/// A query asks for what is not counted.
#[derive(Debug, thiserror::Error)]
#[error("there is no query target `{0}`, or it has no such stream")]
pub(super) struct UnknownTarget(String);

fn target(name: &str, stream: u32) -> Result<QueryTarget, UnknownTarget> {
    QueryTarget::of_name(name, stream as usize).ok_or_else(|| UnknownTarget(name.to_owned()))
}

impl Runner<'_> {
    pub(super) fn feedback(&mut self, command: &FeedbackCommand) -> Result<(), Stop> {
        let canvas = &mut self.canvas;
        match command {
            FeedbackCommand::Attributes {
                mode,
                captures,
                streams,
            } => canvas.set_feedback_attributes(captures, *mode, streams)?,
            FeedbackCommand::Object(object) => canvas.bind_feedback(*object)?,
            FeedbackCommand::Begin(primitive) => canvas.begin_feedback(*primitive)?,
            FeedbackCommand::Pause => canvas.pause_feedback()?,
            FeedbackCommand::Resume => canvas.resume_feedback()?,
            FeedbackCommand::End => {
                canvas.end_feedback()?;
            }
        }
        Ok(())
    }

    pub(super) fn query(&mut self, command: &QueryCommand, span: Span) -> Result<(), Stop> {
        let canvas = &mut self.canvas;
        match command {
            QueryCommand::Begin {
                query,
                target: name,
                stream,
            } => canvas.begin_query(*query, target(name, *stream)?)?,
            QueryCommand::End { target: name, stream } => canvas.end_query(target(name, *stream)?)?,
            QueryCommand::Probe { query, value } => {
                let found = canvas.query_result(*query)?;
                if found != *value {
                    self.probes.failures.push(Failure {
                        span,
                        place: ProbeLocation::Query(*query),
                        expected: Values::U64(vec![*value]),
                        found: Values::U64(vec![found]),
                    });
                }
            }
            QueryCommand::Condition { query, inverted } => {
                canvas.begin_conditional_render(*query, *inverted)?;
            }
            QueryCommand::Unconditional => canvas.end_conditional_render()?,
        }
        Ok(())
    }
}
