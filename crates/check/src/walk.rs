//! The walk over a program: header, statements in order, then what only the whole program shows.
//!
//! The walk owns the state of a check and hands to each part what that part reads and changes.

use quadrille_base::{Diagnostic, Id, Severity, Span};
use quadrille_isa::gl::LanguageSet;
use quadrille_isa::gl::binding::candidates;
use quadrille_isa::gl::profile::{DRIVER_PROFILES, Variables};
use quadrille_isa::gl::register::letters;
use quadrille_program::ati::AtiShader;
use quadrille_program::program::Parts;
use quadrille_program::{File, InstId, Program};
use quadrille_syntax::tree::{Declaration, Instruction, Statement, StatementKind, Tree, Word};

use crate::block::{follow_unread, unclosed_blocks};
use crate::breach::{breaches, rest_of_severed, syntax_errors};
use crate::checked::{Checked, listed};
use crate::context::Context;
use crate::declare::stage::stage_declaration;
use crate::declare::statement::{available, is_of_stage};
use crate::declare::{self, Declaring};
use crate::dialect::Habit;
use crate::instruct::label::{label, resolve_branches};
use crate::instruct::lowering::Lowering;
use crate::instruct::subroutine_end::end_subroutine;
use crate::language::Language;
use crate::lexical::numbers;
use crate::misspelled::{Meant, misspelled_statement};
use crate::names::Names;
use crate::option::{bring, program_options};
use crate::options::Options;
use crate::register::files;
use crate::resolver::Resolver;
use crate::state::code::Code;
use crate::state::diagnostics::Diagnostics;
use crate::state::flow::Flow;
use crate::state::fragment::{FragmentUse, Interpolations};
use crate::state::memory::Memory;
use crate::state::named_options::NamedOptions;
use crate::state::scope::Scope;
use crate::state::slots::Slots;
use crate::state::stage::StageDeclarations;
use crate::state::subroutines::Subroutines;
use crate::state::textures::Textures;
use crate::state::undeclared::Undeclared;
use crate::state::unread::Unread;
use crate::{ati, instruct, mnemonic, rules, whole};

/// A walk, and all that it knows so far of the program.
pub(crate) struct Walk<'s> {
    text: &'s str,
    options: &'s Options,
    language: Language,
    named_options: NamedOptions,
    first_statement: Option<Span>,
    /// The first statement that is neither an option nor a declaration of the stage.
    first_naming: Option<Span>,
    scope: Scope<'s>,
    undeclared: Undeclared<'s>,
    stage: StageDeclarations,
    subroutines: Subroutines<'s>,
    interpolations: Interpolations,
    slots: Slots,
    memory: Memory,
    textures: Textures,
    code: Code,
    flow: Flow<'s>,
    fragment: FragmentUse,
    unread: Unread,
    /// A program of ATI_text_fragment_shader as it is written.
    ati: Option<AtiShader>,
    diagnostics: Diagnostics,
}

