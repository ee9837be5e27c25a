//! `run`: draws a scene, probes it, and tells the history of a pixel.

use std::collections::BTreeMap;

use quadrille::scene::{Failure, ProbeLocation, SceneOptions, Verdict, run_scene};
use quadrille::{Budget, Picture, PixelPlace};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::diagnostic::list;
use crate::error::RequestError;
use crate::given::{Given, Place};
use crate::message::{Answer, Bytes};
use crate::position::Positions;
use crate::settings::Settings;

/// The most pixels of a side of a framebuffer that no `SIZE` asks for.
const MOST_SIDE: usize = 4096;

#[derive(Deserialize)]
pub(crate) struct Run {
    name: String,
    text: String,
    #[serde(default)]
    files: BTreeMap<String, Place>,
    #[serde(default)]
    settings: Settings,
    /// The framebuffer where the scene asks for none.
    size: Option<[u32; 2]>,
    /// The pixel whose history is wanted: x and y from the lower left, sample, layer.
    pixel: Option<Pixel>,
    #[serde(default)]
    sanitize: bool,
    #[serde(default)]
    budget: Limits,
}

#[derive(Deserialize)]
pub(crate) struct Pixel {
    x: u32,
    y: u32,
    #[serde(default)]
    sample: u32,
    #[serde(default)]
    layer: u32,
}

impl Pixel {
    pub(crate) fn place(&self) -> PixelPlace {
        PixelPlace {
            x: self.x,
            y: self.y,
            sample: self.sample,
            layer: self.layer,
        }
    }
}

/// What a run may take; the library's own budget where nothing is said.
#[derive(Deserialize, Default)]
#[serde(default, deny_unknown_fields)]
struct Limits {
    memory: Option<u64>,
    work: Option<u64>,
    instructions: Option<u64>,
}

impl Limits {
    fn budget(&self) -> Budget {
        let usual = Budget::default();
        Budget {
            memory: self.memory.unwrap_or(usual.memory),
            work: self.work.unwrap_or(usual.work),
            instructions: self.instructions.unwrap_or(usual.instructions),
            ..usual
        }
    }
}

impl Run {
    pub(crate) fn answer(&self, bytes: &[u8]) -> Result<Answer, RequestError> {
        let session = self.settings.session()?;
        let files = Given::of(&self.name, &self.files, bytes)?;
        let mut options = SceneOptions {
            budget: self.budget.budget(),
            sanitize: self.sanitize,
            pixel: self.pixel.as_ref().map(Pixel::place),
            ..SceneOptions::new(&session, &files)
        };
        if let Some([width, height]) = self.size {
            RequestError::at_most("pixels of a side", width.max(height) as usize, MOST_SIDE)?;
            options.size = (width, height);
        }
        let report = run_scene(&self.name, &self.text, &options);
        let positions = Positions::of(&self.text);
        let mut bytes = Bytes::default();
        let (verdict, reason, failures, problems) = match &report.verdict {
            Verdict::Pass => ("pass", None, Vec::new(), Vec::new()),
            Verdict::Fail(failures) => {
                let failures = failures.iter().map(|one| failure(&positions, one));
                ("fail", None, failures.collect(), Vec::new())
            }
            Verdict::Skip(skip) => ("skip", Some(skip.to_string()), Vec::new(), Vec::new()),
            Verdict::Error(problems) => ("error", None, Vec::new(), list(&positions, problems)),
        };
        let outputs = report.outputs.iter().map(|(path, given)| {
            let mut picture = picture(&mut bytes, given);
            picture["path"] = json!(path);
            picture
        });
        let outputs: Vec<Value> = outputs.collect();
        let mut named = |all: &[(String, Vec<u8>)]| -> Vec<Value> {
            let all = all.iter().map(|(name, content)| {
                let mut row = bytes.add(content);
                row["name"] = json!(name);
                row
            });
            all.collect()
        };
        let (buffers, files) = (named(&report.buffers), named(&report.files));
        let history = report
            .history
            .as_ref()
            .map(|history| history.json(&report.source));
        let json = json!({
            "verdict": verdict,
            "reason": reason,
            "failures": failures,
            "problems": problems,
            "notes": list(&positions, &report.notes),
            "picture": report.picture.as_ref().map(|given| picture(&mut bytes, given)),
            "outputs": outputs,
            "buffers": buffers,
            "files": files,
            "history": history,
        });
        Ok(Answer { json, bytes: bytes.0 })
    }
}

/// Size and bytes of a picture: four bytes a pixel, the top row first.
fn picture(bytes: &mut Bytes, of: &Picture) -> Value {
    let mut place = bytes.add(&of.rgba);
    place["width"] = json!(of.width);
    place["height"] = json!(of.height);
    place
}

/// A probe that found something else than it expected.
fn failure(positions: &Positions, of: &Failure) -> Value {
    let mut row = positions.range(of.span);
    match of.place {
        ProbeLocation::Pixel(pixel) => row["pixel"] = json!(pixel),
        ProbeLocation::Byte(byte) => row["byte"] = json!(byte),
        ProbeLocation::Query(query) => row["query"] = json!(query),
    }
    row["expected"] = json!(of.expected.to_string());
    row["found"] = json!(of.found.to_string());
    row
}
