//! Timelines for viewers: Chrome's trace event format in JSON, as Perfetto (<https://ui.perfetto.dev>) reads
//! it. The one writer of all machines: cycles of the GeForce 3, clocks of the VideoCore IV, nanoseconds of draws.
//!
//! Source: "Trace Event Format" of the Chromium project: complete events (`X`), instants (`i`), counters (`C`) and
//! names of processes and threads (`M`), in an object with `traceEvents`. Times are given in ticks of any length and
//! written in microseconds.

use std::fmt::{Display, Write};

/// A row of the timeline: a thread in a process. Rows of one process stand together.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Track {
    /// Number of the process.
    pub process: u32,
    /// Number of the thread, unique in its process.
    pub thread: u32,
}

/// What an event tells besides its name and time.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Argument<'a> {
    /// A number.
    Number(u64),
    /// A text.
    Text(&'a str),
}

/// Writes events, up to a limit.
#[derive(Clone, Debug)]
pub struct Timeline {
    text: String,
    ticks_per_microsecond: f64,
    left: usize,
    dropped: usize,
}

impl Timeline {
    /// A trace of at most `limit` events, with so many ticks a microsecond. What is not above 0 counts
    /// as 1.
    pub fn new(limit: usize, ticks_per_microsecond: f64) -> Timeline {
        Timeline {
            text: String::from("{\"displayTimeUnit\":\"ns\",\"traceEvents\":["),
            ticks_per_microsecond: match ticks_per_microsecond > 0.0 && ticks_per_microsecond.is_finite() {
                true => ticks_per_microsecond,
                false => 1.0,
            },
            left: limit,
            dropped: 0,
        }
    }

    /// How many events there was no room for.
    pub fn dropped(&self) -> usize {
        self.dropped
    }

    /// Names a process.
    pub fn name_process(&mut self, process: u32, name: &str) {
        let track = Track { process, thread: 0 };
        self.event(
            "process_name",
            'M',
            track,
            None,
            &[("name", Argument::Text(name))],
        );
    }

    /// Names a row.
    pub fn name_track(&mut self, track: Track, name: &str) {
        self.event("thread_name", 'M', track, None, &[("name", Argument::Text(name))]);
    }

    /// Something from tick `start` to tick `end`. Events of one row nest, but do not overlap otherwise.
    pub fn span(
        &mut self,
        track: Track,
        name: &str,
        start: u64,
        end: u64,
        arguments: &[(&str, Argument<'_>)],
    ) {
        let length = self.microseconds(end.saturating_sub(start));
        let times = (self.microseconds(start), Some(length));
        self.event(name, 'X', track, Some(times), arguments);
    }

    /// Something at one tick.
    pub fn instant(&mut self, track: Track, name: &str, at: u64, arguments: &[(&str, Argument<'_>)]) {
        let times = (self.microseconds(at), None);
        self.event(name, 'i', track, Some(times), arguments);
    }

    /// The values of a counter from this tick on: a line, or several on top of each other.
    pub fn counter(&mut self, process: u32, name: &str, at: u64, values: &[(&str, u64)]) {
        let values: Vec<_> = values
            .iter()
            .map(|(name, value)| (*name, Argument::Number(*value)))
            .collect();
        let track = Track { process, thread: 0 };
        let times = (self.microseconds(at), None);
        self.event(name, 'C', track, Some(times), &values);
    }

    /// The JSON.
    pub fn into_text(mut self) -> String {
        self.text.push_str("\n]}\n");
        self.text
    }

    fn microseconds(&self, ticks: u64) -> f64 {
        ticks as f64 / self.ticks_per_microsecond
    }

    fn event(
        &mut self,
        name: &str,
        phase: char,
        track: Track,
        times: Option<(f64, Option<f64>)>,
        arguments: &[(&str, Argument<'_>)],
    ) {
        if self.left == 0 {
            self.dropped += 1;
            return;
        }
        self.left -= 1;
        let comma = if self.text.ends_with('[') { "" } else { "," };
        let _ = write!(
            self.text,
            "{comma}\n{{\"name\":{},\"ph\":\"{phase}\",\"pid\":{},\"tid\":{}",
            Quoted(name),
            track.process,
            track.thread
        );
        if let Some((start, length)) = times {
            let _ = write!(self.text, ",\"ts\":{start}");
            if let Some(length) = length {
                let _ = write!(self.text, ",\"dur\":{length}");
            }
        }
        if phase == 'i' {
            self.text.push_str(",\"s\":\"t\"");
        }
        if !arguments.is_empty() {
            self.text.push_str(",\"args\":{");
            for (index, (name, value)) in arguments.iter().enumerate() {
                let comma = if index == 0 { "" } else { "," };
                let _ = match value {
                    Argument::Number(number) => write!(self.text, "{comma}{}:{number}", Quoted(name)),
                    Argument::Text(text) => write!(self.text, "{comma}{}:{}", Quoted(name), Quoted(text)),
                };
            }
            self.text.push('}');
        }
        self.text.push('}');
    }
}

/// A text as a JSON string.
struct Quoted<'t>(&'t str);

impl Display for Quoted<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_char('"')?;
        for c in self.0.chars() {
            match c {
                '"' | '\\' => write!(f, "\\{c}")?,
                c if c < ' ' => write!(f, "\\u{:04x}", u32::from(c))?,
                c => f.write_char(c)?,
            }
        }
        f.write_char('"')
    }
}
