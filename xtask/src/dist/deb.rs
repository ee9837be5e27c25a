//! Packages of Debian: `quadrille`, `libquadrille0.1` and `libquadrille-dev`. lintian has nothing to say of them.

use std::fs;
use std::io::Write;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};

use flate2::{Compression, GzBuilder};

use super::{
    DistError, OTHER_EXAMPLES, Place, THIRD_PARTY, completions, emptied, fresh, manual_pages, put,
    put_folder, third_party, tool, version,
};
use crate::command::{Step, is_here};
use crate::install;

/// The revision of the packages behind the version.
const REVISION: &str = "1";

const MAINTAINER: &str = "Quadrille developers <developers@quadrille.invalid>";

/// Programs that are needed, and where they are.
const TOOLS: [(&str, &str); 4] = [
    ("dpkg-deb", "Debian's dpkg"),
    ("dpkg-shlibdeps", "Debian's dpkg-dev"),
    ("strip", "Debian's binutils"),
    ("lintian", "Debian's lintian"),
];

/// A package that is made.
struct Package {
    name: String,
    /// The crate whose crates are parts of it.
    of: &'static str,
    section: &'static str,
    /// Other packages that it wants beside those of its libraries.
    depends: Option<String>,
    /// A line, and lines behind it.
    about: [&'static str; 2],
    /// Its files so far.
    folder: PathBuf,
}

pub(super) fn make(place: &Place<'_>, fresh_root: bool) -> Result<Vec<PathBuf>, DistError> {
    for (tool, from) in TOOLS {
        if !is_here(tool) {
            return Err(DistError::NoTool { tool, from });
        }
    }
    let architecture = word(Step::new("dpkg", "Debian's dpkg").with(["--print-architecture"]))?;
    let triple = Step::new("dpkg-architecture", "Debian's dpkg-dev").with(["-qDEB_HOST_MULTIARCH"]);
    let libraries = format!("usr/lib/{}", word(triple)?);
    let folder = emptied(place.out.join("deb"))?;
    let library = format!("libquadrille{}", install::interface());
    let packages = [
        program(place, folder.join("quadrille"))?,
        shared(place, folder.join(&library), &library, &libraries)?,
        headers(place, folder.join("libquadrille-dev"), &library, &libraries)?,
    ];
    let mut files = Vec::new();
    for package in &packages {
        files.push(package.build(place, &architecture)?);
    }
    let lintian =
        Step::new("lintian", "Debian's lintian").with(["--fail-on", "error,warning", "--allow-root"]);
    lintian.with(&files).run()?;
    if fresh_root {
        fresh::check(place, &files)?;
    }
    Ok(files)
}

fn word(step: Step) -> Result<String, DistError> {
    Ok(String::from_utf8_lossy(&step.output()?).trim().to_owned())
}

/// The command line.
fn program(place: &Place<'_>, folder: PathBuf) -> Result<Package, DistError> {
    let program = tool(place, None)?;
    let own = folder.join("usr/bin/quadrille");
    put(&own, fs::read(&program)?)?;
    Step::new("strip", "Debian's binutils")
        .with(["--strip-unneeded", "-R", ".comment"])
        .with([&own])
        .run()?;
    fs::set_permissions(&own, fs::Permissions::from_mode(0o755))?;
    for (name, text) in completions(&program)? {
        let to = match name {
            "quadrille.bash" => "usr/share/bash-completion/completions/quadrille",
            "_quadrille" => "usr/share/zsh/vendor-completions/_quadrille",
            "quadrille.fish" => "usr/share/fish/vendor_completions.d/quadrille.fish",
            // That shell is none of Debian's.
            _ => continue,
        };
        put(&folder.join(to), text)?;
    }
    put_folder(
        &place.root.join("examples"),
        &folder.join("usr/share/doc/quadrille/examples"),
        &OTHER_EXAMPLES,
    )?;
    let pages = emptied(place.out.join("man"))?;
    manual_pages(&program, &pages)?;
    for page in fs::read_dir(&pages)? {
        let page = page?;
        let name = format!("{}.gz", page.file_name().to_string_lossy());
        put(
            &folder.join("usr/share/man/man1").join(name),
            packed(&fs::read(page.path())?)?,
        )?;
    }
    Ok(Package {
        name: "quadrille".to_owned(),
        of: "quadrille-cli",
        section: "devel",
        depends: None,
        about: [
            "software GPU for shader assembly",
            "It checks, runs, draws, explains and translates GPU programs in the OpenGL\n \
             assembly languages, for the GeForce 3 and for the VideoCore IV.",
        ],
        folder,
    })
}

/// The library that programs load.
fn shared(place: &Place<'_>, folder: PathBuf, name: &str, libraries: &str) -> Result<Package, DistError> {
    let installed = library(place)?;
    let full = format!("libquadrille.so.{}", version());
    let own = folder.join(libraries).join(&full);
    put(&own, fs::read(installed.join("lib").join(&full))?)?;
    Step::new("strip", "Debian's binutils")
        .with(["--strip-unneeded", "-R", ".comment"])
        .with([&own])
        .run()?;
    let interface = install::interface();
    symlink(
        &full,
        folder
            .join(libraries)
            .join(format!("libquadrille.so.{interface}")),
    )?;
    put(
        &folder.join("DEBIAN/shlibs"),
        format!("libquadrille {interface} {name} (>= {}~)\n", version()),
    )?;
    put(&folder.join("DEBIAN/triggers"), "activate-noawait ldconfig\n")?;
    Ok(Package {
        name: name.to_owned(),
        of: "quadrille-capi",
        section: "libs",
        depends: None,
        about: [
            "software GPU for shader assembly - library",
            "It checks, translates and runs GPU programs in the OpenGL assembly languages.\n .\n \
             This package has the library that programs load.",
        ],
        folder,
    })
}

/// What programs are compiled with.
fn headers(place: &Place<'_>, folder: PathBuf, name: &str, libraries: &str) -> Result<Package, DistError> {
    let installed = place.out.join("installed/usr");
    put(
        &folder.join("usr/include/quadrille.h"),
        fs::read(installed.join("include/quadrille.h"))?,
    )?;
    put_folder(
        &place.root.join("examples/c"),
        &folder.join("usr/share/doc/libquadrille-dev/examples"),
        &[],
    )?;
    let own = folder.join(libraries).join("libquadrille.a");
    put(&own, fs::read(installed.join("lib/libquadrille.a"))?)?;
    Step::new("strip", "Debian's binutils")
        .with(["--strip-debug", "--enable-deterministic-archives"])
        .with([&own])
        .run()?;
    symlink(
        format!("libquadrille.so.{}", version()),
        folder.join(libraries).join("libquadrille.so"),
    )?;
    let below = libraries.trim_start_matches("usr/");
    put(
        &folder.join(libraries).join("pkgconfig/quadrille.pc"),
        install::package(Path::new(below)),
    )?;
    Ok(Package {
        name: "libquadrille-dev".to_owned(),
        of: "quadrille-capi",
        section: "libdevel",
        depends: Some(format!("{name} (= {}-{REVISION})", version())),
        about: [
            "software GPU for shader assembly - header",
            "It checks, translates and runs GPU programs in the OpenGL assembly languages.\n .\n \
             This package has what programs are compiled and linked with.",
        ],
        folder,
    })
}

/// libquadrille, installed in a folder of its own.
fn library(place: &Place<'_>) -> Result<PathBuf, DistError> {
    let folder = emptied(place.out.join("installed"))?;
    let own = std::env::current_exe()?;
    let mut install = Step::new(own, "this program").within(place.root);
    install = install
        .with(["install", "--prefix", "/usr", "--destdir"])
        .with([&folder]);
    if place.debug {
        install = install.with(["--debug"]);
    }
    install.run()?;
    Ok(folder.join("usr"))
}

/// Packed as Debian wants it: the same bytes from the same bytes.
fn packed(bytes: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut gzip = GzBuilder::new().mtime(0).write(Vec::new(), Compression::best());
    gzip.write_all(bytes)?;
    gzip.finish()
}

impl Package {
    /// Adds what every package has, and makes the file.
    fn build(&self, place: &Place<'_>, architecture: &str) -> Result<PathBuf, DistError> {
        let documents = self.folder.join("usr/share/doc").join(&self.name);
        put(&documents.join("copyright"), copyright(place)?)?;
        put(
            &documents.join(format!("{THIRD_PARTY}.gz")),
            packed(third_party(place, self.of, None)?.as_bytes())?,
        )?;
        put(
            &documents.join("changelog.gz"),
            packed(&fs::read(place.root.join("CHANGELOG.md"))?)?,
        )?;
        let date =
            word(
                Step::new("git", "Debian's git")
                    .within(place.root)
                    .with(["log", "-1", "--format=%aD"]),
            )?;
        let entry = format!(
            "quadrille ({}-{REVISION}) unstable; urgency=medium\n\n  * Built from its repository.\n\n -- {MAINTAINER}  {date}\n",
            version()
        );
        put(&documents.join("changelog.Debian.gz"), packed(entry.as_bytes())?)?;
        // The first entry of a package in Debian closes the bug that asks for it; this one is not uploaded there.
        put(
            &self.folder.join("usr/share/lintian/overrides").join(&self.name),
            format!("{}: initial-upload-closes-no-bugs\n", self.name),
        )?;
        let mut depends: Vec<String> = self.depends.iter().cloned().collect();
        depends.extend(self.libraries(place)?);
        let mut control = format!(
            "Package: {}\nSource: quadrille\nVersion: {}-{REVISION}\nArchitecture: {architecture}\nMaintainer: {MAINTAINER}\n",
            self.name,
            version()
        );
        if !depends.is_empty() {
            control += &format!("Depends: {}\n", depends.join(", "));
        }
        if self.section != "devel" {
            control += "Multi-Arch: same\n";
        }
        control += &format!(
            "Section: {}\nPriority: optional\nHomepage: https://github.com/quadrille/quadrille\nDescription: {}\n {}\n",
            self.section, self.about[0], self.about[1]
        );
        put(&self.folder.join("DEBIAN/control"), control)?;
        let sums = Step::new("sh", "Debian's dash").within(&self.folder);
        let sums = sums
            .with([
                "-c",
                "find usr -type f -print0 | LC_ALL=C sort -z | xargs -0 md5sum",
            ])
            .output()?;
        put(&self.folder.join("DEBIAN/md5sums"), sums)?;
        // Whatever this user's mask is.
        Step::new("chmod", "Debian's coreutils")
            .with(["-R", "u=rwX,go=rX"])
            .with([&self.folder])
            .run()?;
        let file = place.out.join(format!(
            "{}_{}-{REVISION}_{architecture}.deb",
            self.name,
            version()
        ));
        let seconds =
            word(
                Step::new("git", "Debian's git")
                    .within(place.root)
                    .with(["log", "-1", "--format=%ct"]),
            )?;
        let build = Step::new("dpkg-deb", "Debian's dpkg").set("SOURCE_DATE_EPOCH", seconds);
        build
            .with(["--root-owner-group", "--build"])
            .with([&self.folder, &file])
            .run()?;
        Ok(file)
    }

