//! Queries of a canvas, and what is drawn on condition of their results (NV_transform_feedback 2.Z, OpenGL 4.1.7,
//! ARB_occlusion_query2, ARB_pipeline_statistics_query, ARB_transform_feedback_overflow_query, NV_conditional_render).

use std::collections::BTreeMap;

use quadrille_pipeline::{Counts, Outcome, feedback};

use super::{Canvas, CanvasError};

/// What a query counts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[expect(missing_docs, reason = "each name is GL's own")]
pub enum QueryTarget {
    SamplesPassed,
    AnySamplesPassed,
    AnySamplesPassedConservative,
    /// Of a vertex stream.
    PrimitivesGenerated(usize),
    /// Of a vertex stream.
    FeedbackPrimitivesWritten(usize),
    /// Of any vertex stream.
    FeedbackOverflow,
    /// Of a vertex stream.
    FeedbackStreamOverflow(usize),
    /// Units of work of the budget, which are the same each time, in place of nanoseconds.
    TimeElapsed,
    VerticesSubmitted,
    PrimitivesSubmitted,
    VertexInvocations,
    ControlPatches,
    EvaluationInvocations,
    GeometryInvocations,
    GeometryPrimitivesEmitted,
    FragmentInvocations,
    ComputeInvocations,
    ClippingInputPrimitives,
    ClippingOutputPrimitives,
}

/// The targets by GL's names, those with a stream with stream 0.
const NAMES: [(&str, QueryTarget); 19] = [
    ("SAMPLES_PASSED", QueryTarget::SamplesPassed),
    ("ANY_SAMPLES_PASSED", QueryTarget::AnySamplesPassed),
    (
        "ANY_SAMPLES_PASSED_CONSERVATIVE",
        QueryTarget::AnySamplesPassedConservative,
    ),
    ("PRIMITIVES_GENERATED", QueryTarget::PrimitivesGenerated(0)),
    (
        "TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN",
        QueryTarget::FeedbackPrimitivesWritten(0),
    ),
    ("TRANSFORM_FEEDBACK_OVERFLOW", QueryTarget::FeedbackOverflow),
    (
        "TRANSFORM_FEEDBACK_STREAM_OVERFLOW",
        QueryTarget::FeedbackStreamOverflow(0),
    ),
    ("TIME_ELAPSED", QueryTarget::TimeElapsed),
    ("VERTICES_SUBMITTED", QueryTarget::VerticesSubmitted),
    ("PRIMITIVES_SUBMITTED", QueryTarget::PrimitivesSubmitted),
    ("VERTEX_SHADER_INVOCATIONS", QueryTarget::VertexInvocations),
    ("TESS_CONTROL_SHADER_PATCHES", QueryTarget::ControlPatches),
    (
        "TESS_EVALUATION_SHADER_INVOCATIONS",
        QueryTarget::EvaluationInvocations,
    ),
    ("GEOMETRY_SHADER_INVOCATIONS", QueryTarget::GeometryInvocations),
    (
        "GEOMETRY_SHADER_PRIMITIVES_EMITTED",
        QueryTarget::GeometryPrimitivesEmitted,
    ),
    ("FRAGMENT_SHADER_INVOCATIONS", QueryTarget::FragmentInvocations),
    ("COMPUTE_SHADER_INVOCATIONS", QueryTarget::ComputeInvocations),
    ("CLIPPING_INPUT_PRIMITIVES", QueryTarget::ClippingInputPrimitives),
    (
        "CLIPPING_OUTPUT_PRIMITIVES",
        QueryTarget::ClippingOutputPrimitives,
    ),
];

impl QueryTarget {
    /// The target that GL calls so, with or without prefix and suffix, in either case; `index` is its vertex stream.
    pub fn of_name(name: &str, index: usize) -> Option<QueryTarget> {
        let upper = name.to_ascii_uppercase();
        let name = upper.strip_prefix("GL_").unwrap_or(&upper);
        let suffixes = ["_NV", "_EXT", "_ARB"];
        let name = suffixes
            .iter()
            .find_map(|suffix| name.strip_suffix(suffix))
            .unwrap_or(name);
        let (_, target) = NAMES.iter().find(|(own, _)| *own == name)?;
        match target {
            QueryTarget::PrimitivesGenerated(_) => Some(QueryTarget::PrimitivesGenerated(index)),
            QueryTarget::FeedbackPrimitivesWritten(_) => Some(QueryTarget::FeedbackPrimitivesWritten(index)),
            QueryTarget::FeedbackStreamOverflow(_) => Some(QueryTarget::FeedbackStreamOverflow(index)),
            other => (index == 0).then_some(*other),
        }
    }

