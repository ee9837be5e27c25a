//! The walk over a program: header, statements in order, then what only the whole program shows.

use std::ops::{Deref, DerefMut};

use quadrille_base::{Diagnostic, Id, Severity, Span};
use quadrille_isa::gl::binding::candidates;
use quadrille_isa::gl::profile::{PROFILES, Profile, Variables};
use quadrille_isa::gl::{Features, LanguageSet, ProgramOption, register};
use quadrille_program::program::Parts;
use quadrille_program::{File, ImageUse, InstId, Program};
use quadrille_syntax::Pieces;
use quadrille_syntax::tree::{Statement, StatementKind, SyntaxErrorKind, Tree, Word};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::block::{self, Block};
use crate::build::Build;
use crate::declare::Interpolations;
use crate::declare::stage::Stated;
use crate::declare::subroutine::SubroutineUse;
use crate::dialect::Habit;
use crate::instruct::indirect::IndirectCall;
use crate::instruct::interlock::Interlock;
use crate::option::NamedOption;
use crate::options::Options;
use crate::register::FragmentUse;
use crate::scope::Scope;
use crate::words::words;
use crate::{Checked, count, position, rules, slots};

/// How many statements are read before they are checked: as many as lie in the caches with all that is known of
/// them, so that a long program takes memory for its instructions alone.
const PIECE: usize = 256;

/// One check, at one piece of its program.
pub(crate) struct Checker<'t, 's> {
    /// The piece.
    pub(crate) tree: &'t Tree<'s>,
    progress: &'t mut Progress<'s>,
}

impl<'s> Deref for Checker<'_, 's> {
    type Target = Progress<'s>;

    fn deref(&self) -> &Progress<'s> {
        self.progress
    }
}

impl<'s> DerefMut for Checker<'_, 's> {
    fn deref_mut(&mut self) -> &mut Progress<'s> {
        self.progress
    }
}

/// What a check knows of the program so far.
pub(crate) struct Progress<'s> {
    pub(crate) text: &'s str,
    pub(crate) options: &'s Options,
    pub(crate) profile: &'static Profile,
    pub(crate) features: Features,
    /// The options that the program names.
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
    /// Blocks that are open, the innermost last.
    pub(crate) blocks: Vec<Block>,
    /// Blocks around which another one was closed, which is reported: what closes them later is no second error.
    pub(crate) crossed_blocks: Vec<block::Kind>,
    /// What !!FP1.0 counts.
    pub(crate) fragment: FragmentUse,
    diagnostics: Vec<Diagnostic>,
    /// Whether the grammar is breached anywhere.
    pub(crate) malformed: bool,
    /// The declarations of the stage.
    pub(crate) stated: Stated,
    /// Subroutine types, variables and numbered labels.
    pub(crate) subroutines: SubroutineUse<'s>,
    /// How the fragment attributes that declarations name are interpolated.
    pub(crate) interpolations: Interpolations,
    first_statement: Option<Span>,
    /// The first statement that is neither an option nor a declaration of the stage.
    first_naming: Option<Span>,
}

pub(crate) fn check(text: &str, options: &Options) -> Checked {
    let headers: Vec<&str> = PROFILES.iter().map(|profile| profile.header).collect();
    let Some(header) = quadrille_syntax::header(text, &headers) else {
        return Checked {
            program: None,
            diagnostics: vec![unknown_header(text, &headers)],
        };
    };
    let profile = &PROFILES[header.index];
    let words = words(profile);
    let ati = profile.language.meets(LanguageSet::ATI);
    let mut pieces = Pieces::new(text, &words, if ati { usize::MAX } else { PIECE });
    let mut progress = Progress::new(text, profile, options);
    let mut first = true;
    while let Some(tree) = pieces.advance() {
        let mut checker = Checker {
            tree,
            progress: &mut progress,
        };
        if first {
            checker.begin();
            first = false;
        }
        checker.piece();
    }
    let mut checker = Checker {
        tree: pieces.tree(),
        progress: &mut progress,
    };
    checker.whole();
    checker.finish()
}

