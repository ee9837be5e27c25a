//! What programs did through the vendor library for libglvnd: events, a line of JSON each, which `driver` writes and
//! `quadrille play` reads. Nothing here opens a file.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Write;
use std::sync::{Mutex, PoisonError};

use serde::{Deserialize, Serialize};

/// The environment variable with the file that lines are appended to.
pub const VARIABLE: &str = "QUADRILLE_JOURNAL";

/// The most lines that a process writes: more than any program has shaders.
const MOST_LINES: usize = 1 << 16;

/// The most bytes of a reason.
const MOST_REASON: usize = 2048;

/// A line.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Line {
    /// The process that wrote it.
    pub process: u32,
    /// What happened.
    #[serde(flatten)]
    pub event: Event,
}

/// What happened.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "event")]
pub enum Event {
    /// A context was made current.
    Context {
        /// RENDERER.
        renderer: String,
        /// VERSION.
        version: String,
        /// Whether programs are translated for it: it is of the compatibility profile, and recent enough.
        translates: bool,
    },
    /// A text was loaded as a program.
    Load {
        /// A number for the text, the same for the same bytes.
        text: u64,
        /// Its header, such as `!!ARBfp1.0`.
        header: String,
        /// What became of it.
        outcome: Outcome,
    },
    /// A draw of the frame that is captured was written.
    Captured {
        /// Its number; the first is 1.
        draw: u32,
    },
    /// The driver did not link what programs were translated to; they draw nothing.
    Unlinked {
        /// The driver's words.
        reason: String,
    },
}

/// What became of a program.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "outcome", content = "reason")]
pub enum Outcome {
    /// The driver took it.
    Native,
    /// It is drawn with by its translation.
    Translated,
    /// Neither takes it, and why.
    Refused(String),
}

impl Event {
    /// The load of a text.
    pub fn load(text: &[u8], outcome: Outcome) -> Event {
        let mut hasher = DefaultHasher::new();
        text.hash(&mut hasher);
        let header = header(text);
        Event::Load {
            text: hasher.finish(),
            header: String::from_utf8_lossy(header).into_owned(),
            outcome: match outcome {
                Outcome::Refused(reason) => Outcome::Refused(shortened(reason)),
                other @ (Outcome::Native | Outcome::Translated) => other,
            },
        }
    }

    /// What the driver says about a translation that it does not link.
    pub fn unlinked(reason: String) -> Event {
        Event::Unlinked {
            reason: shortened(reason),
        }
    }
}

/// What stands before the first blank, and no further than the version: other words may follow without a blank.
fn header(text: &[u8]) -> &[u8] {
    let word = text.split(u8::is_ascii_whitespace).next().unwrap_or_default();
    let version = word.iter().position(|byte| *byte == b'.').map(|point| {
        let digits = word[point + 1..].iter().take_while(|byte| byte.is_ascii_digit());
        point + 1 + digits.count()
    });
    &word[..version.unwrap_or(word.len()).min(32)]
}

fn shortened(mut reason: String) -> String {
    let end = reason.floor_char_boundary(MOST_REASON);
    reason.truncate(end);
    reason
}

/// The lines that this process writes, each once.
#[derive(Debug)]
pub struct Journal<W> {
    written: Mutex<(W, HashSet<Event>)>,
}

impl<W: Write> Journal<W> {
    /// Writes there. Several processes may write to one file, if it is opened to append.
    pub fn new(to: W) -> Journal<W> {
        Journal {
            written: Mutex::new((to, HashSet::new())),
        }
    }

    /// Writes what happened, unless it was written. A line that cannot be written is lost: whoever draws goes on.
    pub fn write(&self, event: Event) {
        let mut written = self.written.lock().unwrap_or_else(PoisonError::into_inner);
        let (to, events) = &mut *written;
        if events.len() >= MOST_LINES || !events.insert(event.clone()) {
            return;
        }
        let process = std::process::id();
        if let Ok(mut line) = serde_json::to_vec(&Line { process, event }) {
            line.push(b'\n');
            // One call, so that lines of several processes do not mix.
            let _ = to.write(&line);
        }
    }
}

/// The lines of a text. What is no line is left out: a process may have ended within one.
pub fn lines(text: &str) -> impl Iterator<Item = Line> + '_ {
    text.lines().filter_map(|line| serde_json::from_str(line).ok())
}

#[cfg(test)]
mod tests {
    use super::{Event, Journal, Outcome, lines};

    #[test]
    fn what_is_written_is_read_once() {
        let events = [
            Event::Context {
                renderer: "a \"card\"".to_owned(),
                version: "4.5".to_owned(),
                translates: true,
            },
            Event::load(b"!!ARBfp1.0\nEND", Outcome::Native),
            Event::load(b"!!FP1.0 END", Outcome::Refused("line 1:\n\tno".to_owned())),
            Event::unlinked("é".repeat(2000)),
        ];
        let mut file = Vec::new();
        let journal = Journal::new(&mut file);
        for event in events.iter().chain(&events) {
            journal.write(event.clone());
        }
        drop(journal);
        file.extend(b"{\"process\":1,\"eve");
        let text = String::from_utf8(file).expect("JSON is text");
        let read: Vec<Event> = lines(&text).map(|line| line.event).collect();
        assert_eq!(read, events);
    }

    #[test]
    fn a_load_has_the_header_of_any_text() {
        let header = |text: &[u8]| match Event::load(text, Outcome::Native) {
            Event::Load { header, .. } => header,
            other => panic!("{other:?}"),
        };
        assert_eq!(header(b"!!FP1.0\nEND"), "!!FP1.0");
        assert_eq!(header(b"!!ARBfp1.0TEMP a;END"), "!!ARBfp1.0");
        assert_eq!(header(b""), "");
        assert_eq!(header(&[b'a'; 99]).len(), 32);
        assert_eq!(header(b"\xff\xfe x"), "\u{fffd}\u{fffd}");
    }
}
