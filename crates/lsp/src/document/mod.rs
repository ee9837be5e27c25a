//! Documents as an editor holds them: text, kind, settings, and what is worked out of these once it is asked for.
//!
//! A document is never changed: an edit makes the next one. So whoever works on one in another thread works on what the
//! editor showed when it asked.

mod judged;
mod kind;
mod settings;
mod text;

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use lsp_types::{TextDocumentContentChangeEvent, Uri};
use quadrille::Options;
use quadrille::programs::{FileKind, Programs};
use quadrille_base::{FileError, Span};
use quadrille_scene::vpfp;

pub use judged::{Judged, JudgedProgram, ResourceUse};
pub(crate) use judged::{Resolving, assembled};
pub use kind::DocumentKind;
pub use settings::{AssemblerDialectName, DialectName, NumberingName, Settings, SettingsError};
pub use text::{Text, TooLong};

/// The source of texts that a program of the QPU includes.
pub trait Includes: Send + Sync {
    /// The text of a name that the document at `path` includes; `is_system` where it stood between `<` and `>`.
    ///
    /// # Errors
    ///
    /// There is none, or it is not granted or cannot be read.
    fn read(&self, path: &Path, name: &str, is_system: bool) -> Result<String, FileError>;
}

/// No texts at all.
#[derive(Clone, Copy, Default, Debug)]
pub struct NoIncludes;

impl Includes for NoIncludes {
    fn read(&self, _: &Path, _: &str, _: bool) -> Result<String, FileError> {
        Err(FileError::NotGranted)
    }
}

/// What holds for all documents of a session.
#[derive(Clone)]
pub struct Session {
    /// The settings.
    pub settings: Settings,
    /// The options of the checker that they ask for.
    pub options: Options,
    /// Where included texts come from.
    pub includes: Arc<dyn Includes>,
}

impl Session {
    /// A session with these settings.
    ///
    /// # Errors
    ///
    /// A limit or a macro of the settings is none.
    pub fn new(settings: Settings, includes: Arc<dyn Includes>) -> Result<Session, SettingsError> {
        Ok(Session {
            options: settings.options()?,
            settings,
            includes,
        })
    }
}

impl fmt::Debug for Session {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Session")
            .field("settings", &self.settings)
            .finish_non_exhaustive()
    }
}

/// A document at one of its versions.
#[derive(Debug)]
pub struct Document {
    /// Its name.
    pub uri: Uri,
    /// The number that the editor gave to this state of it.
    pub version: i32,
    /// What it holds.
    pub kind: DocumentKind,
    /// What holds for all documents.
    pub session: Arc<Session>,
    language: String,
    path: PathBuf,
    text: Arc<Text>,
    layout: OnceLock<Layout>,
    judged: OnceLock<Judged>,
}

/// Where the programs of an OpenGL language lie in a document.
#[derive(Debug, Default)]
struct Layout {
    /// The text with blanks for what is no program text, where that differs.
    blanked: Option<String>,
    places: Vec<Span>,
}

/// A program of an OpenGL language in a document.
#[derive(Clone, Copy, Debug)]
pub struct Piece<'d> {
    /// Its first byte in the document.
    pub base: u32,
    /// Its text, which is as long as what stands in the document.
    pub text: &'d str,
}

impl Piece<'_> {
    /// The bytes of the document.
    pub fn span(&self) -> Span {
        Span::new(self.base, self.base + self.text.len() as u32)
    }
}

impl Document {
    /// A document as an editor opens it.
    ///
    /// # Errors
    ///
    /// It is too long.
    pub fn new(
        uri: Uri,
        language: String,
        version: i32,
        text: String,
        session: Arc<Session>,
    ) -> Result<Document, TooLong> {
        let path = path_of(&uri);
        let kind = DocumentKind::of(&language, &path, &text);
        Ok(Document {
            kind,
            version,
            session,
            path,
            language,
            uri,
            text: Arc::new(Text::new(text)?),
            layout: OnceLock::new(),
            judged: OnceLock::new(),
        })
    }

