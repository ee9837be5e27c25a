//! A scene to be drawn, with the options that it is drawn under.

use quadrille::scene::SceneOptions;
use quadrille::{Budget, ColorFormat, Dialect, Files, Limits, Macros, Options, Session};
use quadrille_isa::gl::limit::LIMITS;
use serde::{Deserialize, Serialize};

/// A scene and its options; its files are asked for when they are wanted.
#[derive(Serialize, Deserialize, Debug)]
pub(crate) struct Scene {
    pub(crate) name: String,
    pub(crate) text: String,
    threads: usize,
    size: (u32, u32),
    memory: u64,
    work: u64,
    instructions: u64,
    unordered: bool,
    #[serde(with = "color")]
    color: ColorFormat,
    draw_buffers: usize,
    sanitize: bool,
    strict_engine: bool,
    #[serde(with = "Habits")]
    dialect: Dialect,
    /// In the order of the table.
    limits: Vec<u32>,
    max_diagnostics: usize,
    /// Names and values, where programs are preprocessed.
    macros: Option<Vec<(String, String)>>,
}

/// A format by its name.
mod color {
    use quadrille::ColorFormat;
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(super) fn serialize<S: Serializer>(format: &ColorFormat, to: S) -> Result<S::Ok, S::Error> {
        format.row().name.serialize(to)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<ColorFormat, D::Error> {
        let name = String::deserialize(from)?;
        let found = ColorFormat::from_name(&name).filter(|format| format.is_color_renderable());
        found.ok_or_else(|| D::Error::custom(format!("the colour format {name} is not known here")))
    }
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Dialect")]
enum Habits {
    Strict,
    Nvidia,
    Apple,
    Mesa,
}

impl Scene {
    pub(crate) fn new(name: &str, text: &str, options: &SceneOptions<'_>) -> Scene {
        let SceneOptions {
            session,
            files: _,
            threads,
            size,
            budget,
            unordered,
            device: _,
            color,
            draw_buffers,
            sanitize,
            // A driver is not watched.
            pixel: _,
            invocations: _,
            debugger: _,
            heat: _,
            measure: _,
            strict_engine,
        } = options;
        // What stops the run from outside stays here: who asks has a limit of time for the process.
        let Budget {
            memory,
            work,
            instructions,
            stop: _,
        } = budget;
        let Options {
            limits,
            dialect,
            target: _,
            preprocess,
            max_diagnostics,
        } = session.options();
        Scene {
            name: name.to_owned(),
            text: text.to_owned(),
            threads: *threads,
            size: *size,
            memory: *memory,
            work: *work,
            instructions: *instructions,
            unordered: *unordered,
            color: *color,
            draw_buffers: *draw_buffers,
            sanitize: *sanitize,
            strict_engine: *strict_engine,
            dialect: *dialect,
            limits: LIMITS.iter().map(|row| limits.get(row.limit)).collect(),
            max_diagnostics: *max_diagnostics,
            macros: preprocess.as_ref().map(|macros| {
                let all = macros.iter();
                all.map(|(name, value)| (name.to_owned(), value.to_owned()))
                    .collect()
            }),
        }
    }

    /// The session that its programs are loaded in.
    pub(crate) fn session(&self) -> Session {
        let mut limits = Limits::default();
        for (row, value) in LIMITS.iter().zip(&self.limits) {
            limits.set(row.name, *value);
        }
        Session::with(Options {
            limits,
            dialect: self.dialect,
            target: None,
            preprocess: self.macros.as_ref().map(|defined| {
                let mut macros = Macros::new();
                for (name, value) in defined {
                    // They were macros before.
                    let _ = macros.define(name, value);
                }
                macros
            }),
            max_diagnostics: self.max_diagnostics,
        })
    }

    /// The options, without a device.
    pub(crate) fn options<'a>(&self, session: &'a Session, files: &'a dyn Files) -> SceneOptions<'a> {
        SceneOptions {
            session,
            files,
            threads: self.threads,
            size: self.size,
            budget: Budget {
                memory: self.memory,
                work: self.work,
                instructions: self.instructions,
                stop: None,
            },
            unordered: self.unordered,
            device: None,
            color: self.color,
            draw_buffers: self.draw_buffers,
            pixel: None,
            invocations: None,
            debugger: None,
            heat: None,
            measure: None,
            sanitize: self.sanitize,
            strict_engine: self.strict_engine,
        }
    }
}
