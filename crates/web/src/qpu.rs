//! `qpu`: a program of the VideoCore IV's QPUs, run on the emulator, with what each instruction gave.

use std::collections::BTreeMap;

use quadrille_vc4::asm::{Assembly, Options, assemble};
use quadrille_vc4::machine::job::{Job, NamedBuffer};
use quadrille_vc4::machine::{End, Limits, Profile};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::diagnostic::list;
use crate::error::RequestError;
use crate::given::{Given, Place};
use crate::message::{Answer, Bytes};
use crate::position::Positions;
use crate::qpu_steps::Steps;

/// The most bytes of all buffers.
const MOST_BYTES: usize = 64 << 20;
/// The most launches: more wait in the machine's queue.
const MOST_LAUNCHES: usize = 255;
/// The most instructions that are told of one by one.
const MOST_STEPS: usize = 20_000;

#[derive(Deserialize)]
pub(crate) struct Execute {
    name: String,
    text: String,
    #[serde(default)]
    files: BTreeMap<String, Place>,
    #[serde(default)]
    buffers: Vec<Buffer>,
    /// The uniforms of each launch, as `quadrille qpu run --uniforms` takes them.
    #[serde(default)]
    launches: Vec<String>,
    budget: Option<u64>,
    /// How many instructions are told of one by one.
    steps: Option<usize>,
}

/// A buffer and what it holds at first.
#[derive(Deserialize)]
struct Buffer {
    name: String,
    #[serde(flatten)]
    content: Content,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Content {
    /// So many bytes of zeros.
    Zeros(usize),
    /// Floats.
    Floats(Vec<f32>),
    /// Words.
    Words(Vec<u32>),
}

impl Content {
    fn length(&self) -> usize {
        match self {
            Content::Zeros(bytes) => *bytes,
            Content::Floats(numbers) => numbers.len() * 4,
            Content::Words(words) => words.len() * 4,
        }
    }

    fn bytes(&self) -> Vec<u8> {
        match self {
            Content::Zeros(bytes) => vec![0; *bytes],
            Content::Floats(numbers) => numbers.iter().flat_map(|one| one.to_le_bytes()).collect(),
            Content::Words(words) => words.iter().flat_map(|one| one.to_le_bytes()).collect(),
        }
    }
}

/// Assembles a text with the files that it may include.
pub(crate) fn assembled(name: &str, text: &str, mut files: Given<'_>) -> Assembly {
    assemble(name, text, &Options::default(), &mut files)
}

impl Execute {
    pub(crate) fn answer(&self, bytes: &[u8]) -> Result<Answer, RequestError> {
        let assembly = assembled(&self.name, &self.text, Given::of(&self.name, &self.files, bytes)?);
        if !assembly.is_complete() {
            let positions = Positions::of(&self.text);
            let local = assembly.diagnostics.iter().map(|one| assembly.in_its_text(one).1);
            let problems = list(&positions, &local.collect::<Vec<_>>());
            return Ok(Answer::from(json!({ "problems": problems })));
        }
        let lengths = self.buffers.iter().map(|buffer| buffer.content.length());
        let all = lengths.fold(0, usize::saturating_add);
        RequestError::at_most("bytes of buffers", all, MOST_BYTES)?;
        RequestError::at_most("launches", self.launches.len(), MOST_LAUNCHES)?;
        let buffers = self.buffers.iter().map(|buffer| NamedBuffer {
            name: buffer.name.clone(),
            address: None,
            bytes: buffer.content.bytes(),
        });
        let launches = match self.launches.is_empty() {
            true => vec![String::new()],
            false => self.launches.clone(),
        };
        let mut job = Job {
            program: assembly.words.clone(),
            buffers: buffers.collect(),
            launches,
            ..Job::default()
        };
        let limits = Limits {
            instructions: self.budget.unwrap_or(Limits::default().instructions),
            ..Limits::default()
        };
        let mut steps = Steps::new(self.steps.unwrap_or(MOST_STEPS).min(MOST_STEPS));
        let outcome = job.run(Profile::raspberry_pi(), limits, &mut steps)?;
        let mut bytes = Bytes::default();
        let left: Vec<Value> = job
            .buffers
            .iter()
            .map(|buffer| {
                let mut row = bytes.add(&buffer.bytes);
                row["name"] = json!(buffer.name);
                row
            })
            .collect();
        let listed = steps.rows(&assembly, &self.text);
        let json = json!({
            "problems": [],
            "words": assembly.words.len(),
            "end": match outcome.end {
                End::Finished => "finished",
                End::Budget => "budget",
                End::Deadlock => "deadlock",
                End::Stopped => "stopped",
            },
            "instructions": outcome.instructions(),
            "clocks": outcome.clocks(),
            "findings": outcome.findings.iter().map(ToString::to_string).collect::<Vec<_>>(),
            "buffers": left,
            "steps": listed,
            "unlisted": steps.unlisted,
            "lanes": bytes.add(&steps.lanes),
        });
        Ok(Answer { json, bytes: bytes.0 })
    }
}