    fn stream(self) -> Option<usize> {
        match self {
            QueryTarget::PrimitivesGenerated(stream)
            | QueryTarget::FeedbackPrimitivesWritten(stream)
            | QueryTarget::FeedbackStreamOverflow(stream) => Some(stream),
            QueryTarget::SamplesPassed
            | QueryTarget::AnySamplesPassed
            | QueryTarget::AnySamplesPassedConservative
            | QueryTarget::FeedbackOverflow
            | QueryTarget::TimeElapsed
            | QueryTarget::VerticesSubmitted
            | QueryTarget::PrimitivesSubmitted
            | QueryTarget::VertexInvocations
            | QueryTarget::ControlPatches
            | QueryTarget::EvaluationInvocations
            | QueryTarget::GeometryInvocations
            | QueryTarget::GeometryPrimitivesEmitted
            | QueryTarget::FragmentInvocations
            | QueryTarget::ComputeInvocations
            | QueryTarget::ClippingInputPrimitives
            | QueryTarget::ClippingOutputPrimitives => None,
        }
    }

    fn is_occlusion(self) -> bool {
        matches!(
            self,
            QueryTarget::SamplesPassed
                | QueryTarget::AnySamplesPassed
                | QueryTarget::AnySamplesPassedConservative
        )
    }

    fn is_overflow(self) -> bool {
        matches!(
            self,
            QueryTarget::FeedbackOverflow | QueryTarget::FeedbackStreamOverflow(_)
        )
    }
}

/// A call about queries that their state does not allow.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum QueryError {
    /// A query of the target is active, or one of the other targets of samples.
    #[error("a query of this target is active")]
    Active,
    /// The query is active, for this or another target.
    #[error("query {0} is active")]
    InUse(u32),
    /// The query was of another target before.
    #[error("query {0} is of another target")]
    Target(u32),
    /// A query is named 0.
    #[error("a query has a number above 0")]
    Zero,
    /// No query of the target is active.
    #[error("no query of this target is active")]
    Inactive,
    /// There is no such vertex stream.
    #[error("there is no vertex stream {0}")]
    Stream(usize),
    /// There is no such query.
    #[error("there is no query {0}")]
    Unknown(u32),
    /// The result of the query says nothing of whether to draw.
    #[error("query {0} counts neither samples nor overflows of transform feedback")]
    Condition(u32),
    /// Rendering is on condition already.
    #[error("rendering is conditional already")]
    Conditional,
    /// Rendering is not on condition.
    #[error("rendering is not conditional")]
    Unconditional,
}

/// All that was counted since the canvas was made.
#[derive(Clone, Copy, Debug, Default)]
struct Totals {
    counts: Counts,
    vertices: u64,
    primitives: u64,
    fragments: u64,
    computed: u64,
    work: u64,
}

impl Totals {
    fn of(&self, target: QueryTarget) -> u64 {
        let Totals { counts, .. } = self;
        match target {
            QueryTarget::SamplesPassed
            | QueryTarget::AnySamplesPassed
            | QueryTarget::AnySamplesPassedConservative => counts.samples,
            QueryTarget::PrimitivesGenerated(stream) => counts.generated[stream],
            QueryTarget::FeedbackPrimitivesWritten(stream) => counts.written[stream],
            QueryTarget::FeedbackOverflow => counts.dropped.iter().sum(),
            QueryTarget::FeedbackStreamOverflow(stream) => counts.dropped[stream],
            QueryTarget::TimeElapsed => self.work,
            QueryTarget::VerticesSubmitted => counts.submitted_vertices,
            QueryTarget::PrimitivesSubmitted => counts.submitted_primitives,
            QueryTarget::VertexInvocations => self.vertices,
            QueryTarget::ControlPatches => counts.patches,
            QueryTarget::EvaluationInvocations => counts.evaluated,
            QueryTarget::GeometryInvocations => counts.geometry_invocations,
            QueryTarget::GeometryPrimitivesEmitted => counts.emitted,
            QueryTarget::FragmentInvocations => self.fragments,
            QueryTarget::ComputeInvocations => self.computed,
            QueryTarget::ClippingInputPrimitives => counts.clipped,
            QueryTarget::ClippingOutputPrimitives => self.primitives,
        }
    }
}

/// The queries, by name.
#[derive(Debug, Default)]
pub(super) struct Queries {
    totals: Totals,
    /// The target of each, and its last result.
    results: BTreeMap<u32, (QueryTarget, u64)>,
    /// The active ones, and what was counted before them.
    active: Vec<(u32, QueryTarget, u64)>,
    /// Whether the condition of rendering holds, while there is one.
    condition: Option<bool>,
    /// The query that it is of.
    condition_of: Option<u32>,
}

impl Queries {
    /// Whether a query is active that asks for counts of draws.
    pub(super) fn are_counted(&self) -> bool {
        !self.active.is_empty()
    }

