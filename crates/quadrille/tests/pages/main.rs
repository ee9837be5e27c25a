//! The pages of `spec/` about running programs: what the specifications say, each sentence with a program that
//! shows it.
//!
//! A block whose first line is a header (`!!NVvp5.0`) is one program, run by hand; one that begins with a section
//! (`[require]`) is a scene; any other is the body of a program for the scene that its page puts around it.

mod block;
mod program;
mod scene;

use block::Block;
use scene::Frame;

const PAGES: [(&str, &str, Frame); 11] = [
    (
        "memory-parameter-buffers",
        include_str!("../../../../spec/memory-parameter-buffers.md"),
        Frame::Compute("bind buffer_cp 0 b"),
    ),
    (
        "memory-storage-buffers",
        include_str!("../../../../spec/memory-storage-buffers.md"),
        Frame::Compute("bind storage 0 b"),
    ),
    (
        "gpu-program5-memory",
        include_str!("../../../../spec/gpu-program5-memory.md"),
        Frame::Compute(
            "resident b READ_WRITE at 0x10000\nresident out READ_WRITE at 0x20000\nbuffer ro sequence u8 64 1 1\nresident ro READ_ONLY at 0x30000\nbuffer wo sequence u8 64 1 1\nresident wo WRITE_ONLY at 0x40000",
        ),
    ),
    (
        "gpu-program5-variables",
        include_str!("../../../../spec/gpu-program5-variables.md"),
        Frame::Fragment,
    ),
    (
        "gpu-program5-modifiers",
        include_str!("../../../../spec/gpu-program5-modifiers.md"),
        Frame::Compute(""),
    ),
    (
        "gpu-program5-bits",
        include_str!("../../../../spec/gpu-program5-bits.md"),
        Frame::Compute(""),
    ),
    (
        "gpu-program5-conversions",
        include_str!("../../../../spec/gpu-program5-conversions.md"),
        Frame::Compute(""),
    ),
    (
        "gpu-program5-textures",
        include_str!("../../../../spec/gpu-program5-textures.md"),
        Frame::Fragment,
    ),
    (
        "gpu-program5-thread-groups",
        include_str!("../../../../spec/gpu-program5-thread-groups.md"),
        Frame::Compute(""),
    ),
    (
        "gpu-program5-primitives",
        include_str!("../../../../spec/gpu-program5-primitives.md"),
        Frame::Compute(""),
    ),
    (
        "gpu-program5-fragments",
        include_str!("../../../../spec/gpu-program5-fragments.md"),
        Frame::Fragment,
    ),
];

/// source: the sections that the pages quote
#[test]
fn pages_are_true() {
    let session = quadrille::Session::new();
    let mut wrong = Vec::new();
    let mut count = 0;
    for (page, text, frame) in PAGES {
        for block in Block::all(text) {
            count += 1;
            let found = match block.lines.first() {
                Some(line) if line.starts_with("!!") => program::judge(&session, &block),
                Some(line) if line.starts_with('[') => {
                    scene::judge(&session, &block, &block.lines.join("\n"))
                }
                _ => scene::judge(&session, &block, &frame.around(&block)),
            };
            if let Err(why) = found {
                let (line, kind, rule) = (block.line, &block.kind, &block.rule);
                wrong.push(format!("spec/{page}.md:{line}: {kind:?} {rule}: {why}"));
            }
        }
    }
    assert!(count > 50, "the pages have {count} blocks");
    assert!(
        wrong.is_empty(),
        "{} of {count}:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}
