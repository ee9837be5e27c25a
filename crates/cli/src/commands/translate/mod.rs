//! `quadrille translate`: programs to shading languages.

mod bindings;
mod fixed;
mod group_size;
mod names;
mod output;
mod unit;

use std::io::IsTerminal;
use std::path::PathBuf;
use std::process::ExitCode;
use std::rc::Rc;

use clap::ValueEnum;
use clap::builder::PossibleValuesParser;
use indicatif::{ProgressBar, ProgressStyle};
use quadrille::programs::Programs;
use quadrille::translate::{
    self, Approximation, Emulation, ImageFormat, Options, Packing, Semantics, TARGETS, Target, arb,
};
use quadrille::{FixedFunction, FixedFunctionError};
use quadrille_isa::gl::ProgramOption;

use crate::commands::judging::Judging;
use crate::commands::reading::Reading;
use crate::error::Error;
use crate::exit::USAGE;
use crate::files;
use crate::out::{self, count};
use crate::programs::tell_rest;
use bindings::BindingsError;
use names::{approximations, emulations, profiles, vendor_options};
use output::{Sink, SinkError};
use unit::{NoPair, Unit};

/// Files from which a progress bar is worth showing.
const MANY: usize = 20;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Files with one or more programs, folders and archives of such files, or - for standard input. Programs of a file that
    /// are each of another stage of a draw are used together, so that their interfaces agree.
    #[arg(required_unless_present = "fixed_function")]
    paths: Vec<PathBuf>,
    /// The state of the fixed function, as JSON: a program without a partner gets shaders that do what it says as the other
    /// half; without programs, both halves are written, under the name of the file.
    #[arg(long, value_name = "STATE")]
    fixed_function: Option<PathBuf>,
    /// The language.
    #[arg(long, value_name = "TARGET", value_parser = PossibleValuesParser::new(TARGETS.iter().map(|row| row.name)))]
    to: String,
    /// Where the shader goes: a folder if there is one, if the name ends in / or if several files or a folder are
    /// read; a file otherwise. Without it, or with -, to standard output, where a line before each of several shaders
    /// names its file.
    #[arg(short, long)]
    output: Option<PathBuf>,
    /// The programs of all files, each of another stage of a draw, are used together.
    #[arg(long)]
    pair: bool,
    /// Writes what the shaders get and give, as JSON; of several shaders an array.
    #[arg(long, value_name = "FILE")]
    reflect: Option<PathBuf>,
    /// Special values are what the source language says wherever they come from: zeros keep their signs, and infinities
    /// and NaN stay on the way, which SPIR-V asks for (SPV_KHR_float_controls), where the device can, and for which GLSL
    /// has all that is computed precise. A target without a word for it is refused. Without this they are what the source
    /// language says as far as they reach an instruction.
    #[arg(long, conflicts_with = "fast", alias = "preserve-special")]
    exact: bool,
    /// Special values are what the target's own operations make of them.
    #[arg(long)]
    fast: bool,
    /// Lets an emulation stand in for what the target lacks.
    #[arg(long, value_name = "NAME", value_parser = emulations())]
    allow: Vec<String>,
    /// Lets something else stand in for what an ARB program cannot be given.
    #[arg(long, value_name = "NAME", value_parser = approximations())]
    approximate: Vec<String>,
    /// An option of a vendor that ARB programs may have, where their stage takes it; they name it.
    #[arg(long, value_name = "NAME", value_parser = vendor_options())]
    option: Vec<String>,
    /// The limits that ARB programs must keep; without them they may have any size, and say where that is more than
    /// every driver takes.
    #[arg(long, value_name = "NAME", value_parser = profiles())]
    profile: Option<String>,
    /// How parameters reach the shader: plain, or a block where the target has no plain uniforms.
    #[arg(long, value_enum)]
    parameters: Option<ParameterPacking>,
    /// Binding numbers, as a JSON object: {"texture[0]": 3, "parameters.vertex": 0}.
    #[arg(long, value_name = "FILE")]
    bindings: Option<PathBuf>,
    /// Formats of image units that texels are converted to, where the target wants them: 0=rgba8,1=r32f.
    #[arg(long, value_name = "UNIT=FORMAT", value_delimiter = ',', value_parser = image_format)]
    image_formats: Vec<(u32, ImageFormat)>,
    /// The size of work groups of compute programs that leave it to the dispatch.
    #[arg(long, value_name = "X,Y,Z", value_parser = group_size::read)]
    group_size: Option<[u32; 3]>,
    /// The vertex arrays that shaders of the compatibility profile read.
    #[arg(long, value_enum, default_value = "named")]
    attributes: VertexAttributes,
    /// Back faces take the back colours.
    #[arg(long)]
    two_sided: bool,
    /// Every pixel of a primitive gets the colours of one vertex (SHADE_MODEL is FLAT).
    #[arg(long)]
    flat_colors: bool,
    /// Fragments whose alpha does not compare so with u_alpha_reference are dropped.
    #[arg(long, value_name = "COMPARISON")]
    alpha_test: Option<AlphaTest>,
    /// The enabled clip planes: a vertex shader gives distances to no others, and one of a position-invariant program to
    /// each of them.
    #[arg(long, value_name = "NUMBERS", value_delimiter = ',', value_parser = clap::value_parser!(u32).range(..32))]
    clip_planes: Option<Vec<u32>>,
    /// The parameter u_point_size is the size of points (VERTEX_PROGRAM_POINT_SIZE is off).
    #[arg(long)]
    point_size: bool,
    /// How depth comparisons fill a vector (DEPTH_TEXTURE_MODE).
    #[arg(long, default_value = "luminance")]
    depth_mode: DepthMode,
    /// Vertex colours leave the shader as they are (CLAMP_VERTEX_COLOR is off).
    #[arg(long)]
    no_color_clamp: bool,
    /// Leaves comments out.
    #[arg(long)]
    no_comments: bool,
    #[command(flatten)]
    reading: Reading,
    #[command(flatten)]
    judging: Judging,
}

