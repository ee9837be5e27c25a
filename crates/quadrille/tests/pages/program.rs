//! Blocks that are one program, run by hand.
//!
//! `> NAME TYPE numbers` sets an attribute or parameter, `NAME@lane` in one lane; `> lanes n`, `> group n`,
//! `> subroutine parameter function`. `= NAME TYPE numbers` is what a result then is, `NAME@lane` in one lane;
//! `= emit number stream NAME TYPE numbers` what an emitted vertex has, `= emitted number` how many vertices and ends
//! of primitives there are, `= killed lanes`. A number that is left out, or `_`, is not compared.

use quadrille::{Emission, EvaluationError, Inputs, Loaded, Outputs, Rejected, Session, Vector};
use quadrille_isa::gl::DataType;
use quadrille_pages_testkit::{Block, PageBlockKind};

/// Why a block is not true.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Untrue {
    #[error("it loads")]
    Loads,
    #[error(transparent)]
    Rejected(#[from] Rejected),
    #[error(transparent)]
    Run(#[from] EvaluationError),
    #[error("findings: {names:?} at {places:?}")]
    Findings {
        names: Vec<&'static str>,
        places: Vec<String>,
    },
    #[error("`{0}`: there is no such vertex")]
    NoVertex(String),
    #[error("`{0}`: there is no such result")]
    NoResult(String),
    #[error("`{line}`, but found {found}")]
    Result { line: String, found: String },
}

pub(crate) fn judge(session: &Session, block: &Block<'_>) -> Result<(), Untrue> {
    let loaded = session.load("page", &block.body());
    let loaded = match (block.kind, loaded) {
        (PageBlockKind::Accept, Ok(_)) => return Ok(()),
        (PageBlockKind::Reject, Ok(_)) => return Err(Untrue::Loads),
        (PageBlockKind::Reject, Err(rejected)) => {
            let named = rejected
                .diagnostics
                .iter()
                .any(|found| found.rule.name == block.rule);
            return if named { Ok(()) } else { Err(rejected.into()) };
        }
        (_, loaded) => loaded?,
    };
    let mut inputs = Inputs::default();
    for line in block.marked('>') {
        set(&mut inputs, line);
    }
    let (run, findings) = loaded.sanitize(&inputs);
    let outputs = run?;
    let names: Vec<&str> = findings.iter().map(|found| found.rule.name).collect();
    let right = match block.kind {
        PageBlockKind::Finding => !names.is_empty() && names.iter().all(|found| *found == block.rule),
        _ => names.is_empty(),
    };
    if !right {
        let places = findings.iter();
        let place = |instruction| loaded.source().slice(loaded.program().span(instruction));
        let places = places.map(|found| place(found.instruction).to_owned()).collect();
        return Err(Untrue::Findings { names, places });
    }
    block
        .marked('=')
        .try_for_each(|line| compare(&loaded, &outputs, line))
}

fn set(inputs: &mut Inputs, line: &str) {
    let words: Vec<&str> = line.split_whitespace().collect();
    let number = |at: usize| words[at].parse::<usize>().expect(line);
    match words[0] {
        "lanes" => inputs.set_lanes(number(1)),
        "group" => inputs.set_group(number(1)),
        "subroutine" => inputs.set_subroutine(number(1), number(2) as u32),
        name => {
            let (name, lane) = laned(name);
            let mut vector = Vector {
                data_type: Some(data_type(words[1])),
                words: [0; 4],
            };
            for (word, text) in vector.words.iter_mut().zip(&words[2..]) {
                *word = bits(words[1], text);
            }
            inputs.set_vector(name, lane, vector);
        }
    }
}

fn laned(name: &str) -> (&str, Option<usize>) {
    match name.split_once('@') {
        Some((name, lane)) => (name, Some(lane.parse().expect(lane))),
        None => (name, None),
    }
}

fn data_type(name: &str) -> DataType {
    match name {
        "f32" => DataType::F32,
        "f64" => DataType::F64,
        "i32" => DataType::S32,
        "u32" => DataType::U32,
        "i64" => DataType::S64,
        "u64" => DataType::U64,
        _ => panic!("{name} is no type"),
    }
}

fn bits(kind: &str, text: &str) -> u64 {
    if let Some(hex) = text.strip_prefix("0x") {
        return u64::from_str_radix(hex, 16).expect(text);
    }
    match kind {
        "f32" => u64::from(text.parse::<f32>().expect(text).to_bits()),
        "f64" => text.parse::<f64>().expect(text).to_bits(),
        "i32" => u64::from(text.parse::<i32>().expect(text) as u32),
        "u32" => u64::from(text.parse::<u32>().expect(text)),
        "i64" => text.parse::<i64>().expect(text) as u64,
        _ => text.parse().expect(text),
    }
}

fn compare(loaded: &Loaded, outputs: &Outputs, line: &str) -> Result<(), Untrue> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let number = |at: usize| words[at].parse::<usize>().expect(line);
    match words[0] {
        "killed" => {
            let lanes: Vec<usize> = (1..words.len()).map(number).collect();
            let found = &outputs.killed_lanes;
            same(line, *found == lanes, || format!("{found:?}"))
        }
        "emitted" => {
            let found = outputs.emitted.len();
            same(line, found == number(1), || found.to_string())
        }
        "emit" => {
            let Some(Emission::Vertex { stream, results, .. }) = outputs.emitted.get(number(1)) else {
                return Err(Untrue::NoVertex(line.to_owned()));
            };
            let names = loaded.results();
            let slot = names.iter().position(|named| named.name == words[3]);
            let slot = slot.ok_or_else(|| Untrue::NoResult(line.to_owned()))?;
            same(line, *stream as usize == number(2), || format!("stream {stream}"))?;
            equal(line, results[slot], words[4], &words[5..])
        }
        name => {
            let (name, lane) = laned(name);
            let found = outputs.bits(name, lane.unwrap_or(0));
            let found = found.ok_or_else(|| Untrue::NoResult(line.to_owned()))?;
            equal(line, found, words[1], &words[2..])
        }
    }
}

fn equal(line: &str, found: [u32; 4], kind: &str, expected: &[&str]) -> Result<(), Untrue> {
    let mut pairs = found.iter().zip(expected);
    let right = pairs.all(|(found, text)| *text == "_" || bits(kind, text) == u64::from(*found));
    same(line, right, || match kind {
        "f32" => format!("{:?}", found.map(f32::from_bits)),
        "i32" => format!("{:?}", found.map(|word| word as i32)),
        _ => format!("{found:x?}"),
    })
}

fn same(line: &str, right: bool, found: impl Fn() -> String) -> Result<(), Untrue> {
    if right {
        Ok(())
    } else {
        let (line, found) = (line.to_owned(), found());
        Err(Untrue::Result { line, found })
    }
}
