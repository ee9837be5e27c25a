//! The report on a drawn scene, as a message.

use quadrille::DeviceError;
use quadrille::Picture;
use quadrille::scene::{self, Failure, NumberType, Skip, Unmet, Values, Verdict};
use quadrille_base::{Source, Span};
use serde::{Deserialize, Serialize};
use serde_bytes::ByteBuf;

use super::content::ContentError;
use super::picture::{Buffers, Image};
use super::problem::{MessageSpan, Problem};

/// A report without the scene's text, which who asked has.
#[derive(Serialize, Deserialize, Debug)]
pub(crate) struct Report {
    verdict: Outcome,
    framebuffer: Option<Buffers>,
    picture: Option<Image>,
    outputs: Vec<(String, Image)>,
    files: Vec<(String, ByteBuf)>,
    buffers: Vec<(String, ByteBuf)>,
    notes: Vec<Problem>,
}

#[derive(Serialize, Deserialize, Debug)]
enum Outcome {
    Pass,
    Fail(Vec<Miss>),
    Skip(#[serde(with = "Skipped")] Skip),
    Error(Vec<Problem>),
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Skip")]
enum Skipped {
    Unmet(#[serde(with = "Lack")] Unmet),
    Device {
        line: Option<u32>,
        #[serde(with = "Refused")]
        error: DeviceError,
    },
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Unmet")]
enum Lack {
    Api,
    Version,
    ShadingLanguage,
    Shader(String),
    Lacking(String),
    Present(String),
    Foreign(String),
    Limit { name: String, value: i64 },
    UnknownLimit(String),
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "DeviceError")]
enum Refused {
    Unsupported(String),
    Extension(String),
    Failed(String),
}

/// A probe that failed.
#[derive(Serialize, Deserialize, Debug)]
struct Miss {
    #[serde(with = "MessageSpan")]
    span: Span,
    #[serde(with = "Spot")]
    place: scene::ProbeLocation,
    expected: Numbers,
    found: Numbers,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "scene::ProbeLocation")]
enum Spot {
    Pixel([i32; 2]),
    Byte(u64),
    Query(u32),
}

/// Numbers as memory holds them, and the name of their type.
#[derive(Serialize, Deserialize, Debug)]
struct Numbers {
    kind: String,
    bytes: ByteBuf,
}

impl From<&Values> for Numbers {
    fn from(values: &Values) -> Numbers {
        Numbers {
            kind: values.number_type().name().to_owned(),
            bytes: values.bytes().into(),
        }
    }
}

impl Numbers {
    fn values(&self) -> Result<Values, ContentError> {
        let kind = NumberType::of_name(&self.kind);
        let kind = kind.ok_or_else(|| ContentError::NumberType(self.kind.clone()))?;
        Ok(kind.values(&self.bytes))
    }
}

impl From<scene::Report> for Report {
    fn from(report: scene::Report) -> Report {
        let scene::Report {
            verdict,
            picture,
            framebuffer,
            outputs,
            files,
            buffers,
            notes,
            // A driver is not watched.
            history: _,
            heat: _,
            source: _,
        } = report;
        Report {
            verdict: match verdict {
                Verdict::Pass => Outcome::Pass,
                Verdict::Fail(failures) => Outcome::Fail(failures.iter().map(Miss::from).collect()),
                Verdict::Skip(reason) => Outcome::Skip(reason),
                Verdict::Error(problems) => Outcome::Error(problems.into_iter().map(Problem::from).collect()),
            },
            framebuffer: framebuffer.as_ref().map(Buffers::new),
            picture: picture.map(Image::from),
            outputs: outputs
                .into_iter()
                .map(|(path, picture)| (path, picture.into()))
                .collect(),
            files: files
                .into_iter()
                .map(|(path, bytes)| (path, bytes.into()))
                .collect(),
            buffers: buffers
                .into_iter()
                .map(|(name, bytes)| (name, bytes.into()))
                .collect(),
            notes: notes.into_iter().map(Problem::from).collect(),
        }
    }
}

impl From<&Failure> for Miss {
    fn from(failure: &Failure) -> Miss {
        let Failure {
            span,
            place,
            expected,
            found,
        } = failure;
        Miss {
            span: *span,
            place: *place,
            expected: expected.into(),
            found: found.into(),
        }
    }
}

impl Report {
    /// The report on a scene of that name and text, if everything in it is known.
    pub(crate) fn of(self, name: &str, text: &str) -> Result<scene::Report, ContentError> {
        let failure = |miss: Miss| {
            Ok(Failure {
                span: miss.span,
                place: miss.place,
                expected: miss.expected.values()?,
                found: miss.found.values()?,
            })
        };
        let verdict = match self.verdict {
            Outcome::Pass => Verdict::Pass,
            Outcome::Fail(misses) => Verdict::Fail(
                misses
                    .into_iter()
                    .map(failure)
                    .collect::<Result<_, ContentError>>()?,
            ),
            Outcome::Skip(reason) => Verdict::Skip(reason),
            Outcome::Error(problems) => {
                let problems = problems.into_iter().map(Problem::diagnostic);
                Verdict::Error(problems.collect::<Result<_, ContentError>>()?)
            }
        };
        Ok(scene::Report {
            verdict,
            history: None,
            heat: None,
            picture: self.picture.map(Picture::from),
            framebuffer: self.framebuffer.map(Buffers::framebuffer).transpose()?,
            outputs: self
                .outputs
                .into_iter()
                .map(|(path, picture)| (path, picture.into()))
                .collect(),
            files: self
                .files
                .into_iter()
                .map(|(path, bytes)| (path, bytes.into_vec()))
                .collect(),
            buffers: self
                .buffers
                .into_iter()
                .map(|(name, bytes)| (name, bytes.into_vec()))
                .collect(),
            notes: self
                .notes
                .into_iter()
                .map(Problem::diagnostic)
                .collect::<Result<_, ContentError>>()?,
            source: Source::new(name, text),
        })
    }
}

#[cfg(test)]
mod tests {
    use quadrille::scene::{NoFiles, SceneOptions};
    use quadrille::{ColorFormat, Session, run_scene};

    use super::*;
    use crate::message::Scene;

    const START: &str = "[require]\nSIZE 5 3\n[fragment program]\n!!ARBfp1.0\n\
                         MOV result.color, {1, 0.5, 0.25, 2};\nEND\n[test]\n";

    /// The report of a scene drawn directly, and that of the scene after both messages were encoded and decoded.
    fn there_and_back(text: &str, options: &SceneOptions<'_>) -> [scene::Report; 2] {
        const NAME: &str = "a.shader_test";
        let bytes = postcard::to_stdvec(&Scene::new(NAME, text, options)).expect("it is written");
        let scene: Scene = postcard::from_bytes(&bytes).expect("it is read");
        let session = scene.session();
        let there = run_scene(&scene.name, &scene.text, &scene.options(&session, &NoFiles));
        let bytes = postcard::to_stdvec(&Report::from(there)).expect("it is written");
        let back: Report = postcard::from_bytes(&bytes).expect("it is read");
        let back = back.of(NAME, text).expect("all is known");
        [run_scene(NAME, text, options), back]
    }

    #[test]
    fn what_comes_back_is_what_was_drawn() {
        let session = Session::new();
        let options = SceneOptions {
            color: ColorFormat::Rgba32F,
            draw_buffers: 2,
            ..SceneOptions::new(&session, &NoFiles)
        };
        let passes =
            "draw rect -1 -1 2 1\noutput a.png\nbuffer b sequence u32 4 1 1\noutput buffer b b.bin\n";
        let fails = "draw rect -1 -1 2 1\nprobe rgb 1 0 0 0.5 0.25\n";
        let broken = START.replace("0.25", "0.25.x.y");
        for (text, passed) in [
            (format!("{START}{passes}"), true),
            (format!("{START}{fails}"), false),
            (format!("{broken}{passes}"), false),
            (START.replace("[test]", "[nonsense]"), false),
            (START.replace("SIZE 5 3", "GL >= 99.0"), false),
        ] {
            let [own, back] = there_and_back(&text, &options);
            assert_eq!(own.verdict == Verdict::Pass, passed, "{:?}", own.verdict);
            assert_eq!(own.verdict, back.verdict);
            assert_eq!(own.framebuffer, back.framebuffer);
            assert_eq!(own.picture, back.picture);
            assert_eq!(own.outputs, back.outputs);
            assert_eq!(own.files, back.files);
            assert_eq!(own.buffers, back.buffers);
            assert_eq!(own.notes, back.notes);
            assert_eq!(own.source, back.source);
        }
    }
}