    /// The packages of the libraries that its programs and libraries load.
    fn libraries(&self, place: &Place<'_>) -> Result<Option<String>, DistError> {
        let find = "find usr -type f '(' -path 'usr/bin/*' -o -name '*.so.*' ')'";
        let loaded = word(
            Step::new("sh", "Debian's dash")
                .within(&self.folder)
                .with(["-c", find]),
        )?;
        if loaded.is_empty() {
            return Ok(None);
        }
        // It looks for a description of the sources.
        let folder = emptied(place.out.join("sources"))?;
        put(
            &folder.join("debian/control"),
            "Source: quadrille\n\nPackage: quadrille\nArchitecture: any\n",
        )?;
        let files = loaded.lines().map(|file| self.folder.join(file));
        let step = Step::new("dpkg-shlibdeps", "Debian's dpkg-dev").within(&folder);
        let said = word(step.with(["-O", "--ignore-missing-info"]).with(files))?;
        Ok(said.strip_prefix("shlibs:Depends=").map(str::to_owned))
    }
}

fn copyright(place: &Place<'_>) -> std::io::Result<String> {
    let mit = fs::read_to_string(place.root.join("LICENSE-MIT"))?;
    let (holder, text) = mit.split_once("\n\nPermission").unwrap_or(("", &mit));
    let holder = holder
        .lines()
        .last()
        .unwrap_or_default()
        .trim_start_matches("Copyright (c) ");
    let lines = format!("Permission{text}");
    let lines = lines.trim_end().lines().map(|line| {
        if line.is_empty() {
            " .".to_owned()
        } else {
            format!(" {line}")
        }
    });
    Ok(format!(
        "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\nUpstream-Name: quadrille\n\n\
         Files: *\nCopyright: {holder}\nLicense: Expat or Apache-2.0\n\
         Comment: Crates of others are parts of what is built. Their copyrights and licences are\n \
         in the file {THIRD_PARTY}.gz beside this one.\n\n\
         License: Expat\n{}\n\n\
         License: Apache-2.0\n On Debian systems, the text of this license is in\n /usr/share/common-licenses/Apache-2.0.\n",
        lines.collect::<Vec<_>>().join("\n")
    ))
}
