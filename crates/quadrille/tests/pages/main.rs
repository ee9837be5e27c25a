//! `spec/memory-*.md`: what the specifications say about memory, each sentence with a program that shows it.

use quadrille::scene::{NoFiles, SceneOptions, Verdict};
use quadrille::{Session, run_scene};

const PAGES: [(&str, &str, &str); 2] = [
    (
        "parameter buffers",
        include_str!("../../../spec/memory-parameter-buffers.md"),
        "bind buffer_cp 0 b",
    ),
    (
        "storage buffers",
        include_str!("../../../spec/memory-storage-buffers.md"),
        "bind storage 0 b",
    ),
];

/// A block of a page: what it expects, and its lines.
struct Block<'t> {
    line: usize,
    expects: Vec<&'t str>,
    lines: Vec<&'t str>,
}

fn blocks(page: &str) -> Vec<Block<'_>> {
    let mut blocks: Vec<Block<'_>> = Vec::new();
    let mut open = false;
    for (at, line) in page.lines().enumerate() {
        match line.strip_prefix("```") {
            Some(_) if open => open = false,
            Some(expects) => {
                open = true;
                blocks.push(Block {
                    line: at + 1,
                    expects: expects.split_whitespace().collect(),
                    lines: Vec::new(),
                });
            }
            None if open => blocks.last_mut().expect("an open block").lines.push(line),
            None => {}
        }
    }
    blocks
}

/// The scene of a block.
fn scene(block: &Block<'_>, bind: &str) -> String {
    let with = |mark: &'static str| {
        let lines = block.lines.iter();
        lines
            .filter_map(move |line| line.strip_prefix(mark))
            .map(str::trim)
    };
    let body = block.lines.iter().filter(|line| !line.starts_with(['>', '=']));
    let mut text = "[compute program]\n!!NVcp5.0\n".to_owned();
    if !block.expects.contains(&"plain") {
        text += "OPTION NV_shader_storage_buffer;\nGROUP_SIZE 1;\nSTORAGE out[] = { program.storage[7] };\n";
    } else {
        text += "GROUP_SIZE 1;\n";
    }
    body.for_each(|line| text += &format!("{line}\n"));
    text += "END\n[test]\ntolerance 0 0 0 0\nbuffer b sequence u8 128 128 1\nbuffer out size 256\n";
    text += &format!("bind storage 7 out\n{bind}\n");
    with(">").for_each(|command| text += &format!("{command}\n"));
    text += "dispatch 1 1 1\n";
    with("=").for_each(|expected| text += &format!("probe buffer out {expected}\n"));
    text
}

#[test]
fn pages_are_true() {
    let session = Session::new();
    let mut wrong = Vec::new();
    let mut count = 0;
    for (page, text, bind) in PAGES {
        for block in blocks(text) {
            count += 1;
            let scene = scene(&block, bind);
            let run = |sanitize| {
                let options = SceneOptions {
                    sanitize,
                    ..SceneOptions::new(&session, &NoFiles)
                };
                run_scene("page.shader_test", &scene, &options)
            };
            let report = run(block.expects[0] == "finding");
            let rule = block.expects.last().copied().unwrap_or_default();
            let found = match &report.verdict {
                Verdict::Error(problems) => problems.iter().any(|problem| problem.rule.name == rule),
                _ => false,
            };
            let only = |problem: &quadrille::Diagnostic| problem.rule.name == rule;
            let right = match block.expects[0] {
                "run" => report.verdict == Verdict::Pass,
                "reject" => found,
                // Nothing but the finding; and what the program gives is defined by us.
                _ => {
                    found
                        && matches!(&report.verdict, Verdict::Error(problems) if problems.iter().all(only))
                        && run(false).verdict == Verdict::Pass
                }
            };
            if !right {
                let line = block.line;
                let expects = block.expects.join(" ");
                wrong.push(format!("{page}, line {line}: {expects}: {:?}", report.verdict));
            }
        }
    }
    assert!(count > 50, "the pages have {count} blocks");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
