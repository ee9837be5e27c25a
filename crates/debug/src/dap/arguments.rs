//! What goes with requests, as far as it is read.

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// What a program is launched with.
#[derive(Clone, Default, Debug, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Launch {
    /// The file.
    pub program: String,
    /// The options behind it, as `quadrille debug` takes them.
    pub args: Vec<String>,
    /// Whether it stops in front of the first instruction.
    pub stop_on_entry: bool,
    /// Whether it runs to its end without a stop.
    pub no_debug: bool,
}

/// The numbers of a client's first line and column: 1, unless it says that it counts from 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct Origin {
    lines_start_at1: bool,
    columns_start_at1: bool,
}

impl Default for Origin {
    fn default() -> Origin {
        Origin {
            lines_start_at1: true,
            columns_start_at1: true,
        }
    }
}

impl Origin {
    /// A line that counts from 1, as the client counts.
    pub(super) fn line(self, line: u32) -> u32 {
        line.saturating_sub(u32::from(!self.lines_start_at1))
    }

    /// A column that counts from 1, as the client counts.
    pub(super) fn column(self, column: u32) -> u32 {
        column.saturating_sub(u32::from(!self.columns_start_at1))
    }

    /// A line of the client, counted from 1; `None` in front of the first.
    pub(super) fn own_line(self, line: i64) -> Option<u32> {
        let line = line.saturating_add(i64::from(!self.lines_start_at1));
        (line > 0).then(|| u32::try_from(line).unwrap_or(u32::MAX))
    }
}

#[derive(Clone, Default, Debug, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct Source {
    pub(super) path: Option<String>,
    pub(super) name: Option<String>,
    pub(super) source_reference: i64,
}

/// A breakpoint of a kind, with when it is met.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct WantedBreakpoint<T> {
    #[serde(flatten)]
    pub(super) place: T,
    pub(super) condition: Option<String>,
    pub(super) hit_condition: Option<String>,
}

#[derive(Clone, Default, Debug, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct SourceLine {
    pub(super) line: i64,
}

/// The breakpoints of a kind, each of which is read by itself: one that is wrong is no reason to set no other.
#[derive(Clone, Default, Debug, Deserialize)]
#[serde(default)]
pub(super) struct SetBreakpoints {
    pub(super) source: Source,
    pub(super) breakpoints: Vec<Value>,
}

#[derive(Clone, Default, Debug, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct InstructionPlace {
    pub(super) instruction_reference: String,
    pub(super) offset: i64,
}

#[derive(Clone, Default, Debug, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct DataAccess {
    pub(super) data_id: String,
    pub(super) access_type: Option<String>,
}

/// Arguments that say which thing is meant, of several requests.
#[derive(Clone, Default, Debug, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct Which {
    pub(super) thread_id: Option<i64>,
    pub(super) frame_id: Option<i64>,
    pub(super) variables_reference: Option<i64>,
    pub(super) granularity: Option<String>,
    pub(super) start_frame: Option<usize>,
    pub(super) levels: Option<usize>,
    pub(super) start: Option<usize>,
    pub(super) count: Option<usize>,
    pub(super) name: String,
    pub(super) expression: String,
    pub(super) context: Option<String>,
    pub(super) memory_reference: String,
    pub(super) offset: i64,
    pub(super) instruction_offset: i64,
    pub(super) instruction_count: usize,
    pub(super) line: i64,
    pub(super) end_line: Option<i64>,
}

/// The arguments of a request; what is missing or wrong is as if it were not said.
pub(super) fn read<T: Default + DeserializeOwned>(arguments: &Value) -> T {
    serde_json::from_value(arguments.clone()).unwrap_or_default()
}
