//! What goes with requests, as far as it is read.

use serde::Deserialize;
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

#[derive(Clone, Default, Debug, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct Source {
    pub(super) path: Option<String>,
    pub(super) name: Option<String>,
    pub(super) source_reference: i64,
}

#[derive(Clone, Default, Debug, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct SourceBreakpoint {
    pub(super) line: u32,
    pub(super) condition: Option<String>,
    pub(super) hit_condition: Option<String>,
}

#[derive(Clone, Default, Debug, Deserialize)]
#[serde(default)]
pub(super) struct SetBreakpoints {
    pub(super) source: Source,
    pub(super) breakpoints: Vec<SourceBreakpoint>,
}

#[derive(Clone, Default, Debug, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct InstructionBreakpoint {
    pub(super) instruction_reference: String,
    pub(super) offset: i64,
    pub(super) condition: Option<String>,
    pub(super) hit_condition: Option<String>,
}

#[derive(Clone, Default, Debug, Deserialize)]
#[serde(default)]
pub(super) struct SetInstructionBreakpoints {
    pub(super) breakpoints: Vec<InstructionBreakpoint>,
}

#[derive(Clone, Default, Debug, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct DataBreakpoint {
    pub(super) data_id: String,
    pub(super) access_type: Option<String>,
    pub(super) condition: Option<String>,
    pub(super) hit_condition: Option<String>,
}

#[derive(Clone, Default, Debug, Deserialize)]
#[serde(default)]
pub(super) struct SetDataBreakpoints {
    pub(super) breakpoints: Vec<DataBreakpoint>,
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
    pub(super) line: u32,
    pub(super) end_line: Option<u32>,
}

/// The arguments of a request; what is missing or wrong is as if it were not said.
pub(super) fn read<T: Default + serde::de::DeserializeOwned>(arguments: &Value) -> T {
    serde_json::from_value(arguments.clone()).unwrap_or_default()
}
