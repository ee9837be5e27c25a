//! A profile as a JSON object. Times are nanoseconds.

use std::time::Duration;

use quadrille::scene::Profile;
use quadrille::{Source, Span};
use serde_json::{Value, json};

use super::rows::{self, stage_name};

pub(super) fn object(name: &str, source: &Source, profile: &Profile) -> Value {
    let line = |span: Span| source.position(span.start).line;
    let commands = profile.commands.iter().map(|command| {
        let programs = command.programs.iter().map(|program| {
            let instructions = program.instructions.iter().map(|instruction| {
                json!({
                    "line": line(instruction.span),
                    "executed": instruction.executed,
                    "work": instruction.work,
                    "time": nanoseconds(program.time_of(instruction)),
                })
            });
            json!({
                "stage": stage_name(program.stage),
                "line": line(Span::at(program.start)),
                "time": nanoseconds(program.time),
                "batches": program.batches,
                "instructions": instructions.collect::<Vec<_>>(),
            })
        });
        json!({
            "line": line(command.span),
            "command": source.slice(command.span),
            "begun": nanoseconds(command.begun),
            "time": nanoseconds(command.time),
            "programs": programs.collect::<Vec<_>>(),
        })
    });
    let stages = rows::stages(profile);
    let stages = stages
        .iter()
        .map(|row| json!({ "stage": row.name, "time": nanoseconds(row.time), "batches": row.batches }));
    json!({
        "file": name,
        "time": nanoseconds(profile.time()),
        "stages": stages.collect::<Vec<_>>(),
        "commands": commands.collect::<Vec<_>>(),
    })
}

fn nanoseconds(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}