fn unknown_header(text: &str, headers: &[&str]) -> Diagnostic {
    let start = text.len() - text.trim_start().len();
    let word = text[start..]
        .split(|c: char| c.is_whitespace() || c == ';')
        .next()
        .unwrap_or_default();
    let near = quadrille_base::suggest::nearest(word, headers.iter().copied());
    rules::unknown_header::at(Span::new(start as u32, (start + word.len()) as u32), near)
}

impl<'s> Progress<'s> {
    /// Nothing yet.
    fn new(text: &'s str, profile: &'static Profile, options: &'s Options) -> Progress<'s> {
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
            openers: Vec::new(),
            labels: FxHashMap::default(),
            last_label: None,
            branches: Vec::new(),
            indirect_calls: Vec::new(),
            interlock: Interlock::default(),
            blocks: Vec::new(),
            crossed_blocks: Vec::new(),
            fragment: FragmentUse::default(),
            diagnostics: Vec::new(),
            malformed: false,
            stated: Stated::default(),
            subroutines: SubroutineUse::default(),
            interpolations: Interpolations::default(),
            first_statement: None,
            first_naming: None,
        }
    }
}

impl<'t, 's> Checker<'t, 's> {
    /// Takes a problem. Past the limit only errors that make the first list wrong would matter, so no more
    /// are kept.
    pub(crate) fn report(&mut self, diagnostic: Diagnostic) {
        if self.diagnostics.len() < self.options.max_diagnostics {
            self.diagnostics.push(diagnostic);
        }
    }

    /// Works out again what depends on the features alone.
    pub(crate) fn note_features(&mut self) {
        self.openers = match self.profile.variables {
            Variables::Declared => candidates(&[], 0, &self.features, &self.options.limits),
            Variables::Registers => register::letters(self.features.languages).collect(),
        };
    }

    /// Whether an option is in force.
    pub(crate) fn has(&self, option: ProgramOption) -> bool {
        self.features.options.contains(option)
    }

    /// What comes before the first statement.
    fn begin(&mut self) {
        if let (Some(target), Some(header)) = (self.options.target, &self.tree.header)
            && target != self.profile.stage
        {
            self.report(rules::wrong_target::at(header.span, target));
        }
        if self.profile.variables == Variables::Registers {
            self.registers();
        }
        self.note_features();
    }

    /// The statements of a piece.
    fn piece(&mut self) {
        let tree = self.tree;
        self.malformed |= !tree.errors.is_empty();
        for error in &tree.errors {
            let diagnostic = rules::from_syntax(error);
            if error.kind == SyntaxErrorKind::BeforeHeader {
                self.unless_admitted(Habit::BeforeHeader, diagnostic);
            } else {
                self.report(diagnostic);
            }
        }
        self.numbers();
        if self.features.languages.meets(LanguageSet::ATI) {
            self.ati();
            return;
        }
        self.program_options();
        for statement in &tree.statements {
            self.statement(statement);
        }
    }

    /// What only the whole program shows, which is noticed at its end.
    fn whole(&mut self) {
        if self.features.languages.meets(LanguageSet::ATI) {
            return;
        }
        let before = self.diagnostics.len();
        self.unclosed_blocks();
        if self.is_gpu() && !self.labels.is_empty() {
            let end = self.tree.end.unwrap_or(Span::at(self.text.len() as u32));
            self.end_subroutine(end);
        }
        self.resolve_branches();
        self.whole_indirect_calls();
        self.whole_interlock();
        slots::note_arrays(&mut self.build);
        if self.profile.variables == Variables::Registers {
            self.whole_register_program();
        }
        self.whole_stage();
        self.whole_subroutines();
        self.settle_interpolation();
        self.whole_results();
        count::check(self);
        let end = self.text.len() as u32;
        for diagnostic in &mut self.diagnostics[before..] {
            diagnostic.noticed.get_or_insert(end);
        }
    }