    /// The document after edits, each of which counts its places in what the one before left.
    ///
    /// # Errors
    ///
    /// It becomes too long.
    pub fn edited(
        &self,
        version: i32,
        changes: Vec<TextDocumentContentChangeEvent>,
    ) -> Result<Document, TooLong> {
        let mut text = self.text.clone();
        for change in changes {
            match change.range {
                None => text = Arc::new(Text::new(change.text)?),
                Some(range) => {
                    let span = text.span(range);
                    Arc::make_mut(&mut text).replace(span, &change.text)?;
                }
            }
        }
        Ok(self.with(version, text, self.session.clone()))
    }

    /// The document under other settings.
    pub fn under(&self, session: Arc<Session>) -> Document {
        self.with(self.version, self.text.clone(), session)
    }

    fn with(&self, version: i32, text: Arc<Text>, session: Arc<Session>) -> Document {
        Document {
            kind: DocumentKind::of(&self.language, &self.path, text.text()),
            uri: self.uri.clone(),
            version,
            session,
            language: self.language.clone(),
            path: self.path.clone(),
            text,
            layout: OnceLock::new(),
            judged: OnceLock::new(),
        }
    }

    /// Its text with its lines.
    pub fn text(&self) -> &Text {
        &self.text
    }

    /// The path of its file; a document without one has the name under which it is judged.
    pub fn path(&self) -> &Path {
        match self.path.as_os_str().is_empty() || !self.is_named_by_kind() {
            true => Path::new(self.kind.untitled()),
            false => &self.path,
        }
    }

    /// Whether the command line would take a file of this name for what the document holds: of scenes the ending says it.
    fn is_named_by_kind(&self) -> bool {
        let is_scene = FileKind::of_name(&self.path) == Some(FileKind::Scene);
        is_scene == (self.kind == DocumentKind::Scene)
    }

    /// What is wrong with it, and what its programs take.
    pub fn judged(&self) -> &Judged {
        self.judged.get_or_init(|| Judged::of(self))
    }

    /// Its programs of the OpenGL languages, in order.
    pub fn pieces(&self) -> impl Iterator<Item = Piece<'_>> {
        let layout = self.layout.get_or_init(|| self.make_layout());
        let text = layout.blanked.as_deref().unwrap_or(self.text.text());
        layout.places.iter().map(|place| Piece {
            base: place.start,
            text: &text[place.range()],
        })
    }

    /// The program in which a byte lies; right behind its end it still does.
    pub fn piece(&self, offset: u32) -> Option<Piece<'_>> {
        self.pieces()
            .find(|piece| piece.span().start <= offset && offset <= piece.span().end)
    }

    fn make_layout(&self) -> Layout {
        if !matches!(self.kind, DocumentKind::Assembly | DocumentKind::Scene) {
            return Layout::default();
        }
        // What a preprocessor would leave is not what stands there.
        let options = Options {
            preprocess: None,
            ..self.session.options.clone()
        };
        let text = self.text.text();
        let found = Programs::of(self.path(), text.to_owned(), &options);
        let places = found.map_or_else(|_| Vec::new(), |programs| programs.places);
        let is_old_scene = FileKind::of_name(self.path()) == Some(FileKind::OldScene);
        Layout {
            blanked: is_old_scene.then(|| vpfp::without_comments(text)),
            places,
        }
    }
}

/// The path that a name of a file says; empty for another name.
fn path_of(uri: &Uri) -> PathBuf {
    let is_file = uri.scheme().is_some_and(|scheme| scheme.as_str() == "file");
    let path = uri.path().as_estr().decode().into_string_lossy().into_owned();
    if !is_file {
        // The ending still tells what an unsaved document is to be.
        return PathBuf::from(path.rsplit('/').next().unwrap_or_default());
    }
    // `/C:/folder` of Windows.
    let drive = path.as_bytes().get(2) == Some(&b':');
    PathBuf::from(if drive { &path[1..] } else { &path })
}
