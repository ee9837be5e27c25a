//! What can be asked, and the way from the bytes of a request to those of its answer.

use serde::Deserialize;
use serde_json::json;

use crate::error::RequestError;
use crate::message::{Answer, parts};
use crate::{adjustable, check, debug, explain, geforce3, qpu, run, statistics, translate};

/// A request, by its field `do`.
#[derive(Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case")]
enum Request {
    /// Every problem of a text.
    Check(check::Check),
    /// Draws a scene, with the history of a pixel where one is asked for.
    Run(run::Run),
    /// The programs of a text in another language.
    Translate(translate::Translate),
    /// What the programs of a text cost.
    Statistics(statistics::Count),
    /// The numbers of a scene that a slider may move.
    Adjustable(adjustable::Find),
    /// Words of the GeForce 3 and their way through its pipeline.
    Geforce3(geforce3::Time),
    /// A QPU program, run instruction by instruction.
    Qpu(qpu::Execute),
    /// A program or the fragments at a pixel, forwards and back.
    Debug(debug::Debug),
    /// A page of the manual.
    Explain(explain::Explain),
    /// Opcodes, bindings and options.
    Words,
    /// What there is: version, targets, dialects.
    About,
}

/// The answer to a message, as a message: `{"ok": …}`, or `{"error": "…"}`.
pub fn answer(message: &[u8]) -> Vec<u8> {
    let answer = match answered(message) {
        Ok(Answer { json, bytes }) => Answer {
            json: json!({ "ok": json }),
            bytes,
        },
        Err(error) => Answer::from(json!({ "error": error.to_string() })),
    };
    answer.message()
}

fn answered(message: &[u8]) -> Result<Answer, RequestError> {
    let (text, bytes) = parts(message)?;
    match serde_json::from_slice(text)? {
        Request::Check(request) => request.answer(bytes),
        Request::Run(request) => request.answer(bytes),
        Request::Translate(request) => request.answer(),
        Request::Statistics(request) => request.answer(),
        Request::Adjustable(request) => Ok(request.answer()),
        Request::Geforce3(request) => request.answer(),
        Request::Qpu(request) => request.answer(bytes),
        Request::Debug(request) => request.answer(bytes),
        Request::Explain(request) => request.answer(),
        Request::Words => Ok(explain::words()),
        Request::About => Ok(explain::about()),
    }
}
