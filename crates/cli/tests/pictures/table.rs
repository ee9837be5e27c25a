//! The tables of docs/compare.md: pictures that differ, which people write, and pictures that are not drawn, which is
//! what the engines say; `BLESS=1` writes it.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::path::PathBuf;
use std::sync::Mutex;

use quadrille_pages_testkit::root;

/// A scene on an engine.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Key {
    /// A path, for a block of a page with the line.
    pub(crate) scene: String,
    pub(crate) engine: String,
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} on {}", self.scene, self.engine)
    }
}

/// What stands between the lines that begin and end a table of pictures that are not drawn; `{}` is a driver.
const BEGIN: &str = "<!-- not drawn by {} -->\n";
const END: &str = "<!-- end -->\n";

/// One test writes the page at a time.
static BLESSING: Mutex<()> = Mutex::new(());

pub(crate) struct Tables {
    page: String,
    /// Pictures that differ on some of the engines that were asked for.
    pub(crate) differing: BTreeSet<Key>,
}

fn page() -> PathBuf {
    root().join("docs/compare.md")
}

/// The driver that an engine draws with.
fn driver(engines: &[&str]) -> &'static str {
    if engines.contains(&"vulkan") {
        "vulkan"
    } else {
        "gl"
    }
}

impl Tables {
    /// Reads the page; of the pictures that differ those of these engines.
    pub(crate) fn read(engines: &[&str]) -> Tables {
        let page = std::fs::read_to_string(page()).expect("the page is there");
        let (_, rows) = page
            .split_once("| scene | engines | because |\n")
            .expect("the table");
        let mut differing = BTreeSet::new();
        for row in rows.lines().skip(1).take_while(|line| line.starts_with('|')) {
            let cells: Vec<String> = row.split('|').map(|cell| cell.trim().replace('`', "")).collect();
            let [_, scene, of, because, _] = &cells[..] else {
                panic!("a row has three cells: {row}");
            };
            assert!(because.len() > 20, "a row says why: {row}");
            for engine in of.split(", ") {
                let own = |name: &&&str| **name == engine || engine == "gl:TARGET" && name.starts_with("gl:");
                differing.extend(engines.iter().filter(own).map(|engine| Key {
                    scene: scene.clone(),
                    engine: (*engine).to_owned(),
                }));
            }
        }
        Tables { page, differing }
    }

    /// Compares the table of a driver with what its engines say; writes it with `BLESS=1`.
    pub(crate) fn check_not_drawn(&self, engines: &[&str], found: &BTreeMap<Key, String>) -> Option<String> {
        let begin = BEGIN.replace("{}", driver(engines));
        let (_, rest) = self.page.split_once(&begin).expect("the table of a driver");
        let (table, _) = rest.split_once(END).expect("the end of the table");
        let wanted = rows(engines, found);
        if table == wanted {
            return None;
        }
        if std::env::var_os("BLESS").is_some() {
            // The test of the other driver may have written since.
            let _one = BLESSING.lock();
            let fresh = std::fs::read_to_string(page()).expect("the page is there");
            let fresh = fresh.replace(&format!("{begin}{table}{END}"), &format!("{begin}{wanted}{END}"));
            std::fs::write(page(), fresh).expect("the page is written");
            return None;
        }
        Some(format!(
            "docs/compare.md has another table of what is not drawn; BLESS=1 writes this:\n{wanted}"
        ))
    }
}

/// The table: blocks of one page and engines with one reason are one row.
fn rows(engines: &[&str], found: &BTreeMap<Key, String>) -> String {
    /// Scenes and engines.
    type Row<'a> = (BTreeSet<&'a str>, BTreeSet<&'a str>);
    let mut by_reason: BTreeMap<(&str, &str), Row<'_>> = BTreeMap::new();
    for (Key { scene, engine }, reason) in found {
        let file = scene.split(':').next().unwrap_or_default();
        // Which language has no such thing is said by the engine's name.
        let lacks = reason.find("has no ").filter(|_| reason.contains("GLSL"));
        let reason = &reason[lacks.unwrap_or(0)..];
        let (scenes, of) = by_reason.entry((file, reason)).or_default();
        scenes.insert(scene);
        of.insert(engine);
    }
    let mut table = "| scene | engines | what the engine says |\n|---|---|---|\n".to_owned();
    for ((file, reason), (scenes, of)) in by_reason {
        let blocks = match (scenes.len(), file.ends_with(".md")) {
            (_, false) => String::new(),
            (1, true) => ", a block".to_owned(),
            (count, true) => format!(", {count} blocks"),
        };
        let translated = |name: &&&str| name.starts_with("gl:");
        let mut names: Vec<String> = Vec::new();
        let all = engines.len() > 1 && engines.iter().filter(translated).all(|name| of.contains(name));
        names.extend(
            of.iter()
                .filter(|name| !all || !translated(name))
                .map(|name| format!("`{name}`")),
        );
        names.extend(all.then(|| "`gl:TARGET`".to_owned()));
        table += &format!("| `{file}`{blocks} | {} | {reason} |\n", names.join(", "));
    }
    table
}
