//! The walk over a program: header, statements in order, then what only the whole program shows.

use quadrille_base::{Diagnostic, Id, Severity, Span};
use quadrille_isa::gl::LanguageSet;
use quadrille_isa::gl::profile::{PROFILES, Variables};
use quadrille_program::program::Parts;
use quadrille_program::{File, ImageUse, InstId, Program};
use quadrille_syntax::tree::{Statement, StatementKind};
use quadrille_syntax::{Pieces, preprocess};

use crate::checked::Checked;
use crate::checker::Checker;
use crate::options::Options;
use crate::progress::Progress;
use crate::progress::problems::{Problems, Unlisted};
use crate::words::words;
use crate::{count, mnemonic, position, rules, slots, template};

/// How many statements are read before they are checked: as many as lie in the caches with all that is known of
/// them, so that a long program takes memory for its instructions alone.
const PIECE: usize = 256;

/// Checks one program, header to END. Never fails: what is wrong is in the diagnostics, with its place in the text,
/// also of a text that is preprocessed.
pub fn check(text: &str, options: &Options) -> Checked {
    let Some(macros) = &options.preprocess else {
        return check_program(text, options);
    };
    match preprocess(text, macros) {
        Ok(pass) => check_program(&pass.text, options).before(&pass),
        Err(problems) => Checked {
            program: None,
            diagnostics: problems.iter().map(rules::preprocessor::at).collect(),
            unlisted: Unlisted::default(),
        },
    }
}

fn check_program(text: &str, options: &Options) -> Checked {
    let headers: Vec<&str> = PROFILES.iter().map(|profile| profile.header).collect();
    let Some(header) = quadrille_syntax::header(text, &headers) else {
        return Checked {
            program: None,
            diagnostics: vec![unknown_header(text, &headers)],
            unlisted: Unlisted::default(),
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

impl<'t, 's> Checker<'t, 's> {
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
        self.problems.unlisted.errors += tree.unlisted;
        self.numbers();
        if self.features.languages.meets(LanguageSet::ATI) {
            self.syntax_errors(&tree.errors);
            self.ati();
            return;
        }
        self.program_options();
        let mut errors = tree.errors.as_slice();
        let mut until = |place: u32| {
            let (before, rest) = errors.split_at(errors.partition_point(|error| error.span.start < place));
            errors = rest;
            before
        };
        for statement in &tree.statements {
            self.syntax_errors(until(statement.span.start));
            let mark = self.problems.list.len();
            self.statement(statement);
            self.breaches(mark, until(statement.span.end + 1), statement);
            self.rest_of_severed(mark, statement);
            self.settle();
        }
        self.syntax_errors(until(u32::MAX));
    }

    /// What only the whole program shows, which is noticed at its end.
    fn whole(&mut self) {
        if self.features.languages.meets(LanguageSet::ATI) {
            return;
        }
        self.settle();
        let before = self.problems.list.len();
        self.unclosed_blocks();
        if self.is_gpu() && !self.labels.is_empty() {
            let end = self.tree.end.unwrap_or(Span::at(self.text.len() as u32));
            self.end_subroutine(end);
        }
        self.resolve_branches();
        self.whole_indirect_calls();
        self.whole_interlock();
        let build = &mut self.build;
        build.used.note_arrays(&mut build.attributes, &mut build.results);
        if self.profile.variables == Variables::Registers {
            self.whole_register_program();
        }
        self.whole_stage();
        self.whole_subroutines();
        self.settle_interpolation();
        self.whole_results();
        count::check(self);
        let end = self.text.len() as u32;
        for diagnostic in &mut self.problems.list[before..] {
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
                if self.misspelled_statement(instruction, statement.span) {
                    return;
                }
                // A word that is no opcode may have been meant for anything.
                if mnemonic::readings(instruction.mnemonic.text).next().is_some() {
                    self.begins(statement.span);
                }
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
            StatementKind::Error => {
                self.unread.head |= self.first_naming.is_none();
                self.follow_unread(statement.span);
            }
        }
    }

    /// Notes the first statement that is neither an option nor a declaration of the stage.
    fn begins(&mut self, span: Span) {
        self.first_statement.get_or_insert(span);
        self.first_naming.get_or_insert(span);
    }

    /// Ends the statement at hand.
    fn settle(&mut self) {
        let most = self.options.max_diagnostics;
        self.problems.settle(most);
    }

    fn finish(mut self) -> Checked {
        self.settle();
        let Problems { list, unlisted, .. } = std::mem::take(&mut self.problems);
        // A place that was found by counting may cut a character that no language has.
        let mut diagnostics: Vec<Diagnostic> = list.into_iter().map(|one| one.within(self.text)).collect();
        if unlisted.total() > 0 {
            diagnostics.push(rules::unlisted_problems::at(self.text.len(), unlisted));
        }
        let is_error = |diagnostic: &Diagnostic| diagnostic.severity == Severity::Error;
        let rejected = diagnostics.iter().any(is_error);
        if rejected {
            template::tell(self.text, &mut diagnostics);
        }
        diagnostics.sort_by_key(|diagnostic| (diagnostic.span.start, diagnostic.span.end));
        let program = if rejected { None } else { Some(self.program()) };
        Checked {
            program,
            diagnostics,
            unlisted,
        }
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
        self.set_indirect_targets();
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
