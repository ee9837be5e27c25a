//! The input of a translation: the program, the program of the neighbouring stage, the options. Nothing
//! changes it.

use quadrille_base::Span;
use quadrille_isa::gl::operation::StageOp;
use quadrille_isa::gl::{Operation, ProgramOption, Stage};
use quadrille_program::{File, InstId, Layout, Program};

use crate::form::{order, stage_word};
use crate::options::Options;
use crate::place::use_of;
use crate::target::{Feature, Support};

/// A program, what it is used with and how it is translated.
#[derive(Clone, Copy)]
pub(crate) struct Context<'a> {
    /// The program.
    pub(crate) program: &'a Program,
    /// The program behind it, or of a fragment program the one before it, if both are translated together.
    pub(crate) partner: Option<&'a Program>,
    /// The options of the translation.
    pub(crate) options: &'a Options,
}

impl<'a> Context<'a> {
    /// The stage.
    pub(crate) fn stage(self) -> Stage {
        self.program.profile().stage
    }

    /// Whether it is a vertex program.
    pub(crate) fn is_vertex(self) -> bool {
        self.stage() == Stage::Vertex
    }

    /// Whether it is a fragment program, whose invocations have neighbours.
    pub(crate) fn is_fragment(self) -> bool {
        self.stage() == Stage::Fragment
    }

    /// The stage that the program's results go to: the partner's, or the one that follows where no other program is known.
    pub(crate) fn next_stage(self) -> Stage {
        let partner = self.partner.map(|partner| partner.profile().stage);
        partner
            .filter(|next| order(*next) > order(self.stage()))
            .unwrap_or(match self.stage() {
                Stage::TessellationControl => Stage::TessellationEvaluation,
                Stage::Vertex
                | Stage::VertexState
                | Stage::TessellationEvaluation
                | Stage::Geometry
                | Stage::Fragment
                | Stage::Compute => Stage::Fragment,
            })
    }

    /// Whether the partner comes behind the program.
    pub(crate) fn precedes_partner(self) -> bool {
        let partner = self.partner.map(|partner| partner.profile().stage);
        partner.is_some_and(|next| order(next) > order(self.stage()))
    }

    /// Whether the program's vertices go to the rasterizer.
    pub(crate) fn is_rasterized(self) -> bool {
        match self.stage() {
            Stage::Vertex | Stage::TessellationEvaluation | Stage::Geometry => {
                self.next_stage() == Stage::Fragment
            }
            Stage::VertexState | Stage::TessellationControl | Stage::Fragment | Stage::Compute => false,
        }
    }

    /// The stage, in names.
    pub(crate) fn stage_word(self) -> &'static str {
        stage_word(self.stage())
    }

    /// What the stage takes and gives as a whole; the size of work groups that the options give where the program leaves
    /// it open.
    pub(crate) fn layout(self) -> Layout {
        let mut layout = self.program.layout().clone();
        if let Layout::Compute { group_size, .. } = &mut layout {
            *group_size = group_size.or(self.options.group_size);
        }
        layout
    }

    /// Whether the program has an option.
    pub(crate) fn has_option(self, option: ProgramOption) -> bool {
        self.program.features().options.contains(option)
    }

    /// Whether fragments wait for each other, and so see what those before them wrote.
    pub(crate) fn has_interlock(self) -> bool {
        let begin = Operation::Stage(StageOp::InterlockBegin);
        let mut instructions = self.program.instructions().iter();
        instructions.any(|instruction| instruction.operation == begin)
    }

    /// Whether the target has a feature, by an extension or without.
    pub(crate) fn supports(self, feature: Feature) -> bool {
        self.options.target.support(feature) != Support::Missing
    }

    /// The span of an instruction; the beginning for what comes from none.
    pub(crate) fn span(self, origin: Option<InstId>) -> Span {
        origin.map_or(Span::at(0), |id| self.program.span(id))
    }

    /// The span of the program's first instruction, for what belongs to the program as a whole.
    pub(crate) fn entry(self) -> Span {
        self.program.span(self.program.entry())
    }

    /// The span of the first instruction that reads or writes a register; of the program's first where none does.
    pub(crate) fn first_use(self, file: File, slot: usize) -> Span {
        let first = use_of(self.program, file, slot as u32);
        first.map_or_else(|| self.entry(), |id| self.program.span(id))
    }

    /// The name that the program declares for one register.
    pub(crate) fn declared(self, file: File, slot: usize) -> Option<&'a str> {
        let mut declared = self.program.declared().iter();
        let found = declared
            .find(|name| name.file == file && name.first as usize == slot && name.length.is_none())?;
        Some(&found.name)
    }
}