    /// Whether commands have no effect.
    pub(super) fn discards(&self) -> bool {
        self.condition == Some(false)
    }

    /// Takes what a draw counted.
    pub(super) fn take(&mut self, outcome: &Outcome) {
        self.totals.counts += outcome.counts;
        self.totals.vertices += outcome.vertices;
        self.totals.primitives += outcome.primitives;
        self.totals.fragments += outcome.fragments;
    }

    /// Counts invocations of compute programs.
    pub(super) fn computed(&mut self, invocations: u64) {
        self.totals.computed = self.totals.computed.saturating_add(invocations);
    }

    /// Counts work.
    pub(super) fn worked(&mut self, units: u64) {
        self.totals.work = self.totals.work.saturating_add(units);
    }
}

impl Canvas {
    /// Takes what a draw counted, and its units of work.
    pub(super) fn count(&mut self, outcome: &Outcome, work: u64) {
        self.feedback.take(&outcome.counts);
        self.queries.take(outcome);
        self.queries.worked(work);
    }

    /// Begins a query (BeginQueryIndexed).
    ///
    /// # Errors
    ///
    /// A query of the target is active, the query is active, of another target, or the one that rendering depends on.
    pub fn begin_query(&mut self, query: u32, target: QueryTarget) -> Result<(), CanvasError> {
        let streams = feedback::streams(&self.memory.limits);
        let queries = &mut self.queries;
        if query == 0 {
            return Err(QueryError::Zero.into());
        }
        if let Some(stream) = target.stream().filter(|stream| *stream >= streams) {
            return Err(QueryError::Stream(stream).into());
        }
        let clash = |other: QueryTarget| other == target || other.is_occlusion() && target.is_occlusion();
        if queries.active.iter().any(|(_, other, _)| clash(*other)) {
            return Err(QueryError::Active.into());
        }
        let in_use = queries.active.iter().any(|(other, ..)| *other == query);
        if in_use || queries.condition_of == Some(query) {
            return Err(QueryError::InUse(query).into());
        }
        if queries.results.get(&query).is_some_and(|(own, _)| *own != target) {
            return Err(QueryError::Target(query).into());
        }
        queries.results.insert(query, (target, 0));
        queries.active.push((query, target, queries.totals.of(target)));
        Ok(())
    }

    /// Ends the query of a target that is active (EndQueryIndexed).
    ///
    /// # Errors
    ///
    /// There is none.
    pub fn end_query(&mut self, target: QueryTarget) -> Result<(), CanvasError> {
        let queries = &mut self.queries;
        let at = queries.active.iter().position(|(_, other, _)| *other == target);
        let at = at.ok_or(QueryError::Inactive)?;
        let (query, target, before) = queries.active.remove(at);
        let counted = queries.totals.of(target) - before;
        let is_truth = target.is_overflow() || target.is_occlusion() && target != QueryTarget::SamplesPassed;
        let result = if is_truth { counted.min(1) } else { counted };
        queries.results.insert(query, (target, result));
        Ok(())
    }

    /// The result of a query; of one of truths 0 or 1.
    ///
    /// # Errors
    ///
    /// It is active, or there is none.
    pub fn query_result(&self, query: u32) -> Result<u64, CanvasError> {
        if self.queries.active.iter().any(|(other, ..)| *other == query) {
            return Err(QueryError::InUse(query).into());
        }
        let found = self.queries.results.get(&query);
        let (_, result) = found.ok_or(QueryError::Unknown(query))?;
        Ok(*result)
    }

    /// Lets draws, clears and dispatches have an effect only if the result of a query is not 0, or, `inverted`, if it is
    /// (BeginConditionalRender). Results are always there, so that all modes are one.
    ///
    /// # Errors
    ///
    /// Rendering is conditional already, or the query is active, not there, or of another kind.
    pub fn begin_conditional_render(&mut self, query: u32, inverted: bool) -> Result<(), CanvasError> {
        if self.queries.condition.is_some() {
            return Err(QueryError::Conditional.into());
        }
        let result = self.query_result(query)?;
        let target = self.queries.results.get(&query).map(|(target, _)| *target);
        if !target.is_some_and(|target| target.is_occlusion() || target.is_overflow()) {
            return Err(QueryError::Condition(query).into());
        }
        self.queries.condition = Some((result != 0) != inverted);
        self.queries.condition_of = Some(query);
        Ok(())
    }

    /// Ends it (EndConditionalRender).
    ///
    /// # Errors
    ///
    /// It has not begun.
    pub fn end_conditional_render(&mut self) -> Result<(), CanvasError> {
        self.queries.condition_of = None;
        match self.queries.condition.take() {
            Some(_) => Ok(()),
            None => Err(QueryError::Unconditional.into()),
        }
    }
}
