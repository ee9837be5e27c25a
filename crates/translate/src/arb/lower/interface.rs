//! What a program reads and writes, as ARB programs name it.

use quadrille_base::Id;
use quadrille_isa::gl::option::OptionSet;
use quadrille_isa::gl::profile::Variables;
use quadrille_isa::gl::{Binding, Family, Features, LanguageSet, Operation, ProgramOption, Stage};
use quadrille_program::{File, InstId, Program};

use super::Lowering;
use super::value::Value;
use crate::arb::code::{self, Place, Source};
use crate::arb::refusal::{Reason, Refusal};
use crate::options::{Emulation, Options};
use crate::place::use_of;
use crate::target::Target;

/// Texture coordinate sets that every driver has.
const TEXCOORDS: u32 = 8;

/// The options of a vendor that ARB programs may have where they are wanted.
pub const VENDOR_OPTIONS: &[ProgramOption] = &[
    ProgramOption::NvVertexProgram2,
    ProgramOption::NvVertexProgram3,
    ProgramOption::NvFragmentProgram,
    ProgramOption::NvFragmentProgram2,
];

/// The language and the options of the ARB program for a program: those of ARB that it has itself, and those of a vendor
/// that are wanted and that its stage takes.
pub(super) fn features(program: &Program, options: &Options) -> Features {
    let stage = program.profile().stage;
    let languages = match stage {
        Stage::Vertex => LanguageSet::AV,
        _ => LanguageSet::AF,
    };
    let plain = Features {
        languages,
        stage,
        options: OptionSet::NONE,
    };
    let own = program.features().options;
    let stays_invariant = match options.target {
        Target::Vp10 => false,
        Target::Vp11 => !indexes_parameters(program),
        _ => true,
    };
    let kept = own.iter().filter_map(|option| match option {
        ProgramOption::NvPositionInvariant | ProgramOption::ArbPositionInvariant => {
            stays_invariant.then_some(ProgramOption::ArbPositionInvariant)
        }
        ProgramOption::ArbFogExp
        | ProgramOption::ArbFogExp2
        | ProgramOption::ArbFogLinear
        | ProgramOption::ArbPrecisionHintFastest
        | ProgramOption::ArbPrecisionHintNicest
        | ProgramOption::ArbFragmentCoordOriginUpperLeft
        | ProgramOption::ArbFragmentCoordPixelCenterInteger => Some(option),
        _ => None,
    });
    let wanted = options.vendor_options.iter().copied();
    let taken = wanted.filter(|option| option.row().accepts(languages, stage) && !options.target.is_vp1());
    kept.chain(taken)
        .fold(plain, |features, option| features.with(option))
}

/// Whether a program takes a parameter by an index of a run, which no program of VP1.1 with an invariant position does
/// (NV_vertex_program1_1 2.14.1.7).
fn indexes_parameters(program: &Program) -> bool {
    let operands = program.instructions().iter().flat_map(|one| &one.operands);
    let mut registers = operands.map(|operand| operand.register);
    registers.any(|register| register.file == File::Parameter && register.relative.is_some())
}

/// Whether some program with these features has a binding.
fn has(features: &Features, binding: Binding) -> bool {
    binding
        .row()
        .forms
        .iter()
        .any(|form| form.check(features).is_ok())
}

/// The components that a vertex result has.
pub(super) const fn components(binding: Binding) -> u8 {
    match binding.family {
        Family::ResultFogcoord | Family::ResultPointsize => 0b0001,
        _ => 0b1111,
    }
}

