//! A profile as tables.

use std::fmt::Write;
use std::time::Duration;

use quadrille::Source;
use quadrille::scene::Profile;

use super::{Args, rows};
use crate::out::count;

/// Characters of a source line that a table has.
const TEXT: usize = 60;

/// The tables: by stage, by command, by source line.
pub(super) fn text(name: &str, source: &Source, profile: &Profile, args: &Args) -> String {
    let all = profile.time();
    let mut text = String::new();
    let mut line = |line: std::fmt::Arguments<'_>| {
        // Writing to a string does not fail.
        let _ = writeln!(text, "{line}");
    };
    let runs = count(args.runs as usize, "run");
    line(format_args!(
        "{name}: {} ms on one thread, the fastest of {runs}",
        milliseconds(all)
    ));
    line(format_args!("\n      ms   part  stage"));
    for row in rows::stages(profile) {
        let (time, part) = (milliseconds(row.time), part(row.time, all));
        match row.batches {
            0 => line(format_args!("{time:>8} {part:>6}  {}", row.name)),
            batches => line(format_args!(
                "{time:>8} {part:>6}  {}, {}",
                row.name,
                of_batches(batches)
            )),
        }
    }
    line(format_args!("\n      ms   part  line  command"));
    for row in rows::commands(source, profile).iter().take(args.top) {
        let (time, part) = (milliseconds(row.time), part(row.time, all));
        line(format_args!(
            "{time:>8} {part:>6}  {:>4}  {}",
            row.line,
            cut(&row.text)
        ));
    }
    let lines = rows::lines(source, profile);
    if !lines.is_empty() {
        line(format_args!("\n      ms   part    executed  line  of a program"));
    }
    for row in lines.iter().take(args.top) {
        let (time, part) = (milliseconds(row.time), part(row.time, all));
        line(format_args!(
            "{time:>8} {part:>6} {:>11}  {:>4}  {}",
            row.executed,
            row.line,
            cut(&row.text)
        ));
    }
    text
}

fn of_batches(number: u64) -> String {
    match number {
        1 => "1 batch".to_owned(),
        number => format!("{number} batches"),
    }
}

/// A time in milliseconds.
fn milliseconds(time: Duration) -> String {
    format!("{:.3}", time.as_secs_f64() * 1e3)
}

/// A part of all.
fn part(time: Duration, all: Duration) -> String {
    let part = if all.is_zero() {
        0.0
    } else {
        time.as_secs_f64() / all.as_secs_f64()
    };
    format!("{:.1}%", part * 100.0)
}

/// A source line, not too long.
fn cut(text: &str) -> String {
    match text.char_indices().nth(TEXT) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_owned(),
    }
}
