//! The report of `quadrille run --compare`: by how much two engines differ in a scene. Programs and pictures are
//! measured by the library.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use quadrille::scene::{Report, SceneOptions};
use quadrille::{Difference, Differences, PictureDifference, Refused};
use quadrille_drivers::DriverError;
use serde_json::json;

use crate::engine::{Engine, EngineError};

/// A second engine beside the one that draws.
pub(crate) struct Comparison {
    names: [String; 2],
    second: Engine,
    /// The differences of programs' results; none where only pictures can be compared.
    differences: Option<Arc<Differences>>,
}

/// The differences in one scene.
pub(crate) struct Compared {
    names: [String; 2],
    differences: Vec<Difference>,
    refused: Vec<Refused>,
    /// The difference of the pictures; none without two pictures, an error where a driver drew none.
    picture: Result<Option<PictureDifference>, DriverError>,
}

impl Comparison {
    /// The engine that draws, made to measure against the second of `names`; its own is the first.
    pub(crate) fn new(
        engine: Engine,
        names: [&str; 2],
        limit: Option<Duration>,
    ) -> Result<(Engine, Comparison), EngineError> {
        let second = Engine::of_name(names[1], engine.session().options(), limit)?;
        let (engine, differences) = engine.compared_with(names[1]);
        let names = names.map(str::to_owned);
        Ok((
            engine,
            Comparison {
                names,
                second,
                differences,
            },
        ))
    }

    /// Whether the second engine is a driver of the machine.
    pub(crate) fn has_driver(&self) -> bool {
        self.second.is_driver()
    }

    /// Draws a scene again, on the second engine alone, and takes what the first run has measured.
    pub(crate) fn of(&self, report: &Report, text: &str, options: &SceneOptions<'_>) -> Compared {
        let (differences, refused) = self
            .differences
            .as_ref()
            .map(|differences| differences.take())
            .unwrap_or_default();
        let again = SceneOptions {
            session: self.second.session(),
            device: None,
            ..options.clone()
        };
        let other = self.second.run(report.source.name(), text, &again);
        let picture = other.map(|other| {
            let (own, other) = (report.framebuffer.as_ref()?, other.framebuffer.as_ref()?);
            PictureDifference::between(own, other, 0.0)
        });
        Compared {
            names: self.names.clone(),
            differences,
            refused,
            picture,
        }
    }
}

impl Compared {
    /// Whether a driver did not draw the scene.
    pub(crate) fn is_missing(&self) -> bool {
        self.picture.is_err()
    }

    pub(crate) fn json(&self) -> serde_json::Value {
        let results = self.differences.iter().map(|row| {
            json!({
                "program": row.stage.to_string(),
                "result": row.result,
                "invocations": row.invocations,
                "differing": row.differing,
                "ulps": row.ulps,
                "amount": row.amount,
            })
        });
        let refused = self.refused.iter().map(
            |row| json!({ "engine": row.engine, "program": row.stage.to_string(), "reason": row.reason.to_string() }),
        );
        let (picture, failed) = match &self.picture {
            Ok(picture) => (picture.as_ref().map(picture_json), None),
            Err(error) => (None, Some(error.to_string())),
        };
        json!({
            "engines": self.names,
            "results": results.collect::<Vec<_>>(),
            "refused": refused.collect::<Vec<_>>(),
            "picture": picture,
            "failed": failed,
        })
    }
}

impl fmt::Display for Compared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, second] = &self.names;
        writeln!(f, "  {first} against {second}:")?;
        for Refused {
            engine,
            stage,
            reason,
        } in &self.refused
        {
            writeln!(
                f,
                "    {stage}: {engine} leaves it to the reference engine: {reason}"
            )?;
        }
        for row in &self.differences {
            write!(f, "    {} ({}): ", row.result, row.stage)?;
            if row.differing == 0 {
                writeln!(f, "the same bits in {} invocations", row.invocations)?;
            } else {
                writeln!(
                    f,
                    "{} of {} invocations differ, by {} units in the last place and {:.1e} at most",
                    row.differing, row.invocations, row.ulps, row.amount
                )?;
            }
        }
        match &self.picture {
            Ok(None) => Ok(()),
            Ok(Some(picture)) => writeln!(f, "    picture: {picture}"),
            Err(error) => writeln!(f, "    no picture: {error}"),
        }
    }
}

/// The difference of two pictures, as JSON.
pub(super) fn picture_json(found: &PictureDifference) -> serde_json::Value {
    json!({
        "pixels": found.picture.rgba.len() / 4,
        "beyond": found.beyond,
        "edges": found.at_edges,
        // A number from none is no number of steps.
        "steps": found.steps.is_finite().then_some(found.steps),
        "at": found.at,
        "ulps": found.ulps,
    })
}
