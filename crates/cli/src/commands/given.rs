//! A program of a file, and what it is given: what `eval` runs and `debug` goes through.

use std::fmt;
use std::path::PathBuf;

use quadrille::programs::Programs;
use quadrille::{Budget, EvaluationError, Inputs, Loaded, Session, Stage, Vector};
use quadrille_base::Span;
use quadrille_isa::gl::DataType;

use crate::commands::judging::Judging;
use crate::error::Error;
use crate::out::count;
use crate::programs::tell_rest;
use crate::setting::{SettingError, split};
use crate::{files, out};

/// The most programs of a file that an error lists.
const MANY: usize = 8;

/// A program of a file, and what it is given: what `eval` runs and `debug` goes through.
#[derive(clap::Args)]
pub(crate) struct Given {
    /// A file with a program, such as a scene, or - for standard input.
    pub(super) path: PathBuf,
    /// Which program of the file is run, counted from 1, where it has several.
    #[arg(long, value_name = "N")]
    program: Option<usize>,
    /// An attribute, such as position=1,2,3,1 or texcoord[0]=0.5,0.5.
    #[arg(long, value_name = "NAME=X,Y,Z,W")]
    attrib: Vec<String>,
    /// How many invocations run together; @N behind the name of an attribute sets it in lane N alone, as in
    /// position@2=1,0,0,1.
    #[arg(long, value_name = "N")]
    lanes: Option<usize>,
    /// How many threads a thread group has, 1 to 32.
    #[arg(long, value_name = "N")]
    group: Option<usize>,
    /// The function of a subroutine parameter, such as 0=3.
    #[arg(long, value_name = "N=FUNCTION")]
    subroutine: Vec<String>,
    /// A program local parameter, such as 0=1,0,0,0.
    #[arg(long, value_name = "N=X,Y,Z,W")]
    local: Vec<String>,
    /// A program environment parameter.
    #[arg(long, value_name = "N=X,Y,Z,W")]
    env: Vec<String>,
    /// A state vector, such as fog.color=1,1,1,1 or matrix.mvp.row[0]=1,0,0,0.
    #[arg(long, value_name = "NAME=X,Y,Z,W")]
    state: Vec<String>,
    /// Instructions after which an invocation is stopped; otherwise it is 4194304.
    #[arg(long, value_name = "INSTRUCTIONS")]
    budget: Option<u64>,
    #[command(flatten)]
    judging: Judging,
}

/// A program that was loaded, where it is in its file, and what it is given.
pub(super) struct Evaluated {
    pub(super) programs: Programs,
    pub(super) place: Span,
    pub(super) program: Loaded,
    pub(super) inputs: Inputs,
}

/// An evaluation that the command line does not describe, or that is not begun.
#[derive(Debug, thiserror::Error)]
pub(crate) enum EvalError {
    #[error("{0}")]
    Which(Which),
    #[error("`{0}` has more than four numbers")]
    Numbers(String),
    #[error("`{0}` has numbers of two types")]
    Types(String),
    #[error(transparent)]
    Setting(#[from] SettingError),
    #[error("the program does not read `{name}`; {known}")]
    Unknown { name: String, known: Known },
    #[error(transparent)]
    Evaluation(EvaluationError),
}

impl EvalError {
    /// Of an evaluation that did not come to its end.
    pub(super) fn of(error: EvaluationError, program: &Loaded) -> EvalError {
        let EvaluationError::UnknownInput(name) = error else {
            return EvalError::Evaluation(error);
        };
        let names = program.attributes().into_iter().chain(program.parameters());
        EvalError::Unknown {
            name,
            known: Known(names.map(|named| named.name).collect()),
        }
    }
}

/// The names of what a program reads.
#[derive(Debug)]
pub(crate) struct Known(Vec<String>);

impl fmt::Display for Known {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let listed = self.0[..self.0.len().min(MANY)].join(", ");
        match self.0.len() {
            0 => write!(f, "it reads no attribute and no parameter"),
            1..=MANY => write!(f, "it reads {listed}"),
            _ => write!(f, "it reads {listed}, …"),
        }
    }
}

/// The programs of a file of which one is to be chosen.
#[derive(Debug)]
pub(crate) struct Which {
    file: String,
    count: usize,
    /// The lines that the first of them begin in.
    lines: Vec<u32>,
}

impl fmt::Display for Which {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (file, count) = (&self.file, count(self.count, "program"));
        let mut lines: Vec<String> = self.lines.iter().map(u32::to_string).collect();
        if self.count > lines.len() {
            lines.push("…".to_owned());
        }
        let begin = match lines.as_slice() {
            [] => return write!(f, "{file} has no program"),
            [line] => format!("from line {line}"),
            lines => format!("from lines {}", lines.join(", ")),
        };
        write!(
            f,
            "{file} has {count} ({begin}): --program N runs one, counted from 1"
        )
    }
}

impl Given {
    /// How programs are judged.
    pub(super) fn options(&self) -> Result<quadrille_check::Options, Error> {
        Ok(self.judging.options()?)
    }

    /// Loads the program and tells what is wrong with it; `None` if it is rejected.
    pub(super) fn load(&self) -> Result<Option<Evaluated>, Error> {
        let text = files::read(&self.path)?;
        let programs = match Programs::of(&self.path, text, &self.judging.options()?) {
            Ok(programs) => programs,
            Err(unfound) => {
                out::diagnostics(&unfound.source, &unfound.problems);
                return Ok(None);
            }
        };
        if !tell_rest(&programs) {
            return Ok(None);
        }
        let place = chosen(&programs, self.program)?;
        let session = Session::with(programs.options.clone());
        let source = &programs.source;
        let loaded = session.load(source.name(), programs.text(place));
        let found = match &loaded {
            Ok(program) => program.diagnostics(),
            Err(rejected) => &rejected.diagnostics,
        };
        let found = found.iter().map(|one| programs.placed(place, one.clone()));
        out::diagnostics(source, &found.collect::<Vec<_>>());
        let Ok(program) = loaded else {
            return Ok(None);
        };
        let inputs = inputs(self, &program)?;
        Ok(Some(Evaluated {
            programs,
            place,
            program,
            inputs,
        }))
    }
}

