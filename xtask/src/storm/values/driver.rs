//! What programs are compared with: a driver with the target that they are translated to for it, or this project's own
//! reference engine with what they become as plain ARB programs.

use quadrille::scene::{NoFiles, PROGRAM_STOPPED, Report, SceneOptions, Skip, Verdict};
use quadrille::translate::{
    EMULATIONS, Options, Refusal, SourceProgram, Target, Translation, diagnostics, translate,
};
use quadrille::{Budget, ColorFormat, DeviceError, Session, run_scene};
use quadrille_base::{Diagnostic, Rule, Span};
use quadrille_drivers as drivers;
use quadrille_isa::gl::operation::GroupOp;
use quadrille_isa::gl::{Family, Operation, ProgramOption};
use quadrille_program::{File, Instruction, ParameterSource, Program};
use quadrille_testkit::program::Made;

use super::super::run::BUDGET;
use super::case::Case;
use super::scene;
use crate::TranslatingError;

/// The name under which programs are compared with the ARB programs that they become; an option of a vendor that these may
/// have stands behind a colon.
const ARB: &str = "arb";

/// A driver, and how programs are translated for it.
pub(super) struct Driver {
    /// What draws scenes with programs that it translates itself; none where the reference engine draws scenes of
    /// translated programs.
    driver: Option<drivers::Driver>,
    options: Options,
}

/// What became of a scene.
#[derive(Debug)]
pub(super) enum DriverRun<T> {
    Done(T),
    /// The specification does not say what the program gives: the rule of the sanitizer's finding.
    Undefined(&'static Rule),
    /// An engine does not draw it, for this reason.
    Skipped(String),
    /// The driver does not take what the programs were translated to, or dies of it.
    Refused(String),
}

/// Why there are no pixels of a scene.
#[derive(Debug, thiserror::Error)]
enum PixelsError {
    #[error("there is no picture")]
    NoPicture,
    #[error(transparent)]
    Skipped(Skip),
    /// The first problem of the scene.
    #[error("{}", .0.message)]
    Problem(Box<Diagnostic>),
}

/// Why a case has no translation.
#[derive(Debug, thiserror::Error)]
enum TranslatedError {
    #[error("the program does not load")]
    Rejected,
    #[error("{}", .0.first().map_or(String::new(), |first| first.reason.to_string()))]
    Refused(Vec<Refusal>),
}

/// What is looked at.
pub(super) struct Look {
    /// The format of the colours, which is RGBA8 or RGBA32F.
    pub(super) color: ColorFormat,
    /// How many colour buffers there are; the pixels of one stand behind those of another.
    pub(super) draw_buffers: usize,
    /// Whether the depths of the first row stand behind the pixels.
    pub(super) has_depth: bool,
}

/// A pixel that was drawn, or its depth and three zeros.
pub(super) type Pixel = [f32; 4];

impl Driver {
    /// `vulkan`, `gl:TARGET`, or what the reference engine draws: `arb`, `arb:OPTION`, `vp10`, `vp11`.
    pub(super) fn of_name(name: &str) -> Result<Driver, TranslatingError> {
        let option = name.strip_prefix(ARB).and_then(|rest| rest.strip_prefix(':'));
        let option = option.and_then(ProgramOption::find);
        if name == ARB || option.is_some() {
            return Ok(Driver::assembly(Target::ArbVp1, option));
        }
        if let Some(target) = Target::of_name(name).filter(|target| target.is_vp1()) {
            return Ok(Driver::assembly(target, None));
        }
        let (driver, options) = crate::translating(name)?;
        let driver = Some(driver);
        Ok(Driver { driver, options })
    }

    /// The reference engine, with programs in an assembly language.
    pub(super) fn assembly(target: Target, option: Option<ProgramOption>) -> Driver {
        let mut options = Options::new(target);
        options.allow = EMULATIONS.iter().map(|row| row.0).collect();
        options.vendor_options = option.into_iter().collect();
        Driver {
            driver: None,
            options,
        }
    }

    /// The language that programs become.
    pub(super) fn target(&self) -> Target {
        self.options.target
    }

    /// The case with its programs translated.
    fn translated(&self, session: &Session, case: &Case) -> Result<Case, TranslatedError> {
        let translated = |text: &str| -> Result<Translation, TranslatedError> {
            let loaded = session
                .load("storm", text)
                .map_err(|_| TranslatedError::Rejected)?;
            let source = SourceProgram {
                program: loaded.program(),
                text,
                partner: None,
            };
            translate(source, &self.options).map_err(TranslatedError::Refused)
        };
        let own = translated(&case.text)?;
        let partner = case.partner.as_deref().map(translated).transpose()?;
        let parameters = own.shader.parameters.iter();
        let parameters = parameters.filter_map(|parameter| case.inputs.register(parameter));
        Ok(Case {
            textures: case.textures.clone() + &parameters.collect::<String>(),
            text: own.text,
            partner: partner.map(|partner| partner.text),
            shown: case.shown.replace("attrib", "texcoord"),
            disguise: None,
            ..case.clone()
        })
    }