impl<'s> Walk<'s> {
    pub(crate) fn new(text: &'s str, language: Language, options: &'s Options) -> Walk<'s> {
        let mut code = Code::default();
        // Programs of the world have about thirty bytes for an instruction; comments make it more.
        code.reserve(text.len() / 32);
        Walk {
            text,
            options,
            language,
            named_options: NamedOptions::default(),
            first_statement: None,
            first_naming: None,
            scope: Scope::default(),
            undeclared: Undeclared::default(),
            stage: StageDeclarations::default(),
            subroutines: Subroutines::default(),
            interpolations: Interpolations::default(),
            slots: Slots::default(),
            memory: Memory::default(),
            textures: Textures::default(),
            code,
            flow: Flow::default(),
            fragment: FragmentUse::default(),
            unread: Unread::default(),
            ati: None,
            diagnostics: Diagnostics::new(options),
        }
    }

    fn context<'t>(&self, tree: &'t Tree<'s>) -> Context<'t, 's> {
        Context {
            text: self.text,
            tree,
            options: self.options,
            language: self.language,
            first_naming: self.first_naming,
        }
    }

    /// The state that the lowering of an instruction reads and changes.
    fn lowering<'t>(&mut self, tree: &'t Tree<'s>) -> Lowering<'_, 't, 's> {
        Lowering {
            resolver: Resolver {
                cx: self.context(tree),
                names: Names::new(self.language, &self.scope, &self.flow.blocks),
                stage: &self.stage,
                slots: &mut self.slots,
                undeclared: &mut self.undeclared,
                diagnostics: &mut self.diagnostics,
            },
            subroutines: &self.subroutines,
            textures: &mut self.textures,
            flow: &mut self.flow,
            code: &mut self.code,
            fragment: &mut self.fragment,
        }
    }

    /// Starts the check: compares the header with the target, and sets up the registers and the language.
    pub(crate) fn begin(&mut self, tree: &Tree<'s>) {
        if let (Some(target), Some(header)) = (self.options.target, &tree.header)
            && target != self.language.profile.stage
        {
            self.diagnostics
                .report(rules::wrong_target::at(header.span, target));
        }
        if let (true, Some(header)) = (DRIVER_PROFILES.contains(self.language.profile), &tree.header) {
            let diagnostic = rules::unknown_header::undocumented(header.span);
            self.diagnostics
                .unless_admitted(Habit::UndocumentedHeader, diagnostic);
        }
        if self.language.profile.variables == Variables::Registers {
            files::registers(&self.language, &mut self.slots);
        }
        self.set_language(self.language);
    }

    /// Takes a language, and what depends on it alone.
    fn set_language(&mut self, language: Language) {
        self.language = language;
        self.scope.openers = match language.profile.variables {
            Variables::Declared => candidates(&[], 0, &language.features, &self.options.limits),
            Variables::Registers => letters(language.features.languages).collect(),
        };
    }

    /// The statements of a piece.
    pub(crate) fn piece(&mut self, tree: &Tree<'s>) {
        self.unread.malformed |= tree.errors.iter().any(|error| !error.kind.keeps_statements());
        self.diagnostics.unlisted.errors += tree.unlisted;
        let cx = self.context(tree);
        numbers(&cx, &mut self.diagnostics);
        if self.language.meets(LanguageSet::ATI) {
            syntax_errors(self.text, &self.unread, &mut self.diagnostics, &tree.errors);
            self.ati(tree);
            return;
        }
        let language = program_options(cx, &mut self.named_options, &mut self.diagnostics);
        if language.features != self.language.features {
            self.set_language(language);
        }
        let mut errors = tree.errors.as_slice();
        let mut until = |place: u32| {
            let (before, rest) = errors.split_at(errors.partition_point(|error| error.span.start < place));
            errors = rest;
            before
        };
        for statement in &tree.statements {
            syntax_errors(
                self.text,
                &self.unread,
                &mut self.diagnostics,
                until(statement.span.start),
            );
            let mark = self.diagnostics.list.len();
            self.statement(tree, statement);
            let cx = self.context(tree);
            let within = until(statement.span.end + 1);
            let (unread, diagnostics) = (&mut self.unread, &mut self.diagnostics);
            breaches(&cx, &mut self.scope, unread, diagnostics, mark, within, statement);
            rest_of_severed(&cx, unread, diagnostics, mark, statement);
            diagnostics.end_statement();
        }
        syntax_errors(self.text, &self.unread, &mut self.diagnostics, until(u32::MAX));
    }

    /// A whole program of ATI_text_fragment_shader.
    fn ati(&mut self, tree: &Tree<'s>) {
        let malformed = self.unread.malformed;
        let Lowering {
            mut resolver,
            textures,
            code,
            ..
        } = self.lowering(tree);
        self.ati = Some(ati::program(&mut resolver, textures, code, malformed));
    }

    fn statement<'t>(&mut self, tree: &'t Tree<'s>, statement: &'t Statement<'s>) {
        match &statement.kind {
            StatementKind::Label { name, number } => {
                self.begins(statement.span);
                let cx = self.context(tree);
                let subroutines = &mut self.subroutines;
                label(
                    &cx,
                    &mut self.flow,
                    &mut self.code,
                    subroutines,
                    &mut self.diagnostics,
                    name,
                    *number,
                );
            }
            StatementKind::Instruction(instruction) => self.instruction(tree, statement, instruction),
            StatementKind::Declaration(declaration) => self.declaration(tree, statement, declaration),
            StatementKind::Error => {
                self.unread.head |= self.first_naming.is_none();
                let cx = self.context(tree);
                let (blocks, code) = (&mut self.flow.blocks, &mut self.code);
                follow_unread(&cx, blocks, code, &mut self.diagnostics, statement.span);
            }
        }
    }

    /// An instruction, or what is none and was read as one.
    fn instruction<'t>(
        &mut self,
        tree: &'t Tree<'s>,
        statement: &Statement<'s>,
        instruction: &'t Instruction<'s>,
    ) {
        let cx = self.context(tree);
        let (scope, unread, span) = (&mut self.scope, &mut self.unread, statement.span);
        match misspelled_statement(&cx, scope, unread, &mut self.diagnostics, instruction, span) {
            Meant::Instruction => {}
            Meant::Statement => return,
            Meant::Label(name) => {
                let subroutines = &mut self.subroutines;
                label(
                    &cx,
                    &mut self.flow,
                    &mut self.code,
                    subroutines,
                    &mut self.diagnostics,
                    &name,
                    None,
                );
                return;
            }
            Meant::Options(names) => {
                let with = |language, name: &Word<'_>| bring(language, name.text);
                self.set_language(names.iter().fold(self.language, with));
                return;
            }
        }
        // A word that is no opcode may have been meant for anything.
        if mnemonic::readings(instruction.mnemonic.text).next().is_some() {
            self.begins(span);
        }
        let span = cx.bare(statement);
        self.code.written.push(span);
        instruct::instruction(&mut self.lowering(tree), instruction, span);
    }

    fn declaration<'t>(
        &mut self,
        tree: &'t Tree<'s>,
        statement: &Statement<'s>,
        declaration: &'t Declaration<'s>,
    ) {
        let cx = self.context(tree);
        if declaration.keyword.text == "OPTION" {
            if let Some(first) = self.first_statement {
                let span = cx.bare(statement);
                self.diagnostics
                    .report(rules::option_after_statement::at(span, first));
            }
        } else if is_of_stage(declaration) {
            self.first_statement.get_or_insert(statement.span);
            if let Some(row) = available(&cx, &mut self.diagnostics, &declaration.keyword) {
                let (stage, span) = (&mut self.stage, cx.bare(statement));
                stage_declaration(&cx, stage, &mut self.diagnostics, row, declaration, span);
            }
        } else {
            self.begins(statement.span);
            let mut declaring = Declaring {
                cx: self.context(tree),
                scope: &mut self.scope,
                blocks: &self.flow.blocks,
                stage: &self.stage,
                slots: &mut self.slots,
                memory: &mut self.memory,
                subroutines: &mut self.subroutines,
                interpolations: &mut self.interpolations,
                undeclared: &mut self.undeclared,
                diagnostics: &mut self.diagnostics,
            };
            declare::declaration(&mut declaring, declaration);
        }
    }

    /// Notes the first statement that is neither an option nor a declaration of the stage.
    fn begins(&mut self, span: Span) {
        self.first_statement.get_or_insert(span);
        self.first_naming.get_or_insert(span);
    }

    /// Checks and completes the whole program. What only it shows is noticed at its end.
    pub(crate) fn whole(&mut self, tree: &Tree<'s>) {
        if self.language.meets(LanguageSet::ATI) {
            whole::usage::note(&self.code, &mut self.slots);
            return;
        }
        let cx = self.context(tree);
        self.diagnostics.end_statement();
        let before = self.diagnostics.list.len();
        let (flow, code, diagnostics) = (&mut self.flow, &mut self.code, &mut self.diagnostics);
        unclosed_blocks(&mut flow.blocks, diagnostics);
        if self.language.is_gpu() && !flow.labels.places.is_empty() {
            end_subroutine(&flow.labels, code, cx.end_of_program());
        }
        resolve_branches(flow, code, &mut self.undeclared, diagnostics);
        whole::call_graph::check_recursion(flow, code, &self.subroutines, diagnostics);
        whole::interlock::check(&cx, &self.named_options, flow, diagnostics);
        whole::usage::note(code, &mut self.slots);
        if self.language.profile.variables == Variables::Registers {
            whole::registers::check(&cx, &self.unread, &self.slots, code, diagnostics);
        }
        whole::layout::check(&cx, &self.stage, &self.unread, diagnostics);
        whole::subroutines::check(&self.subroutines, &flow.labels, diagnostics);
        whole::interpolation::resolve(&self.interpolations, &mut self.slots);
        whole::results::check(&cx, &self.stage, &self.slots, code, diagnostics);
        whole::count::check(&cx, &self.slots, code, &self.textures, diagnostics);
        let end = self.text.len() as u32;
        for diagnostic in &mut diagnostics.list[before..] {
            diagnostic.noticed.get_or_insert(end);
        }
    }

    /// Ends the check.
    pub(crate) fn finish(mut self) -> Checked {
        self.diagnostics.end_statement();
        let unlisted = self.diagnostics.unlisted;
        let diagnostics = listed(self.text, &mut self.diagnostics);
        let is_error = |diagnostic: &Diagnostic| diagnostic.severity == Severity::Error;
        let rejected = diagnostics.iter().any(is_error);
        let program = if rejected { None } else { Some(self.program()) };
        Checked {
            program,
            diagnostics,
            unlisted,
        }
    }

    /// The program, which has no error.
    fn program(mut self) -> Program {
        let (slots, code, flow) = (&mut self.slots, &mut self.code, &mut self.flow);
        let counts = whole::count::counts(&self.language, slots, code, self.ati.is_some());
        let images = whole::usage::images(code);
        self.memory.used.image_handles = whole::usage::has_image_handles(code);
        self.memory.used.texture_handles = whole::usage::has_texture_handles(code);
        let entry = flow.labels.target("main").unwrap_or(InstId::new(0));
        if let Some(option) = self.named_options.position_invariant() {
            let added = whole::position::prepend(slots, code, entry, option);
            flow.labels.shift(entry, added);
        }
        whole::call_graph::set_targets(flow, &self.subroutines, code);
        let mut declared = self.scope.variables();
        for name in &mut declared {
            name.settable = name.file == File::Parameter && slots.is_settable(name.first);
        }
        whole::merge::merge(slots, code, &mut declared);
        Program::new(Parts {
            profile: self.language.profile,
            features: self.language.features,
            entry,
            // The one address register of a program with a LOOP is the index of the innermost one.
            addresses: if flow.blocks.has_index { 1 } else { slots.addresses },
            images,
            subroutines: whole::subroutines::resolved(&self.subroutines, &flow.labels),
            layout: whole::layout::layout(&self.language, &self.stage),
            secondary_view_layer_offset: self.stage.view_offset.and_then(|once| once.value),
            labels: flow.labels.sorted(),
            declared,
            counts,
            execution: whole::execution::execution(&self.language, &self.options.limits),
            ati: self.ati,
            instructions: self.code.instructions,
            spans: self.code.spans,
            temporaries: self.slots.temporaries,
            attributes: self.slots.attributes,
            results: self.slots.results,
            parameters: self.slots.parameters,
            textures: self.textures.used,
            memory: self.memory.used,
        })
        .expect("the checker resolves every slot that it writes down")
    }
}
