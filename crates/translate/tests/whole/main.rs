//! Whole translations: each page has programs and, for targets and options, all of the text that a program becomes.
//! The prose says by which specification the text is right; compilers and validators look at it where they are
//! installed. `BLESS=1` writes the texts anew, for people to read.

mod page;
mod request;

use std::path::{Path, PathBuf};

use quadrille_tools_testkit::Tool;

use page::{Block, Page};
use request::{Request, Written};

fn pages() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/whole/pages");
    let entries = std::fs::read_dir(folder).expect("the folder of pages").flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    paths.sort();
    paths
}

/// Every request of a page with the text that it gives.
fn written(page: &Page) -> Vec<(&Block, Written)> {
    let mut programs: Vec<&str> = Vec::new();
    let mut given = Vec::new();
    let mut had_request = true;
    for block in page.blocks() {
        if block.info == "asm" {
            // Programs that follow each other are a pair.
            if std::mem::take(&mut had_request) {
                programs.clear();
            }
            programs.push(&block.body);
        } else {
            had_request = true;
            given.push((block, Request::read(&block.info).answer(&programs)));
        }
    }
    given
}

#[test]
fn programs_become_the_texts_of_the_pages() {
    let bless = std::env::var_os("BLESS").is_some();
    let mut wrong = Vec::new();
    let paths = pages();
    assert!(paths.len() >= 8, "{} pages", paths.len());
    for path in paths {
        let page = Page::read(&path);
        assert!(
            page.text().contains("source: "),
            "{}: by what is it right?",
            path.display()
        );
        let answers = written(&page);
        if bless {
            let bodies = answers
                .iter()
                .map(|(block, written)| (block.line, written.text.clone()));
            std::fs::write(&path, page.with(&bodies.collect())).expect("the page is written");
            continue;
        }
        let differing = answers
            .iter()
            .filter(|(block, written)| block.body != written.text);
        wrong.extend(differing.map(|(block, written)| {
            format!(
                "{}:{}: {}\n{}",
                path.display(),
                block.line,
                block.info,
                written.text
            )
        }));
    }
    assert!(wrong.is_empty(), "BLESS=1 writes these:\n{}", wrong.join("\n"));
}

/// source: the compilers of GLSL and the validator of SPIR-V of Khronos
#[test]
fn the_texts_of_the_pages_compile() {
    let has = [Tool::GLSLANG, Tool::SPIRV_VAL].map(Tool::is_here);
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("whole");
    std::fs::create_dir_all(&folder).expect("a folder of our own");
    for path in pages() {
        let page = Page::read(&path);
        for (block, written) in written(&page) {
            let Some((ending, environment)) = written.kind else {
                continue;
            };
            let name = path.file_stem().unwrap_or_default().to_string_lossy();
            let file = format!("{name}-{}.{ending}", block.line);
            std::fs::write(folder.join(&file), &written.bytes).expect("a file of our own");
            let said = match environment {
                Some(environment) if has[1] => {
                    Tool::SPIRV_VAL.complaint(&folder, ["--target-env", environment, &file])
                }
                None if has[0] => {
                    Tool::GLSLANG.complaint(&folder, written.flags.iter().copied().chain([&*file]))
                }
                _ => continue,
            };
            assert!(said.is_empty(), "{}:{}: {said}", path.display(), block.line);
        }
    }
}