    /// Where a program says what the target cannot say, or what the machine or the scene would have to tell.
    pub(super) fn refused(&self, made: &Made) -> Vec<Span> {
        let source = SourceProgram {
            program: made.loaded.program(),
            text: &made.text,
            partner: None,
        };
        let problems = diagnostics(translate(source, &self.options).err().unwrap_or_default());
        let votes = source.program.instructions().iter_enumerated();
        let votes = votes.filter(|(_, instruction)| {
            let is_vote = matches!(instruction.operation, Operation::Group(GroupOp::Vote(_)));
            is_vote || self.options.target.is_vp1() && reads_state(source.program, instruction)
        });
        problems
            .into_iter()
            .flat_map(|problem| {
                let others = problem.labels.into_iter().map(|label| label.span);
                std::iter::once(problem.span).chain(others)
            })
            .chain(votes.map(|(id, _)| source.program.span(id)))
            .collect()
    }

    /// What the scene of a case draws here, and what on the driver.
    pub(super) fn run(&self, session: &Session, case: &Case, look: &Look) -> DriverRun<[Vec<Pixel>; 2]> {
        let scene = &scene::text(session, case);
        let options = SceneOptions {
            color: look.color,
            draw_buffers: look.draw_buffers,
            budget: Budget::of_instructions(BUDGET),
            sanitize: true,
            ..SceneOptions::new(session, &NoFiles)
        };
        const NAME: &str = "storm.shader_test";
        let ours = match pixels(run_scene(NAME, scene, &options), look) {
            // What the sanitizer finds is an error of the scene.
            Err(PixelsError::Problem(problem)) => Err(problem.rule),
            Err(error @ (PixelsError::NoPicture | PixelsError::Skipped(_))) => {
                return DriverRun::Skipped(error.to_string());
            }
            Ok(ours) => Ok(ours),
        };
        let options = SceneOptions {
            sanitize: false,
            ..options
        };
        let theirs = match &self.driver {
            Some(driver) => driver.run(NAME, scene, &options),
            None => match self.translated(session, case) {
                Ok(translated) => Ok(run_scene(NAME, &scene::text(session, &translated), &options)),
                Err(why) => return DriverRun::Refused(why.to_string()),
            },
        };
        let report = match (theirs, &ours) {
            (Ok(report), _) => report,
            (Err(_), Err(finding)) if **finding == PROGRAM_STOPPED => return DriverRun::Undefined(finding),
            (Err(error), _) => return DriverRun::Refused(error.to_string()),
        };
        match (ours, pixels(report, look)) {
            (Ok(ours), Ok(theirs)) => DriverRun::Done([ours, theirs]),
            // It knows the extension and has it not: the shader is not judged.
            (
                _,
                Err(PixelsError::Skipped(Skip::Device {
                    error: DeviceError::Extension(_),
                    ..
                })),
            ) => DriverRun::Skipped("the driver lacks an extension".to_owned()),
            // Behind a loop that does not end drivers find nothing that is written.
            (Err(finding), _) if *finding == PROGRAM_STOPPED => DriverRun::Undefined(finding),
            // What is undefined is a shader all the same.
            (
                _,
                Err(
                    error @ PixelsError::Skipped(Skip::Device {
                        error: DeviceError::Failed(_),
                        ..
                    }),
                ),
            ) => DriverRun::Refused(error.to_string()),
            (Err(finding), _) => DriverRun::Undefined(finding),
            (_, Err(error)) => DriverRun::Skipped(error.to_string()),
        }
    }
}

/// Whether an instruction reads state, which scenes give to no register of VP1.x.
fn reads_state(program: &Program, instruction: &Instruction) -> bool {
    let is_state = |slot: u32| match program.parameters()[slot as usize].source {
        ParameterSource::Binding(binding) => {
            !matches!(binding.family, Family::ProgramEnv | Family::ProgramLocal)
        }
        ParameterSource::Constant(_) | ParameterSource::Buffer(_) => false,
    };
    let registers = instruction.operands.iter().map(|operand| operand.register);
    let mut parameters = registers.filter(|register| register.file == File::Parameter);
    parameters.any(|register| match register.relative {
        None => is_state(register.slot as u32),
        Some(run) => (run.first..run.first + run.length).any(is_state),
    })
}

/// The picture of a scene that ran through.
fn pixels(report: Report, look: &Look) -> Result<Vec<Pixel>, PixelsError> {
    match report.verdict {
        Verdict::Pass | Verdict::Fail(_) => {}
        Verdict::Skip(reason) => return Err(PixelsError::Skipped(reason)),
        Verdict::Error(problems) => {
            let first = problems.into_iter().next().ok_or(PixelsError::NoPicture)?;
            return Err(PixelsError::Problem(Box::new(first)));
        }
    }
    let framebuffer = report.framebuffer.ok_or(PixelsError::NoPicture)?;
    let mut pixels = Vec::new();
    for buffer in 0..framebuffer.color_formats().len() {
        let colors = framebuffer.color_values(buffer);
        pixels.extend((0..colors.len()).map(|at| colors.get(at)));
    }
    for (_, bytes) in &report.files {
        let (words, _) = bytes.as_chunks::<4>();
        let words: Vec<f32> = words.iter().map(|word| f32::from_le_bytes(*word)).collect();
        pixels.extend(words.as_chunks::<4>().0);
    }
    if look.has_depth {
        let row = 0..framebuffer.width();
        pixels.extend(row.map(|x| [framebuffer.depth(x, 0).unwrap_or_default(), 0.0, 0.0, 0.0]));
    }
    Ok(pixels)
}