/// The program of a file that is to be run.
fn chosen(programs: &Programs, number: Option<usize>) -> Result<Span, EvalError> {
    let places = &programs.places;
    let found = match (number, places.as_slice()) {
        (Some(number), places) => number.checked_sub(1).and_then(|at| places.get(at)),
        (None, [only]) => Some(only),
        (None, _) => None,
    };
    found.copied().ok_or_else(|| {
        let line = |place: &Span| programs.source.position(programs.whole(*place).start).line;
        EvalError::Which(Which {
            file: programs.source.name().to_owned(),
            count: places.len(),
            lines: places.iter().take(MANY).map(line).collect(),
        })
    })
}

fn inputs(args: &Given, program: &Loaded) -> Result<Inputs, EvalError> {
    let mut inputs = Inputs::default();
    if let Some(lanes) = args.lanes {
        inputs.set_lanes(lanes);
    }
    if let Some(instructions) = args.budget {
        inputs.set_budget(Budget::of_instructions(instructions));
    }
    if let Some(group) = args.group {
        inputs.set_group(group);
    }
    for setting in &args.subroutine {
        let numbers = setting.split_once('=');
        let numbers =
            numbers.and_then(|(parameter, function)| Some((parameter.parse().ok()?, function.parse().ok()?)));
        let (parameter, function): (usize, u32) =
            numbers.ok_or_else(|| SettingError::form(setting, "N=FUNCTION"))?;
        inputs.set_subroutine(parameter, function);
    }
    let stage = match program.program().profile().stage {
        Stage::Fragment => "fragment.",
        Stage::Compute => "invocation.",
        _ => "vertex.",
    };
    // The last are the letters of registers.
    let prefixes = [
        "vertex",
        "fragment",
        "primitive",
        "invocation",
        "patch",
        "thread",
        "v",
        "f",
        "c",
        "p",
    ];
    for (settings, before, after) in [
        (&args.attrib, stage, ""),
        (&args.local, "program.local[", "]"),
        (&args.env, "program.env[", "]"),
        (&args.state, "state.", ""),
    ] {
        for setting in settings {
            let (name, value) = split(setting, "NAME=VALUE")?;
            let (name, lane) = match name.split_once('@') {
                Some((name, lane)) => {
                    let number = lane.parse();
                    let number = number.map_err(|_| SettingError::Lane(lane.to_owned()))?;
                    (name, Some(number))
                }
                None => (name, None),
            };
            let whole = prefixes.iter().any(|prefix| {
                let rest = name.strip_prefix(prefix);
                rest.is_some_and(|rest| rest.starts_with(['.', '[']))
            });
            let name = name.strip_prefix(before).unwrap_or(name);
            let name = if whole && after.is_empty() && before != "state." {
                setting.split(['=', '@']).next().unwrap_or(name).to_owned()
            } else {
                format!("{before}{name}{after}")
            };
            inputs.set_vector(name, lane, vector(value)?);
        }
    }
    Ok(inputs)
}

/// One to four numbers with commas; the rest is (0, 0, 1) as for attributes. `0x…` gives the bits; `s` and
/// `u` behind a number make it a signed or an unsigned integer, `d` a float of 64 bits.
fn vector(text: &str) -> Result<Vector, EvalError> {
    let numbers: Vec<&str> = text.split(',').map(str::trim).collect();
    if numbers.len() > 4 {
        return Err(EvalError::Numbers(text.to_owned()));
    }
    let mut data_type = None;
    let mut words = [0; 4];
    for (word, number) in words.iter_mut().zip(&numbers) {
        let parsed = component(number).ok_or_else(|| SettingError::Number((*number).to_owned()))?;
        *word = parsed.1;
        if data_type.is_some() && parsed.0.is_some() && data_type != parsed.0 {
            return Err(EvalError::Types(text.to_owned()));
        }
        data_type = data_type.or(parsed.0);
    }
    if numbers.len() < 4 {
        words[3] = match data_type {
            Some(DataType::F64) => 1f64.to_bits(),
            Some(DataType::S32 | DataType::U32 | DataType::S64 | DataType::U64) => 1,
            _ => u64::from(1f32.to_bits()),
        };
    }
    Ok(Vector { data_type, words })
}

/// A number and its type; bits have none.
fn component(number: &str) -> Option<(Option<DataType>, u64)> {
    if let Some(bits) = number.strip_prefix("0x") {
        return Some((None, u64::from_str_radix(bits, 16).ok()?));
    }
    if let Some(signed) = number.strip_suffix('s') {
        let value: i64 = signed.parse().ok()?;
        return Some(match i32::try_from(value) {
            Ok(value) => (Some(DataType::S32), u64::from(value as u32)),
            Err(_) => (Some(DataType::S64), value as u64),
        });
    }
    if let Some(unsigned) = number.strip_suffix('u') {
        let value: u64 = unsigned.parse().ok()?;
        let long = value > u64::from(u32::MAX);
        return Some((Some(if long { DataType::U64 } else { DataType::U32 }), value));
    }
    if let Some(double) = number.strip_suffix('d') {
        return Some((Some(DataType::F64), double.parse::<f64>().ok()?.to_bits()));
    }
    let value: f32 = number.parse().ok()?;
    Some((Some(DataType::F32), u64::from(value.to_bits())))
}
