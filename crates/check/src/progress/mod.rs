//! What a check knows of the program so far. How it comes to know that is in the modules beside this one.

pub(crate) mod block;
pub(crate) mod fragment;
pub(crate) mod interlock;
pub(crate) mod problems;
pub(crate) mod stage;
pub(crate) mod subroutine;
pub(crate) mod unread;

use quadrille_base::Span;
use quadrille_isa::gl::Features;
use quadrille_isa::gl::option::OptionRow;
use quadrille_isa::gl::profile::Profile;
use quadrille_program::InstId;
use quadrille_syntax::tree::Word;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::build::Build;
use crate::options::Options;
use crate::scope::Scope;
use block::Blocks;
use fragment::{FragmentUse, Interpolations};
use interlock::Interlock;
use problems::Problems;
use stage::Stated;
use subroutine::{IndirectCall, SubroutineUse};
use unread::Unread;

/// What a check knows of the program so far.
pub(crate) struct Progress<'s> {
    pub(crate) text: &'s str,
    pub(crate) options: &'s Options,
    pub(crate) profile: &'static Profile,
    pub(crate) features: Features,
    /// The options that the program names, each where it is named first.
    pub(crate) named_options: Vec<NamedOption>,
    pub(crate) scope: Scope<'s>,
    pub(crate) build: Build,
    /// Spans of declared temporaries and address registers, to point at the first one too many.
    pub(crate) temporary_spans: Vec<Span>,
    pub(crate) address_spans: Vec<Span>,
    /// Spans of all instructions, checked or not.
    pub(crate) instruction_spans: Vec<Span>,
    /// Names without a declaration, each reported at its first use alone.
    pub(crate) unknown_names: FxHashSet<&'s str>,
    /// How many names words without a meaning were compared with.
    pub(crate) compared: usize,
    /// Words that open a binding in this program.
    pub(crate) openers: Vec<&'static str>,
    /// Labels so far: where they stand, and the instructions they stand before.
    pub(crate) labels: FxHashMap<&'s str, (Span, InstId)>,
    /// The last label so far, and the instruction it stands before.
    pub(crate) last_label: Option<(&'s str, InstId)>,
    /// Branches and the labels they name.
    pub(crate) branches: Vec<(InstId, Word<'s>)>,
    /// The CALIs.
    pub(crate) indirect_calls: Vec<IndirectCall>,
    /// FSIB and FSIE.
    pub(crate) interlock: Interlock<'s>,
    /// Blocks that are open.
    pub(crate) blocks: Blocks,
    /// What !!FP1.0 counts.
    pub(crate) fragment: FragmentUse,
    pub(crate) problems: Problems,
    /// Whether the grammar is breached anywhere.
    pub(crate) malformed: bool,
    /// Statements that could not be read.
    pub(crate) unread: Unread,
    /// The declarations of the stage.
    pub(crate) stated: Stated,
    /// Subroutine types, variables and numbered labels.
    pub(crate) subroutines: SubroutineUse<'s>,
    /// How the fragment attributes that declarations name are interpolated.
    pub(crate) interpolations: Interpolations,
    pub(crate) first_statement: Option<Span>,
    /// The first statement that is neither an option nor a declaration of the stage.
    pub(crate) first_naming: Option<Span>,
}

/// An option that the program names, and where.
#[derive(Clone, Copy)]
pub(crate) struct NamedOption {
    pub(crate) row: &'static OptionRow,
    pub(crate) span: Span,
}

impl<'s> Progress<'s> {
    /// Nothing yet.
    pub(crate) fn new(text: &'s str, profile: &'static Profile, options: &'s Options) -> Progress<'s> {
        let mut build = Build::default();
        // Programs of the world have about thirty bytes for an instruction; comments make it more.
        build.reserve(text.len() / 32);
        Progress {
            text,
            options,
            profile,
            features: Features {
                languages: profile.language,
                stage: profile.stage,
                options: Default::default(),
            },
            named_options: Vec::new(),
            scope: Scope::default(),
            build,
            temporary_spans: Vec::new(),
            address_spans: Vec::new(),
            instruction_spans: Vec::new(),
            unknown_names: FxHashSet::default(),
            compared: 0,
            openers: Vec::new(),
            labels: FxHashMap::default(),
            last_label: None,
            branches: Vec::new(),
            indirect_calls: Vec::new(),
            interlock: Interlock::default(),
            blocks: Blocks::default(),
            fragment: FragmentUse::default(),
            problems: Problems::default(),
            malformed: false,
            unread: Unread::default(),
            stated: Stated::default(),
            subroutines: SubroutineUse::default(),
            interpolations: Interpolations::default(),
            first_statement: None,
            first_naming: None,
        }
    }
}
