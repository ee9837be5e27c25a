//! The page on the C interface, done: the library is installed, the examples are compiled, run, and their output
//! and picture looked at. Where there is no C compiler, or no pkg-config, it is skipped and says so.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use quadrille_tools_testkit::{Group, Tool, skip};

/// The root of the repository.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("a folder")
        .to_path_buf()
}

/// An empty folder for a test, in which `examples` is the repository's.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder of our own");
    #[cfg(unix)]
    std::os::unix::fs::symlink(root().join("examples"), folder.join("examples")).expect("a link");
    folder
}

/// Runs lines of a shell in a folder; `cargo xtask` is this build's, and builds for tests.
fn shell(folder: &Path, lines: &str) -> Output {
    let script = format!("set -eu\ncargo() {{ shift; \"$XTASK\" \"$@\" --debug; }}\n{lines}");
    let mut command = Command::new("sh");
    command.arg("-c").arg(script).current_dir(folder);
    command
        .env("XTASK", env!("CARGO_BIN_EXE_xtask"))
        .env("PREFIX", folder.join("prefix"));
    command.output().expect("a shell")
}

/// The same, which must succeed; what it printed.
fn run(folder: &Path, lines: &str) -> String {
    let output = shell(folder, lines);
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{lines}\n{told}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// The commands of a page, block behind block.
fn commands(page: &str) -> String {
    let text = std::fs::read_to_string(root().join(page)).expect("the page");
    let blocks = text
        .split("\n```sh\n")
        .skip(1)
        .filter_map(|block| block.split("\n```").next());
    blocks.collect::<Vec<_>>().join("\n")
}

/// A binary PPM picture: width, and a pixel at (x, y) from the upper left.
fn pixel(picture: &[u8], x: usize, y: usize) -> [u8; 3] {
    let mut words = picture.splitn(5, |byte| byte.is_ascii_whitespace());
    assert_eq!(words.next(), Some(&b"P6"[..]));
    let number = |word: Option<&[u8]>| {
        std::str::from_utf8(word.unwrap_or_default())
            .ok()?
            .parse::<usize>()
            .ok()
    };
    let width = number(words.next()).expect("a width");
    words.next();
    words.next();
    let pixels = words.next().expect("pixels");
    let at = 3 * (y * width + x);
    [pixels[at], pixels[at + 1], pixels[at + 2]]
}

#[test]
fn the_page_on_c() {
    if !cfg!(target_os = "linux") {
        return skip(Group::C, "the page is written for Linux");
    }
    if !Tool::CC.is_here() || !Tool::PKG_CONFIG.is_here() {
        return;
    }
    let folder = folder("c");
    let printed = run(&folder, &commands("docs/c.md"));
    // What the library has is what the list promises, and nothing else.
    let list = root().join("docs/schema/symbols.txt");
    let names = "nm -D --defined-only \"$PREFIX\"/lib/libquadrille.so | sed 's/.* //' | LC_ALL=C sort";
    run(&folder, &format!("{names} | diff - {}", list.display()));
    assert!(
        printed.contains("interaction.vfp: !!ARBvp1.0 accepted"),
        "{printed}"
    );
    assert!(
        printed.contains("texture texture0: 2D of unit 0, binding 0"),
        "{printed}"
    );
    assert!(
        printed.contains("output vec4 o_color0: result.color.xyzw at 0"),
        "{printed}"
    );
    assert!(printed.contains("!!ARBvp1.0\n"), "{printed}");
    // source: ARB_fragment_program 3.11.2, <texCoord>, and comments behind `#`.
    assert!(
        printed.contains("# one texture\nTEX result.color, fragment.texcoord[0], texture[0], 2D;"),
        "{printed}"
    );
    picture(&folder);

    // As strict as compilers are, and as C++.
    let environment = "export PKG_CONFIG_PATH=\"$PREFIX/lib/pkgconfig\" LD_LIBRARY_PATH=\"$PREFIX/lib\"\n";
    for name in ["check", "fix", "translate", "loader", "engine"] {
        run(
            &folder,
            &format!(
                "{environment}cc -std=c99 -D_XOPEN_SOURCE=700 -pedantic -Wall -Wextra -Werror \
                 $(pkg-config --cflags quadrille) -c examples/c/{name}.c -o {name}.o"
            ),
        );
    }
    if Tool::CXX.is_here() {
        let lines = "printf '#include <quadrille.h>\\nint main() { return quadrille_version() == nullptr; }\\n' > one.cc\n\
                     c++ -std=c++11 -pedantic -Wall -Wextra -Werror one.cc $(pkg-config --cflags --libs quadrille) \
                     -o one\n./one";
        run(&folder, &format!("{environment}{lines}"));
    }

    // A program that is wrong, at its place; its comment is Latin-1.
    // source: the line and the column of `vertex.position` in the text; the byte of the `;` behind it.
    let wrong = b"!!ARBvp1.0 # gl\xe4nzend\nTEMP R0;\nRSQ R0, vertex.position;\nEND\n";
    std::fs::write(folder.join("wrong.vp"), wrong).expect("a file of our own");
    let output = shell(&folder, &format!("{environment}./check wrong.vp"));
    let printed = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{printed}");
    assert!(printed.starts_with("wrong.vp:3:9: error: "), "{printed}");
    assert!(
        printed.contains("[scalar-needs-selector]\n    read the first component: `.x`\n"),
        "{printed}"
    );

    if Tool::VALGRIND.is_here() {
        let run_all = "for words in './check wrong.vp examples/vfp/rim.vfp' './fix habits.fp' './translate one.fp spirv-vulkan' \
                       './translate one.fp nothing'; do\n\
                       valgrind --quiet --leak-check=full --errors-for-leak-kinds=definite --error-exitcode=99 \
                       $words > /dev/null 2> valgrind.txt || { test $? != 99 || { cat valgrind.txt >&2; exit 99; }; }\n\
                       done";
        run(&folder, &format!("{environment}{run_all}"));
    }
}

/// What the engine drew, where there was OpenGL: a tile for each file, 160 pixels wide, by name.
fn picture(folder: &Path) {
    let Ok(picture) = std::fs::read(folder.join("picture.ppm")) else {
        return skip(Group::Drivers, "the C example finds no OpenGL 3.3");
    };
    let close = |found: [u8; 3], wanted: [f64; 3]| {
        let near = found
            .iter()
            .zip(wanted)
            .all(|(found, wanted)| (f64::from(*found) - wanted).abs() <= 1.5);
        assert!(near, "{found:?} and not {wanted:?}");
    };
    // source: glClearColor in engine.c, times 255; the corners of a tile are free of the sphere.
    close(pixel(&picture, 2, 2), [25.5, 25.5, 38.25]);
    close(pixel(&picture, 477, 317), [25.5, 25.5, 38.25]);
    // source: stripes.vfp: at y = 0 the band is floor(0 * 1.5 + 1.5) = 1, times 255.
    close(pixel(&picture, 400, 242), [242.25, 229.5, 204.0]);
    // source: rim.vfp: in the middle the normal points at the viewer, so 1 - 1 = 0 is squared.
    close(pixel(&picture, 240, 240), [0.0, 0.0, 0.0]);
}

/// The functions that the page on compatibility promises: those of the header, and those of the library where there is
/// something that lists them.
#[test]
fn the_list_of_functions_is_that_of_the_header() {
    let list = std::fs::read_to_string(root().join("docs/schema/symbols.txt")).expect("the list");
    let list: Vec<&str> = list.lines().collect();
    let header = std::fs::read_to_string(root().join("crates/capi/include/quadrille.h")).expect("the header");
    let code = header
        .lines()
        .filter(|line| !line.trim_start().starts_with(['*', '/']));
    let mut declared: Vec<String> = code
        .filter_map(|line| {
            let before = &line[..line.find('(')?];
            let name = before.rsplit([' ', '*']).next()?;
            name.starts_with("quadrille_").then(|| name.to_owned())
        })
        .collect();
    declared.sort();
    declared.dedup();
    assert_eq!(declared, list, "docs/schema/symbols.txt");
}