    fn statement(&mut self, statement: &'t Statement<'s>) {
        match &statement.kind {
            StatementKind::Label { name, number } => {
                self.begins(statement.span);
                self.label(name, *number);
            }
            StatementKind::Instruction(instruction) => {
                self.begins(statement.span);
                let span = self.bare(statement);
                self.instruction_spans.push(span);
                self.instruction(instruction, span);
            }
            StatementKind::Declaration(declaration) => {
                if declaration.keyword.text == "OPTION" {
                    if let Some(first) = self.first_statement {
                        self.report(rules::option_after_statement::at(self.bare(statement), first));
                    }
                } else if self.is_of_stage(declaration) {
                    let late = self.first_naming;
                    self.first_statement.get_or_insert(statement.span);
                    if let Some(row) = self.available(&declaration.keyword) {
                        self.stage_declaration(row, declaration, self.bare(statement), late);
                    }
                } else {
                    self.begins(statement.span);
                    self.declaration(declaration);
                }
            }
            StatementKind::Error => {}
        }
    }

    /// Notes the first statement that is neither an option nor a declaration of the stage.
    fn begins(&mut self, span: Span) {
        self.first_statement.get_or_insert(span);
        self.first_naming.get_or_insert(span);
    }

    /// Where a statement stands, without its semicolon.
    pub(crate) fn bare(&self, statement: &Statement<'s>) -> Span {
        let span = statement.span;
        let text = &self.text[span.range()];
        let bare = text.strip_suffix(';').unwrap_or(text).trim_end();
        Span::new(span.start, span.start + bare.len() as u32)
    }

    fn finish(mut self) -> Checked {
        let mut diagnostics = std::mem::take(&mut self.diagnostics);
        diagnostics.sort_by_key(|diagnostic| (diagnostic.span.start, diagnostic.span.end));
        let rejected = diagnostics
            .iter()
            .any(|diagnostic| diagnostic.severity == Severity::Error);
        let program = if rejected { None } else { Some(self.program()) };
        Checked { program, diagnostics }
    }

    fn program(&mut self) -> Program {
        let counts = count::counts(self);
        let entry = self.labels.get("main").map_or(InstId::new(0), |(_, to)| *to);
        let mut added = 0;
        if self.features.options.position_invariant() {
            added = position::prepend(&mut self.build, entry);
        }
        let execution = self.execution();
        for (_, to) in self.labels.values_mut() {
            if to.index() >= entry.index() {
                *to = InstId::new(to.index() + added);
            }
        }
        let named = self.labels.iter();
        let mut labels: Vec<(String, InstId)> =
            named.map(|(name, (_, to))| ((*name).to_owned(), *to)).collect();
        labels.sort_unstable_by(|a, b| (a.1, &a.0).cmp(&(b.1, &b.0)));
        let mut declared = self.scope.variables();
        for name in &mut declared {
            name.settable = name.file == File::Parameter && self.is_settable(name.first);
        }
        slots::merge(&mut self.build, &mut declared);
        let layout = self.layout();
        let subroutines = self.subroutines();
        let build = std::mem::take(&mut self.build);
        let images = build.images.into_iter().map(|unit| ImageUse { unit }).collect();
        Program::new(Parts {
            profile: self.profile,
            features: self.features,
            instructions: build.instructions,
            spans: build.spans,
            entry,
            temporaries: build.temporaries,
            attributes: build.attributes,
            results: build.results,
            parameters: build.parameters,
            addresses: build.addresses,
            textures: build.textures,
            images,
            memory: build.memory,
            subroutines,
            layout,
            secondary_view_layer_offset: self.stated.view_offset.and_then(|once| once.value),
            labels,
            declared,
            counts,
            execution,
            ati: build.ati,
        })
        .expect("the checker resolves every slot that it writes down")
    }
}
