//! The guide for porting an engine: its commands run, in order, and the shader that it shows is the one that they
//! write.

use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("a folder");
    crates.parent().expect("the root").to_path_buf()
}

/// Blocks of a page: the words behind the fence, and the lines.
fn blocks(page: &str) -> Vec<(&str, String)> {
    let mut blocks = Vec::new();
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        if let Some(info) = line.strip_prefix("```") {
            let body = lines.by_ref().take_while(|line| *line != "```");
            blocks.push((info, body.flat_map(|line| [line, "\n"]).collect()));
        }
    }
    blocks
}

#[test]
#[cfg(unix)]
fn the_guide_is_walked_through() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("porting");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder of our own");
    std::os::unix::fs::symlink(root().join("examples"), folder.join("examples")).expect("a link");
    let page = std::fs::read_to_string(root().join("docs/porting.md")).expect("the page");
    let blocks = blocks(&page);

    let program = Path::new(env!("CARGO_BIN_EXE_quadrille"));
    let path = std::env::var("PATH").unwrap_or_default();
    let path = format!("{}:{path}", program.parent().expect("a folder").display());
    let mut printed = String::new();
    for line in blocks
        .iter()
        .filter(|(info, _)| *info == "sh")
        .flat_map(|(_, body)| body.lines())
    {
        let mut shell = Command::new("sh");
        shell.args(["-c", line]).current_dir(&folder).env("PATH", &path);
        let output = shell.output().expect("a shell");
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{line}\n{told}");
        printed += &String::from_utf8_lossy(&output.stdout);
    }
    assert!(
        printed.contains("result.color = 0.25, 0.125, 0.0625, 0.25 "),
        "{printed}"
    );

    let shown = blocks
        .iter()
        .filter_map(|(info, body)| Some((info.strip_prefix("glsl ")?, body)));
    let mut checked = 0;
    for (file, body) in shown {
        let written = std::fs::read_to_string(folder.join(file)).expect(file);
        assert_eq!(*body, written, "{file}");
        checked += 1;
    }
    assert_eq!(checked, 1);

    // What the page says is bound for rim.vert is what the reflection says.
    let text = std::fs::read_to_string(folder.join("out/shaders.json")).expect("the reflection");
    let all: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let of = |value: &serde_json::Value| {
        value["file"]
            .as_str()
            .is_some_and(|file| file.ends_with("rim.vert"))
    };
    let rim = all
        .as_array()
        .expect("a list")
        .iter()
        .find(|value| of(value))
        .expect("an entry");
    let (_, shown) = blocks.iter().find(|(info, _)| *info == "json").expect("a block");
    let shown: serde_json::Value = serde_json::from_str(shown).expect("JSON");
    for (key, value) in shown.as_object().expect("an object") {
        assert_eq!(&rim[key], value, "{key}");
    }
}