impl Lowering<'_> {
    /// Looks at what the whole program asks for.
    pub(super) fn declare(&mut self) -> Result<(), Refusal> {
        for (slot, variable) in self.program.attributes().iter().enumerate() {
            let modified = variable.interpolation != quadrille_program::resources::Interpolation::default();
            if modified && variable.used != 0 {
                let at = use_of(self.program, File::Attribute, slot as u32);
                return Err(at.map_or_else(
                    || Reason::Interpolation.whole(),
                    |at| Reason::Interpolation.at(at),
                ));
            }
        }
        // Depths that are tested before the program are those of invocations that end, too.
        let mut instructions = self.program.instructions().iter_enumerated();
        match instructions.find(|(_, instruction)| instruction.operation == Operation::Kill) {
            Some((at, _)) if self.tests_early() => Err(Reason::EarlyTests.at(at)),
            _ => Ok(()),
        }
    }

    /// Whether depths are tested and written before the program runs.
    fn tests_early(&self) -> bool {
        let options = self.program.features().options;
        options.contains(ProgramOption::NvEarlyFragmentTests)
    }

    /// Whether the ARB program has what an option adds to its language.
    pub(super) fn takes(&self, language: LanguageSet) -> bool {
        self.features.languages.meets(language)
    }

    /// Whether an instruction is one of those that the option for an invariant position brings.
    pub(super) fn is_position(&self, at: InstId) -> bool {
        let entry = self.program.entry().index();
        let invariant = self.features.options.position_invariant();
        invariant && (entry..entry + 4).contains(&at.index())
    }

    /// An attribute.
    pub(super) fn attribute(&mut self, slot: u32) -> Result<Value, Refusal> {
        let variable = self.program.attributes()[slot as usize];
        if variable.long {
            return self.refuse(Reason::Long);
        }
        let binding = match variable.binding.family {
            Family::FragmentAttrib => self.stand_in(variable.binding, Family::FragmentTexcoord)?,
            // Weights come with ARB_vertex_blend, which few drivers have. In the languages with registers the weight is
            // attribute 1 (NV_vertex_program, Table X.1).
            Family::VertexWeight if self.program.profile().variables == Variables::Registers => {
                Binding::new(Family::VertexAttrib, [1, 0, 0, 0])
            }
            _ => variable.binding,
        };
        self.check(binding)?;
        Ok(Value::float(Source::of(Place::Attribute(binding))))
    }

    /// A parameter.
    pub(super) fn parameter(&mut self, binding: Binding) -> Result<Binding, Refusal> {
        self.check(binding)?;
        Ok(binding)
    }

    /// Where a result goes; none if it is left out.
    pub(super) fn result(&mut self, slot: u32) -> Result<Option<code::Target>, Refusal> {
        let variable = self.program.results()[slot as usize];
        if variable.long {
            return self.refuse(Reason::Long);
        }
        let binding = variable.binding;
        let binding = match binding.family {
            Family::ResultPosition if self.features.options.position_invariant() => {
                return Ok(None);
            }
            Family::ResultAttrib => self.stand_in(binding, Family::ResultTexcoord)?,
            Family::ResultDepth if self.tests_early() => return Ok(None),
            Family::ResultClip
                if self.allows(Emulation::NoClipDistances) && !has(&self.features, binding) =>
            {
                return Ok(None);
            }
            Family::ResultFragmentColor if binding.index[0] > 0 => {
                self.features = self.features.with(ProgramOption::ArbDrawBuffers);
                binding
            }
            _ => binding,
        };
        self.check(binding)?;
        Ok(Some(code::Target::Result(binding)))
    }

    /// Texture coordinates in place of generic attributes between the stages.
    fn stand_in(&mut self, binding: Binding, family: Family) -> Result<Binding, Refusal> {
        if !self.allows(Emulation::AttribsAsTexcoords) {
            return self.refuse(Reason::binding(binding, self.program.features()));
        }
        let wanted = Binding::new(family, binding.index);
        let program = self.program;
        let mut used = program.attributes().iter().chain(program.results());
        if binding.index[0] >= TEXCOORDS || used.any(|other| other.binding == wanted) {
            let text = binding.text(program.features());
            return self.refuse(Reason::Occupied(text));
        }
        Ok(wanted)
    }

    fn check(&self, binding: Binding) -> Result<(), Refusal> {
        let texcoords = matches!(
            binding.family,
            Family::VertexTexcoord | Family::ResultTexcoord | Family::FragmentTexcoord
        );
        let beyond = texcoords && binding.index[0] >= TEXCOORDS;
        if beyond || !has(&self.features, binding) {
            return self.refuse(Reason::binding(binding, self.program.features()));
        }
        Ok(())
    }
}
