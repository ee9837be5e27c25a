//! What is wrong with a document, as the command line says it, and what its programs take.

use std::path::Path;

use quadrille::Source;
use quadrille::counts::resources;
use quadrille::programs::Programs;
use quadrille_base::{Diagnostic, FileError, Span};
use quadrille_check::Checked;
use quadrille_gf3::word::text;
use quadrille_isa::nv20::limit;
use quadrille_vc4::asm::{self, Resolver, assemble, words_of_text};
use quadrille_vc4::hazard::{self, is_words, judge, judge_words};

use super::{Document, DocumentKind, Includes};

/// A document, judged.
#[derive(Debug, Default)]
pub struct Judged {
    /// Its problems, with places in the document.
    pub diagnostics: Vec<Diagnostic>,
    /// What its programs take, where they are accepted.
    pub programs: Vec<JudgedProgram>,
}

/// A resource, what a program takes of it, and how much there is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ResourceUse {
    /// The resource, in the plural.
    pub name: &'static str,
    /// What the program takes.
    pub used: u32,
    /// The limit; the largest number where there is none.
    pub limit: u32,
}

/// A program that is accepted.
#[derive(Clone, PartialEq, Debug)]
pub struct JudgedProgram {
    /// Its place in the document.
    pub span: Span,
    /// What it takes.
    pub resources: Vec<ResourceUse>,
}

impl Judged {
    pub(super) fn of(document: &Document) -> Judged {
        match document.kind {
            DocumentKind::Assembly | DocumentKind::Scene => programs(document),
            DocumentKind::GeForce3 => machine_text(document),
            DocumentKind::Qpu => qpu(document),
        }
    }
}

/// `quadrille check`.
fn programs(document: &Document) -> Judged {
    let session = &document.session;
    let text = document.text().text().to_owned();
    let programs = match Programs::of(document.path(), text, &session.options) {
        Ok(programs) => programs,
        Err(unfound) => {
            return Judged {
                diagnostics: unfound.problems,
                programs: Vec::new(),
            };
        }
    };
    let mut judged = Judged {
        diagnostics: programs.scene.iter().cloned().collect(),
        programs: Vec::new(),
    };
    for place in &programs.places {
        let one = match session.settings.no_advice {
            true => programs.check(*place),
            false => programs.check_and_advise(*place),
        };
        judged.diagnostics.extend(programs.listed(&one));
        let Checked { program, .. } = &one.checked;
        judged.programs.extend(program.as_ref().map(|program| {
            JudgedProgram {
                span: programs.whole(*place),
                resources: resources(program, &session.options.limits)
                    .into_iter()
                    .map(|(name, used, limit)| ResourceUse { name, used, limit })
                    .collect(),
            }
        }));
    }
    judged
}

/// `quadrille gf3 asm`.
fn machine_text(document: &Document) -> Judged {
    let all = document.text().text();
    match text::read(all, document.session.settings.numbering()) {
        Err(diagnostics) => Judged {
            diagnostics,
            programs: Vec::new(),
        },
        Ok(read) => Judged {
            diagnostics: read.notes,
            programs: vec![JudgedProgram {
                span: Span::new(0, document.text().len()),
                resources: vec![ResourceUse {
                    name: "instructions",
                    used: read.words.len() as u32,
                    limit: limit::SLOTS as u32,
                }],
            }],
        },
    }
}

/// The includes of one document, as the assembler asks for them.
pub(crate) struct Resolving<'d> {
    /// Where they come from.
    pub(crate) includes: &'d dyn Includes,
    /// The document's path.
    pub(crate) path: &'d Path,
}

impl Resolver for Resolving<'_> {
    fn resolve(&mut self, name: &str, is_system: bool) -> Result<String, FileError> {
        self.includes.read(self.path, name, is_system)
    }
}

/// The text of a document, assembled.
pub(crate) fn assembled(document: &Document) -> asm::Assembly {
    let options = asm::Options {
        dialect: document.session.settings.qpu_dialect(),
        ..asm::Options::default()
    };
    let mut includes = Resolving {
        includes: &*document.session.includes,
        path: document.path(),
    };
    let name = document.path().display().to_string();
    assemble(&name, document.text().text(), &options, &mut includes)
}

/// `quadrille qpu check`.
fn qpu(document: &Document) -> Judged {
    let text = document.text().text();
    let options = hazard::Options::default();
    let (diagnostics, words) = if is_words(text) {
        let list = words_of_text(text);
        let (_, breaches) = judge_words(&list.words, list.spans, 0, &options);
        let mut diagnostics = list.diagnostics;
        diagnostics.extend(breaches);
        (diagnostics, Some(list.words.len()))
    } else {
        let judged = judge(assembled(document), 0, &options);
        let all = judged.assembly.diagnostics.iter().chain(&judged.breaches);
        let diagnostics = all.map(|one| in_document(text, &judged.assembly, one)).collect();
        (diagnostics, judged.report.map(|_| judged.assembly.words.len()))
    };
    // There is no limit on the length of a program: it lies in memory.
    let programs = words.map(|words| JudgedProgram {
        span: Span::new(0, document.text().len()),
        resources: vec![ResourceUse {
            name: "instructions",
            used: words as u32,
            limit: u32::MAX,
        }],
    });
    Judged {
        diagnostics,
        programs: programs.into_iter().collect(),
    }
}

/// A problem with its places in the document; one in an included text stands where the text is included.
fn in_document(text: &str, assembly: &asm::Assembly, found: &Diagnostic) -> Diagnostic {
    let (source, mut local) = assembly.in_its_text(found);
    let is_own = assembly
        .texts
        .first()
        .is_some_and(|first| std::ptr::eq(first.source(), source));
    if is_own {
        return local;
    }
    let position = source.position(local.span.start);
    local.message = format!(
        "{}:{}:{}: {}",
        source.name(),
        position.line,
        position.column,
        local.message
    );
    local.span = included_at(text, source);
    local.labels.clear();
    local.fix = None;
    local
}

/// The line that includes a text.
fn included_at(text: &str, included: &Source) -> Span {
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let bare = line.trim();
        if bare.contains("include") && bare.contains(included.name()) {
            let start = at + (line.len() - line.trim_start().len());
            return Span::new(start as u32, (start + bare.len()) as u32);
        }
        at += line.len();
    }
    Span::at(0)
}
