//! The rows of a profile: time by stage, by command and by source line.

use std::collections::BTreeMap;
use std::time::Duration;

use quadrille::scene::Profile;
use quadrille::steps::one_line;
use quadrille::{Source, Span, Stage};

/// The time of a stage's programs, or of what is done beside programs.
pub(super) struct StageRow {
    pub(super) name: &'static str,
    pub(super) time: Duration,
    pub(super) batches: u64,
}

/// A command, or a source line of a program.
pub(super) struct LineRow {
    /// Counted from 1.
    pub(super) line: u32,
    pub(super) text: String,
    pub(super) time: Duration,
    /// How often invocations executed its instructions; 0 of a command.
    pub(super) executed: u64,
}

/// The name of a stage's programs.
pub(super) fn stage_name(stage: Stage) -> &'static str {
    match stage {
        Stage::Vertex => "vertex program",
        Stage::TessellationControl => "tessellation control program",
        Stage::TessellationEvaluation => "tessellation evaluation program",
        Stage::Geometry => "geometry program",
        Stage::Fragment => "fragment program",
        Stage::Compute => "compute program",
        Stage::VertexState => "vertex state program",
    }
}

/// What draws and dispatches do beside programs.
pub(super) const PIPELINE: &str = "pipeline";
/// Commands that neither draw nor dispatch.
pub(super) const OTHERS: &str = "other commands";

/// The stages in the order of the pipeline, then what is done beside programs.
pub(super) fn stages(profile: &Profile) -> Vec<StageRow> {
    let order = [
        Stage::Vertex,
        Stage::TessellationControl,
        Stage::TessellationEvaluation,
        Stage::Geometry,
        Stage::Fragment,
        Stage::Compute,
        Stage::VertexState,
    ];
    let programs = || profile.commands.iter().flat_map(|command| &command.programs);
    let own = order.into_iter().map(|stage| {
        let own = || programs().filter(|program| program.stage == stage);
        StageRow {
            name: stage_name(stage),
            time: own().map(|program| program.time).sum(),
            batches: own().map(|program| program.batches).sum(),
        }
    });
    let rest = |draws: bool| {
        let commands = profile.commands.iter().filter(|command| command.draws == draws);
        commands.map(|command| command.rest()).sum()
    };
    let beside = [(PIPELINE, rest(true)), (OTHERS, rest(false))].map(|(name, time)| StageRow {
        name,
        time,
        batches: 0,
    });
    own.chain(beside).filter(|row| !row.time.is_zero()).collect()
}

/// The commands, the longest first.
pub(super) fn commands(source: &Source, profile: &Profile) -> Vec<LineRow> {
    let commands = profile.commands.iter().map(|command| LineRow {
        time: command.time,
        ..row(source, command.span)
    });
    sorted(commands.collect())
}

/// The source lines of programs, those that take the longest first.
pub(super) fn lines(source: &Source, profile: &Profile) -> Vec<LineRow> {
    let mut lines: BTreeMap<u32, LineRow> = BTreeMap::new();
    for program in profile.commands.iter().flat_map(|command| &command.programs) {
        for instruction in &program.instructions {
            let new = row(source, instruction.span);
            let line = lines.entry(new.line).or_insert(new);
            line.time += program.time_of(instruction);
            line.executed += instruction.executed;
        }
    }
    sorted(lines.into_values().collect())
}

fn row(source: &Source, span: Span) -> LineRow {
    LineRow {
        line: source.position(span.start).line,
        text: one_line(source, span),
        time: Duration::ZERO,
        executed: 0,
    }
}

fn sorted(mut rows: Vec<LineRow>) -> Vec<LineRow> {
    rows.sort_by_key(|row| (std::cmp::Reverse(row.time), row.line));
    rows
}