#[derive(Clone, Copy, ValueEnum)]
enum ParameterPacking {
    /// Uniforms of their own.
    Plain,
    /// A uniform block with the std140 layout.
    Block,
    /// Push constants.
    Push,
}

#[derive(Clone, Copy, ValueEnum)]
enum AlphaTest {
    /// None passes.
    Never,
    /// `<`
    Less,
    /// `<=`
    Lequal,
    /// `==`
    Equal,
    /// `>=`
    Gequal,
    /// `>`
    Greater,
    /// `!=`
    Notequal,
}

#[derive(Clone, Copy, ValueEnum)]
enum VertexAttributes {
    /// Those that the program names: vertex.attrib[8] is generic, vertex.texcoord[0] and v[8] are conventional.
    Named,
    /// Generic ones, by number, for engines that call VertexAttribPointer.
    Generic,
    /// Conventional ones, wherever a number has one.
    Conventional,
}

#[derive(Clone, Copy, ValueEnum)]
enum DepthMode {
    /// (r, r, r, 1)
    Luminance,
    /// (r, r, r, r)
    Intensity,
    /// (0, 0, 0, r)
    Alpha,
    /// (r, 0, 0, 1)
    Red,
}

/// A translation that the command line does not describe.
#[derive(Debug, thiserror::Error)]
pub(crate) enum TranslateError {
    #[error("there is no target `{0}`; there are {names}", names = names())]
    Target(String),
    #[error("{}: {error}", path.display())]
    Bindings {
        path: PathBuf,
        #[source]
        error: BindingsError,
    },
    #[error("{}: {error}", path.display())]
    FixedFunction {
        path: PathBuf,
        #[source]
        error: FixedFunctionError,
    },
    #[error(transparent)]
    Pair(#[from] NoPair),
    #[error(transparent)]
    Sink(#[from] SinkError),
}

/// The names of all targets.
fn names() -> String {
    TARGETS.iter().map(|row| row.name).collect::<Vec<_>>().join(", ")
}

impl Args {
    /// The options that the arguments ask for.
    fn options(&self, fixed: Option<&FixedFunction>) -> Result<Options, TranslateError> {
        let target = Target::of_name(&self.to).ok_or_else(|| TranslateError::Target(self.to.clone()))?;
        let mut options = Options::new(target);
        if let Some(fixed) = fixed {
            fixed.ask(&mut options);
        }
        options.semantics = if self.fast {
            Semantics::Fast
        } else {
            Semantics::Exact
        };
        options.packing = match self.parameters {
            None => options.packing,
            Some(ParameterPacking::Plain) => Packing::Plain,
            Some(ParameterPacking::Block) => Packing::Block,
            Some(ParameterPacking::Push) => Packing::PushConstants,
        };
        options.flat_colors |= self.flat_colors;
        let alpha_test = self.alpha_test.map(|test| match test {
            AlphaTest::Never => translate::AlphaTest::Never,
            AlphaTest::Less => translate::AlphaTest::Less,
            AlphaTest::Lequal => translate::AlphaTest::LessOrEqual,
            AlphaTest::Equal => translate::AlphaTest::Equal,
            AlphaTest::Gequal => translate::AlphaTest::GreaterOrEqual,
            AlphaTest::Greater => translate::AlphaTest::Greater,
            AlphaTest::Notequal => translate::AlphaTest::NotEqual,
        });
        options.alpha_test = alpha_test.or(options.alpha_test);
        let planes = self.clip_planes.as_ref();
        let planes = planes.map(|planes| planes.iter().fold(0, |bits, plane| bits | 1 << plane));
        options.clip_planes = planes.or(options.clip_planes);
        options.point_size = self.point_size;
        options.depth_mode = match self.depth_mode {
            DepthMode::Luminance => translate::DepthMode::Luminance,
            DepthMode::Intensity => translate::DepthMode::Intensity,
            DepthMode::Alpha => translate::DepthMode::Alpha,
            DepthMode::Red => translate::DepthMode::Red,
        };
        options.allow = self
            .allow
            .iter()
            .filter_map(|name| Emulation::of_name(name))
            .collect();
        options.approximate = self
            .approximate
            .iter()
            .filter_map(|name| Approximation::of_name(name))
            .collect();
        options.vendor_options = self
            .option
            .iter()
            .filter_map(|name| ProgramOption::find(name))
            .collect();
        options.limits = self.profile.as_deref().and_then(arb::profile);
        options.image_formats = self.image_formats.iter().copied().collect();
        options.group_size = self.group_size;
        options.preserve_special = self.exact;
        options.two_sided |= self.two_sided;
        options.clamp_colors &= !self.no_color_clamp;
        options.attributes = match self.attributes {
            VertexAttributes::Named => translate::VertexAttributes::AsNamed,
            VertexAttributes::Generic => translate::VertexAttributes::Generic,
            VertexAttributes::Conventional => translate::VertexAttributes::Conventional,
        };
        options.comments = !self.no_comments;
        Ok(options)
    }
}

/// An error in an image unit with its format.
#[derive(Debug, thiserror::Error)]
enum ImageFormatError {
    #[error("a unit, `=` and a format belong here")]
    Form,
    #[error("`{0}` is no image unit")]
    Unit(String),
    #[error("there is no format `{0}`; there are {known}", known = image_formats())]
    Format(String),
}

/// The names of all formats of image units.
fn image_formats() -> String {
    let rows = translate::IMAGE_FORMATS.iter();
    rows.map(|row| row.name).collect::<Vec<_>>().join(", ")
}

/// A unit and its format, `0=rgba8`.
fn image_format(text: &str) -> Result<(u32, ImageFormat), ImageFormatError> {
    let (unit, name) = text.split_once('=').ok_or(ImageFormatError::Form)?;
    let unit = unit
        .parse()
        .map_err(|_| ImageFormatError::Unit(unit.to_owned()))?;
    let format = ImageFormat::of_name(name).ok_or_else(|| ImageFormatError::Format(name.to_owned()))?;
    Ok((unit, format))
}

/// The numbers of files, and of programs by their outcome.
#[derive(Default)]
struct Summary {
    files: usize,
    translated: usize,
    refused: usize,
    unreadable: usize,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode, Error> {
    let judging = args.judging.options()?;
    let fixed = args.fixed_function.as_deref().map(fixed::read).transpose()?;
    let mut options = args.options(fixed.as_ref())?;
    if let Some(path) = &args.bindings {
        bindings::read(&files::read(path)?, &mut options).map_err(|error| TranslateError::Bindings {
            path: path.clone(),
            error,
        })?;
    }
    let found = files::programs(&args.paths, &args.reading.search()?);
    let bar = progress(found.inputs.len(), args.reading.quiet);
    let mut summary = Summary::default();
    let (mut read, mut units) = (Vec::new(), Vec::new());
    for input in &found.inputs {
        summary.files += 1;
        let path = input.path();
        match input.text() {
            Ok(text) => match Programs::of(path, text, &judging) {
                Ok(programs) => {
                    let programs = Rc::new(programs);
                    units.extend(unit::units(path, &programs));
                    read.push(programs);
                }
                Err(unfound) => {
                    summary.refused += 1;
                    out::diagnostics(&unfound.source, &unfound.problems);
                }
            },
            Err(error) => {
                summary.unreadable += 1;
                eprintln!("quadrille: {error}");
            }
        }
    }
    if let (Some(fixed), Some(path)) = (&fixed, &args.fixed_function) {
        units = fixed::halves(units, fixed, path, args.paths.is_empty(), &judging);
    }
    if args.pair {
        units = vec![unit::one_pair(units).map_err(TranslateError::from)?];
    }
    let shaders: usize = units.iter().map(Unit::len).sum();
    let named = match &args.fixed_function {
        Some(path) if args.paths.is_empty() => std::slice::from_ref(path),
        _ => &args.paths,
    };
    let sink = Sink::new(args.output.clone(), named, shaders, options.target);
    let mut sink = sink.map_err(TranslateError::from)?;
    for unit in &units {
        bar.inc(1);
        let done = unit.translate(&options, &mut sink)?;
        summary.translated += done.translated;
        summary.refused += done.refused;
    }
    bar.finish_and_clear();
    summary.refused += read.iter().filter(|programs| !tell_rest(programs)).count();
    if let Some(path) = &args.reflect {
        sink.write_reflection(path)?;
    }
    if !args.reading.quiet && (summary.files > 1 || shaders > 2) {
        eprintln!(
            "{}, {}: {} translated, {} refused",
            count(summary.files, "file"),
            count(summary.translated + summary.refused, "program"),
            summary.translated,
            summary.refused
        );
    }
    Ok(match summary {
        _ if found.incomplete => ExitCode::from(USAGE),
        Summary { unreadable: 1.., .. } => ExitCode::from(USAGE),
        Summary { refused: 1.., .. } => ExitCode::from(1),
        _ => ExitCode::SUCCESS,
    })
}

fn progress(files: usize, quiet: bool) -> ProgressBar {
    if quiet || files < MANY || !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} programs {eta}");
    ProgressBar::new(files as u64).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}
